"""Every evaluator of every game: one value compiled and interpreted, and a scale that fits the values."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache

import numpy as np
import pytest

from nupp.conformance.observe import Sample, state_of
from nupp.conformance.requirements import Scope, requirement
from nupp.evaluators import Evaluator, evaluator
from nupp.kernel import interpreted, kernel
from nupp.rules import Game, read_state, start_state
from nupp.rules.basics import NotationError, States


@kernel
def evaluate(
    game: Game,
    evaluator: Evaluator,  # type: ignore[type-arg]
    states: States,
) -> int:
    """The value of `states[0]`."""
    return evaluator.evaluate(game, states[0])


@requirement(Scope.EVALUATORS)
def evaluations_agree_and_change_sign_with_the_side(played: Sample, name: str) -> None:
    chosen, compared = evaluator(name, played.game), 0
    for seen in played.spread(20):
        state = state_of(played.game, seen.before)
        value = evaluate(played.game, chosen, state)
        with interpreted():
            assert chosen.evaluate(played.game, state[0]) == value
            other = with_other_side(played.game, seen.before)
            if other is not None and not chosen.tempo:
                compared += 1
                assert chosen.evaluate(played.game, other[0]) == -value
    assert (compared > 0) == (says_sides(played.game) and not chosen.tempo)


def says_sides(rules: Game) -> bool:
    """True if position texts have the side to move, rather than what it follows from."""
    return bool(re.search(side_pattern(rules), rules.format_position(start_state(rules)[0])))


def side_pattern(rules: Game) -> str:
    """The form of the side to move in a position text: a field, or what stands before the first colon."""
    return rf"(?<!\S)[{rules.view.side_letters}](?=[\s:]|$)"


@lru_cache(maxsize=64)  # of the positions at which one evaluator after another is looked at
def with_other_side(rules: Game, state: bytes) -> States | None:
    """The same position with the other side to move, where its text can say so.

    A count of moves from which the side follows may have to be one more.
    """
    letters = rules.view.side_letters
    text, found = re.subn(
        side_pattern(rules),
        lambda side: letters[1 - letters.index(side[0])],
        rules.format_position(state_of(rules, state)[0]),
        count=1,
    )
    if found:
        for wanted in (text, re.sub("[0-9]+$", lambda count: str(int(count[0]) + 1), text)):
            with suppress(NotationError):
                return read_state(rules, wanted)
    return None


@requirement(Scope.EVALUATORS)
def the_scale_fits_the_values(played: Sample, name: str) -> None:
    """Expected results neither vanish nor all look certain: the scale has been set."""
    if name == "none":
        pytest.skip("it says nothing")
    if all(len(course) < 3 for course in played.games):
        pytest.skip("all games are over after a move, and the start alone says nothing of the scale")
    chosen = evaluator(name, played.game)
    going = [state_of(played.game, seen.before) for seen in played.positions if not seen.is_over]
    values = np.abs([evaluate(played.game, chosen, state) for state in going])
    expected = values / (values + chosen.scale_in(played.game))
    assert 0.1 < np.percentile(expected, 90) < 0.99
