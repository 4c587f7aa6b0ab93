"""Reading and writing the fields of position texts."""

from __future__ import annotations

import re

import pytest

from nupp.rules.notation import format_rows, parse_count, parse_rows, parse_side, split_fields, split_text

SQUARE = [[6, 7, 8], [3, 4, 5], [0, 1, 2]]
WIDE = [list(range(12))]
HOLLOW = [[3, -1, 4], [0, 1, 2]]


# ---- fields ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["3/3/3 x", " 3/3/3 x", "\t3/3/3 x \n"])
def test_fields_are_separated_by_single_blanks(text: str) -> None:
    assert split_text(text) == split_fields(text, "rows", "side") == ["3/3/3", "x"]


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_a_text_without_fields(text: str) -> None:
    assert split_text(text) == []


@pytest.mark.parametrize("text", ["3/3/3  x", "3/3/3\tx", "3/3/3 \n x", "3/3/3 x  0"])
def test_other_blanks_within_a_text_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"single blank.* '(3/3/3|x)'"):
        split_text(text)


@pytest.mark.parametrize(("text", "number"), [("", 0), ("3/3/3", 1), ("3/3/3 x 0", 3)])
def test_a_wrong_number_of_fields_is_refused(text: str, number: int) -> None:
    with pytest.raises(ValueError, match=rf"2 fields.*rows, side.* {number}"):
        split_fields(text, "rows", "side")


@pytest.mark.parametrize("strange", ["é", "٣", "İ", "\u00a0"])
def test_only_ascii_is_read(strange: str) -> None:
    with pytest.raises(ValueError, match=rf"{re.escape(repr(strange))}.*ASCII"):
        split_fields(f"3/3/3{strange}x", "rows", "side")


# ---- rows --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rows", "pieces"),
    [
        ("3/1x1/o2", SQUARE, [(4, "x"), (0, "o")]),
        ("3/1X1/O2", SQUARE, [(4, "x"), (0, "o")]),
        ("12", WIDE, []),
        ("10xo", WIDE, [(10, "x"), (11, "o")]),
        ("x10o", WIDE, [(0, "x"), (11, "o")]),
        ("x#1/3", HOLLOW, [(3, "x")]),
    ],
)
def test_rows(text: str, rows: list[list[int]], pieces: list[tuple[int, str]]) -> None:
    assert parse_rows(text, rows, "xo") == pieces
    cells = sum(map(len, rows))
    symbols = [dict(pieces).get(cell, ".") for cell in range(cells)]
    assert format_rows(symbols, rows) == text.lower()


def test_case_may_tell_pieces_apart() -> None:
    assert parse_rows("Aa1", [[0, 1, 2]], "Aa") == [(0, "A"), (1, "a")]


def test_holes_may_be_written_otherwise() -> None:
    assert parse_rows("x.1/3", HOLLOW, "xo", hole=".") == [(3, "x")]


@pytest.mark.parametrize(
    ("text", "rows", "message"),
    [
        ("3/3", SQUARE, r"3 rows.* 2"),
        ("3/4/3", SQUARE, r"3 cells.*row 2.* 4"),
        ("3/x/3", SQUARE, r"3 cells.*row 2.* 1"),
        ("3/3/z2", SQUARE, r"'z'.*row 3.*x, o"),
        ("03/3/3", SQUARE, r"'03' in row 1, '03'.*1 to 99"),
        ("3/0xxx/3", SQUARE, r"'0' in row 2, '0xxx'.*1 to 99"),
        ("3/x02/3", SQUARE, "'02' in row 2, 'x02'"),
        ("0" * 5000 + "3/3/3", SQUARE, "1 to 99"),
        ("100", WIDE, r"'100' in row 1, '100'.*1 to 99"),
        ("93", WIDE, r"12 cells.*row 1.* 93"),  # not nine and three
        ("102", WIDE, "'102' in row 1"),  # not ten and two
        ("x2/3", HOLLOW, r"row 1, 'x2'.*'#'"),
        ("x#1/#2", HOLLOW, r"row 2, '#2'.*'#'"),
    ],
)
def test_refused_rows(text: str, rows: list[list[int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_rows(text, rows, "xo")


# ---- sides and counts --------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "side"), [("w", 0), ("B", 1)])
def test_sides(text: str, side: int) -> None:
    assert parse_side(text, "wb") == side


@pytest.mark.parametrize("text", ["", "x", "wb"])
def test_refused_sides(text: str) -> None:
    with pytest.raises(ValueError, match=rf"'{text}'.*w or b"):
        parse_side(text, "wb")


@pytest.mark.parametrize(("text", "low"), [("0", 0), ("1", 1), ("41", 0), ("100", 100)])
def test_counts(text: str, low: int) -> None:
    assert parse_count(text, "moves", 100, low) == int(text)


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.0", "01", "041", "00", "101", "9" * 5000, "٣", "1_0"])
def test_refused_counts(text: str) -> None:
    with pytest.raises(ValueError, match=rf"moves '{re.escape(text)}'.*0 to 100"):
        parse_count(text, "moves", 100)


def test_counts_below_the_lowest_are_refused() -> None:
    with pytest.raises(ValueError, match=r"round '0'.*1 to 60"):
        parse_count("0", "round", 60, low=1)
