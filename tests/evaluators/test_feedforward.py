"""Feed-forward networks in the kernel: that they answer as PyTorch's do, and what their files hold."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from evaluators.positions import positions
from nupp.conformance.observe import sample
from nupp.evaluators.archives import read_archive, write_archive
from nupp.evaluators.feedforward import FeedForward
from nupp.evaluators.layouts import sets_of_stages
from nupp.evaluators.stages import stages_of
from nupp.evaluators.strength import inputs_of, strength_of
from nupp.evaluators.weights import FEEDFORWARD, in_proportion, pack, unpack
from nupp.kernel import interpreted, kernel
from nupp.rules import Game, game, start_state
from nupp.rules.basics import States

RULES = game("draughts:variant=english")


def stage_of(rules: Game) -> list[int]:
    return sets_of_stages(strength_of(rules).layout, stages_of(rules).count)


def random_model(rules: Game, units: int = 5, hidden: int = 6) -> Any:
    """A model whose numbers are about as large as those of a trained one."""
    import torch

    from nupp.learn.networks.feedforward import FeedForwardModel

    torch.manual_seed(7)
    model = FeedForwardModel(inputs_of(rules), max(stage_of(rules)) + 1, units, hidden)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape) * 0.2 + 0.05)
        model.rows.weight[-1] = 0  # where nothing stands
    return model.eval()


def by_hand(bias: float = 0.0, **change: Any) -> FeedForward:
    """A network that says by how many men the side to move is ahead, in each stage by `bias` more."""
    rows = np.zeros((inputs_of(RULES).count + 1, 16), np.float32)
    values = RULES.kinds.values
    rows[:-1].reshape(-1, values, 16)[:, 1, 0] = 1  # an own man
    rows[:-1].reshape(-1, values, 16)[:, 3, 1] = 1  # an enemy's
    inner = np.zeros((16, 16), np.float32)
    inner[0, 0] = inner[1, 1] = 1
    last = np.zeros((max(stage_of(RULES)) + 1, 17), np.float32)
    last[:, 0], last[:, 1], last[:, 2] = bias * np.arange(len(last)), 1, -1
    arrays = {"rows": rows, "inner": inner, "inner_bias": np.zeros(16, np.float32), "last": last}
    return FeedForward(RULES, inputs_of(RULES), stage_of(RULES), **arrays | change)


@kernel
def judge(rules: Game, network: FeedForward, state: States) -> int:
    return network.evaluate(rules, state[0])


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec", ["tictactoe", "hexxagon", "draughts:variant=english", "mnk:width=7,height=6"]
)
def test_networks_answer_as_pytorch_does(spec: str) -> None:
    import torch

    from nupp.learn.networks.feedforward import encode

    played = sample(spec, compiled=False)
    rules, states = played.game, positions(played)
    model = random_model(rules)
    network = model.evaluator(rules, stage_of(rules))
    with interpreted():
        found = [judge(rules, network, state) for state in states]
        inputs = encode(rules, inputs_of(rules), stages_of(rules), stage_of(rules), np.concatenate(states))
    with torch.inference_mode():
        shares = model(torch.from_numpy(inputs)).numpy().astype(float)
    expected = 1000 * np.arctanh(2 * shares - 1)
    assert np.abs(expected).max() < 4000  # beyond, a share of float32 says little
    assert np.abs(found - expected).max() < 30
    assert len(set(found)) > 1


@pytest.mark.slow
def test_compiled_networks_answer_as_interpreted_ones() -> None:
    network = random_network()
    for state in positions(sample(RULES.spec, compiled=False)):
        with interpreted():
            expected = judge(RULES, network, state)
        assert judge(RULES, network, state) == expected


@cache
def random_network() -> FeedForward:
    return random_model(RULES, 20, 12).evaluator(RULES, stage_of(RULES))  # type: ignore[no-any-return]


def test_each_stage_has_a_last_layer() -> None:
    """Twelve men each at first, in the last stage; in the first one a man is left of one side."""
    network = by_hand(bias=100)
    with interpreted():
        assert judge(RULES, network, start_state(RULES)) == 100 * (max(stage_of(RULES)))
        ahead = RULES.parse_position("W:W18:BK1").state
        assert judge(RULES, network, ahead) == 1
        assert network.stage(RULES, ahead[0]) == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rows": np.zeros((4, 16), np.float32)}, r"rows .*\(4, 16\).*float32, \(161, 16"),
        ({"last": np.zeros((4, 17), np.float32)}, r"last .*\(4, 17\).*float32, \("),
    ],
)
def test_arrays_of_another_game_make_no_network(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        by_hand(**change)


def test_sets_for_other_stages_make_no_network() -> None:
    made = by_hand()
    with pytest.raises(ValueError, match=r"2 stages.*one for each of 33"):
        FeedForward(RULES, inputs_of(RULES), [0, 1], *(getattr(made, name) for name in made.data))


def test_what_is_written_is_read() -> None:
    content = pack(by_hand(), RULES, {"method": "feedforward", "seed": 5})
    network, recipe = unpack(content, RULES)
    assert recipe == {"method": "feedforward", "seed": 5}
    assert isinstance(network, FeedForward)
    for name in network.data:
        assert getattr(network, name).tobytes() == getattr(by_hand(), name).tobytes()
    assert pack(network, RULES, recipe) == content


def test_a_file_for_cells_with_other_contents_is_refused() -> None:
    content = pack(by_hand(), RULES, {})
    with pytest.raises(ValueError, match=r"5 kinds of contents.*expected 3"):
        unpack(content, game("tictactoe"), ("draughts:variant=english", "tictactoe"))


def test_a_network_whose_inputs_are_nowhere_fits_boards_of_other_sizes() -> None:
    small, large = game("mnk:width=7,height=6"), game("mnk:width=9,height=9")
    content = pack(random_model(small, 32).evaluator(small, stage_of(small)), small, {})
    network, _ = unpack(content, large, ("mnk:width=*,height=*",))
    with interpreted():
        assert judge(large, network, large.parse_position("9/9/9/9/4x4/9/9/9/9 o").state) != 0


def test_a_smaller_board_may_have_fewer_stages_than_a_network_has_sets() -> None:
    large, small = game("mnk:width=7,height=6"), game("mnk:width=5,height=1")
    sets = [stage % 9 for stage in range(9)] + [9] * (stages_of(large).count - 9)
    made = random_model(large, 32).evaluator(large, stage_of(large))
    last = np.arange(10, dtype=np.float32)[:, None] * np.ones_like(made.last[:1])
    many = FeedForward(large, made.inputs, sets, made.rows, made.inner, made.inner_bias, last)
    network, _ = unpack(pack(many, large, {}), small, ("mnk:width=*,height=*",))
    assert isinstance(network, FeedForward)
    assert [last[0] for last in network.last[network.stage_of]] == [0, 7, 9, 9, 9, 9]


def test_stages_in_proportion() -> None:
    assert in_proportion([0, 0, 1, 1], 4) == (0, 0, 1, 1)
    assert in_proportion([0, 0, 1, 1], 6) == (0, 0, 0, 1, 1, 1)
    assert in_proportion([0, 1, 2, 2], 2) == (0, 2)


@pytest.mark.parametrize("width", [8, 24])
def test_each_view_has_whole_vectors_of_units(width: int) -> None:
    rules = game("mnk:width=7,height=6")
    seen, stages = inputs_of(rules), stage_of(rules)
    rows, inner = np.zeros((seen.count + 1, width), np.float32), np.zeros((2 * width, 16), np.float32)
    rest = np.zeros(16, np.float32), np.zeros((max(stages) + 1, 17), np.float32)
    with pytest.raises(ValueError, match=f"{2 * width} units of 2 views: expected a multiple of 16"):
        FeedForward(rules, seen, stages, rows, inner, *rest)


def test_a_file_that_does_not_name_its_inputs_is_of_contents() -> None:
    about, arrays = read_archive(pack(by_hand(), RULES, {}), RULES, FEEDFORWARD)
    del about["inputs"]
    network, _ = unpack(write_archive(about, arrays, compressed=True), RULES)
    assert isinstance(network, FeedForward)
    assert network.inputs.name == "contents"
