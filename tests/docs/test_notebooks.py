"""The example notebooks run from the first cell to the last, and what they end cells with shows itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient

from nupp.conformance.amounts import amount

pytestmark = pytest.mark.slow

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))
SHOWN = {
    "learning_curves": ["text/plain", "text/plain", "image/svg+xml"],
    "matches_and_ratings": ["text/html", "text/plain", "image/svg+xml"],
    "positions_and_search": ["image/svg+xml", "image/svg+xml", "text/plain", "text/html", "text/plain"],
    "studies": ["stdout", "text/html", "text/html"],
}
"""For each cell of code, as what it shows itself."""


LESS = {"range(6)": "range(2)", "games=32": "games=8"}
"""What is less of a training unless the tests are thorough: its rounds, and the games of each."""


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KernelManager]:
    """One process for all of them, which spares to load nupp again."""
    manager = KernelManager()
    manager.start_kernel(cwd=str(tmp_path_factory.mktemp("notebooks")))
    yield manager
    manager.shutdown_kernel(now=True)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_its_results_show_themselves(path: Path, kernel: KernelManager) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs are not kept"
    for cell in notebook.cells:
        for much, little in LESS.items():
            cell.source = cell.source.replace(much, amount(little, much))
    notebook.cells.insert(0, nbformat.v4.new_code_cell("%reset -f"))  # it knows no name of another one
    NotebookClient(notebook, timeout=600, km=kernel).execute()
    outputs = [cell.outputs[-1] for cell in notebook.cells[1:] if cell.cell_type == "code"]
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
