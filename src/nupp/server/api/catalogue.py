"""The catalogue: games with their boards, rules and pictures, and the players of each game."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header, Path, Request, Response

import nupp
from nupp.boards import Board, svg
from nupp.evaluators import default_evaluator, evaluators_of
from nupp.players import PLAYERS, players_of
from nupp.players.cast import cast_of
from nupp.rules import GAMES, Game, Position, Preset, start_state
from nupp.rules.folder import picture_of
from nupp.rules.registry import load_plugins
from nupp.server.api.rules import rules
from nupp.server.http.encodings import Content
from nupp.server.models import games, people, positions
from nupp.server.models.shared import MAX_COUNT, problems, sample, with_examples
from nupp.server.offloop import off_loop
from nupp.server.play.scene import board_of
from nupp.server.play.specs import MOST_THREADS, safe_game
from nupp.server.services import Services, services
from nupp.spec import Parameter, parse_spec, text_of

router = APIRouter(prefix="/api/games", tags=["games"])

KNOWN: Final[dict[int | str, dict[str, Any]]] = {304: {"description": "It has the tag that was sent along."}}
"""The further answer to requests with a tag."""
PICTURE_SIZE: Final = 320
"""Pixels of the longer side of a picture."""

_DRAWN_PLIES: Final = 24
"""The number of random moves to the position that pictures a game without a stored one."""
_KINDS: Final[dict[type, Any]] = {bool: "boolean", int: "integer", float: "number", str: "word"}

Tag = Annotated[str | None, Header()]
"""`If-None-Match`, for the description of the API; `Content.answer` reads it."""
Spec = Annotated[
    str,
    Path(
        max_length=300,
        description="A game by its name, or with parameters as in `NAME:size=6`.",
        json_schema_extra=with_examples(lambda: sample().game.name),
    ),
]


def all_games() -> list[str]:
    """The names of all games, those of installed packages included."""
    load_plugins()
    return GAMES.names()


# ---- games and players ---------------------------------------------------------------------------


@router.get("", summary="All games")
async def list_games(of: Annotated[Services, Depends(services)]) -> list[games.GameInfo]:
    """All games with the parameters that may be set in their specs, the most popular first."""
    return await off_loop(game_infos, await of.live.played())


def game_infos(played: Mapping[str, int] = MappingProxyType({})) -> list[games.GameInfo]:
    """All games; played: how often each was lately."""
    infos = [_popular(_game_info(name), played.get(name, 0)) for name in all_games()]
    return sorted(infos, key=lambda info: -info.popularity)


def _popular(info: games.GameInfo, played: int) -> games.GameInfo:
    return info.model_copy(update={"popularity": info.popularity + played})


@cache
def _game_info(name: str) -> games.GameInfo:
    entry = GAMES.entry(name)
    made = nupp.game(name)
    drawing = made.view.drawing(start_state(made)[0])
    shown = [_parameter(one, "game", name) for one in entry.parameters if not _names_files(one, "game", name)]
    return games.GameInfo.model_validate(
        {
            "name": name,
            "summary": entry.summary.replace("**", ""),
            "sides": made.sides,
            "colours": drawing.colours,
            "style": drawing.style,
            "parameters": shown,
            "presets": [_preset(one) for one in made.view.presets],
            "usual": made.view.usual_parameters,
            "board": _board_kind(made.board),
            "minutes": made.view.traits.minutes,
            "difficulty": made.view.traits.difficulty,
            "popularity": made.view.traits.known,
        }
    )


def _board_kind(board: Board) -> str:
    """The places of a board: `squares`, `hexes`, or `lines` for points and edges."""
    if board.areas or not board.tiled:
        return "lines"
    return "hexes" if len(board.cells[0].outline) == 6 else "squares"


def _preset(one: Preset) -> games.Preset:
    values = dict(parse_spec(one.spec).arguments)
    return games.Preset(values=values, label=one.label, counts=dict(one.counts))


@router.get("/{spec}/players", summary="Who can play a game")
async def list_players(spec: Spec) -> list[games.PlayerInfo]:
    """The players of the server that can play a game, with the parameters of their specs."""
    return await off_loop(player_infos, spec)


def player_infos(spec: str) -> list[games.PlayerInfo]:
    game = safe_game(spec)
    return [_player_info(name, game) for name in players_of(game)]


def _player_info(name: str, game: Game) -> games.PlayerInfo:
    entry = PLAYERS.entry(name)
    parameters = [
        _evaluator(one, game) if one.name == "eval" else _parameter(one, "player", name)
        for one in entry.parameters
        if one.name == "eval" or not _names_files(one, "player", name)
    ]
    return games.PlayerInfo(name=name, help=entry.summary, parameters=parameters)


@router.get("/{spec}/cast", summary="The characters that play a game")
async def list_cast(spec: Spec) -> list[people.Character]:
    """Ten opponents for people, the weakest first, with their ratings and their styles."""
    cast = cast_of(await off_loop(safe_game, spec))
    return [people.Character.model_validate(one._asdict()) for one in cast]


def _names_files(one: Parameter, kind: str, name: str) -> bool:
    """True if a parameter, beside its default, may only be a file, which nobody may name from outside."""
    return one.kind is str and not one.choices and not one.built_in


def _parameter(one: Parameter, kind: str, name: str) -> games.Parameter:
    """A parameter as the page shows it, within the limits of the server."""
    words = sorted(one.built_in or one.choices)
    high = min(one.bounds.high, MAX_COUNT) if one.bounds else None
    return games.Parameter(
        name=one.name,
        kind=_KINDS[one.kind],
        default="" if one.default == "" else text_of(one.default),
        low=one.bounds.low if one.bounds else None,
        high=MOST_THREADS if one.name == "threads" else high,
        words=words or None,
        help=one.explanation,
    )


def _evaluator(one: Parameter, game: Game) -> games.Parameter:
    """The parameter of a player that names an evaluator of the game, or one with parameters of its own."""
    return games.Parameter(
        name=one.name,
        kind="spec",
        default=default_evaluator(game) if one.default == "" else text_of(one.default),
        low=None,
        high=None,
        words=evaluators_of(game).names(),
        help=one.explanation,
    )


# ---- boards, rules and pictures ------------------------------------------------------------------


@router.get("/{spec}/board", response_model=positions.Board, summary="The board of a game", responses=KNOWN)
async def show_board(spec: Spec, request: Request, if_none_match: Tag = None) -> Response:
    """The geometry of a game's board, which changes only with the version of nupp."""
    return (await off_loop(_of_game, _board, spec)).answer("application/json", request)


