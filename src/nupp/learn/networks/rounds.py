"""Games that networks play, many side by side, so that a network evaluates many positions at once.

All games of a `Part` move together: their searches grow by a simulation at a time, and the network is asked
about the leaves of all of them. Where a game ends the next one begins, so that no part waits for its longest
game; games that are under way at the end of a round go on in the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import evaluator
from nupp.evaluators.networks import Network
from nupp.evaluators.networks.planes import sides_of
from nupp.kernel import kernel, stop_flag
from nupp.learn.networks.examples import Examples, imaged, joined, no_examples, offsets_of
from nupp.learn.recipes import AlphaZeroRecipe
from nupp.learn.training import Arrays
from nupp.rules import Game
from nupp.rules.basics import States
from nupp.search.forest import (
    absorb_rows,
    begin_rows,
    conclude_rows,
    gather_rows,
    new_forest,
    root_rule,
)
from nupp.search.tree import LONGEST, SEARCH, new_tree
from nupp.vector import Encoding, GameBatch
from nupp.vector.batch import Snapshot
from nupp.vector.stepping import BEGIN, KEEP, SELF_PLAY, Games, Shown

SIDE_BY_SIDE: Final = 128
"""The number of games of a part at most. It is fixed, so that the threads do not change what is learnt."""


T = TypeVar("T", Games, Shown, Examples)

_GAMES, _SHOWN, _NOTES, _OWNERS = "games/", "shown/", "notes/", "owners"
"""The beginnings of the names of saved arrays."""

MATCH_OPENING: Final = 6
"""Moves of a game of a match that are drawn by their visits, so that its games differ."""


class Conclusion(NamedTuple):
    """The results of searches: moves and shares as in `Examples`, the best moves, the values of the roots.

    values: for the side to move, from -1 to 1.
    """

    offsets: NDArray[np.int64]
    codes: NDArray[np.int64]
    shares: NDArray[np.float32]
    chosen: NDArray[np.int64]
    values: NDArray[np.float32]


class Searches:
    """Searches in some games at once; see `nupp.search.forest`.

    considered, noise: see `AlphaZeroRecipe`, `gumbel` and `noise`; both 0 for plain PUCT.
    """

    def __init__(
        self, game: Game, games: int, recipe: AlphaZeroRecipe, considered: int, noise: float
    ) -> None:
        self.game, self.simulations = game, recipe.simulations
        self.forest = new_forest(game, games, recipe.simulations, recipe.exploration)
        self._rule = root_rule(considered, recipe.simulations, noise)
        self._evaluator = evaluator("none", game)
        self._scratch = new_tree(game, 1, np.zeros(1, SEARCH)[0], (0,), stop_flag())

    def run(
        self,
        roots: States,
        counts: NDArray[np.int32],
        rng: np.random.Generator,
        networks: Sequence[Network],
        seats: NDArray[np.int64] | None = None,
    ) -> Conclusion:
        """Search all games that have moves, `counts` of them.

        seats: the number of the network for each game, if there are several.
        """
        forest = self.forest
        forest.roots[:] = roots
        forest.active[:] = counts > 0
        self._draw(counts, rng)
        parts = self._evaluator, forest, self._scratch
        begin_rows(self.game, *parts, self.simulations, 0, len(roots))
        while True:
            gather_rows(self.game, *parts, self._rule, 0, len(roots))
            rows = np.flatnonzero(forest.waiting)
            if not len(rows):
                return self._conclude(counts)
            for number, network in enumerate(networks):
                self._ask(network, rows if seats is None else rows[seats[rows] == number])

    def _draw(self, counts: NDArray[np.int32], rng: np.random.Generator) -> None:
        """Draw the noise of the roots' moves."""
        most = int(counts.max(initial=0))
        drawn = self.forest.drawn[:, :most]
        if self._rule.considered:
            drawn[:] = rng.gumbel(size=drawn.shape)
        elif self._rule.noise > 0:  # Dirichlet noise, with the usual parameter, 10 / number of moves
            drawn[:] = rng.standard_gamma(10 / np.maximum(counts, 1)[:, None], size=drawn.shape)

    def _ask(self, network: Network, rows: NDArray[np.int64]) -> None:
        if len(rows):
            answers = network.evaluate(self.forest.leaves[rows])
            found = answers.values, answers.logits, network.output_of
            absorb_rows(self.game, self.forest, self._scratch, self._rule, rows, *found)

    def _conclude(self, counts: NDArray[np.int32]) -> Conclusion:
        forest, offsets = self.forest, offsets_of(counts)
        codes, shares = np.zeros(offsets[-1], np.int64), np.zeros(offsets[-1], np.float32)
        chosen = np.full(len(counts), KEEP, np.int64)
        conclude_rows(self.game, forest, self._scratch, self._rule, offsets, codes, shares, chosen)
        roots = forest.nodes[:, 0]
        values = np.where(roots["side"] == 0, 1, -1) * roots["value"]
        return Conclusion(offsets, codes, shares, chosen, values.astype(np.float32))


