"""Amazons: the basic and the improved evaluation of the thesis against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from nupp.arena import Match, Result
from nupp.studies.amazons import BASIC, HALF, IMPROVED, TWO, evaluations_meet, label_of, white_share
from nupp.studies.plots import draw_rows, name_rows
from nupp.studies.sources import AMAZONS
from nupp.studies.study import Estimate, Findings, Lab, Plot, Study, Table, proportion, share
from nupp.studies.verdicts import exceeds, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

EVALUATORS: Final = {"improved": IMPROVED, "basic": BASIC}
PUBLISHED: Final = {
    ("improved", "basic"): (23, 17),
    ("basic", "basic"): (14, 6),
    ("improved", "improved"): (7, 13),
}
"""Games won and lost by the first of two; of an evaluation with itself, by white and by black."""

Search = tuple[str, int, int]
"""A search, its depth, and how many games it plays."""


def parameters(quick: bool) -> Mapping[str, Any]:
    """half: games of depth 3 in half turns; two, three: in whole turns, by depth."""
    games = {"half": 40, "two": 40, "three": 10} if quick else {"half": 400, "two": 400, "three": 20}
    return {"size": 10, "deepest_size": 6 if quick else 10, **games, "openings": 4, "seed": 1}


def searches(params: Mapping[str, Any]) -> Mapping[str, Search]:
    """The searches by what they are called in the tables."""
    last = params["deepest_size"]
    return {
        "3 half turns": (HALF, 3, params["half"]),
        "2 turns": (TWO, 2, params["two"]),
        f"3 turns{f' on {last} x {last}' if last != params['size'] else ''}": (TWO, 3, params["three"]),
    }


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    results = lab.matches(dict(wanted(params)))
    rows = list(rows_of(results, params))
    better = {one: share(results[label_for(one, "improved", "basic")]) for one in searches(params)}
    return Findings(
        tables=[
            Table(
                "Points of the first evaluation; of one with itself, games won by white",
                ("evaluations", "search", "published", "here"),
                [
                    (f"{first} v {second}", search, "{}/{}".format(*PUBLISHED[first, second]), found)
                    for first, second, search, found in rows
                ],
                "Published for two-iteration search of depth 3. In half turns an amazon's move and her arrow "
                "count one each.",
            )
        ],
        found=(
            "Of the points against the basic evaluation the improved one gets "
            + ", ".join(f"{found} at {search}" for search, found in better.items())
            + "; published are 23 of 40 games."
        ),
        stands=stands(better),
        difference=difference(better),
        plots=[Plot("points", "Points of the improved evaluation", lambda axes: draw(axes, better))],
    )


def label_for(search: str, first: str, second: str) -> str:
    """The label of a match of two evaluations in a search."""
    return f"{search.split(' on ')[0].replace(' ', '-')}-{label_of(first, second)}"


def wanted(params: Mapping[str, Any]) -> Iterator[tuple[str, Match]]:
    """The matches, by labels."""
    for name, (search, depth, games) in searches(params).items():
        terms = {**params, "size": params["deepest_size"]} if (search, depth) == (TWO, 3) else params
        for first, second in PUBLISHED:
            evaluators = EVALUATORS[first], EVALUATORS[second]
            yield label_for(name, first, second), evaluations_meet(search, depth, evaluators, games, terms)


def rows_of(
    results: Mapping[str, Result], params: Mapping[str, Any]
) -> Iterator[tuple[str, str, str, Estimate]]:
    """Each two evaluations and each search, with the points of the first, or of white."""
    for first, second in PUBLISHED:
        for search in searches(params):
            result = results[label_for(search, first, second)]
            yield first, second, search, white_share(result) if first == second else share(result)


def stands(better: Mapping[str, Estimate]) -> str:
    """The verdict on the claim that the improved evaluation is the better one, at every depth."""
    return verdict([exceeds(found) for found in better.values()])


def difference(better: Mapping[str, Estimate]) -> str:
    """A text on the number of the source's games, and the search by which they can be had."""
    won, lost = PUBLISHED["improved", "basic"]
    known = proportion(won, won + lost)
    agree = [
        search for search, found in better.items() if known.low <= found.high and found.low <= known.high
    ]
    return (
        f"Of 40 games {won} wins are {known}, which does not show which evaluation is better"
        f"{'' if not agree else '; its interval meets those found here at ' + ', '.join(agree)}. "
        "Tables 5 and 6 suggest that the depth of the source counted half turns, against its text."
    )


def draw(axes: Axes, better: Mapping[str, Estimate]) -> None:
    won, lost = PUBLISHED["improved", "basic"]
    known = proportion(won, won + lost)
    draw_rows(axes, [0], [known], "C1")
    draw_rows(axes, range(1, len(better) + 1), list(better.values()))
    name_rows(axes, ["published", *better], "points against the basic evaluation")


STUDY: Final = Study(
    name="amazons-table-4",
    title="Amazons: the improved evaluation against the basic one",
    source=f"{AMAZONS}, table 4, without its neural networks",
    claim=(
        "With two-iteration search of depth 3 and 20 games a colour, the improved evaluation (cof1 = 0.45) "
        "won 23 to 17 against the basic one, and is the better one."
    ),
    silent=(
        "Whether its depth counts turns or half turns; both are tried. How large its random numbers are, by "
        "which games differ; here they differ by random opening turns, in pairs with sides exchanged."
    ),
    conduct=conduct,
    parameters=parameters,
)
