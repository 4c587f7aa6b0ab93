"""Training neural networks: the network of the thesis, AlphaZero, checkpoints, and what goes wrong."""

from __future__ import annotations

import dataclasses
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
import torch

from nupp.evaluators.networks import OnnxNetwork, pack, unpack
from nupp.evaluators.networks.planes import planes_seen
from nupp.evaluators.weights import unpack as read_evaluator
from nupp.games import game
from nupp.kernel import interpreted
from nupp.learn.checkpoints import TrainingError
from nupp.learn.datafile import FACTS
from nupp.learn.datasets import Dataset, _dataset
from nupp.learn.networks import alphazero, convolution, rounds, supervised, thesis
from nupp.learn.networks.models import Shape, TorchNetwork, seeded, thesis_network, to_file
from nupp.learn.networks.rounds import Examples, Habits, joined, no_examples, play_games
from nupp.learn.recipes import AlphaZeroRecipe, CnnRecipe, ConvolutionRecipe, require_torch
from nupp.learn.regression import Judged
from nupp.players import Budget
from nupp.players.networks import PUCT, Weight

pytestmark = pytest.mark.slow

GAME = game("tictactoe")
TINY = AlphaZeroRecipe(channels=4, blocks=1, games=3, simulations=6, gate=2, warm=2, batch=16)


