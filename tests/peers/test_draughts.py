"""Draughts against other programs: pydraughts in four variants, and OpenSpiel's `checkers`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

import nupp
from nupp.boards import DarkSquares
from nupp.games import Draughts, Game, Position
from nupp.kernel import interpreted
from peers.openspiel import random_games, replay, shown

Turn = tuple[int, int, frozenset[int]]
"""Origin, target, and the cells of all that is captured."""

# ---- pydraughts ----------------------------------------------------------------------------------------

VARIANTS = {"international": "standard", "brazilian": "brazilian", "russian": "russian", "english": "english"}

GAMES, OF_EACH = 500, 3
"""Games of each variant, and how many positions of each are compared; pydraughts takes milliseconds."""


def fen_for_pydraughts(position: Position) -> str:
    """The position with white as the side that begins, which pydraughts wants in every variant."""
    fen = str(position).partition(" ")[0]
    if position.game.sides[0] == "white":
        return fen
    side, *lists = (part.strip(",") for part in fen.split(":"))
    turned = {part[0]: [opposite(item) for item in part[1:].split(",") if item] for part in lists}
    return f"{'WB'['BW'.index(side)]}:W{','.join(turned['B'])}:B{','.join(turned['W'])}"


def opposite(item: str) -> str:
    """A cell of 32, such as K5, on the board turned by 180 degrees."""
    return "K" * item.startswith("K") + str(33 - int(item.lstrip("K")))


def their_turns(peer: str, position: Position) -> set[Turn]:
    from draughts.core.game import Game as Peer

    moves, captures = Peer(peer, fen_for_pydraughts(position)).legal_moves()
    turn = (lambda cell: 33 - cell) if position.game.sides[0] == "black" else (lambda cell: cell)
    return {
        (turn(move[0][0]), turn(move[-1][1]), frozenset(turn(cell) for cell in taken if cell is not None))
        for move, taken in zip(moves, captures, strict=True)
    }


def our_turns(position: Position) -> list[Turn]:
    game = position.game
    assert isinstance(game, Draughts)
    turns = []
    for move in position.legal_move_codes:
        origin, *taken, target = (cell + 1 for cell in game.move_cells(move))
        turns.append((origin, target, frozenset(taken)))
    return turns


def compare_turns(peer: str, position: Position) -> None:
    ours = our_turns(position)
    assert len(set(ours)) == len(ours), str(position)
    assert set(ours) == their_turns(peer, position), str(position)


def random_game(game: Game, rng: random.Random) -> Iterator[Position]:
    position = game.start_position()
    while not position.is_over and position.ply < 150:
        yield position
        position = position.play_code(rng.choice(position.legal_move_codes))
    yield position


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_against_pydraughts(variant: str) -> None:
    pytest.importorskip("draughts")
    rng, game = random.Random(variant), nupp.game(f"draughts:variant={variant},draws=false")
    for _ in range(GAMES):
        for position in rng.sample(list(random_game(game, rng)), OF_EACH):
            compare_turns(VARIANTS[variant], position)


def crowded(game: Game, rng: random.Random) -> Position:
    """A position of a few kings against many pieces, where kings capture much."""
    cells = rng.sample(range(1, len(game.board) + 1), 12)
    kings = rng.randint(2, 4)
    lists = [",".join(f"K{cell}" for cell in some) for some in (cells[:kings], cells[kings:])]
    return game.parse_position(f"{rng.choice('WB')}:W{lists[0]}:B{lists[1]}")


@pytest.mark.parametrize("variant", VARIANTS)
def test_captures_of_kings_against_pydraughts(variant: str) -> None:
    pytest.importorskip("draughts")
    rng, game = random.Random(variant), nupp.game(f"draughts:variant={variant},draws=false")
    for _ in range(150):
        compare_turns(VARIANTS[variant], crowded(game, rng))


# ---- OpenSpiel -----------------------------------------------------------------------------------------
# In OpenSpiel's `checkers` every jump is an action of its own, and white, at the bottom, begins: the board
# is turned by 180 degrees. It draws after 40 single moves without a capture, of men or kings.

OPENSPIEL_GAMES = 2000
UNFINISHED = 2


class Action(NamedTuple):
    """A step or jump to a neighbour in one direction, or over it, on our board. `over` is -1 for a step."""

    origin: int
    over: int
    target: int


def openspiel_actions(board: DarkSquares) -> dict[int, Action]:
    """What OpenSpiel's numbers stand for: they count squares, in each directions, in each steps and jumps."""
    actions = {}
    for cell, neighbours in enumerate(board.neighbours.tolist()):
        column, row = board.column_and_row(len(board) - 1 - cell)
        for d, neighbour in enumerate(neighbours):
            behind = int(board.neighbours[neighbour, d]) if neighbour >= 0 else -1
            number = 8 * (8 * row + column) + 2 * (2, 3, 1, 0)[d]  # theirs: clockwise from up left
            actions[number] = Action(cell, -1, neighbour)
            actions[number + 1] = Action(cell, neighbour, behind)
    return actions