def _of_game(make: Callable[[str], Content], spec: str) -> Content:
    """The catalogue entry of a game, by its canonical spec."""
    return make(safe_game(spec).spec)


@lru_cache(maxsize=64)
def _board(spec: str) -> Content:
    return Content.of(board_of(nupp.game(spec)).model_dump_json().encode())


@router.get("/{spec}/rules", response_model=games.Rules, summary="The rules of a game", responses=KNOWN)
async def show_rules(spec: Spec, request: Request, if_none_match: Tag = None) -> Response:
    """The rules of a game as safe HTML, with a worked example."""
    return (await off_loop(_of_game, _rules, spec)).answer("application/json", request)


@lru_cache(maxsize=64)
def _rules(spec: str) -> Content:
    return Content.of(rules(nupp.game(spec)).model_dump_json().encode())


@router.get(
    "/{spec}/picture.svg",
    summary="A picture of a game",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}, **KNOWN},
)
async def show_picture(spec: Spec, request: Request, if_none_match: Tag = None) -> Response:
    """A position from the middle of a game."""
    return (await off_loop(_of_game, _picture, spec)).answer("image/svg+xml", request)


@lru_cache(maxsize=64)
def _picture(spec: str) -> Content:
    drawing = pictured(nupp.game(spec)).drawing
    return Content.of(svg(replace(drawing, caption=""), PICTURE_SIZE).encode())  # a caption would be English


def pictured(game: Game) -> Position:
    """The position that stands for a game: out of a good game if one is kept that this variant allows."""
    kept = picture_of(game)
    if kept is not None:
        return kept
    position, rng = game.start_position(), random.Random(0)
    for _ in range(_DRAWN_PLIES):
        following = position.play_code(rng.choice(position.legal_move_codes))
        if following.is_over:
            break
        position = following
    return position


# ---- compiling ahead ----------------------------------------------------------------------------


@router.post("/{game}/prepare", status_code=202, summary="Compile ahead", responses=problems(422))
async def prepare(game: Spec, of: Annotated[Services, Depends(services)]) -> None:
    """Have the code of the strong player compiled, which the levels share, and an engine started."""
    of.engines.expect((await off_loop(safe_game, game)).spec, "strong")
