"""`nupp train`: what it writes, and what it refuses."""

from __future__ import annotations

import errno
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import machines
from cli.conftest import Call, record_games
from nupp.cli.main import cli
from nupp.cli.training import progress_text, reporting
from nupp.evaluators.networks import unpack as unpack_network
from nupp.evaluators.weights import unpack
from nupp.kernel import interpreted
from nupp.learn import fitting
from nupp.learn.checkpoints import checkpoint_of
from nupp.learn.recipes import TdRecipe
from nupp.learn.td import TdTraining
from nupp.learn.training import Progress
from nupp.rules import game


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command says on stderr, having ended with exit code 2."""
    assert cli.run(["train", *words]) == 2
    return capsys.readouterr().err


def test_a_network_is_trained_and_played_with(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "net.nupp"
    words = "train", "tictactoe", "--out", str(out), "--batch", "40", "--json"
    report = json.loads(call(*words, "--positions", "60").stdout)
    assert report["positions"] >= 60
    assert report["file"] == str(out)
    longer = json.loads(call(*words, "--positions", "120", "--resume").stdout)
    assert longer["positions"] >= 120
    best = call("best", "tictactoe", "--player", f"alphabeta:eval={out}", "--depth", "2", "--json")
    assert json.loads(best.stdout)["score_kind"] == "eval"


@pytest.mark.slow
def test_a_network_learns_from_data(call: Call, positions: Path, tmp_path: Path) -> None:
    out = tmp_path / "net.nupp"
    words = "train", "tictactoe", "--out", str(out), "--positions", "300"
    assert re.search("--method regression.*--data FILE", call(*words, "--method", "regression").stderr)
    result = call(*words, "--method", "regression", "--data", str(positions))
    assert result.exit_code == 0, result.stderr
    assert "on positions held out" in result.stdout
    mixed = call(*words, "--method", "regression", "--data", str(positions), "--lambda", "0.1", "--resume")
    assert re.search(r"lambda=0\.5\b.* 0\.1\b", mixed.stderr)
    assert "nothing left" not in result.stdout
    same = call(*words, "--method", "regression", "--data", str(positions), "--resume").stdout
    assert re.search("net.nupp: .*nothing left", same)
    record_games(tmp_path / "others", seed=1)
    others = call(*words, "--method", "regression", "--data", str(tmp_path / "others"), "--resume").stderr
    assert "--data" in others
    again = "train", "tictactoe", "--out", str(tmp_path / "again.nupp"), "--positions", "300"
    message = call(*again, "--method", "regression", "--data", str(out)).stderr
    assert re.search("net.nupp'.*file of positions.*nupp selfplay", message)


@pytest.mark.parametrize("method", ["regression", "convolution", "cnn"])
def test_the_same_games_are_not_given_twice(
    method: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """They would be learnt from and tested on; nor if one file is a copy, or has more games of the run."""
    one, more, other = tmp_path / "one", tmp_path / "more", tmp_path / "other"
    for path, games, seed in ((one, 2, 0), (more, 4, 0), (other, 2, 1)):
        record_games(path, games, seed)
    (tmp_path / "copy").write_bytes(one.read_bytes())
    words = "tictactoe", "--method", method, "--time", "1ms", "--out", str(tmp_path / "net.nupp")
    for twice in (one, tmp_path / "copy", more):
        said = refusal(capsys, *words, *(f"--data={path}" for path in (other, one, twice)))
        assert re.search(f"{str(one)!r}.*{str(twice)!r}.*same games", said)
    assert not checkpoint_of(tmp_path / "net.nupp").exists()


@pytest.mark.parametrize(
    "method", ["regression", *(pytest.param(name, marks=pytest.mark.slow) for name in ("convolution", "cnn"))]
)
def test_it_is_reported_that_nothing_is_held_out(
    method: str, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nupp.learn.regression.HELD_OUT", 0.0)
    data, out = tmp_path / "positions", tmp_path / "net.nupp"
    record_games(data, 2)
    result = call("train", "tictactoe", "--method", method, f"--data={data}", f"--out={out}", "--time=1ms")
    assert ", no positions held out to test on" in result.stdout


def test_files_are_not_written_over(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "net.nupp"
    out.write_bytes(b"mine")
    words = "tictactoe", "--out", str(out), "--positions", "10"
    assert re.search("net.nupp' exists.*--resume", refusal(capsys, *words))
    assert "net.nupp.training'" in refusal(capsys, *words, "--resume")
    assert out.read_bytes() == b"mine"
    (tmp_path / "net.nupp.training").write_bytes(b"other")
    message = refusal(capsys, *words, "--resume")
    assert re.search("net.nupp.training'.*damaged", message)


PROGRAM = """
from nupp.learn.td import TdTraining
TdTraining.save_every = 0
from nupp.cli import main
main()
"""


@pytest.mark.slow
def test_a_file_is_trained_by_one_run_at_a_time(
    call: Call, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Until it ends, if only by SIGKILL, which leaves nothing in the way of the next one."""
    out = tmp_path / "net.nupp"
    words = "tictactoe", "--out", str(out), "--batch", "40"
    first = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "train", *words, "--time", "600s"],
        stderr=subprocess.DEVNULL,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    try:
        deadline = time.monotonic() + 120
        while not checkpoint_of(out).exists() and first.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        for more in ((), ("--resume",)):
            said = refusal(capsys, *words, "--positions", "60", *more)
            assert re.search("net.nupp'.*another run", said)
        assert first.poll() is None
    finally:
        first.send_signal(signal.SIGKILL)
        first.wait(60)
    assert not out.exists()
    report = json.loads(call("train", *words, "--positions", "60", "--resume", "--json").stdout)
    assert report["positions"] >= 60
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net.nupp", "net.nupp.training"]


