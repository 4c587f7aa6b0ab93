"""Faults of texts: where they are, and that what is before and after them is read."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nupp
from formats.examples import HUGE
from nupp.formats import (
    GameRecord,
    ReadOptions,
    RecordError,
    format_named,
    open_games,
    read_games,
)
from nupp.rules import NotationError


@pytest.mark.parametrize(
    ("game", "text", "kept", "place", "said"),
    [
        ("draughts", '[GameType "25"]\n\n1. 22-18 11-16\n2. 99-1 *\n', 2, (4, 4), "move 3: '99-1'"),
        ("draughts", '[GameType "25"]\n\n1. 22-18 {not closed\n', 1, (3, 10), "move 2: '{'"),
        ("othello", "(;GM[Othello]\nB[f5]W[d6]\nB[a1];)", 2, (3, 3), "move 3: 'a1'"),
        ("othello", "(;GM[Othello]\nB[f5]B[d6];)", 1, (2, 8), r"B\[d6\]"),
        ("othello", "(;GM[Othello]B[f5]W[d6", 1, (1, 20), "]"),
        ("othello", "(;GM[Othello]B[f5]W[d6]", 2, (1, 24), r"\)"),
        ("mnk", "(;GM[4]SZ[15];B[hh]\n;W[hh])", 1, (2, 4), "move 2: 'h8'"),
        ("mnk", "(;GM[4]SZ[15];B[hh]\n;B[hi])", 1, (2, 4), r"B\[hi\].*\bW\b"),
        ("mnk", "(;GM[4]SZ[15];B[hh];W[", 1, (1, 22), "]"),
        ("mnk", "(;GM[4]SZ[15];B[hh]\n+;W[ii])", 1, (2, 1), "property"),
        ("mnk", "Piskvorky 15x15, 0:0, 0\n8,8,0\n16,1,0\na\nb\n0\n", 1, (3, 1), "'16,1'"),
        ("mnk", f"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,{HUGE}\na\nb\n", 1, (3, 1), "'9.*cell and mill"),
        ("mnk", f"Piskvorky 15x15, 0:0, 0\n8,8,0\n{HUGE},9\na\nb\n", 1, (3, 1), "'9.*cell and mill"),
        ("mnk", "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9", 2, (3, 4), "names of the two players"),
        ("othello", "f5 d6\nc3 z9", 3, (2, 4), "move 4: 'z9'"),
        ("othello", "f5d6c3d3a1\nf5d6c3d3c4f4\n", 4, (1, 9), "move 5: 'a1'"),
        ("othello", "position startpos moves f5\nposition startpos moves f5 f5", 1, (1, 1), ""),
        (
            "othello",
            '{"game": "othello", "players": ["a", "b"], "moves": ["f5", "d6", "d6"]}\n',
            2,
            (1, 1),
            "move 3: 'd6'",
        ),
    ],
)  # fmt: skip
def test_faults_are_reported_by_line_and_column_and_what_is_before_them_kept(
    game: str, text: str, kept: int, place: tuple[int, int], said: str
) -> None:
    found = next(read_games(text, nupp.game(game)))
    assert found.position.ply == kept
    if not said:
        assert found.fault is None
        return
    assert found.fault is not None
    assert re.search(said, found.fault.message)
    assert (found.fault.line, found.fault.column) == place
    assert str(found.fault).startswith(f"line {place[0]}, column {place[1]}: move {kept + 1}: ")


_GOOD_JSON = '{"game": "othello", "players": ["a", "b"], "moves": ["f5"]'


@pytest.mark.parametrize(
    ("good", "bad", "place", "said"),
    [
        ('[GameType "20"]\n\n*\n', '[GameType "20"]\n[FEN "W:W99:B1"]\n\n*\n', (5, 1), "99"),
        ('[GameType "20"]\n\n*\n', '[White "a"]\n[GameType "99"]\n\n*\n', (5, 1), "GameType '99'"),
        ("(;GM[Othello];)\n", "(;GM[Othello]BO[8 ---- *];)\n", (2, 17), r"BO\[8 ---- \*\].*size"),
        ("(;GM[4]SZ[9];B[ee])\n", "(;GM[4]\nSZ[999])\n", (3, 4), r"SZ\[999\].*number"),
        ("(;GM[4]SZ[9];B[ee])\n", "(;GM[4]SZ[9]\nAB[zz])\n", (3, 4), "'zz'.*point"),
        ("position startpos\n", "position fen zzz moves f5\n", (2, 1), "zzz"),
        (f"{_GOOD_JSON}}}\n", f'{_GOOD_JSON}, "start": "x"}}\n', (2, 1), "'x'"),
        (f"{_GOOD_JSON}}}\n", f"{_GOOD_JSON}}}\n".replace("othello", "otello"), (2, 1), "'otello'"),
    ],
)
def test_a_head_that_is_wrong_is_reported_by_line_and_column_and_the_next_games_read(
    good: str, bad: str, place: tuple[int, int], said: str
) -> None:
    found = read_games(good + bad + good, nupp.game("othello"))
    first = next(found)
    with pytest.raises(ValueError, match=said) as caught:
        next(found)
    assert str(caught.value).startswith(f"line {place[0]}, column {place[1]}: ")
    assert [one.record for one in found] == [first.record]


def test_games_around_a_line_that_is_no_record_are_given() -> None:
    good = GameRecord("mnk", ("a", "b"), ("h8",)).to_json()
    readers = [read for _, read in open_games(f"{good}\n{good[:30]}\n{good}\n")]
    assert [readers[number](ReadOptions()).record.moves for number in (0, 2)] == [("h8",)] * 2
    with pytest.raises(RecordError, match=r"line 2: .*column 31\b"):
        readers[1](ReadOptions())


def test_numbers_that_are_too_long_say_nothing() -> None:
    (found,) = read_games(f"(;GM[Othello]RE[+{HUGE}]B[f5/{HUGE}/{HUGE}]W[d6//1])")
    assert (found.record.moves, found.seconds, found.outcome, found.record.extra) == (
        ("f5", "d6"),
        (0.0, 1.0),
        None,
        {},
    )
    with pytest.raises(NotationError, match="9999"):
        list(read_games(f'[GameType "20"]\n[FEN "W:W1-{HUGE}:B50"]\n1. 32-28 *'))


def test_a_text_that_is_not_of_the_format_asked_for_is_refused() -> None:
    ((_, read),) = open_games("hello", format_named("psq"))
    with pytest.raises(RecordError, match=r"'hello'.*board"):
        read(ReadOptions())


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


@pytest.mark.slow
def test_long_texts_that_nest_deeply_take_no_long_time() -> None:
    """Each of these would take hours if every part were looked at for every other one."""
    for text in ("(;" * 100_000, "(;B[" + "\\]" * 200_000, "(;" + "B[ee]" * 50_000, "(;C[" + "a]" * 100_000):
        found = next(read_games(text, nupp.game("mnk")))
        assert found.fault is not None
