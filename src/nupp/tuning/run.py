"""A tuning from its first step to its last, as far as its time goes."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from nupp.evaluators.bundles import Bundle, bundle_of
from nupp.evaluators.learned import Verdict
from nupp.folders import data_folder
from nupp.formats import locked
from nupp.learn.installing import file_for, folder_for
from nupp.players.best import best_spec
from nupp.rules import Game
from nupp.search.endgames import endgames_of
from nupp.tuning import cuts, endgames, levels, network, search
from nupp.tuning.bundle import require_own_bundle, verdict_of, write_bundle, write_levels
from nupp.tuning.journal import NAME, Journal, JournalError
from nupp.tuning.plan import Plan
from nupp.tuning.workshop import LEAST, TuningError, Workshop, tally_of

_FILES: Final = (
    NAME,
    cuts.FILE,
    "network*.nupp*",
    "*positions.bin*",
    "*-??????????.jsonl",
    "endgames-?",
    "table.endgames",
)
"""Patterns of all that a tuning leaves in its folder."""
_VERDICT: Final = 40
"""The games that decide in the end at the least, whatever the time."""


@dataclass(frozen=True)
class Step:
    """A step of a tuning. weight: its share of the time, in proportion to the others'."""

    name: str
    weight: float
    run: Callable[[Workshop, float], dict[str, Any]]


def folder_of(game: Game, only_levels: bool = False) -> Path:
    """The folder in the user's data folder for the files of a tuning, which can be deleted after it."""
    name = file_for(game, folder_for(game))[0].stem
    return data_folder() / "tuning" / (f"{name}-levels" if only_levels else name)


def tune(
    game: Game,
    plan: Plan,
    folder: Path,
    restart: bool = False,
    report: Callable[[str, str, float], object] = lambda step, text, share: None,
) -> Path:
    """Tune a game, or go on with it, and return the file of its bundle.

    folder: for the journal, matches and networks. restart: forget what an earlier run found. report: is
    called with the step, with what is being done, and with the share of the time that is over, more than 1
    where the least games of a match take longer. BlockingIOError if another run tunes the game or uses the
    folder, JournalError if the journal there is of another plan, or if the game was tuned elsewhere since,
    TuningError if the game or a player fails, OSError if a file cannot be written: what was found before is
    kept, and the next run goes on from it.
    """
    usual = folder_of(game)  # whose lock is that of the game, as all its tunings write one bundle
    for place in (usual, folder):
        place.mkdir(parents=True, exist_ok=True)
    with locked(usual / "game"), locked(folder / "tuning"):
        if restart:
            _forget(folder)
        return _Tuning(game, plan, folder, report).run()


def _forget(folder: Path) -> None:
    """Remove what a tuning has left in a folder, and no more; JournalError if it holds no tuning."""
    others = [path.name for path in folder.iterdir() if not path.name.endswith(".lock")]
    if others and NAME not in others:
        raise JournalError(f"{str(folder)!r} holds no tuning: expected {NAME} there, or an empty folder")
    for path in [path for pattern in _FILES for path in folder.glob(pattern)]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


