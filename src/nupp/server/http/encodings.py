"""Content in the encoding that a request asks for, and known by its tag (RFC 9110, 2022: 8.8.3, 12.5.3)."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fastapi import Request, Response

VARY: Final = {"Vary": "Accept-Encoding"}
"""The header of answers that depend on the encoding asked for."""


def chosen_encoding(request: Request, offered: Sequence[str]) -> str | None:
    """The offered encoding that a request prefers, of equal ones the first; None for the content as it is."""
    weights = _weights(request.headers.get("accept-encoding", ""))
    others, least = weights.get("*", 0.0), weights.get("identity", 0.0)
    wanted = {one: weights.get(one, others) for one in offered}
    return max((one for one in offered if 0 < wanted[one] >= least), key=wanted.__getitem__, default=None)


def _weights(accepted: str) -> dict[str, float]:
    """The weight of each word in an `Accept-Encoding`; 0 refuses an encoding, and so does a bad weight."""
    found = {}
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        key, _, value = weight.partition("=")
        try:
            found[name.strip()] = float(value) if key.strip() == "q" else 1.0
        except ValueError:
            found[name.strip()] = 0.0
    return found


@dataclass(frozen=True)
class Content:
    """A content that rarely changes, both as it is and compressed: pictures then take an eighth.

    tag: a weak one, as both forms have the same.
    """

    plain: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, plain: bytes) -> Content:
        """Compress a content; it takes milliseconds, and is not for the event loop."""
        tag = f'W/"{hashlib.sha256(plain).hexdigest()[:32]}"'
        return cls(plain, gzip.compress(plain, mtime=0), tag)

    def answer(self, media_type: str, request: Request) -> Response:
        """The response with the content, to be kept and asked for by its tag; 304 if the tag is known."""
        headers = {"ETag": self.tag, "Cache-Control": "public, no-cache", **VARY}
        if self._is_known(request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        if chosen_encoding(request, ["gzip"]) is None:
            return Response(self.plain, media_type=media_type, headers=headers)
        return Response(self.packed, media_type=media_type, headers={**headers, "Content-Encoding": "gzip"})

    def _is_known(self, tags: str) -> bool:
        """True if the tag is in an `If-None-Match`; whether it is called weak there does not matter."""
        listed = {tag.strip().removeprefix("W/") for tag in tags.split(",")}
        return "*" in listed or self.tag.removeprefix("W/") in listed
