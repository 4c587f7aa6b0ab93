"""Training: targets from first principles, learning that can be seen, and trainings that are gone on with."""

from __future__ import annotations

import errno
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nupp
from nupp.conformance.observe import sample, state_of
from nupp.evaluators import evaluator
from nupp.evaluators.patterns import UNIT
from nupp.evaluators.weights import unpack
from nupp.games import game
from nupp.kernel import generator, interpreted
from nupp.learn.checkpoints import TrainingError, checkpoint_of, uninterrupted
from nupp.learn.datasets import Dataset
from nupp.learn.fitting import Weights, error_of
from nupp.learn.recipes import RegressionRecipe, TdRecipe
from nupp.learn.regression import Judged, read_judged, regress
from nupp.learn.selfplay import SelfPlay, record_self_play
from nupp.learn.td import Habits, new_notebook, play_games
from nupp.learn.training import (
    Training,
    begin,
    carry_on,
    load_checkpoint,
    save_checkpoint,
    self_play,
)

RULES = game("tictactoe")
RECIPE = TdRecipe(batch=400, openings=2, seed=3)


def after(training: Training[Any], batches: int, threads: int = 1) -> Training[Any]:
    """A training after so many batches."""
    for _ in itertools.islice(self_play(training, threads), batches - training.progress.batches):
        pass
    return training


@pytest.fixture(scope="module")
def learned() -> Training[Any]:
    return after(begin(RULES, TdRecipe(batch=2000, openings=2)), 10)


# ---- self-play -----------------------------------------------------------------------------------------


def test_without_random_moves_and_with_lambda_1_positions_have_the_result_of_their_game() -> None:
    network = begin(RULES, RECIPE).network
    book, rng = new_notebook(RULES, 1), generator(7)
    results = []
    for _ in range(40):
        n, games = play_games(RULES, network, RULES.start_state(), book, Habits(1.0, 0.0, 4, 64), rng, 1)
        assert games == 1
        with interpreted():
            assert [int(state.empty) for state in book.states[:n]] == list(
                range(book.states[0].empty, book.states[0].empty + n)
            )
            seen = {
                float(target) * (1 - 2 * int(RULES.to_move(state)))
                for target, state in zip(book.targets[:n], book.states[:n], strict=True)
            }
        results.extend(seen)
        assert len(seen) == 1
    assert set(results) == {-1.0, 1.0}


def test_after_random_moves_the_promise_of_the_best_one_counts() -> None:
    """A network that knows nothing promises a draw unless it can win at once."""
    network = begin(RULES, RECIPE).network
    book = new_notebook(RULES, 300)
    n, _ = play_games(RULES, network, RULES.start_state(), book, Habits(0.7, 1.0, 0, 64), generator(7), 300)
    moves = np.zeros(RULES.max_moves, np.int64)
    wins = 0
    with interpreted():
        for i in range(n):
            can_win = False
            for move in moves[: RULES.legal_moves(book.states[i], moves)].tolist():
                state = book.states[i : i + 1].copy()
                RULES.play(state[0], move)
                can_win |= RULES.outcome(state[0]) == 1 - 2 * RULES.to_move(book.states[i])
            wins += can_win
            assert book.targets[i] == can_win
    assert 0 < wins < n


def test_compiled_and_interpreted_self_play_are_the_same() -> None:
    network = begin(RULES, RECIPE).network
    books = [new_notebook(RULES, 30) for _ in range(2)]
    habits = Habits(0.5, 0.2, 3, 4)
    results = []
    for book, plain in zip(books, (False, True), strict=True):
        arguments = RULES, network, RULES.start_state(), book, habits, generator(5), 30
        if plain:
            with interpreted():
                results.append(play_games(*arguments))
        else:
            results.append(play_games(*arguments))
    assert results[0] == results[1]
    assert books[0].states.tobytes() == books[1].states.tobytes()
    assert books[0].targets.tolist() == books[1].targets.tolist()


def test_it_learns_to_play(learned: Training[Any], tmp_path: Path) -> None:
    path = tmp_path / "net.nupp"
    path.write_bytes(learned.to_file())
    with interpreted():
        result = nupp.match("tictactoe", f"greedy:eval={path}", "random", games=100, seed=1)
    assert result.tally[2] <= 3  # knowing nothing, it loses one in six
    assert result.tally[0] >= 80


def test_the_number_of_threads_decides_nothing(learned: Training[Any]) -> None:
    other = after(begin(RULES, learned.recipe), 10, threads=3)
    assert other.weights.values.tobytes() == learned.weights.values.tobytes()
    assert other.progress.games == learned.progress.games


# ---- regression ----------------------------------------------------------------------------------------


