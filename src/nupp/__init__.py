"""nupp: the workshop for two-player board games with perfect information.

`nupp.GAMES.names()` lists the games; a spec names one of them, with or without parameters.

    position = nupp.game(spec).start_position()
    nupp.player("alphabeta:depth=4", position.game).choose(position).move
"""

from nupp.arena import match
from nupp.evaluators import Evaluator, evaluator
from nupp.players import PLAYERS, Budget, Decision, Player, player
from nupp.protocols import EngineError
from nupp.rules import GAMES, Game, IllegalMoveError, NotationError, Position, game, load_file, register
from nupp.search.perft import perft
from nupp.search.solve import solve
from nupp.spec import SpecError
from nupp.version import __version__

__all__ = [
    "GAMES",
    "PLAYERS",
    "Budget",
    "Decision",
    "EngineError",
    "Evaluator",
    "Game",
    "IllegalMoveError",
    "NotationError",
    "Player",
    "Position",
    "SpecError",
    "__version__",
    "evaluator",
    "game",
    "load_file",
    "match",
    "perft",
    "player",
    "register",
    "solve",
]
