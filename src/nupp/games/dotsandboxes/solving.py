"""The exact solver of Dots and Boxes, and the theory that it uses."""

from __future__ import annotations

from typing import ClassVar, cast

import numpy as np

from nupp.games.dotsandboxes.rules import HORIZONTAL, VERTICAL, DotsAndBoxes
from nupp.kernel import Record, mix
from nupp.kernel.bits import (
    ONE,
    SPREAD,
    ZERO,
    lowest_bit,
    popcount,
)
from nupp.rules import Game, Position
from nupp.rules.basics import Moves
from nupp.rules.images import image
from nupp.search.solve import Cost, ExactSolver, register_solver
from nupp.search.theory import Theory, register_theory


@register_solver
class ChainSolver(ExactSolver):
    """Dots and Boxes on boards that fit into one word, from about half of the edges on."""

    haste = 0.25
    _RATE: ClassVar = 5e5
    _AT_36: ClassVar = {False: 12_000.0, True: 600_000.0}
    _GROWTH: ClassVar = {False: 2.7, True: 2.1}
    _SETTLED: ClassVar = 0.4  # with this share of the edges drawn the figures above hold
    _EMPTY: ClassVar = 8.0  # times as many positions for each tenth of the edges less

    @classmethod
    def fits(cls, game: Game) -> bool:
        return isinstance(game, DotsAndBoxes) and game.words == 1

    def cost(self, position: Position) -> Cost:
        """By what the games of strong players on 5 x 5 boxes took, with and without passing.

        The emptier the board, the fewer chains there are for theory to settle.
        """
        rules = cast(DotsAndBoxes, self.game)
        left, passing = int(rules.missing_edges(position.state[0])), bool(rules.passing)
        expected = self._AT_36[passing] * self._GROWTH[passing] ** (left - 36)
        missing = max(0.0, self._SETTLED - 1 + left / rules.edge_count)
        return Cost(expected * self._EMPTY ** (10 * missing), self._RATE, 1)


