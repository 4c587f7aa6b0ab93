"""The whole REST side by its own description: requests of all kinds, and answers as they are promised.

Schemathesis makes requests that fit the description and others that do not. Whatever is sent, nothing may
fail in the server, answers have one of the promised statuses and the promised form, and what does not fit the
description is refused. Nearly all such requests are about games and rooms that there are not; so those
that fit are made once more about some that there are, by their owner.
"""

import itertools
import random
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from typing import Any, Final

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import GenerationMode, HookContext
from schemathesis.generation.meta import TestPhase
from schemathesis.specs.openapi.checks import positive_data_acceptance, use_after_free
from schemathesis.specs.openapi.schemas import OpenApiSchema

from nupp.conformance.amounts import THOROUGH, amount
from server.guests import Guest
from server.rest import Running, events, running

SETTINGS = {"rooms_per_client": 10_000}
OTHERWISE = [positive_data_acceptance, use_after_free]
"""The checks that are left out: not every text is a game or a move, and more than one client may do at a time
is refused.
"""
EXAMPLES: Final = settings(
    max_examples=amount(1, 100),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
"""How many requests are made of each operation, the same in each run."""
QUICK: Final = {"nodes": 20, "seconds": 0.1}
SENSIBLE: Final[dict[str, tuple[Any, ...]]] = {
    "game": ("tictactoe",),
    "position": (None,),
    "start": (None,),
    "moves": ([], ["b2"], ["b2", "a1", "c3"]),
    "move": ("b2", "a1", "c3"),
    "ply": (0, 1),
    "parent": (0,),
    "node": (0, 1),
    "chapter": (0, 1),
    "player": ("greedy", "random", "alphabeta:depth=2,table=1"),
    "players": (["greedy", "random"],),
    "pairing_games": (2,),
    "budget": (QUICK,),
    "clock": ("5m+3s", None),
    "text": ("b2 a1", "1. a1 b2"),
    "rows": ([0, 1], 100),
    "row": (0, 1),
}
"""Values that mean something for fields of these names."""


class Things:
    """Things that somebody has made, for parameters of paths; those that a request may end are made anew."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._owner, self._visitor = Guest(url), Guest(url)
        self.asker = self._owner
        wanted = {"game": "tictactoe", "player": "greedy", "budget": QUICK}
        self._job = self._made("thoughts", **wanted)["job"]
        events(self.asker.http, self._job)  # its stream ends
        recorded = events(self.asker.http, self._made("recordings", **wanted, moves=["b2"])["job"])
        self._recording = next(one["recording"] for one in recorded if one["type"] == "recorded")
        chosen = {"players": ["greedy", "random"], "pairing_games": 2, "budget": QUICK}
        self._tournament = self._made("tournaments", game="tictactoe", **chosen)["id"]
        events(self.asker.http, self._tournament)

    def _made(self, path: str, **wanted: Any) -> Any:
        return self.asker.http.post(f"/api/{path}", json=wanted).raise_for_status().json()

    def of(self, path: str, name: str) -> Any:
        """A value for a parameter of a path; the asker is who has made the thing."""
        self.asker = self._visitor if name in ("room", "study", "contest") else self._owner
        self._visitor.http.cookies.clear()  # somebody else each time: nobody may make very many
        match name:
            case "room":
                return self.asker.make({"kind": "me"}, {"kind": "me"}, moves=["b2"])["room"]["id"]
            case "study":
                chapter = {"type": "add_chapter", "title": "A", "game": "tictactoe"}
                return self._made("studies", title="S", chapters=[chapter])["id"]
            case "contest":
                return self._made("contests", name="C", game="tictactoe", clock="5m+3s")["id"]
            case "name":
                return self._recording if "recordings" in path else "tictactoe-lines"
        return {
            "id": self._tournament,
            "job": self._job,
            "number": 1,
            "row": 0,
            "spec": "tictactoe",
            "game": "tictactoe",
            "language": "en",
        }[name]


def sensible(value: Any, rng: random.Random) -> Any:
    """A body in which most fields that have a meaning have a value that means something."""
    if isinstance(value, list):
        return [sensible(one, rng) for one in value]
    if not isinstance(value, dict):
        return value

    def chosen(name: str, one: Any) -> Any:
        often = 1.0 if name == "budget" else 0.8  # others wait for a search of minutes
        return rng.choice(SENSIBLE[name]) if name in SENSIBLE and rng.random() < often else sensible(one, rng)

    return {name: chosen(name, one) for name, one in value.items()}


@pytest.fixture(scope="module")
def description(served: Running) -> Any:
    """As the server gives it. Read when a test runs: every worker would take its time to collect it."""
    return served.client().get("/api/openapi.json").json()


def schema(
    request: pytest.FixtureRequest, description: dict[str, Any], mode: str, coverage: bool
) -> OpenApiSchema:
    """The description as Schemathesis reads it, for requests of a mode; coverage: those at all bounds."""
    request.node._nodeid = request.node.nodeid  # Schemathesis 4.32 reads it, and pytest 9.2 has it no more
    refusals = {"expected-statuses": ["400", "403", "404", "405", "409", "413", "415", "422", "429", "5xx"]}
    config = schemathesis.Config.from_dict(
        {
            "generation": {"mode": mode, "allow-x00": True},
            "phases": {"coverage": {"enabled": coverage}},
            "checks": {"negative_data_rejection": refusals},  # 413 by default is none
        }
    )
    return schemathesis.openapi.from_dict(description, config=config)


@pytest.fixture
def described(request: pytest.FixtureRequest, description: dict[str, Any]) -> OpenApiSchema:
    """Requests of all kinds; of those at the bounds of the description, about 2,700, one of eleven."""
    described, numbers = schema(request, description, "all", coverage=True), itertools.count()

    def filter_case(_: HookContext, case: schemathesis.Case) -> bool:
        is_at_bounds = case.meta and case.meta.phase.name is TestPhase.COVERAGE
        return not is_at_bounds or next(numbers) % amount(11, 1) == 0

    described.hook(filter_case)
    return described


@pytest.fixture
def fitting(request: pytest.FixtureRequest, description: dict[str, Any]) -> OpenApiSchema:
    """Requests that fit the description."""
    return schema(request, description, "positive", coverage=THOROUGH)


@pytest.fixture
def connection() -> Iterator[requests.Session]:
    """A connection that is kept. Each request comes from somebody new: no cookie is kept."""
    with requests.Session() as session:
        session.trust_env = False
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=()))
        yield session


@pytest.mark.slow
@schemathesis.pytest.from_fixture("described").parametrize()
@EXAMPLES
def test_every_path_keeps_its_promises(
    served: Running, connection: requests.Session, case: schemathesis.Case
) -> None:
    case.call_and_validate(base_url=served.url, session=connection, excluded_checks=OTHERWISE, timeout=60)


@pytest.fixture(scope="module")
def things(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Things]:
    """Things on a server of their own: the other test leaves searches and tournaments that go on."""
    with running(tmp_path_factory.mktemp("things"), **SETTINGS) as server:
        yield Things(server.url)


@pytest.mark.slow
@schemathesis.pytest.from_fixture("fitting").parametrize()
@EXAMPLES
def test_every_path_keeps_its_promises_about_what_there_is(
    connection: requests.Session, things: Things, case: schemathesis.Case
) -> None:
    if case.meta is None or case.meta.generation.mode is not GenerationMode.POSITIVE:
        return  # the other test has asked that already
    case.path_parameters = {name: things.of(case.path, name) for name in case.path_parameters}
    case.body = sensible(case.body, random.Random(repr(case.body)))
    headers = {"Cookie": things.asker.cookie}
    case.call_and_validate(
        base_url=things.url, session=connection, excluded_checks=OTHERWISE, timeout=300, headers=headers
    )


def test_the_description_is_whole(description: dict[str, Any]) -> None:
    """Every path has a summary, every refusal is a problem, and no name is used for two things."""
    for operations in description["paths"].values():
        for operation in operations.values():
            assert operation["summary"]
            for status, answer in operation["responses"].items():
                if status.startswith("4"):
                    content = answer["content"]["application/json"]["schema"]
                    assert content == {"$ref": "#/components/schemas/Problem"}
    assert not [name for name in description["components"]["schemas"] if "__" in name]


def test_a_game_as_json_is_described_as_an_object(description: dict[str, Any]) -> None:
    content = description["paths"]["/api/export"]["post"]["responses"]["200"]["content"]
    assert content["application/json"]["schema"] == {"type": "object"}
    assert content["text/plain"]["schema"] == {"type": "string"}
