"""A network small enough to be reckoned by hand, and its file."""

from __future__ import annotations

from typing import Any

import numpy as np

from nupp.evaluators.networks import NetworkFile
from nupp.evaluators.networks.policy import Policy
from nupp.rules import game

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


def states_after(moves: str) -> Any:
    return GAME.start_position().play_all(moves.split()).state
