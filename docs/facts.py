"""Facts that the documents take from the program and from each other, so that no copy of them goes stale.

A Markdown extension. A line `<!-- nupp: WHAT SPEC -->` is replaced by what the function of that name below
writes, in Markdown. Readers of the plain files do not see such lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

import nupp
from nupp.cli.session import COMMANDS
from nupp.evaluators import default_evaluator, evaluators_of
from nupp.evaluators.bundles import bundles_beside
from nupp.evaluators.strength import networks_of
from nupp.players import PLAYERS, players_of
from nupp.rules import GAMES, rules_text
from nupp.rules.folder import page_of
from nupp.rules.registry import load_plugins
from nupp.rules.words import words_of
from nupp.spec import Entry, Parameter, parse_spec, text_of

DOCUMENTS: Final = Path(__file__).parent
SOLVED: Final = DOCUMENTS.parent / "tests" / "data" / "solved.json"
LINE: Final = re.compile(r"^<!-- nupp: (\w+)(?: (\S+))? -->$")


def rules(spec: str) -> str:
    """The rules and the notation, from the docstring of the game; without its first line, a title."""
    return rules_text(nupp.game(spec)).partition("\n")[2].strip().removeprefix("**Rules.** ")


def games() -> str:
    """The pages of games, each with what its first game is about."""
    titles = {
        name: path.read_text(encoding="utf-8").partition("\n")[0] for name, path in game_pages().items()
    }
    rows = ((f"[{title.lstrip('# ')}]({name}.md)", about(name)) for name, title in titles.items())
    return table(("", ""), rows)


def game_pages() -> dict[str, Path]:
    """The pages that games bring, those of installed packages included, by the names of their folders."""
    load_plugins()
    found = (page_of(nupp.game(name)) for name in GAMES.names())
    return {path.parent.name: path for path in sorted(filter(None, found))}


def about(folder: str) -> str:
    """A line on the games of a folder: of the one that is called as the folder, or else of the first."""
    made = [nupp.game(name) for name in GAMES.names()]
    own = [game for game in made if (page := page_of(game)) and page.parent.name == folder]
    chosen = next((game for game in own if game.name == folder), own[0])
    return words_of(chosen).line or GAMES.entry(chosen.name).summary


def parameters(spec: str) -> str:
    """The parameters of a game."""
    return parameter_table(GAMES.entry(parse_spec(spec).name).parameters)


def evaluators(spec: str) -> str:
    """The evaluators of a game, with their parameters; the default first."""
    game = nupp.game(spec)
    catalogue, default = evaluators_of(game), default_evaluator(game)
    entries = [catalogue.entry(name) for name in sorted(catalogue.names(), key=lambda name: name != default)]
    return table(
        ("evaluator", "counts", "parameters"), ((f"`{one.name}`", *described(one)) for one in entries)
    )


def players() -> str:
    """All players, with their parameters."""
    entries = map(PLAYERS.entry, PLAYERS.names())
    return "\n\n".join(
        f"## {entry.name}\n\n{entry.summary}\n\n{parameter_table(entry.parameters)}" for entry in entries
    )


def terminal() -> str:
    """What may be typed in a game in the terminal."""
    found = dict.fromkeys(COMMANDS.values())
    return table(("type", "for"), ((f"`{one.usage}`", one.explanation) for one in found))


def opponents(spec: str) -> str:
    """The names of the players of a game."""
    return ", ".join(
        f"[`{name}`](../reference/players.md#{name})" for name in players_of(nupp.game(spec), True)
    )


def solved(spec: str) -> str:
    """The values that the tests prove, by the part of the file that lists them."""
    found = json.loads(SOLVED.read_text(encoding="utf-8"))[spec]
    return table(("of", "value"), leaves(found))


def leaves(found: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """The values in a dictionary of dictionaries, each with its keys in words."""
    for key, value in found.items():
        name = before + key.replace("_", " ")
        if isinstance(value, dict):
            yield from leaves(value, f"{name}, ")
        else:
            yield name, value


def strength(spec: str) -> str:
    """The rows of the tables of strength.md that are about a game."""
    text = (DOCUMENTS / "strength.md").read_text(encoding="utf-8")
    name = parse_spec(spec).name
    found = [rows_about(lines, name) for lines in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)]
    return "\n\n".join("\n".join(lines) for lines in found if len(lines) > 2)


def strong() -> str:
    """The networks and bundles of the games that come with nupp, and the match that each has won."""
    rows = {}
    for game in map(nupp.game, GAMES.names()):
        for network in networks_of(game):
            rows |= {(spec, network.path.name): beat for spec, beat in network.fits.items() if beat}
        for bundle in bundles_beside(game):
            won = f"{bundle.player} beat {bundle.verdict}" if bundle.verdict.won else ""
            rows |= {(spec, bundle.path.name): won for spec in bundle.fits if won}
    return table(
        ("game", "file", "it beat"), ((f"`{spec}`", file, beat) for (spec, file), beat in rows.items())
    )


def rows_about(lines: str, name: str) -> list[str]:
    """The head of a table, and those of its rows that begin with the name of a game."""
    head, rule, *rows = lines.splitlines()
    return [head, rule, *(row for row in rows if name in subjects_of(row))]


def subjects_of(row: str) -> set[str]:
    """What a row is about: its first cell, the parts of it between hyphens, a spec's name; in lower case."""
    first = row.split("|")[1].strip().lower()
    return {first, *first.split("-"), first.partition(":")[0]}


def parameter_table(found: Sequence[Parameter]) -> str:
    """A table of parameters, or a line that says that there are none."""
    if not found:
        return "No parameters."
    rows = ((f"`{one.name}`", shown_default(one), one.explanation, one.expected) for one in found)
    return table(("parameter", "default", "means", "values"), rows)


def shown_default(one: Parameter) -> str:
    return "" if one.default == "" else f"`{text_of(one.default)}`"


def described(entry: Entry[Any]) -> tuple[str, str]:
    """What an entry is, and its parameters with their defaults."""
    names = (f"`{one.name}={text_of(one.default)}` {one.explanation}" for one in entry.parameters)
    return entry.summary, "<br>".join(names)


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in line)} |" for line in lines
    )


FACTS: Final[dict[str, Callable[..., str]]] = {
    function.__name__: function
    for function in (
        rules,
        games,
        parameters,
        evaluators,
        players,
        opponents,
        terminal,
        solved,
        strength,
        strong,
    )
}


def expand(line: str) -> list[str]:
    """The lines that a line stands for; KeyError for an unknown fact."""
    found = LINE.match(line.strip())
    if not found:
        return [line]
    name, argument = found.groups()
    return ["", *(FACTS[name](argument) if argument else FACTS[name]()).splitlines(), ""]


class Facts(Preprocessor):
    """Puts facts in the place of the lines that ask for them."""

    def run(self, lines: list[str]) -> list[str]:
        return [new for line in lines for new in expand(line)]


class FactsExtension(Extension):
    """Makes the preprocessor known, before all that looks at Markdown."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802, the name is the library's
        md.preprocessors.register(Facts(md), "nupp", 200)


def makeExtension() -> Extension:  # noqa: N802, the name is the library's
    return FactsExtension()
