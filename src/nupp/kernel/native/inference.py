"""Changes to how Numba infers types, so that nothing is inferred twice; importing this module applies them.

Numba goes over all constraints of a function, one for each instruction, until no type changes: always once
more than needed. And it infers the types of a whole function anew for each call of it in itself, each time
that it comes to the call. With both changed, `alphabeta` is compiled in nine tenths of the time.
"""

# Numba's type hints do not cover what this module uses.
# mypy: disable-error-code="attr-defined,method-assign,misc,no-untyped-call"

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numba.core import typeinfer, types
from numba.core.typeinfer import ConstraintNetwork, TypeInferer, TypeVarMap

_find_variable = TypeVarMap.__getitem__


def _begin(self: TypeVarMap, context: Any) -> None:
    """Set the context of a function's variables."""
    self.context, self.noted = context, set()


def _note_variable(self: TypeVarMap, name: str) -> Any:
    """A variable of a function, with a note that somebody asked for it."""
    self.noted.add(name)
    return _find_variable(self, name)


def _types_of(variables: TypeVarMap, names: Iterable[str]) -> list[Any]:
    """The types of some variables, as far as they are known."""
    return [dict.__getitem__(variables, name).type for name in names]


_propagate = ConstraintNetwork.propagate


def _propagate_changes(self: ConstraintNetwork, inferer: TypeInferer) -> list[Any]:
    """Go over those constraints of which a variable has changed since the last time; the errors.

    A constraint depends on the types of the variables that it asks for, and on those alone, but for the call
    of a function in itself. One that failed is tried again: what was unknown may be known meanwhile.
    """
    errors, variables = [], inferer.typevars
    one, seen = ConstraintNetwork(), self.__dict__.setdefault("seen", {})
    for number, constraint in enumerate(self.constraints):
        if number in seen:
            names, kinds = seen[number]
            if _types_of(variables, names) == kinds:
                continue
        variables.noted = set()
        one.constraints = [constraint]
        failed = _propagate(one, inferer)
        errors += failed
        if failed or _calls_its_caller(constraint, variables):
            seen.pop(number, None)
        else:
            names = tuple(variables.noted)
            seen[number] = names, _types_of(variables, names)
    return errors


def _calls_its_caller(constraint: Any, variables: Any) -> bool:
    """True for a call of a function that is being compiled."""
    if not isinstance(constraint, typeinfer.CallConstraint) or constraint.func not in variables:
        return False
    return isinstance(variables[constraint.func].type, types.RecursiveCall)


_infer_return_type = TypeInferer.return_types_from_partial


def _infer_return_type_once(self: TypeInferer) -> Any:
    """The type that a function returns which calls itself, found once for what is known of its variables."""
    token = self.get_state_token()
    known, found = self.__dict__.get("partial", (None, None))
    if known != token:
        found = _infer_return_type(self)
        self.partial = token, found
    return found


TypeVarMap.set_context = _begin
TypeVarMap.__getitem__ = _note_variable
ConstraintNetwork.propagate = _propagate_changes
TypeInferer.return_types_from_partial = _infer_return_type_once