def paths(jumps: list[Action], origin: int, target: int, taken: frozenset[int]) -> list[tuple[Action, ...]]:
    """All ways from a cell to another that jump over each of some cells once."""
    if not taken:
        return [()] if origin == target else []
    return [
        (jump, *path)
        for jump in jumps
        if jump.origin == origin and jump.over in taken
        for path in paths(jumps, jump.target, target, taken - {jump.over})
    ]


def turns_of(actions: list[Action]) -> list[list[Action]]:
    """The actions by turns: a jump from where the last one ended goes on with a turn."""
    turns: list[list[Action]] = []
    for action in actions:
        last = turns[-1][-1] if turns else None
        if last is not None and last.over >= 0 and action.origin == last.target:
            turns[-1].append(action)
        else:
            turns.append([action])
    return turns


def move_code(game: Draughts, turn: list[Action]) -> int:
    mask = game.pieces.mask
    taken = mask(action.over for action in turn if action.over >= 0)
    with interpreted():
        return int(game.pieces.code(mask([turn[0].origin]), mask([turn[-1].target]), taken))


def compare_with_openspiel(game: Draughts, known: dict[int, Action], played: dict[str, Any]) -> int:
    """Replay a game of OpenSpiel, compare what is legal before each of its actions; returns our outcome."""
    turns = turns_of([known[action] for action in played["actions"]])
    codes = np.array([move_code(game, turn) for turn in turns])
    ours, ends = np.empty(100 * (len(codes) + 1), np.int64), np.empty(len(codes) + 1, np.int64)
    moves = np.empty(game.max_moves, np.int64)
    outcome = replay(game, game.start_state(), moves, codes, ours, ends)
    legal = [{known[action] for action in actions} for actions in played["legal"]]
    jumps = [action for action in known.values() if action.over >= 0 and action.target >= 0]
    before = 0
    for turn, start, end in zip(turns, (0, *ends.tolist()), ends.tolist(), strict=False):
        ways = [way for move in ours[start:end].tolist() for way in ways_of(game, jumps, move)]
        for done in range(len(turn)):
            begun = [way for way in ways if way[:done] == tuple(turn[:done])]
            assert {way[done] for way in begun} == legal[before + done], shown(game, codes)
        assert tuple(turn) in ways, shown(game, codes)
        before += len(turn)
    return outcome


def ways_of(game: Draughts, jumps: list[Action], move: int) -> list[tuple[Action, ...]]:
    """The actions that make up a move, in each order that there is."""
    origin, *taken, target = game.move_cells(move)
    return paths(jumps, origin, target, frozenset(taken)) if taken else [(Action(origin, -1, target),)]


def test_random_games_against_openspiel(python: str) -> None:
    game = nupp.game("draughts:variant=english,draws=false")
    assert isinstance(game, Draughts)
    known, ends = openspiel_actions(game.board), Counter[tuple[int, float]]()
    for played in random_games(python, "checkers", OPENSPIEL_GAMES):
        ends[compare_with_openspiel(game, known, played), played["returns"][0]] += 1
    assert set(ends) == {(1, 1), (-1, -1), (UNFINISHED, 0)}
    assert sum(ends.values()) == OPENSPIEL_GAMES
