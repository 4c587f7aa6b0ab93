"""The networks: that of a thesis, and small residual ones for every game."""

from __future__ import annotations

import contextlib
import copy
import io
import itertools
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from nupp.evaluators.archives import MOST_BYTES
from nupp.evaluators.networks import Answers, Network, NetworkFile, Policy
from nupp.evaluators.networks.planes import Planes, shape_seen
from nupp.learn.checkpoints import TrainingError
from nupp.learn.training import Arrays
from nupp.rules import Game

DEVICE: Final = torch.device("cuda" if torch.cuda.is_available() else "cpu")
"""Where networks are trained."""


@dataclass(frozen=True)
class Shape:
    """The shape of the thesis's network. filters: of its convolutions; dense: of its hidden layers; dropout:
    after the first convolution and after the last.
    """

    filters: tuple[int, int, int] = (32, 32, 32)
    dense: tuple[int, ...] = (256, 256)
    dropout: tuple[float, float] = (0.2, 0.2)


def thesis_network(planes: tuple[int, int, int], shape: Shape = Shape()) -> nn.Sequential:
    """The convolutional network of a Lithuanian bachelor's thesis, about 2021, its table 1.

    planes: channels, height and width. Input: float32 (positions, channels, height, width), what white has,
    what black has, what belongs to neither, and all of these. Output: float32 (positions), the share of the
    point that white may expect. Three convolutions of 3x3 that keep the size of the board, dropout after the
    first and the last, hidden dense layers, and a sigmoid at the end; ReLU between. On 10x10 boards it has
    905,185 parameters, as the rows of that table come to.
    """
    channels, height, width = planes
    first, second, third = shape.filters
    layers: list[nn.Module] = [
        nn.Conv2d(channels, first, 3, padding=1),
        nn.ReLU(),
        nn.Dropout(shape.dropout[0]),
        nn.Conv2d(first, second, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(second, third, 3, padding=1),
        nn.ReLU(),
        nn.Dropout(shape.dropout[1]),
        nn.Flatten(),
    ]
    for before, after in itertools.pairwise((third * height * width, *shape.dense)):
        layers += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(shape.dense[-1], 1), nn.Sigmoid(), nn.Flatten(0))


class ResidualBlock(nn.Module):  # type: ignore[misc]
    """Two convolutions whose result is added to what went in (K. He et al., 2016)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.inner = nn.Sequential(
            *_convolution(channels, channels), nn.ReLU(), *_convolution(channels, channels)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.inner(x))


class ResidualNetwork(nn.Module):  # type: ignore[misc]
    """A policy and a value from a tower of residual blocks (D. Silver et al., 2017), made small.

    Input: float32 (positions, channels, height, width). Outputs: float32 (positions), the expected result for
    the side to move, from -1 to 1, and float32 (positions, outputs), the logits of the policy.
    """

    def __init__(self, planes: tuple[int, int, int], outputs: int, channels: int, blocks: int) -> None:
        super().__init__()
        seen, height, width = planes
        places = height * width
        self.tower = nn.Sequential(
            *_convolution(seen, channels), nn.ReLU(), *(ResidualBlock(channels) for _ in range(blocks))
        )
        self.policy = nn.Sequential(
            *_convolution(channels, 4, 1), nn.ReLU(), nn.Flatten(), nn.Linear(4 * places, outputs)
        )
        self.value = nn.Sequential(
            *_convolution(channels, 2, 1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(2 * places, channels),
            nn.ReLU(),
            nn.Linear(channels, 1),
            nn.Tanh(),
            nn.Flatten(0),
        )

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.tower(x)
        return self.value(x), self.policy(x)


def _convolution(before: int, after: int, size: int = 3) -> tuple[nn.Module, nn.Module]:
    return nn.Conv2d(before, after, size, padding=size // 2, bias=False), nn.BatchNorm2d(after)


def is_sound(model: nn.Module, inputs: torch.Tensor) -> bool:
    """True if all weights of a model and its answers to some inputs are finite."""
    was_training = model.training
    model.eval()
    with torch.inference_mode():
        answers = model(inputs)
    model.train(was_training)
    found = [*model.state_dict().values(), *(answers if isinstance(answers, tuple) else [answers])]
    return all(bool(torch.isfinite(one).all()) for one in found)


def require_room(model: nn.Module) -> None:
    """Raise a TrainingError for a network that is too large for a file."""
    size = sum(one.numel() * one.element_size() for one in model.state_dict().values())
    if size > MOST_BYTES:
        raise TrainingError(
            f"a network of {size / 2**20:.0f} MB: expected at most {MOST_BYTES >> 20} MB, so a smaller one"
        )


@contextlib.contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Draw the random numbers of PyTorch from a seed, of which it takes the lowest 64 bits."""
    with torch.random.fork_rng():
        torch.manual_seed(seed % 2**64)
        yield


