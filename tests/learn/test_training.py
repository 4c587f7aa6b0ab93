"""The trainer: learning that can be seen, trainings that are resumed, and what goes wrong."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import nupp
from learn.trainings import RECIPE, RULES, after
from nupp.cli.main import cli
from nupp.evaluators.weights import unpack
from nupp.kernel import generator, interpreted
from nupp.learn.checkpoints import TrainingError, checkpoint_of, resume, write_checkpoint
from nupp.learn.fitting import Weights
from nupp.learn.td import TdSettings, TdTraining, new_buffer, play_batch
from nupp.learn.training import run
from nupp.rules import start_state

# ---- self-play -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_it_learns_to_play(learned: TdTraining, tmp_path: Path) -> None:
    path = tmp_path / "net.nupp"
    path.write_bytes(learned.network_file())
    with interpreted():
        result = nupp.match("tictactoe", f"greedy:eval={path}", "random", games=100, seed=1)
    assert result.tally[2] <= 3  # knowing nothing, it loses one in six
    assert result.tally[0] >= 80


def test_the_number_of_threads_decides_nothing(learned: TdTraining) -> None:
    other = after(TdTraining(RULES, learned.recipe, threads=3), 10)
    assert other.weights.values.tobytes() == learned.weights.values.tobytes()
    assert other.progress.games == learned.progress.games


# ---- checkpoints ---------------------------------------------------------------------------------------


def test_a_training_that_is_resumed_ends_as_one_that_was_not_stopped(tmp_path: Path) -> None:
    whole = after(TdTraining(RULES, RECIPE), 6)
    path = tmp_path / "half"
    write_checkpoint(after(TdTraining(RULES, RECIPE), 3), path)
    rest = TdTraining(RULES, RECIPE)
    resume(rest, path)
    after(rest, 6)
    for one, other in zip(whole.weights, rest.weights, strict=True):
        assert one.tobytes() == other.tobytes()
    assert rest.progress.games == whole.progress.games


PROGRAM = """
from nupp.learn.td import TdTraining
TdTraining.save_every = 0
from nupp.cli import main
main()
"""


@pytest.mark.slow
def test_a_killed_program_is_resumed(tmp_path: Path) -> None:
    """SIGKILL at some moment after the first checkpoint; what comes out is what would have come out."""
    positions = 40_000
    words = ["train", "tictactoe", "--batch", "1000", "--seed", "5", "--positions", str(positions)]
    whole, killed = tmp_path / "whole.nupp", tmp_path / "killed.nupp"
    assert CliRunner().invoke(cli, [*words, "--out", str(whole)]).exit_code == 0
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, *words, "--out", str(killed)])
    deadline = time.monotonic() + 600
    while not checkpoint_of(killed).exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    assert process.wait(60) == -signal.SIGKILL
    assert not killed.exists()
    assert CliRunner().invoke(cli, [*words, "--out", str(killed), "--resume"]).exit_code == 0
    networks = [unpack(path.read_bytes(), RULES) for path in (whole, killed)]
    assert networks[0][0].weights.tobytes() == networks[1][0].weights.tobytes()
    assert networks[0][1]["progress"]["positions"] == networks[1][1]["progress"]["positions"] >= positions


def test_games_that_are_stopped_are_not_waited_for() -> None:
    buffer = new_buffer(RULES, 400)
    buffer.stop[0] = 1
    network = TdTraining(RULES, RECIPE).network
    arguments = RULES, network, start_state(RULES), buffer, TdSettings(0.5, 0.1, 4, 64), generator(7), 400
    assert play_batch(*arguments) == (0, 0)


# ---- what goes wrong -----------------------------------------------------------------------------------


class Poisoned(TdTraining):
    """A training whose weights run away after its second batch."""

    def step(self) -> None:
        super().step()
        if self.progress.steps == 2:
            self.weights.values[:, 1:] = 1e9


def test_numbers_that_run_away_stop_it_and_leave_the_last_checkpoint(tmp_path: Path) -> None:
    training, out = Poisoned(RULES, RECIPE), tmp_path / "net.nupp"
    states = start_state(RULES)
    training.learn(states, np.zeros(1, np.float32))
    write_checkpoint(training, checkpoint_of(out))
    good = checkpoint_of(out).read_bytes()
    with pytest.raises(TrainingError, match=r"batch 3, position \d+"):
        run(training, out, 10_000)
    assert checkpoint_of(out).read_bytes() == good
    assert not out.exists()


def test_targets_that_are_no_numbers_stop_it_before_they_do_harm() -> None:
    training, sound = TdTraining(RULES, RECIPE), TdTraining(RULES, RECIPE)
    targets = np.array([0.5, np.nan, 0.5], np.float32)
    with pytest.raises(TrainingError, match=r"batch 1, position 2.*finite"):
        training.learn(np.repeat(start_state(RULES), 3), targets)
    assert training.progress.steps == 0
    sound.learn(start_state(RULES), targets[:1])
    assert sound.weights.values.any()
    for name, found, expected in zip(Weights._fields, training.weights, sound.weights, strict=True):
        assert found.tobytes() == expected.tobytes(), f"{name}: more than the first position was learnt from"


def test_a_full_disk_is_reported_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training, out = TdTraining(RULES, RECIPE), tmp_path / "net.nupp"
    run(training, out, 500)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert sorted(before) == ["net.nupp", "net.nupp.training"]

    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match=r"No space left.*net\.nupp\.training"):
        run(training, out, 2000)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_it_ends_after_so_many_positions_or_so_long(tmp_path: Path) -> None:
    seen: list[int] = []
    training, out = TdTraining(RULES, RECIPE), tmp_path / "net.nupp"
    run(training, out, 1000, 3600, lambda one: seen.append(one.progress.steps))
    assert seen == [1, 2, 3] or seen == [1, 2]
    training.progress.seconds = 5.0
    run(training, out, None, 4.0, lambda one: seen.append(-1))
    assert -1 not in seen
