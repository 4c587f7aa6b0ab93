"""Tables agree with retrograde analysis, which plays on from one position."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
from pathlib import Path

import numpy as np
import pytest

from nupp.kernel import interpreted, stop_flag
from nupp.rules import Position, game
from nupp.search.endgames import Builder, EndgameTable, Numbering, StoppedBuildingError, bytes_needed
from nupp.search.endgames.packing import DRAWN, NOWHERE, Values, packed_of, unpacked
from nupp.search.retrograde import analyse
from search.endgames.conftest import built

PATH_MEN = "morris:men=6"


def random_position(table: EndgameTable, rng: random.Random) -> Position:
    """A position of the table in which the game goes on."""
    rules, numbering = table.game, table.numbering
    parts = [part for group in numbering.groups for part in group]
    while True:
        part, state = rng.choice(parts), np.zeros(1, rules.State)
        with interpreted():
            stands = numbering.set_up(rules, np.array(part.counts), rng.randrange(part.size), state[0])
        position = Position(rules, state)
        if stands and table.holds(position):
            return position


def agreeing(table: EndgameTable, start: str, wanted: int) -> int:
    """The number of random positions, up to the wanted one, whose values are those of an analysis."""
    solution, rng, met = analyse(table.game.parse_position(start)), random.Random(2), 0
    while met < wanted:
        position = random_position(table, rng)
        if position in solution:
            value = solution.look_up(position)[0] * (1 - 2 * position.to_move)
            with interpreted():
                assert table.look_up(position).outcome == value, str(position)
            met += 1
    return met


@pytest.mark.slow
def test_draughts_agree_with_an_analysis(draughts: EndgameTable) -> None:
    assert agreeing(draughts, "W:W31,32:B1", 300) == 300


@pytest.mark.slow
def test_morris_agrees_with_an_analysis(tmp_path: Path) -> None:
    table = built(game(PATH_MEN), 6, tmp_path)
    assert agreeing(table, "W.1.W/.1B1./1B.B1/.1W1./1.1.1 w 0,0 0", 300) == 300


def test_a_win_gets_nearer_with_each_move(draughts: EndgameTable) -> None:
    rng, met = random.Random(3), 0
    while met < 40:
        position = random_position(draughts, rng)
        with interpreted():
            outcome, plies = draughts.look_up(position)
            if outcome <= 0 or plies == 1:
                continue
            after = (position.play_code(code) for code in position.legal_move_codes)
            lost = [draughts.look_up(one) for one in after if draughts.holds(one)]
        assert (-1, plies - 1) in lost
        met += 1


def test_what_is_stopped_goes_on_to_the_same_values(draughts: EndgameTable, tmp_path: Path) -> None:
    values = resumed(draughts, tmp_path, stops=3)
    assert (values == draughts.values).all()


def resumed(table: EndgameTable, folder: Path, stops: int) -> Values:
    """The values of a table that is built in a folder, and stopped after each of so many groups."""
    for stopped in range(1, stops + 1):
        stop, builder = stop_flag(), Builder(table.game, table.pieces, folder)
        with pytest.raises(StoppedBuildingError):
            builder.run(lambda done, total, stop=stop: stop.__setitem__(0, 1), stop)
        assert builder.done == stopped
    return Builder(table.game, table.pieces, folder).run()


@pytest.mark.parametrize("memory", [1024, 0])
def test_outcomes_are_those_of_the_distances(draughts: EndgameTable, tmp_path: Path, memory: int) -> None:
    builder = Builder(draughts.game, 3, tmp_path, 2, outcomes=True, memory=memory)
    found = builder.run()

    outcomes = unpacked(found, 0, len(draughts.values))
    outcomes[outcomes == NOWHERE] = DRAWN
    assert (packed_of(outcomes) == packed_of(draughts.values)).all()

    assert not (tmp_path / "values.bin").exists()
    assert (tmp_path / "found-0.bin").exists() == (memory == 0)


def test_what_a_table_needs_on_disk_is_known_before() -> None:
    numbering = Numbering(game("draughts:variant=english"), 3)
    assert bytes_needed(numbering, True) < numbering.positions < bytes_needed(numbering, False)


def test_a_folder_of_another_table_is_refused(draughts: EndgameTable, tmp_path: Path) -> None:
    (tmp_path / "done.json").write_text(json.dumps({"game": "draughts", "pieces": 3, "groups": 1}))
    with pytest.raises(ValueError, match="holds the table of"):
        Builder(draughts.game, 3, tmp_path)


def test_values_that_were_cut_short_are_built_anew(draughts: EndgameTable, tmp_path: Path) -> None:
    Builder(draughts.game, 2, tmp_path).run()
    path = tmp_path / "values.bin"
    path.write_bytes(path.read_bytes()[:-1])
    assert Builder(draughts.game, 2, tmp_path).done == 0


def test_new_values_of_a_build_that_is_killed_are_not_done(draughts: EndgameTable, tmp_path: Path) -> None:
    Builder(draughts.game, 2, tmp_path).run()
    (tmp_path / "values.bin").unlink()
    Builder(draughts.game, 2, tmp_path)  # and no more: it is killed before its first group is done
    assert Builder(draughts.game, 2, tmp_path).done == 0


def test_what_a_kill_leaves_of_a_removed_folder_is_not_done(
    draughts: EndgameTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder = Builder(draughts.game, 2, tmp_path)
    builder.run()
    monkeypatch.setattr(shutil, "rmtree", lambda folder: None)
    builder.remove()
    assert Builder(draughts.game, 2, tmp_path).done == 0


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="files get their room as they are written")
def test_a_full_disk_is_an_error_before_any_work(
    draughts: EndgameTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(OSError, match="No space left") as caught:
        Builder(draughts.game, 2, tmp_path)
    assert caught.value.filename == str(tmp_path / "outcomes.bin")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="files get their room as they are written")
def test_room_that_cannot_be_reserved_is_taken_as_it_is_needed(
    draughts: EndgameTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object) -> None:
        raise OSError(errno.EOPNOTSUPP, "Operation not supported")

    monkeypatch.setattr(os, "posix_fallocate", unknown)
    builder = Builder(draughts.game, 2, tmp_path)
    assert (tmp_path / "values.bin").stat().st_size == builder.numbering.positions