class Part:
    """Some of the games that a network plays against itself, which go on from round to round.

    seed: of their openings.
    """

    def __init__(self, game: Game, recipe: AlphaZeroRecipe, count: int, seed: int = 0) -> None:
        self.recipe = recipe
        self._batch = _new_batch(game, recipe, count, recipe.openings)
        self._batch.seed(self._batch.all, [seed + place for place in range(count)])
        self._batch.begin(self._batch.all)
        self._notes, self._owners = no_examples(game), np.zeros(0, np.int64)

    def play(self, network: Network, rng: np.random.Generator) -> tuple[Examples, int]:
        """Play until as many games have ended as are played at a time.

        Returns the positions of those that have ended, each under a symmetry drawn by lot, and their number.
        """
        batch, one = self._batch, self.recipe
        searches = Searches(batch.game, batch.count, one, one.gumbel, one.noise)
        notes, owners, outcomes = [self._notes], [self._owners], dict[int, float]()
        while len(outcomes) < batch.count:
            found = _search(searches, batch, rng, [network])
            notes.append(_noted(batch, found))
            owners.append(self._numbers())
            if not one.gumbel:
                _draw_moves(found, batch.games.plies < one.warm, rng)
            batch.games.chosen[:] = found.chosen
            shown = batch.step()
            over = shown.over | shown.cut
            outcomes.update(zip(self._numbers()[over].tolist(), shown.results[over, 0].tolist(), strict=True))
            if over.any():
                _begin_again(batch, over)
        return self._part_with(joined(notes), np.concatenate(owners), outcomes, rng), len(outcomes)

    def _numbers(self) -> NDArray[np.int64]:
        """The numbers of the games that are under way."""
        return self._batch.games.begun * self._batch.count + self._batch.all

    def _part_with(
        self, notes: Examples, owners: NDArray[np.int64], outcomes: dict[int, float], rng: np.random.Generator
    ) -> Examples:
        """The examples of the games that have ended; notes of the others are kept."""
        ended = np.isin(owners, np.array(list(outcomes)))
        self._notes, self._owners = notes.where(~ended), owners[~ended]
        game, found = self._batch.game, notes.where(ended)
        results = np.array([outcomes[number] for number in owners[ended].tolist()], np.float32)
        results *= 1 - 2 * sides_of(game, found.states)
        share = np.float32(self.recipe.mixture)
        return imaged(game, found._replace(results=share * results + (1 - share) * found.results), rng)

    # ---- for checkpoints, and for workers elsewhere -------------------------------------------------

    def state(self) -> Arrays:
        """All that decides how the games go on."""
        saved = self._batch.save()
        parts = (_GAMES, saved.games), (_SHOWN, saved.shown), (_NOTES, self._notes)
        return {
            prefix + name: _plain(array) for prefix, part in parts for name, array in part._asdict().items()
        } | {_OWNERS: self._owners}

    def restore(self, arrays: Arrays) -> None:
        """Take back a `state`; ValueError or KeyError if it is of other games."""
        game = self._batch.game
        games, shown = _taken(game, Games, _GAMES, arrays), _taken(game, Shown, _SHOWN, arrays)
        self._batch.restore(Snapshot(game.spec, games, shown))
        self._notes, self._owners = _taken(game, Examples, _NOTES, arrays), arrays[_OWNERS]


