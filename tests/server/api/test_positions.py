"""Positions by the moves that lead there, and what is wrong with moves, over HTTP."""

import contextlib
import random

import httpx
import pytest
from pydantic import TypeAdapter

import nupp
from nupp.conformance.amounts import amount
from nupp.kernel import interpreted
from nupp.rules import GAMES
from nupp.server.api.positions import position_of
from nupp.server.models import positions, shared
from nupp.server.play.scene import scene


def ask(client: httpx.Client, path: str, **wanted: object) -> httpx.Response:
    return client.post(f"/api/{path}", json=wanted)


@pytest.mark.parametrize("name", GAMES.names())
def test_the_first_position_of_each_game(client: httpx.Client, name: str) -> None:
    scene = positions.Scene.model_validate_json(ask(client, "scene", game=name).content)
    with interpreted():
        start = nupp.game(name).start_position()
        moves = set(start.legal_moves)
    assert (scene.game, scene.position, scene.ply, scene.last) == (name, str(start), 0, None)
    assert scene.choices is not None
    assert set(scene.choices.moves) == moves


def test_a_position_after_moves(client: httpx.Client) -> None:
    scene = ask(client, "scene", game="othello", moves=["F5", "d6"]).json()
    assert scene["last"]["move"] == "d6"
    assert (scene["ply"], scene["to_move"]) == (2, 0)


def test_a_position_after_a_position(client: httpx.Client) -> None:
    start = "8/8/8/3OX3/3XXX2/8/8/8 o"
    scene = ask(client, "scene", game="othello", position=start, moves=["d6"]).json()
    assert scene["position"] == str(nupp.game("othello").parse_position(start).play("d6"))


def test_all_positions_of_a_game(client: httpx.Client) -> None:
    answer = ask(client, "scenes", game="othello", moves=["f5", "d6", "c3"])
    scenes = TypeAdapter(list[positions.Scene]).validate_json(answer.content)
    assert [scene.ply for scene in scenes] == [0, 1, 2, 3]
    assert [scene.choices is None for scene in scenes] == [True, True, True, False]


def test_a_finished_game_has_an_end(client: httpx.Client) -> None:
    scene = ask(client, "scene", game="tictactoe", moves=["a1", "b1", "a2", "b2", "a3"]).json()
    assert scene["to_move"] is None
    words = f"{nupp.game('tictactoe').sides[0]} wins"
    cause = {"key": "line", "words": "three in a row", "cells": [0, 3, 6]}
    assert scene["end"] == {"outcome": 1, "margin": 1, "reason": "rules", "words": words, "cause": cause}


@pytest.mark.parametrize("path", ["scene", "scenes"])
def test_what_is_wrong_is_reported(client: httpx.Client, path: str) -> None:
    def refusal(**wanted: object) -> tuple[int, str, int | None]:
        answer = ask(client, path, **{"moves": [], **wanted})
        problem = shared.Problem.model_validate_json(answer.content)
        return answer.status_code, problem.code, problem.ply

    assert refusal(game="nosuch") == (422, "bad_spec", None)
    assert refusal(game="othello", position="8/8 x") == (422, "bad_position", 0)
    assert refusal(game="othello", moves=["f5", "d6", "a1", "c3"]) == (422, "illegal_move", 2)
    assert refusal(game="othello", moves=["f5", "?"]) == (422, "illegal_move", 1)
    full = ["a1", "b1", "a2", "b2", "a3"]
    assert refusal(game="tictactoe", moves=[*full, "c3"]) == (422, "illegal_move", 5)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"game": 3, "moves": []},
        {"game": "othello", "moves": "f5"},
        {"game": "othello", "moves": ["f5"], "more": 1},
        {"game": "othello", "moves": [["f5"]]},
        {"game": "othello", "moves": ["f5"] * 1001},
        {"game": "othello", "moves": ["f" * 101]},
        {"game": "o" * 301, "moves": []},
        {"game": "othello", "position": "8" * 4001, "moves": []},
        {"game": "othello", "position": 8, "moves": []},
        ["othello"],
    ],
)
def test_requests_of_another_form_are_refused(client: httpx.Client, wrong: object) -> None:
    answer = client.post("/api/scenes", json=wrong)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_request")


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"null", b"[" * 100_000, b'{"game": NaN}'])
def test_bodies_that_are_no_json_are_refused(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/api/scene", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) in ((422, "bad_request"), (400, "bad_request"))


@pytest.mark.slow
def test_a_long_game_is_shown_whole(client: httpx.Client) -> None:
    position, rng = nupp.game("lput:rounds=10000,quiet=10000").start_position(), random.Random(1)
    with interpreted():
        while position.ply < 150 and not position.is_over:
            position = position.play_code(rng.choice(position.legal_move_codes))
    answer = ask(client, "scenes", game=position.game.spec, moves=position.moves)
    assert len(answer.json()) == position.ply + 1 == 151


def mistyped(text: str, rng: random.Random) -> str:
    """A text with up to four characters changed, put in, or left out."""
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(letters) + 1)
        letters[place : place + rng.randint(0, 2)] = rng.choice(
            [*text, *"0123456789-/ :,.xWBKé", "\0", "9" * 30, ""]
        )
    return "".join(letters)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES.names())
def test_any_text_is_a_position_or_refused_in_words(name: str) -> None:
    """And whatever is a position can be shown and written again."""
    rng, taken = random.Random(0), 0
    with interpreted():
        position = nupp.game(name).start_position()
        for _ in range(amount(200, 1000)):
            if position.is_over or position.ply == 30:
                position = nupp.game(name).start_position()
            position = position.play_code(rng.choice(position.legal_move_codes))
            found = None
            with contextlib.suppress(shared.ProblemError):
                found = position_of(name, mistyped(str(position), rng), [])
            if found is not None:
                taken += 1
                assert scene(found).game == found.game.spec
                assert str(position_of(name, str(found), [])) == str(found)
    assert taken
