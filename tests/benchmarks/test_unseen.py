"""The games that nobody tuned nupp for, against slow rules that share no code with them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import nupp
from games.differential import compare, one_game
from nupp.rules import NotationError, load_file
from plain import plain_rules

__all__ = ["plain_rules"]

FOLDER = Path(__file__).parents[2] / "benchmarks" / "unseen"

Square = tuple[int, int]
"""A column and a row, from 0."""

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
AROUND = (*STRAIGHT, (1, 1), (-1, -1), (1, -1), (-1, 1))


def named(square: Square) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def square_of(name: str) -> Square:
    return "abcdefgh".index(name[0]), int(name[1]) - 1


def step(square: Square, way: Square, times: int = 1) -> Square:
    return square[0] + times * way[0], square[1] + times * way[1]


def span(one: int, other: int) -> range:
    """The numbers from one to the other, both included."""
    return range(min(one, other), max(one, other) + 1)


class OnBoard:
    """Pieces on squares: `board` has the letter of each. Who is to move at the end has lost by default."""

    width = height = 8
    letters = "BW"

    def __init__(self, board: dict[Square, str], side: int = 0, before: tuple[str, ...] = ()) -> None:
        self.board, self.side, self.before = board, side, before
        self.own, self.enemy = self.letters[side], self.letters[1 - side]

    @property
    def over(self) -> bool:
        return not self.moves()

    @property
    def outcome(self) -> int:
        return 1 if self.side else -1

    @property
    def margin(self) -> int:
        return self.outcome

    def moves(self) -> list[str]:
        raise NotImplementedError

    def is_on(self, square: Square) -> bool:
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def of(self, letter: str) -> set[Square]:
        return {square for square, piece in self.board.items() if piece == letter}

    def after(self, changes: dict[Square, str | None]) -> Any:
        board = {square: piece for square, piece in (self.board | changes).items() if piece}
        return type(self)(board, 1 - self.side, (*self.before, self.text()))

    def text(self) -> str:
        rows = []
        for y in reversed(range(self.height)):
            row = "".join(self.board.get((x, y), ".") for x in range(self.width))
            for n in range(self.width, 0, -1):
                row = row.replace("." * n, str(n))
            rows.append(row)
        return f"{'/'.join(rows)} {self.own.lower()}"


def chequered(width: int, height: int, letters: str) -> dict[Square, str]:
    return {(x, y): letters[(x + y) % 2] for x, y in product(range(width), range(height))}


class SlowClobber(OnBoard):
    width, height, letters = 6, 5, "WB"

    def moves(self) -> list[str]:
        pairs = ((square, step(square, way)) for square in self.of(self.own) for way in STRAIGHT)
        return [f"{named(one)}x{named(other)}" for one, other in pairs if self.board.get(other) == self.enemy]

    def play(self, move: str) -> Any:
        return self.after({square_of(move[:2]): None, square_of(move[3:]): self.own})


class SlowKonane(OnBoard):
    def jumps(self, square: Square, way: Square) -> Iterator[Square]:
        """The squares where a stone stops that jumps over one enemy after another."""
        over, target = step(square, way), step(square, way, 2)
        if self.board.get(over) == self.enemy and self.is_on(target) and target not in self.board:
            yield target
            yield from self.jumps(target, way)

    def moves(self) -> list[str]:
        found = product(self.of(self.own), STRAIGHT)
        return [f"{named(one)}-{named(target)}" for one, way in found for target in self.jumps(one, way)]

    def play(self, move: str) -> Any:
        origin, target = square_of(move[:2]), square_of(move[3:])
        columns, rows = map(span, origin, target)
        removed = {one for one in self.board if one[0] in columns and one[1] in rows}
        return self.after(dict.fromkeys(removed) | {target: self.own})


class SlowLines(OnBoard):
    @property
    def is_repeated(self) -> bool:
        return self.before.count(self.text()) >= 2

    @property
    def outcome(self) -> int:
        if self.is_connected(self.own) and not self.is_connected(self.enemy):
            return -super().outcome
        return super().outcome if self.is_connected(self.enemy) or not self.is_repeated else 0

    def moves(self) -> list[str]:
        if self.is_connected(self.own) or self.is_connected(self.enemy) or self.is_repeated:
            return []
        found = []
        for origin, way in product(self.of(self.own), AROUND):
            distance = sum(step(origin, way, n) in self.board for n in range(-7, 8))
            target = step(origin, way, distance)
            jumped = [self.board.get(step(origin, way, n)) for n in range(1, distance)]
            if self.is_on(target) and self.board.get(target) != self.own and self.enemy not in jumped:
                found.append(f"{named(origin)}{'x' if target in self.board else '-'}{named(target)}")
        return found

    def is_connected(self, letter: str) -> bool:
        men = self.of(letter)
        reached = {min(men)}
        for _ in men:
            reached |= {step(man, way) for man in reached for way in AROUND} & men
        return reached == men

    def play(self, move: str) -> Any:
        return self.after({square_of(move[:2]): None, square_of(move[3:]): self.own})


class SlowAtariGo(OnBoard):
    width = height = 7

    def has_dead(self, letter: str) -> bool:
        """True if a group has no liberty: some stone is neither beside an empty point nor a live stone."""
        stones = self.of(letter)
        beside = {stone: {step(stone, way) for way in STRAIGHT} for stone in stones}
        live = {one for one, near in beside.items() if any(map(self.is_on, near - self.board.keys()))}
        for _ in stones:
            live |= {one for one, near in beside.items() if near & live}
        return live != stones

    def moves(self) -> list[str]:
        if self.has_dead(self.own):
            return []
        points = set(product(range(7), range(7))) - self.board.keys()
        after = {point: SlowAtariGo(self.board | {point: self.own}) for point in points}
        return [
            named(point)
            for point, then in after.items()
            if then.has_dead(self.enemy) or not then.has_dead(self.own)
        ]

    def play(self, move: str) -> Any:
        return self.after({square_of(move): self.own})


class SlowKalah:
    """Seeds in a dictionary: houses a to f of both sides in the order of sowing, and the two stores."""

    ROUND = ("a1", "b1", "c1", "d1", "e1", "f1", "south", "f2", "e2", "d2", "c2", "b2", "a2", "north")

    def __init__(self, seeds: dict[str, int], side: int = 0) -> None:
        self.seeds, self.side = seeds, side
        self.outcome, self.margin = 0, seeds["south"] - seeds["north"]
        if self.margin:
            self.outcome = 1 if self.margin > 0 else -1

    @property
    def over(self) -> bool:
        return not self.moves()

    def houses(self, side: int) -> list[str]:
        return [name for name in self.ROUND if name.endswith("12"[side])]

    def moves(self) -> list[str]:
        return [house for house in self.houses(self.side) if self.seeds[house]]

    def play(self, move: str) -> SlowKalah:
        seeds, stores = dict(self.seeds), ("south", "north")
        own, enemy = stores[self.side], stores[1 - self.side]
        course = [name for name in self.ROUND if name != enemy]
        place = course.index(move)
        hand, seeds[move] = seeds[move], 0
        sown = [course[(place + n) % 13] for n in range(1, hand + 1)]
        for name in sown:
            seeds[name] += 1
        last = sown[-1]
        if last in self.houses(self.side) and seeds[last] == 1:
            opposite = last[0] + "21"["12".index(last[1])]
            if seeds[opposite]:
                seeds[own] += seeds[opposite] + 1
                seeds[opposite] = seeds[last] = 0
        if any(not any(seeds[house] for house in self.houses(side)) for side in (0, 1)):
            for side in (0, 1):
                for house in self.houses(side):
                    seeds[stores[side]] += seeds[house]
                    seeds[house] = 0
        return SlowKalah(seeds, self.side if last == own else 1 - self.side)

    def text(self) -> str:
        fields = []
        for side, store in enumerate(("south", "north")):
            fields += [
                ",".join(str(self.seeds[house]) for house in self.houses(side)),
                str(self.seeds[store]),
            ]
        return " ".join([*fields, "sn"[self.side]])


KONANE = {square: piece for square, piece in chequered(8, 8, "BW").items() if square not in [(3, 3), (4, 3)]}
LINES = {(n, edge): "B" for n in range(1, 7) for edge in (0, 7)}
LINES |= {(edge, n): "W" for n in range(1, 7) for edge in (0, 7)}
SEEDS = {name: 0 if len(name) > 2 else 4 for name in SlowKalah.ROUND}

STARTS: dict[str, Any] = {
    "clobber": SlowClobber(chequered(6, 5, "WB")),
    "konane": SlowKonane(KONANE),
    "kalah": SlowKalah(SEEDS),
    "linesofaction": SlowLines(LINES),
    "atarigo": SlowAtariGo({}),
}


def the_game(name: str) -> nupp.Game:
    load_file(FOLDER / f"{name}.py")
    return nupp.game(name)


def paths(slow: Any, depth: int) -> int:
    """The number of sequences of moves."""
    return 1 if depth == 0 else sum(paths(slow.play(move), depth - 1) for move in slow.moves())


def test_every_file_is_tested() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == STARTS.keys()


@pytest.mark.parametrize(
    ("name", "depth"), [("clobber", 2), ("konane", 4), ("kalah", 5), ("linesofaction", 2), ("atarigo", 2)]
)
def test_paths_are_as_many_as_by_slow_rules(name: str, depth: int) -> None:
    assert nupp.perft(the_game(name).start_position(), depth) == paths(STARTS[name], depth)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "games"), [("clobber", 3), ("konane", 3), ("kalah", 10), ("linesofaction", 1), ("atarigo", 1)]
)
def test_random_games(name: str, games: int) -> None:
    rng = random.Random(name)
    for _ in range(games):
        for position, slow in one_game(the_game(name), STARTS[name], rng):
            compare(position, slow)


def test_a_game_of_lines_that_repeats_is_drawn() -> None:
    moves = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"]
    position, slow = the_game("linesofaction").start_position(), STARTS["linesofaction"]
    for move in 2 * moves:
        assert not position.is_over
        position, slow = position.play(move), slow.play(move)
    assert (position.is_over, position.outcome) == (True, 0)
    compare(position, slow)


@pytest.mark.parametrize(
    ("name", "text", "move", "outcome"),
    [
        ("linesofaction", "6W1/6B1/8/8/6W1/B7/1B6/8 w", "g4xg7", -1),  # connects both sides
        ("linesofaction", "6W1/6B1/8/8/6W1/B7/1B6/7W w", "g4xg7", 1),  # connects just the enemy
        ("atarigo", "7/7/7/7/7/WB5/1WB4 b", "a1", 1),  # neither stone has a liberty left
    ],
)
def test_who_has_moved_wins_unless_the_move_is_good_for_the_enemy_alone(
    name: str, text: str, move: str, outcome: int
) -> None:
    position = the_game(name).parse_position(text).play(move)
    assert position.outcome == outcome
    assert position.game.parse_position(str(position)).outcome == outcome


def test_seeds_that_go_all_the_way_round_end_in_their_pit_and_capture() -> None:
    position = the_game("kalah").parse_position("13,0,0,0,0,1 10 4,4,4,4,4,4 0 s").play("a1")
    assert str(position) == "0,1,1,1,1,2 17 5,5,5,5,5,0 0 n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("konane", "8/8/8/8/8/8/8/W7 b", "W on a1: expected B"),
        ("kalah", "4,4,4,4,4,4 0 4,4,4,4,4,4 1 s", "49 seeds: expected 48"),
        ("kalah", "0,0,0,0,0,0 24 4,4,4,4,4,4 0 s", "one side"),
        ("kalah", "4,4,4,4,4 4 4,4,4,4,4,4 0 s", "'4,4,4,4,4'.*six"),
        ("linesofaction", "8/8/8/8/8/8/8/B7 b", "0 men of white: expected 1 to 12"),
        ("atarigo", "7/7/7/7/7/B6/WB5 b", "only the side that has moved"),
    ],
)
def test_positions_that_cannot_be(name: str, text: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        the_game(name).parse_position(text)
