"""The journal of a tuning: its plan, the results of its steps, and the time that they took."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from nupp.formats import replace_file
from nupp.tuning.plan import Plan

FORMAT: Final = 1
NAME: Final = "journal.json"


class JournalError(ValueError):
    """A journal that cannot be gone on with; the message says why."""


class Journal:
    """The journal in a folder: what has been found out, written whole after each change.

    results: of each step that is done, by name. seconds: that all steps have taken. sizes: what steps have
    planned with, by name, such as the games of a match, so that a resumed step is the same. bundles: the
    digests of the game's bundle at the start, and of those that were written since; empty for no bundle.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        """Read the journal of a plan, or begin one; JournalError if that in the folder is of another plan."""
        self.path = folder / NAME
        self.results: dict[str, Any] = {}
        self.sizes: dict[str, int] = {}
        self.bundles: list[str] = []
        self.seconds = 0.0
        self._plan = asdict(plan)
        if self.path.exists():
            self._read()

    def record(self, name: str, result: Mapping[str, Any]) -> None:
        """Note the result of a step."""
        self.results[name] = dict(result)
        self.write()

    def note_bundle(self, digest: str) -> None:
        """Note that the game has a bundle, or is about to."""
        if digest not in self.bundles:
            self.bundles.append(digest)
            self.write()

    def size(self, name: str, games: int) -> int:
        """The number of games of a match: `games`, unless it was planned with another number before."""
        if name not in self.sizes:
            self.sizes[name] = games
            self.write()
        return self.sizes[name]

    def write(self) -> None:
        """Write the journal; OSError if that fails, and what was written before stays."""
        content = {
            "format": FORMAT,
            "plan": self._plan,
            "seconds": round(self.seconds, 3),
            "sizes": self.sizes,
            "bundles": self.bundles,
            "results": self.results,
        }
        replace_file(self.path, json.dumps(content, indent=1) + "\n")

    def _read(self) -> None:
        try:
            known = json.loads(self.path.read_text(encoding="utf-8"))
            plan, version = known["plan"], known["format"]
            if version != FORMAT:
                raise ValueError(f"format {version!r}: expected {FORMAT}")
            self.results, self.sizes = known["results"], known["sizes"]
            self.seconds, self.bundles = float(known["seconds"]), known.get("bundles", [])
        except (ValueError, KeyError, TypeError) as error:
            raise JournalError(f"{str(self.path)!r} is no journal of a tuning: {error}") from None
        for name, value in self._plan.items():
            if name != "seconds" and plan.get(name) != value:
                raise JournalError(
                    f"{str(self.path)!r} was begun with {name}={plan.get(name)}, not {value}: expected the "
                    "same, or --restart"
                )
