"""The report of a run as a page: one file that needs nothing else, with the first games to be replayed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nupp.arena.report.plots import course, game_lengths, inline, ratings
from nupp.arena.report.replay import Album
from nupp.arena.report.summary import Summary, summarise
from nupp.arena.report.tables import games_of, tables_of
from nupp.extras import require
from nupp.formats import replace_file

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

    from nupp.arena.match import Result

REPLAYS: Final = 2000
"""The number of games that a page can replay; more would be megabytes of pictures."""


def write_page(
    path: Path, title: str, players: Sequence[str], results: Sequence[Result], replays: int = REPLAYS
) -> None:
    """Write the report of a run as an HTML page.

    players: their specs. results: one for each pairing. replays: how many games, from the first, the page can
    replay; it lists all of them. The file is written whole or not at all: OSError; other errors as in
    `summarise`.
    """
    album = Album(replays)
    summary = summarise(players, results, album.add)
    page = (
        _environment()
        .get_template("page.html")
        .render(
            title=title,
            summary=summary,
            tables={table.title: table for table in tables_of(summary)},
            plots=_plots(summary),
            games=games_of(summary),
            replays=len(album.games),
            album=album.to_dict() | {"sides": summary.sides},
        )
    )
    replace_file(path, page)


def _environment() -> Environment:
    require("report", "a report")
    from jinja2 import Environment, PackageLoader, StrictUndefined

    found = Environment(
        loader=PackageLoader(__package__), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    found.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    found.filters["breakable"] = _breakable
    return found


def _breakable(text: str) -> Markup:
    """A text as markup whose lines may be broken after its commas and colons, as long specs need."""
    from markupsafe import Markup, escape

    return Markup(re.sub("([,:])(?! )", r"\1<wbr>", str(escape(text))))


def _plots(summary: Summary) -> dict[str, Markup]:
    """The plots, by the titles of the tables that they go with."""
    from markupsafe import Markup

    if not summary.games:
        return {}
    strengths = course if summary.is_match else ratings
    return {
        "Standings": Markup(inline(strengths, summary)),
        "Lengths of games": Markup(inline(game_lengths, summary)),
    }