OUT = "tictactoe", "--out", "net.nupp"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (OUT, "--time, --positions or both"),
        (("tictactoe", "--out", "net.npz", "--time", "1s"), r"'net\.npz'.*\.nupp"),
        (("tictactoe", "--out", "none/net.nupp", "--time", "1s"), "none/net.nupp.*folder"),
        (("mnk:width=17,height=16", "--out", "net.nupp", "--time", "1s"), "272 cells"),
        ((*OUT, "--time", "1s", "--lambda", "2"), "expected a number from 0 to 1"),
        ((*OUT, "--time", "1s", "--rate", "0"), "a number above 0 and at most 10 "),
        (
            (*OUT, "--time", "1s", "--seed", str(2**63)),
            "expected a whole number from 0 to 9223372036854775807",
        ),
        ((*OUT, "--method", "alphazero"), "--time"),
        (
            (*OUT, "--method", "alphazero", "--time", "1s", "--breadth", "3"),
            "--breadth 3 .*--method alphazero",
        ),
        (
            (*OUT, "--method", "alphazero", "--time", "1s", "--effort", "5"),
            "--effort 5 .*--method alphazero",
        ),
        ((*OUT, "--time", "1s", "--games", "3"), "--games 3 .*--method td"),
        ((*OUT, "--time", "1s", "--log", "figures"), "--log figures.*neural"),
        ((*OUT, "--method", "cnn", "--positions", "9"), "--positions 9.*--epochs or --time"),
        ((*OUT, "--method", "alphazero", "--time", "1s", "--hidden", "9"), "--hidden 9 .*--method alphazero"),
        ((*OUT, "--time", "1s", "--ray", "local"), "--ray local.*--method alphazero"),
        (
            (*OUT, "--method", "alphazero", "--time", "1s", "--ray", "local", "--threads", "2"),
            "--ray local.*--threads 2",
        ),
        (
            (*OUT, "--time", "1s", "--data", __file__),
            "--method regression, backward, feedforward, convolution, cnn",
        ),
        (
            (*OUT, "--method", "alphazero", "--time", "1s", "--begin", __file__),
            "--begin .*--method td, regression or backward",
        ),
        ((*OUT, "--time", "1s", "--begin", __file__), r"--begin .*test_train\.py"),
        ((*OUT, "--time", "1s", "--epsilon", "nan"), "--epsilon.* nan: expected a number from 0 to 1"),
        ((*OUT, "--time", "1s", "--rate", "nan"), "--rate.* nan: expected a number above 0 and at most 10 "),
        ((*OUT, "--method", "regression", "--epochs", "3"), "--epochs 3 .*--method regression"),
        ((*OUT, "--epochs", "3"), "--epochs 3 .*--method td"),
        (
            (*OUT, "--method", "regression", "--time", "1s", "--data", __file__, "--epsilon", "0.1"),
            "--epsilon 0.1 .*--method regression",
        ),
    ],
)
def test_bad_input_is_refused(
    words: tuple[str, ...],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert re.search(message, refusal(capsys, *words))
    assert list(tmp_path.iterdir()) == []


def test_the_help_has_an_example(call: Call) -> None:
    assert "nupp train othello --out othello.nupp" in call("train", "--help").output


@pytest.fixture
def cluster() -> Iterator[str]:
    """The address of a cluster, on which rules are plain Python."""
    ray = pytest.importorskip("ray")
    with machines.new_cluster(2, **machines.INTERPRETED) as found:
        yield found.address
        ray.shutdown()


@pytest.mark.slow
def test_a_cluster_plays_the_games_of_a_round(call: Call, cluster: str, tmp_path: Path) -> None:
    """The same games, so that the same is learnt."""
    alone, together = (tmp_path / name for name in ("alone.nupp", "together.nupp"))
    small = ("--games", "6", "--simulations", "4", "--channels", "4", "--blocks", "1", "--positions", "60")
    words = ("train", "tictactoe", "--method", "alphazero", *small, "--json")
    call(*words, "--out", str(alone))
    report = json.loads(call(*words, "--out", str(together), "--ray", cluster).stdout)
    assert report["games"] >= 6
    rules = game("tictactoe")
    one, other = (unpack_network(path.read_bytes(), rules).onnx for path in (alone, together))
    assert one == other


@pytest.mark.slow
def test_alphazero_trains_a_network_that_plays(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nupp.evaluators.networks.policy.POSITIONS", 200)
    out = tmp_path / "zero.nupp"
    small = "--games", "2", "--simulations", "4", "--channels", "4", "--blocks", "1", "--openings", "0"
    words = "train", "tictactoe", "--method", "alphazero", "--out", str(out), *small
    log = tmp_path / "log"
    report = json.loads(call(*words, "--positions", "5", "--log", str(log), "--json").stdout)
    assert report["rounds"] == 1
    assert list(log.iterdir())
    result = call(*words, "--positions", "16", "--resume")
    assert result.exit_code == 0, result.stderr
    assert "2 rounds, " in result.stdout
    assert "nothing left to do" not in result.stdout
    again = call(*words, "--positions", "16", "--resume").stdout
    assert re.search("zero.nupp: .*nothing left.* 2 rounds", again)
    best = call("best", "tictactoe", "--player", f"puct:net=({out})", "--nodes", "5", "--json")
    assert json.loads(best.stdout)["nodes"] == 5
    changed = call(*words, "--positions", "99", "--resume", "--games", "3").stderr
    assert re.search(r"games=2\b.* 3\b", changed)
    wrong = call("best", "othello", "--player", f"puct:net=({out})", "--nodes", "5").stderr
    assert re.search("zero.nupp'.*tictactoe.*othello", wrong)


@pytest.mark.slow
def test_a_convolutional_network_learns_from_data(call: Call, positions: Path, tmp_path: Path) -> None:
    out = tmp_path / "net.nupp"
    words = "train", "tictactoe", "--method", "cnn", "--out", str(out)
    assert re.search("--method cnn.*--data FILE", call(*words).stderr)
    result = call(*words, "--data", str(positions), "--epochs", "1")
    assert result.exit_code == 0, result.stderr
    assert "net.nupp: 1 of 1 epoch, " in result.stdout
    assert "--time" not in result.stdout
    assert (
        "1 of 2 epochs, "
        in call(*words, "--data", str(positions), "--epochs=2", "--time=1ms", "--resume").stdout
    )
    assert "2 of 2 epochs, " in call(*words, "--data", str(positions), "--epochs=2", "--resume").stdout
    fewer = call(*words, "--data", str(positions), "--epochs=1", "--resume").stdout
    assert re.search("nothing left.* 2 of 2 epochs", fewer)
    assert "on positions held out" in result.stdout
    best = call("best", "tictactoe", "--player", f"oneply:net=({out})", "--json")
    assert json.loads(best.stdout)["nodes"] == 9


@pytest.mark.slow
def test_a_network_is_compiled_with_the_search(call: Call, positions: Path, tmp_path: Path) -> None:
    out = tmp_path / "net.nupp"
    words = ["train", "tictactoe", "--method=convolution", f"--data={positions}", f"--out={out}"]
    words += ["--channels", "4", "--hidden", "4"]
    refused = call(*words, "--channels", "200")
    assert refused.exit_code == 2
    assert re.search("channels 200.* 1 to 128.*convolution", refused.stderr)
    assert not checkpoint_of(out).exists()
    result = call(*words, "--epochs", "2", "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["epochs"] == 2
    again = call(*words, "--epochs", "2", "--resume").stdout
    assert re.search("net.nupp: .*nothing left.* 2 of 2 epochs", again)
    assert re.search(r"epochs=2\b.* 3\b", call(*words, "--epochs", "3", "--resume").stderr)
    mixed = call(*words, "--epochs", "2", "--lambda", "0.1", "--resume").stderr
    assert re.search(r"lambda=0\.5\b.* 0\.1\b", mixed)
    best = call("best", "tictactoe", "--player", f"alphabeta:eval=({out})", "--depth", "2", "--json")
    assert json.loads(best.stdout)["move"]
    wrong = call("best", "tictactoe", "--player", f"oneply:net=({out})").stderr
    assert re.search("'nupp convolution 1'.*'nupp network 1'.*eval=FILE", wrong)


NO_ONNX = """
import sys
sys.modules["onnx"] = sys.modules["onnxruntime"] = None
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name.startswith("onnx") else real(name, *more)
from nupp.cli import main
main()
"""


@pytest.mark.slow
def test_a_network_that_holds_no_onnx_is_trained_without_it(
    call: Call, positions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (
        "train",
        "tictactoe",
        "--data",
        str(positions),
        "--out",
        str(tmp_path / "net.nupp"),
        "--epochs",
        "1",
    )

    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *more: None if name.startswith("onnx") else found(name, *more),
    )
    assert re.search(r"method cnn .*nupp\[learn\]", call(*words, "--method", "cnn").stderr)
    done = subprocess.run(
        [sys.executable, "-c", NO_ONNX, *words, "--method", "convolution"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "1 of 1 epoch, " in done.stdout, done.stderr


@pytest.mark.slow
def test_epochs_that_time_has_ended_are_reported(call: Call, positions: Path, tmp_path: Path) -> None:
    out = tmp_path / "net.nupp"
    words = ("train", "tictactoe", "--method", "convolution", "--data", str(positions), "--out", str(out))
    result = call(*words, "--channels", "4", "--hidden", "4", "--time", "1ms")
    assert "net.nupp: 1 of 10 epochs, " in result.stdout
    assert result.stdout.endswith(", ended by --time\n")
    help_text = " ".join(call("train", "--help").output.split())
    assert re.search("Channels.* 128 .*convolution", help_text)
    assert re.search("convolution and cnn .*--epochs.*--time", help_text)
    assert re.search("all positions .*--time", help_text)


def test_a_size_is_refused_before_pytorch_is_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nupp.learn.methods.require", lambda *names: pytest.fail("it was asked for"))
    data = tmp_path / "positions"
    record_games(data, 2)
    words = "tictactoe", "--method=convolution", f"--data={data}", f"--out={tmp_path / 'net.nupp'}"
    assert re.search("channels 129.* 1 to 128", refusal(capsys, *words, "--channels=129"))


def test_one_of_a_thing_is_called_one() -> None:
    training = TdTraining(game("tictactoe"), TdRecipe(batch=40))
    training.progress = Progress(steps=1, games=1, positions=1, seconds=60, points=0.5, policy_error=2)
    text = progress_text(training)
    assert text.startswith("1 batch, 1 game, 1 position, error 0.000, ")
    assert text.endswith(", policy 2.000, 50 % of the last match, 1 positions a minute")
    training.progress = Progress(steps=2, games=2, positions=20_000, seconds=60)
    assert progress_text(training).startswith("2 batches, 2 games, 20k positions, ")


def test_a_full_disk_is_reported_with_what_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "train", "tictactoe", "--batch=40", f"--out={tmp_path / 'net.nupp'}"
    with interpreted():
        assert cli.run([*words, "--positions=40"]) == 0

        def fail(*args: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr("os.replace", fail)
        assert cli.run([*words, "--positions=99", "--resume"]) == 1
    checkpoint = checkpoint_of(tmp_path / "net.nupp")
    said = capsys.readouterr().err.splitlines()[-1]
    assert re.search(f"{str(checkpoint)!r}: No space left on device.*--resume.*{checkpoint}", said)


def test_what_is_kept_of_a_training_that_is_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "net.nupp"
    checkpoint = checkpoint_of(out)
    for said in (
        f"{out}: nothing .*first epoch",
        f"{checkpoint} .*last whole epoch.*--resume",
    ):
        with pytest.raises(KeyboardInterrupt), reporting(game("tictactoe"), out, "epoch"):
            raise KeyboardInterrupt
        assert re.search(said, capsys.readouterr().err)
        checkpoint.touch()


@pytest.mark.parametrize("method", ["td", pytest.param("regression", marks=pytest.mark.slow)])
def test_ctrl_c_loses_no_batch_that_was_learnt(
    method: str,
    call: Call,
    positions: Path,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It comes when the weights are changed already and not yet counted, long before the first checkpoint."""
    out = tmp_path / "net.nupp"
    words = ["tictactoe", f"--method={method}", "--batch=40", "--positions=200"]
    if method == "regression":
        words.append(f"--data={positions}")
    whole = json.loads(call("train", *words, f"--out={tmp_path / 'whole.nupp'}", "--json").stdout)
    fitted, count = fitting.fit, 0

    def interrupt(*arguments: Any) -> int:
        nonlocal count
        done, count = fitted(*arguments), count + 1
        if count == 2:
            signal.raise_signal(signal.SIGINT)
        return done

    monkeypatch.setattr(fitting, "fit", interrupt)
    with interpreted():
        assert cli.run(["train", *words, f"--out={out}"]) == 130
    said = capsys.readouterr().err
    assert re.search(f"{checkpoint_of(out)} .*last whole batch.*--resume", said)
    assert count == 2
    assert not out.exists()
    rest = json.loads(call("train", *words, f"--out={out}", "--resume", "--json").stdout)
    assert count == whole["batches"]
    for name in ("seconds", "file"):
        del rest[name], whole[name]
    assert rest == whole
    one, other = (unpack(path.read_bytes(), game("tictactoe"))[0] for path in (out, tmp_path / "whole.nupp"))
    assert one.weights.tobytes() == other.weights.tobytes()
