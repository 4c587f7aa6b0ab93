"""Players with something wrong, and the names under which matches know them."""

import random
import time

from nupp.kernel import interpreting
from nupp.players import Budget, Decision, Player
from nupp.players.base import Report
from nupp.rules import Game, Position


class Failing(Player):
    """Fails at its second move."""

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        if position.ply > 3:
            raise RuntimeError("out of ideas")
        move = position.legal_move_codes[0]
        text = position.format_move(move)
        return Decision(text, move, 0, "eval", (text,), 0, 0, 0.0)


class Cheating(Failing):
    """Plays on a taken cell."""

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        taken = position.move_codes[0]
        return Decision("?", taken, 0, "eval", ("?",), 0, 0, 0.0)


class Sleeping(Failing):
    """Fails at the first move of a game, and takes its time over all others."""

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        assert position.ply > 0
        time.sleep(0.2)
        move = position.legal_move_codes[0]
        return Decision("?", move, 0, "eval", ("?",), 0, 0, 0.0)


class Late(Failing):
    """Takes 0.2 s for a move, whatever its budget; plays the last moves listed."""

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        assert budget is not None
        assert budget.seconds is not None
        assert budget.seconds < 0.5
        time.sleep(0.2)
        move = position.legal_move_codes[-1]
        return Decision("?", move, 0, "eval", ("?",), 0, 0, 0.0)


class Spending(Failing):
    """Uses all the time that it is given, and plays at random."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.seed(0)

    def seed(self, seed: int) -> None:
        self._draw = random.Random(seed)

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        assert budget is not None
        assert budget.seconds is not None
        time.sleep(budget.seconds)
        move = self._draw.choice(position.legal_move_codes)
        return Decision("?", move, 0, "eval", ("?",), 0, 0, 0.0)


class Compiling(Failing):
    """Takes its time over the first second move that it ever makes, as if there were code to compile."""

    ready = False

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        if position.ply > 0 and not Compiling.ready:
            time.sleep(0.7)
            Compiling.ready = True
        move = position.legal_move_codes[0]
        return Decision("?", move, 0, "eval", ("?",), 0, 0, 0.0)


class Seeing(Failing):
    """Plays only where kernels are interpreted."""

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        assert interpreting()
        move = position.legal_move_codes[-1]
        return Decision("?", move, 0, "eval", ("?",), 0, 0, 0.0)
