"""Identities: clients are known by a secret in a cookie, seats are taken by a secret in a link.

The server keeps the hashes of secrets only. A secret has 192 bits of chance, so that a plain hash is enough.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

COOKIE: Final = "nupp"
AGE: Final = 400 * 24 * 3600
"""Seconds for which a browser keeps the cookie: the most that browsers allow."""

ROOM_ID: Final = "^[a-z0-9]{1,40}$"
"""The names of rooms, as a regular expression."""

_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{32}")
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""For names that people may read aloud: without those that look alike."""


def new_secret() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(24)


def digest(secret: str) -> str:
    """The SHA-256 of a secret in hexadecimal, which is stored instead of the secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_room_id() -> str:
    """A name for a room; not a secret, since rooms may be looked at by anyone."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def secret_in(cookies: str) -> str | None:
    """The secret in the `Cookie` header of a request; None if there is no sound one.

    Cookies of other programs, which a browser sends along to whatever port of a machine, may hold anything.
    """
    for part in cookies.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and _SECRET.fullmatch(value):
            return value
    return None


def cookie(secret: str, secure: bool) -> str:
    """The `Set-Cookie` header that gives a client its secret; scripts cannot read it."""
    words = f"{COOKIE}={secret}; Path=/; Max-Age={AGE}; HttpOnly; SameSite=Lax"
    return f"{words}; Secure" if secure else words
