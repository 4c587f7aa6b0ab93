"""What decides each kind of training, and what is needed to train neural networks."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nupp.evaluators.convolution import MOST_UNITS
from nupp.learn.checkpoints import TrainingError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass(frozen=True)
class PatternRecipe:
    """What all trainings of networks of patterns have.

    seed: of all random numbers. rate: see `fit`. mixture (lambda): how much the result of a game counts
    against what was expected. batch: positions that are gathered, or taken from the data, before the weights
    are fitted to them.
    """

    method: str
    seed: int = 1
    rate: float = 1.0
    mixture: float = 0.5
    batch: int = 50_000


@dataclass(frozen=True)
class TdRecipe(PatternRecipe):
    """The training of a network of patterns by its own games. epsilon, openings, breadth: see `Habits`."""

    method: str = "td"
    epsilon: float = 0.1
    openings: int = 8
    breadth: int = 64


@dataclass(frozen=True)
class RegressionRecipe(PatternRecipe):
    """The training of a network of patterns by supervision. data: the digest of the positions."""

    method: str = "regression"
    data: str = ""


@dataclass(frozen=True)
class CnnRecipe:
    """The training of the network of a Lithuanian bachelor's thesis (about 2021), by supervision.

    rate: of stochastic gradient descent, without momentum. epochs: how often all positions are learnt from.
    batch: positions in a step. seed: of all random numbers. data: the digest of the positions. filters,
    dense, dropout: see `Shape`. validation: the share of the games that is only tested on.
    """

    method: str = "cnn"
    seed: int = 1
    rate: float = 0.02
    epochs: int = 30
    batch: int = 64
    data: str = ""
    filters: tuple[int, int, int] = (32, 32, 32)
    dense: tuple[int, ...] = (256, 256)
    dropout: tuple[float, float] = (0.2, 0.2)
    validation: float = 0.1


@dataclass(frozen=True)
class ConvolutionRecipe:
    """The training of a convolutional network that is compiled with the search, by supervision.

    rate: of Adam (D. Kingma and J. Ba, 2015) at first; it falls to nothing. epochs: how often all positions
    are learnt from. batch: positions in a step. seed: of all random numbers. data: the digest of the
    positions. channels: of the convolution; hidden: units behind it. mixture (lambda): how much the result of
    a game counts against the value that a search found.
    """

    method: str = "convolution"
    seed: int = 1
    rate: float = 0.01
    epochs: int = 10
    batch: int = 512
    data: str = ""
    channels: int = 32
    hidden: int = 32
    mixture: float = 0.5


@dataclass(frozen=True)
class AlphaZeroRecipe:
    """The training of a policy and a value by self-play (D. Silver et al., 2017 and 2018).

    seed: of all random numbers. channels, blocks: of the network. games: in a round of self-play.
    simulations: for a move. exploration: see `nupp.search.puct`. noise: the share of Dirichlet noise in what
    the policy expects at the root. warm: moves at the beginning of a game that are drawn by their visits; the
    others are those visited most. window: of so many positions, the latest, is learnt. passes: how often each
    of them after a round. batch: positions in a step. rate: of Adam (D. Kingma and J. Ba, 2015). gate: games
    between the new network and the best one after a round; 0: the new one is the best. share: of the points
    that it has to get. max_plies: after so many moves a game is drawn.
    """

    method: str = "alphazero"
    seed: int = 1
    channels: int = 32
    blocks: int = 3
    games: int = 64
    simulations: int = 64
    exploration: float = 1.5
    noise: float = 0.25
    warm: int = 10
    window: int = 20_000
    passes: int = 1
    batch: int = 128
    rate: float = 0.001
    gate: int = 20
    share: float = 0.55
    max_plies: int = 500


RECIPES: Final[dict[str, type[DataclassInstance]]] = {
    "td": TdRecipe,
    "regression": RegressionRecipe,
    "convolution": ConvolutionRecipe,
    "cnn": CnnRecipe,
    "alphazero": AlphaZeroRecipe,
}
"""By their methods."""


def require_units(recipe: ConvolutionRecipe) -> None:
    """TrainingError for more channels or hidden units than `MOST_UNITS`, or none."""
    for name, units in (("channels", recipe.channels), ("hidden", recipe.hidden)):
        if not 1 <= units <= MOST_UNITS:
            raise TrainingError(f"{name} {units}: expected 1 to {MOST_UNITS} with method {recipe.method}")


def require_torch(exported: bool = True) -> None:
    """TrainingError, which says what to install, if networks cannot be trained here.

    exported: whether they are written as ONNX; those that are compiled with the search are not.
    """
    packages = {"torch": "trained by PyTorch"} | ({"onnx": "written as ONNX"} if exported else {})
    for name, use in packages.items():
        if importlib.util.find_spec(name) is None:
            raise TrainingError(
                f"these networks are {use}, and {name} is not installed: expected pip install 'nupp[learn]'"
            )
