"""The view of Nine Men's Morris: drawing, clicking, and the facts shown of moves and positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from nupp.boards import Drawing, Piece, piece_on
from nupp.games.morris.examples import EXAMPLES
from nupp.games.morris.notation import parts_of
from nupp.games.morris.rules import BLACK, WHITE, Morris
from nupp.kernel import Record
from nupp.rules.basics import Ending, Facts, Preset, Traits
from nupp.rules.notation import with_pieces
from nupp.rules.view import View, register_view


def _men(count: int, flying: bool = False) -> Preset:
    spec = f"morris:men={count},flying={str(flying).lower()}"
    return Preset(spec, "flying" if flying else "men", {"n": count})


PRESETS: Final = {"morris": (_men(9), _men(9, flying=True), _men(6), _men(12), _men(3))}
TRAITS: Final = {"morris": Traits(minutes=15, difficulty=2, known=45)}


@register_view(Morris)
class MorrisView(View[Morris]):
    """The view of Nine Men's Morris."""

    worked_examples = EXAMPLES
    known_presets = PRESETS
    known_traits = TRAITS
    stepwise = True

    def drawing(self, state: Record) -> Drawing:
        pieces = tuple(
            piece_on(cell, "WB".index(symbol), symbol)
            for cell, symbol in enumerate(self.game.symbols_of(state))
            if symbol != "."
        )
        return Drawing(self.game.board, pieces, colours=("white", "black"), caption=self._caption(state))

    def _caption(self, state: Record) -> str:
        white, black = self.game.hand(state, WHITE), self.game.hand(state, BLACK)
        return f"in hand: white {white}, black {black}" if white + black else ""

    def pieces_to_place(self) -> tuple[Piece, ...]:
        return Piece(0, 0, "W"), Piece(0, 1, "B")

    def position_with(self, state: Record, placed: Mapping[int, str], side: int) -> str:
        """As in every game; men for whom there are too many on the board are taken from those in hand."""
        text = with_pieces(
            self.game.format_position(state),
            placed,
            self.game.board.rows,
            self.side_letters[side],
            hole=".",
        )
        rows, letter, _, quiet = text.split()
        on_board = Counter(placed.values())
        hands = [
            min(self.game.hand(state, side), max(0, self.game.men - on_board["WB"[side]]))
            for side in (WHITE, BLACK)
        ]
        return f"{rows} {letter} {hands[0]},{hands[1]} {quiet}"

    def move_cells(self, move: int) -> tuple[int, ...]:
        removed, origin, target = parts_of(move)
        return tuple(dict.fromkeys((removed, origin, target)))

    def status(self, state: Record) -> Facts:
        """The phase, the men of each side in hand or on the board, who is down to three, and quiet moves."""
        hands = [self.game.hand(state, side) for side in (WHITE, BLACK)]
        facts = [("phase", "placing" if any(hands) else "moving")]
        if any(hands):
            facts += [("hand_first", str(hands[0])), ("hand_second", str(hands[1]))]
        elif self.game.men > 3:
            facts += self._men_left(state)
        return (*facts, ("quiet", f"{state.quiet}/{self.game.quiet}")) if state.quiet else tuple(facts)

    def _men_left(self, state: Record) -> list[tuple[str, str]]:
        """The men on the board, and who has just three: that side may fly, if the game has flying."""
        symbols = self.game.symbols_of(state)
        men = [symbols.count(symbol) for symbol in "WB"]
        facts = [("pieces_first", str(men[0])), ("pieces_second", str(men[1]))]
        if 3 in men:
            who = "both" if men[0] == men[1] else self.game.sides[men.index(3)]
            facts.append(("flies" if self.game.flying else "three", who))
        return facts

    def themes(self, line: Sequence[Record]) -> tuple[str, ...]:
        """`mill`: the answer closes one."""
        other = "WB"[1 - int(line[0].turn)]
        before, after = (self.game.symbols_of(state).count(other) for state in line[:2])
        return ("mill",) if after < before else ()

    def reason(self, state: Record) -> Ending:
        game, side = self.game, int(state.turn)
        for loser, own, hand, enemy in (
            (side, state.own, state.own_hand, state.enemy),
            (1 - side, state.enemy, state.enemy_hand, state.own),
        ):
            if game.has_lost(own, hand, enemy):
                left = int(own).bit_count() + int(hand)
                if left < 3:
                    return Ending("few_men", f"{game.sides[loser]} has only {left} men left")
                mill = int(game.completing(enemy)[0] & enemy)
                cells = tuple(cell for cell in range(len(game.board)) if mill >> cell & 1)
                return Ending("mill", f"{game.sides[1 - loser]} has a mill", cells)
        if int(state.quiet) >= game.quiet:
            return Ending("quiet", f"{game.quiet} moves without a mill")
        if int(game.empty(state)) == 0:
            return Ending("full", "the board is full")
        return super().reason(state)