@register_theory(DotsAndBoxes)
class DotsAndBoxesTheory(Theory[DotsAndBoxes]):
    """The theory that exact searches may use in Dots and Boxes."""

    def settled(self, state: Record) -> int:
        return self.game.margin(state)

    def margin_bounds(self, state: Record) -> tuple[int, int]:
        """Open boxes may go to either side; but the side that finds a chain with a leaf has control.

        In the words of `essential_moves`: let k boxes of degree 2 and less make up a chain, Q be the position
        without it, and Q have no leaf. To take them all gains k + V(Q), to hand the last two over gains
        k - 4 - V(Q), and one of these is at least k - 2. If there is a leaf at each end one hands over four.
        """
        first, second = self.game.score(state, 0), self.game.score(state, 1)
        low, high = 2 * first - self.game.box_count, self.game.box_count - 2 * second
        if self.game.passing or self.game.words > 1:
            return low, high
        horizontal, vertical = self.game.missing(state, HORIZONTAL, 0), self.game.missing(state, VERTICAL, 0)
        one, two = self.game.low_degrees(horizontal, vertical)
        ends = popcount(one)
        if ends == 1 or ends == 2:
            chain = self.game.chain(one & (ZERO - one), horizontal, vertical, one | two)
            gain = popcount(chain) - 2 * ends
            if gain >= 0 and one & ~chain == ZERO:
                if state.turn == 0:
                    low = max(low, first - second + gain)
                else:
                    high = min(high, first - second - gain)
        return low, high

    def rest_key(self, state: Record) -> np.uint64:
        """The edges alone, the least of their images; with `passing`, also what came last.

        Of two outer edges in a corner it does not matter which is drawn. Without passing it does not matter,
        either, where chains lie that are joined to nothing, only how long they are.
        """
        if self.game.words > 1:
            return self.game.hash(state)
        horizontal, vertical = self.game.missing(state, HORIZONTAL, 0), self.game.missing(state, VERTICAL, 0)
        chains = ZERO
        if not self.game.passing:
            up = np.uint64(self.game.stride)
            _, two = self.game.low_degrees(horizontal, vertical)
            while two != ZERO:
                chain = self.game.chain(two & (ZERO - two), horizontal, vertical, two)
                two &= ~chain
                across, along = horizontal & (chain | chain << up), vertical & (chain | chain << ONE)
                beside = across | across >> up | along | along >> ONE
                if beside & self.game.box_mask == chain:
                    horizontal ^= across
                    vertical ^= along
                    edges = popcount(across) + popcount(along)
                    chains += mix(np.uint64(64 * popcount(chain) + edges))
        for i in range(len(self.game.corners)):
            one, other = self.game.corners[i, 0], self.game.corners[i, 1]
            if horizontal & one != ZERO and vertical & other == ZERO:
                horizontal ^= one
                vertical |= other
        least = ~ZERO
        for number in range(len(self.game.turned)):
            one = image(self.game.edge_images, 2 * number, horizontal)
            other = image(self.game.edge_images, 2 * number + 1, vertical)
            if self.game.turned[number] != 0:
                one, other = other, one
            least = min(least, one * SPREAD + other)
        return mix(mix(least) ^ np.uint64(state.last)) if self.game.passing else mix(least + chains)

    def essential_moves(self, state: Record, moves: Moves) -> int:
        """The moves that are left when others are as good or better (E. Berlekamp, "The Dots and Boxes Game",
        2000; J. Barker and R. Korf, "Solving Dots-And-Boxes", 2012), without passing and on one-word boards.

        The degree of a box is the number of its missing edges. A *leaf* has degree 1: its edge closes it. In
        a *chain* boxes of degree 2 follow each other, each sharing a missing edge with the next; a leaf may
        begin it. V is what the side to move gains, P.m the position after the move m. Taking may be
        refused but never hurts: if e closes k boxes, V(P) >= k + V(P.e).

        **Taking for sure.** Let e close the leaf X, and Y be the box beyond it, if any.

        1. If Y does not have degree 2, e is best: V(P) <= 1 + V(P.e), by induction over the missing edges.
           Let m be another move. If m closes nothing it closes nothing after e either, and -V(P.m) <=
           -1 - V(P.m.e) <= V(P.e) - 1. If m closes k boxes without touching Y, the same holds of P.m, and
           k + V(P.m) <= k + 1 + V(P.m.e) <= 1 + V(P.e). If it touches Y it closes another leaf beside Y, and
           P.m is P.e but for names. (If Y is a leaf itself e closes both; the same proof, with 2 for 1.)
        2. If a chain X, Y, Z of at least three boxes begins with X, and is not closed by a leaf as fourth,
           e is best, by the same induction. What is new is the other edge f of Y: let g be that of Z. After f
           the other side takes X and Y at once by e, and Z by g: -V(P.f) <= -3 - V(P.e.f.g). After e one may
           hand Y and Z over by g: V(P.e) >= -2 - V(P.e.g.f). If Z is a leaf, or m opens the other end of a
           closed chain, P.m is P.e but for names.

        **The last ones of a chain.** Otherwise every leaf X is followed by one Y of degree 2 and then by
        no more (a pair), or it begins and ends a closed chain of four. Let f be the other edge of Y, which
        hands over what is left of the chain.

        3. With two such, moves that close nothing need not be looked at: let e begin one that m is no part
           of; then -V(P.m) <= -1 - V(P.m.e) <= V(P.e) - 1.
        4. With a single one, of k boxes, only e and f matter: let Q be the position without it. A move m
           elsewhere closes nothing, now or in Q, so -V(P.m) <= -k - V(Q.m) <= V(Q) - k, and by taking one has
           V(P) >= k + V(Q).

        **Opening.** If there is no leaf, one edge of each chain of boxes of degree 2 is enough, for it gives
        all n of them away, and then the move; let Q be the position without it.

        5. n = 1: by 1 either edge costs 1 + V(Q). n = 2: the edge between the two costs 2 + V(Q) by 1, and
           any other at least that. A ring: all edges are the same but for names.
        6. n >= 3: opened at an end it costs n - 2 and what a pair is worth, by 2 and 4 the better of 2 + V(Q)
           and -2 - V(Q); the other side can have the same after any other edge of the chain. If both ends
           are at one box of degree 3, which the edge joins to the chain, the other side can after an inner
           edge take what lies between it and the end, and has then, by 2, what it would have had anyway.
        7. Of two missing outer edges in a corner one is enough: they are the same but for names.
        """
        if self.game.passing or self.game.words > 1:
            return self.game.legal_moves(state, moves)
        horizontal, vertical = self.game.missing(state, HORIZONTAL, 0), self.game.missing(state, VERTICAL, 0)
        one, two = self.game.low_degrees(horizontal, vertical)
        if one == ZERO:
            return self.game.openings(horizontal, vertical, two, moves)
        up, side = np.uint64(self.game.stride), ONE
        sure = one & horizontal & ~(two << up)
        if sure != ZERO:
            moves[0] = lowest_bit(sure)
            return 1
        sure = one & horizontal >> up & ~(two >> up)
        if sure != ZERO:
            moves[0] = lowest_bit(sure) + self.game.stride
            return 1
        sure = one & vertical & ~(two << side)
        if sure != ZERO:
            moves[0] = 64 + lowest_bit(sure)
            return 1
        sure = one & vertical >> side & ~(two >> side)
        if sure != ZERO:
            moves[0] = 64 + lowest_bit(sure) + 1
            return 1
        return self.game.takings(horizontal, vertical, one, two, moves)
