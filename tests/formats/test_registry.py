"""All formats: what is written is read again, and which format a text or a file has."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nupp
from formats.examples import DATA
from nupp.formats import (
    TIME_FORFEIT,
    GameRecord,
    RecordError,
    all_formats,
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
from nupp.rules import Position

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


def played(start: Position, plies: int, seed: int) -> Position:
    rng = random.Random(seed)
    while not start.is_over and start.ply < plies:
        start = start.play_code(rng.choice(start.legal_move_codes))
    return start


names = st.text("abcXYZ 0-9[]()\\\"';:/é", min_size=1, max_size=12).map(lambda text: f"p{text} q".strip())


@pytest.mark.slow
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
            with pytest.raises(RecordError, match=re.escape(repr(record.start))):
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
    assert set(KEEPS) == {form.name for form in all_formats()}


@pytest.mark.parametrize(
    "form", [form for form in all_formats() if form.name not in ("psq", "moves")], ids=lambda f: f.name
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
    with pytest.raises(RecordError, match=r"psq .*\bone game"):
        list(write_games([record, record], format_named("psq")))


def test_a_game_that_a_format_cannot_hold_is_refused() -> None:
    record = record_of(nupp.game("hexxagon").start_position(), ("a", "b"))
    with pytest.raises(RecordError, match=r"hexxagon.*\bggf\b.*json, sgf, "):
        list(write_games([record], format_named("ggf")))
    with pytest.raises(RecordError, match=r"'pgn'.*json, ggf"):
        format_named("pgn")


def test_illegal_records_are_not_written() -> None:
    record = GameRecord("mnk", ("a", "b"), ("h8", "h8"))
    with pytest.raises(RecordError, match="move 2: 'h8'"):
        list(write_games([record], format_named("sgf")))


def test_endings_of_files() -> None:
    endings = {"a.pdn": "pdn", "A.SGF": "sgf", "x.json": "json", "x.jsonl": "json", "b.ggf": "ggf"}
    for name, form in endings.items():
        found = format_of_file(name)
        assert found is not None
        assert found.name == form
    assert format_of_file("games.txt") is None
    assert format_of_file("games") is None


def test_line_breaks_of_other_systems() -> None:
    for name in ("draughts.pdn", "othello.ggf", "gomoku.psq", "littlegolem.sgf"):
        text = (DATA / name).read_text(encoding="utf-8")
        for other in (text.replace("\n", "\r\n"), "\ufeff" + text):
            assert [one.record for one in read_games(other)] == [one.record for one in read_games(text)]


def test_lines_of_json_end_where_lines_end() -> None:
    """And not at the other signs that are line breaks to some."""
    record = GameRecord("mnk", ("a\u2028b\x85c", "d"), ("h8",))
    text = record.to_json().replace("\\u2028", "\u2028").replace("\\u0085", "\x85") + "\n"
    assert "\u2028" in text
    assert [one.record for one in read_games(text)] == [record]


def test_long_blanks_take_no_long_time() -> None:
    assert recognise(" " * 200_000 + "f5").name == "moves"
    assert recognise(" " * 200_000 + "1" * 200_000).name == "moves"
    assert recognise("[" * 200_000).name == "moves"
    assert recognise('[a "' * 100_000).name == "moves"
