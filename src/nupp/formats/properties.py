"""Trees of properties, `(;NAME[value]NAME[value][value];...)`, as SGF and GGF have them.

The main line of a tree is all up to the first closing parenthesis; variations follow it.
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
_TREE: Final = re.compile(r"\s*(?:[0-9]+\s*)?\(\s*;")
_ESCAPED: Final = re.compile(r"\\(?:\r?\n|(.))", re.DOTALL)


class Property(NamedTuple):
    """A value of a property, as it stands at an offset of a text, without its brackets."""

    name: str
    value: str
    offset: int


class PropertyNode(NamedTuple):
    """The properties in a node of a tree, and the number of the node that it follows; -1 for none."""

    parent: int
    properties: list[Property]


class PropertyTree(NamedTuple):
    """The nodes of a tree in the order of the text.

    main: how many of them, from the first on, are the main line. broken: where the main line breaks off, if
    it does. is_torn: whether a variation does; there are no nodes after that.
    """

    nodes: list[PropertyNode]
    main: int
    broken: Broken | None
    is_torn: bool


class Broken(NamedTuple):
    """The place where a tree breaks off or goes wrong, what stands there, and what was expected."""

    message: str
    text: str
    offset: int


def begins_tree(text: str) -> bool:
    """True if a text begins with a tree; the number of trees may stand before it, as in GGF."""
    return _TREE.match(text) is not None


def tree_spans(source: Source) -> Iterator[tuple[int, int]]:
    """Yield begin and end of each tree; one that is not closed goes to the end of the text."""
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
    found = read_tree(text, begin, end)
    return [one for node in found.nodes[: found.main] for one in node.properties], found.broken


def read_tree(text: str, begin: int, end: int) -> PropertyTree:
    """The tree that stands in a part of a text, as far as it is whole."""
    nodes, main, broken = list[PropertyNode](), 0, None
    for one in _nodes(text, begin, end):
        if isinstance(one, PropertyNode):
            nodes.append(one)
        elif isinstance(one, Broken):
            broken = one
        else:
            main = main or len(nodes)
    return PropertyTree(nodes, main or len(nodes), None if main else broken, bool(main and broken))


def _nodes(text: str, begin: int, end: int) -> Iterator[PropertyNode | Broken | None]:
    """The nodes of a tree, None where a line of it ends, and at last what is wrong, if something is.

    The properties of a node are added after it has been given.
    """
    node: PropertyNode | None = None
    here, count, above, name, place = -1, 0, list[int](), "", begin
    while place < end:
        part = _PART.match(text, place, end)
        assert part is not None
        if part["other"]:
            yield Broken("expected a property such as B[...], ; or )", part[0], place)
            return
        if part["name"]:
            name = "".join(filter(str.isupper, part[0]))  # FF[1] to FF[3] have small letters within
        elif part["value"]:
            if not name or not _is_closed(part[0]):
                what = "] at the end of a value" if name else "the name of a property before a value"
                yield Broken(f"expected {what}", part[0][:60], place)
                return
            if node is None:
                yield (node := PropertyNode(here, []))
                here, count = count, count + 1
            node.properties.append(Property(name, part[0][1:-1], place + 1))
        elif part[0] == "(":
            above.append(here)
            node, name = None, ""
        elif part["end"]:
            yield None
            here = above.pop() if above else -1
            node, name = None, ""
            if not above:
                return
        elif part[0] == ";":
            node, name = None, ""
        place = part.end()
    yield Broken("expected ) before the end of the text", "", end)


def _is_closed(value: str) -> bool:
    return len(value) > 1 and value[-1] == "]" and (len(value) - len(value[:-1].rstrip("\\"))) % 2 == 1


def plain(value: str) -> str:
    """The text that a value stands for, on one line."""
    return " ".join(_ESCAPED.sub(lambda found: found[1] or "", value).split())


def escaped(text: str) -> str:
    """A text as a value."""
    return re.sub(r"([\\\]])", r"\\\1", " ".join(text.split()))
