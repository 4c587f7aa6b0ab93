"""Talking with a person: lines out, boards, and lines in, on a terminal or through a pipe."""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
from collections.abc import Sequence

import click

from nupp.kernel import interpreted
from nupp.rules import Position


class Screen:
    """The screen of a game. Through a pipe, what is read is repeated, so that the output holds all of it."""

    def __init__(self) -> None:
        self.terminal = sys.stdin.isatty() and sys.stdout.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        if self.terminal:
            with contextlib.suppress(ImportError):  # it lets `input` edit lines and recall earlier ones
                import readline  # noqa: F401

    def say(self, text: str = "") -> None:
        """Print a line."""
        click.echo(text)

    def stress(self, text: str) -> None:
        """Print a line that stands out."""
        click.secho(text, bold=True)

    def warn(self, text: str) -> None:
        """Print a line about something that went wrong."""
        click.secho(text, fg="yellow")

    def board(self, position: Position) -> None:
        """Draw the board after an empty line."""
        self.say()
        with interpreted():
            print_board(position)

    def columns(self, words: Sequence[str]) -> None:
        """Print words in as many columns as fit."""
        width = max(map(len, words), default=0) + 2
        columns = max(1, (min(shutil.get_terminal_size().columns, 100) - 2) // width)
        for start in range(0, len(words), columns):
            self.say("  " + "".join(f"{word:<{width}}" for word in words[start : start + columns]).rstrip())

    def ask(self, prompt: str) -> str:
        """Ask for a line; EOFError when there are no more."""
        if self.terminal:
            return input(prompt).strip()
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        self.say(line.rstrip())
        if not line:
            raise EOFError
        return line.strip()


def print_board(position: Position) -> None:
    """Print the board, in colours on a terminal, and the legend of its drawing below it."""
    if sys.stdout.isatty():
        from nupp.cli.terminal import console, painted_board

        screen = console()
        screen.print(painted_board(position, screen), soft_wrap=True)
    else:
        click.echo(position.render())
