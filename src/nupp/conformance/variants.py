"""Every registered game with every parameter changed once, derived from the registry, and some more.

Compiling takes seconds, and what a number means hardly depends on it. So of variants that are alike in the
layout of their states and tables, lengths aside, one is checked compiled, and the others as plain Python. For
a night all are compiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from nupp.conformance.amounts import THOROUGH
from nupp.kernel import KernelObject
from nupp.kernel.digest import is_constant
from nupp.rules import GAMES, Game, game
from nupp.rules.samples import variants_worth_checking
from nupp.spec import Parameter, SpecError, Value, text_of


@dataclass(frozen=True)
class Subject:
    """A game that is checked.

    compiled: whether with compiled code, else as plain Python. named: whether it is not a derived variant.
    """

    spec: str
    compiled: bool
    named: bool

    @property
    def game(self) -> Game:
        """Its rules."""
        return game(self.spec)


def subjects(chosen: Sequence[str] = ()) -> list[Subject]:
    """The games chosen, by default all that are registered, with their variants."""
    known: set[str] = set()
    found = []
    named = list(chosen) or base_specs()
    for spec in all_specs(named):
        layout = layout_of(game(spec))
        compiled = THOROUGH or spec in named or layout not in known
        found.append(Subject(spec, compiled, spec in named))
        known.add(layout)
    return found


def layout_of(item: KernelObject) -> str:
    """The part of a game that decides its machine code, but for the numbers that it is made with.

    This is its class, the layout of its states, and type and dimensions of its arrays and of those within it.
    Of lengths in states it only matters whether they are 0, 1 or more, as a set of cells in one word is
    another thing than one in several; of all others, whether they are 0.
    """
    parts = [f"{type(item).__module__}.{type(item).__qualname__}"]
    for name, value in sorted(vars(item).items()):
        match value:
            case np.ndarray():
                parts.append(f"{name}: {value.dtype} {_lengths(value.shape, 1)}")
            case np.dtype():
                parts.append(f"{name}: {_fields(value)}")
            case KernelObject():
                parts.append(f"{name}: {layout_of(value)}")
            case tuple() if name in item._attributes and is_constant(value):
                parts.append(f"{name}: {_lengths((len(value),), 1)}")
    return f"({', '.join(parts)})"


def _fields(kind: np.dtype[Any]) -> str:
    """The fields of a record type by name, each with its type and dimensions; nothing of what pads it."""
    fields = [(name, kind[name]) for name in kind.names or () if not name.startswith("padding_")]
    return ", ".join(f"{name}: {field.base} {_lengths(field.shape, 2)}" for name, field in fields) or str(
        kind
    )


def _lengths(shape: Sequence[int], most: int) -> tuple[int, ...]:
    """A shape in which `most` stands for any greater number."""
    return tuple(min(length, most) for length in shape)


def base_specs() -> list[str]:
    """The specs of all registered games with their defaults."""
    return GAMES.names()


def all_specs(chosen: Sequence[str] = ()) -> list[str]:
    """The specs chosen, by default the base specs; each that is a name is followed by its variants."""
    return [spec for one in chosen or base_specs() for spec in _with_variants(one)]


@cache
def _with_variants(spec: str) -> tuple[str, ...]:
    return (spec,) if ":" in spec else (spec, *variants_of(spec), *variants_worth_checking(spec))


def variants_of(name: str) -> Iterator[str]:
    """The specs in which one parameter is not the default and which the game's factory accepts."""
    for parameter in GAMES.entry(name).parameters:
        for wanted in (_small, _large) if parameter.kind is int else (_flipped,):
            for value in wanted(parameter):
                spec = f"{name}:{parameter.name}={text_of(value)}"
                if _accepted(spec):
                    yield spec
                    if parameter.kind is int:
                        break


def _accepted(spec: str) -> bool:
    try:
        return ":" in game(spec).spec
    except SpecError:
        return False


def _flipped(parameter: Parameter) -> list[Value]:
    values: list[Value] = [False, True] if parameter.kind is bool else list(parameter.choices)
    return [value for value in values if value != parameter.default]


def _small(parameter: Parameter) -> range:
    """Whole numbers below the default, from the smallest up: the first one accepted is taken."""
    low = 1 if parameter.bounds is None else int(parameter.bounds.low)
    return range(low, int(parameter.default))


def _large(parameter: Parameter) -> range:
    """Whole numbers above the default, from its double down (or the largest that there may be)."""
    double = 2 * int(parameter.default)
    high = double if parameter.bounds is None else min(double, int(parameter.bounds.high))
    return range(high, int(parameter.default), -1)
