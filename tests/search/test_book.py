"""Opening books: made, resumed, kept in files, and used by players that solve."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from nupp.kernel import interpreted
from nupp.players import Budget, player
from nupp.rules import Position, game
from nupp.search import book as book_module
from nupp.search.book import Book, BookMaker, book_of, key_of, outcomes_of, place_of, read_book, write_book
from nupp.search.packed import PackedError
from nupp.search.solve import Solver, new_solver

SMALL = game("connectfour:width=5,height=5")
PLIES = 3


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    folder = tmp_path_factory.mktemp("book")
    outcomes = BookMaker(SMALL, PLIES, folder / "journal", threads=4, megabytes=4).run(lambda done, of: None)
    write_book(folder / "small.book", SMALL, PLIES, outcomes)
    return read_book(folder / "small.book", SMALL)


def beginnings(position: Position, plies: int) -> list[Position]:
    """All positions of the first plies."""
    after = [position.play_code(code) for code in position.legal_move_codes] if plies else []
    return [position, *(one for child in after for one in beginnings(child, plies - 1))]


@pytest.fixture(scope="module")
def solver() -> Solver:
    return new_solver(SMALL.start_position(), 16)


def best_by(solver: Solver, position: Position) -> tuple[int, set[int]]:
    """The outcome of a position for its side to move, and the moves that keep it, found by a solver alone."""
    worth = {}
    for code in position.legal_move_codes:
        outcome = solver.outcome(position.play_code(code))
        assert outcome is not None
        worth[code] = -outcome
    best = max(worth.values())
    return best, {code for code in worth if worth[code] == best}


def assert_right(book: Book, solver: Solver, plies: int) -> None:
    """All that a book says is so, and it says it of all positions of the first plies."""
    for position in beginnings(SMALL.start_position(), plies):
        found = book.best_moves(position)
        assert found is not None
        best, moves = best_by(solver, position)
        assert found[0] == best == book.outcome(position)
        assert set(found[1]) <= moves


@pytest.mark.slow
def test_outcomes_and_moves_are_those_of_the_solver(book: Book, solver: Solver) -> None:
    assert_right(book, solver, PLIES - 1)
    last = [one for one in beginnings(SMALL.start_position(), PLIES) if one.ply == PLIES]
    outcomes = {key_of(one): (book.outcome(one), solver.outcome(one)) for one in last}
    assert all(known in (None, right) for known, right in outcomes.values())
    assert any(known is None for known, _ in outcomes.values())


class Drawing:
    """Stands for a solver: every position is drawn. `asked` has the keys of those that it was asked about."""

    def __init__(self, asked: list[int]) -> None:
        self.asked = asked

    def outcome(self, position: Position) -> int:
        self.asked.append(key_of(position))
        time.sleep(0.002)  # another thread comes to the same position meanwhile
        return 0


class Failing(Drawing):
    """Fails at the third position."""

    def outcome(self, position: Position) -> int:
        if len(self.asked) == 2:
            raise OSError("no space left")
        return super().outcome(position)


@pytest.mark.parametrize("threads", [1, 4])
def test_threads_solve_no_position_twice(
    threads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(book_module, "new_solver", lambda position, megabytes: Drawing(asked))
    maker = BookMaker(SMALL, PLIES, tmp_path / "journal", threads)
    outcomes = maker.run(lambda done, of: None)
    assert len(asked) == len(set(asked))
    assert maker.undecided == 0
    assert set(asked) <= outcomes.keys()


@pytest.mark.parametrize("threads", [1, 4])
def test_a_solver_that_fails_ends_the_making(
    threads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(book_module, "new_solver", lambda position, megabytes: Failing(asked))
    with pytest.raises(OSError, match="no space left"):
        BookMaker(SMALL, PLIES, tmp_path / "journal", threads).run(lambda done, of: None)
    solved = (tmp_path / "journal").read_text().split()
    assert set(map(str, asked)) == set(solved[::2])


def test_moves_are_those_that_keep_the_outcome(book: Book, solver: Solver) -> None:
    position = SMALL.start_position().play("1")
    found = book.best_moves(position)
    assert found is not None
    assert (found[0], set(found[1])) == best_by(solver, position)
    last = [one for one in beginnings(position, PLIES - 1) if one.ply == PLIES and book.outcome(one) != -1]
    assert last
    assert all(book.best_moves(one) is None for one in last)  # what follows is unknown


def test_a_stopped_book_is_finished_from_its_journal(tmp_path: Path, solver: Solver) -> None:
    journal = tmp_path / "journal"

    def stop(done: int, of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        BookMaker(SMALL, 2, journal, megabytes=4).run(stop)
    solved = journal.read_text()
    with journal.open("a") as file:
        file.write("12345")  # cut off
    progress: list[int] = []
    outcomes = BookMaker(SMALL, 2, journal, megabytes=4).run(lambda done, of: progress.append(done))
    assert progress[0] >= 2  # a thread may have been ahead of the report
    assert journal.read_text().startswith(solved)
    write_book(tmp_path / "one.book", SMALL, 2, outcomes)
    assert_right(read_book(tmp_path / "one.book", SMALL), solver, 1)


def test_an_unfinished_book_has_what_follows_from_it(book: Book, tmp_path: Path, solver: Solver) -> None:
    whole, start = outcomes_of(book), SMALL.start_position()
    last = sorted({key_of(one) for one in beginnings(start, PLIES) if one.ply == PLIES} & whole.keys())
    known = {key: whole[key] for key in last[: len(last) // 2]}
    maker = BookMaker(SMALL, PLIES, tmp_path / "journal", megabytes=4, known=known)
    found = maker.run(lambda done, of: None, seconds=0)
    assert not (tmp_path / "journal").read_text()
    assert known.items() < found.items() < whole.items()
    write_book(tmp_path / "half.book", SMALL, PLIES, found, maker.undecided)
    half = read_book(tmp_path / "half.book", SMALL)
    assert (half.undecided, book.undecided, outcomes_of(half)) == (maker.undecided, 0, found)
    before = {
        key_of(one): half.best_moves(one) for one in beginnings(start, PLIES - 1) if one.ply == PLIES - 1
    }
    assert list(before.values()).count(None) == half.undecided > 0
    rest = BookMaker(SMALL, PLIES, tmp_path / "journal", megabytes=4, known=outcomes_of(half))
    write_book(tmp_path / "rest.book", SMALL, PLIES, rest.run(lambda done, of: None))
    assert_right(read_book(tmp_path / "rest.book", SMALL), solver, PLIES - 1)


@pytest.mark.parametrize(
    ("spec", "plies"), [("othello:size=4", 2), ("dotsandboxes:size=2", 3), ("tictactoe", 9)]
)
def test_books_of_games_with_margins_turns_of_two_moves_and_early_ends(
    spec: str, plies: int, tmp_path: Path
) -> None:
    rules = game(spec)
    start = rules.start_position()
    maker = BookMaker(rules, plies, tmp_path / "journal", threads=2, megabytes=4)
    write_book(tmp_path / "one.book", rules, plies, maker.run(lambda done, of: None))
    one, solver = read_book(tmp_path / "one.book", rules), new_solver(start, 4)
    assert maker.undecided == 0
    assert one.outcome(start) == solver.outcome(start)
    for position in [*beginnings(start, 1), *beginnings(start, plies - 1)[:: max(1, 40 * (plies - 3))]]:
        assert position.is_over or one.outcome(position) == solver.outcome(position)
        assert position.is_over or one.best_moves(position) is not None


def test_a_maker_that_is_stopped_half_way_counts_what_is_left(tmp_path: Path) -> None:
    plies, clock = 4, iter(range(10**6))
    maker = BookMaker(SMALL, plies, tmp_path / "journal", megabytes=4)
    counts: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "monotonic", lambda: float(next(clock)))
        outcomes = maker.run(lambda done, of: counts.append(done), seconds=60)
    write_book(tmp_path / "one.book", SMALL, plies, outcomes, maker.undecided)
    one = read_book(tmp_path / "one.book", SMALL)
    before = {key_of(at): at for at in beginnings(SMALL.start_position(), plies - 1) if at.ply == plies - 1}
    assert sum(one.best_moves(at) is None for at in before.values()) == maker.undecided > 0
    assert 0 < counts[-1] <= len(before) - maker.undecided


def test_a_book_of_no_plies_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="of 0 plies: expected 1 or more"):
        BookMaker(SMALL, 0, tmp_path / "journal")


def test_a_book_of_more_plies_takes_over_what_one_of_fewer_knows(
    book: Book, tmp_path: Path, solver: Solver
) -> None:
    journal, known = tmp_path / "journal", outcomes_of(book)
    maker = BookMaker(SMALL, PLIES + 1, journal, megabytes=4, known=known)
    found = maker.run(lambda done, of: None)
    assert known.items() < found.items()
    write_book(tmp_path / "more.book", SMALL, PLIES + 1, found)
    assert_right(read_book(tmp_path / "more.book", SMALL), solver, PLIES)
    lost = [one for one in beginnings(SMALL.start_position(), PLIES) if book.outcome(one) == -1]
    solved = {int(line.split()[0]) for line in journal.read_text().splitlines()}
    after_lost = {key_of(one.play_code(code)) for one in lost for code in one.legal_move_codes}
    after_others = {
        key_of(child)
        for one in beginnings(SMALL.start_position(), PLIES)
        if one.ply == PLIES and book.outcome(one) != -1
        for child in (one.play_code(code) for code in one.legal_move_codes)
    }
    assert after_lost - after_others  # all moves of a lost position lose: nothing has to be solved there
    assert not solved & (after_lost - after_others)


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


def test_a_damaged_book_is_left_out_for_the_next_smaller_one(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    path = place_of(SMALL)
    path.parent.mkdir(parents=True)
    path.write_bytes(book.path.read_bytes())
    larger = path.with_name("larger.book")
    write_book(larger, SMALL, PLIES + 1, outcomes_of(book))
    larger.write_bytes(larger.read_bytes()[:-9])
    with pytest.warns(UserWarning, match=r"opening book left out: '.*larger\.book' is damaged"):
        found = book_of(SMALL)
    assert found is not None
    assert (found.path, found.plies) == (path, PLIES)
