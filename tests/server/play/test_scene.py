"""Scenes: positions as the page shows them, for every game and variant, and by hand."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from nupp.conformance.variants import all_specs, base_specs
from nupp.kernel import interpreted
from nupp.rules import Position, game
from nupp.server.models import positions
from nupp.server.play import scene as scenes


def scene(position: Position, choices: bool = True, inspections: bool = True) -> Any:
    """What a reader gets who is shown a position."""
    return json.loads(scenes.scene(position, choices, inspections).model_dump_json())


def board(spec: str) -> Any:
    """What a reader gets who is shown a board."""
    return json.loads(scenes.board_of(game(spec)).model_dump_json())


NONE = {"moves": [], "steps": [], "origins": {}, "ways": {}, "facts": {}}
"""The choices where there are none."""

SPECS = pytest.mark.parametrize("spec", all_specs())


def walk(spec: str, plies: int, seed: int = 0) -> list[Position]:
    """The positions of a random game, as far as it goes."""
    path, rng = [game(spec).start_position()], random.Random(seed)
    while len(path) <= plies and not path[-1].is_over:
        path.append(path[-1].play_code(rng.choice(path[-1].legal_move_codes)))
    return path


@SPECS
def test_scenes_are_what_the_page_expects(spec: str) -> None:
    with interpreted():
        path = walk(spec, 30)
        for position in path[:: max(1, len(path) // 6)]:
            shown = scene(position)
            assert positions.Scene.model_validate(shown).pieces == scenes.scene(position).pieces
            assert shown["game"] == position.game.spec
            assert shown["position"] == str(position)
            assert shown["ply"] == position.ply


@SPECS
def test_choices_can_be_played_and_tell_the_next_scene(spec: str) -> None:
    """The last move of the next scene is the choice, with the same steps."""
    rng = random.Random(1)
    with interpreted():
        position = game(spec).start_position()
        for _ in range(12):
            shown = scene(position, inspections=False)
            choices = shown["choices"]
            assert choices["moves"] == list(position.legal_moves)
            assert len(choices["steps"]) == len(choices["moves"])
            assert set(choices["facts"]) <= set(choices["moves"])
            if position.is_over:
                break
            move, steps = rng.choice([*zip(choices["moves"], choices["steps"], strict=True)])
            position = position.play(move)
            assert scene(position, False, False)["last"] == {"move": move, "steps": list(steps)}


@SPECS
def test_boards_are_what_the_page_expects(spec: str) -> None:
    page_board = board(spec)
    assert positions.Board.model_validate(page_board).model_dump(mode="json") == page_board
    with interpreted():
        shown = scene(game(spec).start_position())
    cells = range(len(page_board["cells"]))
    assert all(piece["cell"] in cells for piece in shown["pieces"])
    assert all(int(cell) in cells for cell in shown["fills"])


@pytest.mark.parametrize("spec", base_specs())
def test_a_finished_game_has_an_end_and_no_choices(spec: str) -> None:
    with interpreted():
        *_, last = walk(spec, 5_000)
        assert last.is_over
        shown = scene(last)
        assert shown["choices"] == NONE
        assert shown["to_move"] is None
        assert shown["end"] == {
            "outcome": last.outcome,
            "margin": last.margin,
            "reason": "rules",
            "words": last.result,
            "cause": {
                "key": last.ending.reason,
                "words": last.ending.words,
                "cells": list(last.ending.cells),
            },
        }


def test_a_start() -> None:
    with interpreted():
        shown = scene(game("tictactoe").start_position())
    assert shown == {
        "game": "tictactoe",
        "position": "3/3/3 x",
        "ply": 0,
        "to_move": 0,
        "end": None,
        "pieces": [],
        "marks": [],
        "fills": {},
        "style": "paper",
        "colours": ["black", "white"],
        "caption": "",
        "notes": [],
        "facts": [],
        "last": None,
        "choices": {
            "moves": [f"{'abc'[n % 3]}{n // 3 + 1}" for n in range(9)],
            "steps": [[n] for n in range(9)],
            "origins": {},
            "ways": {},
            "facts": {},
        },
        "aliases": {},
        "inspections": [],
        "staging": {"mover": None, "carries": None},
    }


def test_after_a_few_moves() -> None:
    with interpreted():
        shown = scene(game("connectfour").start_position().play_all(["4", "4", "3"]))
    cells = {name: number for number, name in enumerate(f"{'abcdefg'[n % 7]}{n // 7 + 1}" for n in range(42))}
    assert [(piece["cell"], piece["side"]) for piece in shown["pieces"]] == [
        (cells["c1"], 0),
        (cells["d1"], 0),
        (cells["d2"], 1),
    ]
    assert shown["last"] == {"move": "3", "steps": [cells["c1"]]}
    assert shown["marks"] == [cells["c1"]]
    assert shown["to_move"] == 1
    assert shown["aliases"][str(cells["d6"])] == cells["d3"]
    assert set(map(tuple, shown["choices"]["steps"])) == {
        (cells[name],) for name in ("a1", "b1", "c2", "d3", "e1", "f1", "g1")
    }


def test_what_a_spectator_of_a_replay_needs_no_choices_for() -> None:
    with interpreted():
        shown = scene(game("lput").start_position(), choices=False, inspections=False)
        whole = scene(game("lput").start_position())
    assert shown["choices"] is None
    assert shown["inspections"] == []
    assert shown["aliases"] == {}
    assert len(whole["inspections"]) == 10
    same = [key for key in whole if key not in ("choices", "inspections")]
    assert [shown[key] for key in same] == [whole[key] for key in same]


def test_the_third_repetition_is_the_end_where_it_came_about_and_nowhere_else() -> None:
    shuffle = ["b3-a3", "d3-e3", "a3-b3", "e3-d3"]
    moves = ["b3", "d3", "c5", "c1", *shuffle, *shuffle]
    with interpreted():
        position = game("labyrinth").start_position().play_all(moves)
        shown = scene(position)
        again = scene(game("labyrinth").parse_position(str(position)))
    cause = {"key": "repetition", "words": "the position occurred for the third time", "cells": []}
    assert shown["end"] == {"outcome": 0, "margin": 0, "reason": "rules", "words": "drawn", "cause": cause}
    assert shown["choices"] == NONE
    assert shown["last"]["move"] == "e3-d3"
    assert again["position"] == shown["position"]
    assert again["end"] is None
    assert again["choices"]["moves"]


def test_scenes_of_positions_long_past() -> None:
    with interpreted():
        path = walk("othello", 200)
        replay = [scene(position, choices=False) for position in path]
        early = scene(path[3])
    assert [one["ply"] for one in replay] == list(range(len(path)))
    assert {**early, "choices": None} == replay[3]
    assert early["choices"]["moves"]
