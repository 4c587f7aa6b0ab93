"""What tests of studies have in common: results that are made up, and runs that are stopped."""

import math
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from nupp.arena import Match, Result
from nupp.formats import GameRecord
from nupp.kernel import interpreted
from nupp.players.simple import RandomPlayer
from nupp.studies import Estimate, Findings, Lab, Plot, Study, Table
from nupp.studies.solving import Solved

MATCHES = {
    "one": Match("tictactoe", "random", "random", 4, seed=1, depth=1),
    "two": Match("tictactoe", "random", "lines", 6, seed=2, depth=1),
}
HOSTILE = "<script>alert('|')</script> & $x$"

Ends = Callable[[str], tuple[str, ...]]
"""The outcomes of a match's games, by its label."""


def result(*outcomes: str, match: Match | None = None) -> Result:
    """A match with these outcomes of its games, each of four moves."""
    match = match or Match("tictactoe", "random", "random", len(outcomes))
    records = {
        number: GameRecord(match.game, match.seats(number), ("a1",) * 4, outcome=outcome, seconds=(0.25,) * 4)
        for number, outcome in enumerate(outcomes)
    }
    return Result(match, records)


def points(wins: int, draws: int, losses: int) -> tuple[str, ...]:
    """Outcomes of pairs of games: so many that the first player wins, draws and loses, in both games."""
    return ("first", "second") * wins + ("draw", "draw") * draws + ("second", "first") * losses


def conducted(study: Study, monkeypatch: pytest.MonkeyPatch, ends: Ends) -> Findings:
    """What a study finds in the quick run if its matches end like this."""

    def matches(self: Lab, wanted: Mapping[str, Match]) -> dict[str, Result]:
        self.results |= {label: result(*ends(label), match=match) for label, match in wanted.items()}
        return self.results

    with monkeypatch.context() as patch:
        patch.setattr(Lab, "matches", matches)
        return study.conduct(Lab(quick=True))


def stopped_and_resumed(study: Study, folder: Path, looks: int) -> tuple[Lab, Findings]:
    """Stop a study after a number of progress reports, and resume it.

    What was kept when it was stopped is checked to be kept still.
    """
    reports = []

    def progress(words: str, done: float) -> None:
        reports.append(words)
        if len(reports) == looks:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study.conduct(Lab(folder, progress=progress))
    kept = {file: file.read_bytes() for file in folder.iterdir()}
    assert any(b"\n" in text for text in kept.values())
    lab = Lab(folder)
    findings = study.conduct(lab)
    assert all(file.read_bytes().startswith(text) for file, text in kept.items())
    assert all(len(one.records) == one.match.games for one in lab.results.values())
    return lab, findings


def drawn(findings: Findings) -> None:
    """Draw all plots of a study."""
    from nupp.arena.report.figures import render

    for plot in findings.plots:
        assert b"<svg" in render(plot.draw)


def made_up(title: str = "A title", stands: str = "stands in part", plots: bool = True) -> Study:
    """A study that finds a table with values of each kind."""

    def conduct(lab: Lab) -> Findings:
        with interpreted():
            lab.matches({"one": MATCHES["one"]})
        table = Table(
            "The table",
            ("case", "published", "here"),
            [
                ("first|second", 1, Estimate(0.5, 0.25, 0.75)),
                ("none", None, math.nan),
                ("many", 1234567, 0.123456),
                ("so", True, False),
            ],
            "A note.",
        )
        drawing = [Plot("line", "A line", lambda axes: axes.plot([0, 1], [0, 1]))] if plots else []
        return Findings([table], f"Found in {title}.", stands, "It differs.", drawing)

    return Study(
        "tictactoe-lines",
        title,
        "A source",
        "A claim",
        "Silent",
        conduct,
        lambda quick: {"games": 4, "quick": quick},
    )


@pytest.fixture
def broken_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every player's every choice fails."""

    def choose(*_: object, **__: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(RandomPlayer, "choose", choose)


def known(outcome: int | None, margin: int | None = None) -> Solved:
    """A value as a study finds it by solving."""
    return Solved(outcome=outcome, margin=margin, plies=None, method="proof", nodes=10, seconds=0.1)
