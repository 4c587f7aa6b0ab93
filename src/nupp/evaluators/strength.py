"""The knowledge that makes programs strong in a game: networks, what they look at, and how the search is set.
A game registers it with `register_strength`. Games without one have patterns around every cell, and the
parameters of the search that did no harm in any game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal

from nupp.evaluators.layouts import BY_DEFAULT, Layout, patterns
from nupp.evaluators.patterns import Patterns
from nupp.evaluators.scenes import Scene
from nupp.rules import Game
from nupp.rules.parts import Parts
from nupp.spec import Value, fits


@dataclass(frozen=True)
class LearnedNetwork:
    """A network that comes with a game, under the name `learned`.

    path: its file. fits: the specs of games that it is for, with `*` for any value of a parameter, and the
    evaluator that it beat there with the score. `strong` plays with it where it beat one; where that is
    empty it is there by its name alone.
    """

    path: Path
    fits: Mapping[str, str]

    def beat(self, game: Game) -> str | None:
        """The player that it beat in a game and the score, empty if none; None if it is not for this game."""
        return next((beat for spec, beat in self.fits.items() if fits(game.spec, spec)), None)


@dataclass(frozen=True)
class Strength:
    """The knowledge that makes programs strong in a game.

    layout: the patterns of its networks. scene: what its convolutional networks see. search: the parameters
    of alpha-beta that differ from the defaults, `eval` among them. levels: how levels are held back; `steep`
    where every random move and every ply less cost much. networks: those that come with the game; of
    several that fit, the first is used.
    """

    layout: Layout = BY_DEFAULT
    scene: type[Scene[Any]] = Scene
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


def network_of(game: Game) -> LearnedNetwork | None:
    """The network that comes with a game; None if none fits."""
    return next((one for one in strength_of(game).networks if one.beat(game) is not None), None)


def patterns_of(game: Game) -> Patterns:
    """The patterns of a new network for a game; ValueError if it can have none."""
    return patterns(game, strength_of(game).layout)


@lru_cache
def scene_of(game: Game) -> Scene[Any]:
    """The scene of a new network for a game; ValueError if it can have none."""
    return strength_of(game).scene(game)