@pytest.fixture(autouse=True)
def little_work(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("nupp.evaluators.networks.policy.POSITIONS", 200)  # which show all nine moves
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


# ---- the network of the thesis -----------------------------------------------------------------------


def test_the_network_has_the_layers_of_the_thesis() -> None:
    """Table 1 of the thesis: parameters by layer, and what the first convolutions and the flattening give."""
    model = thesis_network((4, 10, 10))
    counts = [sum(one.numel() for one in layer.parameters()) for layer in model]
    assert [count for count in counts if count] == [1184, 9248, 9248, 819456, 65792, 257]
    assert sum(counts) == 905_185
    shapes, x = [], torch.zeros(2, 4, 10, 10)
    for layer in model:
        x = layer(x)
        shapes.append(tuple(x.shape))
    assert shapes[0] == shapes[3] == shapes[5] == (2, 32, 10, 10)
    assert shapes[8] == (2, 3200)
    assert shapes[-1] == (2,)
    assert [type(layer).__name__ for layer in model if "Re" not in type(layer).__name__] == [
        *("Conv2d", "Dropout", "Conv2d", "Conv2d", "Dropout", "Flatten"),
        *("Linear", "Linear", "Linear", "Sigmoid", "Flatten"),
    ]
    assert [layer.p for layer in model if isinstance(layer, torch.nn.Dropout)] == [0.2, 0.2]


def examples(count: int = 300) -> Dataset:
    """Positions of random games of tic-tac-toe, whose result is whether the first side has the centre."""
    rng, states = np.random.default_rng(1), []
    with interpreted():
        while len(states) < count:
            position = GAME.start_position()
            while not position.is_over:
                states.append((position.state[0].copy(), position.to_move, len(states)))
                position = position.play_code(int(rng.choice(position.legal_move_codes)))
    facts = np.zeros(len(states), FACTS)
    rows = np.array([state for state, _, _ in states])
    facts["side"] = [side for _, side, _ in states]
    facts["game"] = np.arange(len(states)) // 5
    seen = supervised_planes(rows)
    facts["result"] = np.where(seen[:, 0, 1, 1] == 1, 1, -1) * (1 - 2 * facts["side"])
    return _dataset(GAME, rows, facts, 0)


def supervised_planes(states: Any) -> Any:
    with interpreted():
        return planes_seen(GAME, states, "absolute")


SMALL = CnnRecipe(filters=(8, 8, 8), dense=(16,), dropout=(0.0, 0.1), rate=0.2, batch=16)


def test_it_learns_what_decides_the_games() -> None:
    training = thesis.begin(examples(), dataclasses.replace(SMALL, rate=0.5, epochs=30))
    before, _ = training.test(training.held_out)
    for _ in range(30):
        training.learn_epoch()
    assert training.progress.tested is not None
    assert training.progress.tested < 0.5 * before
    assert training.progress.right is not None
    assert training.progress.right > 0.85
    network = OnnxNetwork(unpack(training.to_file(), GAME))
    with interpreted():
        centre, corner = (GAME.start_position().play(move).play("b1").state for move in ("b2", "a1"))
    assert network.judge(centre).values[0] > 0.3
    assert network.judge(corner).values[0] < -0.3


def test_a_training_that_was_killed_ends_as_one_that_was_not(tmp_path: Path) -> None:
    data, recipe = examples(120), dataclasses.replace(SMALL, epochs=2)
    out = tmp_path / "net.nupp"
    with interpreted():
        whole = thesis.begin(data, dataclasses.replace(recipe, epochs=3))
        for _ in range(3):
            whole.learn_epoch()
        supervised.carry_on(thesis.begin(data, recipe), out, None)
        longer = dataclasses.replace(recipe, epochs=3)
        resumed = thesis.begin(data, longer)
        supervised.restore_checkpoint(resumed, tmp_path / "net.nupp.training")
        assert resumed.progress.epochs == 2
        supervised.carry_on(resumed, out, None)
        assert weights_of(resumed.model) == weights_of(whole.model)
        other = dataclasses.replace(longer, rate=0.1)
        with pytest.raises(TrainingError, match=r"it was begun with rate=0.2, not 0.1"):
            supervised.restore_checkpoint(thesis.begin(data, other), tmp_path / "net.nupp.training")
        with pytest.raises(TrainingError, match=r"it was begun with other --data$"):
            supervised.restore_checkpoint(thesis.begin(examples(60), longer), tmp_path / "net.nupp.training")


def test_every_seed_is_one_for_pytorch() -> None:
    with interpreted():
        training = thesis.begin(examples(60), dataclasses.replace(SMALL, seed=2**63 - 1))
        training.learn_epoch()
    drawn = []
    for seed in (5, 2**64 - 1, 2**64 + 5):
        with seeded(seed):
            drawn.append(torch.rand(4).tolist())
    torch.manual_seed(2**64 - 1)
    assert torch.rand(4).tolist() == drawn[1]
    assert drawn[0] == drawn[2] != drawn[1]


def weights_of(model: torch.nn.Module) -> list[bytes]:
    return [tensor.numpy().tobytes() for tensor in model.state_dict().values()]


def test_numbers_that_run_away_stop_it_and_leave_the_last_checkpoint(tmp_path: Path) -> None:
    with interpreted():
        training = thesis.begin(examples(60), SMALL)
        supervised.save_checkpoint(training, tmp_path / "net.nupp.training")
        kept = (tmp_path / "net.nupp.training").read_bytes()
        with torch.no_grad():
            training.model[0].weight[0, 0, 0, 0] = float("nan")
        words = r"training of tictactoe: the numbers ran away in epoch 1, step 1: expected finite ones"
        with pytest.raises(TrainingError, match=words):
            supervised.carry_on(training, tmp_path / "net.nupp", None)
    assert (tmp_path / "net.nupp.training").read_bytes() == kept
    assert not (tmp_path / "net.nupp").exists()


def test_a_last_step_that_runs_away_is_seen_before_it_is_kept(tmp_path: Path) -> None:
    """Its error, which is that before the step, is finite; with one step in an epoch no other one follows."""
    data = examples(60)
    recipe = dataclasses.replace(SMALL, rate=1e38, batch=len(data), epochs=1)
    with interpreted():
        training = thesis.begin(data, recipe)
        with pytest.raises(TrainingError, match="the numbers ran away in epoch 1, step 1: expected finite"):
            supervised.carry_on(training, tmp_path / "net.nupp", None)
        one = alphazero.begin(GAME, dataclasses.replace(TINY, rate=1e30, batch=1000))
        with pytest.raises(TrainingError, match="the numbers ran away in round 1, step 1: expected finite"):
            alphazero.carry_on(one, tmp_path / "net.nupp", 1, None)
    assert list(tmp_path.iterdir()) == []


def test_a_network_that_no_file_may_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nupp.learn.networks.models.MOST_BYTES", 1 << 20)
    with interpreted():
        with pytest.raises(TrainingError, match=r"a network of \d+ MB: expected at most 1 MB"):
            alphazero.begin(GAME, dataclasses.replace(TINY, channels=128, blocks=2))
        with pytest.raises(TrainingError, match=r"a network of \d+ MB: expected at most 1 MB"):
            thesis.begin(examples(40), dataclasses.replace(SMALL, dense=(1024, 1024)))


def test_what_cannot_be_learnt_from_is_refused() -> None:
    data = examples(40)
    with interpreted():
        with pytest.raises(TrainingError, match="the data holds 0 positions"):
            thesis.begin(data[:0], SMALL)
        draughts = game("draughts")
        empty = _dataset(draughts, np.zeros(0, draughts.State), np.zeros(0, FACTS), 0)
        with pytest.raises(TrainingError, match=r"no network for draughts: .* shows its board to each side"):
            thesis.begin(empty, SMALL)


@pytest.mark.parametrize("shape", [Shape(), Shape((4, 5, 6), (7, 8, 9), (0.5, 0.1))])
def test_onnxruntime_answers_as_pytorch_does(shape: Shape) -> None:
    rules = game("amazons:size=5")
    model = thesis_network((4, 5, 5), shape)
    file = to_file(rules, "absolute", None, model, {})
    with interpreted():
        states = np.concatenate([rules.start_state()] * 3)
        found = OnnxNetwork(unpack(pack(file), rules)).judge(states)
        expected = TorchNetwork(rules, "absolute", None, model).judge(states)
    assert found.values == pytest.approx(expected.values, abs=1e-5)


# ---- networks in the kernel ----------------------------------------------------------------------------

FEW = ConvolutionRecipe(channels=8, hidden=8, batch=16, epochs=25, rate=0.03)


def judged(count: int = 300) -> tuple[Judged, Judged]:
    """The positions of `examples`, those to learn from and those held out."""
    data = examples(count)
    halves = data.split(0.1, 1)
    return tuple(Judged(half.states, half.results) for half in halves)  # type: ignore[return-value]


def test_a_convolution_learns_what_decides_the_games() -> None:
    with interpreted():
        training = convolution.begin(GAME, *judged(), FEW)
        before, _ = training.test(training.held_out)
        for _ in range(FEW.epochs):
            training.learn_epoch()
        assert training.progress.tested is not None
        assert training.progress.tested < 0.5 * before
        assert training.optimizer.param_groups[0]["lr"] < 0.1 * FEW.rate
        network, recipe = read_evaluator(training.to_file(), GAME)
        centre, corner = (GAME.start_position().play(move).play("b1").state for move in ("b2", "a1"))
        assert network.evaluate(GAME, centre[0]) > 300
        assert network.evaluate(GAME, corner[0]) < -300
    assert recipe["progress"]["epochs"] == FEW.epochs
    assert recipe["data"] == judged()[0].digest


def test_symmetries_are_learnt_while_it_trains_and_not_shown_in_tests() -> None:
    with interpreted():
        training = convolution.begin(GAME, *judged(60), FEW)
        training.model.eval()
        plain, _ = training.examples(training.data)
        training.model.train()
        seen = set()
        for step in range(40):
            training.progress.steps = step
            turned, _ = training.examples(training.data)
            seen.add(turned.tobytes())
        images = {
            np.rot90(board, turns, (1, 2)).tobytes()
            for turns in range(4)
            for board in (plain, plain[:, :, ::-1])
        }
    assert seen == images


def test_a_convolution_gone_on_with_ends_as_one_that_was_not_stopped(tmp_path: Path) -> None:
    recipe = dataclasses.replace(FEW, epochs=3)
    with interpreted():
        whole = convolution.begin(GAME, *judged(120), recipe)
        for _ in range(3):
            whole.learn_epoch()
        half = convolution.begin(GAME, *judged(120), recipe)
        half.learn_epoch()
        supervised.save_checkpoint(half, tmp_path / "half")
        resumed = convolution.begin(GAME, *judged(120), recipe)
        supervised.restore_checkpoint(resumed, tmp_path / "half")
        supervised.carry_on(resumed, tmp_path / "net.nupp", None)
        assert resumed.progress.epochs == 3
        assert weights_of(resumed.model) == weights_of(whole.model)
        shown, held_out = judged(120)
        mixed = Judged(
            shown.states, np.float32(0.1) * shown.targets
        )  # as other targets come of another lambda
        other = convolution.begin(GAME, mixed, held_out, dataclasses.replace(recipe, mixture=0.1))
        with pytest.raises(TrainingError, match=r"it was begun with lambda=0.5, not 0.1"):
            supervised.restore_checkpoint(other, tmp_path / "half")
        longer = convolution.begin(GAME, *judged(120), dataclasses.replace(recipe, epochs=9))
        with pytest.raises(
            TrainingError, match=r"it was begun with epochs=\d+, not 9"
        ):  # its rate is another
            supervised.restore_checkpoint(longer, tmp_path / "half")
    with pytest.raises(
        TrainingError, match=r"no network for mnk:.*: a board of 1024 cells: expected at most 256"
    ):
        convolution.begin(game("mnk:width=32,height=32"), *judged(60), FEW)


@pytest.mark.parametrize("change", [{"channels": 65}, {"hidden": 100}, {"channels": 0}])
def test_a_convolution_that_no_search_could_have_is_not_begun(change: dict[str, int]) -> None:
    ((name, units),) = change.items()
    with interpreted(), pytest.raises(TrainingError, match=f"{name} {units}: expected 1 to 64 with method"):
        convolution.begin(GAME, *judged(60), dataclasses.replace(FEW, **change))
    convolution.begin(GAME, *judged(60), dataclasses.replace(FEW, channels=64, hidden=64)).to_file()


# ---- AlphaZero ---------------------------------------------------------------------------------------


def test_learning_approaches_the_exact_values(tmp_path: Path) -> None:
    """After a few rounds the network tells who wins a position with one move left, and PUCT takes a win."""
    recipe = AlphaZeroRecipe(
        channels=16,
        blocks=1,
        games=40,
        simulations=25,
        gate=0,
        warm=9,
        batch=64,
        rate=0.005,
        passes=3,
        window=3000,
    )
    training = alphazero.begin(GAME, recipe)
    errors = []
    for _ in range(5):
        training.play_round()
        errors.append(training.progress.policy_error)
    assert errors[-1] < errors[0]
    out = tmp_path / "net.nupp"
    out.write_bytes(training.to_file())
    won = GAME.start_position().play_all(["b2", "a1", "b1", "a2"])  # b3 wins
    lost = GAME.start_position().play_all(["b2", "a1", "b1"])  # b3 has to be taken
    network = OnnxNetwork(unpack(out.read_bytes(), GAME))
    values = network.judge(np.concatenate([won.state, lost.state])).values
    assert values[0] > 0.3
    assert values[0] > values[1]
    chooser = PUCT(GAME, net=str(out))
    for position in (won, lost):
        assert chooser.choose(position, Budget(nodes=30)).move == "b3"


def test_a_killed_training_goes_on_exactly_where_it_was(tmp_path: Path) -> None:
    with interpreted():
        whole = alphazero.begin(GAME, TINY)
        whole.play_round()
        alphazero.save_checkpoint(whole, tmp_path / "one")
        whole.play_round()
        resumed = alphazero.load_checkpoint(GAME, TINY, tmp_path / "one")
        assert resumed.progress.rounds == 1
        resumed.play_round()
    assert weights_of(resumed.model) == weights_of(whole.model)
    assert weights_of(resumed.best) == weights_of(whole.best)
    assert resumed.progress == whole.progress
    assert all((one == other).all() for one, other in zip(resumed.window, whole.window, strict=True))


def test_checkpoints_that_cannot_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "net.nupp.training"
    with interpreted():
        alphazero.save_checkpoint(alphazero.begin(GAME, TINY), path)
        with pytest.raises(TrainingError, match=r"it was begun with games=3, not 4"):
            alphazero.load_checkpoint(GAME, dataclasses.replace(TINY, games=4), path)
        path.write_bytes(path.read_bytes()[:-5])
        with pytest.raises(TrainingError, match=r"training' cannot be gone on with: it is damaged"):
            alphazero.load_checkpoint(GAME, TINY, path)


def test_numbers_that_run_away_name_the_step(tmp_path: Path) -> None:
    with interpreted():
        training = alphazero.begin(GAME, dataclasses.replace(TINY, gate=0))
        with torch.no_grad():
            training.model.value[4].weight[0, 0] = float("nan")
        with pytest.raises(TrainingError, match=r"the numbers ran away in round 1, step 1: expected finite"):
            alphazero.carry_on(training, tmp_path / "net.nupp", 1, None)
    assert list(tmp_path.iterdir()) == []


def test_a_network_that_loses_the_match_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    for points, taken in ((0.5, False), (0.55, True)):
        monkeypatch.setattr(alphazero, "points_of", lambda tables, number, points=points: points)
        with interpreted():
            training = alphazero.begin(GAME, TINY)
            training.play_round()
        assert (weights_of(training.best) == weights_of(training.model)) == taken
        assert training.progress.accepted == taken


@pytest.mark.parametrize(
    ("moves", "shares"),
    [
        ([(8, 0.5, False), (2, 0.1, False)], [0.8, 0.2]),
        ([(6, 0.5, False), (2, 0.1, False), (40, -1, True)], [0.75, 0.25, 0]),  # lost
        ([(1, 1, True), (90, 0.5, False), (3, 1, True)], [0.25, 0, 0.75]),  # won
        ([(6, 0, True), (2, 0, True), (9, -1, True)], [0.75, 0.25, 0]),  # drawn for certain
        ([(6, 0, True), (2, -0.1, False), (9, -1, True)], [0.75, 0.25, 0]),
        ([(6, -1, True), (2, -1, True)], [0.75, 0.25]),
        ([(0, 0, False), (0, 0, False)], [1, 0]),
        ([(0, 0, False), (7, -1, True)], [1, 0]),
    ],
)
def test_no_move_that_is_certain_to_be_worse_is_taught(
    moves: list[tuple[int, float, bool]], shares: list[float]
) -> None:
    weights = [Weight(code, visits, mean, proven, 0.1) for code, (visits, mean, proven) in enumerate(moves)]
    assert rounds._shares(weights).tolist() == shares


def test_batches_of_one_are_refused() -> None:
    with pytest.raises(TrainingError, match="batch 1: expected 2 positions or more"):
        alphazero.begin(GAME, dataclasses.replace(TINY, batch=1))


def test_examples_are_images_of_what_was_played() -> None:
    """Positions and their moves go together, and all symmetries of the game have their share of them."""
    with interpreted():
        training = alphazero.begin(GAME, TINY)
        network = TorchNetwork(GAME, "own", training.policy, training.best)
        habits = Habits(simulations=6, exploration=1.5, noise=0.25, warm=2, max_plies=20)
        tables = play_games(GAME, [network], [(0, 0)] * 8, habits, [(1, number) for number in range(8)])
        found = joined([table.examples() for table in tables])
        moved = 0
        for i, (played, weights) in enumerate(note for table in tables for note in table._notes):
            codes = found.codes[found.offsets[i] : found.offsets[i + 1]].tolist()
            state, moves = found.states[i : i + 1], [one.move for one in weights]
            whole = [
                symmetry.cells
                for symmetry in GAME.symmetries
                if GAME.map_state(symmetry, played.state) == state
                and [GAME.map_move(symmetry, move) for move in moves] == codes
            ]
            assert whole
            moved += GAME.symmetries[0].cells not in whole
        assert moved > len(found.states) / 2


def test_examples_are_cut_from_the_front() -> None:
    def some(count: int, start: int) -> Examples:
        return Examples(
            np.zeros(count, GAME.State),
            np.arange(start, start + count, dtype=np.float32),
            np.arange(count + 1, dtype=np.int64) * 2,
            np.arange(2 * start, 2 * (start + count), dtype=np.int64),
            np.full(2 * count, 0.5, np.float32),
        )

    whole = joined([no_examples(GAME), some(3, 0), some(2, 3)])
    assert whole.offsets.tolist() == [0, 2, 4, 6, 8, 10]
    cut = whole.tail(3)
    assert cut.results.tolist() == [2, 3, 4]
    assert cut.offsets.tolist() == [0, 2, 4, 6]
    assert cut.codes.tolist() == [4, 5, 6, 7, 8, 9]
    assert len(whole.tail(50).states) == 5


def test_rounds_of_one_game_can_be_learnt_from() -> None:
    with interpreted():
        training = alphazero.begin(GAME, dataclasses.replace(TINY, games=1, gate=0))
        for _ in range(2):
            training.play_round()
    assert training.window.states.dtype.type is np.record
    part = no_examples(GAME)
    for _ in range(3):
        part = joined([no_examples(GAME), joined([part])])
        assert part.states.dtype.type is np.record


@pytest.mark.parametrize(
    ("missing", "words"),
    [("torch", "trained by PyTorch, and torch is not"), ("onnx", "written as ONNX, and onnx is not")],
)
def test_it_is_said_what_to_install(missing: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else real(name))
    with pytest.raises(TrainingError, match=rf"{words} installed: expected pip install 'nupp\[learn\]'"):
        require_torch()


def test_the_exported_network_needs_nothing_of_pytorch() -> None:
    with interpreted():
        file = unpack(alphazero.begin(GAME, TINY).to_file(), GAME)
    inputs = onnxruntime.InferenceSession(file.onnx).get_inputs()
    assert [(one.name, one.shape[1:]) for one in inputs] == [("planes", [4, 3, 3])]
    assert file.recipe["method"] == "alphazero"
    assert file.recipe["progress"]["rounds"] == 0
