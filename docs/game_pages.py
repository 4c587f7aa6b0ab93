"""Takes the pages of games into the manual: each game brings its own, as `page.md` beside its rules.

A hook of MkDocs. Links in a page are such that they can be followed in the sources; here they are made links
between pages of the manual.
"""

from __future__ import annotations

import re
from typing import Any, Final

from facts import game_pages
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

SECTION: Final = "Games"
"""The section of the navigation in which the pages stand."""


def on_config(config: MkDocsConfig) -> None:
    """Put the pages into the navigation."""
    entries: list[Any] = config.nav or []
    for section in (entry[SECTION] for entry in entries if isinstance(entry, dict) and SECTION in entry):
        section += [f"games/{name}.md" for name in game_pages()]


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Put the pages among the documents."""
    for name, path in game_pages().items():
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"\]\((\.\./){4}docs/", "](../", text)
        text = re.sub(r"\]\(\.\./(\w+)/page\.md", r"](\1.md", text)
        files.append(File.generated(config, f"games/{name}.md", content=text))
