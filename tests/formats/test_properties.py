"""Trees of properties, as SGF and GGF have them: their parts, where they break off, and their values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nupp.formats.properties import begins_tree, escaped, main_line, plain, read_tree, tree_spans
from nupp.formats.reading import Source

TREE = "(;GM[4];B[aa](;W[bb];B[cc])(;W[dd]))"


def test_a_tree_and_its_main_line() -> None:
    tree = read_tree(TREE, 0, len(TREE))
    assert [node.parent for node in tree.nodes] == [-1, 0, 1, 2, 1]
    assert (tree.main, tree.broken, tree.is_torn) == (4, None, False)
    found, broken = main_line(TREE, 0, len(TREE))
    assert [(one.name, one.value) for one in found] == [("GM", "4"), ("B", "aa"), ("W", "bb"), ("B", "cc")]
    assert all(TREE[one.offset :].startswith(f"{one.value}]") for one in found)
    assert broken is None


def test_small_letters_of_names_are_left_out_and_names_may_have_several_values() -> None:
    text = "(;SiZe[9]AddBlack[aa] [bb])"
    found, _ = main_line(text, 0, len(text))
    assert [(one.name, one.value) for one in found] == [("SZ", "9"), ("AB", "aa"), ("AB", "bb")]


@pytest.mark.parametrize(
    ("text", "offset", "expected"),
    [
        ("(;B[aa", 3, "]"),
        ("(;B[aa\\]", 3, "]"),
        ("(;[aa])", 2, "name"),
        ("(;B[aa]+)", 7, ";"),
        ("(;B[aa]", 7, ")"),
    ],
)
def test_where_a_main_line_breaks_off(text: str, offset: int, expected: str) -> None:
    _, broken = main_line(text, 0, len(text))
    assert broken is not None
    assert broken.offset == offset
    assert expected in broken.message


def test_a_variation_that_breaks_off_leaves_the_main_line_whole() -> None:
    text = "(;B[aa](;W[bb])(;W[cc"
    tree = read_tree(text, 0, len(text))
    assert (tree.main, tree.broken, tree.is_torn) == (2, None, True)


def test_the_trees_of_a_text() -> None:
    text = f"of a club\n{TREE}\n2(;C[not \\] here )];B[aa])(;B"
    parts = [text[begin:end] for begin, end in tree_spans(Source(text))]
    assert parts == [TREE, "(;C[not \\] here )];B[aa])", "(;B"]
    assert begins_tree(" 2 ( ;GM[4])")
    assert not begins_tree("(a move)")


@given(st.text("ab]\\[:; \n"))
def test_what_is_escaped_is_one_value_and_comes_back(text: str) -> None:
    tree = f"(;C[{escaped(text)}])"
    found, broken = main_line(tree, 0, len(tree))
    assert broken is None
    assert [plain(one.value) for one in found] == [" ".join(text.split())]
