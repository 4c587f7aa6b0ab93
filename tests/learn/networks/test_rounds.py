"""Games that networks play side by side: what they leave, and how they go on."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np
import pytest

from learn.networks.examples import GAME, TINY
from nupp.evaluators.networks import Answers, Network, policy_of
from nupp.evaluators.networks.planes import Planes
from nupp.kernel import interpreted
from nupp.learn.networks.rounds import (
    SIDE_BY_SIDE,
    Part,
    play_match,
    searched_again,
    sizes_of_parts,
)
from nupp.rules import Position, game

pytestmark = pytest.mark.slow

KNOWN = dataclasses.replace(TINY, mixture=1.0)


class Liking(Network):
    """A network that likes some moves of tic-tac-toe best, and the side to move's chances."""

    def __init__(self, favourite: int, value: float = 0.0) -> None:
        super().__init__(GAME, "own", policy_of(GAME))
        self.favourite, self.value, self.asked = favourite, value, list[int]()

    def run(self, planes: Planes) -> Answers:
        self.asked.append(len(planes))
        logits = np.zeros((len(planes), self.outputs), np.float32)
        logits[:, self.output_of[self.favourite]] = 5
        return Answers(np.full(len(planes), self.value, np.float32), logits)


@pytest.fixture(autouse=True)
def slow_motion() -> Iterator[None]:
    with interpreted():
        yield


def test_all_games_are_asked_about_at_once() -> None:
    network = Liking(4)
    Part(GAME, KNOWN, 8).play(network, np.random.default_rng(1))
    assert max(network.asked) == 8
    assert np.mean(network.asked) > 4


def test_positions_have_the_results_of_their_games() -> None:
    """Every position in which a move wins at once and is taught was won, as that move is played."""
    part = Part(GAME, KNOWN, 12)
    found, ended = part.play(Liking(4), np.random.default_rng(1))
    assert ended >= 12
    assert set(found.results.tolist()) <= {-1.0, 0.0, 1.0}
    won = 0
    for i in range(len(found.states)):
        position = Position(GAME, found.states[i : i + 1].copy())
        moves = slice(*found.offsets[i : i + 2])
        codes, shares = found.codes[moves].tolist(), found.shares[moves].tolist()
        assert sorted(codes) == sorted(position.legal_move_codes)
        assert sum(shares) == pytest.approx(1, abs=1e-5)
        last = [position.play_code(code) for code, share in zip(codes, shares, strict=True) if share == 1]
        if last and last[0].is_over and last[0].outcome:
            won += 1
            assert found.results[i] == 1
    assert won > 5


def test_results_are_mixed_with_the_values_of_searches() -> None:
    rng = np.random.default_rng
    half, none = (
        Part(GAME, dataclasses.replace(TINY, mixture=share), 6).play(Liking(4, 0.3), rng(1))[0]
        for share in (0.5, 0.0)
    )
    whole, _ = Part(GAME, KNOWN, 6).play(Liking(4, 0.3), rng(1))
    np.testing.assert_allclose(half.results, (whole.results + none.results) / 2, rtol=1e-5)
    assert (none.results != whole.results).any()


def test_games_go_on_in_the_next_round_wherever_they_are() -> None:
    """A part that is taken up from its arrays plays what the part itself would have played."""
    part, network = Part(GAME, TINY, 5), Liking(2)
    part.play(network, np.random.default_rng(1))
    other = Part(GAME, TINY, 5)
    other.restore(part.state())
    one, two = (each.play(network, np.random.default_rng(2))[0] for each in (part, other))
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    assert issubclass(one.states.dtype.type, np.record)


def test_no_position_is_lost_or_told_twice_between_rounds() -> None:
    """Each game that ends is recorded whole: there are as many empty boards as games."""
    part, network, rng = Part(GAME, TINY, 5), Liking(2), np.random.default_rng(3)
    for _ in range(3):
        found, ended = part.play(network, rng)
        start = GAME.start_position().state
        assert sum(found.states[i : i + 1] == start for i in range(len(found.states))) == ended


def test_games_that_are_too_long_are_drawn() -> None:
    short = dataclasses.replace(KNOWN, max_plies=3)
    found, _ = Part(GAME, short, 4).play(Liking(4), np.random.default_rng(1))
    assert len(found.states) >= 12
    assert not found.results.any()


def test_a_match_has_as_many_games_each_way() -> None:
    """The better network, which likes the centre, does better than one that likes an edge."""
    rules = dataclasses.replace(TINY, gate=40, simulations=4)
    rng = np.random.default_rng
    points = play_match(GAME, rules, [Liking(4), Liking(1)], rng(1))
    turned = play_match(GAME, rules, [Liking(1), Liking(4)], rng(1))
    assert points > 0.5 > turned


def test_positions_are_searched_again_by_another_network() -> None:
    part = Part(GAME, TINY, 6)
    found, _ = part.play(Liking(4), np.random.default_rng(1))
    before = found.shares.copy()
    rows = np.array([0, 3, 4])
    searched_again(GAME, TINY, Liking(8), found, rows, 1)
    for i in range(len(found.states)):
        moves = slice(*found.offsets[i : i + 2])
        assert found.shares[moves].sum() == pytest.approx(1, abs=1e-5)
        if i not in rows:
            assert (found.shares[moves] == before[moves]).all()
    assert (found.shares != before).any()


def test_repetitions_count_from_the_beginning_of_a_game() -> None:
    """In labyrinth, where a repetition draws, searches know the positions that were played."""
    rules = game("labyrinth")
    assert rules.repetition.draws_at

    class Even(Network):
        def run(self, planes: Planes) -> Answers:
            return Answers(
                np.zeros(len(planes), np.float32), np.zeros((len(planes), self.outputs), np.float32)
            )

    short = dataclasses.replace(TINY, max_plies=12, simulations=4)
    found, _ = Part(rules, short, 2).play(Even(rules, "own", policy_of(rules)), np.random.default_rng(1))
    assert len(found.states) >= 6


@pytest.mark.parametrize("games", [1, 127, 128, 129, 1000])
def test_parts_share_the_games_out(games: int) -> None:
    sizes = sizes_of_parts(games)
    assert sum(sizes) == games
    assert max(sizes) <= SIDE_BY_SIDE
    assert max(sizes) - min(sizes) <= 1