def judged_by(training: Training[Any], positions: int) -> Judged:
    """Positions from games with many random moves, and what a network says of them."""
    book = new_notebook(RULES, positions)
    habits = Habits(0.5, 0.5, 4, 64)
    play_games(RULES, training.network, RULES.start_state(), book, habits, generator(9), positions)
    states = book.states[:positions].copy()
    with interpreted():
        values = [training.network.evaluate(RULES, state) for state in states]
    return Judged(states, np.tanh(np.array(values) / 1000).astype(np.float32))


def test_regression_finds_the_values_of_positions(learned: Training[Any]) -> None:
    judged = judged_by(learned, 400)
    shown, held_out = (
        Judged(judged.states[rows], judged.targets[rows]) for rows in (slice(300), slice(300, None))
    )
    training = begin(RULES, RegressionRecipe(batch=100))
    before = error_of(RULES, training.network, held_out.states, held_out.targets)
    errors = [one.progress.error for one in itertools.islice(regress(training, shown, held_out), 60)]
    assert np.mean(errors[-3:]) < 0.2 * np.mean(errors[:3])
    assert training.progress.positions == 6000
    assert training.progress.tested is not None
    assert training.progress.tested < 0.7 * before


def test_weights_are_fitted_to_what_the_offset_leaves() -> None:
    played = sample("lput", compiled=False)
    training = begin(played.game, TdRecipe())
    states = np.concatenate([state_of(played.game, seen.before) for seen in played.spread(30)])
    with interpreted():
        values = np.array([training.network.evaluate(played.game, state) for state in states])
        assert values.any()
        training.learn(states, np.tanh(values / UNIT).astype(np.float32))
        assert training.progress.error < 1e-6
        training.learn(states, np.tanh(values / UNIT + 0.1).astype(np.float32))
        assert training.progress.error > 0.01


CONNECT = "connectfour:width=5,height=4"


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of positions from self-play."""
    path = tmp_path_factory.mktemp("data") / "positions"
    with interpreted():
        record_self_play(
            SelfPlay(CONNECT, "alphabeta:table=0", depth=1, games=16, seed=1, openings=4, epsilon=0.3), path
        )
    return path


@pytest.mark.parametrize("mixture", [0.0, 0.25, 1.0])
def test_targets_mix_what_searches_and_games_tell(mixture: float, positions: Path) -> None:
    rules = nupp.game(CONNECT)
    with interpreted():
        data, scale = Dataset.read([positions], rules), evaluator("", rules).scale_in(rules)
        shown, held_out = read_judged([positions], rules, mixture)
    assert 0 < len(held_out.states) < len(shown.states) <= len(data)
    known: dict[bytes, list[float]] = {}
    for state, value, result in zip(data.states, data.values, data.results, strict=True):
        worth = np.sign(value) if abs(value) > 1e9 else value / (abs(value) + scale)
        known.setdefault(state.tobytes(), []).append((1 - mixture) * worth + mixture * result)
    for judged in (shown, held_out):
        for state, target in zip(judged.states, judged.targets, strict=True):
            assert min(abs(target - one) for one in known[state.tobytes()]) < 1e-6


# ---- checkpoints ---------------------------------------------------------------------------------------


def test_a_training_gone_on_with_ends_as_one_that_was_not_stopped(tmp_path: Path) -> None:
    whole = after(begin(RULES, RECIPE), 6)
    path = tmp_path / "half"
    save_checkpoint(after(begin(RULES, RECIPE), 3), path)
    rest = after(load_checkpoint(RULES, RECIPE, path), 6)
    for one, other in zip(whole.weights, rest.weights, strict=True):
        assert one.tobytes() == other.tobytes()
    assert rest.progress.games == whole.progress.games


def test_a_regression_gone_on_with_ends_as_one_that_was_not_stopped(
    learned: Training[Any], tmp_path: Path
) -> None:
    recipe, path, judged = RegressionRecipe(batch=20), tmp_path / "half", judged_by(learned, 50)

    def learn(training: Training[Any], batches: int) -> Training[Any]:
        for _ in itertools.islice(regress(training, judged, judged), batches):
            pass
        return training

    whole = learn(begin(RULES, recipe), 7)
    save_checkpoint(learn(begin(RULES, recipe), 4), path)
    rest = learn(load_checkpoint(RULES, recipe, path), 3)
    assert rest.weights.values.tobytes() == whole.weights.values.tobytes()


def test_checkpoints_of_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "half"
    save_checkpoint(begin(RULES, RECIPE), path)
    with pytest.raises(TrainingError, match=r"half' cannot be gone on with: it was begun with seed=3, not 4"):
        load_checkpoint(RULES, TdRecipe(batch=400, openings=2, seed=4), path)
    with pytest.raises(TrainingError, match="it is for tictactoe, not for mnk:k=4"):
        load_checkpoint(game("mnk:k=4"), RECIPE, path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(TrainingError, match="it is damaged, or something else"):
        load_checkpoint(RULES, RECIPE, path)
    training = begin(RULES, RECIPE)
    training.weights.values[0, 5] = np.nan
    save_checkpoint(training, path)
    with pytest.raises(TrainingError, match="its values are none of this network"):
        load_checkpoint(RULES, RECIPE, path)


PROGRAM = """
import sys
from nupp.cli import main
main()
"""


@pytest.mark.slow
def test_a_killed_program_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGKILL at some moment after the first checkpoint; what comes out is what would have come out."""
    positions = 40_000
    words = ["train", "tictactoe", "--batch", "1000", "--seed", "5", "--positions", str(positions)]
    whole, killed = tmp_path / "whole.nupp", tmp_path / "killed.nupp"
    program = [
        sys.executable,
        "-c",
        PROGRAM.replace("import sys", "import nupp.learn.training as t; t.SAVE_EVERY = 0"),
    ]
    subprocess.run([*program, *words, "--out", str(whole)], check=True, timeout=600)
    process = subprocess.Popen([*program, *words, "--out", str(killed)])
    deadline = time.monotonic() + 600
    while not checkpoint_of(killed).exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    assert process.wait(60) == -signal.SIGKILL
    assert not killed.exists()
    subprocess.run([*program, *words, "--out", str(killed), "--resume"], check=True, timeout=600)
    networks = [unpack(path.read_bytes(), RULES) for path in (whole, killed)]
    assert networks[0][0].weights.tobytes() == networks[1][0].weights.tobytes()
    assert networks[0][1]["progress"]["positions"] == networks[1][1]["progress"]["positions"] >= positions


