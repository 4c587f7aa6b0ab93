"""Draughts against other programs: pydraughts in four variants, and OpenSpiel's `checkers`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from openspiel_moves import Jump, Way, checkers_actions, peer_of

import nupp
from nupp.conformance.amounts import amount
from nupp.games.draughts import Draughts
from nupp.kernel import interpreted
from nupp.rules import Game, Position, start_state
from peers.openspiel import random_games, replay, shown

pytestmark = pytest.mark.slow

Turn = tuple[int, int, frozenset[int]]
"""Origin, target, and the cells of all that is captured."""

# ---- pydraughts ----------------------------------------------------------------------------------------

VARIANTS = {"international": "standard", "brazilian": "brazilian", "russian": "russian", "english": "english"}

GAMES, OF_EACH = amount(20, 500), 3
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
        origin, *taken, target = (cell + 1 for cell in game.view.move_cells(move))
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
    for _ in range(amount(20, 150)):
        compare_turns(VARIANTS[variant], crowded(game, rng))


# ---- OpenSpiel -----------------------------------------------------------------------------------------
# In OpenSpiel's `checkers` every jump is an action of its own. It draws after 40 single moves without a
# capture, of men or kings.

OPENSPIEL_GAMES = amount(120, 2000)
UNFINISHED = 2


def turns_of(actions: list[int], known: dict[int, Jump]) -> list[Way]:
    """The actions by turns: a jump from where the last one ended goes on with a turn."""
    turns: list[Way] = []
    for action in actions:
        last = known[turns[-1][-1]] if turns else None
        if last is not None and last.over >= 0 and known[action].origin == last.target:
            turns[-1] += (action,)
        else:
            turns.append((action,))
    return turns


def move_code(game: Draughts, turn: list[Jump]) -> int:
    mask = game.pieces.mask
    taken = mask(jump.over for jump in turn if jump.over >= 0)
    with interpreted():
        return int(game.pieces.code(mask([turn[0].origin]), mask([turn[-1].target]), taken))


def compare_with_openspiel(game: Draughts, known: dict[int, Jump], played: dict[str, Any]) -> int:
    """Replay a game of OpenSpiel, compare what is legal before each of its actions; returns our outcome."""
    turns, ways_of = turns_of(played["actions"], known), peer_of(game).ways
    codes = np.array([move_code(game, [known[action] for action in turn]) for turn in turns])
    ours, ends = np.empty(100 * (len(codes) + 1), np.int64), np.empty(len(codes) + 1, np.int64)
    moves = np.empty(game.max_moves, np.int64)
    outcome = replay(game, start_state(game), moves, codes, ours, ends)
    before = 0
    for turn, start, end in zip(turns, (0, *ends.tolist()), ends.tolist(), strict=False):
        ways = [way for move in ours[start:end].tolist() for way in ways_of(move)]
        for done in range(len(turn)):
            begun = [way for way in ways if way[:done] == turn[:done]]
            assert {way[done] for way in begun} == {*played["legal"][before + done]}, shown(game, codes)
        assert turn in ways, shown(game, codes)
        before += len(turn)
    return outcome


def test_random_games_against_openspiel(python: str) -> None:
    game = nupp.game("draughts:variant=english,draws=false")
    assert isinstance(game, Draughts)
    known, ends = checkers_actions(game.board), Counter[tuple[int, float]]()
    for played in random_games(python, "checkers", OPENSPIEL_GAMES):
        ends[compare_with_openspiel(game, known, played), played["returns"][0]] += 1
    assert set(ends) == {(1, 1), (-1, -1), (UNFINISHED, 0)}
    assert sum(ends.values()) == OPENSPIEL_GAMES
