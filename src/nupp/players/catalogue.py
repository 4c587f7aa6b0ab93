"""The catalogue of players: `player("alphabeta:depth=4,eval=mobility", game)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from nupp.players.alphabeta import AlphaBeta
from nupp.players.base import Player
from nupp.players.exact import Exact
from nupp.players.level import Level
from nupp.players.montecarlo import FlatMonteCarlo, GreedyMonteCarlo
from nupp.players.networks import PUCT, OnePly
from nupp.players.proofnumber import ProofNumber
from nupp.players.simple import Greedy, Lines, Minimax, RandomPlayer, Reply
from nupp.players.staged import MoveThenArrow, TwoIteration
from nupp.players.strong import Strong
from nupp.players.uct import UCT
from nupp.rules import Game
from nupp.rules import game as game_of
from nupp.spec import Catalogue, Spec, parse_spec

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
    "level": Level,
    "alphabeta": AlphaBeta,
    "exact": Exact,
    "uct": UCT,
    "puct": PUCT,
    "oneply": OnePly,
    "proofnumber": ProofNumber,
    "flatmc": FlatMonteCarlo,
    "greedymc": GreedyMonteCarlo,
    "twoiteration": TwoIteration,
    "movethenarrow": MoveThenArrow,
    "minimax": Minimax,
    "reply": Reply,
    "greedy": Greedy,
    "lines": Lines,
    "random": RandomPlayer,
}.items():
    register(_name)(_factory)


def players_of(game: Game, foreign: bool = False) -> list[str]:
    """The names of the players that can play a game, sorted; with `foreign` those of other programs, too."""

    def plays(factory: Callable[..., Player]) -> bool:
        if not (isinstance(factory, type) and issubclass(factory, Player)):
            return True
        return factory.plays(game) and (foreign or not factory.foreign)

    return [name for name in PLAYERS.names() if plays(PLAYERS.entry(name).factory)]


def player(spec: str | Spec, game: Game | str) -> Player:
    """A new player of a game, made from its spec; the game may be a spec, too.

    SpecError (a ValueError) for an unknown player, parameter or evaluator, a value out of range, or a game
    that the player cannot play.
    """
    parsed = parse_spec(spec) if isinstance(spec, str) else spec
    made = PLAYERS.make(parsed, game_of(game) if isinstance(game, str) else game)
    made.spec = PLAYERS.canonical(parsed)
    for parameter in PLAYERS.entry(parsed.name).parameters:
        if parameter.name == "seed":
            made.first_seed = int(parsed.arguments.get("seed", parameter.default))
    return made
