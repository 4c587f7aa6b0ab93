"""Tables in files, and searches that know them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nupp.evaluators import evaluator
from nupp.evaluators.learned import user_folder
from nupp.kernel import interpreted, interpreting
from nupp.players import Budget, player
from nupp.rules import game
from nupp.search import packed as packed_module
from nupp.search.endgames import (
    EndgameTable,
    KnowingEndgames,
    Numbering,
    OutcomeTable,
    read_table,
    table_of,
    write_table,
)
from nupp.search.endgames import table as table_module
from nupp.search.endgames.table import pattern_of, place_of
from nupp.search.packed import PackedError
from nupp.search.scores import KNOWN, WIN


@pytest.fixture
def file(draughts: EndgameTable, tmp_path: Path) -> Path:
    path = tmp_path / "three.endgames"
    write_table(path, draughts.game, draughts.pieces, draughts.values)
    return path


def test_a_file_holds_the_table(draughts: EndgameTable, file: Path) -> None:
    table = read_table(file, draughts.game)
    assert (table.values == draughts.values).all()
    assert table.pieces == 3


def test_a_large_table_is_mapped(
    draughts: EndgameTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "LARGE", len(draughts.values) - 1)
    path = tmp_path / "large.endgames"
    write_table(path, draughts.game, draughts.pieces, draughts.values)
    table = read_table(path, draughts.game)
    assert isinstance(table.values, np.memmap)
    assert (table.values == draughts.values).all()
    assert KnowingEndgames(evaluator("", draughts.game), table).values.base is table.values
    table.require_sound()
    content = bytearray(path.read_bytes())
    content[-7] ^= 1
    changed = path.with_name("changed.endgames")
    changed.write_bytes(content)
    with pytest.raises(PackedError, match="not those that were written"):
        read_table(changed, draughts.game).require_sound()
    path.write_bytes(content[:-1])
    with pytest.raises(PackedError, match="is damaged: expected"):
        read_table(path, draughts.game)


def test_the_tally_counts_won_and_lost_positions(draughts: EndgameTable) -> None:
    values = draughts.values
    won = (values > 0) & (values < 128)
    expected = {"won": int(won.sum()), "lost": int((values >= 128).sum()), "farthest": int(values[won].max())}
    assert draughts.tally() == expected


def test_parameters_that_do_not_matter_are_free(draughts: EndgameTable, file: Path) -> None:
    assert pattern_of(game("draughts:variant=english")) == "draughts:variant=english,draws=*"
    assert read_table(file, game("draughts:variant=english,draws=false")).pieces == 3
    with pytest.raises(
        PackedError, match=r"is for draughts:variant=english,draws=\*: expected one for draughts"
    ):
        read_table(file, game("draughts"))


@pytest.mark.parametrize("cut", [3, 400, -5])
def test_a_damaged_file_is_refused(draughts: EndgameTable, file: Path, cut: int) -> None:
    file.write_bytes(file.read_bytes()[:cut])
    with pytest.raises(PackedError, match=r"three\.endgames"):
        read_table(file, draughts.game)


def test_values_that_were_changed_are_refused(draughts: EndgameTable, file: Path) -> None:
    changed = draughts.values.copy()
    changed[7] ^= 1
    other = file.with_name("other.endgames")
    write_table(other, draughts.game, 3, changed)
    lines = file.read_bytes().split(b"\n", 2)
    file.write_bytes(b"\n".join([*lines[:2], other.read_bytes().split(b"\n", 2)[2]]))
    with pytest.raises(PackedError, match="not those that were written"):
        read_table(file, draughts.game)


@pytest.mark.parametrize("more", [-1, 1])
def test_a_table_of_another_number_of_positions_is_refused(
    draughts: EndgameTable, file: Path, more: int
) -> None:
    expected = len(draughts.values)
    write_table(file, draughts.game, 3, np.zeros(expected + more, np.uint8))
    words = rf"three\.endgames' has {expected + more:,} bytes of values: expected {expected:,}; build it anew"
    with pytest.raises(PackedError, match=words):
        read_table(file, draughts.game)


def test_a_game_finds_the_largest_table_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    rules = game("morris:men=6")
    assert table_of(rules) is None
    user_folder(rules).mkdir(parents=True)
    for pieces in (6, 7):
        values = np.zeros(Numbering(rules, pieces).positions, np.uint8)
        write_table(place_of(rules, pieces), rules, pieces, values)
    found = table_of(rules)
    assert found is not None
    assert found.pieces == 7
    assert table_of(game("morris:men=6,flying=true")) is None


def test_a_file_that_is_no_table_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    rules = game("morris:men=6")
    path = place_of(rules, 6)
    path.parent.mkdir(parents=True)
    path.write_text("nonsense")
    with pytest.warns(UserWarning, match="endgame table left out: .*is no endgame table"):
        assert table_of(rules) is None


def test_a_damaged_table_is_left_out_and_read_once(
    draughts: EndgameTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    monkeypatch.setattr(packed_module, "strength_folders", lambda rules: [user_folder(rules)])
    rules = draughts.game
    path = place_of(rules, 4)
    path.parent.mkdir(parents=True)
    write_table(place_of(rules, 3), rules, 3, draughts.values)
    write_table(path, rules, 4, draughts.values)
    path.write_bytes(path.read_bytes()[:-8])
    for _ in range(2):
        with pytest.warns(UserWarning, match=r"endgame table left out: '.*-4\.endgames' is damaged"):
            found = table_of(rules)
        assert found is not None
        assert found.pieces == 3
        monkeypatch.setattr(table_module, "read_packed", None)
    place_of(rules, 3).unlink()
    with pytest.warns(UserWarning, match="endgame table left out"):
        assert table_of(rules) is None


def test_nothing_is_compiled_to_look_a_position_up(
    draughts: EndgameTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[bool]()

    def seen_with(result: int) -> Callable[..., int]:
        return lambda *arguments: seen.append(interpreting()) or result

    monkeypatch.setattr(Numbering, "number", seen_with(7))
    monkeypatch.setattr(type(draughts.numbering.endgames), "pieces", seen_with(3))
    position = draughts.game.parse_position("W:WK1,K5:BK20")
    outcomes = OutcomeTable(draughts.game, 3, draughts.packed, draughts.path)
    for table in (draughts, outcomes):
        assert table.holds(position)
        table.look_up(position)
    assert seen == [True] * 4


ENDGAMES = {
    "W:WK1,K5:BK20": True,
    "W:WK1:BK20": False,
}


@pytest.mark.parametrize("text", ENDGAMES)
def test_values_become_scores(draughts: EndgameTable, text: str) -> None:
    inner = evaluator("", draughts.game)
    knowing = KnowingEndgames(inner, draughts)
    position = draughts.game.parse_position(text)
    with interpreted():
        score = knowing.evaluate(draughts.game, position.state[0])
        assert knowing.is_certain(draughts.game, position.state[0])
    assert (KNOWN <= score < WIN) == ENDGAMES[text]
    assert score >= 0


def test_a_win_that_a_count_forestalls_is_a_draw(draughts: EndgameTable) -> None:
    knowing = KnowingEndgames(evaluator("", draughts.game), draughts)
    with interpreted():
        scores = [
            knowing.evaluate(draughts.game, draughts.game.parse_position(text).state[0])
            for text in ("W:WK1,K5:BK20 0", "W:WK1,K5:BK20 79")
        ]
    assert scores[0] > KNOWN
    assert scores[1] == 0


def test_a_conversion_is_progress_however_long_the_rest_may_take(draughts: EndgameTable) -> None:
    knowing = KnowingEndgames(evaluator("", draughts.game), draughts)
    with interpreted():
        converted, going_on = (
            knowing.evaluate(draughts.game, draughts.game.parse_position(text).state[0])
            for text in ("B:WK1,K5:BK20 0", "B:WK1,K5:BK20 1")
        )
    assert -WIN < converted < going_on < -KNOWN


def test_other_positions_are_left_to_the_evaluator(draughts: EndgameTable) -> None:
    rules = draughts.game
    inner = evaluator("", rules)
    knowing = KnowingEndgames(inner, draughts)
    state = rules.start_position().state[0]
    with interpreted():
        assert knowing.evaluate(rules, state) == inner.evaluate(rules, state)
        assert not knowing.is_certain(rules, state)
    assert (knowing.scale, knowing.unit) == (inner.scale, inner.unit)


@pytest.mark.slow
def test_a_search_wins_a_known_endgame(
    draughts: EndgameTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    rules = draughts.game
    path = place_of(rules, 3)
    path.parent.mkdir(parents=True)
    write_table(path, rules, 3, draughts.values)
    position = rules.parse_position("W:WK1,K5:BK20")
    knowing = player("alphabeta:depth=2,endgames=true,quiescence=4", rules)
    first = knowing.choose(position, Budget(depth=2))
    assert first.score >= KNOWN
    assert first.score_text == "known win"
    while not position.is_over:
        position = position.play(knowing.choose(position, Budget(depth=2)).move)
    assert position.outcome == 1 - 2 * rules.parse_position("W:WK1,K5:BK20").to_move
    assert replace(first, score=-first.score).score_text == "known loss"