def sizes_of_parts(games: int) -> list[int]:
    """The sizes of the parts that play a number of games side by side."""
    parts = -(-games // SIDE_BY_SIDE)
    return [games * (number + 1) // parts - games * number // parts for number in range(parts)]


def play_match(
    game: Game, recipe: AlphaZeroRecipe, networks: Sequence[Network], rng: np.random.Generator
) -> float:
    """Play `gate` games between two networks, half of them each way; the share of the points of the first.

    Each begins with some moves drawn by their visits, so that games differ.
    """
    batch = _new_batch(game, recipe, recipe.gate, 0)
    shown = batch.begin(batch.all)
    searches = Searches(game, batch.count, recipe, 0, 0.0)
    first_begins = batch.all % 2 == 0
    points = np.zeros(batch.count)
    while shown.counts.any():
        seats = (shown.sides == 0) != first_begins
        found = _search(searches, batch, rng, networks, seats.astype(np.int64))
        _draw_moves(found, batch.games.plies < MATCH_OPENING, rng)
        batch.games.chosen[:] = found.chosen
        running = shown.counts > 0
        shown = batch.step()
        over = running & (shown.over | shown.cut)
        points[over] = np.where(first_begins, 1, -1)[over] * shown.results[over, 0]
    return float((1 + points.mean()) / 2)


def searched_again(
    game: Game,
    recipe: AlphaZeroRecipe,
    network: Network,
    window: Examples,
    rows: NDArray[np.int64],
    seed: Any,
) -> None:
    """Give some positions of a window the policies that searches with another network find."""
    rng = np.random.default_rng(seed)
    for first in range(0, len(rows), SIDE_BY_SIDE):
        chosen = rows[first : first + SIDE_BY_SIDE]
        searches = Searches(game, len(chosen), recipe, recipe.gumbel, 0.0)
        counts = np.diff(window.offsets)[chosen].astype(np.int32)
        found = searches.run(window.states[chosen], counts, rng, [network])
        for place, row in enumerate(chosen.tolist()):
            own, new = slice(*window.offsets[row : row + 2]), slice(*found.offsets[place : place + 2])
            window.codes[own], window.shares[own] = found.codes[new], found.shares[new]


# ---- the steps of all games --------------------------------------------------------------------------


def _new_batch(game: Game, recipe: AlphaZeroRecipe, count: int, openings: int) -> GameBatch:
    options = SELF_PLAY._replace(most_plies=recipe.max_plies, longest=openings)
    return GameBatch(game, count, Encoding(), options)


def _search(
    searches: Searches,
    batch: GameBatch,
    rng: np.random.Generator,
    networks: Sequence[Network],
    seats: NDArray[np.int64] | None = None,
) -> Conclusion:
    """Search the positions of a batch, with the positions before them where repetitions count."""
    games, forest = batch.games, searches.forest
    if batch.game.repetition.draws_at:
        room = games.keys.shape[1]
        for i, ply in enumerate(games.plies.tolist()):
            before = np.arange(max(0, ply - min(LONGEST, room - 1)), ply)
            forest.keys[i, : len(before)] = games.keys[i, before % room]
            forest.search[i]["past"] = len(before)
    return searches.run(games.states, batch.shown.counts, rng, networks, seats)


def _noted(batch: GameBatch, found: Conclusion) -> Examples:
    """The positions of all games with what was found about them; `results` are those of the searches."""
    return Examples(batch.games.states.copy(), found.values, found.offsets, found.codes, found.shares)


def _draw_moves(found: Conclusion, which: NDArray[np.bool_], rng: np.random.Generator) -> None:
    """Draw the moves of some games by their shares."""
    draw_rows(found.offsets, found.codes, found.shares, which, rng.random(len(which)), found.chosen)


def _begin_again(batch: GameBatch, over: NDArray[np.bool_]) -> None:
    """Begin new games in place of those that are over."""
    batch.games.chosen[:] = np.where(over, BEGIN, KEEP)
    batch.step()


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    """An array as it can be saved: records as bytes."""
    return np.ascontiguousarray(array).view(np.uint8) if array.dtype.names else array


def _taken(game: Game, kind: type[T], prefix: str, arrays: Arrays) -> T:
    """A tuple of saved arrays, those of states as records again."""
    found = ((arrays[prefix + name], name in ("states", "starts")) for name in kind._fields)
    return kind(*(array.view(game.State) if of_states else array for array, of_states in found))


@kernel
def draw_rows(
    offsets: NDArray[np.int64],
    codes: NDArray[np.int64],
    shares: NDArray[np.float32],
    which: NDArray[np.bool_],
    drawn: NDArray[np.float64],
    chosen: NDArray[np.int64],
) -> None:
    """Note moves by numbers drawn from 0 to 1: those at which the sum of the shares exceeds them."""
    for i in range(len(which)):
        if which[i] and offsets[i] < offsets[i + 1]:
            total = 0.0
            for j in range(offsets[i], offsets[i + 1]):
                total += shares[j]
                if shares[j] > 0:
                    chosen[i] = codes[j]
                if total > drawn[i]:
                    break
