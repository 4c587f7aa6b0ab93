"""The knowledge that makes programs strong in a game: networks, what they look at, and how the search is set.
A game registers it with `register_strength`. Games without one have patterns around every cell, and the
parameters of the search that did no harm in any game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal

from nupp.evaluators.inputs import Inputs
from nupp.evaluators.layouts import BY_DEFAULT, Layout, patterns
from nupp.evaluators.learned import LearnedNetwork, networks_beside
from nupp.evaluators.patterns import Patterns
from nupp.evaluators.scenes import Scene
from nupp.rules import Game
from nupp.rules.parts import Parts
from nupp.spec import Value


@dataclass(frozen=True)
class Strength:
    """The knowledge that makes programs strong in a game.

    layout: the patterns of its networks. scene: what its convolutional networks see. inputs: makes what
    its feed-forward networks see of a game; ValueError if they can see nothing. search: the parameters
    of alpha-beta that differ from the defaults, `eval` among them. levels: how levels are held back; `steep`
    where every random move and every ply less cost much. networks: those of the game beside the ones that
    lie in folders (see `learned.py`).
    """

    layout: Layout = BY_DEFAULT
    scene: type[Scene[Any]] = Scene
    inputs: Callable[[Any], Inputs[Any]] = Inputs
    search: Mapping[str, Value] = field(default_factory=dict)
    levels: Literal["usual", "steep"] = "usual"
    networks: tuple[LearnedNetwork, ...] = ()


_STRENGTHS: Final = Parts(Strength())


def register_strength(kind: type[Any], strength: Strength) -> None:
    """Register the knowledge that makes programs strong in the games of a class and its subclasses."""
    _STRENGTHS.add(kind, strength)


def strength_of(game: Game) -> Strength:
    """The knowledge that makes programs strong in a game."""
    return _STRENGTHS.of(game)


def networks_of(game: Game) -> tuple[LearnedNetwork, ...]:
    """The networks that come with a game, those in the user's data folder first, whether they fit or not."""
    return (*networks_beside(game), *strength_of(game).networks)


def network_of(game: Game) -> LearnedNetwork | None:
    """The first network that fits a game, of those that won a match there if any did; None if none fits."""
    found = [one for one in networks_of(game) if one.beat(game) is not None]
    return max(found, key=lambda one: bool(one.beat(game)), default=None)


def patterns_of(game: Game) -> Patterns:
    """The patterns of a new network for a game; ValueError if it can have none."""
    return patterns(game, strength_of(game).layout)


@lru_cache
def scene_of(game: Game) -> Scene[Any]:
    """The scene of a new network for a game; ValueError if it can have none."""
    return strength_of(game).scene(game)


@lru_cache
def inputs_of(game: Game) -> Inputs[Any]:
    """The inputs of a new feed-forward network for a game; ValueError if it can have none."""
    return strength_of(game).inputs(game)
