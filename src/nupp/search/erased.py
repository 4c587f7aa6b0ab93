"""Games behind an address: the first tier of compiled code, in which a search is compiled once for all games.

Compiled for a game, a search holds the game's rules within itself, and is compiled anew for the next game.
Given an erased game it calls the rules by their address instead, and knows nothing of the game but the size
of its states. So it is compiled once, and of a new game only the rules are: a third of the work or less.
The search that is made for the game takes over as soon as it is there; what the calls by address cost until
then is measured in docs/benchmarks.md.

The rules are one function, `answer`, which finds out by a number what is wanted:

    the search    game.play(state, move), of an erased game
                      |   entry[0]: the address of `answer`, compiled for the real game
                      v
    the rules     answer(game, evaluator, overrides, PLAY, address of the state, move, 0)

States of the search are records of a few fixed sizes, of which the game uses the front.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, cast

import numpy as np

from nupp.evaluators import Evaluator
from nupp.kernel import Generator, KernelObject, Record, below, kernel, record_dtype, scratch
from nupp.kernel.addresses import (
    address_of_array,
    address_of_record,
    call_address,
    record_at,
    words_at,
)
from nupp.rules import Game, Repetition
from nupp.rules.basics import NO_MOVE, Moves, States
from nupp.search.nodes import copy_states
from nupp.search.tactics import Tactics

_PLAY: Final = 0
_LEGAL_MOVES: Final = 1
_COUNT_MOVES: Final = 2
_RANDOM_MOVE: Final = 3
_CANDIDATES: Final = 4
_TO_MOVE: Final = 5
_OUTCOME: Final = 6
_MOVE_CLASS: Final = 7
_REPETITION_KEY: Final = 8
_REPETITION_PLIES: Final = 9
_EVALUATE: Final = 10
_SCALE: Final = 11
_FORCING_MOVES: Final = 12
_HASH: Final = 13
_STAGE: Final = 14
_IS_CERTAIN: Final = 15

_SMALLEST: Final = 16
"""The words of the smallest state. Each size is four times the one before, so that there are few."""

NOWHERE: Final = 0
"""The address of no rules: a search can be compiled with it, and not run."""


class _Overrides(KernelObject):
    """The methods of which a game has a version of its own; the others would be `legal_moves` once more."""

    def __init__(self, game: Game) -> None:
        kind = type(game)
        self.counts = kind.count_moves is not Game.count_moves
        self.draws = kind.random_move is not Game.random_move
        self.selects = kind.candidates is not Game.candidates


@kernel
def answer(
    game: Game,
    evaluator: Evaluator[Any],
    overrides: _Overrides,
    method: int,
    state: int,
    first: int,
    second: int,
) -> np.int64:
    """The answer of a game or its evaluator to a call of a method for the state at an address.

    first, second: what the method takes besides the state, arrays by their address. Games and evaluators may
    return other types of numbers, but a call by address reads an int64.
    """
    here = record_at(game, state)
    if method == _PLAY:
        game.play(here, first)
        return np.int64(0)
    if _LEGAL_MOVES <= method <= _CANDIDATES:
        moves = words_at(first, game.max_moves)
        if overrides.counts and method == _COUNT_MOVES:
            return np.int64(game.count_moves(here, moves))
        if overrides.draws and method == _RANDOM_MOVE:
            return np.int64(game.random_move(here, moves, words_at(second, 4).view(np.uint64)))
        if overrides.selects and method == _CANDIDATES:
            return np.int64(game.candidates(here, moves, second))
        n = int(game.legal_moves(here, moves))
        if method != _RANDOM_MOVE:
            return np.int64(n)
        return np.int64(moves[below(words_at(second, 4).view(np.uint64), n)] if n > 0 else NO_MOVE)
    if method == _TO_MOVE:
        return np.int64(game.to_move(here))
    if method == _OUTCOME:
        return np.int64(game.outcome(here))
    if method == _MOVE_CLASS:
        return np.int64(game.move_class(first))
    if method == _REPETITION_KEY:
        words_at(first, 1).view(np.uint64)[0] = game.repetition.key(game, here)
    elif method == _HASH:
        words_at(first, 1).view(np.uint64)[0] = game.hash(here)
    elif method == _SCALE:
        words_at(first, 1).view(np.float64)[0] = evaluator.scale_in(game)
    elif method == _REPETITION_PLIES:
        return np.int64(game.repetition.plies(game, here))
    elif method == _EVALUATE:
        return np.int64(evaluator.evaluate(game, here))
    elif method == _FORCING_MOVES:
        return np.int64(game.forcing_moves(here, words_at(first, game.max_moves)))
    elif method == _STAGE:
        return np.int64(evaluator.stage(game, here))
    elif method == _IS_CERTAIN:
        return np.int64(evaluator.is_certain(game, here))
    return np.int64(0)


class _ErasedRepetition(Repetition[Any]):
    """The rule of repetition of an erased game."""

    def key(self, game: ErasedGame, state: Record) -> np.uint64:
        return game.ask_word(_REPETITION_KEY, state)

    def plies(self, game: ErasedGame, state: Record) -> int:
        return game.ask(_REPETITION_PLIES, state, 0, 0)


class ErasedGame(KernelObject):
    """The part of a game that alpha-beta and Monte-Carlo tree search use, with compiled rules at an address.

    entry: int64 (1), the address. The methods are those of `Game`, and of use to compiled code alone. As the
    real game has it: repetition, max_moves, move_classes. State: a record that has room for the game's.
    """

    data = ("entry",)

    def __init__(self, game: Game, address: int) -> None:
        self.entry = np.array([address], np.int64)
        words = _SMALLEST
        while 8 * words < game.State.itemsize:
            words *= 4
        self.State = record_dtype(("words", np.uint64, (words,)))
        self.repetition = _ErasedRepetition(game.repetition.draws_at)
        self.max_moves, self.move_classes = game.max_moves, game.move_classes

    def ask(self, method: int, state: Record, first: int, second: int) -> int:
        """The result of `answer` for a state."""
        return call_address(self.entry[0], method, address_of_record(state), first, second)

    def ask_word(self, method: int, state: Record) -> np.uint64:
        """The same of what is a word, which comes by its address."""
        word = scratch(1)
        self.ask(method, state, address_of_array(word), 0)
        return word.view(np.uint64)[0]  # type: ignore[no-any-return]

    def legal_moves(self, state: Record, moves: Moves) -> int:
        return self.ask(_LEGAL_MOVES, state, address_of_array(moves), 0)

    def count_moves(self, state: Record, moves: Moves) -> int:
        return self.ask(_COUNT_MOVES, state, address_of_array(moves), 0)

    def random_move(self, state: Record, moves: Moves, rng: Generator) -> int:
        return self.ask(_RANDOM_MOVE, state, address_of_array(moves), address_of_array(rng))

    def candidates(self, state: Record, moves: Moves, reach: int) -> int:
        return self.ask(_CANDIDATES, state, address_of_array(moves), reach)

    def forcing_moves(self, state: Record, moves: Moves) -> int:
        return self.ask(_FORCING_MOVES, state, address_of_array(moves), 0)

    def hash(self, state: Record) -> np.uint64:
        return self.ask_word(_HASH, state)

    def play(self, state: Record, move: int) -> None:
        self.ask(_PLAY, state, move, 0)

    def to_move(self, state: Record) -> int:
        return self.ask(_TO_MOVE, state, 0, 0)

    def outcome(self, state: Record) -> int:
        return self.ask(_OUTCOME, state, 0, 0)

    def move_class(self, move: int) -> int:
        return call_address(self.entry[0], _MOVE_CLASS, 0, move, 0)


class ErasedEvaluator(KernelObject):
    """The evaluator of an erased game."""

    def evaluate(self, game: ErasedGame, state: Record) -> int:
        return game.ask(_EVALUATE, state, 0, 0)

    def stage(self, game: ErasedGame, state: Record) -> int:
        return game.ask(_STAGE, state, 0, 0)

    def is_certain(self, game: ErasedGame, state: Record) -> bool:
        return game.ask(_IS_CERTAIN, state, 0, 0) != 0

    def scale_in(self, game: ErasedGame) -> float:
        word = scratch(1)
        call_address(game.entry[0], _SCALE, 0, address_of_array(word), 0)
        return word.view(np.float64)[0]  # type: ignore[no-any-return]


class _ErasedTactics(Tactics[Any]):
    """No tactics, for searches of an erased game."""

    def states(self, states: States) -> States:
        found = np.zeros(len(states), self.game.State)
        copy_states(states, found)
        return found


class Searched(NamedTuple):
    """The game that a search plays, which may be an erased one, with its evaluator and tactics."""

    game: Game
    evaluator: Evaluator[Any]
    tactics: Tactics[Any]


def can_erase(game: Game, evaluator: Evaluator[Any]) -> bool:
    """False for objects with data, such as a learned network's: `answer` would not find them.

    And for an evaluator without a scale, for which `answer` asks.
    """
    return evaluator.has_scale and not (_has_data(game) or _has_data(evaluator))


def erase(game: Game, evaluator: Evaluator[Any]) -> Searched:
    """A game with its rules compiled, or loaded, and erased; expects `can_erase`.

    The machine code stays in memory for the life of the process.
    """
    return _erasure(game, answer.address(game, evaluator, _Overrides(game), 0, 0, 0, 0))


def erase_nowhere(game: Game) -> Searched:
    """The same without rules, for compiling searches."""
    return _erasure(game, NOWHERE)


def _erasure(game: Game, address: int) -> Searched:
    # They answer what the searches ask, which is less than the contracts promise.
    erased = cast(Game, ErasedGame(game, address))
    return Searched(erased, cast("Evaluator[Any]", ErasedEvaluator()), _ErasedTactics(erased))


def _has_data(item: KernelObject) -> bool:
    inner = (value for value in vars(item).values() if isinstance(value, KernelObject))
    return bool(item.data) or any(map(_has_data, inner))
