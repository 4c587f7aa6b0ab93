"""One grammar names everything: `name` or `name:key=value,key=value`.

Games, players and evaluators are all named by such a *spec*, in Python, on the command line, in result
files and on the page. Values are ints, floats, `true`/`false`, words, or a nested spec in parentheses, as
in `alphabeta:depth=6,eval=(patterns:file=a.bin)`.

What a spec may say follows from the signature of the class (or function) that it names. A parameter is
written `size: Annotated[int, Between(4, 16), "rows and columns"] = 8`; the type may be int, float, bool,
str, or a `Literal` of words. Its default is required, so that the bare name always means something. Many
parameters may be one value: a parameter whose type is a dataclass stands for the fields of that.
"""

from __future__ import annotations

import difflib
import inspect
import itertools
import math
import random
import re
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from functools import lru_cache
from typing import Any, Final, Generic, Literal, TypeGuard, TypeVar

Value = int | float | bool | str
T = TypeVar("T")

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*")
_NUMBERS: Final = {
    int: re.compile(r"[+-]?[0-9]{1,30}"),
    float: re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]{1,3})?", re.IGNORECASE),
}


class SpecError(ValueError):
    """A spec that cannot be understood, or that names something unknown; the message quotes it."""


def unknown_name(kind: str, name: str, known: Sequence[str]) -> str:
    """The message on a name that is none of the known ones: that which it is most like, and all of them."""
    return f"unknown {kind} {name!r}: {_hint(name, known)}known are {', '.join(known)}"


def _hint(name: str, known: Iterable[str]) -> str:
    """A question for the known name that another is most like; nothing if it is like none."""
    near = difflib.get_close_matches(name, [*known], n=1)
    return f"did you mean {near[0]}? " if near else ""


@dataclass(frozen=True)
class Between:
    """The smallest and the largest value that a parameter may have."""

    low: float
    high: float


@dataclass(frozen=True)
class Drawn:
    """The smallest and the largest number that `random` may stand for where a game is to be played."""

    low: int
    high: int


@dataclass(frozen=True)
class BuiltIn:
    """The values of a word that are built in; any other one is the name of a file."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Parameter:
    """One parameter of a game, player or evaluator, as its signature declares it."""

    name: str
    kind: type
    default: Value
    explanation: str
    choices: tuple[str, ...] = ()
    bounds: Between | None = None
    drawn: Drawn | None = None
    built_in: tuple[str, ...] = ()

    @property
    def expected(self) -> str:
        """The form of a value of this parameter, in words."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        noun = {bool: "true or false", int: "a whole number", float: "a number", str: "a word"}[self.kind]
        if self.bounds is None:
            return noun
        drawn = ", or random where it is played" if self.drawn else ""
        return f"{noun} from {text_of(self.bounds.low)} to {text_of(self.bounds.high)}{drawn}"

    def read(self, text: str) -> Value:
        """The value that `text` stands for; SpecError if it is none of this parameter's."""
        value = self._convert(text)
        inside = (
            self.bounds is None
            or isinstance(value, str)
            or self.bounds.low <= (value or 0) <= self.bounds.high
        )
        if value is None or not inside or (self.choices and value not in self.choices):
            raise SpecError(f"{self.name}={text}: expected {self.expected}")
        return value

    def _convert(self, text: str) -> Value | None:
        if self.kind is bool:
            return {"true": True, "false": False}.get(text.lower())
        if self.kind is str:
            return text
        if not _NUMBERS[self.kind].fullmatch(text):
            return None
        value = int(text) if self.kind is int else float(text)
        return value if math.isfinite(value) else None


@dataclass(frozen=True)
class Spec:
    """A parsed spec: a name and the text of each argument."""

    name: str
    arguments: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        if not self.arguments:
            return self.name
        return f"{self.name}:" + ",".join(f"{key}={_enclosed(text)}" for key, text in self.arguments.items())


def parse_spec(text: str) -> Spec:
    """Parse `name:key=value,...`; SpecError says what is wrong and where."""
    name, colon, rest = text.strip().partition(":")
    name = name.strip()
    if not _NAME.fullmatch(name):
        raise SpecError(f"{text!r}: expected a name, or name:key=value,key=value")
    arguments: dict[str, str] = {}
    for part in _split(rest, text) if colon else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key or not value:
            raise SpecError(f"{text!r}: expected key=value after the colon, found {part!r}")
        if key in arguments:
            raise SpecError(f"{text!r}: {key} is given twice")
        arguments[key] = value[1:-1] if _is_enclosed(value) else value
    return Spec(name, arguments)


def _is_enclosed(text: str) -> bool:
    """True if one pair of parentheses surrounds all of a text whose parentheses are balanced."""
    if not text.startswith("(") or not text.endswith(")"):
        return False
    depths = itertools.accumulate((character == "(") - (character == ")") for character in text[:-1])
    return min(depths) > 0


def _split(rest: str, text: str) -> list[str]:
    """Split at the commas outside parentheses."""
    parts, depth = [""], 0
    for character in rest:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            break
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    if depth != 0:
        raise SpecError(f"{text!r}: unbalanced parentheses")
    return parts


@lru_cache(1024)  # the patterns of all networks are compared each time a game's evaluator is looked up
def fits(text: str, pattern: str) -> bool:
    """True if a spec is one of those that a pattern stands for: a spec with `*` for any value.

    Both leave out defaults. What the pattern does not mention has to be the default.
    """
    spec, wanted = parse_spec(text), parse_spec(pattern)
    names = spec.arguments.keys() | wanted.arguments.keys()
    return spec.name == wanted.name and all(
        wanted.arguments.get(name) in ("*", spec.arguments.get(name)) for name in names
    )


