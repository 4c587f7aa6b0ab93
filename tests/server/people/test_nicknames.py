"""What people may call themselves."""

from __future__ import annotations

import pytest

from nupp.server.models.shared import ProblemError
from nupp.server.people.nicknames import nickname


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann", "Ann"),
        ("  Jürgen O'Neill-2 ", "Jürgen O'Neill-2"),
        ("Žydrūnas_7", "Žydrūnas_7"),
        ("Оля 99", "Оля 99"),
        ("e\u0301mile", "émile"),
        ("李明", "李明"),
    ],
)
def test_names_that_are_good(text: str, name: str) -> None:
    assert nickname(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a" * 21,
        "<b>x</b>",
        "a\u202eb",
        "\u2067ab",
        "a\u200bb",
        "http://x.y",
        "a.b.com",
        "two  blanks",
        "-ann",
        "ann-",
        "pаypal",  # one letter is Cyrillic
        "line\nline",
        "a\0b",
        "🙂🙂",
        "{name}",
    ],
)
def test_names_that_would_deceive_or_spoil_the_page(text: str) -> None:
    with pytest.raises(ProblemError, match="cannot be a nickname: expected"):
        nickname(text)
