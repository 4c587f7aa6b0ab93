"""Searches by PUCT in many games at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from numpy.typing import NDArray

from nupp.evaluators import evaluator
from nupp.evaluators.networks import Answers
from nupp.kernel import interpreted, stop_flag
from nupp.players.networks import PuctSearch
from nupp.rules import Game, Position, game
from nupp.rules.basics import States
from nupp.search.forest import (
    Forest,
    RootRule,
    absorb_rows,
    begin_rows,
    conclude_rows,
    gather_rows,
    halving_visits,
    new_forest,
    root_rule,
    soften,
)
from nupp.search.tree import SEARCH, Tree, new_tree

TICTACTOE = game("tictactoe")
MOVES = ["b2", "a1", "c3", "a3 b1", "b2 a1 b1", "b2 a1 c1 a3", "b2 a1 b1 a2"]
"""Ways to the positions searched; after the last one b3 wins."""


def answers(rules: Game, states: States) -> Answers:
    """What stands in for a network: values and logits that depend on the position."""
    seeds = [np.frombuffer(state.tobytes(), np.uint8).astype(np.int64) for state in states]
    rngs = [np.random.default_rng(seed) for seed in seeds]
    values = np.array([rng.uniform(-0.5, 0.5) for rng in rngs], np.float32)
    logits = np.array([rng.normal(size=rules.move_classes) for rng in rngs], np.float32)
    return Answers(values, logits.reshape(len(states), rules.move_classes))


class Grown:
    """A forest that has been searched to the end."""

    def __init__(self, rules: Game, positions: Sequence[Position], simulations: int, rule: RootRule) -> None:
        self.game, self.rule = rules, rule
        self.counts = np.array([len(one.legal_move_codes) for one in positions], np.int32)
        self.forest: Forest = new_forest(rules, len(positions), simulations, 1.5)
        self.scratch: Tree = new_tree(rules, 1, np.zeros(1, SEARCH)[0], (0,), stop_flag())
        rng, none = np.random.default_rng(1), evaluator("none", rules)
        self.forest.drawn[:] = rng.gumbel(size=self.forest.drawn.shape)
        self.forest.active[:] = self.counts > 0
        for i, one in enumerate(positions):
            self.forest.roots[i] = one.state[0]
        parts = none, self.forest, self.scratch
        begin_rows(rules, *parts, simulations, 0, len(positions))
        output_of = np.arange(rules.move_classes, dtype=np.int32)
        while True:
            gather_rows(rules, *parts, rule, 0, len(positions))
            rows = np.flatnonzero(self.forest.waiting)
            if not len(rows):
                break
            outputs = answers(rules, self.forest.leaves[rows])
            absorb_rows(
                rules, self.forest, self.scratch, rule, rows, outputs.values, outputs.logits, output_of
            )

    def visits(self, i: int) -> dict[int, int]:
        """The visits of the root's moves."""
        root = self.forest.nodes[i, 0]
        children = slice(root["first"], root["first"] + root["known"])
        codes, nodes = self.forest.codes[i, children].tolist(), self.forest.nodes[i, children]
        return dict(zip(codes, nodes["visits"].tolist(), strict=True))

    def concluded(self) -> tuple[list[dict[int, float]], NDArray[np.int64]]:
        """The shares of the moves of each game, and the best moves."""
        ends = np.cumsum(self.counts)
        offsets = np.concatenate([[0], ends]).astype(np.int64)
        codes, shares = np.zeros(ends[-1], np.int64), np.zeros(ends[-1], np.float32)
        chosen = np.full(len(ends), -1, np.int64)
        results = offsets, codes, shares, chosen
        conclude_rows(self.game, self.forest, self.scratch, self.rule, *results)
        rows = [slice(first, last) for first, last in zip(offsets[:-1], ends, strict=True)]
        pairs = [zip(codes[row].tolist(), shares[row].tolist(), strict=True) for row in rows]
        return [dict(one) for one in pairs], chosen


def positions() -> list[Position]:
    return [TICTACTOE.start_position().play_all(line.split()) for line in MOVES]


def test_a_forest_searches_as_its_trees_would_alone() -> None:
    """Without noise every tree of a forest is the one that a single search by PUCT grows."""
    with interpreted():
        grown = Grown(TICTACTOE, positions(), 60, root_rule(0, 60, 0.0))
        for i, position in enumerate(positions()):
            single = PuctSearch.new(TICTACTOE, 1 << 12, 1, 1.5)
            single.begin(position, 61)
            while not single.is_over:
                states = single.gather(1)
                single.absorb(answers(TICTACTOE, states), np.arange(9, dtype=np.int32))
            assert grown.visits(i) == {one.move: one.visits for one in single.weights}
            best = [one.move for one in single.weights if one.rank[:2] == single.weights[0].rank[:2]]
            assert grown.concluded()[1][i] in best


