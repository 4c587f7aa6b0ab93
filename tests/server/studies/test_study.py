"""What a study holds: edits are checked before they are made, and changes always lead to the same study."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from nupp.kernel import interpreted
from nupp.server.models.shared import ProblemError
from nupp.server.models.studies import MAX_CHAPTER_NODES, MAX_CHAPTERS, AddChapterEdit, StudyEdit
from nupp.server.rooms.room import RefusedError
from nupp.server.studies import study as contents
from nupp.server.studies.study import CHANGE, Study, new_study

EDIT: TypeAdapter[StudyEdit] = TypeAdapter(StudyEdit)
NODES = [
    {"parent": -1, "move": "", "note": "Who wins?"},
    {"parent": 0, "move": "b2", "shapes": [{"cells": [4], "colour": "red"}]},
    {"parent": 1, "move": "a1"},
    {"parent": 1, "move": "a2", "note": "Worse"},
]


@pytest.fixture(autouse=True)
def _interpreted() -> Any:
    with interpreted():
        yield


def edit(**values: Any) -> StudyEdit:
    return EDIT.validate_python(values)


def chapter(title: str = "One", **values: Any) -> AddChapterEdit:
    return AddChapterEdit.model_validate(
        {"type": "add_chapter", "title": title, "game": "tictactoe", **values}
    )


def study(**values: Any) -> Study:
    return new_study("Endings", [chapter(**values)])


def do(of: Study, **values: Any) -> None:
    change = of.resolve(edit(**values))
    if change is not None:
        of.apply(change)


def moves(of: Study, number: int = 1) -> list[tuple[int, int, str]]:
    return [(id, node.parent, node.move) for id, node in of.chapters[number].in_order()]


def test_a_tree_is_taken_over_with_notes_and_drawings() -> None:
    found = study(nodes=NODES).chapters[1]
    assert [(node.move, node.note) for _, node in found.in_order()] == [
        ("", "Who wins?"),
        ("b2", ""),
        ("a1", ""),
        ("a2", "Worse"),
    ]
    assert found.nodes[1].shapes[0].cells == [4]
    assert found.main_line() == ["b2", "a1"]
    assert found.moves_to(3) == ["b2", "a2"]


def test_moves_are_followed_where_they_are_and_added_where_not() -> None:
    of = study(nodes=NODES)
    assert of.resolve(edit(type="play", chapter=1, parent=0, moves=["b2", "a1"])) is None
    do(of, type="play", chapter=1, parent=0, moves=["B2", "a2", "c3", "c1"])
    assert moves(of)[-2:] == [(4, 3, "c3"), (5, 4, "c1")]
    assert of.version == 1
    with pytest.raises(RefusedError, match="b2") as refused:
        of.resolve(edit(type="play", chapter=1, parent=1, moves=["b2"]))
    assert refused.value.code == "illegal_move"


def test_variations_are_promoted_and_removed_and_numbers_never_come_again() -> None:
    of = study(nodes=NODES)
    do(of, type="promote", chapter=1, node=3)
    assert of.chapters[1].main_line() == ["b2", "a2"]
    do(of, type="remove", chapter=1, node=3)
    do(of, type="play", chapter=1, parent=1, moves=["a2"])
    assert moves(of) == [(0, -1, ""), (1, 0, "b2"), (2, 1, "a1"), (4, 1, "a2")]
    do(of, type="remove", chapter=1, node=1)
    assert moves(of) == [(0, -1, "")]
    for wrong in ({"type": "note", "node": 1, "note": "x"}, {"type": "remove", "node": 2}):
        with pytest.raises(RefusedError, match="node") as refused:
            of.resolve(edit(chapter=1, **wrong))
        assert refused.value.code == "gone"
    with pytest.raises(RefusedError, match="the start stays"):
        of.resolve(edit(type="remove", chapter=1, node=0))


def test_the_last_edit_of_a_node_counts_and_has_a_version() -> None:
    of = study(nodes=NODES)
    do(of, type="note", chapter=1, node=2, note="first", base=0)
    do(of, type="note", chapter=1, node=2, note="second", base=0)
    do(of, type="draw", chapter=1, node=1, shapes=[{"cells": [0, 8], "colour": "blue"}])
    nodes = of.chapters[1].nodes
    assert (nodes[2].note, nodes[2].version, nodes[1].version) == ("second", 2, 3)
    assert [one.cells for one in nodes[1].shapes] == [[0, 8]]
    with pytest.raises(RefusedError, match="cell 9"):
        of.resolve(edit(type="draw", chapter=1, node=1, shapes=[{"cells": [9], "colour": "blue"}]))


def test_chapters_are_added_renamed_moved_and_removed() -> None:
    of = study()
    with pytest.raises(RefusedError, match="last chapter"):
        of.resolve(edit(type="remove_chapter", chapter=1))
    for title in ("Two", "Three"):
        of.apply(of.resolve(chapter(title, game="othello")))  # type: ignore[arg-type]
    do(of, type="move_chapter", chapter=3, place=0)
    do(of, type="rename_chapter", chapter=1, title="First")
    do(of, type="rename", title="Openings")
    assert [(one.number, one.title) for one in of.chapters.values()] == [
        (3, "Three"),
        (1, "First"),
        (2, "Two"),
    ]
    assert of.title == "Openings"
    do(of, type="remove_chapter", chapter=3)
    of.apply(of.resolve(chapter("Four")))  # type: ignore[arg-type]
    assert list(of.chapters) == [1, 2, 4]
    with pytest.raises(RefusedError, match="chapter 3"):
        of.resolve(edit(type="rename_chapter", chapter=3, title="x"))


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "nothing"}, "bad_spec"),
        ({"start": "xx"}, "bad_position"),
        ({"nodes": [{"parent": 0, "move": "b2"}]}, "bad_tree"),
        ({"nodes": [*NODES, {"parent": 7, "move": "c3"}]}, "bad_tree"),
        ({"nodes": [*NODES, {"parent": 1, "move": "A1"}]}, "bad_tree"),
        ({"nodes": [*NODES, {"parent": 1, "move": "b2"}]}, "illegal_move"),
        ({"nodes": [{"parent": -1, "move": "", "shapes": [{"cells": [99], "colour": "red"}]}]}, "bad_shape"),
    ],
)
def test_a_chapter_that_is_wrong_is_refused(wrong: dict[str, Any], code: str) -> None:
    with pytest.raises(ProblemError) as refused:
        study(**wrong)
    assert refused.value.problem.code == code


@pytest.mark.parametrize("text", ["", "a\u202eb", "two\nlines", "x" * 61])
def test_titles_are_short_and_turn_no_text_around(text: str) -> None:
    with pytest.raises(ValidationError):
        edit(type="rename", title=text)
    if text:
        with pytest.raises(ValidationError):
            edit(type="note", chapter=1, node=0, note=text * 40)


def test_what_turns_text_around_is_shown_in_imported_notes() -> None:
    of = study(nodes=[{"parent": -1, "move": "", "note": "a\u202e\n<b>"}])
    assert of.chapters[1].nodes[0].note == "a? <b>"


def test_a_study_has_bounds() -> None:
    of = study()
    for number in range(1, MAX_CHAPTERS):
        of.apply(of.resolve(chapter(str(number))))  # type: ignore[arg-type]
    with pytest.raises(RefusedError, match=f"at most {MAX_CHAPTERS} chapters"):
        of.resolve(chapter("one more"))
    of.chapters[1].nodes |= dict.fromkeys(range(1, MAX_CHAPTER_NODES), of.chapters[1].nodes[0])
    with pytest.raises(RefusedError, match=f"at most {MAX_CHAPTER_NODES} moves"):
        of.resolve(edit(type="play", chapter=1, parent=0, moves=["b2"]))


def test_notes_and_drawings_have_a_bound_and_may_always_shrink(monkeypatch: pytest.MonkeyPatch) -> None:
    of = study(nodes=NODES)  # 9 and 5 bytes of notes, and a drawing
    monkeypatch.setattr(contents, "MAX_BYTES", 9 + 5 + contents.SHAPE_BYTES + 4)
    do(of, type="note", chapter=1, node=2, note="éé")
    shapes = [{"cells": [0], "colour": "red"}]
    for more in (
        edit(type="note", chapter=1, node=2, note="éés"),
        edit(type="draw", chapter=1, node=2, shapes=shapes),
        chapter("Two", nodes=NODES),
    ):
        with pytest.raises(
            RefusedError, match=r"bytes of notes and drawings: expected at most 58"
        ) as refused:
            of.resolve(more)
        assert refused.value.code == "too_large"
    monkeypatch.setattr(contents, "MAX_BYTES", 1)
    do(of, type="note", chapter=1, node=2, note="é")
    do(of, type="draw", chapter=1, node=1, shapes=[])
    assert of.size == 9 + 5 + 2


EDITS = st.one_of(
    st.fixed_dictionaries(
        {
            "type": st.just("play"),
            "chapter": st.integers(1, 3),
            "parent": st.integers(0, 9),
            "moves": st.lists(
                st.sampled_from([f"{x}{y}" for x in "abc" for y in "123"]), min_size=1, max_size=3
            ),
        }
    ),
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["promote", "remove"]),
            "chapter": st.integers(1, 3),
            "node": st.integers(0, 9),
        }
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("note"),
            "chapter": st.integers(1, 3),
            "node": st.integers(0, 9),
            "note": st.text("abc <", max_size=5),
        }
    ),
    st.fixed_dictionaries(
        {"type": st.just("move_chapter"), "chapter": st.integers(1, 3), "place": st.integers(0, 5)}
    ),
    st.fixed_dictionaries(
        {"type": st.just("add_chapter"), "title": st.just("more"), "game": st.just("tictactoe")}
    ),
    st.fixed_dictionaries({"type": st.just("remove_chapter"), "chapter": st.integers(1, 3)}),
)


@settings(max_examples=30, deadline=None)
@given(st.lists(EDITS, max_size=25))
def test_changes_read_back_lead_to_the_same_study(edits: list[dict[str, Any]]) -> None:
    with interpreted():
        of = study(nodes=NODES)
        first, kept = json.loads(json.dumps(of.contents())), []
        for one in edits:
            try:
                change = of.resolve(edit(**one))
            except RefusedError:
                continue
            if change is not None:
                kept.append(CHANGE.dump_json(change))
                of.apply(change)
        again = Study(of.title, first, 0)
        for text in kept:
            again.apply(CHANGE.validate_json(text))
        assert again.contents() == of.contents()
        assert again.version == of.version == len(kept)
        copy = Study(of.title, json.loads(json.dumps(of.contents())), of.version)
        assert copy.contents() == of.contents()
