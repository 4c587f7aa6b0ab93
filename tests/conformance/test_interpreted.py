"""Compiled and interpreted code agree on everything, in every game."""

from __future__ import annotations

import pytest

from conformance.observe import Observer, Sample, random_game, state_of
from conformance.variants import base_specs
from nupp.evaluators import Evaluator, evaluator, evaluators_of
from nupp.games import Game, game
from nupp.games.base import NotationError, States
from nupp.kernel import generator, interpreted, kernel


def test_all_that_the_rules_say(played: Sample) -> None:
    """Legal moves in their order, states, outcome, margin, hash, random moves, and the rest."""
    fair, plain = generator(5), generator(5)
    observer = Observer(played.game)
    for seen in played.spread(15):
        compiled = observer.look(seen.before, fair)
        with interpreted():
            assert observer.look(seen.before, plain) == compiled


def test_a_whole_game(base: Sample) -> None:
    longest = min(base.games, key=len)
    number = base.games.index(longest)
    with interpreted():
        replayed = random_game(Observer(base.game), generator(number))
    assert tuple(replayed) == longest


@kernel
def evaluate(game: Game, evaluator: Evaluator, states: States) -> int:  # type: ignore[type-arg]
    return evaluator.evaluate(game, states[0])


EVALUATORS = [(spec, name) for spec in base_specs() for name in evaluators_of(game(spec)).names()]


@pytest.mark.parametrize(("spec", "name"), EVALUATORS)
def test_evaluations_agree_and_change_sign_with_the_side(spec: str, name: str) -> None:
    from conformance.observe import sample

    played = sample(spec)
    judge = evaluator(name, played.game)
    for seen in played.spread(20):
        state = state_of(played.game, seen.before)
        value = int(evaluate(played.game, judge, state))
        with interpreted():
            assert evaluate(played.game, judge, state) == value
            other = with_other_side(played.game, seen.before)
            assert other is None or judge.tempo or evaluate(played.game, judge, other) == -value


def with_other_side(rules: Game, state: bytes) -> States | None:
    """The same position with the other side to move, where its text can say so."""
    fields = rules.format_position(state_of(rules, state)[0]).split(" ")
    if len(fields) < 2 or fields[1] not in tuple(rules.side_letters):
        return None
    fields[1] = rules.side_letters[1 - rules.side_letters.index(fields[1])]
    try:
        return rules.parse_state(" ".join(fields))
    except NotationError:
        return None
