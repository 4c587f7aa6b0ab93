"""Boards in colours: where there are any, and letters where there are none."""

from __future__ import annotations

import io
import threading

import pytest
from rich.console import Console
from rich.text import Text

from nupp.boards.palette import MARK
from nupp.cli.terminal import painted_board, progress
from nupp.kernel import interpreted
from nupp.rules import GAMES, Position, game


def painted(position: Position, encoding: str = "utf-8", **options: object) -> Text:
    """A board as it is painted for a terminal."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    screen = Console(file=file, force_terminal=True, color_system="truecolor", **options)  # type: ignore[arg-type]
    return painted_board(position, screen)


@pytest.mark.parametrize("name", GAMES.names())
def test_colours_leave_the_rows_of_a_board_where_they_are(name: str) -> None:
    with interpreted():
        position = game(name).start_position()
        position = position.play(position.legal_moves[0])
        plain, text = position.render().splitlines(), painted(position)
    assert len(text.plain.splitlines()) == len(plain)
    assert text.spans


def test_the_last_move_is_marked_and_pieces_have_shapes() -> None:
    with interpreted():
        position = game("othello").start_position().play("f5")
        text = painted(position)
        assert text.plain.count("●") == 5
        marks = [span for span in text.spans if MARK in str(span.style)]
        assert "●" in {text.plain[span.start : span.end].strip() for span in marks}
        assert "●" not in painted(position, encoding="ascii").plain


def test_without_colours_a_board_is_as_everywhere_else() -> None:
    with interpreted():
        position = game("othello").start_position()
        assert painted(position, no_color=True).plain == position.render()


def test_a_progress_bar_that_is_not_shown_starts_no_thread() -> None:
    before = threading.active_count()
    with progress():  # stderr is no terminal here
        assert threading.active_count() == before
    assert threading.active_count() == before
