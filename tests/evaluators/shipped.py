"""The networks that come with the games."""

from __future__ import annotations

from nupp.evaluators import LearnedNetwork
from nupp.evaluators.strength import networks_of
from nupp.rules import GAMES, game


def _networks() -> dict[str, LearnedNetwork]:
    found = (one for name in GAMES.names() for one in networks_of(game(name)))
    return {next(iter(one.fits)): one for one in found}


NETWORKS = _networks()
"""By the spec of the game that each learned."""