def test_noise_is_mixed_into_the_priors_of_the_root() -> None:
    with interpreted():
        plain, noisy = (Grown(TICTACTOE, positions(), 1, root_rule(0, 1, share)) for share in (0.0, 0.25))
    n = int(plain.counts[0])
    drawn = plain.forest.drawn[0, :n]
    before, after = (one.forest.priors[0, 1 : 1 + n] for one in (plain, noisy))
    np.testing.assert_allclose(after, 0.75 * before + 0.25 * drawn / drawn.sum(), rtol=1e-5)


# ---- Gumbel's trick ------------------------------------------------------------------------------------


def test_halving_shares_out_the_simulations() -> None:
    """Four moves, then two, then the same two: each phase has half of all simulations."""
    assert halving_visits(4, 8) == [0, 0, 0, 0, 1, 1, 2, 2]
    assert halving_visits(1, 3) == [0, 1, 2]
    assert halving_visits(3, 2) == [0, 0]


@given(some.integers(1, 40), some.integers(1, 200))
def test_every_simulation_has_a_move_to_go_to(moves: int, simulations: int) -> None:
    """There is always a move with as many visits as the schedule asks for."""
    visits = [0] * moves
    for wanted in halving_visits(moves, simulations):
        visits[visits.index(wanted)] += 1
    assert sum(visits) == simulations


def test_simulations_go_to_the_moves_that_were_drawn() -> None:
    """Of 8 moves 4 are considered, those of the highest logits with noise; two of them get most visits."""
    with interpreted():
        grown = Grown(TICTACTOE, positions()[:1], 8, root_rule(4, 8, 0.0))
    visits = sorted(grown.visits(0).values())
    assert visits == [0, 0, 0, 0, 1, 1, 3, 3]
    root = grown.forest.nodes[0, 0]
    children = slice(root["first"], root["first"] + root["known"])
    scores = grown.forest.drawn[0, :8] + np.log(grown.forest.priors[0, children])
    considered = set(grown.forest.codes[0, children][np.argsort(-scores)[:4]].tolist())
    assert {code for code, count in grown.visits(0).items() if count} == considered


@pytest.mark.parametrize("considered", [0, 4])
def test_a_win_is_taught_alone_and_chosen(considered: int) -> None:
    with interpreted():
        grown = Grown(TICTACTOE, positions(), 80, root_rule(considered, 80, 0.0))
        shares, chosen = grown.concluded()
    position = positions()[-1]
    winning = position.parse_move("b3")
    assert chosen[-1] == winning
    assert shares[-1][winning] == 1
    assert all(sum(one.values()) == pytest.approx(1, abs=1e-5) for one in shares)


def test_a_move_that_loses_for_certain_is_not_taught() -> None:
    """After b2 a1 b1 the other side takes b3: other moves lose at once."""
    with interpreted():
        grown = Grown(TICTACTOE, positions()[4:5], 80, root_rule(0, 80, 0.0))
        shares, _ = grown.concluded()
    root = grown.forest.nodes[0, 0]
    children = slice(root["first"], root["first"] + root["known"])
    codes, nodes = grown.forest.codes[0, children].tolist(), grown.forest.nodes[0, children]
    lost = [code for code, one in zip(codes, nodes, strict=True) if one["proven"] and one["result"] == 1]
    assert lost
    assert all(shares[0][code] == 0 for code in lost)


def test_the_policy_improves_on_the_priors() -> None:
    """Of two moves alike in the policy the one with the better value gets the larger share."""
    with interpreted():
        grown = Grown(TICTACTOE, positions()[:1], 32, root_rule(8, 32, 0.0))
        shares, _ = grown.concluded()
    root = grown.forest.nodes[0, 0]
    children = slice(root["first"], root["first"] + root["known"])
    codes, priors = grown.forest.codes[0, children], grown.forest.priors[0, children]
    values = -grown.forest.nodes[0, children]["value"]  # the second side is to move
    gains = {code: np.log(shares[0][int(code)] / prior) for code, prior in zip(codes, priors, strict=True)}
    tried = grown.forest.nodes[0, children]["visits"] > 0
    by_value = codes[tried][np.argsort(values[tried])]
    assert [gains[code] for code in by_value] == sorted(gains[code] for code in by_value)


def test_softening_bears_what_is_not_to_be_taught() -> None:
    found = np.array([0, -np.inf, np.log(3)], np.float32)
    with interpreted():
        soften(found)
    np.testing.assert_allclose(found, [0.25, 0, 0.75], rtol=1e-6)
