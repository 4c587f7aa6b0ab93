"""Requirements of games: functions that raise AssertionError for a game that does not meet them.

A file holds a group of them, which are checked one after another for one game, with what they share.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., None])


class Scope(Enum):
    """Of which games a requirement is checked, and what its function takes."""

    RULES = auto()
    """Every variant; takes the `Subject`, and is safe to call whatever the rules do."""
    VARIANTS = auto()
    """Every variant; takes a `Sample`, as in all scopes that follow."""
    ACYCLIC = auto()
    """Every variant in which no position recurs: in others values depend on the way there."""
    COMPILED = auto()
    """One variant of each class and layout of states and arrays, lengths aside, with compiled code."""
    DEFAULTS = auto()
    """The game with its default parameters, or with those that were named."""
    EVALUATORS = auto()
    """As `DEFAULTS`, once for each evaluator; takes its name, too."""


@dataclass(frozen=True)
class Requirement:
    """A requirement of one group; `name` is that of its function."""

    name: str
    scope: Scope
    check: Callable[..., None]


_GROUPS: dict[str, list[Requirement]] = {}


def requirement(scope: Scope) -> Callable[[F], F]:
    """Make a function a requirement of the group that its module is."""

    def add(function: F) -> F:
        group = function.__module__.rpartition(".")[2]
        _GROUPS.setdefault(group, []).append(Requirement(function.__name__, scope, function))
        return function

    return add


@cache
def groups() -> dict[str, tuple[Requirement, ...]]:
    """All requirements by group, those of the rules first: what is wrong there shows in many others."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return {name: tuple(_GROUPS[name]) for name in sorted(_GROUPS, key=lambda name: (name != "rules", name))}
