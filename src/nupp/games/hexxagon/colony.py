"""The ant colony as a player: it follows pheromone in Hexxagon, and learns from the games that it played."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated

import numpy as np

from nupp.games.hexxagon import pheromone as files
from nupp.games.hexxagon.ants import Colony, Pheromone, follow, new_colony, send_ants
from nupp.games.hexxagon.rules import Hexxagon
from nupp.kernel import generator, run_until
from nupp.kernel.bits import popcount
from nupp.players.base import Candidate, Decision, Player, Report
from nupp.players.budget import Budget
from nupp.players.catalogue import register
from nupp.players.simple import Seed
from nupp.rules import Game, Position
from nupp.spec import Between


@register("ants")
class Ants(Player):
    """An ant colony: each piece weighs its moves by gain and pheromone (T. Rostański, 2003).

    See `ants.py` for the rules. Its nodes are ants; it looks one ply ahead. Choosing teaches it
    nothing: what it has learnt changes at the end of a game, and what its moves of the running game have
    left is worked out anew for each choice, from the moves that led to the position.

    Scores are p, which is no evaluation of the position.
    """

    learns = True
    game: Hexxagon

    def __init__(
        self,
        game: Game,
        ants: Annotated[int, Between(1, 1000), "ants of each piece"] = 1,
        alpha: Annotated[float, Between(0, 1), "how quickly pheromone fades and is laid"] = 0.1,
        beta: Annotated[float, Between(0, 100), "weight of what a move gains, against pheromone"] = 2.0,
        q0: Annotated[float, Between(0, 1), "how often an ant takes its best move instead of drawing"] = 0.9,
        tau0: Annotated[float, Between(0, 1e6), "pheromone at the beginning"] = 1.0,
        load: Annotated[str, "file of what was learnt before"] = "",
        save: Annotated[str, "file for what is learnt, written after each game"] = "",
        seed: Seed = 0,
    ) -> None:
        super().__init__(game)
        self.ants, self.alpha, self.beta, self.q0, self.tau0 = ants, alpha, beta, q0, tau0
        self.memory = files.load(self.game, load) if load else files.fresh(self.game, tau0)
        if save:
            files.check_place(self.game, save)
        self._file = save
        self.seed(seed)

    @classmethod
    def plays(cls, game: Game) -> bool:
        return isinstance(game, Hexxagon)

    def seed(self, seed: int) -> None:
        self._rng = generator(seed)

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = budget or Budget()
        pheromone = self.memory.pheromone.copy()
        self._walk(position, position.to_move, pheromone)
        colony = new_colony(position, self.beta, self._rng)
        limit = budget.nodes or np.iinfo(np.int64).max

        def send(limit: int) -> int:
            return int(send_ants(self.game, colony, pheromone, self.ants, self.q0, limit))

        send(0)  # compiled, or loaded, before a clock runs
        began = time.perf_counter()
        sent = run_until(lambda: send(limit), colony.stop, budget.seconds)
        decision = _decision(position, colony, sent, time.perf_counter() - began)
        if report:
            report(decision)
        return decision

    def game_over(self, position: Position, side: int) -> None:
        """Learn from a game, and save what is known now if there is a file for it. OSError if that fails."""
        memory, state = self.memory, position.state[0]
        ways, taken = self._walk(position, side, memory.pheromone)
        points = popcount(self.game.pieces(state, side))
        last, won = memory.points[side], position.outcome == 1 - 2 * side
        if won or (last is not None and points > last):
            trail = memory.pheromone[side]
            for way in sorted(ways):
                trail[way] = (1 - self.alpha) * trail[way] + self.alpha * taken
        memory.points[side] = points
        memory.games += 1
        if self._file:
            files.save(memory, self.game, self._file)

    def _walk(self, position: Position, side: int, pheromone: Pheromone) -> tuple[set[tuple[int, int]], int]:
        """Update pheromone by a side's moves of the game so far; the ways it went, and the pieces it took."""
        ways, total = set(), 0
        for before, move in _moves_of(position, side):
            origin, taken = follow(self.game, before.state, pheromone, move, self.alpha, self.tau0)
            if origin >= 0:
                ways.add((int(origin), move & 63))
                total += int(taken)
        return ways, total


def _moves_of(position: Position, side: int) -> Iterator[tuple[Position, int]]:
    """The moves of a side in the game that led to a position, from the first, each with where it was made."""
    played = []
    while position.previous is not None:
        played.append((position.previous, position.last_move_code))
        position = position.previous
    return ((before, move) for before, move in reversed(played) if before.to_move == side)


def _decision(position: Position, colony: Colony, sent: int, seconds: float) -> Decision:
    """The move with the largest p of those that ants have chosen; if none has, of all."""
    n = len(position.legal_move_codes)
    worth, visits = colony.worth[:n].tolist(), colony.visits[:n].tolist()
    order = sorted(range(n), key=lambda i: (visits[i] == 0, -worth[i]))
    code = position.legal_move_codes[order[0]]
    text = position.format_move(code)
    return Decision(
        move=text,
        code=code,
        score=worth[order[0]],
        score_kind="eval",
        pv=(text,),
        depth=1,
        nodes=sent,
        seconds=seconds,
        candidates=tuple(
            Candidate(position.format_move(position.legal_move_codes[i]), worth[i], visits[i])
            for i in order
            if visits[i]
        ),
    )
