"""The catalogue of players: `player("alphabeta:depth=4,eval=mobility", game)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from nupp.games import Game
from nupp.players.alphabeta import AlphaBeta, Strong
from nupp.players.base import Player
from nupp.players.montecarlo import FlatMonteCarlo, GreedyMonteCarlo
from nupp.players.simple import Greedy, Minimax, RandomPlayer, Reply
from nupp.players.uct import UCT
from nupp.spec import Catalogue, parse_spec

PLAYERS: Catalogue[Player] = Catalogue("player")

F = TypeVar("F", bound=Callable[..., Player])


def register(name: str) -> Callable[[F], F]:
    """Enter a player class under a name; its first argument is the game. Usable as a decorator."""

    def enter(factory: F) -> F:
        PLAYERS.add(name, factory)
        return factory

    return enter


for _name, _factory in {
    "strong": Strong,
    "alphabeta": AlphaBeta,
    "uct": UCT,
    "flatmc": FlatMonteCarlo,
    "greedymc": GreedyMonteCarlo,
    "minimax": Minimax,
    "reply": Reply,
    "greedy": Greedy,
    "random": RandomPlayer,
}.items():
    register(_name)(_factory)


def player(spec: str, game: Game) -> Player:
    """A new player of a game, made from its spec.

    SpecError (a ValueError) for an unknown player, parameter or evaluator, or a value out of range.
    """
    parsed = parse_spec(spec)
    made = PLAYERS.make(parsed, game)
    made.spec = PLAYERS.canonical(parsed)
    return made
