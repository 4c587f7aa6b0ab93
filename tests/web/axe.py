"""What axe, the checker of accessibility, finds wrong with a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Any) -> list[str]:
    """What axe finds wrong with a page; the test is skipped where axe has not been installed."""
    if not AXE.exists():
        pytest.skip("axe-core is not there: expected `npm ci` in web/ first")
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{one['id']}: {node['html'][:200]}" for one in found["violations"] for node in one["nodes"]]
