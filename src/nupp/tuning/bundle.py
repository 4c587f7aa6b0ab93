"""Writing the bundle of a tuning, and its network, where `strong` finds them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from nupp.arena import Result
from nupp.evaluators.bundles import FORMAT, bundle_of
from nupp.evaluators.learned import BUNDLE, Verdict
from nupp.formats import replace_file
from nupp.learn.installing import file_for, folder_for, install
from nupp.rules import Game
from nupp.spec import Spec, parse_spec
from nupp.tuning import cuts
from nupp.tuning.journal import JournalError
from nupp.tuning.workshop import Workshop


def require_own_bundle(shop: Workshop) -> None:
    """JournalError if the game has another bundle than when the tuning began, which it did not write."""
    bundle = bundle_of(shop.game)
    digest = "" if bundle is None else _digest_of(bundle.path.read_text(encoding="utf-8"))
    if not shop.journal.bundles:
        shop.journal.note_bundle(digest)
    elif digest not in shop.journal.bundles:
        where = (
            "has no bundle any more" if bundle is None else f"has another bundle now, {str(bundle.path)!r}"
        )
        raise JournalError(f"{shop.game.spec} {where}: expected that of this tuning, or --restart")


def verdict_of(result: Result, against: str) -> Verdict:
    """The verdict of a match of what was found; it won if the 95 % interval of the difference is above 0."""
    standing, match = result.standing(), result.match
    return Verdict(
        against,
        *result.tally,
        limits=match.limits,
        won=standing is not None and standing.elo_low > 0,
        openings=match.openings,
        seed=match.seed,
    )


def write_bundle(
    shop: Workshop, found: str, verdict: Verdict, measured: Mapping[str, Any], results: Mapping[str, Any]
) -> Path:
    """Write the bundle, with the network if what was found plays with one; returns its file.

    found: the spec of the search. measured: the ladder of levels, and the Elo of a step. OSError if a file
    cannot be written; those that were there before stay whole.
    """
    spec = parse_spec(found)
    network = Path(spec.arguments.get("eval", ""))
    if network.suffix == ".nupp":
        install(network.read_bytes(), shop.game, verdict)
        spec = Spec(spec.name, {**spec.arguments, "eval": "learned"})
    expected = _cuts_of(shop, spec)
    spec = Spec(spec.name, {name: text for name, text in spec.arguments.items() if name != "cuts"})
    content = {
        "format": FORMAT,
        "fits": [shop.game.spec],
        "player": str(spec),
        "levels": measured["levels"],
        "gain": measured.get("gain"),
        "cuts": expected,
        "verdict": asdict(verdict),
        "recipe": {**asdict(shop.plan), "results": dict(results)},
    }
    return _write(shop, content)


def write_levels(shop: Workshop, measured: Mapping[str, Any]) -> Path:
    """Write the levels of a game into its bundle; returns its file. Errors as of `write_bundle`.

    Where there is no bundle, one of the search with which `strong` plays.
    """
    old = bundle_of(shop.game)
    if old is None:
        unplayed = Verdict(shop.before, 0, 0, 0, limits="not played", won=False)
        return write_bundle(shop, shop.before, unplayed, measured, {"levels": measured})
    content = json.loads(old.path.read_text(encoding="utf-8"))
    if old.path != _path_for(shop.game):  # there the bundle stays as it is for the other games that it fits
        content["fits"] = [shop.game.spec]
    content |= {"levels": measured["levels"], "gain": measured["gain"]}
    content["recipe"]["levels"] = {**asdict(shop.plan), "matches": measured["matches"]}
    return _write(shop, content)


def _path_for(game: Game) -> Path:
    """The file for the bundle of a game."""
    network_file, _ = file_for(game, folder_for(game))
    return network_file.with_name(f"{network_file.stem}{BUNDLE}")


def _write(shop: Workshop, content: Mapping[str, Any]) -> Path:
    path = _path_for(shop.game)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(_without_folder(content, shop.folder), indent=1) + "\n"
    shop.journal.note_bundle(_digest_of(text))
    replace_file(path, text)
    return path


def _digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _without_folder(content: Any, folder: Path) -> Any:
    """The same without a path of this machine, the folder of the tuning, before the names of its files."""
    if isinstance(content, str):
        return re.sub(rf"(?<![^=(, ]){re.escape(str(folder))}/", "", content)
    if isinstance(content, Mapping):
        return {name: _without_folder(value, folder) for name, value in content.items()}
    if isinstance(content, (list, tuple)):
        return [_without_folder(value, folder) for value in content]
    return content


def _cuts_of(shop: Workshop, spec: Spec) -> list[Any]:
    """The expectations of ProbCut in a search: those that this tuning has fitted, or the earlier bundle's."""
    if "cuts" in spec.arguments:
        return cuts.read(shop)
    old = bundle_of(shop.game) if "probcut" in spec.arguments else None
    return [] if old is None else list(old.cuts)
