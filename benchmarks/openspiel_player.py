"""OpenSpiel's Monte-Carlo tree search as a player of nupp: importing this makes `openspiel` known.

It runs in the Python that the environment variable NUPP_PEERS_PYTHON names, else in this one.
"""

from __future__ import annotations

import os
import sys
import time
import weakref
from pathlib import Path
from typing import Annotated

from openspiel import OpenSpiel
from openspiel_moves import Way, peer_of

from nupp.players import Budget, Decision, Report, register
from nupp.players.simple import ChancePlayer, Seed
from nupp.rules import Game, Position
from nupp.spec import Between

PYTHON = "NUPP_PEERS_PYTHON"
"""The environment variable that names a Python with OpenSpiel."""

MOST_SIMULATIONS = 2**31 - 1
"""As many as OpenSpiel can be asked for, which is no limit."""


@register("openspiel")
class OpenSpielPlayer(ChancePlayer):
    """Monte-Carlo tree search by OpenSpiel, in C++: one random playout a simulation, and proven results.

    Each move is searched anew, since OpenSpiel keeps no tree. A move of several actions takes a search for
    each of them that has an alternative; what is left of the budget is split evenly among as many as there
    may be yet. Writing moves in OpenSpiel's actions does not count as thinking. Where OpenSpiel has other
    legal moves than nupp, ValueError.
    """

    def __init__(
        self,
        game: Game,
        exploration: Annotated[float, Between(0, 1000), "weight of the confidence bound"] = 2,
        memory: Annotated[int, Between(1, 65536), "size of the tree in MB"] = 1000,
        seed: Seed = 0,
    ) -> None:
        super().__init__(game, seed)
        self.exploration, self.memory = exploration, memory
        self._peer = peer_of(game)
        self._openspiel: OpenSpiel | None = None

    @classmethod
    def plays(cls, game: Game) -> bool:
        try:
            return bool(peer_of(game))
        except ValueError:
            return False

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = budget or Budget()
        if budget.seconds is None and budget.nodes is None:
            budget = Budget(seconds=1.0)
        openspiel = self._running()
        moves, history = self._peer.moves(position), self._peer.history(position)
        way: Way = ()
        score, simulations, seconds = 0.0, 0, 0.0
        while way not in moves:
            ways = [one for one in moves if one[: len(way)] == way]
            shares = max(map(len, ways)) - len(way)
            began = time.perf_counter()
            answer = openspiel.ask(
                task="choose",
                game=self._peer.name,
                actions=[*history, *way],
                n=_share(budget.nodes, simulations, shares),
                time=-1 if budget.seconds is None else max(0.001, (budget.seconds - seconds) / shares),
                exploration=self.exploration,
                memory=self.memory,
                seed=int(self._rng.integers(2**31)),
            )
            seconds += time.perf_counter() - began
            if set(answer["legal"]) != {one[len(way)] for one in ways}:
                raise ValueError(f"OpenSpiel has other legal moves in {str(position)!r}: {answer['legal']}")
            way += (answer["action"],)
            if answer["simulations"] > 0:  # else there was no alternative
                score, simulations = answer["value"], simulations + answer["simulations"]
        text = position.format_move(moves[way])
        return Decision(text, moves[way], score, "eval", (text,), 0, simulations, seconds)

    def _running(self) -> OpenSpiel:
        """OpenSpiel, started if need be, and ready."""
        if self._openspiel is None:
            self._openspiel = OpenSpiel(Path(os.environ.get(PYTHON, sys.executable)))
            weakref.finalize(self, self._openspiel.close)
            self._openspiel.ask(task="version")  # so that nobody's time runs while it starts
        return self._openspiel


def _share(nodes: int | None, used: int, shares: int) -> int:
    """The simulations of a search: one of equal shares of what is left of a budget."""
    return MOST_SIMULATIONS if nodes is None else min(MOST_SIMULATIONS, max(1, (nodes - used) // shares))
