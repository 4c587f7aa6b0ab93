"""What there is: games, players, boards, rules and pictures, as those see them who ask over HTTP."""

from collections.abc import Iterator
from xml.etree import ElementTree

import httpx
import pytest
from pydantic import TypeAdapter

import nupp
from nupp.conformance.amounts import THOROUGH
from nupp.kernel import interpreted
from nupp.rules import GAMES
from nupp.server.api.catalogue import game_infos, pictured, player_infos
from nupp.server.models import games, positions
from nupp.server.play.specs import safe_game, safe_player
from nupp.spec import Spec


def test_all_games_are_listed(client: httpx.Client) -> None:
    found = TypeAdapter(list[games.GameInfo]).validate_json(client.get("/api/games").content)
    assert {game.name for game in found} == set(GAMES.names())
    assert [game.popularity for game in found] == sorted((game.popularity for game in found), reverse=True)
    assert {game.name: game.board for game in found}.items() >= {
        "othello": "squares",
        "hexxagon": "hexes",
        "morris": "lines",
        "dotsandboxes": "lines",
    }.items()
    assert all(game.minutes > 0 and game.difficulty for game in found)
    (boxes,) = (game for game in found if game.name == "dotsandboxes")
    assert boxes.usual == {"passing": "false"}
    (othello,) = (game for game in found if game.name == "othello")
    assert (othello.sides, othello.colours, othello.style) == (("black", "white"), ("black", "white"), "felt")
    size = next(one for one in othello.parameters if one.name == "size")
    assert (size.kind, size.default, size.low, size.high) == ("integer", "8", 4, 16)


@pytest.mark.parametrize("name", GAMES.names())
def test_board_rules_and_picture_of_each_game(client: httpx.Client, name: str) -> None:
    board = positions.Board.model_validate_json(client.get(f"/api/games/{name}/board").content)
    assert len(board.cells) == len(nupp.game(name).board)
    rules = games.Rules.model_validate_json(client.get(f"/api/games/{name}/rules").content)
    assert len(rules.example.scenes) == len(rules.example.moves) + 1
    picture = client.get(f"/api/games/{name}/picture.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(picture.text).tag.endswith("svg")
    with interpreted():
        caption = pictured(nupp.game(name)).drawing.caption
    assert not caption or caption not in picture.text  # it would be English in every language


@pytest.mark.parametrize("name", GAMES.names())
def test_the_picture_shows_a_game_that_goes_on(name: str) -> None:
    with interpreted():
        position = pictured(nupp.game(name))
    assert not position.is_over
    assert position.ply > 2


def test_a_variant_without_a_kept_game_has_a_picture_too(client: httpx.Client) -> None:
    assert client.get("/api/games/mnk:width=3,height=3,k=3/picture.svg").status_code == 200
    with interpreted():
        assert not pictured(nupp.game("connectfour:width=1,height=1,k=1")).is_over


def test_what_is_known_is_not_sent_again(client: httpx.Client) -> None:
    for path in ("board", "rules", "picture.svg"):
        first = client.get(f"/api/games/othello/{path}")
        again = client.get(f"/api/games/othello/{path}", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        other = client.get(f"/api/games/othello/{path}", headers={"If-None-Match": '"other"'})
        assert other.content == first.content


def test_what_is_long_is_compressed_where_that_is_accepted(client: httpx.Client) -> None:
    plain = client.get("/api/games/amazons/picture.svg", headers={"Accept-Encoding": "identity"})
    packed = client.get("/api/games/amazons/picture.svg", headers={"Accept-Encoding": "gzip"})
    assert plain.content == packed.content
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert 6 * int(packed.headers["content-length"]) < len(plain.content)


@pytest.mark.parametrize("spec", ["nosuch", "othello:size=3", "labyrinth:map=secret.txt", "othello:", "(("])
def test_a_wrong_spec_is_reported(client: httpx.Client, spec: str) -> None:
    for path in ("board", "rules", "players", "picture.svg"):
        answer = client.get(f"/api/games/{spec}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_spec")


def test_players_of_a_game(client: httpx.Client) -> None:
    players = TypeAdapter(list[games.PlayerInfo]).validate_json(
        client.get("/api/games/hexxagon/players").content
    )
    names = [player.name for player in players]
    assert {"strong", "level", "ants", "random"} <= set(names)
    assert "movethenarrow" not in names
    (alphabeta,) = (player for player in players if player.name == "alphabeta")
    (evaluator,) = (one for one in alphabeta.parameters if one.name == "eval")
    assert evaluator.kind == "spec"
    assert evaluator.words is not None
    assert evaluator.default in evaluator.words


@pytest.mark.slow
def test_every_parameter_that_is_offered_may_be_given() -> None:
    """The defaults, the bounds and all words make specs that the server takes, of players for one game."""
    made_already: set[str] = set()
    for game in game_infos():
        for spec in specs(game.name, game.parameters):
            safe_game(spec)
        made = nupp.game(game.name)
        for player in player_infos(game.name):
            for spec in specs(player.name, player.parameters):
                if THOROUGH or spec not in made_already:
                    safe_player(spec, made)
                    made_already.add(spec)


def specs(name: str, parameters: list[games.Parameter]) -> Iterator[str]:
    for one in parameters:
        bounds = [] if one.low is None or one.high is None else [one.low, one.high]
        ends = [str(int(bound) if one.kind == "integer" else bound) for bound in bounds]
        for value in {*(one.words or ()), *ends, one.default} - {""}:
            if (one.name, value) not in {("k", "32"), ("men", "4"), ("size", "9")}:
                yield str(Spec(name, {one.name: value.strip("()")}))


def test_a_game_that_is_chosen_is_prepared(client: httpx.Client) -> None:
    assert client.post("/api/games/tictactoe/prepare").status_code == 202
    refused = client.post("/api/games/tictactoes/prepare")
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_spec")
