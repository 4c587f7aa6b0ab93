"""The search that plays each game best: alpha-beta, with the parts that won matches in that game.

The figures are in docs/experiments (selectivity.md, evaluators.md) and docs/learning.md. Games that are not
listed, such as a user's own, get the parts that did no harm in any.
"""

from __future__ import annotations

from typing import Any, Final

from nupp.games import Game
from nupp.games.amazons import Amazons
from nupp.games.connect import ConnectFour
from nupp.games.draughts import Draughts
from nupp.games.lput import Lput
from nupp.games.mnk import Mnk
from nupp.games.morris import Morris
from nupp.games.reversi import Reversi
from nupp.players.alphabeta import AlphaBeta

MANY_MOVES: Final = 64
"""From here on only active moves are searched, if the game knows which those are."""

SETTINGS: Final[tuple[tuple[type[Game], dict[str, Any]], ...]] = (
    (Mnk, {"eval": "threats", "sorting": 3, "reductions": 4}),
    (Reversi, {"sorting": 3, "reductions": 4}),
    (ConnectFour, {"eval": "filling", "sorting": 3, "reductions": 4}),
    (Morris, {"sorting": 3, "reductions": 4}),
    (Draughts, {"reductions": 2}),
    (Lput, {"eval": "pursuit"}),
    (Amazons, {"sorting": 2, "reductions": 4}),
)
"""What differs from the parameters that alpha-beta has by default, for a game and its kin."""

LEARNED: Final = frozenset(
    {"amazons", "connectfour", "dotsandboxes:size=5", "draughts", "hexxagon", "lput", "morris", "othello"}
)
"""Games in which the network of the package won against the evaluator that is named above or the default."""


def settings_of(game: Game) -> dict[str, Any]:
    """The parameters of alpha-beta that a game has of its own, of which its evaluator may be one."""
    return next((chosen for kind, chosen in SETTINGS if isinstance(game, kind)), {})


def tuned_search(game: Game, table: int = 64, threads: int = 1) -> AlphaBeta:
    """Alpha-beta as it plays a game best."""
    settings = settings_of(game)
    if game.spec in LEARNED:
        settings = settings | {"eval": "learned"}
    candidates = 1 if game.max_moves > MANY_MOVES else 0
    return AlphaBeta(game, table=table, threads=threads, candidates=candidates, **settings)
