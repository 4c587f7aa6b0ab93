"""Secrets, their hashes, and the cookie that holds one."""

from __future__ import annotations

import hashlib

import pytest

from nupp.server.http.identity import cookie, digest, new_room_id, new_secret, secret_in


def test_secrets_are_long_and_no_two_are_equal() -> None:
    secrets = {new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(secret) for secret in secrets} == {32}
    assert digest("x") == hashlib.sha256(b"x").hexdigest()
    assert len({new_room_id() for _ in range(100)}) == 100


def test_a_cookie_comes_back_as_it_was_given() -> None:
    secret = new_secret()
    given = cookie(secret, secure=False)
    assert "HttpOnly" in given
    assert "SameSite=Lax" in given
    assert "Secure" not in given
    assert cookie(secret, secure=True).endswith("; Secure")
    assert secret_in(given.partition(";")[0]) == secret
    assert secret_in(f"other=1; nupp={secret}; more=2") == secret
    assert secret_in(f'path={{"a": [1, "\u00e9"]}}; =; nupp=old; nupp={secret}') == secret  # others' cookies


@pytest.mark.parametrize(
    "text", ["", "nupp=", "nupp=short", "other=1", "nupp=" + "x" * 33, "\0", "nupp=" + "é" * 32]
)
def test_what_is_no_secret_of_ours_is_none(text: str) -> None:
    assert secret_in(text) is None
