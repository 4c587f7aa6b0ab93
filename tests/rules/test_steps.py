"""What is clicked for a move, by hand for every game; a game of the user's, by the default."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.boards import SquareBoard
from nupp.kernel import interpreted, record_dtype
from nupp.rules import Game, Inspection, MoveNotation, NotationError, Position, Staging, game

STEPS = {
    "tictactoe": [("", "b2", "b2")],
    "mnk:width=30": [("", "x5", "x5"), ("", "aa5", "aa5"), ("", "e15", "e15")],
    "fourinarow": [("", "d4", "d4")],
    "connectfour": [("", "4", "d1"), ("4 4", "4", "d3"), ("1 2 1", "2", "b2")],
    "connectfour:width=14": [("", "12", "l1")],
    "othello": [("", "d3", "d3"), ("d3 c3 e6 d2 d1 e1 b2 c1", "pass", "'pass'")],
    "reversi": [("", "d4", "d4")],
    "hexxagon": [("", "a2", "a2"), ("", "a1-c2", "a1 c2")],
    "dotsandboxes": [("", "a1b1", "a1b1"), ("", "c2c3", "c2c3"), ("a1b1", "pass", "'pass'")],
    "labyrinth": [("", "c3", "c3"), ("c3 c2 b3 d3", "d3-e3", "d3 e3")],
    "morris": [("", "a1", "a1"), ("a1 d2 a4 f4", "a7xd2", "a7 d2"), ("a1 d2 a4 f4", "b4", "b4")],
    "morris:men=3": [("a1 b1 b2 c3 a3 c1", "a1-a2", "a1 a2")],
    "amazons": [("", "d1-d7/g7", "d1 d7 g7"), ("", "d1-d7/d1", "d1 d7 d1")],
    "amazons:staged=true": [("", "d1-d7", "d1 d7"), ("d1-d7", "/g7", "g7")],
    "draughts": [("", "22-17", "22 17"), ("21-17 11-15 22-18", "15x13", "15 13")],
    "draughts:variant=international": [("", "32-28", "32 28")],
    "lput": [
        ("", "b6", "b6"),
        ("", "wait", "'wait'"),
        ("", "defend", "'defend'"),
        ("f6 j7 wait defend b10 defend d4 defend b11 l2 d2", "g7xf6", "g7 f6"),
        ("f6 j7 wait defend b10 defend d4 defend b11 l2 d2", "g7", "g7"),
        ("f6 j7 wait defend b10 defend d4 defend b11 l2 d2 g7xf6", "xg7", "g7"),
    ],
}


def after(spec: str, moves: str = "") -> Position:
    with interpreted():
        return game(spec).start_position().play_all(moves.split())


@pytest.mark.parametrize(
    ("spec", "before", "move", "steps"), [(spec, *case) for spec, cases in STEPS.items() for case in cases]
)
def test_by_hand(spec: str, before: str, move: str, steps: str) -> None:
    position = after(spec, before)
    with interpreted():
        found = {choice.move: choice.steps for choice in position.choices}[move]
    names = [repr(step) if isinstance(step, str) else position.game.board.name(step) for step in found]
    assert names == steps.split()


def test_captures_that_share_their_ends_are_told_apart_by_the_cells_between() -> None:
    with interpreted():
        position = game("draughts:variant=english").parse_position("W:W26:B14,15,22,23")
        choices = {choice.move: choice.steps for choice in position.choices}
    names = {move: [position.game.board.name(cell) for cell in steps] for move, steps in choices.items()}
    assert names == {"26x17x10": ["26", "17", "10"], "26x19x10": ["26", "19", "10"]}


def test_captures_of_several_pieces_have_each_landing_as_another_way() -> None:
    with interpreted():
        position = game("draughts:variant=russian").parse_position("W:Wa1,h2:Bb2,d4,f6,g3")
        ways = position.game.view.ways(position.state[0])
        texts = {position.format_move(move): found for move, found in ways.items()}
    assert position.legal_moves == ("28x19", "29x8")
    names = [[position.game.board.name(cell) for cell in way] for way in texts.pop("29x8")]
    assert names == [["29", "22", "15", "8"]]
    assert not texts


def test_an_archer_shoots_from_where_it_stands() -> None:
    """From afar the enemy alone is clicked, and no hex to go to before."""
    units = "A:c5:16:0:-,f:e5:16:0:x"
    text = "15/15/15/15/2A1f10/15/15/15/15/15/15/15"
    with interpreted():
        position = game("lput").parse_position(f"{text} 1 A 0 {units}")
        steps = {choice.move: choice.steps for choice in position.choices}
    assert steps["xe5"] == (position.game.board.cell("e5"),)
    assert steps["d5"] == (position.game.board.cell("d5"),)
    assert not [move for move in steps if move.endswith("xe5") and move != "xe5"]


def test_all_cells_of_a_column_stand_for_the_one_on_which_a_stone_comes_to_rest() -> None:
    position = after("connectfour", "4 4 1 1 1 1 1 1")
    name, cell = position.game.board.name, position.game.board.cell
    aliases = position.game.view.aliases(position.state[0])
    assert {name(other) for key, other in aliases.items() if name(key)[0] == "d"} == {"d3"}
    assert {name(key) for key in aliases if name(key)[0] == "d"} == {"d1", "d2", "d4", "d5", "d6"}
    assert {name(other) for key, other in aliases.items() if name(key)[0] == "g"} == {"g1"}
    assert not [key for key in aliases if name(key)[0] == "a"]
    assert aliases[cell("d6")] == cell("d3")


def test_a_clone_may_come_from_each_piece_beside_it_and_a_jump_names_its_own() -> None:
    with interpreted():
        position = after("hexxagon", "b1 h5 c1 h6")
        name, state = position.game.board.name, position.state[0]
        origins = {
            choice.move: [name(cell) for cell in position.game.view.origins(state, choice.code)]
            for choice in position.choices
        }
    assert origins["b2"] == ["a1", "b1"]
    assert origins["c2"] == ["b1", "c1"]
    assert origins["i2"] == ["i1"]
    assert origins["i1-g1"] == []


def test_of_a_finished_game_nothing_can_be_clicked() -> None:
    position = after("connectfour", "4 5 4 5 4 5 4")
    assert position.is_over
    with interpreted():
        assert position.choices == ()
        assert position.game.view.aliases(position.state[0]) == {}


@pytest.mark.parametrize(
    ("spec", "before", "move", "facts"),
    [
        ("othello", "", "d3", {"turned": "1"}),
        ("othello", "d3 c3 e6 d2", "d1", {"turned": "3"}),
        ("othello", "d3 c3 e6 d2 d1 e1 b2 c1", "pass", {}),
        ("othello:size=10", "", "e4", {"turned": "1"}),
        ("reversi", "", "d4", {}),
        ("reversi:size=10", "", "e5", {}),
        ("hexxagon", "", "a2", {}),
        ("hexxagon", "a2 a5-a3", "a1-b3", {"turned": "2"}),
        ("dotsandboxes", "a1b1 a1a2 a2b2", "b1b2", {"boxes": "1"}),
        ("dotsandboxes", "a1b1 a1a2 a2b2 b1c1 c1c2 b2c2", "b1b2", {"boxes": "2"}),
        ("dotsandboxes", "a1b1", "pass", {}),
        ("draughts", "21-17 11-15 22-18", "15x13", {"taken": "2"}),
        ("draughts", "", "22-18", {}),
        ("amazons", "", "d1-d7/g7", {}),
        (
            "lput",
            "f6 j7 wait defend b10 defend d4 defend b11 l2 d2",
            "g7xf6",
            {"damage": "160", "falls": "1", "left": "15", "returned": "150", "lost": "1"},
        ),
        ("lput", "", "wait", {}),
    ],
)
def test_facts_by_hand(spec: str, before: str, move: str, facts: dict[str, str]) -> None:
    position = after(spec, before)
    with interpreted():
        assert dict(position.game.view.move_facts(position.state[0], position.parse_move(move))) == facts


@pytest.mark.parametrize(
    ("spec", "before", "facts"),
    [
        ("othello", "d3", {"score_first": "4", "score_second": "1"}),
        ("hexxagon", "a2 a5-a3", {"score_first": "3", "score_second": "4", "quiet": "1/100"}),
        ("dotsandboxes", "a1b1 a1a2 a2b2 b1b2", {"score_first": "0", "score_second": "1"}),
        ("morris", "a1 d2 a4", {"phase": "placing", "hand_first": "7", "hand_second": "8"}),
        ("labyrinth", "c3 c2 b3 d3 d3-e3", {"quiet": "1/200"}),
        ("draughts", "21-17 11-15 22-18 15x13", {"pieces_first": "10", "pieces_second": "12"}),
        (
            "draughts:variant=english",
            "10-15 22-17 7-10 17-14 9x18 23x7",
            {"pieces_first": "10", "pieces_second": "11"},
        ),
        ("amazons:staged=true", "d1-d7", {"shoots": "d7"}),
        ("amazons:staged=true", "d1-d7 /g7", {}),
        ("lput", "", {"round": "1/60"}),
        ("mnk", "h8", {}),
    ],
)
def test_what_is_counted(spec: str, before: str, facts: dict[str, str]) -> None:
    position = after(spec, before)
    assert dict(position.game.view.status(position.state[0])) == facts


def test_what_may_be_told_of_a_unit() -> None:
    text = "15/15/15/15/2K1f10/15/15/15/15/15/15/15 3 K 2 K:c5:7:1000:d,f:e5:16:0:rx"
    with interpreted():
        position = game("lput").parse_position(text)
        knight, flyer = position.game.view.inspect(position.state[0])
    cell = position.game.board.cell
    assert knight.cell == cell("c5")
    assert knight.facts == (
        ("unit", "knight"),
        ("fighters", "7"),
        ("hit_points", "78/128"),
        ("attack", "10"),
        ("defence", "5"),
        ("strength", "12"),
        ("speed", "5"),
        ("acts", ""),
        ("defends", ""),
    )
    assert cell("b5") in knight.reach
    assert cell("e5") not in knight.reach
    assert knight.sight == (cell("e5"),)
    assert flyer.sight == (cell("c5"),)
    assert dict(flyer.facts)["defence"] == "9"
    assert [key for key, value in flyer.facts if not value] == ["struck_back", "acted"]
    assert len(flyer.reach) > 100


def test_an_archer_sees_what_no_crag_hides() -> None:
    """f4 is hidden from d3 by the crags on e3 and e4; e2 and c1 are not."""
    text = "2s12/4k10/3A11/5p9/15/15/15/15/15/15/15/15"
    units = "A:d3:16:0:-,s:c1:16:0:-,k:e2:16:0:-,p:f4:16:0:-"
    with interpreted():
        position = game("lput").parse_position(f"{text} 1 s 0 {units}")
        archer = position.game.view.inspect(position.state[0])[0]
    assert archer.sight == (position.game.board.cell("c1"), position.game.board.cell("e2"))


@pytest.mark.parametrize(
    ("spec", "staging"),
    [
        ("othello", Staging()),
        ("amazons", Staging(None, 1)),
        ("lput", Staging(0, 1, may_vanish=True)),
        ("draughts", Staging()),
    ],
)
def test_which_piece_goes_along(spec: str, staging: Staging) -> None:
    assert game(spec).view.staging(after(spec).state[0]) == staging


class Shove(Game):
    """A game of the user's whose moves are texts that no board can tell apart."""

    name = "shove"
    notation = MoveNotation("[a-b][1-2]([-x][a-b][1-2])?|left|right", "a move")
    max_moves = 5

    def __init__(self) -> None:
        self.board = SquareBoard(2, 2)
        self.State = record_dtype(("over", np.int8))

    def start(self, state):
        pass

    def legal_moves(self, state, moves):
        if state.over:
            return 0
        for i in range(5):
            moves[i] = i
        return 5

    def play(self, state, move):
        state.over = 1

    def to_move(self, state):
        return 0

    def outcome(self, state):
        return 0

    def move_text(self, state, move):
        return ("a1-b1", "a1xb1", "left", "a1", "a1-b2")[move]

    def format_position(self, state):
        return str(state.over)

    def read_position(self, text, state):
        raise NotationError


def test_a_game_that_says_nothing_of_it_gets_steps_by_the_texts_of_its_moves() -> None:
    with interpreted():
        position = Shove().start_position()
        choices = {choice.move: choice for choice in position.choices}
    a1, b2 = position.game.board.cell("a1"), position.game.board.cell("b2")
    assert choices["a1"].steps == (a1,)
    assert choices["a1-b2"].steps == (a1, b2)
    assert choices["left"].steps == ("left",)
    assert choices["a1-b1"].steps == ("a1-b1",)  # the same cells as the next
    assert choices["a1xb1"].steps == ("a1xb1",)
    assert {choice.facts for choice in choices.values()} == {()}
    assert position.game.view.inspect(position.state[0]) == ()
    assert Inspection(a1) == (a1, (), (), ())


def test_a_capture_may_end_where_it_began() -> None:
    with interpreted():
        position = game("draughts").parse_position("W:W26:B14,15,22,23")
        (choice,) = position.choices
    assert (choice.move, choice.steps) == ("26x26", (25, 25))