def for_inference(model: nn.Module) -> nn.Module:
    """A copy of a model that only answers, and faster: its normalisation is in the weights."""
    copied = copy.deepcopy(model).eval()
    for inner in list(copied.modules()):
        if isinstance(inner, nn.Sequential):
            _fuse(inner)
    return copied.to(memory_format=torch.channels_last)


def _fuse(layers: nn.Sequential) -> None:
    """Put the normalisation behind each convolution of a sequence into its weights."""
    for place, (one, following) in enumerate(itertools.pairwise(list(layers))):
        if isinstance(one, nn.Conv2d) and isinstance(following, nn.BatchNorm2d):
            layers[place], layers[place + 1] = fuse_conv_bn_eval(one, following), nn.Identity()


# ---- networks at work, and in files --------------------------------------------------------------------


class TorchNetwork(Network):
    """A network that is run by PyTorch."""

    def __init__(self, game: Game, sees: str, policy: Policy | None, model: nn.Module) -> None:
        super().__init__(game, sees, policy)
        self.model = model

    def run(self, planes: Planes) -> Answers:
        self.model.eval()
        with torch.inference_mode():
            found = self.model(torch.from_numpy(planes).to(DEVICE))
        if self.outputs == 1:
            return Answers(found.cpu().numpy(), np.zeros((len(planes), 1), np.float32))
        return Answers(*(one.cpu().numpy() for one in found))


def to_file(
    game: Game, sees: str, policy: Policy | None, model: nn.Module, recipe: Mapping[str, Any]
) -> NetworkFile:
    """The content of a file for a model."""
    names = ["value"] if policy is None else ["value", "policy"]
    buffer, was_training = io.BytesIO(), model.training
    model.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there is a newer exporter, which needs more packages
        torch.onnx.export(
            model,
            (torch.zeros(1, *shape_seen(game, sees), device=DEVICE),),
            buffer,
            input_names=["planes"],
            output_names=names,
            dynamic_axes={name: {0: "positions"} for name in ("planes", *names)},
            dynamo=False,
        )
    model.train(was_training)
    return NetworkFile(game, sees, policy, buffer.getvalue(), recipe)


# ---- models and optimizers as arrays ---------------------------------------------------------------------


def arrays_of(model: nn.Module, prefix: str) -> Arrays:
    """The weights and buffers of a model, by names that begin with a prefix."""
    return {f"{prefix}/{name}": tensor.cpu().numpy().copy() for name, tensor in model.state_dict().items()}


def restore(model: nn.Module, arrays: Mapping[str, NDArray[Any]], prefix: str) -> None:
    """Give a model its weights back; ValueError if the arrays are not finite, or of another shape."""
    wanted = model.state_dict()
    for name, tensor in wanted.items():
        found = arrays[f"{prefix}/{name}"]
        if found.shape != tuple(tensor.shape) or not np.isfinite(found).all():
            raise ValueError(f"its {prefix} is not that of this network")
    model.load_state_dict({name: torch.from_numpy(arrays[f"{prefix}/{name}"].copy()) for name in wanted})


def optimizer_arrays(optimizer: torch.optim.Optimizer) -> Arrays:
    """The state of an optimizer for each parameter."""
    state: Mapping[int, Mapping[str, torch.Tensor]] = optimizer.state_dict()["state"]
    return {
        f"optimizer/{number}/{name}": tensor.cpu().numpy().copy()
        for number, known in state.items()
        for name, tensor in known.items()
    }


def restore_optimizer(optimizer: torch.optim.Optimizer, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Give an optimizer its state back."""
    state: dict[int, dict[str, torch.Tensor]] = {}
    for key, array in arrays.items():
        if key.startswith("optimizer/"):
            _, number, name = key.split("/")
            state.setdefault(int(number), {})[name] = torch.from_numpy(array.copy())
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})


def on_device(arrays: Sequence[NDArray[Any]]) -> list[torch.Tensor]:
    """Arrays as tensors where networks are trained."""
    return [torch.from_numpy(np.ascontiguousarray(one)).to(DEVICE) for one in arrays]
