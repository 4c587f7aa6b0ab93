"""What is published of a study: JSON, a page, and the overview of all."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from nupp.arena import MatchError
from nupp.studies import Estimate, Lab
from nupp.studies.publish import cell_text, overview, publish, to_dict
from nupp.studies.study import VERDICTS
from studies.trial import HOSTILE, made_up


class Words(HTMLParser):
    """The text of a page, and what its tags are."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._in_cell = False
        self.words, self.cells, self.tags = "", list[str](), list[str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        self._in_cell = tag == "td"
        if self._in_cell:
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        self.words += data
        if self._in_cell:
            self.cells[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = False


CELLS = [
    ["first|second", "1", "50.0 % (25.0 to 75.0)"],
    ["none", "–", "–"],
    ["many", "1,234,567", "0.123"],
    ["so", "yes", "no"],
]


def test_json_page_and_table_say_the_same(tmp_path: Path) -> None:
    one, lab = made_up(), Lab(quick=True)
    page = publish(one, lab, one.conduct(lab), tmp_path)
    endings = {".json", ".md", ".html", "-line.svg"}
    names = {f"tictactoe-lines-quick{ending}" for ending in endings}
    assert {file.name for file in tmp_path.iterdir()} == names
    assert page == tmp_path / "tictactoe-lines-quick.html"
    content = json.loads((tmp_path / "tictactoe-lines-quick.json").read_text(encoding="utf-8"))
    words = Words(page.read_text(encoding="utf-8"))
    text = (tmp_path / "tictactoe-lines-quick.md").read_text(encoding="utf-8")
    for key in ("title", "source", "claim", "silent", "found", "difference"):
        assert content[key] in words.words
        assert content[key] in text
    assert content["stands"] == "stands in part"
    assert content["parameters"] == {"games": 4, "quick": True}
    assert content["games"] == {"one": 4}
    assert "4 games" in words.words
    assert "nupp study tictactoe-lines --quick" in text
    assert "![A line](tictactoe-lines-quick-line.svg)" in text
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    assert rows[2:] == [[cell.replace("|", "\\|") for cell in row] for row in CELLS]
    assert words.cells == [cell for row in CELLS for cell in row]
    (table,) = content["tables"]
    assert table["rows"] == [
        ["first|second", 1, {"value": 0.5, "low": 0.25, "high": 0.75}],
        ["none", None, None],
        ["many", 1234567, 0.123456],
        ["so", True, False],
    ]
    ElementTree.parse(tmp_path / "tictactoe-lines-quick-line.svg")


@pytest.mark.slow
@pytest.mark.parametrize("stands", VERDICTS)
def test_what_becomes_of_the_conclusion_is_a_sentence(tmp_path: Path, stands: str) -> None:
    one, lab = made_up(stands=stands), Lab()
    page = publish(one, lab, one.conduct(lab), tmp_path)
    assert VERDICTS[stands] in Words(page.read_text(encoding="utf-8")).words
    assert f"**{VERDICTS[stands]}**" in (tmp_path / "tictactoe-lines.md").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "tictactoe-lines.json").read_text(encoding="utf-8"))["stands"] == stands


def test_publishing_again_gives_the_same_files(tmp_path: Path) -> None:
    one, lab = made_up(), Lab()
    findings = one.conduct(lab)
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        publish(one, lab, findings, folder)
    for file in (tmp_path / "a").iterdir():
        assert file.read_bytes() == (tmp_path / "b" / file.name).read_bytes()


def test_text_is_no_markup(tmp_path: Path) -> None:
    one, lab = made_up(HOSTILE), Lab()
    words = Words(publish(one, lab, one.conduct(lab), tmp_path).read_text(encoding="utf-8"))
    assert HOSTILE in words.words
    assert "script" not in words.tags


@pytest.mark.parametrize("value", [None, True, 3, 2.5, "text", Estimate(0.1, 0.0, 0.3)])
def test_every_value_has_a_text(value: Any) -> None:
    assert cell_text(value)


def test_a_dictionary_tells_all_of_a_study() -> None:
    one, lab = made_up(plots=False), Lab()
    content = to_dict(one, lab, one.conduct(lab))
    assert json.loads(json.dumps(content)) == content
    assert content["plots"] == {}
    assert content["machine"] == lab.machine
    assert content["quick"] is False


def test_the_overview_sets_studies_side_by_side(tmp_path: Path) -> None:
    with pytest.raises(MatchError, match="nupp study --out"):
        overview(tmp_path)
    for title, stands in (("Title | one", "stands"), ("Title 2", "open")):
        one, lab = made_up(title, stands), Lab(quick=True)
        publish(one, lab, one.conduct(lab), tmp_path)
    (tmp_path / "other.json").write_text("no study")
    row = overview(tmp_path).splitlines()[-1]
    assert (
        row == "| [tictactoe-lines](tictactoe-lines-quick.md) (quick) | A claim | Found in Title 2. | open |"
    )


def test_the_manual_has_the_studies_as_their_files_tell_them() -> None:
    """The page that sets them side by side, and the verdicts of their pages."""
    folder = Path(__file__).parents[2] / "docs" / "studies"
    assert (folder / "README.md").read_text(encoding="utf-8").endswith(f"\n\n{overview(folder).strip()}\n")
    for file in folder.glob("*.json"):
        content = json.loads(file.read_text(encoding="utf-8"))
        assert f"**{VERDICTS[content['stands']]}**" in file.with_suffix(".md").read_text(encoding="utf-8")
