"""Files from elsewhere, as others have kept their games; where each is from stands beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

import nupp
from nupp.cli.files import read_text
from nupp.formats import GameRecord, Reading, format_named, read_games, write_games
from nupp.formats.movetext import read_game
from nupp.rules import game

WILD = Path(__file__).parents[1] / "data" / "wild"


def games(name: str, spec: str) -> list[Reading]:
    return list(read_games(read_text(str(WILD / name)), nupp.game(spec)))


def summaries(found: list[Reading]) -> list[tuple[object, ...]]:
    """Players, how many moves, the outcome, and what was at fault."""
    return [(one.players, one.position.ply, one.outcome, one.fault) for one in found]


def test_a_championship_without_the_type_of_its_game() -> None:
    """Columns of moves, with blanks at the ends of lines."""
    found = games("nk2009.pdn", "draughts:variant=international")
    assert summaries(found) == [
        (("Hein Meijer", "Pim Meurs"), 96, "first", None),
        (("Jeroen van den Akker", "Roel Boomstra"), 120, "draw", None),
    ]
    assert str(found[1].position).startswith("W:WK32,")


def test_games_of_a_server_that_writes_captures_in_full() -> None:
    """And goes on where the rules see a draw by repetition."""
    first, second = games("kurnik.pdn", "draughts:variant=international")
    assert (first.players, first.position.ply, first.outcome, first.fault) == (
        ("timohway", "bouvier"),
        126,
        "second",
        None,
    )
    assert "39x6" in first.position.moves  # written 39x28x17x6
    assert second.position.is_over
    assert (second.position.ply, second.outcome) == (157, "draw")
    assert str(second.fault).startswith("line 56, column 44: move 158: '16-2'")
    (_, endless) = games("kurnik.pdn", "draughts:variant=international,draws=false")
    assert (endless.position.ply, endless.fault) == (165, None)


def test_russian_draughts_by_letters() -> None:
    found = games("abatsiev.pdn", "draughts:variant=russian")
    assert summaries(found) == [
        (("Абаулин В.", "Абациев Н."), 83, "first", None),
        (("Абаулин В.", "Абациев Н."), 34, "draw", None),
    ]


def test_problems_without_moves() -> None:
    found = games("gem.pdn", "draughts:variant=english")
    assert [(str(one.start), one.position.ply, one.outcome) for one in found] == [
        ("B:WK5,21:BK14,K17", 0, "second"),
        ("B:W12,13,K32:B3,4,K6", 0, "second"),
        ("W:W30,K31,K32:B21,K22,K23,K28", 0, "draw"),
    ]


def test_games_of_the_generic_game_server() -> None:
    """A pass, a first move that was chosen by komi, and a random position in which white begins."""
    found = games("ggs.ggf", "othello")
    assert summaries(found) == [
        (("Saio1200", "Saio3000"), 61, "draw", None),
        (("ming1014", "ant"), 60, "first", None),
        (("Saio7000", "SaioQuad"), 45, "first", None),
    ]
    assert [one.position.margin for one in found] == [0, 8, 8]
    assert found[0].position.moves[58] == "pass"
    assert found[2].record.extra["values"][:2] == [-8.0, 8.0]
    assert found[2].seconds[0] == 91.89


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "spec", "forms"),
    [
        ("nk2009.pdn", "draughts:variant=international", ("pdn", "native", "sgf", "json")),
        ("abatsiev.pdn", "draughts:variant=russian", ("pdn", "native", "sgf", "json")),
        ("gem.pdn", "draughts:variant=english", ("pdn", "native", "sgf", "json")),
        ("ggs.ggf", "othello", ("ggf", "native", "sgf", "json")),
    ],
)
def test_what_was_read_is_written_and_read_again(name: str, spec: str, forms: tuple[str, ...]) -> None:
    wanted = [one.record for one in games(name, spec)]
    for form in forms:
        again = list(read_games("".join(write_games(wanted, format_named(form))), nupp.game(spec)))
        assert [essence(one.record) for one in again] == [essence(one) for one in wanted]


def essence(record: GameRecord) -> tuple[object, ...]:
    return record.game, record.players, record.moves, record.start, record.outcome


def test_numbers_of_squares_may_be_padded_with_blanks() -> None:
    text = (
        '[GameType "21"]\n1. 11-15 23-19 2.  8-11 22-17 3. 9-14 25-22 4.  6- 9 17-13 5.  2- 6 29-25 1/2-1/2'
    )
    read = read_game(text, game("draughts:variant=english"))
    assert read.fault is None
    assert read.position.moves[6:9] == ("6-9", "17-13", "2-6")


def test_dots_stand_for_a_move_that_is_not_there() -> None:
    text = '[GameType "21"]\n1. 11-15 23-19 2. 8-11 {a comment} 2. ... 22-17 3. … 9-14 *'
    read = read_game(text, game("draughts:variant=english"))
    assert read.fault is None
    assert len(read.position.moves) == 5