def test_what_is_done_uninterrupted_is_done_whole() -> None:
    handler, done = signal.getsignal(signal.SIGINT), []

    @uninterrupted()
    def interrupt_all() -> None:
        for number in range(3):
            signal.raise_signal(signal.SIGINT)
            done.append(number)

    with pytest.raises(KeyboardInterrupt):
        interrupt_all()
    assert done == [0, 1, 2]
    assert signal.getsignal(signal.SIGINT) is handler


def test_games_that_are_stopped_are_not_waited_for() -> None:
    book = new_notebook(RULES, 400)
    book.stop[0] = 1
    network = begin(RULES, RECIPE).network
    arguments = RULES, network, RULES.start_state(), book, Habits(0.5, 0.1, 4, 64), generator(7), 400
    assert play_games(*arguments) == (0, 0)


# ---- what goes wrong -----------------------------------------------------------------------------------


def poisoned(training: Training[Any], after: int) -> Iterator[Training[Any]]:
    """Self-play whose weights run away after some batches."""
    for one in self_play(training):
        if one.progress.batches == after:
            training.weights.values[:, 1:] = 1e9
        yield one


def test_numbers_that_run_away_stop_it_and_leave_the_last_checkpoint(tmp_path: Path) -> None:
    training, out = begin(RULES, RECIPE), tmp_path / "net.nupp"
    states = RULES.start_state()
    training.learn(states, np.zeros(1, np.float32))
    save_checkpoint(training, checkpoint_of(out))
    good = checkpoint_of(out).read_bytes()
    with pytest.raises(TrainingError, match=r"ran away in batch 3, position \d+"):
        carry_on(poisoned(training, 2), training, out, 10_000, None, lambda one: None)
    assert checkpoint_of(out).read_bytes() == good
    assert not out.exists()


def test_targets_that_are_no_numbers_stop_it_before_they_do_harm() -> None:
    training, sound = begin(RULES, RECIPE), begin(RULES, RECIPE)
    targets = np.array([0.5, np.nan, 0.5], np.float32)
    with pytest.raises(TrainingError, match="batch 1, position 2: expected finite ones"):
        training.learn(np.repeat(RULES.start_state(), 3), targets)
    assert training.progress.batches == 0
    sound.learn(RULES.start_state(), targets[:1])
    assert sound.weights.values.any()
    for name, found, expected in zip(Weights._fields, training.weights, sound.weights, strict=True):
        assert found.tobytes() == expected.tobytes(), f"{name}: more than the first position was learnt from"


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training, out = begin(RULES, RECIPE), tmp_path / "net.nupp"
    carry_on(self_play(training), training, out, 500, None, lambda one: None)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert sorted(before) == ["net.nupp", "net.nupp.training"]

    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match=r"No space left.*net\.nupp\.training"):
        carry_on(self_play(training), training, out, 2000, None, lambda one: None)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_it_ends_after_so_many_positions_or_so_long(tmp_path: Path) -> None:
    seen: list[int] = []
    training, out = begin(RULES, RECIPE), tmp_path / "net.nupp"
    carry_on(self_play(training), training, out, 1000, 3600, lambda one: seen.append(one.progress.batches))
    assert seen == [1, 2, 3] or seen == [1, 2]
    training.progress.seconds = 5.0
    carry_on(self_play(training), training, out, None, 4.0, lambda one: seen.append(-1))
    assert -1 not in seen