class _Tuning:
    """The course of a tuning: each step gets its share of the time that is left."""

    def __init__(
        self, game: Game, plan: Plan, folder: Path, report: Callable[[str, str, float], object]
    ) -> None:
        self.plan, self._report = plan, report
        self.journal = Journal(folder, plan)
        self.shop = Workshop(game, plan, folder, self.journal, self._say, best_spec(game))
        self._before = self.journal.seconds
        self._began = time.monotonic()
        self._step = ""

    @property
    def seconds(self) -> float:
        """The seconds that this run and those before it have taken."""
        return self._before + time.monotonic() - self._began

    def run(self) -> Path:
        require_own_bundle(self.shop)
        steps = self._steps()
        for number, step in enumerate(steps):
            if step.name not in self.journal.results:
                left = sum(one.weight for one in steps[number:])
                self._do(step, max(0.0, self.plan.seconds - self.seconds) * step.weight / max(1e-9, left))
            self._known(step.name)
        self._step = "end"
        return self._write(self.journal.results["levels"])

    def _steps(self) -> tuple[Step, ...]:
        if self.plan.only_levels:
            return (Step("levels", 1, self._measure_levels_alone),)
        return (
            Step("baseline", 1, self._baseline),
            *((Step("endgames", 1, endgames.build),) if endgames_of(self.shop.game) else ()),
            Step("network", 7 if self.plan.learn else 0, self._learn),
            Step("family", 3, self._choose_family),
            Step("cuts", 1, self._fit_cuts),
            Step("settings", 4, self._choose_settings),
            Step("verdict", 3, self._judge),
            Step("levels", 2, self._measure_levels),
        )

    def _do(self, step: Step, seconds: float) -> None:
        self._step = step.name
        self._say("")
        try:
            self.journal.record(step.name, step.run(self.shop, seconds))
        finally:
            self.journal.seconds = self.seconds
            self.journal.write()

    def _known(self, name: str) -> None:
        """Take over what a step has found."""
        if name == "baseline":
            self.shop.before = self.journal.results[name]["player"]
            self.shop.game_seconds = self.journal.results[name]["game_seconds"]
        if name == "verdict":
            self._write({"levels": levels.START})

    def _baseline(self, shop: Workshop, seconds: float) -> dict[str, Any]:
        """Play what `strong` plays now against plain searches, which also shows how long games take."""
        rivals = [spec for spec in ("uct", "alphabeta") if spec != shop.before]
        results = [shop.play("baseline", shop.before, rival, LEAST) for rival in rivals]
        games = sum(len(result.records) for result in results)
        return {
            "player": shop.before,
            "tuned": bundle_of(shop.game) is not None,
            "matches": [tally_of(result) for result in results],
            "game_seconds": sum(result.seconds for result in results) / max(1, games),
        }

    def _learn(self, shop: Workshop, seconds: float) -> dict[str, Any]:
        if not self.plan.learn:
            return {"file": None, "reason": "none was asked for"}
        return network.learn(shop, seconds)

    def _choose_family(self, shop: Workshop, seconds: float) -> dict[str, Any]:
        file = self.journal.results["network"]["file"]
        if file is None and self._was_tuned:
            return {"player": shop.before, "matches": []}  # an earlier tuning has chosen
        return search.choose_family(shop, seconds, None if file is None else shop.folder / file)

    def _fit_cuts(self, shop: Workshop, seconds: float) -> dict[str, Any]:
        return cuts.measure(shop, seconds, self.journal.results["family"]["player"])

    def _choose_settings(self, shop: Workshop, seconds: float) -> dict[str, Any]:
        best, fitted = self.journal.results["family"]["player"], self.journal.results["cuts"]["file"]
        return search.choose_settings(shop, seconds, best, None if fitted is None else shop.folder / fitted)

    def _judge(self, shop: Workshop, seconds: float) -> dict[str, Any]:
        """Play what was found against what was there before."""
        found = self.journal.results["settings"]["player"]
        if found == shop.before:
            return {"player": found, "verdict": vars(Verdict(found, 0, 0, 0, limits="not played", won=False))}
        games = max(_VERDICT, shop.games_within(seconds))
        result = shop.play("verdict", found, shop.before, games)
        verdict = verdict_of(result, shop.before)
        return {
            "player": found if verdict.won else shop.before,
            "verdict": vars(verdict),
            "match": tally_of(result),
        }

    def _measure_levels(self, shop: Workshop, seconds: float) -> dict[str, Any]:
        return levels.measure(shop, seconds) if self._kept is None else {"levels": None}

    def _measure_levels_alone(self, shop: Workshop, seconds: float) -> dict[str, Any]:
        last = len(levels.START)
        shop.play("pace", f"level:n={last}", f"level:n={last - 1}", LEAST)  # shows how long games take
        games = levels.games_of_step(shop, seconds)
        if games < levels.ENOUGH:  # matches that have begun could not be made longer
            raise TuningError(
                f"the time is enough for {games} games of each step: expected more, for {levels.ENOUGH} games"
            )
        return levels.measure(shop, seconds)

    def _write(self, measured: Mapping[str, Any]) -> Path:
        if self.plan.only_levels:
            return write_levels(self.shop, measured)
        if self._kept is not None:
            return self._kept.path
        judged = self.journal.results["verdict"]
        verdict = Verdict(**judged["verdict"])
        return write_bundle(self.shop, judged["player"], verdict, measured, self.journal.results)

    @property
    def _was_tuned(self) -> bool:
        """True if a bundle was there before this tuning."""
        return bool(self.journal.results["baseline"].get("tuned"))

    @property
    def _kept(self) -> Bundle | None:
        """The bundle of an earlier tuning, if the verdict has not gone against it."""
        won = self.journal.results["verdict"]["verdict"]["won"]
        return bundle_of(self.shop.game) if self._was_tuned and not won else None

    def _say(self, text: str) -> None:
        self._report(self._step, text, self.seconds / max(1e-9, self.plan.seconds))
