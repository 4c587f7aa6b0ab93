"""Every game meets every requirement."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from nupp.conformance.observe import failure, sample, seen_in
from nupp.conformance.requirements import Requirement, Scope, groups
from nupp.conformance.running import FAULT, PLACE, UNSAFE
from nupp.conformance.variants import Subject
from nupp.evaluators import evaluators_of
from nupp.kernel import interpreted
from nupp.rules.faults import compile_fault, file_of, own_frame


def test_requirements(subject: Subject, group: str, subtests: pytest.Subtests) -> None:
    with nullcontext() if subject.compiled else interpreted():
        for requirement in groups()[group]:
            for details in occasions(requirement.scope, subject):
                with subtests.test(requirement.name, **details):
                    check(requirement, subject, *details.values())


def check(requirement: Requirement, subject: Subject, *names: str) -> None:
    """Check a requirement of a game, unless it needs random games and the rules cannot play them."""
    try:
        if requirement.scope is Scope.RULES:
            requirement.check(subject)
        elif failure(subject.spec, subject.compiled) is None:
            requirement.check(sample(subject.spec, subject.compiled), *names)
        else:
            pytest.skip(UNSAFE)
    except Exception as error:
        explain(error, subject)
        raise


def explain(error: Exception, subject: Subject) -> None:
    """Add notes to an error: why code cannot be compiled, the line of the rules, and the position."""
    file = file_of(subject.game)
    if fault := compile_fault(error, {str(file)}):
        error.add_note(f"{FAULT}{fault}")
    elif file is not None and (frame := own_frame(error, {str(file)})) is not None:
        error.add_note(f"{PLACE}in {file.name}, line {frame.lineno}")
    if (seen := seen_in(error)) is not None and failure(subject.spec, subject.compiled) is None:
        error.add_note(f"{PLACE}{sample(subject.spec, subject.compiled).place_of(seen)}")


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
