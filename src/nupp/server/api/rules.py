"""The rules of a game as safe HTML, and a worked example of a few moves."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from markdown_it import MarkdownIt

from nupp.rules import Game, Position, replay, rules_text
from nupp.server.models.games import Example, Rules
from nupp.server.play.scene import scene

_PLIES: Final = 6
"""The number of moves in the example of a game for which none is written."""


class Shown(NamedTuple):
    """The positions of an example, that before its first move included, and what is to be seen in each."""

    path: tuple[Position, ...]
    remarks: tuple[str, ...]


def rules(game: Game) -> Rules:
    """The rules of a game as the page shows them."""
    shown = example(game)
    return Rules(
        game=game.spec,
        html=_markdown().render(rules_text(game)),
        example=Example(
            moves=list(shown.path[-1].moves),
            scenes=[scene(one, choices=False, inspections=False) for one in shown.path],
            remarks=list(shown.remarks),
        ),
    )


@cache
def _markdown() -> MarkdownIt:
    """The renderer of rules as HTML; it drops HTML in them and anything fetched from elsewhere."""
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "link", "autolink"])


def example(game: Game) -> Shown:
    """The first of the written examples that can be played in this game; otherwise moves by chance."""
    start = game.start_position()
    for written in game.view.examples:
        path = _path(start, [move for move, _ in written.moves])
        if path is not None and path[-1].is_over == written.ends:
            return Shown(path, (written.start, *(remark for _, remark in written.moves)))
    return _by_chance(start)


def _path(start: Position, moves: Iterable[str]) -> tuple[Position, ...] | None:
    """The positions on the way, the start included; None if a move cannot be played."""
    try:
        return tuple(replay(start, moves))
    except ValueError:
        return None


def _by_chance(start: Position) -> Shown:
    """A few moves, always the same, with facts to show where there are such."""
    path, rng = [start], random.Random(0)
    while len(path) <= _PLIES and not path[-1].is_over:
        game, state, moves = start.game, path[-1].state[0], path[-1].legal_move_codes
        notable = [move for move in moves if game.view.move_facts(state, move)]
        path.append(path[-1].play_code(rng.choice(notable or moves)))
    mover = (start.game.sides[one.to_move].capitalize() for one in path)
    remarks = (f"{side} plays {one.last_move}." for side, one in zip(mover, path[1:], strict=False))
    return Shown(tuple(path), ("The game begins.", *remarks))
