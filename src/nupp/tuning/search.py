"""The search of a tuning: a contest of searches and of their parameters, in matches at equal time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from nupp.arena import Result, Sprt
from nupp.evaluators.bundles import bundles_beside
from nupp.evaluators.contract import NoKnowledge
from nupp.evaluators.registry import default_evaluator
from nupp.players.tuned import SEARCHES
from nupp.rules import Game
from nupp.rules.optional import has_candidates, has_forcing_moves
from nupp.search.tactics import tactics_of
from nupp.spec import Spec, parse_spec
from nupp.tuning.workshop import Workshop, tally_of

BETTER: Final = Sprt(0.0, 60.0, alpha=0.1, beta=0.1)
"""The test that ends a match of the contest early."""
LIKELY: Final = 0.8
"""The likelihood of superiority with which a challenger takes over when the test has not decided."""
_MATCHES: Final = 10
"""The number of matches among which the time for parameters is shared out."""

_TURNS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "alphabeta": {
        "probcut": ("1.2", "0.9", "1.6", "0"),
        "order_by_eval": ("0", "3", "2", "4"),
        "reductions": ("4", "6", "2", "0"),
        "keep": ("true", "false"),
        "quiescence": ("4", "0", "8"),
        "candidates": ("1", "0", "2"),
        "late": ("3", "6", "0"),
        "futility": ("0.3", "0"),
        "aspiration": ("false", "true"),
    },
    "uct": {
        "exploration": ("0.35", "1", "0.2"),
        "cutoff": ("0", "4", "-1", "10"),
        "implicit": ("0.4", "0"),
        "rave": ("300", "0"),
        "sample": ("3", "1"),
        "candidates": ("1", "0", "2"),
    },
}
"""The values of parameters that are tried, by the names of searches; those most likely to gain come first."""


class Contest:
    """A champion, and the matches of those who wanted to take its place."""

    def __init__(self, shop: Workshop, name: str, champion: str, seconds: float) -> None:
        self.champion = champion
        self.matches: list[dict[str, Any]] = []
        self._shop, self._name, self._tried = shop, name, {champion}
        self._seconds, self._until = seconds, time.monotonic() + seconds

    def may_play(self, challenger: str) -> bool:
        """True while there is time; later, too, for a match that was begun before the tuning was stopped."""
        begun = self._shop.has_begun(self._name, challenger, self.champion)
        return begun or time.monotonic() < self._until

    def challenge(self, challenger: str, matches: int) -> bool:
        """Let a player that has not been tried play; True if it is the champion now.

        matches: the number among which the time is shared out.
        """
        if challenger in self._tried:
            return False
        self._tried.add(challenger)
        games = self._shop.games_within(self._seconds / matches)
        result = self._shop.play(self._name, challenger, self.champion, games, BETTER)
        self.matches.append(tally_of(result))
        if not is_better(result):
            return False
        self.champion = challenger
        return True

    def result(self) -> dict[str, Any]:
        """The champion and all matches, for the journal."""
        return {"player": self.champion, "matches": self.matches}


def choose_family(shop: Workshop, seconds: float, network: Path | None) -> dict[str, Any]:
    """Find the kind of search that is best, with the network or without; None: there is none."""
    contest = Contest(shop, "family", shop.before, seconds)
    rivals = list(dict.fromkeys(openers(shop.game, shop.before, network)))
    for rival in rivals:
        contest.challenge(rival, len(rivals))
    return contest.result()


def choose_settings(shop: Workshop, seconds: float, search: str, cuts: Path | None) -> dict[str, Any]:
    """Change one parameter of a search after another as long as that gains and there is time.

    cuts: the file of what ProbCut expects; None if there is none.
    """
    contest = Contest(shop, "settings", search, seconds)
    gained = True
    while gained:
        gained = any(
            contest.may_play(variant) and contest.challenge(variant, _MATCHES)
            for variant in variants(shop.game, contest.champion, cuts)
        )
    return contest.result()


def is_better(result: Result) -> bool:
    """True if a challenger takes over after its match."""
    verdict, standing = BETTER.verdict(result.pairs), result.standing()
    return verdict == "elo1" or (verdict is None and standing is not None and standing.los >= LIKELY)


def openers(game: Game, before: str, network: Path | None) -> Iterator[str]:
    """A search of each kind, after those that won in the game; the same one may come twice.

    With the network, if there is one, and with the evaluator of the search that the game has so far,
    `before`.
    """
    yield from searches_of_kin(game, network)
    spec = parse_spec(before)
    given = _without_cuts(spec) if spec.name == "alphabeta" else {}
    old = spec.arguments.get("eval") or default_evaluator(game)
    evaluators = [*([str(network)] if network else []), *([old] if old != NoKnowledge.name else [])]
    for evaluator in evaluators:
        known = {**given, "eval": evaluator}
        yield _canonical("alphabeta", known | {"order_by_eval": "3", "reductions": "4"})
        yield _canonical("alphabeta", known | {"order_by_eval": "2", "reductions": "2"})
        yield _canonical("uct", {"eval": evaluator, "cutoff": "0", "exploration": "0.3"})
        yield _canonical("uct", {"eval": evaluator, "implicit": "0.4"})
    yield "uct"
    if not evaluators:
        yield _canonical("alphabeta", given | {"reductions": "4"})


def searches_of_kin(game: Game, network: Path | None) -> Iterator[str]:
    """The searches that won in the same game, with any parameters, without what ProbCut expects there.

    They get the network of this game; those that need one are left out if there is none.
    """
    for bundle in bundles_beside(game):
        spec = parse_spec(bundle.player)
        arguments = _without_cuts(spec)
        if arguments.get("eval") == "learned" and network is not None:
            arguments["eval"] = str(network)
        if bundle.verdict.won and arguments.get("eval") != "learned":
            yield _canonical(spec.name, arguments)


def _without_cuts(spec: Spec) -> dict[str, str]:
    """The arguments of a search but for ProbCut, which is fitted to one search and evaluator."""
    return {name: text for name, text in spec.arguments.items() if name not in ("probcut", "cuts")}


def variants(game: Game, champion: str, cuts: Path | None = None) -> Iterator[str]:
    """The specs that differ from the champion in one parameter; cuts: the file of what ProbCut expects."""
    spec = parse_spec(champion)
    given = {**spec.arguments, **({"cuts": str(cuts)} if cuts and spec.name == "alphabeta" else {})}
    for name, values in _TURNS[spec.name].items():
        if not is_usable(game, spec.name, spec.arguments.get("eval"), name):
            continue
        if name == "probcut" and cuts is None:
            continue
        for value in values:
            chosen = given if name == "probcut" else spec.arguments
            yield _canonical(spec.name, {**chosen, name: value})


def is_usable(game: Game, search: str, evaluator: str | None, name: str) -> bool:
    """True if a parameter of a search may change how it plays the game."""
    knows = (evaluator or default_evaluator(game)) != NoKnowledge.name
    if name == "candidates":
        return has_candidates(game)
    if name == "quiescence":
        return knows and has_forcing_moves(game)
    if name == "late":
        return tactics_of(game).orders
    return knows or name in ("exploration", "rave", "reductions", "keep")


def _canonical(name: str, arguments: dict[str, str]) -> str:
    return SEARCHES.canonical(Spec(name, arguments))
