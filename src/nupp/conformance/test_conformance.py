"""Every game meets every requirement."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from nupp.conformance.observe import keeps_bounds, sample, seen_in
from nupp.conformance.requirements import Requirement, Scope, groups
from nupp.conformance.running import PLACE, UNSAFE
from nupp.conformance.variants import Subject
from nupp.evaluators import evaluators_of
from nupp.kernel import interpreted


def test_requirements(subject: Subject, group: str, subtests: pytest.Subtests) -> None:
    with nullcontext() if subject.compiled else interpreted():
        for requirement in groups()[group]:
            for details in occasions(requirement.scope, subject):
                with subtests.test(requirement.name, **details):
                    check(requirement, subject, *details.values())


def check(requirement: Requirement, subject: Subject, *names: str) -> None:
    """Check a requirement of a game, unless its rules are not safe to call."""
    if requirement.scope is Scope.RULES:
        requirement.check(subject)
    elif keeps_bounds(subject.spec, subject.compiled):
        played = sample(subject.spec, subject.compiled)
        try:
            requirement.check(played, *names)
        except Exception as error:
            if (seen := seen_in(error)) is not None:
                error.add_note(f"{PLACE}{played.place_of(seen)}")
            raise
    else:
        pytest.skip(UNSAFE)


def occasions(scope: Scope, subject: Subject) -> list[dict[str, str]]:
    """The occasions on which a requirement of a scope is checked of a game, each with its parameters."""
    applies = {
        Scope.ACYCLIC: not subject.game.repetition.draws_at,
        Scope.COMPILED: subject.compiled,
        Scope.DEFAULTS: subject.named,
        Scope.EVALUATORS: subject.named,
    }
    if not applies.get(scope, True):
        return []
    if scope is Scope.EVALUATORS:
        return [{"evaluator": name} for name in evaluators_of(subject.game).names()]
    return [{}]
