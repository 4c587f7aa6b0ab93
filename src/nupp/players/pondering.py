"""Pondering: thinking on the opponent's time.

After its own move a player thinks on about the position after the reply that it expects. If that reply comes,
the search goes on and only now has an end; what it has done so far is a gift. If another comes, the search is
given up.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace

from nupp.kernel import Deadline, Task, under
from nupp.players.base import Decision, Player, Report
from nupp.players.budget import LONGEST, Budget
from nupp.rules import Position


class Pondering(Player):
    """Another player, which thinks on the opponent's time too if it is asked to by `ponder`.

    It never searches twice at once. Whoever has it ponder calls `stop` in the end, or uses it as a context
    manager, which does. Without pondering it chooses as the other does.
    """

    def __init__(self, player: Player) -> None:
        super().__init__(player.game)
        self.player = player
        self.spec, self.first_seed = player.spec, player.first_seed
        self.remembers, self.learns = player.remembers, player.learns
        self.records, self.foreign = player.records, player.foreign
        self._line: tuple[Position, tuple[str, ...]] | None = None
        self._thought: _Thought | None = None

    @property
    def multipv(self) -> int:
        """The number of candidates that the other player lists."""
        return self.player.multipv

    @multipv.setter
    def multipv(self, value: int) -> None:
        self.player.multipv = value

    @property
    def record(self) -> int:
        """The most rows of a record of the other player's searches."""
        return self.player.record

    @record.setter
    def record(self, value: int) -> None:
        if value != self.player.record:
            self.stop()  # a search that goes on was begun with another record, or none
        self.player.record = value

    def compile(self, position: Position) -> None:
        self.player.compile(position)

    def stand_in(self) -> Player:
        return self.player.stand_in()

    def first_tier(self) -> Player | None:
        return self.player.first_tier()

    def compile_shared(self) -> bool:
        return self.player.compile_shared()

    def get_ready(self) -> None:
        self.player.get_ready()

    def ponder(self, position: Position, budget: Budget | None = None) -> bool:
        """Think on while the opponent does, who is to move in a position; returns at once.

        Thinks about the position after the reply that the last decision expects; a player that remembers what
        it has learnt thinks about the position itself, which helps whatever the reply. False, and nothing
        done, if the game is over or no reply is expected. budget: as in the next `choose`; its limits of
        nodes and depth hold at once, its time runs from then on.
        """
        self.stop()
        about = position if self.remembers else self._expected(position)
        if about is None or about.is_over:
            return False
        self._thought = _Thought(self.player, about, budget or Budget())
        return True

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        """Choose as the other player does, going on with what it pondered if that was this position.

        Then nodes and seconds of the decision are those of the whole search.
        """
        self._require_turn(position)
        budget = budget or Budget()
        thought = self._thought
        if thought is not None and thought.is_about(position, budget):
            try:
                decision = thought.finish(budget, report)
            finally:
                self._thought = None
        else:
            self.stop()
            decision = self.player.choose(position, budget, report)
        self._line = position, decision.pv
        return decision

    def stop(self) -> None:
        """End pondering, if it goes on; its thread has ended when this returns."""
        thought, self._thought = self._thought, None
        if thought is not None:
            thought.give_up()

    def seed(self, seed: int) -> None:
        self.stop()
        self.player.seed(seed)

    def forget(self) -> None:
        self.stop()
        self._line = None
        self.player.forget()

    def game_over(self, position: Position, side: int) -> None:
        self.stop()
        self.player.game_over(position, side)

    def __enter__(self) -> Pondering:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def _expected(self, position: Position) -> Position | None:
        """The position in which this player moves next, by its last decision; None if it says too little."""
        if self._line is None:
            return None
        reached, line = self._line
        side, seen = reached.to_move, False
        with contextlib.suppress(ValueError):  # a line may hold what is no move
            for move in line:
                reached = reached.play(move)
                seen = seen or reached == position
                if seen and (reached.is_over or reached.to_move == side):
                    return reached
        return None


class _Thought:
    """A search in the background, about one position, that has no end until it is given one."""

    def __init__(self, player: Player, position: Position, budget: Budget) -> None:
        self.position, self.budget = position, budget
        self._deadline = Deadline()
        self._latest: Decision | None = None
        self._report: Report | None = None
        # Without a time the player's own limits hold, or the second that it takes if it has none.
        endless = replace(budget, seconds=LONGEST, soft=None) if budget.seconds else budget

        def think() -> Decision:
            with under(self._deadline):
                return player.choose(position, endless, self._pass_on)

        self._task = Task(think, lambda: self._deadline.move(0))
        self._task.begin()

    def _pass_on(self, decision: Decision) -> None:
        self._latest = decision
        if self._report:
            self._report(decision)

    def is_about(self, position: Position, budget: Budget) -> bool:
        """True if a player with this position and budget would think about the same."""
        same = _limits(budget) == _limits(self.budget)
        return same and not self._task.failed and self.position == position

    def finish(self, budget: Budget, report: Report | None) -> Decision:
        """Give the search the time of a budget, from now on, and return what it decides."""
        if report and self._latest:
            report(self._latest)
        self._report = report
        self._deadline.move(None, budget.soft)
        return self._task.wait(budget.seconds)

    def give_up(self) -> None:
        """End the search at once, whatever it has found; what went wrong in it is of no concern."""
        self._task.stop()
        with contextlib.suppress(Exception):
            self._task.wait()


def _limits(budget: Budget) -> tuple[int | None, int | None, bool]:
    """The part of a budget that a search needs when it begins."""
    return budget.nodes, budget.depth, budget.seconds is None
