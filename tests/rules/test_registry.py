"""The registry of games: one object for a spec, games that are replaced, and files of games."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import nupp
from nupp.games.hexxagon import Hexxagon
from nupp.rules import GAMES, Game, MoveNotation, RulesError, game, registry
from nupp.rules.cells import PlacingGame
from nupp.rules.registry import loaded_files, register
from nupp.spec import SpecError

FILE = """
import nupp
from nupp.games.mnk import TicTacToe


@nupp.register
class Mine(TicTacToe):
    "Tic-tac-toe under another name."

    name = "mine"
"""


def test_the_same_spec_gives_the_same_object() -> None:
    assert game("othello") is game(" othello : size=8 ")
    assert game("othello") is not game("othello:size=6")
    assert game("othello:size=6").spec == "othello:size=6"


def test_an_unknown_game_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(SpecError, match=r"'othelo'.*othello"):
        game("othelo")


def test_a_game_that_is_entered_again_replaces_the_first() -> None:
    class Small(Hexxagon):
        """Hexxagon, under the name of another game."""

    register(Small, "tictactoe")
    assert isinstance(game("tictactoe"), Small)
    assert GAMES.names().count("tictactoe") == 1


def test_a_file_brings_its_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_loaded", {})
    file = tmp_path / "mine.py"
    file.write_text(FILE)
    module = nupp.load_file(file)
    monkeypatch.delitem(sys.modules, module.__name__)
    assert loaded_files() == (str(file),)
    assert isinstance(game("mine"), module.Mine)


@pytest.mark.parametrize("name", ["none.py", "."])
def test_what_is_no_file_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=re.escape(repr(str(tmp_path / name)))):
        nupp.load_file(tmp_path / name)
    assert str(tmp_path / name) not in loaded_files()


class Uncalled(PlacingGame):
    """A game that does not call the `__init__` of its base."""

    def __init__(self) -> None:
        self.size = 9


class Bare(Game):
    """A game without a state."""

    notation = MoveNotation(".+", "a text")


@pytest.mark.parametrize(("kind", "cure"), [(Uncalled, "super().__init__(...)"), (Bare, "self.State = ...")])
def test_a_game_that_lacks_a_state_says_what_is_missing(
    kind: type[Game], cure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = kind.__name__.lower()
    monkeypatch.setattr(kind, "__abstractmethods__", frozenset())
    monkeypatch.setattr(GAMES, "_entries", dict(GAMES._entries))
    register(kind, name)
    with pytest.raises(RulesError, match=re.escape(f"{name} has no State: expected {cure} in its __init__")):
        game(name)


@pytest.mark.parametrize(("name", "hint"), [("othelo", False), ("zzzzzz", True)])
def test_a_name_like_no_other_is_perhaps_that_of_a_file(name: str, hint: bool) -> None:
    with pytest.raises(SpecError) as caught:
        game(name)
    assert ("a game of your own needs --load FILE" in str(caught.value)) == hint


def test_a_file_may_register_its_own_game_again_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(GAMES, "_entries", dict(GAMES._entries))
    file = tmp_path / "mine_again.py"
    file.write_text(FILE.replace('"mine"', '"again"'))
    assert nupp.load_file(file).Mine is not nupp.load_file(file).Mine
    file.write_text(FILE.replace('"mine"', '"othello"'))
    with pytest.raises(ValueError, match="there is a game named othello already: expected another name"):
        nupp.load_file(file)
    monkeypatch.delitem(sys.modules, "nupp_file_mine_again")
