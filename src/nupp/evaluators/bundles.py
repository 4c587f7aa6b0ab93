"""Bundles: what `nupp tune` found out about a game, in `NAME.tuned.json`.

They lie in `strength/` beside the rules of the game, or in the user's data folder, with the network that they
need beside them. A bundle is a JSON object:

- `format`: 1;
- `fits`: the specs of the games that it is for, with `*` for any value of a parameter;
- `player`: the spec of the search that `strong` plays with, such as `alphabeta:eval=learned,reductions=4`;
- `levels`: how each level is held back, as pairs of the share of random moves and the most positions of a
  move (null: no limit); null where they were not measured;
- `gain`: the Elo of a level over the one below, as far as it was measured; null where it was not;
- `cuts`: what ProbCut expects of deep searches, as `nupp.search.probcut.to_json` has it; empty where the
  search does without;
- `verdict`: the match against what `strong` was before (see `Verdict`);
- `recipe`: the game, time, seeds and version that made it, and the results of all steps.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from nupp.evaluators.learned import BUNDLE, Verdict, stamp_of, strength_folders
from nupp.rules import Game
from nupp.spec import fits

FORMAT: Final = 1
"""The format of files that this version reads and writes."""
LEVELS: Final = 10
"""The levels of a bundle that has any."""

_checks: Final[list[Callable[[str], object]]] = []


def check_searches(check: Callable[[str], object]) -> None:
    """Leave bundles out whose search a function refuses with a ValueError, as that of another version."""
    _checks.append(check)


@dataclass(frozen=True)
class Bundle:
    """The findings about a game; the fields are those of the file, see above.

    path: the file.
    """

    path: Path
    fits: tuple[str, ...]
    player: str
    verdict: Verdict
    levels: tuple[tuple[float, int | None], ...] | None = None
    gain: float | None = None
    cuts: tuple[Mapping[str, Any], ...] = ()


def bundle_of(game: Game) -> Bundle | None:
    """The first bundle that fits a game, in a folder that for this game alone; None if there is none."""
    found = [one for one in bundles_beside(game) if any(fits(game.spec, spec) for spec in one.fits)]
    nearest = [one for one in found if one.path.parent == found[0].path.parent]
    return next((one for one in nearest if game.spec in one.fits), next(iter(nearest), None))


def bundles_beside(game: Game) -> Iterator[Bundle]:
    """The bundles of a game and its kin, those in the user's data folder first.

    A warning for files that are no bundles.
    """
    for folder in strength_folders(game):
        for file in sorted(folder.glob(f"*{BUNDLE}")):
            try:
                found = _read(file, stamp_of(file))
            except (OSError, ValueError, KeyError, TypeError) as error:
                warnings.warn(f"bundle left out: {str(file)!r}: {error}", stacklevel=2)
            else:
                yield found


@lru_cache(maxsize=256)
def _read(file: Path, stamp: tuple[int, int]) -> Bundle:
    """The bundle in a file; ValueError and the like for a file that holds none."""
    about = json.loads(file.read_text(encoding="utf-8"))
    if about["format"] != FORMAT:
        raise ValueError(f"format {about['format']!r}: expected {FORMAT}")
    for check in _checks:
        check(about["player"])
    levels = about["levels"]
    if levels is not None and len(levels) != LEVELS:
        raise ValueError(f"{len(levels)} levels: expected {LEVELS}")
    return Bundle(
        path=file,
        fits=tuple(about["fits"]),
        player=about["player"],
        verdict=Verdict(**about["verdict"]),
        levels=None if levels is None else tuple((float(slips), nodes) for slips, nodes in levels),
        gain=about["gain"],
        cuts=tuple(about["cuts"]),
    )
