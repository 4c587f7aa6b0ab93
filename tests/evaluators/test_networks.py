"""Files of neural networks, what they are shown, and how they name moves."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nupp.evaluators import evaluator
from nupp.evaluators.archives import seal
from nupp.evaluators.layouts import patterns_of
from nupp.evaluators.networks import Network, NetworkFile, OnnxNetwork, load, network, pack, policy_of, unpack
from nupp.evaluators.networks.planes import planes_seen, shape_seen
from nupp.evaluators.networks.policy import Policy
from nupp.evaluators.patterns import PatternNetwork
from nupp.evaluators.weights import pack as weights_file
from nupp.games import game
from nupp.kernel import interpreted
from nupp.spec import SpecError

GAME = game("tictactoe")


def little_network(outputs: int = 10, weight: float = 1.0) -> bytes:
    """A network of tic-tac-toe that any program could have written.

    The value is `weight` times the mean of all planes, the policy the first of them in a row.
    """
    import onnx
    from onnx import TensorProto, helper

    policy = np.zeros((36, outputs), np.float32)
    policy[np.arange(min(outputs, 36)), np.arange(min(outputs, 36))] = 1
    tables = {"mean": np.full((36, 1), weight / 36, np.float32), "first": policy}
    nodes = [
        helper.make_node("Flatten", ["planes"], ["flat"]),
        helper.make_node("MatMul", ["flat", "mean"], ["column"]),
        helper.make_node("Squeeze", ["column", "axis"], ["value"]),
        helper.make_node("MatMul", ["flat", "first"], ["policy"]),
    ]
    graph = helper.make_graph(
        nodes,
        "little",
        [helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["n", 4, 3, 3])],
        [
            helper.make_tensor_value_info("value", TensorProto.FLOAT, ["n"]),
            helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["n", outputs]),
        ],
        [
            *(onnx.numpy_helper.from_array(array, name) for name, array in tables.items()),
            onnx.numpy_helper.from_array(np.array([1], np.int64), "axis"),
        ],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return bytes(made.SerializeToString())


def little_file(**parts: Any) -> NetworkFile:
    policy = Policy(GAME, np.arange(9))
    whole = {"game": GAME, "sees": "own", "policy": policy, "onnx": little_network(), "recipe": {"seed": 7}}
    return NetworkFile(**{**whole, **parts})


@pytest.fixture(autouse=True)
def without_compiled_code() -> Any:
    with interpreted():
        yield


def states_after(moves: str) -> Any:
    return GAME.start_position().play_all(moves.split()).state


def test_a_file_of_the_other_kind_is_told_to_go_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "net.nupp"
    path.write_bytes(pack(little_file()))
    with pytest.raises(
        SpecError,
        match="'nupp network 1', not 'nupp patterns 1' or 'nupp convolution 1': it goes with net=FILE",
    ):
        evaluator(str(path), GAME)
    patterns = patterns_of(GAME)
    weights = np.zeros((patterns.sets, patterns.entries), np.int16)
    path.write_bytes(weights_file(PatternNetwork(patterns, weights), GAME, {}))
    with pytest.raises(SpecError, match="'nupp patterns 1', not 'nupp network 1': it goes with eval=FILE"):
        network(str(path), GAME)


# ---- what comes out ----------------------------------------------------------------------------------


def test_a_network_of_another_maker_is_run_as_it_is() -> None:
    made = OnnxNetwork(unpack(pack(little_file()), GAME))
    found = made.judge(np.concatenate([GAME.start_state(), states_after("a1 b2 c3")]))
    assert found.values == pytest.approx(
        [9 / 36, (3 + 9 + 9) / 36]
    )  # stones, cells, and the second side's plane
    row = planes_seen(GAME, states_after("a1 b2 c3"), "own").reshape(-1)[:10]
    assert (found.logits[1] == row).all()
    assert made.judge(GAME.start_state()[:0]).logits.shape == (0, 10)


def test_many_positions_are_judged_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    made = OnnxNetwork(little_file())
    states = np.concatenate([GAME.start_state(), states_after("a1"), states_after("a1 b2")] * 3)
    whole = made.judge(states)
    monkeypatch.setattr("nupp.evaluators.networks.running.LARGEST", 2)
    parts = made.judge(states)
    assert (parts.values == whole.values).all()
    assert (parts.logits == whole.logits).all()


def test_a_share_of_the_first_side_is_turned_to_the_side_to_move() -> None:
    class Sure(Network):
        def run(self, planes: Any) -> Any:
            from nupp.evaluators.networks import Answers

            return Answers(np.full(len(planes), 0.75, np.float32), np.zeros((len(planes), 1), np.float32))

    found = Sure(GAME, "absolute", None).judge(np.concatenate([GAME.start_state(), states_after("a1")]))
    assert found.values.tolist() == [0.5, -0.5]


def test_numbers_that_are_not_finite_are_refused() -> None:
    made = OnnxNetwork(little_file(onnx=little_network(weight=float("nan"))))
    with pytest.raises(ValueError, match="for tictactoe answers with numbers that are not finite"):
        made.judge(GAME.start_state())


def test_what_is_seen_tells_the_edges_and_the_side() -> None:
    hexes = game("hexxagon")
    found = planes_seen(hexes, hexes.start_state(), "own")
    assert found.shape == (1, *shape_seen(hexes, "own")) == (1, 4, 9, 9)
    assert found[0, 2].sum() == len(hexes.board)
    assert not found[0, 3].any()
    assert planes_seen(GAME, states_after("a1"), "own")[0, 3].all()
    with pytest.raises(ValueError, match="it sees 'all': expected own or absolute"):
        planes_seen(GAME, GAME.start_state(), "all")


# ---- moves -------------------------------------------------------------------------------------------


def test_every_move_of_a_small_game_has_an_output_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nupp.evaluators.networks.policy.POSITIONS", 60)
    policy = policy_of(GAME)
    assert policy.classes.tolist() == list(range(9))
    assert policy.output_of.tolist() == list(range(9))
    assert policy.outputs == 10


def test_moves_that_did_not_come_up_share_an_output() -> None:
    policy = Policy(GAME, np.array([2, 5]))
    assert policy.output_of.tolist() == [2, 2, 0, 2, 2, 1, 2, 2, 2]
    for classes in ([5, 2], [2, 9], [-1, 2]):
        with pytest.raises(ValueError, match="expected ascending numbers below 9"):
            Policy(GAME, np.array(classes))


# ---- files -------------------------------------------------------------------------------------------


def test_a_file_gives_back_what_was_put_in() -> None:
    file = unpack(pack(little_file()), GAME)
    assert (file.sees, file.recipe) == ("own", {"seed": 7})
    assert file.onnx == little_network()
    assert file.policy is not None
    assert file.policy.classes.tolist() == list(range(9))
    assert unpack(pack(little_file(policy=None)), GAME).policy is None


def test_files_that_are_none_for_the_game_are_refused(tmp_path: Path) -> None:
    path, content = tmp_path / "net.nupp", pack(little_file())
    cases = {
        b"": "it is damaged, or something else",
        content[:-1]: "it is damaged, or something else",
        content[:200] + bytes([content[200] ^ 1]) + content[201:]: "it is damaged, or something else",
        seal(b"no archive"): "it is damaged, or something else",
    }
    for damaged, words in cases.items():
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match=words) as error:
            load(str(path), GAME)
        assert "net.nupp'" in str(error.value)
        assert "\n" not in str(error.value)
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"net.nupp': it is for tictactoe, not for othello"):
        load(str(path), game("othello"))
    with pytest.raises(ValueError, match=r"none.nupp' cannot be read: No such file"):
        load(str(tmp_path / "none.nupp"), GAME)


def test_planes_of_another_shape_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    content = pack(little_file())
    monkeypatch.setattr("nupp.evaluators.networks.file.shape_seen", lambda game, sees: (5, 3, 3))
    with pytest.raises(ValueError, match=r"it takes planes of shape \[4, 3, 3\]: expected \[5, 3, 3\]"):
        unpack(content, GAME)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"onnx": b"nothing"}, "it holds no network that can be run"),
        ({"outputs": 4}, r"its answers have the shapes \(\(2,\), \(2, 4\)\): expected"),
        ({"sees": "absolute"}, "it holds no network that can be run"),
    ],
)
def test_what_cannot_be_run_is_refused(parts: dict[str, Any], words: str, tmp_path: Path) -> None:
    path = tmp_path / "net.nupp"
    if "sees" in parts:  # which has planes of the same shape here
        assert shape_seen(GAME, "absolute") == (3, 3, 3)
    if "outputs" in parts:
        parts = {"onnx": little_network(parts["outputs"])}
    path.write_bytes(pack(little_file(**parts)))
    with pytest.raises(SpecError, match=words) as error:
        network(str(path), GAME)
    assert "net.nupp'" in str(error.value)


def test_without_onnxruntime_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path, real = tmp_path / "net.nupp", builtins.__import__
    path.write_bytes(pack(little_file()))

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name == "onnxruntime":
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(SpecError, match=r"pip install 'nupp\[nets\]'"):
        network(str(path), GAME)
