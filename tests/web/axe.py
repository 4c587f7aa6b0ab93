"""What axe, the checker of accessibility, finds wrong with a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that look at colours: the others find the same in every theme."""


def violations_in_themes(page: Any) -> list[str]:
    """What axe finds wrong with a light page, and with the colours of the same page when it is dark."""
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    found += violations(page, COLOURS)
    page.emulate_media(color_scheme="light")
    return found


def violations(page: Any, rules: Sequence[str] = ()) -> list[str]:
    """What axe finds wrong with a page, by these rules or all; skips the test where axe is not installed."""
    if not AXE.exists():
        pytest.skip("axe-core is not there: expected `npm ci` in web/ first")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = list(rules)
    found = page.evaluate("options => axe.run(document, options)", options)
    return [f"{one['id']}: {node['html'][:200]}" for one in found["violations"] for node in one["nodes"]]
