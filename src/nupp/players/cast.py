"""The cast: ten opponents for people, one for each level, with a taste of their own and a rating.

The ratings follow from matches of each level against the one below, as the bundle of a tuned game or
docs/strength.md has them: a share s of the points is a difference of 400 log10(s / (1 - s)) points (A. Elo,
1978). The lowest is set to what a
person has who has just learned the rules.
"""

from __future__ import annotations

import math
from itertools import accumulate
from typing import Final, Literal, NamedTuple

from nupp.evaluators.bundles import bundle_of
from nupp.players.level import HANDICAPS, STEEPER, Taste, handicaps
from nupp.rules import Game, View
from nupp.rules.optional import has_forcing_moves
from nupp.spec import parse_spec

LOWEST: Final = 600
"""The rating of the first character."""
_STEPS: Final = (0.70, 0.71, 0.71, 0.69, 0.73, 0.71, 0.74, 0.73, 0.76)
"""The mean shares of levels 2 to 10 against the level below with the usual ladder, in the fourteen games of
docs/strength.md that have it, each step in 100 games; the last one over five games, in 60 games each."""
_STEEPER_STEPS: Final = (0.86, 0.85, 0.87, 0.86, 0.83, 0.86, 0.88, 0.83, 0.83)
"""The same with the steep ladder, in the one game that has it, in 60 games."""


Manner = Literal["captures", "threats", "none"]
"""The effect of the sharp moves of a game: they take or turn something, only threaten, or there are none."""


class Character(NamedTuple):
    """An opponent. key: what it is called by in words; player: its spec; rating: in points of Elo.

    slips, nodes: as of its level. taste: of the moves that it makes without a search; `any` for `captures`
    and `quiet` in games without sharp moves. manner: what such moves do.
    """

    key: str
    player: str
    rating: int
    taste: Taste
    slips: float
    nodes: int | None
    manner: Manner


_CAST: Final[tuple[tuple[str, Taste], ...]] = (
    ("snail", "any"),
    ("duckling", "any"),
    ("squirrel", "captures"),
    ("hedgehog", "quiet"),
    ("badger", "near"),
    ("fox", "captures"),
    ("heron", "quiet"),
    ("wolf", "captures"),
    ("owl", "any"),
    ("bear", "any"),
)
"""The characters of the levels 1 to 10."""


def cast_of(game: Game) -> tuple[Character, ...]:
    """The ten characters that play a game, the weakest first."""
    levels, manner = handicaps(game), manner_of(game)
    cast = [(key, taste if manner != "none" or taste == "near" else "any") for key, taste in _CAST]
    ratings = [round(rating, -1) for rating in accumulate(_gains(game), initial=float(LOWEST))]
    return tuple(
        Character(key, _spec(n, taste), int(rating), taste, *level, manner)
        for n, ((key, taste), rating, level) in enumerate(zip(cast, ratings, levels, strict=True), 1)
    )


def manner_of(game: Game) -> Manner:
    """The effect of the sharp moves of a game: those with facts to show take something."""
    if type(game.view).move_facts is not View.move_facts:
        return "captures"
    return "threats" if has_forcing_moves(game) else "none"


def _gains(game: Game) -> list[float]:
    """The Elo of the levels from the second on over the one below."""
    bundle = bundle_of(game)
    if bundle is not None and bundle.gain is not None:
        return [bundle.gain] * (len(HANDICAPS) - 1)
    steps = _STEEPER_STEPS if handicaps(game) is STEEPER else _STEPS
    return [400 * math.log10(share / (1 - share)) for share in steps]


def character_of(game: Game, player: str) -> Character | None:
    """The character that the spec of a player stands for; None for other players.

    A level plays for its character, whatever its taste and its seed.
    """
    parsed = parse_spec(player)
    n = str(dict(parsed.arguments).get("n", "5"))
    if parsed.name != "level" or not n.isdecimal() or not 1 <= int(n) <= len(HANDICAPS):
        return None
    return cast_of(game)[int(n) - 1]


def _spec(n: int, taste: Taste) -> str:
    return f"level:n={n}" if taste == "any" else f"level:n={n},taste={taste}"
