"""Self-play: the games are those of the player, and the file is the same however it came about."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import nupp
from nupp.cli.main import cli
from nupp.conformance.amounts import amount
from nupp.kernel import interpreted
from nupp.learn import datafile, selfplay
from nupp.learn.datafile import Chunk, DataError, Reader
from nupp.learn.datasets import Dataset
from nupp.learn.recipes import TdRecipe
from nupp.learn.regression import read_labelled
from nupp.learn.selfplay import RemoteWorker, SelfPlay, SelfPlayWorker, in_turn, record_self_play, self_play
from nupp.learn.td import TdTraining
from nupp.rules import Position
from nupp.version import __version__
from plain import plain_rules  # noqa: F401

CHUNK = 16
"""Fewer games in a chunk than usual, so that there are two soon."""

PLAIN = "alphabeta:table=0"
PLAN = SelfPlay("tictactoe", PLAIN, depth=1, games=CHUNK + 5, seed=3, openings=3, epsilon=0.2)


@pytest.fixture(scope="module", autouse=True)
def _small_chunks() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selfplay, "CHUNK", CHUNK)
        yield


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of the plan, written without a stop."""
    path = tmp_path_factory.mktemp("data") / "whole.data"
    with interpreted():
        record_self_play(PLAN, path)
    return path.read_bytes()


# ---- the games -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "player", "limits"),
    [
        ("tictactoe", PLAIN, {"depth": 3}),
        ("tictactoe", "alphabeta:table=1", {"depth": 4}),
        ("tictactoe", f"{PLAIN},iterative=false", {"depth": 2}),
        pytest.param(
            "connectfour:width=5,height=4",
            f"{PLAIN},aspiration=false",
            {"nodes": 60},
            marks=pytest.mark.slow,
        ),
        ("labyrinth", PLAIN, {"depth": 2}),  # repetitions draw
        ("dotsandboxes:size=2", PLAIN, {"depth": 2}),  # turns do not alternate
        pytest.param(
            "mnk:width=6,height=6,k=4",
            f"{PLAIN},candidates=1,tactics=false",
            {"depth": 2},
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "mnk:width=6,height=6,k=4",
            f"{PLAIN},eval=shapes,late=3",  # tactics, whose states hold more
            {"depth": 2},
            marks=pytest.mark.slow,
        ),
        ("draughts:variant=english", PLAIN, {"depth": 1}),  # quiescence
    ],
)
def test_the_games_are_those_that_the_player_plays(spec: str, player: str, limits: dict[str, int]) -> None:
    """Without random moves after the opening every move and every value is the player's."""
    plan = SelfPlay(spec, player, games=1, openings=2, seed=1, max_plies=24, **limits)
    ((states, facts),) = self_play(plan)
    asked = nupp.player(player, nupp.game(spec))
    position = Position(asked.game, states[:1].copy())
    for ply, (state, fact) in enumerate(zip(states, facts, strict=True), start=2):
        assert position.state.tobytes() == state.tobytes()
        decision = asked.choose(position, nupp.Budget(**limits))
        assert fact.value == decision.score
        assert (fact.ply, fact.side) == (ply, position.to_move)
        position = position.play_code(decision.code)
    outcome = position.outcome if position.is_over else 0
    margin = position.margin if position.is_over else 0
    assert position.is_over or len(states) == 22
    signs = np.where(facts["side"] == 0, 1, -1)
    assert (facts["result"] == signs * outcome).all()
    assert (facts["margin"] == signs * margin).all()


@pytest.mark.slow
def test_games_follow_from_the_seed_and_their_number() -> None:
    def games(plan: SelfPlay) -> dict[int, bytes]:
        chunks = list(self_play(plan, threads=2))
        facts = np.concatenate([chunk.facts for chunk in chunks])
        states = np.concatenate([chunk.states for chunk in chunks])
        return {int(n): states[facts["game"] == n].tobytes() for n in np.unique(facts["game"])}

    one, other = games(PLAN), games(replace(PLAN, games=9))
    assert set(one) == set(range(PLAN.games))
    assert all(one[n] == other[n] for n in other)
    assert len(set(one.values())) > CHUNK / 2
    assert games(replace(PLAN, seed=4)) != one


