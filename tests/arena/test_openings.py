"""Openings: books, how they are drawn, and openings that no side would choose."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nupp.arena import Match, MatchError, openings, play_match
from nupp.arena.openings import EVEN, Book, BookError, balanced_opening, random_opening
from nupp.formats import record_of
from nupp.kernel import interpreted
from nupp.players import Budget
from nupp.players.expectation import expected_result
from nupp.players.tuned import tuned_search
from nupp.rules import Position, game
from nupp.spec import SpecError

BOARD = game("tictactoe")

BOOK = """# corners and the middle

a1 b2
b2, a1
   c3
# an edge
b1 b2 b3
"""


def book(path: Path, text: str | bytes = BOOK, spec: str = "tictactoe") -> Book:
    file = path / "openings.txt"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with interpreted():
        return Book.read(file, game(spec))


def moves(positions: tuple[Position, ...]) -> list[str]:
    return [" ".join(position.moves) for position in positions]


def test_lines_are_moves_and_comments_are_skipped(tmp_path: Path) -> None:
    found = book(tmp_path)
    assert moves(found.positions) == ["a1 b2", "b2 a1", "c3", "b1 b2 b3"]
    assert found.name == "openings.txt"
    assert found.longest == 3


@pytest.mark.parametrize("text", [BOOK.replace("\n", "\r\n"), b"\xef\xbb\xbf" + BOOK.encode(), BOOK.strip()])
def test_files_of_other_editors_are_read(tmp_path: Path, text: str | bytes) -> None:
    assert moves(book(tmp_path, text).positions) == ["a1 b2", "b2 a1", "c3", "b1 b2 b3"]


def test_lines_may_be_saved_games_and_begin_where_those_began(tmp_path: Path) -> None:
    with interpreted():
        start = BOARD.parse_position("x2/1o1/3 x")
        saved = record_of(start.play_all(["b1", "c1"]), ("ann", "bob")).to_json()
    found = book(tmp_path, f"a1 b2\n{saved}\n")
    assert moves(found.positions) == ["a1 b2", "b1 c1"]
    first = found.positions[1]
    while first.previous is not None:
        first = first.previous
    assert first == start


def test_books_of_other_formats(tmp_path: Path) -> None:
    one, two = "(;RU[tictactoe];B[ac];W[bb])", '[Game "tictactoe"]\n\n1. b2 a1 *\n'
    three = one.replace("ac", "cc")
    assert moves(book(tmp_path, f"{one}\n{three}").positions) == ["a1 b2", "c1 b2"]
    assert moves(book(tmp_path, two).positions) == ["b2 a1"]
    with pytest.raises(BookError, match=r"game 1\b.*line 2, column 25\b.*move 2\b.*'a1'"):
        book(tmp_path, f"{one}\n(;RU[tictactoe];B[ac];W[ac])")
    with pytest.raises(BookError, match=r"game 0\b.*othello.*tictactoe"):
        book(tmp_path, "(;GM[Othello]B[f5];)")


def test_lines_may_be_typed_in_any_way(tmp_path: Path) -> None:
    text = "1. a1 b2 2. c3\n1.b2 a1 {the middle}\nc3b2a1\na1|b1\n"
    assert moves(book(tmp_path, text).positions) == ["a1 b2 c3", "b2 a1", "c3 b2 a1", "a1 b1"]


def test_an_opening_that_comes_again_is_taken_once(tmp_path: Path) -> None:
    assert moves(book(tmp_path, "a1 b2\nc3\n1. a1 b2\n").positions) == ["a1 b2", "c3"]


def test_the_file_of_a_match_is_a_book_of_its_openings(tmp_path: Path) -> None:
    """Whole games that are over, of which each pair has begun with one opening."""
    path = tmp_path / "run.jsonl"
    match = Match("tictactoe", "random", "lines", games=6, seed=4, openings=3)
    with interpreted():
        play_match(match, out=path)
        wanted = [match.opening(number).moves for number in (0, 2, 4)]
        found = Book.read(path, BOARD)
    assert [one.moves for one in found.positions] == wanted


def test_openings_longer_than_the_game_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with interpreted():
        for plies in (9, 50):
            with pytest.raises(SpecError, match=rf"\b{plies} random moves.*\b9\b"):
                play_match(Match("tictactoe", "random", "random", games=2, openings=plies), out=path)
        assert not path.exists()
        assert len(play_match(Match("tictactoe", "random", "random", games=2, openings=6)).records) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. a1 b2\n2. c3 a2\n", r"line 2\b.*move 2"),
        ("a1\n\n# b\nb2 b2\n", r"line 4\b.*move 2\b.*'b2'"),
        ("a1\nz9\n", r"line 2\b.*move 1\b.*'z9'"),
        ("a1 a2 b1 b2 c1\n", r"line 1\b.*over, x wins"),
        ('{"game": "othello", "players": ["a", "b"], "moves": ["f5"]}', r"line 1\b.*othello"),
        ('{"game": "chess", "players": ["a", "b"], "moves": []}', r"line 1\b.*'chess'"),
        ('{"game": "tictactoe"', r"line 1\b.*no game record"),
        ('{"game": "tictactoe", "players": ["a", "b"], "moves": ["a1", "a1"]}', r"line 1\b.*move 2\b.*'a1'"),
        ("# nothing but words\n\n", "no opening"),
        ("", "no opening"),
        (b"\xff\xfe\x00a1", "no text"),
    ],
)  # fmt: skip
def test_bad_books_are_refused_with_the_line(tmp_path: Path, text: str | bytes, said: str) -> None:
    with pytest.raises(BookError, match=said) as caught:
        book(tmp_path, text)
    assert repr(str(tmp_path / "openings.txt")) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["none.txt", ""])
def test_a_book_that_cannot_be_read_is_reported(tmp_path: Path, name: str) -> None:
    with pytest.raises(BookError, match=r"Is a directory|No such file"):
        Book.read(tmp_path / name, BOARD)


def test_all_are_played_before_any_comes_again_in_an_order_of_the_seed(tmp_path: Path) -> None:
    found = book(tmp_path)
    orders = set()
    for seed in range(12):
        drawn = [found.opening(pair, seed) for pair in range(12)]
        for round_ in (drawn[:4], drawn[4:8], drawn[8:]):
            assert Counter(round_) == Counter(found.positions)
        assert drawn == [found.opening(pair, seed) for pair in range(12)]
        orders.add(tuple(moves(tuple(drawn[:4]))))
        orders.add(tuple(moves(tuple(drawn[4:8]))))
    assert len(orders) > 10  # of 24 that there are


def test_both_games_of_a_pair_begin_from_the_same_line(tmp_path: Path) -> None:
    match = Match("tictactoe", "random", "random", games=12, seed=3, book=book(tmp_path))
    with interpreted():
        records = play_match(match).records
    assert match.book is not None
    for pair in range(6):
        opening = match.book.opening(pair, 3)
        for number in (2 * pair, 2 * pair + 1):
            assert records[number].moves[: len(opening.moves)] == opening.moves
            assert records[number].opening == len(opening.moves)


def test_the_file_of_a_match_tells_its_book_and_another_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    match = Match("tictactoe", "random", "random", games=2, book=book(tmp_path))
    with interpreted():
        play_match(match, out=path)
        entry = json.loads(path.read_text().splitlines()[0])["match"]["book"]
        assert entry["name"] == "openings.txt"
        assert entry["openings"] == 4
        assert len(entry["sha256"]) == 64
        assert len(play_match(replace(match, book=book(tmp_path)), out=path, resume=True).records) == 2
        before = path.read_bytes()
        other = replace(match, book=book(tmp_path, BOOK + "a2\n"))
        with pytest.raises(
            MatchError,
            match=r"--book openings\.txt.*--book openings\.txt.*contents",
        ):
            play_match(other, out=path, resume=True)
        renamed = replace(match, book=replace(book(tmp_path), name="b.txt"))
        with pytest.raises(MatchError, match=r"--book openings\.txt.*--book b\.txt"):
            play_match(renamed, out=path, resume=True)
        with pytest.raises(MatchError, match=r"another match.*--book"):
            play_match(replace(match, book=None), out=path, resume=True)
    assert path.read_bytes() == before


def test_a_book_and_balance_or_too_few_plies_are_refused(tmp_path: Path) -> None:
    found = book(tmp_path)
    with pytest.raises(ValueError, match=r"openings\.txt.*balance 5"):
        Match("tictactoe", "random", "random", games=2, book=found, balance=5)
    with pytest.raises(ValueError, match=r"max_plies 3\b.*\b3 of the openings"):
        Match("tictactoe", "random", "random", games=2, book=found, max_plies=3)


# ---- random openings ---------------------------------------------------------------------------


def test_random_openings_end_before_the_game_does() -> None:
    with interpreted():
        for seed in range(20):
            position = random_opening(BOARD, 30, np.random.default_rng(seed))
            assert not position.is_over
            assert any(position.play_code(code).is_over for code in position.legal_move_codes)


LEAD = "reversi"
PLIES, NODES = 9, 200
MATCH = Match(LEAD, "random", "random", games=16, seed=2, openings=PLIES)


def lead(position: Position) -> float:
    """By how much either side is ahead, as the search sees it."""
    judge = tuned_search(position.game, table=4)
    decision = judge.choose(position, Budget(nodes=NODES))
    return abs(expected_result(decision) - 0.5)


def test_balanced_openings_are_more_even_than_others() -> None:
    plain = [lead(MATCH.opening(number)) for number in range(0, 16, 2)]
    balanced = [lead(replace(MATCH, balance=NODES).opening(number)) for number in range(0, 16, 2)]
    assert max(balanced) <= EVEN < max(plain)
    assert np.mean(balanced) < np.mean(plain) / 1.5


def test_balanced_openings_depend_on_the_seed_alone() -> None:
    match = replace(MATCH, balance=NODES)
    for pair in range(4):
        opening = match.opening(2 * pair)
        rng = np.random.default_rng(match.seeds(2 * pair)[0])
        assert opening == match.opening(2 * pair + 1) == balanced_opening(game(LEAD), PLIES, rng, NODES)
        assert len(opening.moves) == PLIES
    assert len({match.opening(number) for number in range(8)}) == 4


def test_where_no_opening_is_even_the_most_even_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "EVEN", -1.0)
    monkeypatch.setattr(openings, "TRIES", 10)
    rng = np.random.default_rng(7)
    tried = [random_opening(game(LEAD), PLIES, rng) for _ in range(10)]
    said = r"10 random openings of reversi.* 9 moves.*200 positions"
    with pytest.warns(UserWarning, match=said):
        found = balanced_opening(game(LEAD), PLIES, np.random.default_rng(7), NODES)
    assert found == min(tried, key=lead)
    assert found != tried[0]
