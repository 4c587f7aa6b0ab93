"""The check of words finds what it is to find, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import wording

MODULE = '''"""How things are."""

TOLD = "as I was told"


class Thing:
    """A thing."""

    def held(self):
        """Whether it is held."""

    def _kept(self):
        """What is kept."""

    def owner(self):
        """The owner, whoever tells."""
'''


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for folder in ("src/nupp/server/static", "docs"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "README.md").write_text("So many games, and so\nmany untold stories.\n")
    (tmp_path / "docs" / "page.md").write_text("It tells.\n")
    (tmp_path / "src/nupp/thing.py").write_text(MODULE)
    (tmp_path / "src/nupp/server/static/index.html").write_text("told\n")
    return tmp_path


def test_words_are_found_in_package_documents_and_readme(root: Path) -> None:
    places = [(path.name, line) for path, line, _ in wording.found(root)["words"]]
    assert places == [("README.md", 1), ("thing.py", 3), ("thing.py", 3), ("thing.py", 16), ("page.md", 1)]


def test_openings_are_those_of_docstrings(root: Path) -> None:
    places = [(line, text) for _, line, text in wording.found(root)["openings"]]
    assert places == [
        (1, '"""How things are."""'),
        (10, '"""Whether it is held."""'),
        (13, '"""What is kept."""'),
    ]


def test_the_position_in_a_file_is_no_word(root: Path) -> None:
    (root / "src/nupp/thing.py").write_text("place = self._file.tell()\n")
    assert "thing.py" not in [path.name for path, _, _ in wording.found(root)["words"]]


def test_places_are_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(wording, "found", lambda: {"words": [(wording.ROOT / "README.md", 3, "told")]})
    assert wording.main() == 1
    assert capsys.readouterr().out == "README.md:3: words: told\n"


def test_without_places_nothing_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(wording, "found", lambda: {"words": [], "openings": []})
    assert wording.main() == 0
    assert capsys.readouterr().out == ""
