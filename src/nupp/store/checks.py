"""Checks of what can be kept: values that a database would not take are refused when they are made.

So bad values cannot spoil a transaction in which other things are written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final, TypeVar

E = TypeVar("E", bound=StrEnum)

_DIGEST: Final = re.compile("[0-9a-f]{64}")


def check_text(what: str, text: str | None) -> None:
    """Raise ValueError for a text that no database takes: with the character 0, or with half a character."""
    if text is not None and ("\0" in text or text.encode(errors="replace").decode() != text):
        raise ValueError(f"{what} is {text!r}: expected text without NUL and without lone surrogates")


def check_digest(what: str, text: str | None) -> None:
    """Raise ValueError for what is no SHA-256 in hexadecimal: a secret is never kept as it is, nor quoted."""
    if text is not None and not _DIGEST.fullmatch(text):
        raise ValueError(f"{what} is no SHA-256: expected 64 hexadecimal digits in lower case")


def as_member(what: str, word: str, words: type[E]) -> E:
    """The member of an enumeration that a word names; ValueError for another word."""
    try:
        return words(word)
    except ValueError:
        raise ValueError(f"{what} is {word!r}: expected {', '.join(words)}") from None


def as_json(values: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of an object as it comes back from JSON; ValueError if it has values that JSON has not."""
    try:
        text = json.dumps(values, allow_nan=False)
    except (TypeError, RecursionError) as error:
        raise ValueError(f"no JSON: {error}") from None
    copy: dict[str, Any] = json.loads(text)
    return copy


def with_zone(time: datetime) -> datetime:
    """A time in UTC; ValueError for one that does not say where it is."""
    if time.tzinfo is None:
        raise ValueError(f"{time} has no time zone")
    return time.astimezone(UTC)
