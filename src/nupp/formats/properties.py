"""Trees of properties, `(;NAME[value]NAME[value][value];...)`, as SGF and GGF have them.

Of a tree the main line is read, which is all up to the first closing parenthesis; variations follow it.
Source: A. Hollosi, SGF FF[4] (1997).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from nupp.formats.reading import Source

_VALUE: Final = r"\[(?:[^\]\\]|\\.)*+\]?"
_TREES: Final = re.compile(rf"[^\[()]+|{_VALUE}|[()]", re.DOTALL)
_PART: Final = re.compile(
    rf"\s+|(?P<name>[A-Za-z]+)|(?P<value>{_VALUE})|[;(]|(?P<end>\))|(?P<other>.)", re.DOTALL
)
_TREE: Final = re.compile(r"\s*[0-9]*\s*\(\s*;")
_ESCAPED: Final = re.compile(r"\\(?:\r?\n|(.))", re.DOTALL)


class Property(NamedTuple):
    """A value of a property, as it stands at an offset of a text, without its brackets."""

    name: str
    value: str
    offset: int


class Broken(NamedTuple):
    """Where a tree breaks off or goes wrong, what stands there, and what was expected."""

    message: str
    text: str
    offset: int


def begins_tree(text: str) -> bool:
    """Whether a text begins with a tree; the number of trees may stand before it, as in GGF."""
    return _TREE.match(text) is not None


def tree_spans(source: Source) -> Iterator[tuple[int, int]]:
    """From where to where each tree goes; one that is not closed goes to the end."""
    begin, depth = 0, 0
    for found in _TREES.finditer(source.text):
        if found[0] == "(":
            begin = begin if depth else found.start()
            depth += 1
        elif found[0] == ")" and depth:
            depth -= 1
            if depth == 0:
                yield begin, found.end()
    if depth:
        yield begin, len(source.text)


def main_line(text: str, begin: int, end: int) -> tuple[list[Property], Broken | None]:
    """The properties of the main line of a tree, and where it breaks off, if it does."""
    found, name, place = list[Property](), "", begin
    while place < end:
        part = _PART.match(text, place, end)
        assert part is not None
        if part["end"]:
            return found, None
        if part["other"]:
            return found, Broken("expected a property such as B[...], ; or )", part[0], place)
        if part["name"]:
            name = "".join(filter(str.isupper, part[0]))  # FF[1] to FF[3] have small letters within
        elif part["value"]:
            if not name or not _is_closed(part[0]):
                what = "] at the end of a value" if name else "the name of a property before a value"
                return found, Broken(f"expected {what}", part[0][:60], place)
            found.append(Property(name, part[0][1:-1], place + 1))
        elif part[0] in ";(":
            name = ""
        place = part.end()
    return found, Broken("expected ) before the end of the text", "", end)


def _is_closed(value: str) -> bool:
    return len(value) > 1 and value[-1] == "]" and (len(value) - len(value[:-1].rstrip("\\"))) % 2 == 1


def plain(value: str) -> str:
    """The text that a value stands for, on one line."""
    return " ".join(_ESCAPED.sub(lambda found: found[1] or "", value).split())


def escaped(text: str) -> str:
    """A text as a value."""
    return re.sub(r"([\\\]])", r"\\\1", " ".join(text.split()))
