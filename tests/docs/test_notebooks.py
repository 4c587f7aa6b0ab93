"""The example notebooks run from the first cell to the last, and what they end cells with shows itself."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

pytestmark = pytest.mark.slow

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))
SHOWN = {
    "learning_curves": ["text/plain", "text/plain", "image/svg+xml"],
    "matches_and_ratings": ["text/html", "text/plain", "image/svg+xml"],
    "positions_and_search": ["image/svg+xml", "image/svg+xml", "text/plain", "text/html", "text/plain"],
    "studies": ["stdout", "text/html", "text/html"],
}
"""For each cell of code, as what it shows itself."""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_its_results_show_themselves(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs are not kept"
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [cell.outputs[-1] for cell in notebook.cells if cell.cell_type == "code"]
    shown = [best(output) for output in outputs]
    assert [kind for kind, _ in shown] == SHOWN[path.stem]
    for kind, text in shown:
        if kind in ("text/html", "image/svg+xml"):
            assert re.match("<(svg|table|p)", text)


def best(output: nbformat.NotebookNode) -> tuple[str, str]:
    """How an output is shown, and its text."""
    if output.output_type == "stream":
        return output.name, output.text
    kinds = [kind for kind in ("text/html", "image/svg+xml", "text/plain") if kind in output.data]
    return kinds[0], output.data[kinds[0]]


def test_every_notebook_is_known() -> None:
    assert {path.stem for path in NOTEBOOKS} == SHOWN.keys()