def test_random_moves() -> None:
    plan = SelfPlay("tictactoe", PLAIN, depth=1, games=3, openings=0)
    calm, wild = (
        {
            chunk.states.tobytes()
            for number in range(3)
            for chunk in self_play(replace(plan, epsilon=share, seed=number))
        }
        for share in (0.0, 1.0)
    )
    assert len(calm) == 1
    assert len(wild) == 3


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"player": "greedy"}, r"greedy.*alphabeta"),
        ({"exact": 100}, "exact 100.*8192"),
        ({"exact": 10_000, "game": "labyrinth"}, "exact 10000.*repetition.*labyrinth"),
        ({"depth": None}, r"nodes.*depth"),
        ({"player": "alphabeta:depht=3"}, "depht"),
        ({"game": "tictactoo"}, "'tictactoo'"),
    ],
)
def test_plans_that_cannot_be_played(change: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=said):
        record_self_play(replace(PLAN, **change), tmp_path / "x")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"games": 0}, "games 0"),
        ({"openings": 500}, "openings 500, max_plies 500"),
        ({"epsilon": 2.0}, "epsilon 2"),
    ],
)
def test_numbers_that_make_no_sense(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        replace(PLAN, **change)


def test_positions_are_searched_one_by_one() -> None:
    worker = SelfPlayWorker(PLAN)
    position = nupp.game("tictactoe").parse_position("xx1/oo1/3 x")
    value, move = worker.think(position.state)
    assert (value > 1 << 29, position.format_move(move)) == (True, "c3")


def test_workers_elsewhere_play_the_same_chunks(whole: bytes, tmp_path: Path) -> None:
    """Whatever the order in which they come back."""
    worker = RemoteWorker(__version__, (), PLAN, PLAN.header())
    rules = nupp.game("tictactoe")

    def chunks(first: int) -> Iterator[Chunk]:
        numbers = reversed(range(first, PLAN.chunks))
        return in_turn(((number, worker.play(number)) for number in numbers), first, rules)

    record_self_play(PLAN, tmp_path / "x", chunks=chunks)
    assert (tmp_path / "x").read_bytes() == whole
    with pytest.raises(DataError, match=rf"{re.escape(__version__)}.*0\.0\.0"):
        RemoteWorker("0.0.0", (), PLAN, PLAN.header()).play(0)
    with pytest.raises(DataError, match=r"network.*alphabeta"):
        RemoteWorker(__version__, (), PLAN, PLAN.header() | {"learnt": "0"}).play(0)


def test_a_run_is_not_gone_on_with_by_another_network(tmp_path: Path) -> None:
    """Though the file has the same name."""
    rules, file, out = nupp.game("tictactoe"), tmp_path / "net.nupp", tmp_path / "x"
    plan = replace(PLAN, player=f"alphabeta:table=0,eval=({file})", games=20)
    training = TdTraining(rules, TdRecipe())
    file.write_bytes(training.network_file())
    record_self_play(plan, out)
    whole = out.read_bytes()
    out.write_bytes(whole[:-100])
    training.weights.values[:, 1:] = 0.5
    file.write_bytes(training.network_file())
    with pytest.raises(DataError, match=r"learnt='[0-9a-f]{16}'.*'[0-9a-f]{16}'"):
        record_self_play(plan, out, resume=True)
    assert out.read_bytes() == whole[:-100]
    file.unlink()  # what learns from the positions needs it no more
    out.write_bytes(whole)
    shown, _ = read_labelled([out], rules, 0.0)
    assert np.abs(shown.targets).max() > 0


# ---- the file ------------------------------------------------------------------------------------


def test_threads_change_nothing(whole: bytes, tmp_path: Path) -> None:
    record_self_play(PLAN, tmp_path / "x", threads=3)
    assert (tmp_path / "x").read_bytes() == whole


@pytest.mark.slow
def test_a_run_that_was_cut_anywhere_goes_on_to_the_same_file(whole: bytes, tmp_path: Path) -> None:
    path, rng = tmp_path / "x", random.Random(1)
    for cut in [0, 5, len(whole) - 1, len(whole), *(rng.randrange(len(whole)) for _ in range(amount(2, 20)))]:
        path.write_bytes(whole[:cut])
        assert record_self_play(PLAN, path, resume=True) > PLAN.games
        assert path.read_bytes() == whole


def test_progress_is_reported(tmp_path: Path) -> None:
    progress: list[tuple[int, int]] = []
    positions = record_self_play(PLAN, tmp_path / "x", report=lambda *so_far: progress.append(so_far))
    assert [games for games, _ in progress] == [0, CHUNK, PLAN.games]
    assert progress[-1] == (PLAN.games, positions)


@pytest.mark.slow
def test_a_killed_program_goes_on_to_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "CHUNK", 64)  # as the program has it

    def words(name: str, *more: str) -> list[str]:
        asked = (
            "selfplay tictactoe --games 160 --depth 1 --openings 4 --epsilon 0.3 --player alphabeta:table=0"
        )
        return [*asked.split(), "--out", str(tmp_path / name), *more]

    def run(*words: str) -> None:
        with interpreted():
            done = CliRunner().invoke(cli, words)
            assert done.exit_code == 0, done.output

    run(*words("whole"))
    running = subprocess.Popen(
        [sys.executable, "-m", "nupp", *words("cut")],
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    began = time.monotonic()
    while running.poll() is None and time.monotonic() - began < 120:
        if (tmp_path / "cut").exists() and (tmp_path / "cut").stat().st_size > 1500:
            running.send_signal(signal.SIGKILL)
            break
        time.sleep(0.01)
    assert running.wait(60) == -signal.SIGKILL
    assert len((tmp_path / "cut").read_bytes()) < len((tmp_path / "whole").read_bytes())
    run(*words("cut", "--resume"))
    assert (tmp_path / "cut").read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_full_disk_loses_nothing(whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, calls = tmp_path / "x", 0

    def full(descriptor: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DataError, match=r"x'.*No space left on device.* [0-9]+ positions"):
        record_self_play(PLAN, path)
    assert whole.startswith(path.read_bytes())
    record_self_play(PLAN, path, resume=True)
    assert path.read_bytes() == whole


def test_a_game_may_be_spelled_out(tmp_path: Path) -> None:
    plan = replace(PLAN, game="connectfour:width=7", games=2)
    kept = record_self_play(plan, tmp_path / "positions")
    assert len(Dataset.read([tmp_path / "positions"], nupp.game("connectfour"))) == kept > 0
    record_self_play(replace(plan, game="connectfour"), tmp_path / "positions", resume=True)


def test_files_that_do_not_belong_are_left_alone(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x"
    for content, plan, said in (
        (whole, replace(PLAN, seed=5), r"seed=3\b.*5"),
        (b"something else\n" * 50, PLAN, "positions"),
        (whole.replace(datafile.MAGIC, b"nupp\x88POS"), PLAN, "positions"),
    ):
        path.write_bytes(content)
        with pytest.raises(DataError, match=said):
            record_self_play(plan, path, resume=True)
        assert path.read_bytes() == content
        with pytest.raises(DataError, match="exists"):
            record_self_play(plan, path)


def test_a_file_is_written_by_one_run_at_a_time(whole: bytes, tmp_path: Path) -> None:
    game, path = nupp.game("tictactoe"), tmp_path / "x"
    with (
        datafile.Writer(path, game, PLAN.header()),
        pytest.raises(DataError, match="another run"),
    ):
        record_self_play(PLAN, path, resume=True)


def test_readers_tell_what_is_wrong(whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"

    def chunks(content: bytes, spec: str = "tictactoe") -> list[Any]:
        path.write_bytes(content)
        with Reader(path) as reader:
            return list(reader.chunks(nupp.game(spec)))

    assert len(chunks(whole)) == 2
    for cut in (whole[:-1], whole[:-100], whole[:500]):
        with pytest.raises(DataError, match=r"damaged.*byte \d"):
            chunks(cut)
    second = whole.index(b"GAME")
    for place in (
        len(whole) // 2,
        second + 8,
        second + 12,
    ):  # in a block; its count of positions; its checksum
        damaged = bytearray(whole)
        damaged[place] ^= 1
        with pytest.raises(DataError, match="damaged"):
            chunks(bytes(damaged))
    with pytest.raises(DataError, match=r"tictactoe.*connectfour"):
        chunks(whole, "connectfour")
    with pytest.raises(DataError, match="No such file"):
        Reader(tmp_path / "none")
    monkeypatch.setattr(datafile, "layout_of", lambda game: [["other", "<u8"]])
    with pytest.raises(DataError, match="states of tictactoe"):
        chunks(whole)
    monkeypatch.setattr(datafile, "FORMAT", 3)
    with pytest.raises(DataError, match=r"format 2\b.*format 3"):
        chunks(whole)
    assert path.read_bytes() == whole  # they have changed nothing
