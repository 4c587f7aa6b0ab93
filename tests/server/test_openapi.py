"""The whole REST side by its own description: requests of all kinds, and answers as they are promised.

Schemathesis makes requests that fit the description and others that do not. Whatever is sent, nothing may
fail in the server, answers have one of the promised statuses and the promised form, and what does not fit the
description is refused.
"""

from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance, use_after_free
from schemathesis.specs.openapi.schemas import OpenApiSchema

from nupp.conformance.amounts import amount
from nupp.server.app import create_app
from nupp.server.settings import Settings
from server.rest import Running


@pytest.fixture
def described(request: pytest.FixtureRequest) -> OpenApiSchema:
    """The description, read when the test runs: it would take every worker three seconds of collecting."""
    request.node._nodeid = request.node.nodeid  # Schemathesis 4.32 reads it, and pytest 9.2 has it no more
    refusals = {"expected-statuses": ["400", "403", "404", "405", "409", "413", "415", "422", "429", "5xx"]}
    config = schemathesis.Config.from_dict(
        {
            "generation": {"mode": "all", "allow-x00": True},
            "checks": {"negative_data_rejection": refusals},  # 413 by default is none
        }
    )
    return schemathesis.openapi.from_dict(create_app(Settings()).openapi(), config=config)


@pytest.fixture
def connection() -> Iterator[requests.Session]:
    """A connection that is kept. Each request comes from somebody new: no cookie is kept."""
    with requests.Session() as session:
        session.trust_env = False
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=()))
        yield session


@pytest.mark.slow
@schemathesis.pytest.from_fixture("described").parametrize()
@settings(
    max_examples=amount(5, 100),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_every_path_keeps_its_promises(
    served: Running, connection: requests.Session, case: schemathesis.Case
) -> None:
    # Not every text is a game or a move, and more than one client may do at a time is refused.
    excluded = [positive_data_acceptance, use_after_free]
    case.call_and_validate(base_url=served.url, session=connection, excluded_checks=excluded, timeout=60)


def test_the_description_is_whole(served: Running) -> None:
    """Every path has a summary, every refusal is a problem, and no name is used for two things."""
    document = served.client().get("/api/openapi.json").json()
    for operations in document["paths"].values():
        for operation in operations.values():
            assert operation["summary"]
            for status, answer in operation["responses"].items():
                if status.startswith("4"):
                    content = answer["content"]["application/json"]["schema"]
                    assert content == {"$ref": "#/components/schemas/Problem"}
    assert not [name for name in document["components"]["schemas"] if "__" in name]


def test_a_game_as_json_is_described_as_an_object(served: Running) -> None:
    document = served.client().get("/api/openapi.json").json()
    content = document["paths"]["/api/export"]["post"]["responses"]["200"]["content"]
    assert content["application/json"]["schema"] == {"type": "object"}
    assert content["text/plain"]["schema"] == {"type": "string"}
