"""What lies beside the rules of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

import nupp
from nupp.games.hexxagon import Hexxagon
from nupp.rules import Game
from nupp.rules.folder import folders_of, page_of, picture_of

SHELF = Path(nupp.__file__).parent / "games"


def game_of(kind: type[Hexxagon], module: str) -> Game:
    kind.__module__ = module
    made = kind()
    object.__setattr__(made, "spec", "mine")
    return made


class Mine(Hexxagon):
    """Hexxagon under another name."""


def test_the_folder_of_a_game_is_that_of_its_class() -> None:
    assert folders_of(nupp.game("othello")) == (SHELF / "reversi",)


def test_a_derived_game_has_its_own_folder_first() -> None:
    assert folders_of(game_of(Mine, __name__)) == (Path(__file__).parent, SHELF / "hexxagon")
    assert page_of(game_of(Mine, __name__)) is None


def test_a_class_from_no_file_has_no_folder_of_its_own() -> None:
    assert folders_of(game_of(Mine, "__nowhere__")) == (SHELF / "hexxagon",)


def test_each_shipped_game_has_a_page_and_a_picture() -> None:
    for name in nupp.GAMES.names():
        if (folder := folders_of(nupp.game(name))[0]).is_relative_to(SHELF):
            assert page_of(nupp.game(name)) == folder / "page.md"
            assert picture_of(nupp.game(name)) is not None, name


def test_a_variant_has_a_picture_if_one_is_kept_for_it() -> None:
    assert picture_of(nupp.game("othello:size=6")) is None


@pytest.mark.parametrize("content", ["{", "[]", '{"mine": "z9"}', '{"mine": 7}'])
def test_a_picture_that_cannot_be_is_left_out(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "picture.json").write_text(content)
    game = game_of(Mine, "mine")
    monkeypatch.setattr("nupp.rules.folder.folders_of", lambda _: (tmp_path,))
    with pytest.warns(UserWarning, match=r"picture left out: .*picture\.json"):
        assert picture_of(game) is None
