"""Networks at work: positions in, values and policies out, many at a time, by onnxruntime."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.archives import loaded
from nupp.evaluators.networks.file import NetworkFile, unpack
from nupp.evaluators.networks.planes import Planes, planes_seen, sides_of
from nupp.evaluators.networks.policy import Policy
from nupp.extras import MissingExtraError, require
from nupp.rules import Game, start_state
from nupp.rules.basics import States
from nupp.spec import SpecError

LARGEST: Final = 1024
"""More positions are given to a network in parts, so that its memory stays bounded."""


class Answers(NamedTuple):
    """The outputs of a network for some positions.

    values: float32 (positions), the expected results for the side to move, from -1 to 1. logits: float32
    (positions, outputs), of which those of the legal moves are the logarithms of their shares, but for a
    constant; (positions, 1) of a network without a policy.
    """

    values: NDArray[np.float32]
    logits: NDArray[np.float32]


class Network(ABC):
    """A network of a game, however it is run."""

    def __init__(self, game: Game, sees: str, policy: Policy | None) -> None:
        self.game, self.sees = game, sees
        self.outputs = 1 if policy is None else policy.outputs
        self.output_of = np.zeros(game.move_classes, np.int32) if policy is None else policy.output_of

    def evaluate(self, states: States) -> Answers:
        """Return the answers for positions that are not over; ValueError if an output is not finite."""
        parts = [self._evaluate_part(states[i : i + LARGEST]) for i in range(0, len(states), LARGEST)]
        if len(parts) == 1:
            return parts[0]
        return Answers(
            np.concatenate([np.zeros(0, np.float32), *(part.values for part in parts)]),
            np.concatenate([np.zeros((0, self.outputs), np.float32), *(part.logits for part in parts)]),
        )

    def _evaluate_part(self, states: States) -> Answers:
        values, logits = self.run(planes_seen(self.game, states, self.sees))
        if not (np.isfinite(values).all() and np.isfinite(logits).all()):
            raise ValueError(f"a network for {self.game.spec} answers with numbers that are not finite")
        if self.sees == "absolute":
            values = (2 * values - 1) * (1 - 2 * sides_of(self.game, states))
        return Answers(values.astype(np.float32, copy=False), logits)

    @abstractmethod
    def run(self, planes: Planes) -> Answers:
        """Return the outputs for planes; a `value` as its file has it."""


class OnnxNetwork(Network):
    """A network from a file, run by onnxruntime in `threads` threads.

    ValueError if it cannot be run, or is not what its file says; MissingExtraError without
    onnxruntime.
    """

    def __init__(self, file: NetworkFile, threads: int = 1) -> None:
        super().__init__(file.game, file.sees, file.policy)
        require("nets", "a player with a neural network")
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.log_severity_level = 4
        try:
            self._session = onnxruntime.InferenceSession(
                file.onnx, options, providers=["CPUExecutionProvider"]
            )
            self._has_policy = file.policy is not None
            self._check(planes_seen(file.game, start_state(file.game), file.sees))
        except Exception as error:  # onnxruntime's own errors have no common kind
            raise ValueError(f"it holds no network that can be run ({_first_line(error)})") from None

    def _check(self, planes: Planes) -> None:
        values, logits = self.run(np.repeat(planes, 2, axis=0))
        found, expected = (values.shape, logits.shape), ((2,), (2, self.outputs))
        if found != expected:
            raise ValueError(f"its answers have the shapes {found}: expected {expected}")

    def run(self, planes: Planes) -> Answers:
        names = ["value", "policy"] if self._has_policy else ["value"]
        found: list[Any] = self._session.run(names, {"planes": planes})
        return Answers(found[0], found[1] if self._has_policy else np.zeros((len(planes), 1), np.float32))


def network(name: str, game: Game, threads: int = 1) -> Network:
    """Return the network in a file, for a game; SpecError (a ValueError) says what is wrong with the file.

    The same object while the file stays the same; several players may use it at once.
    """
    try:
        return loaded(name, game, _unpack_network, threads)
    except (ValueError, MissingExtraError) as error:
        words = str(error)
        raise SpecError(f"network {words if repr(name) in words else f'{name!r}: {words}'}") from None


def _unpack_network(content: bytes, game: Game, threads: int) -> Network:
    return OnnxNetwork(unpack(content, game), threads)


def _first_line(error: Exception) -> str:
    return " ".join(str(error).split())[:160] or type(error).__name__
