"""Five in a row: what each ply of depth costs and brings, and what the missing parts of alpha-beta save."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import count, islice, pairwise
from statistics import fmean, median
from typing import TYPE_CHECKING, Any, Final, TypedDict

import numpy as np

from nupp.arena import Match, Result
from nupp.arena.openings import random_opening
from nupp.players import Budget, Player, player
from nupp.rules import Position, game
from nupp.search.scores import WIN
from nupp.studies.plots import legend_below, look
from nupp.studies.programs import plain_alphabeta
from nupp.studies.sources import RISTINOLLA
from nupp.studies.study import Estimate, Findings, Lab, Plot, Study, Table, proportion, share
from nupp.studies.verdicts import exceeds, turned, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GAME: Final = "mnk"
SOURCE: Final = {"eval": "runs", "candidates": "1"}
DEEPENING: Final = {"iterative": "true", "table": "64", "killers": "true", "history": "true"}
BETTER: Final = {"order_by_eval": "2", **DEEPENING, "pvs": "true"}
METHODS: Final[Mapping[str, str]] = {
    "minimax": "minimax:eval=runs,candidates=1,depth=9",
    "alpha-beta, all squares": plain_alphabeta(eval="runs"),
    "alpha-beta": plain_alphabeta(**SOURCE),
    "with moves sorted": plain_alphabeta(**SOURCE, order_by_eval="2"),
    "with deepening": plain_alphabeta(**SOURCE, order_by_eval="2", **DEEPENING),
    "with PVS": plain_alphabeta(**SOURCE, **BETTER),
}
"""From the course work's two searches to all that it lacked; each is given its depth by the budget."""
ALPHABETA, BEST = "alpha-beta", "with PVS"
DEEPEST: Final = {"minimax": 4, "alpha-beta, all squares": 3}
"""The deepest search of a method that takes too long beyond."""
MINUTE: Final = 60
"""Seconds that the source's program took at most, at depth 5: the measure of its machine's speed."""
FAST: Final = 10
"""Seconds for a move that a person may be asked to wait: the limit that the thesis on L-put sets itself."""
NEARLY_ALWAYS: Final = 0.9
MOSTLY: Final = 0.5
"""Of the positions, more than such a share."""
PUBLISHED: Final = {3: "too stupid", 4: "nearly always fast", 5: "mostly fast, at times a minute"}


