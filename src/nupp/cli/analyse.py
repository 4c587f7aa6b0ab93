"""`nupp analyse GAME --game FILE`: an analysis of every move of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

import nupp
from nupp.arena.analysis import MARKS, OPENING, Analysis, MoveAnalysis, analyse, loss_text
from nupp.cli.files import load_game, require_folder, write_text
from nupp.cli.listing import counted, print_json
from nupp.cli.options import (
    USUAL_LIMIT,
    budget_options,
    complete_game,
    json_option,
    make_machine,
    new_command,
)
from nupp.cli.thinking import get_ready
from nupp.extras import require
from nupp.formats import GameRecord, RecordError
from nupp.players import Budget, Player
from nupp.spec import parse_spec

_HEADS: Final = (">move", "side", "played", "verdict", ">loss", ">after", ">depth", "best", "line")
"""The heads of the table's columns; figures stand to the right."""
_STYLES: Final = {"best": "green", "inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "bold red"}
_EXPECTED: Final = 5
"""The number of moves of a line that are shown after the first."""


@new_command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--game",
    "file",
    metavar="FILE",
    required=True,
    help="A file of games: JSON lines, PDN, SGF, GGF, PSQ.",
)
@click.option(
    "--number",
    type=click.IntRange(min=0),
    metavar="N",
    help="The number of the game in the file, from 0 as in a match's file.  [default: the last]",
)
@click.option(
    "--player", "spec", default="strong", metavar="P", show_default=True, help="The player that analyses."
)
@budget_options(usual=USUAL_LIMIT)
@click.option("--svg", "picture", metavar="FILE", help="Write the graph of the values to a file.")
@json_option
def command(
    game: str,
    file: str,
    number: int | None,
    spec: str,
    budget: Budget,
    picture: str | None,
    as_json: bool,
) -> None:
    """Analyse every move of a game of GAME: what a player would have played, and what the move gave away.

    The budget is for each position; the default is one second, unless the player has its own.
    Losses and expected results are from the view of the side that moved, 1 for a win and 0 for a loss. A move
    that is not the best is good if it loses less than 0.05, an inaccuracy from 0.05 on, a mistake from 0.10
    and a blunder from 0.15. The opening moves of a match are not analysed.
    """
    if picture is not None and Path(picture).suffix.lower() != ".svg":
        raise click.UsageError(f"{picture!r} is no SVG: expected a name that ends in .svg")
    if picture is not None:
        require_folder(Path(picture))
        require("report", "--svg")
    wanted = nupp.game(game)
    try:
        end, record = load_game(file, number, wanted)
    except RecordError as error:
        if error.position is not None:
            _require_game(file, error.position.game, game)
        raise
    made = end.game
    _require_game(file, made, game)
    if not record.moves:
        raise RecordError(f"{file!r} holds a game without moves: expected one to analyse")
    found = _analyse_moves(record, make_machine(spec, made), budget, show=sys.stderr.isatty() and not as_json)
    if picture is not None:
        write_text(picture, found.svg().rstrip("\n"))
    if as_json:
        print_json(found.to_dict())
    else:
        _print(found)


def _require_game(file: str, found: nupp.Game, name: str) -> None:
    """RecordError if a file holds another game than the one with a name or spec."""
    if found.spec not in (name, nupp.game(name).spec) and parse_spec(found.spec).name != name:
        raise RecordError(f"{file!r} holds a game of {found.spec}: expected one of {name}")


def _analyse_moves(record: GameRecord, player: Player, budget: Budget, show: bool) -> Analysis:
    from nupp.cli.terminal import progress

    get_ready(player)
    with progress(show) as bar:
        task = bar.add_task("analysing", total=len(record.moves))
        return analyse(
            record, player, budget, lambda done, total: bar.update(task, completed=done, total=total)
        )


# ---- what is shown -------------------------------------------------------------------------------


def _print(found: Analysis) -> None:
    """The table and the summary: in colours on a terminal, plain columns elsewhere."""
    click.secho(f"{found.game}: {found.who(0)} against {found.who(1)}, {found.result}", bold=True)
    if sys.stdout.isatty():
        _print_coloured(found)
    else:
        _print_plain(found)
    for side in (0, 1):
        click.echo(_summary(found, side))


def _print_coloured(found: Analysis) -> None:
    from rich.table import Table

    from nupp.cli.terminal import console

    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in _HEADS:
        is_figure = head.startswith(">")
        table.add_column(
            head.lstrip(">"),
            justify="right" if is_figure else "left",
            no_wrap=True,
            overflow="ellipsis" if head == "line" else "fold",
            ratio=1 if head == "line" else None,
        )
    for one, row in zip(found.moves, _rows(found), strict=True):
        table.add_row(*row, style=_STYLES.get(one.verdict))
    console().print(table)


def _print_plain(found: Analysis) -> None:
    rows = [tuple(head.lstrip(">") for head in _HEADS), *_rows(found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        columns = zip(row, widths, _HEADS, strict=True)
        cells = (
            f"{text:>{width}}" if head[0] == ">" else f"{text:<{width}}" for text, width, head in columns
        )
        click.echo("  ".join(cells).rstrip())


def _rows(found: Analysis) -> list[tuple[str, ...]]:
    return [_cells(found, one, depth) for one, depth in zip(found.moves, found.depths, strict=True)]


def _cells(found: Analysis, one: MoveAnalysis, depth: int | None) -> tuple[str, ...]:
    """A row of the table; where the best move was played, or one of the opening, only how the game might have
    gone on.
    """
    is_best = one.verdict in ("best", OPENING)
    return (
        str(one.number),
        found.sides[one.side],
        one.move,
        f"{one.verdict} {MARKS.get(one.verdict, '')}".rstrip(),
        "" if is_best else loss_text(one.loss),
        f"{one.after:.2f}",
        "" if depth is None else str(depth),
        "" if is_best else one.best,
        " ".join(one.line[1 : 1 + _EXPECTED]),
    )


def _summary(found: Analysis, side: int) -> str:
    """The loss of the moves of a side, in words."""
    own = found.summary(side)
    if own.mean_loss is None:
        return f"{found.who(side)}: no moves"
    counts = ", ".join(f"{count} {_plural(verdict, count)}" for verdict, count in own.verdicts.items())
    return f"{found.who(side)}: {counted(own.moves, 'move')}, mean loss {own.mean_loss:.3f}; {counts}"


def _plural(verdict: str, count: int) -> str:
    if count == 1 or verdict not in MARKS:
        return verdict
    return "inaccuracies" if verdict == "inaccuracy" else f"{verdict}s"
