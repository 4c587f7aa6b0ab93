"""Moves of a text with variations and comments, played into a tree.

The form is that of PGN (S. J. Edwards, Portable Game Notation, 1994), which PDN 3.0 takes over. A variation,
in parentheses, replaces the last move of the line that it stands in. A comment, in braces, belongs to the
move before it. In texts with tags a comment may also go from `;` to the end of its line, and lines that begin
with `%` are passed by. So are numbers of moves, dots for a move that is not there (`77. ...`), `$`
annotations, `!` and `?` in all texts. Old files of games pad the numbers of squares: `1- 7` is one move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from nupp.formats.reading import Replay, Source
from nupp.formats.tree import MOST_VARIATIONS, Growing, LeftOut
from nupp.rules import Position

_LINE: Final = r"(?P<rest>;[^\n]*)|(?<![^\n])%[^\n]*|"
_LISTED: Final = r"[0-9]+\)|"
_PART: Final = (
    r"\s+|(?P<braces>\{[^}]*\}?)|(?P<parenthesis>[()])|[0-9]+(?:\.+|…)|\.{2,}|…|\$[0-9]+|[,;|]"
    r"|(?P<word>[^\s,;|{}()$]+(?:(?<=[0-9][-x×:])[ \t]+(?=[0-9])[^\s,;|{}()$]+)*|.)"
)
_OUTSIDE: Final = [re.compile(line + _LISTED + _PART, re.DOTALL) for line in ("", _LINE)]
_INSIDE: Final = [re.compile(line + _PART, re.DOTALL) for line in ("", _LINE)]
"""The parts of a variation, in which `4)` is no number of a move; without tags and with them."""


class Token(NamedTuple):
    """A move, a result or something else that stands at an offset of a text."""

    text: str
    offset: int


@dataclass(eq=False)
class _Line:
    """Moves in a row, as a text has them.

    above: the line that it is a variation of. place: after how many moves of that it stands. opening: its
    parenthesis. moves: these, and a result. comments: each with how many of the moves stand before it. nodes:
    where the line begins and where each of its moves leads, as far as they have been played.
    """

    above: _Line | None = None
    place: int = 0
    opening: Token | None = None
    moves: list[Token] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """True if all of it has been played."""
        return len(self.nodes) > len(self.moves)

    def moved(self, place: int) -> int | None:
        """The node of the last of `place` moves; None if there is none, or they were not played."""
        node = self.nodes[place] if place < len(self.nodes) else None
        return None if self.nodes[:1] == [node] else node

    def noted(self, place: int) -> int | None:
        """The node that a comment after `place` moves belongs to; None if it is not there."""
        if self.above is None and place < len(self.nodes):
            return self.nodes[place]
        return self.moved(max(place, 1))


class TreeReader:
    """Plays the moves of a text and its variations, line by line.

    few: this many moves without separators are no coincidence. results: what may stand at the end of a line.
    replay: that of the main line. growing: the tree.
    """

    def __init__(self, source: Source, start: Position, most: int, few: int, results: set[str]) -> None:
        self.replay = Replay(source, start, most)
        self.growing = Growing(start)
        self._source, self._most, self._few, self._results = source, most, few, results

    def read(
        self, begin: int, end: int, has_tags: bool, comments: Iterable[str] = ()
    ) -> tuple[Token | None, LeftOut]:
        """Read a part of the text; returns the result at the end of the main line, and what was left out.

        The first fault of the main line ends that, one of a variation no more than the variation. comments:
        those before the part.
        """
        lines, unclosed, skipped = _lines_of(self._source.text, begin, end, has_tags)
        main, *variations = lines
        main.comments[:0] = [(0, text) for text in comments]
        result = self._play(main, 0, self.replay)
        if unclosed is not None and result is None:
            self.replay.fail(f"{unclosed.text!r} is not closed before the end", *unclosed)
        for line in variations:  # after the main line, which so comes first in the tree
            self._play_variation(line)
        cut = skipped + sum(not line.is_whole for line in variations)
        return result, LeftOut(cut, sum(self._note(line) for line in lines))

    def _play(self, line: _Line, begin: int, replay: Replay) -> Token | None:
        """Play the moves of a line from a node on, up to its first fault; returns the result at its end."""
        line.nodes.append(node := begin)
        for token in line.moves:
            if line.above is not None and self.growing.is_full:
                break
            known = self.growing.child(node, token.text) if line.above else None
            if known is None:
                is_right = replay.play_row(*token, self._few)
                node = self.growing.follow(node, replay.position, replay.ply)
            else:  # variations that begin alike are played once
                is_right, node = True, known
                replay.position, replay.ply = self.growing.position(known), self.growing.ply(known)
            is_result = token is line.moves[-1] and token.text in self._results
            if not is_right and not is_result:
                break
            line.nodes.append(node)
            if not is_right:
                replay.fault = None
                return token
        return None

    def _play_variation(self, line: _Line) -> None:
        """Play a variation from before the move that it replaces, if there is one."""
        assert line.above is not None
        replaced = line.above.moved(line.place)
        if replaced is not None:
            begin = self.growing.parent(replaced)
            start, ply = self.growing.position(begin), self.growing.ply(begin)
            self._play(line, begin, Replay(self._source, start, self._most, ply))

    def _note(self, line: _Line) -> int:
        """Put the comments of a line into the tree; returns how many of them belong to nothing there."""
        left_out = 0
        for place, text in line.comments:
            node = line.noted(place)
            if node is None:
                left_out += 1
            else:
                self.growing.note(node, text)
        return left_out


def comment_of(part: str) -> str:
    """The text of a comment, on one line; the brace at its end may be missing."""
    return " ".join((part[1:].removesuffix("}") if part[0] == "{" else part[1:]).split())


def _lines_of(text: str, begin: int, end: int, has_tags: bool) -> tuple[list[_Line], Token | None, int]:
    """The lines of a part of a text, the main line first, and what opens the first that is never closed.

    Comments in braces do not nest, variations in parentheses do. The last value is the number of variations
    that were one too many, and skipped.
    """
    outside, inside = _OUTSIDE[has_tags], _INSIDE[has_tags]
    line, place, unclosed = _Line(), begin, None
    lines, skipped, depth = [line], 0, 0  # depth: in variations that are skipped
    while place < end:
        found = (inside if line.above else outside).match(text, place, end)
        assert found is not None
        token, kind = Token(found[0], place), found.lastgroup
        if kind in ("braces", "rest") and not depth:
            line.comments.append((len(line.moves), comment_of(token.text)))
            if kind == "braces" and not token.text.endswith("}"):
                unclosed = Token("{", place)
        elif token.text == "(" and (depth or len(lines) > MOST_VARIATIONS):
            skipped, depth = skipped + 1, depth + 1
        elif depth:
            depth -= token.text == ")"
        elif token.text == "(":
            line = _Line(line, len(line.moves), token)
            lines.append(line)
        elif token.text == ")" and line.above:
            line = line.above
        elif kind in ("word", "parenthesis"):
            line.moves.append(Token(token.text.rstrip("!?") or token.text, place))
        place = found.end()
    while line.above:
        line, unclosed = line.above, line.opening
    return lines, unclosed, skipped
