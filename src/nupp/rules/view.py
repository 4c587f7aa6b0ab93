"""The *view* of a game: how it is drawn and clicked, and the facts shown of its moves and positions.

Nothing here is compiled, and no search asks for it. A game without its own view has the default one, which
follows from its board, from what it says stands on the cells, and from its notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

import numpy as np

from nupp.boards import Drawing, Piece, piece_on
from nupp.kernel import Record, interpreted
from nupp.rules.basics import Ending, Example, Facts, Inspection, Preset, Staging, Step, Traits
from nupp.rules.notation import initials
from nupp.rules.parts import Parts

if TYPE_CHECKING:
    from nupp.rules.contract import Game

G = TypeVar("G", bound="Game")

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BETWEEN_CELLS: Final = re.compile("[^0-9a-z]+|(?<=[0-9])x|(?<![0-9a-z])x(?=[a-z])")
"""The text between or before the cells that a move names, an x as in `d2xf4` or `xf4` among it."""


class View(Generic[G]):
    """The view of a game: what people see, and how they choose moves on a board that knows no rules.

    Every method has a default that is right for any game.
    """

    worked_examples: ClassVar[Mapping[str, tuple[Example, ...]]] = {}
    """Worked examples, by the name that a game is made under."""
    known_presets: ClassVar[Mapping[str, tuple[Preset, ...]]] = {}
    """The forms that people know, the usual one first, by the name that a game is made under."""
    played_with: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Parameters that people have unless they choose others, by the same name."""
    known_traits: ClassVar[Mapping[str, Traits]] = {}
    """The length, difficulty and fame of the game, by the same name."""
    stepwise: ClassVar[bool] = False
    """True if the moves of the first position are clicks on one cell each, and later ones may need more.

    Later moves may then have several steps or be words, for which a page keeps room from the start.
    """
    unique_pieces: ClassVar[bool] = False
    """True if each of the pieces to place is on the board but once."""

    def __init__(self, game: G) -> None:
        self.game = game

    # ---- drawing ---------------------------------------------------------------------------------

    def drawing(self, state: Record) -> Drawing:
        """The position as a neutral description that SVG, terminal and browser share.

        By default the board with what stands on its cells, as `Game.contents` lists it: discs with the
        letters of `symbols`, and arrows for what belongs to neither side. Of a game that lists nothing the
        position's text stands below the board.
        """
        caption = self.game.format_position(state) if self.game.kinds.values == 1 else ""
        return Drawing(self.game.board, self.pieces(state), caption=caption)

    def pieces(self, state: Record) -> tuple[Piece, ...]:
        """The pieces on the cells, as `Game.contents` lists them, in the order of the cells."""
        game, last = self.game, len(self.game.board) - 1
        found = np.empty(len(game.board), np.int64)
        with interpreted():
            side, n = int(game.to_move(state)), int(game.contents(state, found))
        placed = []
        for number in found[:n].tolist():
            cell, kind = divmod(number, game.kinds.values)
            cell = last - cell if game.kinds.turned and side else cell
            others, kind = divmod(kind - 1, game.kinds.pieces)
            if others < 2:
                owner = side ^ others
                placed.append(piece_on(cell, owner, self.symbols[owner][kind]))
            else:
                placed.append(piece_on(cell, -1, "#", "arrow"))
        return tuple(sorted(placed, key=lambda piece: piece.cell))

    @cached_property
    def side_letters(self) -> str:
        """The letters of the two sides in position texts; by default their initials, see `initials`."""
        return initials(self.game.sides)

    @property
    def symbols(self) -> tuple[str, str]:
        """A letter for each kind of piece of the first and of the second side."""
        letters, kinds = self.side_letters, self.game.kinds.pieces
        return (letters[0], letters[1]) if kinds == 1 else (_LETTERS[:kinds], _LETTERS[:kinds].lower())

    def move_cells(self, move: int) -> tuple[int, ...]:
        """The cells that a move touches, for marking it on a drawing; the target last."""
        return ()

    def last_move_cells(self, state: Record, move: int) -> tuple[int, ...]:
        """The cells to be marked after a move in a position: those of `move_cells`, or else of its steps."""
        return self.move_cells(move) or tuple(
            step for step in self.move_steps(state, move) if isinstance(step, int)
        )

    # ---- what a board that knows no rules asks ---------------------------------------------------

    def move_steps(self, state: Record, move: int, text: str = "") -> tuple[Step, ...]:
        """The cells to click one after another for a legal move, or a word for what is no cell.

        No two legal moves of a position have the same steps; those of one may begin those of another. By
        default the cells that the text of the move names, in their order, or all of the text as a word if it
        is not made of cells; `text` may be given if it is known.
        """
        text, numbers = text or self.game.move_text(state, move), self.game.board.numbers
        if text in numbers:
            return (numbers[text],)
        names = [name for name in _BETWEEN_CELLS.split(text.lower()) if name]
        if names and all(name in numbers for name in names):
            return tuple(numbers[name] for name in names)
        return (text,)

    def steps_of_moves(
        self, state: Record, moves: Sequence[int], texts: Sequence[str]
    ) -> list[tuple[Step, ...]]:
        """The steps of legal moves with their texts; to be overridden where that is faster."""
        return [self.move_steps(state, move, text) for move, text in zip(moves, texts, strict=True)]

    def staging(self, state: Record) -> Staging:
        """The movement of pieces while the steps of a move are chosen."""
        return Staging()

    def aliases(self, state: Record) -> Mapping[int, int]:
        """Cells that stand for others when they are clicked; each of the others begins a legal move."""
        return {}

    def origins(self, state: Record, move: int) -> tuple[int, ...]:
        """The cells that may be clicked before the steps of a legal move, though these leave them out.

        Those of the pieces that a move named by its target alone may come from, such as a copy of any of its
        neighbours. None by default. No other legal move begins with one of them and these steps.
        """
        return ()

    def origins_of_moves(self, state: Record, moves: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
        """The results of `origins` for those of some legal moves that have any, by the move."""
        if type(self).origins is View.origins:
            return {}
        return {move: cells for move in moves if (cells := self.origins(state, move))}

    def ways(self, state: Record) -> Mapping[int, tuple[tuple[int, ...], ...]]:
        """Other cells by which legal moves may be chosen, one after another, such as all landings of jumps.

        By the move, for moves whose steps leave such cells out. No two moves share a way, and none has the
        steps of another move. None by default.
        """
        return {}

    def move_facts(self, state: Record, move: int) -> Facts:
        """Facts about a legal move beyond its steps; none by default."""
        return ()

    def facts_of_moves(self, state: Record, moves: Sequence[int]) -> Mapping[int, Facts]:
        """The facts about those of some legal moves that have any, by the move.

        To be overridden where that is faster than to ask `move_facts` one by one.
        """
        if type(self).move_facts is View.move_facts:
            return {}
        return {move: facts for move in moves if (facts := self.move_facts(state, move))}

    def inspect(self, state: Record) -> tuple[Inspection, ...]:
        """Facts about the pieces on cells; none by default."""
        return ()

    def status(self, state: Record) -> Facts:
        """The counts of a position beside the pieces on their cells, such as scores and men in hand.

        A key that ends in `_first` or `_second` is about that side. A page announces a change of `phase`.
        """
        return ()

    def ending(self, state: Record, is_repeated: bool = False) -> Ending:
        """The reason for which a game that is over in a state has ended; games say it in `reason`.

        is_repeated: whether its position has recurred as often as draws the game.
        """
        if is_repeated:
            times = ("", "first", "second", "third", "fourth", "fifth")[min(5, self.game.repetition.draws_at)]
            return Ending("repetition", f"the position occurred for the {times} time")
        with interpreted():
            return self.reason(state)

    def reason(self, state: Record) -> Ending:
        """The reason for which the rules end a game in a state; by default that there is no legal move."""
        return Ending("no_move", f"{self.game.sides[self.game.to_move(state)]} has no legal move")

    def themes(self, line: Sequence[Record]) -> tuple[str, ...]:
        """The themes of the best line of a position, beside those that any game may have; none by default.

        line: the state of the position, and those after each move of the line. The page's words for themes
        are in the section `themes` of the game's words.
        """
        return ()

    @property
    def examples(self) -> tuple[Example, ...]:
        """Worked examples; each variant shows the first that it allows, or else moves by chance."""
        return self.worked_examples.get(self.game.name, ())

    @property
    def usual_parameters(self) -> Mapping[str, str]:
        """Parameters that people who play have unless they choose others."""
        return self.played_with.get(self.game.name, {})

    @property
    def traits(self) -> Traits:
        """The length, difficulty and fame of the game."""
        return self.known_traits.get(self.game.name, Traits())

    @property
    def presets(self) -> tuple[Preset, ...]:
        """The forms of the game that people know, the usual one first; none where there is but one."""
        return self.known_presets.get(self.game.name, ())

    # ---- setting up positions --------------------------------------------------------------------

    def pieces_to_place(self) -> tuple[Piece, ...]:
        """The kinds of pieces that may be put on cells to set up a position, each drawn on cell 0.

        Those of the first side, of the second, and of neither, in the order of `Game.contents`. Each has a
        different symbol. None by default: positions are then set up as texts alone.
        """
        return ()

    def position_with(self, state: Record, placed: Mapping[int, str], side: int) -> str:
        """The position text of a state with other pieces, by the symbol on each cell that has one.

        `side` is to move, unless the rules say who is. Whatever else the text holds, such as counters, stays
        as it is as far as it fits. Whether the pieces may stand so is found when the text is read. ValueError
        in games without `pieces_to_place`.
        """
        raise ValueError(f"positions of {self.game.name} are set up as texts alone")


_VIEWS: Final[Parts[type[View[Any]]]] = Parts(View)

V = TypeVar("V", bound=type[View[Any]])


def register_view(kind: type[Any]) -> Callable[[V], V]:
    """Register the view of a class of games and of those derived from it; usable as a decorator."""
    return _VIEWS.entering(kind)


def view_of(game: Game) -> View[Any]:
    """A new view of a game; `Game.view` keeps one."""
    return _VIEWS.of(game)(game)
