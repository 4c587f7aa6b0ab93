"""Games written as text with tags and numbered moves, which `movetext.py` reads.

Comments, in braces, stand after the moves that they belong to; variations, in parentheses, after the move
that they replace and its comment. As a comment can hold no brace, parentheses are written for those.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from nupp.formats.movetext import sign_of, tag_names
from nupp.formats.record import GameRecord
from nupp.formats.tree import Tree, children, line, positions_of
from nupp.rules import Game, game

_WIDTH: Final = 80
_NO_BRACES: Final = str.maketrans("{}", "()")


def write_game(record: GameRecord) -> str:
    """A record as text with tags and numbered moves, for `read_game`; SpecError for an unknown game."""
    return write_tagged(_native_tags(record), record)


def write_native_tree(record: GameRecord, tree: Tree) -> str:
    """The same of a game with variations and notes: the moves of the tree below the facts of the record.

    RecordError for a tree that is none, or holds an illegal move.
    """
    return write_tagged(_native_tags(record), record, tree)


def write_tagged(tags: dict[str, str], record: GameRecord, tree: Tree = ()) -> str:
    """A game with the given tags, `Result` among them; tree: variations and notes, if it has any.

    RecordError for a tree that is none, or holds an illegal move.
    """
    return _written(tags, record, _replayed(record, tree) if tree else line(record.moves))


def _replayed(record: GameRecord, tree: Tree) -> Tree:
    """A tree with its moves as the game has them."""
    positions = positions_of(next(record.positions()), tree)
    return tuple(
        node._replace(move=position.last_move or "") for node, position in zip(tree, positions, strict=True)
    )


# ---- tags ----------------------------------------------------------------------------------------


def _native_tags(record: GameRecord) -> dict[str, str]:
    rules = game(record.game)
    result = {None: "*", 1: "1-0", -1: "0-1", 0: "1/2-1/2"}[white_result(record, rules)]
    tags = {"Game": record.game, **dict(zip(tag_names(rules), record.players, strict=True))}
    if record.start is not None:
        tags["FEN"] = record.start
    return tags | {"Result": result}


def white_result(record: GameRecord, rules: Game) -> int | None:
    """1 if white, or the first side, won, -1 if it lost, 0 for a draw, None for a game not finished."""
    points = {"first": 1, "second": -1, "draw": 0}.get(record.outcome or "")
    return None if points is None else points * sign_of(rules)


def _quoted(text: str) -> str:
    return " ".join(text.replace("\\", "\\\\").replace('"', '\\"').split())


# ---- moves ---------------------------------------------------------------------------------------


def _written(tags: dict[str, str], record: GameRecord, tree: Tree) -> str:
    if record.title:
        tags = {"Event": ""} | tags | {"Event": record.title}
    if record.termination:
        tags |= {"Termination": record.termination}
    head = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    parts = "".join(part if part == ")" else f" {part}" for part in [*_parts(tree), tags["Result"]])
    body = textwrap.wrap(parts.lstrip(), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*head, "", *body]) + "\n"


def _parts(tree: Tree) -> Iterator[str]:
    """The moves of a tree with their numbers and comments, and the parentheses around its variations.

    A line goes on after the variations of its last move. No recursion, as these may be very deep.
    """
    following, places = children(tree), _places(tree)
    if note := _comment(tree[0].note):
        yield note
    waiting, goes_on = [("", 0)], False
    while waiting:
        bracket, number = waiting.pop()
        if bracket == ")":
            goes_on = False
            yield bracket
            continue
        if bracket == "(":
            waiting += [(")", 0), ("", number)]
            goes_on = False
        elif following[number]:
            number, *variations = following[number]
            waiting += [("", number), *(("(", one) for one in reversed(variations))]
        else:
            continue
        yield bracket + _numbered(tree[number].move, places[number], goes_on)
        if note := _comment(tree[number].note):
            yield note
        goes_on = not note


def _places(tree: Tree) -> list[int]:
    """The number of moves that stand before that of each node; -1 for the start."""
    found = [-1]
    for node in tree[1:]:
        found.append(found[node.parent] + 1)
    return found


def _numbered(move: str, place: int, goes_on: bool) -> str:
    """A move with its number; without one if it is the second of two, and goes on from the first."""
    if place % 2:
        return move if goes_on else f"{place // 2 + 1}... {move}"
    return f"{place // 2 + 1}. {move}"


def _comment(note: str) -> str:
    text = " ".join(note.translate(_NO_BRACES).split())
    return f"{{{text}}}" if text else ""
