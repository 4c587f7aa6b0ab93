"""Reports of a study's findings: on a terminal, as JSON, as pictures, as a page; and all side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nupp.arena.report.figures import render
from nupp.arena.result_log import MatchError
from nupp.extras import require
from nupp.formats import replace_file
from nupp.studies.study import VERDICTS, Findings, Lab, Study, Table, cell_text
from nupp.version import __version__

if TYPE_CHECKING:
    from rich.table import Table as RichTable


def parameter_texts(parameters: Mapping[str, Any]) -> dict[str, str]:
    """The parameters of a study, as people read them: the items of a list one after the other."""
    return {
        name: ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        for name, value in parameters.items()
    }


def rich_table(table: Table) -> RichTable:
    """A table for the terminal."""
    from rich import box
    from rich.table import Table as RichTable

    found = RichTable(*table.heads, title=table.title, caption=table.note or None, box=box.SIMPLE_HEAD)
    for row in table.rows:
        found.add_row(*map(cell_text, row))
    for number, column in enumerate(found.columns):
        column.justify = "left" if number == 0 else "right"
        column.overflow = "fold"
    return found


def to_dict(study: Study, lab: Lab, findings: Findings) -> dict[str, Any]:
    """A study and what it has found, for JSON."""
    return {
        "study": study.name,
        "title": study.title,
        "source": study.source,
        "claim": study.claim,
        "silent": study.silent,
        "parameters": dict(study.parameters(lab.quick)),
        "quick": lab.quick,
        "found": findings.found,
        "stands": findings.stands,
        "difference": findings.difference,
        "tables": [table.to_dict() for table in findings.tables],
        "plots": {plot.name: plot.title for plot in findings.plots},
        "games": {label: len(result.records) for label, result in lab.results.items()},
        "seconds": round(sum(result.seconds for result in lab.results.values()), 1),
        "machine": lab.machine,
        "version": __version__,
    }


def stem(name: str, quick: bool) -> str:
    """The stem of a study's files, and of the folder of its games: those of a quick run differ."""
    return f"{name}-quick" if quick else name


def publish(study: Study, lab: Lab, findings: Findings, folder: Path) -> Path:
    """Write what a study has found: NAME.json, NAME.html, NAME.md and NAME-PLOT.svg; returns the page."""
    name = stem(study.name, lab.quick)
    report = to_dict(study, lab, findings)
    pictures = {plot.name: render(plot.draw, "svg").decode() for plot in findings.plots}
    for plot, picture in pictures.items():
        replace_file(folder / f"{name}-{plot}.svg", picture)
    replace_file(folder / f"{name}.json", json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    replace_file(folder / f"{name}.md", _markdown(report, findings.tables))
    page = folder / f"{name}.html"
    texts = [
        (table, [[cell_text(value) for value in row] for row in table.rows]) for table in findings.tables
    ]
    shown = report | {
        "parameters": parameter_texts(report["parameters"]),
        "stands": VERDICTS[findings.stands],
    }
    replace_file(page, _template("study.html").render(study=shown, tables=texts, pictures=pictures))
    return page


def overview(folder: Path) -> str:
    """All studies of a folder side by side, as Markdown: what the source found, and whether it stands.

    Of a study that was done both in full and quickly, the full one. MatchError for a folder without studies
    and for a file of a study's name that was not written by `publish`.
    """
    lines = ["| Study | The source | Found here | Its conclusion |", "| --- | --- | --- | --- |"]
    if not (published := list(_published(folder))):
        raise MatchError(f"{str(folder)!r} holds no studies: expected what nupp study --out writes")
    for study in published:
        name, quick = study["study"], study["quick"]
        cells = (
            f"[{name}]({stem(name, quick)}.md){' (quick)' if quick else ''}",
            study["claim"],
            study["found"],
            study["stands"],
        )
        lines.append("| " + " | ".join(_inline(cell) for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _published(folder: Path) -> Iterator[dict[str, Any]]:
    from nupp.studies import STUDIES

    for name in STUDIES:
        files = (folder / f"{stem(name, quick)}.json" for quick in (False, True))
        if file := next(filter(Path.exists, files), None):
            yield _load(file)


def _load(file: Path) -> dict[str, Any]:
    """The content of a file that `publish` has written."""
    try:
        report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        if {"study", "quick", "claim", "found", "stands"} <= report.keys():
            return report
    except (ValueError, AttributeError):
        pass
    raise MatchError(f"{str(file)!r} holds no study: expected what `nupp study --out` writes")


def _markdown(report: Mapping[str, Any], tables: Sequence[Table]) -> str:
    parts = [
        f"# {report['title']}",
        f"**Source.** {report['source']}",
        f"**What it did and found.** {report['claim']}",
        f"**Where it is silent.** {report['silent']}",
        f"**Found here.** {report['found']}",
        *([f"**Why it differs.** {report['difference']}"] if report["difference"] else []),
        f"**{VERDICTS[report['stands']]}**",
    ]
    for table in tables:
        parts += [f"## {table.title}", _markdown_table(table), *([table.note] if table.note else [])]
    name = stem(report["study"], report["quick"])
    parts += [f"![{title}]({name}-{plot}.svg)" for plot, title in report["plots"].items()]
    parameters = "; ".join(f"{name} {text}" for name, text in parameter_texts(report["parameters"]).items())
    command = "nupp study " + report["study"] + (" --quick" if report["quick"] else "")
    done = f"Done by `{command}` with nupp {report['version']} on {report['machine']}"
    parts.append(f"{done}{f'; {parameters}' if parameters else ''}.")
    return "\n\n".join(parts) + "\n"


def _markdown_table(table: Table) -> str:
    lines = [table.heads, ("---", *["---:"] * (len(table.heads) - 1))]
    lines += [tuple(_inline(cell_text(value)) for value in row) for row in table.rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _inline(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _template(name: str) -> Any:
    require("report", "a report")
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("nupp.studies", ".")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined).get_template(name)
