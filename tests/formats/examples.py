"""Files and texts of games for the tests of several formats."""

from __future__ import annotations

from pathlib import Path

import nupp
from nupp.formats import Reading, Tree, read_games, recognise
from nupp.formats.tree import children

DATA = Path(__file__).parents[1] / "data"
HUGE = "9" * 5000
"""More digits than Python makes a number of."""


def file(name: str, game: str | None = None) -> list[Reading]:
    """The games of a file, which is recognised as what its ending says."""
    text = (DATA / name).read_text(encoding="utf-8")
    assert recognise(text).ending == name.rpartition(".")[2]
    return list(read_games(text, None if game is None else nupp.game(game)))


def of_moves(text: str, game: str = "othello") -> Reading:
    """The one game of a text, to which the tag of its game is added."""
    (found,) = read_games(f'[Game "{game}"]\n\n{text}\n')
    return found


def shown(tree: Tree) -> str:
    """A tree as text: the moves and notes of each line, variations after the move that they replace."""
    following = children(tree)

    def of(number: int) -> str:
        return tree[number].move + (f"={tree[number].note}" if tree[number].note else "")

    def below(number: int) -> str:
        if not following[number]:
            return ""
        main, *others = following[number]
        return f" {of(main)}{''.join(f' ({of(one)}{below(one)})' for one in others)}{below(main)}"

    return (of(0) + below(0)).strip() if tree else ""
