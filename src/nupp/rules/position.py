"""`Position`: the immutable Python face of a game.

position = nupp.game(spec).start_position()
position.play("b2").legal_moves
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nupp.boards import Drawing, svg
from nupp.kernel import identity_bytes, kernel
from nupp.rules.actions import Actions, Mask, actions_of
from nupp.rules.basics import NO_MOVE, Ending, Facts, IllegalMoveError, Moves, States, Step

if TYPE_CHECKING:
    from nupp.rules.contract import Game


@kernel
def enter(
    game: Game, stack: States, moves: Moves, move: int
) -> tuple[int, int, int, int, int, np.uint64, np.uint64, int]:
    """Play `move` (unless it is NO_MOVE) in `stack[0]` and return all that a position needs to know.

    Fills `moves` with the legal moves of the position reached and returns their number, the greatest of
    their codes, the side to move, the outcome and the margin (0 while the game goes on), the hash, the
    repetition key, and how many of the last moves may have been undone.
    """
    state = stack[0]
    if move >= 0:
        game.play(state, move)
    n = game.legal_moves(state, moves)
    greatest = 0
    for place in range(n):
        greatest = max(greatest, moves[place])
    outcome, margin = 0, 0
    if n == 0:
        outcome, margin = game.outcome(state), game.margin(state)
    side, key, reversible = (
        game.to_move(state),
        game.repetition.key(game, state),
        game.repetition.plies(game, state),
    )
    return n, greatest, side, outcome, margin, game.hash(state), key, reversible


@kernel
def list_candidates(game: Game, stack: States, moves: Moves, reach: int) -> int:
    """Fill `moves[:n]` with the candidates of `stack[0]` and return n."""
    return game.candidates(stack[0], moves, reach)


@kernel
def list_actions(
    game: Game, actions: Actions[Any], stack: States, moves: Moves, found: Moves, mask: Mask
) -> int:
    """Fill `moves[:n]` with the legal moves of `stack[0]`, `found[:n]` with their numbers; returns n.

    mask: as for `Actions.write`.
    """
    n = game.legal_moves(stack[0], moves)
    actions.write(game, stack[0], moves, n, found, mask)
    return n


Play: TypeAlias = "Callable[[Position, Any], Position]"
"""Plays a move, in whatever form, in a position."""


class Choice(NamedTuple):
    """A legal move: its text, its code, the steps to be clicked, and what it will do (see `Game`)."""

    move: str
    code: int
    steps: tuple[Step, ...]
    facts: Facts


class Position:
    """A position of a game with the moves that led to it; never changed once made.

    Two positions are equal if they belong to the same game and nothing that decides the future differs
    (where the game draws by repetition, that includes the positions seen before). Made by
    `Game.start_position` and `Game.parse_position`, and by `play`.
    """

    game: Game
    last_move_code: int
    previous: Position | None
    ply: int
    """The number of moves played to reach this position."""
    hash_key: int
    repetition_key: int
    _state: States
    _reversible_plies: int
    _to_move: int
    _is_repeated: bool
    _codes: NDArray[np.unsignedinteger[Any]]
    _outcome: int
    _margin: int

    def __init__(
        self, game: Game, state: States, move: int = NO_MOVE, previous: Position | None = None
    ) -> None:
        """Take over `state`, an array of one record, after playing `move` in it if one is given."""
        own = vars(self)  # past __setattr__, which would take as long as the rules
        own["game"], own["last_move_code"], own["previous"] = game, move, previous
        own["ply"] = 0 if previous is None else previous.ply + 1
        buffer = np.empty(game.max_moves, np.int64)
        try:
            n, greatest, side, outcome, margin, hash_key, key, reversible = enter(game, state, buffer, move)
        except IndexError as error:  # of rules that run as plain Python
            room = f"the buffer of moves has {game.max_moves} places, max_moves"
            raise IndexError(f"{game.spec}: {error} ({room})") from error
        state.setflags(write=False)
        own["_state"] = state
        own["hash_key"], own["repetition_key"] = int(hash_key), int(key)
        own["_reversible_plies"] = int(reversible)
        own["_to_move"] = int(side)
        drawn = n > 0 and game.repetition.draws_at > 0 and self.occurrences >= game.repetition.draws_at
        own["_is_repeated"] = drawn
        # In as few bytes as hold them: a game may be thousands of positions with hundreds each.
        own["_codes"] = buffer[: 0 if drawn else n].astype(np.min_scalar_type(int(greatest)))
        own["_outcome"] = 0 if drawn else int(outcome)
        own["_margin"] = 0 if drawn else int(margin)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} cannot be set: a position is never changed; play() returns another")

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: the first position and the moves, since a chain of thousands would be too deep."""
        first = self
        while first.previous is not None:
            first = first.previous
        return _replay, (self.game, self.game.spec, first.state.tobytes(), self.move_codes)

    # ---- playing ---------------------------------------------------------------------------------

    @property
    def legal_move_codes(self) -> tuple[int, ...]:
        """The codes of the legal moves; empty if and only if the game is over."""
        return tuple(self._codes.tolist())

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The legal moves in the game's notation; empty if and only if the game is over."""
        return tuple(self.game.notation.texts(self.game, self._state[0], self.legal_move_codes))

    def play(self, move: str | int) -> Position:
        """The position after a move, given in any usual spelling or as a move code.

        Raises NotationError or IllegalMoveError (both are ValueErrors) with the text given and what was
        expected.
        """
        return self.play_code(self.parse_move(move) if isinstance(move, str) else self._checked(int(move)))

    def play_code(self, move: int) -> Position:
        """The position after a move code that is known to be legal."""
        data = bytearray(self._state.tobytes())  # arrays of records are slow to copy themselves
        return Position(self.game, np.ndarray(1, self._state.dtype, data), move, self)

    def play_all(self, moves: Iterable[Any], play: Play | None = None) -> Position:
        """The position after several moves; see `replay`."""
        return deque(replay(self, moves, play or Position.play), maxlen=1)[0]

    def parse_move(self, text: str) -> int:
        """The code of the legal move that a text stands for, in any usual spelling; errors as `play`."""
        if self.is_over:
            raise IllegalMoveError(f"{text!r} cannot be played: the game is over, {self.result}")
        wanted = self.game.notation.normalise(self.game, text)
        for code, shown in zip(self.legal_move_codes, self.legal_moves, strict=True):
            if shown.lower() == wanted:  # mostly so, and faster than the game, which lists its moves again
                return code
        return self.game.notation.read(self.game, self._state[0], text)

    def format_move(self, move: int) -> str:
        """A legal move code in the game's notation."""
        return self.game.move_text(self._state[0], int(move))

    def steps(self, move: int, text: str = "") -> tuple[Step, ...]:
        """The cells to be clicked for a legal move code, or a word; see `View.move_steps`."""
        return self.game.view.move_steps(self._state[0], move, text)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The legal moves with what a board needs to let people choose one; no two have the same steps."""
        game, state, texts, codes = self.game, self._state[0], self.legal_moves, self.legal_move_codes
        known = game.view.facts_of_moves(state, codes)
        facts = [known.get(code, ()) for code in codes]
        return tuple(map(Choice, texts, codes, self.legal_steps(texts), facts))

    def legal_steps(self, texts: Sequence[str] = ()) -> list[tuple[Step, ...]]:
        """The steps of the legal moves (see `steps`), no two the same; texts: `legal_moves`, if known."""
        game, state, texts = self.game, self._state[0], texts or self.legal_moves
        found = game.view.steps_of_moves(state, self._codes.tolist(), texts)
        if len(set(found)) == len(found):
            return found
        alike = Counter(found)  # of a game that should have distinguished them
        return [one if alike[one] == 1 else (text,) for one, text in zip(found, texts, strict=True)]

    def _checked(self, move: int) -> int:
        if move not in self.legal_move_codes:
            raise IllegalMoveError(f"move code {move} is not legal in {str(self)!r}")
        return move

    def candidate_codes(self, reach: int) -> tuple[int, ...]:
        """The codes of the legal moves that the game thinks worth searching; see `Game.candidates`."""
        buffer = np.empty(self.game.max_moves, np.int64)
        n = list_candidates(self.game, self._state, buffer, reach) if not self.is_over else 0
        return tuple(buffer[:n].tolist())

    @cached_property
    def actions(self) -> dict[int, int]:
        """The codes of the legal moves, in their order, by the numbers that `Actions` gives them."""
        if self.is_over:
            return {}
        actions = actions_of(self.game)
        moves, found = np.empty((2, self.game.max_moves), np.int64)
        mask = np.zeros(actions.count, np.int8)
        n = list_actions(self.game, actions, self._state, moves, found, mask)
        return dict(zip(found[:n].tolist(), moves[:n].tolist(), strict=True))

    # ---- what is the case ------------------------------------------------------------------------

    @property
    def to_move(self) -> int:
        """The side to move: 0 or 1. Of a finished game, what the position text writes."""
        return self._to_move

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self._codes.size == 0

    @property
    def outcome(self) -> int:
        """+1 if the first player won, -1 if the second, 0 for a draw; ValueError while the game goes on."""
        self._require_end("outcome")
        return self._outcome

    @property
    def margin(self) -> int:
        """The first player's score less the second's; ValueError while the game goes on."""
        self._require_end("margin")
        return self._margin

    def _require_end(self, what: str) -> None:
        if not self.is_over:
            raise ValueError(f"no {what} yet: the game in {str(self)!r} is not over")

    @property
    def result(self) -> str:
        """The end in words, such as `black wins by 12`; ValueError while the game goes on."""
        self._require_end("result")
        return result_text(self.game, self._outcome, self._margin)

    @property
    def ending(self) -> Ending:
        """The reason for which the game ended, and the cells that decided it; ValueError while it goes on."""
        self._require_end("ending")
        return self.game.view.ending(self._state[0], self._is_repeated)

    @property
    def state(self) -> States:
        """The state as a read-only array of one record."""
        return self._state

    # ---- history ---------------------------------------------------------------------------------

    @property
    def move_codes(self) -> tuple[int, ...]:
        """The codes of the moves played, from the first."""
        return tuple(position.last_move_code for position in self._played())[::-1]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played, in the game's notation, from the first."""
        return tuple(position.last_move or "" for position in self._played())[::-1]

    def _played(self) -> Iterator[Position]:
        """The positions that were reached by a move, this one first."""
        position = self
        while position.previous is not None:
            yield position
            position = position.previous

    @property
    def last_move(self) -> str | None:
        """The move that led here, or None in the position that the game began with."""
        return None if self.previous is None else self.previous.format_move(self.last_move_code)

    def _latest_keys(self) -> Iterator[int]:
        """The repetition keys of the positions before this one that may recur, from the last."""
        for position in islice(self._played(), self._reversible_plies):
            if position.previous is not None:
                yield position.previous.repetition_key

    @cached_property
    def past_keys(self) -> tuple[int, ...]:
        """The repetition keys of the positions before this one that may recur, from the first."""
        return tuple(self._latest_keys())[::-1]

    @property
    def occurrences(self) -> int:
        """The number of times that this position has stood on the board, this time included."""
        return sum(key == self.repetition_key for key in self._latest_keys()) + 1

    # ---- display ---------------------------------------------------------------------------------

    @property
    def drawing(self) -> Drawing:
        """A neutral description of the board, with the last move marked."""
        return replace(self.game.view.drawing(self._state[0]), marks=self.last_move_cells)

    @property
    def last_move_cells(self) -> tuple[int, ...]:
        """The cells of the last move, as a drawing marks them."""
        view, previous = self.game.view, self.previous
        return () if previous is None else view.last_move_cells(previous.state[0], self.last_move_code)

    def svg(self, size: int = 480) -> str:
        """The board as an SVG document of `size` pixels."""
        return svg(self.drawing, size)

    def render(self) -> str:
        """The board as plain text."""
        return self.drawing.text()

    def _repr_svg_(self) -> str:
        return self.svg(360)

    def __str__(self) -> str:
        return self.game.format_position(self._state[0])

    def __repr__(self) -> str:
        return f"<Position {self.game.spec} {str(self)!r}>"

    def _identity(self) -> tuple[Any, ...]:
        past = sorted(self.past_keys) if self.game.repetition.draws_at else ()
        return self.game.spec, identity_bytes(self._state), tuple(past)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return self.hash_key


