"""Amazons: the convolutional networks of the thesis against its evaluations."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nupp.arena import Match, Result
from nupp.formats import replace_file
from nupp.learn.recipes import CnnRecipe
from nupp.spec import Spec
from nupp.studies.amazons import BASIC, IMPROVED
from nupp.studies.cnn import KNOWS_NOTHING, LEARNT, positions, trained, workplace
from nupp.studies.plots import draw_rows, name_rows
from nupp.studies.sources import AMAZONS
from nupp.studies.study import Estimate, Findings, Lab, Plot, Study, Table, share
from nupp.studies.verdicts import lies_within, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NETWORKS: Final = ("CNN1", "CNN2")
OPPONENTS: Final = {
    "random": ("random", None),
    "basic, one turn": (str(Spec("greedy", {"eval": BASIC})), "0/40"),
    "improved, one turn": (str(Spec("greedy", {"eval": IMPROVED})), "0/40"),
    "improved, two turns": (str(Spec("twoiteration", {"depth": "2", "eval": IMPROVED})), "0/40"),
}
"""Whom the networks meet, and the source's result in a search of depth 3."""
EQUALS: Final = ("basic, one turn", "improved, one turn")
"""Those who look as far ahead as the networks."""
NEXT_TO_NOTHING: Final = 0.1
"""A program that gets no more than this share of the points loses all but every game."""


def parameters(quick: bool) -> Mapping[str, Any]:
    """games: that the first network learns from, of players who look a turn ahead. strong: that the second
    one learns from, of those who look two. epochs: of the first. again: of the second, which has fewer
    positions. rate: with smaller ones most trainings learn nothing, as the study of table 2 shows.
    meet: games of a match.
    """
    terms = {"rate": 0.08, "openings": 4, "seed": 1}
    if quick:
        return terms | {
            "size": 5,
            "games": 60,
            "strong": 20,
            "epochs": 2,
            "again": 2,
            "meet": 6,
            "openings": 3,
        }
    return terms | {"size": 10, "games": 1500, "strong": 100, "epochs": 10, "again": 40, "meet": 40}


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    with workplace(lab) as folder:

        def find(name: str) -> list[float]:
            games, depth, epochs = ("games", 1, "epochs") if name == NETWORKS[0] else ("strong", 2, "again")
            data = positions(folder, name, params[games], depth, params, lab.threads)
            recipe = CnnRecipe(seed=params["seed"], epochs=params[epochs], rate=params["rate"])
            training = trained(data, recipe, lab.threads)
            replace_file(file_of(folder, name), training.network_file())
            done = training.progress
            return [len(data), done.error, done.tested or 0.0, done.right or 0.0]

        judged = lab.values("networks", NETWORKS, find)
        results = lab.matches(dict(wanted(folder, params)))
    points = {label: share(result) for label, result in results.items()}
    return Findings(
        tables=[
            Table(
                "Points of the networks, which look one turn ahead",
                ("network", "against", "published", "here"),
                [
                    (name, opponent, published, points[label_for(name, opponent)])
                    for name in NETWORKS
                    for opponent, (_, published) in OPPONENTS.items()
                ],
                "Published for two-iteration search of depth 3 on both sides.",
            ),
            Table(
                "What the networks have learned",
                ("network", "positions", "error as learnt", "on other games", "winner predicted"),
                [(name, int(n), *(round(x, 3) for x in rest)) for name, (n, *rest) in judged.items()],
                f"Errors are mean squares of the share of the point; {KNOWS_NOTHING:g} is that of who knows "
                f"nothing, and one below {LEARNT:g} that of a network which has learnt something.",
            ),
        ],
        found=words(results, points, judged),
        stands=stands(points, judged),
        difference=(
            "The source looked three plies ahead with its networks, too, for up to 800 seconds a game. "
            "With a rate of 0.02, that of most rows of its table 2, most trainings of that study learn "
            f"nothing (an error of {LEARNT:g} or more). With 0.08 networks come to know their own games by "
            "heart, and no others: all positions of a game are learnt with its one result, whether good "
            "moves or bad ones led there, so that a network does not learn which moves are good. That is "
            "why it loses to evaluations that look as far. The network of the package learned from the "
            "values of searches, is cheap enough to look as far as its opponent, and wins."
        ),
        plots=[Plot("points", "Points of the networks", lambda axes: draw(axes, points))],
    )


def file_of(folder: Path, name: str) -> Path:
    return folder / f"{name}.nupp"


def label_for(name: str, opponent: str) -> str:
    return f"{name}-{opponent}".replace(", ", "-").replace(" ", "-")


def wanted(folder: Path, params: Mapping[str, Any]) -> list[tuple[str, Match]]:
    """The matches, by labels."""
    rules = f"amazons:size={params['size']}"
    return [
        (
            label_for(name, opponent),
            Match(
                rules,
                str(Spec("oneply", {"net": str(file_of(folder, name))})),
                spec,
                params["meet"],
                params["seed"],
                openings=params["openings"],
            ),
        )
        for name in NETWORKS
        for opponent, (spec, _) in OPPONENTS.items()
    ]


def words(
    results: Mapping[str, Result], points: Mapping[str, Estimate], judged: Mapping[str, list[float]]
) -> str:
    """A text on the games that a network won against an evaluation, and on what the networks know."""
    against = [label for label in results if not label.endswith("random")]
    won = sum(results[label].points(number) == 1 for label in against for number in results[label].records)
    games = sum(len(results[label].records) for label in against)
    chance = ", ".join(str(points[label_for(name, "random")]) for name in NETWORKS)
    winners = " and ".join(f"{100 * values[-1]:.0f} %" for values in judged.values())
    taught = sum(error < LEARNT for _, error, *_ in judged.values())
    return (
        f"The networks win {won} of {games} games against the evaluations, and {chance} of the points "
        f"against random moves. Of positions of other games they predict the winner of {winners}. "
        f"{taught} of {len(judged)} have learnt anything."
    )


def stands(points: Mapping[str, Estimate], judged: Mapping[str, list[float]]) -> str:
    """The verdict: either network loses all but every game against evaluations that look as far as it does.

    A network that has learnt nothing decides nothing.
    """
    return verdict(
        lies_within(points[label_for(name, opponent)], 0, NEXT_TO_NOTHING) if error < LEARNT else None
        for name, (_, error, *_) in judged.items()
        for opponent in EQUALS
    )


def draw(axes: Axes, points: Mapping[str, Estimate]) -> None:
    draw_rows(axes, range(len(points)), list(points.values()))
    name_rows(axes, list(points), "points of the network")


STUDY: Final = Study(
    name="amazons-table-4-networks",
    title="Amazons: the convolutional networks against the evaluations",
    source=f"{AMAZONS}, table 4, its neural networks",
    claim=(
        "Two convolutional networks, one of which learnt from the games of better players, lost every one of "
        "40 games against the basic and against the improved evaluation."
    ),
    silent=(
        "Whether networks that look as far, or as long, as their opponents do would win. Here they look one "
        "turn ahead, as the evaluations do in two of the matches."
    ),
    conduct=conduct,
    parameters=parameters,
)
