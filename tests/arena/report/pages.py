"""Pages of reports as tests read them, and the runs that they show."""

import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

from nupp.arena import Match, Result, play_match
from nupp.arena.report import write_page
from nupp.kernel import interpreted

PLAYERS = ("greedy", "random", "lines")


def played(spec: str, first: str, second: str, games: int, **more: object) -> Result:
    with interpreted():
        return play_match(Match(spec, first, second, games, seed=3, nodes=20, **more))


def trouble(result: Result, number: int, termination: str) -> Result:
    """The match with a game that the first side has lost in some way."""
    record = replace(result.records[number], outcome="second", termination=termination)
    return replace(result, records=result.records | {number: record})


class Page(HTMLParser):
    """What a page consists of: its tables by heading, its scripts, all tags with attributes, its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.scripts: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.source = text
        self.text = ""
        self.title = ""
        self._path: list[str] = []
        self._heading = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in ("meta", "link", "input", "wbr"):
            return
        self._path.append(tag)
        if tag == "h2":
            self._heading = ""
        elif tag == "table":
            self.tables[self._heading] = []
        elif tag == "tr":
            self.tables[self._heading].append([])
        elif tag in ("td", "th"):
            self.tables[self._heading][-1].append("")
        elif tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._path.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        inside = self._path[-1] if self._path else ""
        if inside == "script":
            self.scripts[-1] += data
        elif inside != "style":
            self.text += data
        if inside == "h2":
            self._heading += data
        elif inside == "title":
            self.title += data
        elif {"td", "th"} & set(self._path):
            self.tables[self._heading][-1][-1] += data

    @property
    def album(self) -> dict[str, list]:
        return json.loads(self.scripts[0])


def page_of(tmp_path: Path, players, results, title: str = "A run", **more) -> Page:
    path = tmp_path / "report.html"
    write_page(path, title, players, results, **more)
    return Page(path.read_text(encoding="utf-8"))


def rows_of(page: Page, title: str) -> dict[str, list[str]]:
    """The rows of a table by the player's name, or by the first cell where there is none."""
    head, *rows = page.tables[title]
    at = head.index("player") if "player" in head else 0
    return {row[at]: row for row in rows}