def begin(game: Game, text: str | None = None) -> Position:
    """The position of a text, or the initial one without a text; NotationError quotes a faulty text."""
    return game.start_position() if text is None else game.parse_position(text)


def replay(position: Position, moves: Iterable[Any], play: Play = Position.play) -> Iterator[Position]:
    """Yield a position, and then those after each of some moves in turn.

    moves: texts in any usual spelling, or move codes. play: how one is played, where a protocol spells moves
    differently. The error for a bad move is that of `play` with the number of the move before it: a
    ValueError that quotes the move and names what was expected.
    """
    yield position
    for number, move in enumerate(moves, start=1):
        try:
            position = play(position, move)
        except ValueError as error:
            raise type(error)(f"move {number}: {error}") from None
        yield position


def _replay(game: Game, spec: str, state: bytes, moves: Sequence[int]) -> Position:
    """The position after moves from the state in these bytes, in the game that a spec names."""
    object.__setattr__(game, "spec", spec)  # which the registry had set
    position = Position(game, np.frombuffer(state, game.State).copy())
    for move in moves:
        position = position.play_code(move)
    return position


def result_text(game: Game, outcome: int, margin: int) -> str:
    """The end of a game in words, such as `black wins by 12`; outcome and margin as of a `Position`."""
    if outcome == 0:
        return "drawn"
    winner = game.sides[0 if outcome > 0 else 1]
    by = f" by {abs(margin)}" if abs(margin) > 1 else ""
    return f"{winner} wins{by}"
