"""Files made after the exports of other programs: their line breaks, their characters and their ways."""

from __future__ import annotations

from pathlib import Path

import pytest

from nupp.cli.files import load_game, read_text
from nupp.formats import LeftOut, Reading, RecordError, read_games
from nupp.formats.reading import RESIGNATION

EXPORTS = Path(__file__).parents[1] / "data" / "exports"


def games(name: str) -> list[Reading]:
    found = list(read_games(read_text(str(EXPORTS / name))))
    assert [one.fault for one in found] == [None] * len(found)
    return found


def test_an_export_of_lidraughts() -> None:
    """Clocks in comments, and a draw as 0-0."""
    first, second = games("lidraughts.pdn")
    assert (first.players, first.outcome, len(first.record.moves)) == (("anna", "bert"), "first", 18)
    assert (second.players, second.outcome, len(second.record.moves)) == (("bert", "anna"), "draw", 12)
    for one in (first, second):
        assert [node.note[:7] for node in one.tree if node.note] == ["[%clock"] * len(one.record.moves)
        assert one.left_out == LeftOut()


def test_an_export_of_a_windows_program() -> None:
    """Lines end in CR LF, letters are those of Windows, tags share lines, and a comment looks like a tag."""
    assert b"\r\n" in (EXPORTS / "windows.pdn").read_bytes()
    first, second = games("windows.pdn")
    assert (first.players, first.outcome) == (("Kööp, Jürgen", "Muñoz, A."), "draw")
    assert (second.players, second.outcome) == (("D’Hond, É.", "Kööp, Jürgen"), "second")
    assert [len(one.record.moves) for one in (first, second)] == [20, 20]


def test_an_export_of_little_golem() -> None:
    """In Latin-1, which it does not say."""
    found = games("littlegolem.sgf")
    assert [one.players for one in found] == [("anna", "jörg")] * 2
    assert [len(one.record.moves) for one in found] == [7, 8]
    assert [(one.outcome, one.termination) for one in found] == [
        ("first", RESIGNATION),
        ("second", RESIGNATION),
    ]


def test_an_sgf_that_names_its_characters() -> None:
    (found,) = games("renju.sgf")
    assert found.players == ("Иванов", "Петров")
    assert [node.note for node in found.tree if node.note] == ["сильно"]


def test_an_archive_of_a_server_of_othello() -> None:
    """The number of games before each of them, and times and values where they were recorded."""
    found = games("ggs.ggf")
    assert [one.outcome for one in found] == ["second", "first", "draw"]
    assert {len(one.record.moves) for one in found} == {60}
    assert found[0].seconds[1:3] == (1.5, 2.21)
    assert found[0].record.extra["values"][2] == -2.02


def test_a_game_of_piskvork() -> None:
    (found,) = games("piskvork.psq")
    assert (found.players, len(found.record.moves)) == (("ANN.zip", "BOB.zip"), 11)
    assert found.seconds[1] == 0.037


@pytest.mark.parametrize("name", ["lidraughts.pdn", "windows.pdn", "ggs.ggf", "piskvork.psq", "renju.sgf"])
def test_line_breaks_of_all_systems_are_the_same(name: str) -> None:
    text = read_text(str(EXPORTS / name)).replace("\r\n", "\n")
    wanted = [one.record for one in read_games(text)]
    for line_break in ("\r\n", "\r"):
        assert [one.record for one in read_games(text.replace("\n", line_break))] == wanted


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.psq", b"", "a.psq.*PSQ, of Gomocup"),
        ("a.sgf", b"hello", "a.sgf.*SGF, of any game"),
        ("a.txt", b" ", "a.txt.*game in one of the formats"),
        ("a.pdn", b"\x00\x01", "a.pdn.*PDN, of draughts"),
    ],
)
def test_files_without_a_game_are_reported_by_their_format(
    name: str, content: bytes, words: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(RecordError, match=words):
        load_game(str(tmp_path / name))


def test_characters_that_no_system_has_are_no_hindrance(tmp_path: Path) -> None:
    file = tmp_path / "a.sgf"
    for said in (b"CA[none-such]", b"CA[hex]", b""):
        file.write_bytes(b"(;GM[4]" + said + b"PB[J\xfcrgen \x81];B[hh])")
        assert load_game(str(file))[1].players[0] == "Jürgen \x81"