SIZE: Final = 15
STEPS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Along the four directions of a line."""


class Effort(TypedDict):
    """The effort of a search for each position: positions visited, seconds; and its scores."""

    nodes: list[int]
    seconds: list[float]
    scores: list[int]


def parameters(quick: bool) -> Mapping[str, Any]:
    """positions: for the efforts; plies: played before them, in turn. threes: to be parried."""
    return {
        "depths": (3, 4, 5),
        "positions": 12 if quick else 60,
        "plies": (8, 14, 20),
        "threes": 40 if quick else 200,
        "games": 20 if quick else 200,
        "openings": 2,
        "seed": 1,
    }


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    results = lab.matches(dict(wanted(params)))
    items = [
        f"{method} {depth}"
        for method in METHODS
        for depth in params["depths"]
        if depth <= DEEPEST.get(method, depth)
    ]
    efforts = lab.values("efforts", items, lambda item: effort(item, positions(params)))
    kept = lab.values(
        "threes",
        [str(depth) for depth in params["depths"]],
        lambda depth: parried(int(depth), params["threes"]),
    )
    threes = {depth: proportion(kept[str(depth)], params["threes"]) for depth in params["depths"]}
    shares = {label: share(result) for label, result in results.items()}
    return Findings(
        tables=[
            Table(
                "Effort of the source's alpha-beta",
                ("depth", "published", "positions", "at most", "seconds", "at most"),
                [
                    (
                        depth,
                        PUBLISHED.get(depth),
                        *spread(efforts[f"{ALPHABETA} {depth}"]["nodes"]),
                        *spread(efforts[f"{ALPHABETA} {depth}"]["seconds"]),
                    )
                    for depth in params["depths"]
                ],
                f"The median, and the most, of {params['positions']} positions of games.",
            ),
            Table(
                f"Positions thought about for at most {FAST} s",
                ("depth", "share", "longest, s"),
                [(depth, fast_share(efforts, depth), longest(efforts, depth)) for depth in (4, 5)],
                f"On a machine on which the hardest of them takes {MINUTE} s at depth 5, as the source says "
                "of its own; times as the positions visited, which are the same on every machine.",
            ),
            Table(
                "Open threes parried",
                ("depth", "parried"),
                list(threes.items()),
                "The enemy has three in a row with room at both ends, and one's own three stones lie "
                "anywhere: who leaves it so has lost four moves later.",
            ),
            Table(
                "Strength",
                ("depth", "points", "moves a game"),
                [(label.replace("-", " "), shares[label], length(results[label])) for label in shares],
            ),
            Table(
                "Mean number of positions visited",
                ("search", *(f"depth {depth}" for depth in params["depths"])),
                [
                    (method, *(mean_nodes(efforts, method, depth) for depth in params["depths"]))
                    for method in METHODS
                ],
                "On active squares, those next to a stone, except where all are named. Moves sorted by the "
                "evaluation; deepening with a transposition table, killer moves and the history heuristic; "
                "PVS is the NegaScout that the source did not get to work.",
            ),
        ],
        found=found(efforts, shares, threes),
        stands=verdict(claims(shares, threes, efforts)),
        difference=difference(efforts, params["depths"]),
        plots=[
            Plot("positions", "Mean number of positions visited", lambda axes: draw(axes, efforts, params))
        ],
    )


def wanted(params: Mapping[str, Any]) -> Iterator[tuple[str, Match]]:
    """Each depth against the one before, searched by the fastest method, which finds the same values."""
    depths: Sequence[int] = params["depths"]
    for shallow, deep in pairwise(depths):
        yield (
            f"{deep}-against-{shallow}",
            Match(
                GAME,
                plain_alphabeta(**SOURCE, **BETTER, depth=str(deep)),
                plain_alphabeta(**SOURCE, **BETTER, depth=str(shallow)),
                params["games"],
                params["seed"],
                depth=deep,
                openings=params["openings"],
            ),
        )


def positions(params: Mapping[str, Any]) -> list[Position]:
    """Positions of games that are not decided as far as a search of depth 4 sees."""
    plies: Sequence[int] = params["plies"]
    drawn = (middle_position(seed, plies[seed % len(plies)]) for seed in count(params["seed"]))
    return list(islice((position for position in drawn if position is not None), params["positions"]))


@cache
def middle_position(seed: int, plies: int) -> Position | None:
    """The position after `plies` moves of a game of depth 2; None if it is decided.

    seed: of the two random moves that the game begins with.
    """
    searcher = player(METHODS[BEST], game(GAME))
    position = random_opening(game(GAME), 2, np.random.default_rng(seed))
    while position.ply < plies:
        position = position.play_code(searcher.choose(position, Budget(depth=2)).code)
        if position.is_over:
            return None
    return position if abs(searcher.choose(position, Budget(depth=4)).score) < WIN else None


def effort(item: str, positions: Sequence[Position]) -> Effort:
    """The effort of a search for positions; item: its name and its depth."""
    method, _, depth = item.rpartition(" ")
    searcher: Player = player(METHODS[method], game(GAME))
    searcher.choose(positions[0], Budget(depth=1))  # compiles
    found = [searcher.choose(position, Budget(depth=int(depth))) for position in positions]
    return Effort(
        nodes=[one.nodes for one in found],
        seconds=[round(one.seconds, 4) for one in found],
        scores=[int(one.score) for one in found],
    )


def open_three(seed: int) -> Position:
    """A position with x to move in which o has an open three; x has three stones elsewhere."""
    rules, rng = game(GAME), np.random.default_rng(seed)
    step = STEPS[rng.integers(len(STEPS))]
    x, y = (int(rng.integers(max(2 * d, -4 * d, 0), SIZE - max(4 * d, -2 * d, 0))) for d in step)
    line = [x + i * step[0] + SIZE * (y + i * step[1]) for i in range(-2, 5)]
    free = [cell for cell in range(SIZE * SIZE) if cell not in line]
    others = rng.choice(free, 3, replace=False).tolist()
    moves = [cell for pair in zip(others, line[2:5], strict=True) for cell in pair]
    return rules.start_position().play_all(rules.board.name(cell) for cell in moves)


def parried(depth: int, number: int) -> int:
    """The number of open threes, out of `number`, after which the search of a depth leaves no forced win."""
    searcher, judge = (player(METHODS[method], game(GAME)) for method in (ALPHABETA, BEST))
    after = []
    for seed in range(number):
        position = open_three(seed)
        after.append(position.play_code(searcher.choose(position, Budget(depth=depth)).code))
    return sum(judge.choose(position, Budget(depth=3)).score < WIN for position in after)


def spread(values: Sequence[float]) -> tuple[float, float]:
    """The median and the largest, whole numbers if they are."""
    middle, largest = median(values), max(values)
    return (round(middle), largest) if isinstance(largest, int) else (middle, largest)


def mean_nodes(efforts: Mapping[str, Effort], method: str, depth: int) -> int | None:
    known = efforts.get(f"{method} {depth}")
    return None if known is None else round(fmean(known["nodes"]))


def length(result: Result) -> float:
    """The mean number of moves of a match's games."""
    return round(fmean(len(record.moves) for record in result.records.values()), 1)


def saved(efforts: Mapping[str, Effort], depth: int, before: str, after: str) -> float:
    """The factor by which one method visits fewer positions than another."""
    return fmean(efforts[f"{before} {depth}"]["nodes"]) / fmean(efforts[f"{after} {depth}"]["nodes"])


