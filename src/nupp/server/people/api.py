"""The client's own person: nickname, key, ratings, and rated games."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query

import nupp
from nupp.rules import GAMES
from nupp.server.http.identity import ROOM_ID, digest, new_secret
from nupp.server.models.people import GameRating, Key, KeyRequest, Me, NameRequest, PlayedGame
from nupp.server.models.shared import ProblemError, problems
from nupp.server.people.nicknames import nickname
from nupp.server.people.people import suggested
from nupp.server.services import Services, client_of, services
from nupp.store import NameTakenError, Person, RatedGame, StoredRating
from nupp.store.people import puzzles_of

router = APIRouter(prefix="/api/me", tags=["people"])

Of = Annotated[Services, Depends(services)]
Client = Annotated[str, Depends(client_of)]


@router.get("", summary="Who one is", responses=problems(503))
async def show_me(of: Of, client: Client) -> Me:
    """The client's person: nickname and ratings."""
    return await _me(of, await of.live.people.of_client(client))


@router.post("", summary="Take a nickname", responses=problems(409, 422, 429, 503))
async def take_name(wanted: NameRequest, of: Of, client: Client) -> Me:
    """Take a nickname, or another one; games are rated from then on."""
    of.creations.require(client)
    name = nickname(wanted.name)
    try:
        person = await asyncio.to_thread(of.live.people.store.name, client, name)
    except NameTakenError:
        raise ProblemError(409, "name_taken", f"{name!r} is somebody else's nickname") from None
    await of.live.rename(client, person.name)
    await of.notify_others(renamed=[client, person.name])
    return await _me(of, person)


@router.post("/key", summary="Make a key", responses=problems(409, 429, 503))
async def make_key(of: Of, client: Client) -> Key:
    """A new key, by which another browser becomes the same person's; an older one is good no more."""
    of.creations.require(client)
    person = await of.live.people.of_client(client)
    if person is None:
        raise ProblemError(409, "no_name", "a guest has nothing to take along: expected a nickname first")
    key = new_secret()
    await asyncio.to_thread(of.live.people.store.set_key, person.number, digest(key))
    return Key(key=key)


@router.post("/claim", summary="Use a key", responses=problems(404, 422, 429, 503))
async def use_key(wanted: KeyRequest, of: Of, client: Client) -> Me:
    """Become the person with a key, with all their ratings."""
    of.creations.require(client)
    person = await asyncio.to_thread(of.live.people.store.claim, client, digest(wanted.key.strip()))
    if person is None:
        raise ProblemError(404, "unknown_key", "nobody has this key")
    return await _me(of, person)


@router.get("/games", summary="One's rated games", responses=problems(422, 503))
async def list_games(
    of: Of,
    client: Client,
    game: Annotated[str | None, Query(max_length=60, description="The name of a game.")] = None,
    score: Annotated[float | None, Query(description="1, 0.5 or 0.")] = None,
    room: Annotated[str | None, Query(pattern=ROOM_ID)] = None,
    offset: Annotated[int, Query(ge=0, le=10**6)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> list[PlayedGame]:
    """The rated games of the client's person, the last first."""
    person = await of.live.people.of_client(client)
    if person is None or (game is not None and game not in GAMES.names()):
        return []
    store = of.live.people.store
    found = await asyncio.to_thread(store.games, person.number, game, score, room, offset, limit)
    return [_played(one) for one in found]


async def _me(of: Services, person: Person | None) -> Me:
    if person is None:
        return Me(name=None, has_key=False, ratings=[], puzzles={})
    found = await asyncio.to_thread(of.live.people.store.ratings, person.number)
    ratings = [_rating(one) for one in found if one.game in GAMES.names()]
    solved = {one.game: round(one.rating.rating) for one in found}
    puzzles = {game: solved[key] for game in GAMES.names() if (key := puzzles_of(game)) in solved}
    return Me(name=person.name, has_key=person.has_key, ratings=ratings, puzzles=puzzles)


def _rating(one: StoredRating) -> GameRating:
    return GameRating(
        game=one.game,
        rating=round(one.rating.rating),
        deviation=round(2 * one.rating.deviation),
        wins=one.wins,
        draws=one.draws,
        losses=one.losses,
        player=suggested(nupp.game(one.game), one.rating.rating).player,
    )


def _played(one: RatedGame) -> PlayedGame:
    values = vars(one) | {"before": round(one.before), "after": round(one.after)}
    return PlayedGame.model_validate(values | {"played": one.played.isoformat(timespec="seconds")})
