"""The study of the rule of lines: what it may play, how games are counted, and the verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from nupp.players import player
from nupp.rules import game
from nupp.studies import Lab, tictactoe_lines
from nupp.studies.tictactoe_lines import (
    Fate,
    as_described,
    as_listed,
    ended,
    every,
    fate,
    joined,
    value,
    value_keeping,
)
from studies.trial import drawn

pytestmark = pytest.mark.native

RULES = game("tictactoe")
START = RULES.start_position()


@pytest.mark.parametrize("moves", ["", "a1", "b2", "a1 b2 c3", "a1 c2", "a1 b1 a2 c1 b3", "a1 b1 b2 c1"])
def test_the_rule_as_described_is_the_player(moves: str) -> None:
    position = START.play_all(moves.split())
    choices = {player(f"lines:seed={seed}", RULES).choose(position).code for seed in range(60)}
    assert choices == set(as_described(position))


@pytest.mark.parametrize("rule", [as_described, as_listed])
@pytest.mark.parametrize(("moves", "expected"), [
    ("", ["b2"]),
    ("a1", ["b2"]),
    ("a1 a2 b1 b2", ["c1"]),  # wins, and does not block
    ("a1 b2 b1", ["c1"]),
    ("b2 b1 a1", ["c3"]),
])  # fmt: skip
def test_the_rules_win_and_block(rule: tictactoe_lines.Chooser, moves: str, expected: list[str]) -> None:
    position = START.play_all(moves.split())
    assert [position.format_move(code) for code in rule(position)] == expected


def test_the_rules_differ_where_they_look_at_an_answer() -> None:
    position = START.play_all(["b1", "a1"])
    described, listed = (
        {position.format_move(code) for code in rule(position)} for rule in (as_described, as_listed)
    )
    assert (described, listed) == ({"b2"}, {"b2", "a3", "c3"})


@pytest.mark.slow
def test_all_games_are_those_of_tic_tac_toe() -> None:
    """The counts of finished games are old knowledge: 131,184, 77,904 and 46,080."""
    assert fate(START, every, every, 0)[:3] == (131184, 46080, 77904)


@pytest.mark.slow
def test_perfect_play_draws() -> None:
    assert value(START) == 0
    assert fate(START, value_keeping, value_keeping, 1)[3:] == (0, 1, 0)
    after = START.play("a1")
    assert [after.format_move(code) for code in value_keeping(after)] == ["b2"]


def test_fates_are_joined() -> None:
    assert joined([ended(1), ended(-1), ended(0), ended(-1)]) == Fate(1, 1, 2, 0.25, 0.25, 0.5)


@pytest.mark.parametrize(("losing", "expected"), [
    ((), "stands"),
    (("as listed",), "stands in part"),
    (("as described", "as listed"), "does not stand"),
])  # fmt: skip
def test_the_verdict_follows_from_the_games_it_begins(
    losing: tuple[str, ...], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made_up(name: str) -> list[float]:
        rule, seat, _ = name.split(", ")
        return [5, 5, 3 if rule in losing or seat == "answers" else 0, 0.5, 0.4, 0.1]

    monkeypatch.setattr(tictactoe_lines, "fate_of", made_up)
    monkeypatch.setattr(tictactoe_lines, "lost_game", lambda name: None)
    findings = tictactoe_lines.conduct(Lab())
    assert findings.stands == expected
    assert all(f"{rule} when it begins" in findings.difference for rule in losing)


@pytest.mark.slow
def test_the_study_and_what_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    findings = tictactoe_lines.conduct(Lab(tmp_path))
    games, chances = findings.tables
    assert findings.stands == "stands"
    lost = {row[:2]: (row[5], row[6]) for row in games.rows}
    assert lost["as described", "begins"] == lost["as listed", "begins"] == (0, None)
    number, moves = lost["as described", "answers"]
    assert number > 0
    assert START.play_all(moves.split()).outcome == 1
    assert len(chances.rows) == 8
    drawn(findings)

    def refuse(*_: object) -> list[float]:
        raise AssertionError("it was known")

    monkeypatch.setattr(tictactoe_lines, "fate_of", refuse)
    assert tictactoe_lines.conduct(Lab(tmp_path)).found == findings.found