def found(
    efforts: Mapping[str, Effort], shares: Mapping[str, Estimate], threes: Mapping[int, Estimate]
) -> str:
    strength = ", ".join(f"depth {label.replace('-', ' ')} gets {known}" for label, known in shares.items())
    kept = ", ".join(f"depth {depth} parries {known}" for depth, known in threes.items())
    deepest = max(threes)
    usual, most = spread(efforts[f"{ALPHABETA} {deepest}"]["seconds"])
    fast = " and ".join(f"{fast_share(efforts, depth)} at depth {depth}" for depth in (4, 5))
    times, of_pvs = saved(efforts, deepest, ALPHABETA, BEST), saved(efforts, deepest, "with deepening", BEST)
    return (
        f"Of open threes, {kept}. Of the points, {strength}. The source's alpha-beta of depth {deepest} "
        f"takes {usual:.2g} s at the median and {most:.2g} s at most. On a machine on which the hardest "
        f"position takes it a minute, it takes at most {FAST} s for {fast}. With all that it lacked it "
        f"visits {times:.0f} times fewer positions, {of_pvs:.2f} times fewer by PVS alone."
    )


def source_seconds(efforts: Mapping[str, Effort], depth: int) -> list[float]:
    """The seconds for each position on a machine on which the hardest takes a minute at depth 5."""
    hardest = max(efforts[f"{ALPHABETA} 5"]["nodes"])
    return [MINUTE * nodes / hardest for nodes in efforts[f"{ALPHABETA} {depth}"]["nodes"]]


def fast_share(efforts: Mapping[str, Effort], depth: int) -> Estimate:
    """The share of the positions that a depth is fast in, on such a machine."""
    seconds = source_seconds(efforts, depth)
    return proportion(sum(one <= FAST for one in seconds), len(seconds))


def longest(efforts: Mapping[str, Effort], depth: int) -> int:
    """The most seconds that a depth takes for a position, on such a machine."""
    return round(max(source_seconds(efforts, depth)))


def claims(
    shares: Mapping[str, Estimate], threes: Mapping[int, Estimate], efforts: Mapping[str, Effort]
) -> list[bool | None]:
    """Claims: depth 3 misses threats, depth 4 parries them, is the stronger one, and each is as fast as
    stated.

    That depth 5 at times takes a minute cannot be judged, as it depends on the machine. It is taken as the
    measure of that machine, and what is judged is whether depth 4 is then nearly always fast, and 5 mostly.
    """
    return [
        exceeds(turned(threes[3])),
        exceeds(threes[4]),
        exceeds(shares["4-against-3"]),
        exceeds(fast_share(efforts, 4), NEARLY_ALWAYS),
        exceeds(fast_share(efforts, 5), MOSTLY),
    ]


def difference(efforts: Mapping[str, Effort], depths: Sequence[int]) -> str:
    usual, most = spread(efforts[f"{ALPHABETA} {depths[-1]}"]["nodes"])
    means = [fmean(efforts[f"{ALPHABETA} {depth}"]["nodes"]) for depth in depths]
    plies = ", ".join(f"{more / fewer:.0f}" for fewer, more in pairwise(means))
    return (
        f"Times are those of another machine and of compiled code; what can be compared is their spread. "
        f"Each further ply multiplies the positions by {plies}. At depth {depths[-1]} the hardest "
        f"position takes {most / usual:.0f} times the median: if it takes a minute, the usual one takes "
        f"{MINUTE * usual / most:.0f} s. An open three that is left alone wins with the fourth move, which "
        "depth 3 does not see."
    )


def draw(axes: Axes, efforts: Mapping[str, Effort], params: Mapping[str, Any]) -> None:
    for number, method in enumerate(METHODS):
        known = [(depth, mean_nodes(efforts, method, depth)) for depth in params["depths"]]
        shown = {depth: nodes for depth, nodes in known if nodes is not None}
        mark, colour = look(number)
        axes.plot(list(shown), list(shown.values()), mark, color=colour, label=method)
    axes.set_xticks(list(params["depths"]))
    axes.set(yscale="log", xlabel="plies looked ahead", ylabel="positions")
    legend_below(axes, 2)


STUDY: Final = Study(
    name="ristinolla-depths",
    title="Five in a row: depths 3, 4 and 5",
    source=RISTINOLLA,
    claim=(
        "Alpha-beta on active squares with 4**length for runs plays at depth 4, nearly always fast; depth 3 "
        "is too stupid to parry quite trivial threats, and depth 5 at times thinks for a minute. Sorting "
        "moves, iterative deepening and NegaScout are said to be missing."
    ),
    silent=(
        "The size of the board (here 15 x 15), the machine, the positions, and games between the depths. "
        "Here each depth plays the one before, and the searches meet the same positions."
    ),
    conduct=conduct,
    parameters=parameters,
)
