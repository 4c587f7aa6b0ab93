"""L-put against the slow reference: fights, whole games, and evaluations."""

import random
from collections import Counter

import pytest

from nupp.conformance.amounts import amount
from nupp.evaluators import evaluator
from nupp.games.lput.evaluation import TIES
from nupp.kernel import interpreted
from nupp.rules import Position, game, read_state
from reference import lput as reference

GROUND = [cell for cell, terrain in reference.TERRAIN.items() if terrain in reference.HALF_POINTS]


def random_fight(rng: random.Random, rounds: int, quiet: int) -> reference.Lput:
    """A position that is not over, with units of any number in a small part of the board."""
    centre, extent = rng.choice(GROUND), rng.choice((2, 3, 5, 9, 20))
    near = [cell for cell in GROUND if reference.distance(cell, centre) <= extent]
    share, strongest = rng.choice((0.25, 0.5, 0.9)), rng.choice((1, 3, 16))
    while True:
        listed = [
            (side, letter) for side in (0, 1) for letter in reference.WRITTEN_ORDER if rng.random() < share
        ]
        if len(listed) > len(near):
            continue
        cells = rng.sample(near, len(listed))
        units = tuple(
            reference.Unit(
                letter,
                side,
                cell,
                rng.randint(1, strongest),
                rng.randrange(20 * reference.KINDS[letter].hit_points),
                *(rng.random() < odds for odds in (0.25, 0.2, 0.25, 0.35)),
            )
            for (side, letter), cell in zip(listed, cells, strict=True)
        )
        round_ = rng.randint(rounds - 2, rounds)
        position = reference.Lput(units, round_, rng.randint(max(0, round_ - quiet), round_), rounds, quiet)
        if not position.over and not all(unit.acted for unit in units):
            return position


def moves_of(position: Position, texts: dict[tuple[int, int], str]) -> list[str]:
    """The legal moves, their texts kept by where the unit to act stands."""
    state = position.state[0]
    own = int(state.places[state.unit])
    for move in position.legal_move_codes:
        if (own, move) not in texts:
            texts[own, move] = position.format_move(move)
    return [texts[own, move] for move in position.legal_move_codes]


def compare_game(
    position: Position, other: reference.Lput, rng: random.Random, texts: dict[tuple[int, int], str]
) -> str:
    """Play a random game in both, with more attacks than by chance, and return how it ended."""
    eagerness = rng.choice((0.2, 0.9))
    while not other.over:
        compare(position, other)
        moves = moves_of(position, texts)
        assert sorted(moves) == sorted(other.moves()), other.text()
        eager = [move for move in moves if "x" in move] if rng.random() < eagerness else []
        move = rng.choice(eager or (["wait", "defend"] if rng.random() < 0.2 else moves))
        if move not in moves:
            move = "defend"
        position, other = position.play_code(position.legal_move_codes[moves.index(move)]), other.play(move)
    compare(position, other)
    assert (position.is_over, position.outcome, position.margin) == (True, other.outcome, other.margin)
    if not other.drawn:
        return "won by blue" if other.outcome > 0 else "won by red"
    return "drawn by rounds" if other.round > other.rounds else "drawn by quiet"


def compare(position: Position, other: reference.Lput) -> None:
    text = other.text()
    assert str(position) == text
    assert (position.is_over, position.to_move) == (other.over, other.side), text


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("seed", range(amount(1, 4)))
def test_random_fights_agree_with_the_reference(seed: int) -> None:
    rules, rng = game("lput:rounds=6,quiet=2"), random.Random(seed)
    ends: Counter[str] = Counter()
    texts: dict[tuple[int, int], str] = {}
    for _ in range(amount(120, 500)):
        other = random_fight(rng, 6, 2)
        ends[compare_game(rules.parse_position(other.text()), other, rng, texts)] += 1
    assert set(ends) == {"won by blue", "won by red", "drawn by rounds", "drawn by quiet"}
    assert ends["won by blue"] + ends["won by red"] > 5


@pytest.mark.native
def test_whole_games_agree_with_the_reference() -> None:
    rng, texts = random.Random(7), {}
    for _ in range(amount(1, 3)):
        compare_game(game("lput").start_position(), reference.Lput.start(), rng, texts)


@pytest.mark.native
def test_evaluations_agree_with_the_reference() -> None:
    rules, rng = game("lput"), random.Random(3)
    names = ("health", "damage", "health+position", "damage+position")
    for _ in range(60):
        other = random_fight(rng, 60, 10)
        state = read_state(rules, other.text())
        sign = 1 if other.side == 0 else -1
        with interpreted():
            health, damage, with_health, with_damage = (
                sign * int(evaluator(name, rules).evaluate(rules, state[0])) for name in names
            )
        assert health == other.health()
        assert abs(damage - other.damage()) < 5  # each unit's is rounded down
        assert with_health == TIES * health + 120 * other.position()
        assert with_damage == TIES * damage + 120 * other.position()
