"""Values that a database would not take are refused when they are made."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone

import pytest

from nupp.store.checks import as_json, as_member, check_digest, check_text, with_zone
from nupp.store.room import SeatKind


def test_what_can_be_kept() -> None:
    check_text("name", "Zoë 🂡")
    check_text("name", None)
    check_digest("holder", "0f" * 32)
    check_digest("holder", None)
    assert as_member("kind", "person", SeatKind) is SeatKind.PERSON
    assert as_json({"a": (1, {2: None})}) == {"a": [1, {"2": None}]}
    east = datetime(2026, 5, 4, 15, tzinfo=timezone(timedelta(hours=3)))
    assert with_zone(east) == datetime(2026, 5, 4, 12, tzinfo=UTC)
    assert with_zone(east).utcoffset() == timedelta()


@pytest.mark.parametrize(
    ("check", "words"),
    [
        (lambda: check_text("name", "a\0b"), r"name.*'a\\x00b'"),
        (lambda: check_text("name", "\ud800"), r"name.*'\\ud800'"),
        (lambda: check_digest("holder", "0F" * 32), "holder.* 64 hex"),
        (lambda: check_digest("holder", "0f" * 31), "holder.* 64 hex"),
        (lambda: as_member("kind", "ghost", SeatKind), "kind.*'ghost'.*person, engine"),
        (lambda: as_json({"a": {1}}), "JSON"),
        (lambda: as_json({"a": float("inf")}), "JSON"),
        (lambda: with_zone(datetime(2026, 5, 4, 12)), "2026-05-04 12:00:00.*zone"),
    ],
)
def test_what_cannot(check: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        check()


def test_a_secret_is_not_quoted() -> None:
    with pytest.raises(ValueError, match="holder") as error:
        check_digest("holder", "swordfish")
    assert "swordfish" not in str(error.value)
