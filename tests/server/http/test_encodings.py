"""Which encoding a request gets, and when it gets nothing because it has it already."""

from __future__ import annotations

import gzip

import pytest
from fastapi import Request

from nupp.server.http.encodings import Content, chosen_encoding

CONTENT = Content.of(b"a picture " * 100)


def asking(**headers: str) -> Request:
    """A request with some headers."""
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "headers": raw})


@pytest.mark.parametrize(
    ("accepted", "chosen"),
    [
        ("", None),
        ("gzip", "gzip"),
        ("gzip, br", "br"),
        ("GZIP;Q=0.5", "gzip"),
        ("gzip;q=0", None),
        ("gzip; q=0.000, br;q=0", None),
        ("gzip;q=1.0, br;q=0.5", "gzip"),
        ("*", "br"),
        ("*;q=0", None),
        ("br;q=0, *", "gzip"),
        ("gzip;q=0.5, identity", None),
        ("identity;q=0.5, gzip", "gzip"),
        ("gzip;q=much", None),
        ("deflate, notgzip", None),
    ],
)
def test_a_request_gets_what_it_prefers(accepted: str, chosen: str | None) -> None:
    assert chosen_encoding(asking(accept_encoding=accepted), ["br", "gzip"]) == chosen


def test_nothing_is_chosen_where_nothing_is_offered() -> None:
    assert chosen_encoding(asking(accept_encoding="gzip, *"), []) is None


def test_both_forms_have_one_weak_tag() -> None:
    plain = CONTENT.answer("text/plain", asking(accept_encoding="gzip;q=0"))
    packed = CONTENT.answer("text/plain", asking(accept_encoding="gzip"))
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body == CONTENT.plain
    assert plain.headers["etag"] == packed.headers["etag"]
    assert plain.headers["etag"].startswith('W/"')
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    ("tags", "status"),
    [
        (CONTENT.tag, 304),
        (CONTENT.tag.removeprefix("W/"), 304),
        (f'"other", {CONTENT.tag}', 304),
        ("*", 304),
        ('W/"other"', 200),
        (CONTENT.tag[:-2] + '"', 200),
        ("", 200),
    ],
)
def test_what_is_known_is_not_sent_again(tags: str, status: int) -> None:
    answer = CONTENT.answer("text/plain", asking(if_none_match=tags))
    assert answer.status_code == status
    assert answer.headers["etag"] == CONTENT.tag
    assert bool(answer.body) == (status == 200)
