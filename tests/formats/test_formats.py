"""The formats of other programs: files of theirs, what nupp writes, and faults by line and column."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nupp
from nupp.formats import (
    FORMATS,
    TIME_FORFEIT,
    GameNeededError,
    GameRecord,
    Reading,
    RecordError,
    Terms,
    format_named,
    format_of_file,
    formats_for,
    open_games,
    read_games,
    recognise,
    record_of,
    write_games,
)
from nupp.formats.reading import RESIGNATION
from nupp.games import NotationError, Position
from nupp.kernel import interpreted
from nupp.spec import SpecError

DATA = Path(__file__).parents[1] / "data"

SPECS = (
    "amazons:size=6",
    "amazons:size=5,staged=true",
    "connectfour",
    "dotsandboxes",
    "draughts",
    "draughts:variant=english",
    "draughts:variant=international,draws=false",
    "draughts:variant=polish8",
    "draughts:variant=russian",
    "fourinarow:size=5",
    "hexxagon",
    "hexxagon:blocked=pass",
    "labyrinth",
    "lput",
    "mnk:width=20,height=20",
    "mnk:width=9,height=7,exact=true",
    "mnk:width=30,height=30",
    "morris",
    "othello",
    "othello:size=6,empties=winner",
    "reversi",
    "tictactoe",
)
#: Which fields of a record, beside the game, its moves and its outcome, each format keeps.
KEEPS = {
    "json": {"players", "start", "seconds", "termination", "seed"},
    "pdn": {"players", "start", "termination"},
    "native": {"players", "start", "termination"},
    "sgf": {"players", "start", "ending"},
    "ggf": {"players", "start", "ending", "seconds"},
    "psq": {"players", "seconds"},
    "ugi": {"start"},
    "moves": {"start"},
    "transcript": set(),
}


@pytest.fixture(autouse=True)
def _plainly() -> Iterator[None]:
    with interpreted():
        yield


def played(start: Position, plies: int, seed: int) -> Position:
    rng = random.Random(seed)
    while not start.is_over and start.ply < plies:
        start = start.play_code(rng.choice(start.legal_move_codes))
    return start


names = st.text("abcXYZ 0-9[]()\\\"';:/é", min_size=1, max_size=12).map(lambda text: f"p{text} q".strip())


@settings(max_examples=40)
@given(
    spec=st.sampled_from(SPECS),
    seed=st.integers(0, 10**6),
    plies=st.integers(0, 30),
    begun=st.integers(0, 6),
    ending=st.sampled_from([None, RESIGNATION, TIME_FORFEIT]),
    players=st.tuples(names, names).map(lambda pair: (" ".join(pair[0].split()), " ".join(pair[1].split()))),
)
def test_what_is_written_is_read(
    spec: str, seed: int, plies: int, begun: int, ending: str | None, players: tuple[str, str]
) -> None:
    """Random games, from the start or another position, in all formats that suit: the same record again."""
    game = nupp.game(spec)
    start = game.parse_position(str(played(game.start_position(), begun, seed)))
    last = played(start, plies, seed + 1)
    record = record_of(last, players, seconds=tuple(ply / 1000 for ply in range(1, last.ply + 1)), seed=seed)
    if ending and not last.is_over:
        record = replace(record, termination=ending, outcome="second")
    for form in formats_for(game):
        if record.start is not None and form.name in ("psq", "transcript"):
            with pytest.raises(RecordError, match="begin"):
                list(write_games([record], form))
            continue
        text = "".join(write_games([record], form))
        if not record.moves and form.name in ("moves", "transcript") and record.start is None:
            assert text == "\n"
            continue
        (reading,) = read_games(text, game)
        assert reading.fault is None, f"{form.name}: {text}"
        assert_kept(record, reading.record, form.name)


def assert_kept(record: GameRecord, found: GameRecord, form: str) -> None:
    keeps = KEEPS[form]
    assert (found.game, found.moves, found.start) == (record.game, record.moves, record.start)
    if record.termination is None or keeps & {"ending", "termination"}:
        over = record.margin is not None or form not in ("psq", "ugi", "moves", "transcript")
        assert found.outcome == (record.outcome if over else None)
        assert found.termination == record.termination
    assert found.margin == record.margin
    if "players" in keeps and form not in ("ggf", "psq"):
        assert found.players == record.players
    if "seconds" in keeps:
        assert found.seconds == record.seconds


def test_every_format_is_among_those_tested() -> None:
    assert set(KEEPS) == {form.name for form in FORMATS}


@pytest.mark.parametrize(
    "form", [form for form in FORMATS if form.name not in ("psq", "moves")], ids=lambda f: f.name
)
def test_many_games_in_one_file(form: nupp.formats.Format) -> None:
    game = nupp.game("draughts" if form.name == "pdn" else "othello")
    records = [record_of(played(game.start_position(), 9 + 7 * n, n), ("a", "b")) for n in range(3)]
    text = "".join(write_games(records, form))
    found = list(read_games(text, game))
    assert [one.record.moves for one in found] == [one.moves for one in records]
    assert recognise(text).name in (form.name, "pdn")
    assert [number for number, _ in open_games(text)] == [0, 1, 2]


def test_a_file_of_one_game_takes_no_other() -> None:
    record = record_of(nupp.game("mnk").start_position().play("h8"), ("a", "b"))
    with pytest.raises(RecordError, match="a file of psq holds one game"):
        list(write_games([record, record], format_named("psq")))


def test_a_game_that_a_format_cannot_hold_is_refused() -> None:
    record = record_of(nupp.game("hexxagon").start_position(), ("a", "b"))
    with pytest.raises(RecordError, match="hexxagon cannot be written as ggf: expected one of json, sgf, "):
        list(write_games([record], format_named("ggf")))
    with pytest.raises(RecordError, match="unknown format 'pgn': expected one of json, ggf"):
        format_named("pgn")


def test_illegal_records_are_not_written() -> None:
    record = GameRecord("mnk", ("a", "b"), ("h8", "h8"))
    with pytest.raises(RecordError, match="move 2: 'h8' is not legal"):
        list(write_games([record], format_named("sgf")))


def test_endings_of_files() -> None:
    endings = {"a.pdn": "pdn", "A.SGF": "sgf", "x.json": "json", "x.jsonl": "json", "b.ggf": "ggf"}
    for name, form in endings.items():
        found = format_of_file(name)
        assert found is not None
        assert found.name == form
    assert format_of_file("games.txt") is None
    assert format_of_file("games") is None


# ---- files of other programs ---------------------------------------------------------------------


def file(name: str, game: str | None = None) -> list[Reading]:
    text = (DATA / name).read_text(encoding="utf-8")
    assert recognise(text).ending == name.rpartition(".")[2]
    return list(read_games(text, None if game is None else nupp.game(game)))


def test_a_file_of_draughts() -> None:
    club, endgame, russian = file("draughts.pdn")
    assert club.record.game == "draughts:variant=international"
    assert len(club.record.moves) == 14
    assert (club.players, club.outcome, club.fault) == (("Kask, A.", "Tamm, B."), "draw", None)
    assert endgame.record.start == "W:WK5,31,32,33:B1,K12,K13"
    assert endgame.record.moves == ("31-27",)
    assert endgame.outcome is None
    assert russian.record.game == "draughts:variant=russian"
    assert russian.record.moves == ("22-18", "11-15", "18x11", "8x15")
    assert [one.fault for one in (endgame, russian)] == [None, None]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("W:WK1-5,.:B31-32.", "W:WK1,K2,K3,K4,K5:B31,32"),
        ("B:W18,24,K10:B12,16,K22.", "B:WK10,18,24:B12,16,K22"),
        ("W:B1,2:W31", "W:W31:B1,2"),
        ("W:W31:B1:H0:F1", "W:W31:B1"),
    ],
)
def test_positions_of_draughts(written: str, read: str) -> None:
    text = f'[GameType "20"]\n[SetUp "1"]\n[FEN "{written}"]\n\n*\n'
    (found,) = read_games(text)
    assert str(found.position) == read


def test_the_wanted_rules_are_taken_where_the_text_fits_them() -> None:
    text = '[GameType "26"]\n\n1. 22-18 *\n'
    assert [one.record.game for one in read_games(text)] == ["draughts"]
    wanted = nupp.game("draughts:draws=false")
    assert [one.record.game for one in read_games(text, wanted)] == ["draughts:draws=false"]
    assert [one.record.game for one in read_games(text, nupp.game("othello"))] == ["draughts"]
    with pytest.raises(RecordError, match=r"unknown GameType '40': expected one of 20 \(international\)"):
        list(read_games('[GameType "40"]\n\n*\n'))


def test_a_file_of_othello() -> None:
    first, second = file("othello.ggf")
    assert first.fault is None
    assert first.record.moves[58] == "pass"
    assert (first.record.outcome, first.record.margin, first.players) == ("first", 6, ("anna", "bert"))
    assert first.record.seconds[:3] == (1.5, 2.0, 0.0)
    assert first.record.extra["values"][:3] == [None, -1.25, None]
    assert (second.record.game, second.record.moves) == ("othello:size=6", ("c2", "b2"))
    assert (second.outcome, second.termination, second.seconds) == ("second", RESIGNATION, (62.5, 0.0))


def test_values_of_moves_are_written_as_ggf() -> None:
    last = nupp.game("othello").start_position().play_all(["f5", "d6"])
    record = record_of(last, ("a", "b"), extra={"values": [1.5, None]})
    text = "".join(write_games([record], format_named("ggf")))
    assert "B[f5/1.50]W[d6]" in text
    assert next(read_games(text)).record.extra == {"values": [1.5, None]}


def test_a_file_of_gomocup() -> None:
    (found,) = file("gomoku.psq")
    assert found.fault is None
    assert found.record.game == "mnk:width=20,height=20"
    assert found.record.moves[:3] == ("k10", "l11", "k11")
    assert (found.record.outcome, found.players) == ("first", ("ANNA.zip", "BERT.zip"))
    assert found.record.seconds[0] == 0.12
    exact = nupp.game("mnk:width=20,height=20,exact=true")
    assert file("gomoku.psq", exact.spec)[0].record.game == exact.spec


@pytest.mark.parametrize(
    ("setup", "moves"),
    [
        ("", "B[hh];W[ii]"),
        ("", "W[hh];B[ii]"),
        ("PL[W]", "W[hh];B[ii]"),
        ("AB[aa]", "W[hh];B[ii]"),
        ("AB[aa]", "B[hh];W[ii]"),
        ("AB[aa]PL[W]", "W[hh];B[ii]"),
    ],
)
def test_who_makes_the_first_move_of_an_sgf_is_to_move(setup: str, moves: str) -> None:
    (found,) = read_games(f"(;GM[4]SZ[15]{setup};{moves})")
    assert (found.fault, found.record.moves) == (None, ("h8", "i7"))


@pytest.mark.parametrize("values", [5, ["x", None], [1.5], None, [True, "y"]])
def test_values_that_are_none_are_left_out_of_ggf(values: object) -> None:
    record = GameRecord("othello", ("a", "b"), ("f5", "d6"), extra={"values": values})
    assert "B[f5]W[d6]" in "".join(write_games([record], format_named("ggf")))


def test_a_psq_without_the_size_of_the_board_is_told() -> None:
    shown = r"^line 1, column 1: 'Piskvorky 15y15, 0:0, 0': expected the board"
    with pytest.raises(RecordError, match=shown):
        next(read_games("Piskvorky 15y15, 0:0, 0\n8,8\none\ntwo\n0\n"))


def test_the_second_player_of_a_psq_may_begin() -> None:
    (found,) = read_games("Piskvorky 15x15, 1:1, 1\n8,8\none\ntwo\n0\n")
    assert (found.players, found.record.moves) == (("two", "one"), ("h8",))


@pytest.mark.parametrize(("moves", "outcome"), [("8,8\n", "first"), ("8,8\n9,9\n", "second")])
def test_who_does_not_move_in_time_has_lost_in_a_psq(moves: str, outcome: str) -> None:
    """Its number for that is read and written; others, and that of a game that is over, say nothing."""
    text = f"Piskvorky 15x15, 0:0, 0\n{moves}one\ntwo\n"
    (found,) = read_games(f"{text}15\n")
    assert (found.record.outcome, found.record.termination) == (outcome, TIME_FORFEIT)
    (again,) = read_games("".join(write_games([found.record], format_named("psq"))))
    assert again.record == found.record
    for rest in ("0\n", "-1\n0,Freestyle 15\n", "-2\n15\n", ""):
        (found,) = read_games(text + rest)
        assert (found.record.outcome, found.record.termination) == (None, None)
    row = "".join(f"{x},1\n{x},2\n" for x in range(1, 5)) + "5,1\n"
    (found,) = read_games(f"Piskvorky 15x15, 0:0, 0\n{row}one\ntwo\n15\n")
    assert (found.record.outcome, found.record.termination) == ("first", None)
    (found,) = read_games(f"Piskvorky 15x15, 0:0, 0\n{moves}8,8\none\ntwo\n15\n")
    assert found.fault is not None
    assert (found.record.outcome, found.record.termination) == (None, None)


def test_a_psq_says_nothing_of_a_resignation() -> None:
    """Nor of a loss on time by the side that was not to move, which its number cannot tell."""
    position = nupp.game("mnk").start_position().play("h8")
    for termination, outcome in ((RESIGNATION, "first"), (TIME_FORFEIT, "second")):
        record = record_of(position, ("one", "two"), termination=termination, outcome=outcome)
        text = "".join(write_games([record], format_named("psq")))
        assert text.endswith("two\n-1\n")
        assert next(read_games(text)).record.outcome is None


def test_files_of_amazons() -> None:
    (found,) = file("amazons.sgf")
    assert found.fault is None
    assert found.record.moves == ("g1-c5/d5", "d10-g7/g4", "c5-c7/b7", "g7-d7/d6", "j4-h2/a2")
    assert found.players == ("anna", "bert [5]")
    assert (found.outcome, found.termination) == ("second", RESIGNATION)
    assert "B[gjcfdf]" in "".join(write_games([found.record], format_named("sgf")))


def test_a_file_of_little_golem() -> None:
    (found,) = file("littlegolem.sgf")
    assert found.fault is None
    assert found.record.game == "amazons"
    assert found.record.moves == ("g1-c5/d5", "d10-g7/g4", "c5-c7/b7", "g7-d7/d6")
    assert (found.players, found.outcome, found.termination) == (("anna", "bert"), "second", RESIGNATION)


def test_sgf_of_other_programs() -> None:
    (found,) = read_games(
        "(;FF[3]Game[4]SiZe[9]PlayerBlack[x];Black[ee];White[fe];Black[aa:cc])", nupp.game("mnk")
    )
    assert found.record.game == "mnk"  # FF[3] has no number of the game that this were
    (found,) = read_games("(;GM[4]SZ[9]AB[aa:bb]AW[cc][ii]PL[W];W[ee])")
    assert found.record.start == "xx7/xx7/2o6/9/9/9/9/9/8o o"
    assert found.record.moves == ("e5",)
    (found,) = read_games("(;GM[18]SZ[6]AB[aa]AW[ff]AA[ab];B[aabbcc])")
    assert found.record.start == "W5/x5/6/6/6/5B w"
    with pytest.raises(RecordError, match=r"SZ\[big\]: expected a number"):
        list(read_games("(;GM[4]SZ[big])"))
    with pytest.raises(ValueError, match="'zz': expected a point of the board"):
        list(read_games("(;GM[4]SZ[9]AB[zz])"))
    with pytest.raises(GameNeededError, match=r"GM\[1\], not 2 .*: expected the game"):
        list(read_games("(;GM[1];B[aa])"))
    with pytest.raises(GameNeededError, match="expected the game that they belong to"):
        list(read_games("(;B[aa])"))


def test_an_sgf_is_set_up_before_its_first_move_only() -> None:
    """In the first nodes one property after the other; whatever comes later is a fault."""
    (found,) = read_games("(;GM[4]SZ[9]AB[aa:bb];AE[bb]AW[ii]PL[B];B[ee])")
    assert found.record.start == "xx7/x8/9/9/9/9/9/9/8o x"
    assert (found.record.moves, found.fault) == (("e5",), None)
    for setup in ("AB[aa]", "AW[aa]", "AE[ee]", "PL[B]", "FEN[9/9/9/9/9/9/9/9/9 x]"):
        (found,) = read_games(f"(;GM[4]SZ[9]PB[a];B[ee];W[fe]\n;{setup};B[ff])")
        assert (found.record.moves, found.record.start, found.players) == (("e5", "f5"), None, ("a", ""))
        assert found.fault is not None
        assert str(found.fault).startswith(f"line 2, column {setup.index('[') + 3}: move 3: {setup[:2]}")
        assert "expected no setup after the first move" in str(found.fault)


def test_transcripts_leave_passes_out() -> None:
    moves = file("othello.ggf")[0].record.moves
    text = "".join(move for move in moves if move != "pass")
    both = f"{text.upper()}\n{text[:20]}\n"
    assert recognise(both).name == "transcript"
    long, short = read_games(both, nupp.game("othello"))
    assert (long.record.moves, long.fault) == (moves, None)
    assert short.record.moves == moves[:10]
    assert next(read_games(text, nupp.game("othello"))).record.moves == moves


@pytest.mark.parametrize(
    ("text", "kept", "faults"),
    [
        ("f5d6c3d3c4\nf5d6c\nf5d6\n", [5, 2, 2], ["line 2, column 5: move 3: 'c' begins with no move"]),
        ("f5d6c3d3c4\nf5d6zz\nf5d6\n", [5, 2, 2], ["line 2, column 5: move 3: 'zz' begins with no move"]),
        (
            "f5d6c\nf5d6\n\nf5a1c3\n",
            [2, 2, 1],
            ["line 1, column 5: move 3: 'c'", "line 4, column 3: move 2: 'a1c3'"],
        ),
        ("f5d6c3d3c4\n5d6c3\nf5d6\n", [5, 0, 2], ["line 2, column 1: move 1: '5d6c3' is not a move"]),
    ],
)
def test_a_damaged_transcript_leaves_the_others_whole(text: str, kept: list[int], faults: list[str]) -> None:
    found = list(read_games(text, nupp.game("othello")))
    assert [one.position.ply for one in found] == kept
    for one, said in zip([one.fault for one in found if one.fault], faults, strict=True):
        assert str(one).startswith(said)


@pytest.mark.parametrize(
    "text", ["f5d6c3d3\nc4f4f6f3\n", "f5d6\nc3d3\nc4f4\nf6f3", "f5\nd6\nc3d3 c4\nf4f6f3\n"]
)
def test_a_game_on_several_lines_is_one(text: str) -> None:
    (found,) = read_games(text, nupp.game("othello"))
    assert (len(found.record.moves), found.fault) == (8, None)


def test_a_move_a_line_is_no_transcript() -> None:
    """Also where the moves are cells in a row, some of which come again."""
    assert recognise("c3d4\nf6e5\nd4f6\ng7e5\nb2c3\ne5d4\nc3e5g7e5\n").name == "moves"


def test_lines_for_engines() -> None:
    text = "position startpos moves f5 d6\nposition fen 8/8/8/3OX3/3XXX2/8/8/8 o moves d6\n"
    first, second = read_games(text, nupp.game("othello"))
    assert (first.record.moves, second.record.moves) == (("f5", "d6"), ("d6",))
    assert second.record.start == "8/8/8/3OX3/3XXX2/8/8/8 o"


def test_line_breaks_of_other_systems() -> None:
    for name in ("draughts.pdn", "othello.ggf", "gomoku.psq", "littlegolem.sgf"):
        text = (DATA / name).read_text(encoding="utf-8")
        for other in (text.replace("\n", "\r\n"), "\ufeff" + text):
            assert [one.record for one in read_games(other)] == [one.record for one in read_games(text)]


HUGE = "9" * 5000  # more digits than Python makes a number of

# ---- faults --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "text", "kept", "place", "said"),
    [
        ("draughts", '[GameType "25"]\n\n1. 22-18 11-16\n2. 99-1 *\n', 2, (4, 4), "move 3: '99-1'"),
        ("draughts", '[GameType "25"]\n\n1. 22-18 {not closed\n', 1, (3, 10), "move 2: '{' is not closed"),
        ("othello", "(;GM[Othello]\nB[f5]W[d6]\nB[a1];)", 2, (3, 3), "move 3: 'a1' is not legal"),
        ("othello", "(;GM[Othello]\nB[f5]B[d6];)", 1, (2, 8), "B[d6]: expected a move of the other"),
        ("othello", "(;GM[Othello]B[f5]W[d6", 1, (1, 20), "expected ] at the end of a value"),
        ("othello", "(;GM[Othello]B[f5]W[d6]", 2, (1, 24), "expected ) before the end"),
        ("mnk", "(;GM[4]SZ[15];B[hh]\n;W[hh])", 1, (2, 4), "move 2: 'h8' is not legal"),
        ("mnk", "(;GM[4]SZ[15];B[hh]\n;B[hi])", 1, (2, 4), "B[hi]: expected a move of W"),
        ("mnk", "(;GM[4]SZ[15];B[hh];W[", 1, (1, 22), "expected ] at the end"),
        ("mnk", "(;GM[4]SZ[15];B[hh]\n+;W[ii])", 1, (2, 1), "expected a property"),
        ("mnk", "Piskvorky 15x15, 0:0, 0\n8,8,0\n16,1,0\na\nb\n0\n", 1, (3, 1), "'16,1' is not a move"),
        ("mnk", f"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,{HUGE}\na\nb\n", 1, (3, 1), "expected a cell and mill"),
        ("mnk", f"Piskvorky 15x15, 0:0, 0\n8,8,0\n{HUGE},9\na\nb\n", 1, (3, 1), "expected a cell and mill"),
        ("mnk", "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9", 2, (3, 4), "expected the names of the two players"),
        ("othello", "f5 d6\nc3 z9", 3, (2, 4), "move 4: 'z9' is not legal"),
        ("othello", "f5d6c3d3a1\nf5d6c3d3c4f4\n", 4, (1, 9), "move 5: 'a1' begins with no move"),
        ("othello", "position startpos moves f5\nposition startpos moves f5 f5", 1, (1, 1), ""),
        (
            "othello",
            '{"game": "othello", "players": ["a", "b"], "moves": ["f5", "d6", "d6"]}\n',
            2,
            (1, 1),
            "move 3: 'd6' is not legal",
        ),
    ],
)  # fmt: skip
def test_faults_are_told_by_line_and_column_and_what_is_before_them_kept(
    game: str, text: str, kept: int, place: tuple[int, int], said: str
) -> None:
    found = next(read_games(text, nupp.game(game)))
    assert found.position.ply == kept
    if not said:
        assert found.fault is None
        return
    assert found.fault is not None
    assert said in found.fault.message
    assert (found.fault.line, found.fault.column) == place
    assert str(found.fault).startswith(f"line {place[0]}, column {place[1]}: move {kept + 1}: ")


_GOOD_JSON = '{"game": "othello", "players": ["a", "b"], "moves": ["f5"]'


@pytest.mark.parametrize(
    ("good", "bad", "place", "said"),
    [
        ('[GameType "20"]\n\n*\n', '[GameType "20"]\n[FEN "W:W99:B1"]\n\n*\n', (5, 1), "99"),
        ('[GameType "20"]\n\n*\n', '[White "a"]\n[GameType "99"]\n\n*\n', (5, 1), "unknown GameType '99'"),
        ("(;GM[Othello];)\n", "(;GM[Othello]BO[8 ---- *];)\n", (2, 17), "BO[8 ---- *]: expected the size"),
        ("(;GM[4]SZ[9];B[ee])\n", "(;GM[4]\nSZ[999])\n", (3, 4), "SZ[999]: expected a number"),
        ("(;GM[4]SZ[9];B[ee])\n", "(;GM[4]SZ[9]\nAB[zz])\n", (3, 4), "'zz': expected a point"),
        ("position startpos\n", "position fen zzz moves f5\n", (2, 1), "zzz"),
        (f"{_GOOD_JSON}}}\n", f'{_GOOD_JSON}, "start": "x"}}\n', (2, 1), "'x'"),
        (f"{_GOOD_JSON}}}\n", f"{_GOOD_JSON}}}\n".replace("othello", "otello"), (2, 1), "'otello'"),
    ],
)
def test_a_head_that_is_wrong_is_told_by_line_and_column_and_the_next_games_read(
    good: str, bad: str, place: tuple[int, int], said: str
) -> None:
    found = read_games(good + bad + good, nupp.game("othello"))
    first = next(found)
    with pytest.raises(ValueError, match=re.escape(said)) as caught:
        next(found)
    assert str(caught.value).startswith(f"line {place[0]}, column {place[1]}: ")
    assert [one.record for one in found] == [first.record]


def test_a_board_of_gomocup_that_is_too_large_is_told_by_line_and_column() -> None:
    with pytest.raises(SpecError, match=r"line 1, column 11: .*99"):
        next(read_games("Piskvorky 99x99, 0:0, 0\n1,1,0\na\nb\n"))


def test_games_around_a_line_that_is_no_record_are_given() -> None:
    good = GameRecord("mnk", ("a", "b"), ("h8",)).to_json()
    readers = [read for _, read in open_games(f"{good}\n{good[:30]}\n{good}\n")]
    assert [readers[number](Terms()).record.moves for number in (0, 2)] == [("h8",)] * 2
    with pytest.raises(RecordError, match=r"line 2: .* is no game record \(column 31: "):
        readers[1](Terms())


def test_lines_of_json_end_where_lines_end() -> None:
    """And not at the other signs that are line breaks to some."""
    record = GameRecord("mnk", ("a\u2028b\x85c", "d"), ("h8",))
    text = record.to_json().replace("\\u2028", "\u2028").replace("\\u0085", "\x85") + "\n"
    assert "\u2028" in text
    assert [one.record for one in read_games(text)] == [record]


def test_numbers_that_are_too_long_say_nothing() -> None:
    (found,) = read_games(f"(;GM[Othello]RE[+{HUGE}]B[f5/{HUGE}/{HUGE}]W[d6//1])")
    assert (found.record.moves, found.seconds, found.outcome, found.record.extra) == (
        ("f5", "d6"),
        (0.0, 1.0),
        None,
        {},
    )
    with pytest.raises(NotationError, match="unknown cell"):
        list(read_games(f'[GameType "20"]\n[FEN "W:W1-{HUGE}:B50"]\n1. 32-28 *'))


def test_a_text_that_is_not_of_the_format_asked_for_is_refused() -> None:
    ((_, read),) = open_games("hello", format_named("psq"))
    with pytest.raises(RecordError, match="'hello': expected the board first"):
        read(Terms())


texts = st.sampled_from(
    [
        "(;GM[Othello]B[f5]W[d6];)",
        "(;GM[4]SZ[9]AB[aa:bb];B[ee](;W[fe])(;W[aa]))",
        '[GameType "25"]\n1. c3-d4 {x} *',
    ]
)


@given(text=texts, cut=st.integers(0, 50), other=st.text('()[];BW:,{}"\\ a1\n', max_size=6))
def test_damaged_texts_are_read_or_refused_in_words(text: str, cut: int, other: str) -> None:
    damaged = text[:cut] + other + text[cut + len(other) :]
    with contextlib.suppress(ValueError):
        for found in read_games(damaged, nupp.game("othello")):
            assert found.fault is None or found.fault.message.startswith(f"move {found.position.ply + 1}: ")


def test_long_blanks_take_no_long_time() -> None:
    assert recognise(" " * 200_000 + "f5").name == "moves"
    assert recognise(" " * 200_000 + "1" * 200_000).name == "moves"
    assert recognise("[" * 200_000).name == "moves"
    assert recognise('[a "' * 100_000).name == "moves"


def test_long_texts_that_nest_deeply_take_no_long_time() -> None:
    """Each of these would take hours if every part were looked at for every other one."""
    for text in ("(;" * 100_000, "(;B[" + "\\]" * 200_000, "(;" + "B[ee]" * 50_000, "(;C[" + "a]" * 100_000):
        found = next(read_games(text, nupp.game("mnk")))
        assert found.fault is not None
