"""The theory of games for exact searches, checked by brute force on the last positions of random games."""

from __future__ import annotations

from functools import cache

import numpy as np

from nupp.conformance.amounts import amount
from nupp.conformance.observe import Sample, Seen, check_agree, sample, state_of
from nupp.conformance.requirements import Scope, requirement
from nupp.kernel import interpreted
from nupp.rules import Game
from nupp.rules.basics import States
from nupp.rules.optional import has_margin
from nupp.search.theory import theory_of

GAMES = amount(2, 3)  # random games looked at for each game
LATE = amount(5, 8)  # positions of each at the most
VISITED = amount(120, 250)  # positions that brute force may visit for one
MOST_MOVES = 150  # positions with more are left out where all moves are tried


class TooManyError(Exception):
    """Brute force would take too long."""


def greatest_margin(rules: Game) -> int:
    """The greatest margin of a game: 1 where the margin is the outcome."""
    return 99_999 if has_margin(rules) else 1


def worth(rules: Game, state: States, low: int, high: int, left: list[int], first: int = -1) -> int:
    """The margin under best play, by alpha-beta that knows nothing else; `left[0]` counts down.

    first: a move that is tried before all others.
    """
    left[0] -= 1
    if left[0] < 0:
        raise TooManyError
    moves = np.empty(rules.max_moves, np.int64)
    n, side = rules.legal_moves(state[0], moves), rules.to_move(state[0])
    if n == 0:
        return int(rules.margin(state[0]))
    for move in sorted(moves[:n].tolist(), key=lambda move: move != first):
        value = worth(rules, after(rules, state, move), low, high, left)
        low, high = (max(low, value), high) if side == 0 else (low, min(high, value))
        if low >= high:
            break
    return low if side == 0 else high


def after(rules: Game, state: States, move: int) -> States:
    child = state.copy()
    rules.play(child[0], move)
    return child


@cache
def solved(spec: str, compiled: bool) -> tuple[tuple[Seen, States, int], ...]:
    """Late positions of the games of a sample with their values, as many as brute force can do.

    The move that was played is tried first: where it wins, the position before the end is among them.
    """
    played, found = sample(spec, compiled), []
    most = greatest_margin(played.game)
    for course in played.games[:GAMES]:
        for seen in course[-1 : -LATE - 1 : -1]:
            state = state_of(played.game, seen.before)
            try:
                value = worth(played.game, state, -most, most, [VISITED], seen.chosen)
            except TooManyError:
                break
            found.append((seen, state, value))
    return tuple(found)


@requirement(Scope.ACYCLIC)
def values_lie_within_the_bounds(finite: Sample) -> None:
    rules = finite.game
    with interpreted():
        for _, state, value in solved(rules.spec, finite.compiled):
            low, high = theory_of(rules).margin_bounds(state[0])
            assert low <= value <= high
        for course in finite.games[:GAMES]:
            for seen in course:
                low, high = theory_of(rules).margin_bounds(state_of(rules, seen.before)[0])
                assert low <= high
                if seen.is_over:
                    assert low <= course[-1].margin <= high


@requirement(Scope.ACYCLIC)
def bounds_of_moves_agree_with_those_of_the_position(finite: Sample) -> None:
    """Some move has to reach what the side to move is sure of, and none may be sure of more than it can."""
    rules = finite.game
    with interpreted():
        for seen in finite.spread(8):
            if seen.is_over or len(seen.legal) > MOST_MOVES:
                continue
            state = state_of(rules, seen.before)
            low, high = theory_of(rules).margin_bounds(state[0])
            bounds = [theory_of(rules).margin_bounds(after(rules, state, move)[0]) for move in seen.legal]
            if seen.side == 0:
                assert low <= max(most for _, most in bounds)
                assert high >= max(least for least, _ in bounds)
            else:
                assert high >= min(least for least, _ in bounds)
                assert low <= min(most for _, most in bounds)


@requirement(Scope.VARIANTS)
def prospects_are_small_numbers(played: Sample) -> None:
    rules = played.game
    with interpreted():
        for seen in played.spread(40):
            assert -500 <= theory_of(rules).prospect(state_of(rules, seen.before)[0]) <= 500


@requirement(Scope.ACYCLIC)
def essential_moves_are_enough(finite: Sample) -> None:
    rules, moves = finite.game, np.empty(finite.game.max_moves, np.int64)
    most = greatest_margin(rules)
    with interpreted():
        for seen, state, value in solved(rules.spec, finite.compiled):
            n = theory_of(rules).essential_moves(state[0], moves)
            essential = moves[:n].tolist()
            counted = theory_of(rules).count_essential(state[0], moves)
            check_agree(counted, "count_essential", n, "essential_moves")
            assert n == len(set(essential))
            assert set(essential) <= set(seen.legal)
            assert bool(essential) == bool(seen.legal)
            left = [VISITED * 10]
            essential.sort(key=lambda move: move != seen.chosen)
            values = (worth(rules, after(rules, state, move), -most, most, left) for move in essential)
            assert seen.is_over or value in values


@requirement(Scope.ACYCLIC)
def equal_keys_mean_that_equally_much_is_to_be_gained(finite: Sample) -> None:
    rules = finite.game
    gains: dict[int, int] = {}
    with interpreted():
        for seen, state, value in solved(rules.spec, finite.compiled):
            for symmetry in rules.symmetries:
                image = symmetry.map_state(state)
                worth_of_image = -value if symmetry.exchange else value
                gain = worth_of_image - int(theory_of(rules).settled(image[0]))
                gain = gain if rules.to_move(image[0]) == 0 else -gain
                assert gains.setdefault(int(theory_of(rules).rest_key(image[0])), gain) == gain
            assert not seen.is_over or theory_of(rules).settled(state[0]) in (0, seen.margin)


@requirement(Scope.VARIANTS)
def what_is_settled_stays_settled(played: Sample) -> None:
    """A move can only add to the share of the side that makes it."""
    rules = played.game
    with interpreted():
        for seen in played.spread(40):
            if not seen.is_over:
                before = int(theory_of(rules).settled(state_of(rules, seen.before)[0]))
                gain = int(theory_of(rules).settled(state_of(rules, seen.after)[0])) - before
                assert gain == 0 or (gain > 0) == (seen.side == 0)
