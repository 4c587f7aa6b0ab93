"""The levels of a tuned game: a ladder of handicaps whose steps bring about the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any, Final

from nupp.kernel import by_processor_time
from nupp.players import Budget, player
from nupp.players.level import STEEPER, Handicap, handicaps
from nupp.tuning.workshop import LEAST, Workshop, tally_of

START: Final = [list(one) for one in STEEPER]
"""The ladder that is measured after a tuning, as bundles have it."""
ENOUGH: Final = 20
"""Games of a step from which a ladder is made; fewer say too little, and the usual one stays."""
_GAMES: Final = "games of each step of the levels"
"""The name of their number in the journal."""
_MOST: Final = 100
"""Games of a step at the most."""
_WIDER: Final = 4
"""The positions of a level without a limit, as a multiple of those of the one before."""
_LEAST_GAIN: Final = 5.0
"""Elo that a step counts for at least: noise must not turn the ladder round."""
_MOST_GAIN: Final = 600.0
"""Elo that a step counts for at most: a match that was won throughout says no more."""
_HIGHEST_STEP: Final = 300.0
"""Elo that a step is to bring at the most, 85 % of the points: a longer ladder begins higher up."""


def measure(shop: Workshop, seconds: float) -> dict[str, Any]:
    """Measure the steps of the levels that the game has.

    The result has the matches and, if they were long enough, a ladder whose steps bring equally much (see
    `respaced`), and the Elo of a step.
    """
    before, games = handicaps(shop.game), shop.journal.size(_GAMES, games_of_step(shop, seconds))
    steps = len(before) - 1
    matches = [
        tally_of(shop.play("levels", f"level:n={n + 1}", f"level:n={n}", games)) for n in range(1, steps + 1)
    ]
    if games < ENOUGH:
        return {"matches": matches, "levels": None, "gain": None}
    gains = [min(_MOST_GAIN, max(_LEAST_GAIN, float(match["elo"]))) for match in matches]
    ladder = respaced(before, gains, _full(shop))
    return {
        "matches": matches,
        "levels": [list(one) for one in ladder],
        "gain": round(_step(gains), 1),
    }


def games_of_step(shop: Workshop, seconds: float) -> int:
    """The number of games by which each step is measured; a resumed tuning keeps to it."""
    steps = len(STEEPER) - 1
    games = max(LEAST, min(_MOST, shop.games_within(seconds / steps / 3)))
    return shop.journal.sizes.get(_GAMES, games)


def _full(shop: Workshop) -> int:
    """The positions that the strongest level visits for a move."""
    one = player(f"level:n={len(STEEPER)}", shop.game)
    position = shop.game.start_position()
    one.compile(position)
    with by_processor_time():
        return one.choose(position, Budget(shop.plan.move_seconds)).nodes


def respaced(ladder: Sequence[Handicap], gains: Sequence[float], full: int) -> list[Handicap]:
    """A ladder of as many levels whose steps gain equally much, if those of `ladder` gain `gains` Elo.

    full: the positions of a level without a limit; at least _WIDER times those of any other. The last level
    stays as it is, and so does the first, unless the steps would gain more than _HIGHEST_STEP.
    """
    full = max(full, *(_WIDER * (one.nodes or 1) for one in ladder))
    heights = [0.0, *accumulate(gains)]
    rungs = len(ladder) - 1
    step = _step(gains)
    lower = [_between(ladder, heights, full, max(0.0, heights[-1] - step * n)) for n in range(rungs, 0, -1)]
    return [*lower, ladder[-1]]


def _step(gains: Sequence[float]) -> float:
    """The Elo of each step of a ladder made anew, by those of the steps before."""
    return min(_HIGHEST_STEP, sum(gains) / len(gains))


def _between(ladder: Sequence[Handicap], heights: Sequence[float], full: int, height: float) -> Handicap:
    """The handicap at a height: between two of the ladder, in slips and in the logarithm of nodes."""
    number = next(
        n for n, (_, high) in enumerate(pairwise(heights)) if height <= high or n == len(ladder) - 2
    )
    low, high = heights[number], heights[number + 1]
    share = (height - low) / (high - low)
    below, above = ladder[number], ladder[number + 1]
    nodes = [math.log(one.nodes or full) for one in (below, above)]
    slips = below.slips + share * (above.slips - below.slips)
    return Handicap(round(slips, 3), round(math.exp(nodes[0] + share * (nodes[1] - nodes[0]))))
