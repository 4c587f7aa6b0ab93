"""Games as people write them: tags, numbers, comments, plain lists, protocols; and what may be wrong."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nupp
from nupp.conformance.amounts import amount
from nupp.formats import (
    Reading,
    RecordError,
    open_games,
    read_game,
    read_games,
    record_of,
    tags_of,
    write_game,
)
from nupp.formats.movetext import tagged_spans
from nupp.formats.reading import Source
from nupp.rules import GAMES, NotationError, Position


def read(text: str, game: str = "othello") -> Reading:
    return read_game(text, nupp.game(game))


@pytest.mark.parametrize(
    "text",
    [
        "f5 d6 c3",
        "F5,D6;C3",
        "f5 | d6 | c3",
        "1. f5 d6 2. c3",
        "1.f5 1...d6 2.c3",
        "1) f5 d6 2) c3 *",
        "f5d6c3",
        "position startpos moves f5 d6 c3",
        "startpos moves f5 d6 c3",
        "position 8/8/8/3OX3/3XO3/8/8/8 x moves f5 d6 c3",
        "8/8/8/3OX3/3XO3/8/8/8 x moves f5 d6 c3",
        '[Event "here"]\n[Black "anna"]\n\n1. f5 {why (not)} (1. c4 (1. d3) e3) d6!? $2 ; d7\n2. c3',
        "f5 (d6 [x] {)} d7) d6 c3",
    ],
)
def test_spellings_of_one_game(text: str) -> None:
    found = read(text)
    assert found.fault is None
    assert found.position.moves == ("f5", "d6", "c3")


def test_a_position_alone_is_a_game_without_moves() -> None:
    text = "8/8/8/3OX3/3XXX2/8/8/8 o"
    found = read(f"  {text}\n")
    assert str(found.position) == text
    assert found.position.moves == ()


def test_the_fault_is_reported_and_what_was_before_it_kept() -> None:
    found = read("f5 d6 c3 d3 c4 z9 e3")
    assert found.position.moves == ("f5", "d6", "c3", "d3", "c4")
    assert found.fault is not None
    assert found.fault.text == "z9"
    assert found.fault.message.startswith("move 6: 'z9'")


def test_a_mistyped_move_is_no_row_of_moves() -> None:
    found = read("h8 h88 h9", "mnk")
    assert found.position.moves == ("h8",)
    assert found.fault is not None
    assert "'h88'" in found.fault.message


def test_a_row_without_separators_is_read_up_to_its_fault() -> None:
    found = read("f5d6c3d3c4a1e3")
    assert found.position.moves == ("f5", "d6", "c3", "d3", "c4")
    assert found.fault is not None


def test_digits_of_columns_and_numbers_of_moves() -> None:
    assert read("4453", "connectfour").position.moves == ("4", "4", "5", "3")
    assert read("1. 4 4 2. 5 3", "connectfour").position.moves == ("4", "4", "5", "3")


def test_no_more_moves_than_wanted() -> None:
    for text in ("f5 d6 c3 d3", "f5d6c3d3"):
        found = read_game(text, nupp.game("othello"), most=3)
        assert found.position.moves == ("f5", "d6", "c3")
        assert found.fault is not None
        assert re.match("move 4: .*moves", found.fault.message)
    assert read_game("f5 d6 c3", nupp.game("othello"), most=3).fault is None


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("f5 1-0", "second"),  # of white, as in PGN, and black begins
        ("f5 0-1", "first"),
        ("f5 1/2-1/2", "draw"),
        ("f5 0-0", "draw"),
        ("f5 *", None),
        ("f5", None),
        ('[Result "0-1"]\nf5', "first"),
        ('[Result "who knows"]\nf5', None),
        ('[Result "7-7"]\nf5 7-7', None),
        ('[Result "0-1"]\nf5 *', "first"),
        ('[Result "*"]\nf5 0-1', "first"),
        ('[Result "1/2-1/2"]\nf5 1-1', "draw"),
    ],
)
def test_results(text: str, outcome: str | None) -> None:
    assert read(text).outcome == outcome


def test_results_where_no_side_is_white() -> None:
    assert read("a1 1-0", "tictactoe").outcome == "first"


def test_results_that_contradict_each_other_are_a_fault() -> None:
    found = read('[Result "0-1"]\n1. f5 d6\n1-0')
    assert re.match(r"line 3, column 1: move 3: .*\b1-0.*0-1.*Result", str(found.fault))
    assert (found.position.moves, found.outcome) == (("f5", "d6"), "first")


def test_a_result_that_is_not_that_of_the_moves_is_a_fault() -> None:
    text = '[Game "tictactoe"]\n[First "a"]\n[Result "{}"]\n\n1. a1 a2 2. b1 b2 3. c1'
    (right,) = read_games(text.format("1-0"))
    assert (right.fault, right.record.outcome) == (None, "first")
    (wrong,) = read_games(text.format("0-1"))
    assert re.match("line 1, column 1: .*outcome.*'second'.*'first'", str(wrong.fault))
    assert wrong.record.moves == ("a1", "a2", "b1", "b2", "c1")


@pytest.mark.parametrize(("before", "line"), [("", 1), ('[Game "othello"]\n[White "a"]\n', 3)])
def test_a_tag_that_is_not_closed_is_reported(before: str, line: int) -> None:
    with pytest.raises(RecordError, match=rf'^line {line}, column 1: \[Black "b".*\btag\b'):
        next(read_games(before + '[Black "b"\n\n1. f5'))


@pytest.mark.parametrize("text", ["position fen", "fen", "position fen moves f5"])
def test_a_position_that_is_announced_has_to_be_there(text: str) -> None:
    with pytest.raises(NotationError, match=r"position.*fen"):
        read(text)


def test_players() -> None:
    assert read('[White "w"]\n[Black "b"]\nf5').players == ("b", "w")
    assert read('[First "f"]\na1', "tictactoe").players == ("f", "")
    assert read("f5").players is None


def test_tags_with_quotes() -> None:
    assert tags_of('[Black "a \\"b\\" \\\\c"]\n\n[White "x"]') == {"Black": 'a "b" \\c', "White": "x"}
    assert tags_of('1. f5\n[White "x"]') == {}


def test_texts_of_several_games() -> None:
    one, two = '[White "a"]\n\n1. f5 *', '[White "b"]\n[Black "c"]\n\n1. f5\nd6 *'
    both = f"{one}\n\n{two}\n"
    assert [both[begin:end].strip() for begin, end in tagged_spans(Source(both))] == [one, two]
    assert len(list(open_games("f5\nd6"))) == 1


def test_tags_on_one_line() -> None:
    assert tags_of('[White "x"] [Black "y]"][Round "1"]\n1. f5') == {
        "White": "x",
        "Black": "y]",
        "Round": "1",
    }
    assert read('[Black "anna"] [White "bert"] 1. f5 d6').position.moves == ("f5", "d6")


def test_what_looks_like_a_tag_in_a_comment_is_none() -> None:
    text = '; [Event "no"]\n[Black "a"]\n1. f5 {so\n[Note "q"]\n} d6 ; c3\n[Black "b"]\n% [x "y"]\n1. f5 *'
    one, two = (text[begin:end] for begin, end in tagged_spans(Source(text)))
    assert [read(part).position.moves for part in (one, two)] == [("f5", "d6"), ("f5",)]
    assert [read(part).players for part in (one, two)] == [("a", ""), ("b", "")]


def test_a_wrong_start_is_reported() -> None:
    for text in ("position fen 9/9 x moves f5", '[FEN "9/9 x"]\nf5'):
        with pytest.raises(NotationError, match=r"9/9 x"):
            read(text)


@pytest.mark.slow
def test_what_nests_deeply_takes_no_long_time() -> None:
    """Each of these would take hours if every part were looked at for every other one."""
    many = amount(100_000, 200_000)
    texts = ("(" * many + "f5", "{" * many, "f5" + ")" * many, " " * many + "[")
    for text in (*texts, "f5" + "{a}" * many, "f5" + "(" * many):
        assert read(text).position.ply <= 1


def played(name: str, seed: int) -> Position:
    rng, position = random.Random(seed), nupp.game(name).start_position()
    while not position.is_over and position.ply < 60:
        position = position.play_code(rng.choice(position.legal_move_codes))
    return position


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES.names())
def test_what_is_written_is_read(name: str) -> None:
    for seed in range(3):
        last = played(name, seed)
        record = record_of(last, ('a "b" \\', "c"))
        found = read(write_game(record), name)
        assert found.fault is None
        assert (found.position.moves, found.outcome, found.players) == (
            last.moves,
            record.outcome,
            record.players,
        )
        assert read("".join(last.moves), name).position.moves == last.moves
        later = record_of(nupp.game(name).parse_position(str(played(name, seed).previous)), ("", ""))
        assert str(read(write_game(later), name).position) == str(later.replay())


@given(st.text('f5d6c3 .()[]{}"\\;$10-/*xo8\n', max_size=60))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    try:
        found = read(text)
    except NotationError:
        return
    assert found.fault is None or found.fault.message.startswith(f"move {found.position.ply + 1}: ")