def parameters_of(factory: Callable[..., object]) -> tuple[Parameter, ...]:
    """The parameters of a class or function, in the order of its signature.

    Those without a default, such as the game that a player is made for, are supplied by the caller and are
    not parameters of the spec.
    """
    found: list[Parameter] = []
    for name, default, hint in _signature(factory):
        found += parameters_of(hint) if _is_group(hint) else [_parameter(name, default, hint)]
    return tuple(found)


@lru_cache(512)
def _signature(factory: Callable[..., object]) -> tuple[tuple[str, Any, Any], ...]:
    """Name, default and type of each argument that has a default."""
    owner = factory.__init__ if inspect.isclass(factory) else factory
    hints = typing.get_type_hints(owner, include_extras=True)
    return tuple(
        (name, parameter.default, hints.get(name, str))
        for name, parameter in inspect.signature(owner).parameters.items()
        if parameter.default is not inspect.Parameter.empty
    )


def _is_group(hint: Any) -> TypeGuard[type[Any]]:
    """True if a type is that of many parameters."""
    return isinstance(hint, type) and is_dataclass(hint)


def _gathered(factory: Callable[..., object], values: dict[str, Value]) -> dict[str, Any]:
    """The arguments of a factory for values of its parameters: those of a dataclass as one of its kind."""
    found: dict[str, Any] = dict(values)
    for name, _, hint in _signature(factory):
        if _is_group(hint):
            own = {parameter.name for parameter in parameters_of(hint)}
            found[name] = hint(**{key: found.pop(key) for key in own & values.keys()})
    return found


def _parameter(name: str, default: Value, hint: Any) -> Parameter:
    notes = getattr(hint, "__metadata__", ())
    kind = typing.get_args(hint)[0] if notes else hint
    choices = typing.get_args(kind) if typing.get_origin(kind) is Literal else ()
    return Parameter(
        name=name,
        kind=str if choices else kind,
        default=default,
        explanation=next((note for note in notes if isinstance(note, str)), ""),
        choices=choices,
        bounds=next((note for note in notes if isinstance(note, Between)), None),
        drawn=next((note for note in notes if isinstance(note, Drawn)), None),
        built_in=next((note.names for note in notes if isinstance(note, BuiltIn)), ()),
    )


def text_of(value: Value) -> str:
    """A value as a spec writes it."""
    return _enclosed(_plain_text(value))


def _plain_text(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return str(value)


def _enclosed(text: str) -> str:
    """In parentheses if it would be taken for something else without."""
    return f"({text})" if set(text) & set(":,=") or text.startswith("(") else text


@dataclass(frozen=True)
class Entry(Generic[T]):
    """One thing that a catalogue can make: its name, what makes it, and a line about it."""

    name: str
    factory: Callable[..., T]
    summary: str

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        return parameters_of(self.factory)


class Catalogue(Generic[T]):
    """Named factories of one kind of thing ("game", "player", "evaluator")."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._entries: dict[str, Entry[T]] = {}

    def add(self, name: str, factory: Callable[..., T], summary: str = "") -> None:
        """Enter a factory under a name; its summary is by default the first line of its docstring."""
        if not _NAME.fullmatch(name):
            raise SpecError(f"{name!r} is no name for a {self.kind}: expected letters, digits, - and _")
        lines = (inspect.getdoc(factory) or "").splitlines()
        self._entries[name] = Entry(name, factory, summary or (lines[0] if lines else ""))

    def names(self) -> list[str]:
        """All names, sorted."""
        return sorted(self._entries)

    def entry(self, name: str, among: Iterable[str] | None = None) -> Entry[T]:
        """The entry of that name; SpecError names the known ones, or those in `among`."""
        known = sorted(self.names() if among is None else among)
        if name in known:
            return self._entries[name]
        raise SpecError(unknown_name(self.kind, name, known))

    def arguments(self, spec: Spec) -> dict[str, Value]:
        """The arguments of a spec as values; SpecError for an unknown one or a value out of range."""
        known = {parameter.name: parameter for parameter in self.entry(spec.name).parameters}
        values = {}
        for key, text in spec.arguments.items():
            if key not in known:
                names = f"{_hint(key, known)}its parameters are {', '.join(known) or 'none'}"
                raise SpecError(f"{self.kind} {spec.name!r} has no parameter {key!r}: {names}")
            try:
                values[key] = known[key].read(text)
            except SpecError as error:
                raise SpecError(f"{self.kind} {spec.name!r}: {error}") from None
        return values

    def draw(self, spec: Spec, rng: random.Random) -> Spec:
        """The spec with a number in place of `random` wherever that may stand."""
        arguments = dict(spec.arguments)
        for parameter in self.entry(spec.name).parameters:
            if parameter.drawn and arguments.get(parameter.name, "").lower() == "random":
                arguments[parameter.name] = str(rng.randint(parameter.drawn.low, parameter.drawn.high))
        return Spec(spec.name, arguments)

    def canonical(self, spec: Spec) -> str:
        """The shortest spec that means the same: defaults left out, in the order of the signature."""
        values = self.arguments(spec)
        shown = {
            parameter.name: _plain_text(values[parameter.name])
            for parameter in self.entry(spec.name).parameters
            if parameter.name in values and values[parameter.name] != parameter.default
        }
        return str(Spec(spec.name, shown))

    def make(self, spec: Spec, *context: Any) -> T:
        """Make what the spec names; `context` goes before its arguments (the game, for a player).

        SpecError says which parameter is wrong and what it may be. A ValueError of the factory, for values
        that are wrong only together, becomes one too.
        """
        values = self.arguments(spec)
        try:
            factory = self.entry(spec.name).factory
            return factory(*context, **_gathered(factory, values))
        except SpecError:
            raise
        except ValueError as error:
            raise SpecError(f"{self.kind} {str(spec)!r}: {error}") from error
