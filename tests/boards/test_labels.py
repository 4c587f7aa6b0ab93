"""Coordinate labels: letters of columns, and what error texts say of them."""

import pytest

from nupp.boards import (
    column_name,
)


def test_column_names():
    names = {0: "a", 25: "z", 26: "aa", 27: "ab", 51: "az", 52: "ba", 701: "zz", 702: "aaa"}
    assert {index: column_name(index) for index in names} == names
    with pytest.raises(ValueError, match="-1"):
        column_name(-1)
