"""Coordinate labels: letters of columns, and what error texts say of them."""

import pytest

from nupp.boards.labels import column_name, column_range, letter_line, margin_labels, number_range


def test_column_names():
    names = {0: "a", 25: "z", 26: "aa", 27: "ab", 51: "az", 52: "ba", 701: "zz", 702: "aaa"}
    assert {index: column_name(index) for index in names} == names
    with pytest.raises(ValueError, match="-1"):
        column_name(-1)


@pytest.mark.parametrize(("width", "text"), [(1, "a"), (8, "a..h"), (28, "a..ab")])
def test_column_ranges(width, text):
    assert column_range(width) == text


@pytest.mark.parametrize(("count", "text"), [(1, "1"), (12, "1..12")])
def test_number_ranges(count, text):
    assert number_range(count) == text


def test_labels_stand_along_the_margins():
    labels = margin_labels([(0, 5.0), (1, 6.0)], [(0, 2.0)], column_y=9.0, row_x=1.0)
    assert labels == (("a", 5.0, 9.0), ("b", 6.0, 9.0), ("1", 1.0, 2.0))


def test_a_line_of_letters():
    assert letter_line(2, [0, 1, 3], 2) == "  a b   d"
