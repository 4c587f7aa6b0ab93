"""Opening books: made, resumed, kept in files, and used by players that solve."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nupp.kernel import interpreted
from nupp.players import Budget, player
from nupp.rules import Position, game
from nupp.search.book import Book, BookMaker, book_of, key_of, outcomes_of, place_of, read_book, write_book
from nupp.search.packed import PackedError
from nupp.search.solve import new_solver

SMALL = game("connectfour:width=5,height=4")
PLIES = 3


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    folder = tmp_path_factory.mktemp("book")
    outcomes = BookMaker(SMALL, PLIES, folder / "journal", threads=2, megabytes=4).run(lambda done, of: None)
    write_book(folder / "small.book", SMALL, PLIES, outcomes)
    return read_book(folder / "small.book", SMALL)


def beginnings(position: Position, plies: int) -> list[Position]:
    """All positions of the first plies."""
    after = [position.play_code(code) for code in position.legal_move_codes] if plies else []
    return [position, *(one for child in after for one in beginnings(child, plies - 1))]


@pytest.mark.slow
def test_outcomes_are_those_of_the_solver(book: Book) -> None:
    start = SMALL.start_position()
    solver = new_solver(start, 16)
    known = beginnings(start, PLIES)
    for position in known:
        value = solver.value(position)
        assert value is not None
        sign = 1 if position.to_move == 0 else -1
        assert book.outcome(position) == sign * value.outcome == solver.outcome(position)
    assert len(book.keys) == len({key_of(position) for position in known}) < len(known) / 2


def test_best_moves_are_those_that_keep_the_outcome(book: Book) -> None:
    position = SMALL.start_position().play("1")
    solver = new_solver(position, 16)
    values = {code: solver.value(position.play_code(code)) for code in position.legal_move_codes}
    outcomes = {code: value.outcome for code, value in values.items() if value is not None}
    worst = min(outcomes.values())  # the second side is to move
    assert book.best_moves(position) == (-worst, tuple(code for code in outcomes if outcomes[code] == worst))
    assert book.best_moves(position.play_all(["1", "1", "1"])) is None  # of the last ply the next is unknown


def test_a_stopped_book_is_finished_from_its_journal(tmp_path: Path) -> None:
    journal = tmp_path / "journal"

    def stop(done: int, of: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        BookMaker(SMALL, 2, journal, megabytes=4).run(stop)
    with journal.open("a") as file:
        file.write("12345")  # cut off
    progress: list[int] = []
    outcomes = BookMaker(SMALL, 2, journal, megabytes=4).run(lambda done, of: progress.append(done))
    assert progress[0] == 4
    assert outcomes == BookMaker(SMALL, 2, tmp_path / "other", megabytes=4).run(lambda done, of: None)


def test_an_unfinished_book_has_what_follows_from_it(book: Book, tmp_path: Path) -> None:
    whole, start = outcomes_of(book), SMALL.start_position()
    last = {key_of(one) for one in beginnings(start, PLIES) if one.ply == PLIES}
    known = {key: whole[key] for key in sorted(last)[: len(last) // 2]}
    maker = BookMaker(SMALL, PLIES, tmp_path / "journal", megabytes=4, known=known)
    found = maker.run(lambda done, of: None, seconds=0)
    assert maker.missing == len(last) - len(known) > 0
    assert known.items() < found.items() < whole.items()
    write_book(tmp_path / "half.book", SMALL, PLIES, found, maker.missing)
    half = read_book(tmp_path / "half.book", SMALL)
    assert (half.missing, book.missing, outcomes_of(half)) == (maker.missing, 0, found)
    for position in beginnings(start, PLIES - 1):
        some, every = half.best_moves(position), book.best_moves(position)
        assert every is not None
        assert some is None or (some[0] == every[0] and set(some[1]) <= set(every[1]))
    rest = BookMaker(SMALL, PLIES, tmp_path / "journal", megabytes=4, known=outcomes_of(half))
    assert rest.run(lambda done, of: None) == whole


def test_one_move_that_wins_is_enough(book: Book) -> None:
    known = beginnings(SMALL.start_position(), PLIES - 1)
    won, (code, *_) = next((one, best[1]) for one in known if (best := book.best_moves(one)) and best[0] == 1)
    keys = np.array([key_of(won.play_code(code))], np.uint64)
    assert Book(keys, np.array([-1], np.int8), PLIES, 1, book.path).best_moves(won) == (1, (code,))
    assert Book(keys, np.array([0], np.int8), PLIES, 1, book.path).best_moves(won) is None


@pytest.mark.slow
def test_players_that_solve_keep_what_the_book_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    game_of = game("connectfour:width=4,height=5")
    path = place_of(game_of)
    path.parent.mkdir(parents=True)
    outcomes = BookMaker(game_of, 2, tmp_path / "journal", megabytes=4).run(lambda done, of: None)
    write_book(path, game_of, 2, outcomes)
    book = book_of(game_of)
    assert book is not None
    for spec in ("strong", "exact"):
        chooser = player(spec, game_of)
        with interpreted():
            decision = chooser.choose(game_of.start_position(), Budget(nodes=1))
        known = book.best_moves(game_of.start_position())
        assert known is not None
        assert decision.code in known[1]
        assert decision.score_kind == ("draw" if known[0] == 0 else "proven")


def test_files_that_are_no_books(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "one.book"
    path.write_bytes(book.path.read_bytes()[:-9])
    with pytest.raises(PackedError, match=r"one\.book' is damaged"):
        read_book(path, SMALL)
    with pytest.raises(PackedError, match="expected one for connectfour"):
        read_book(book.path, game("connectfour"))
    path.write_text("nonsense")
    with pytest.raises(PackedError, match=r"is no opening book: expected a file made by `nupp book`"):
        read_book(path, SMALL)
