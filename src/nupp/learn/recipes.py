"""Recipes: what decides a training, for each method, and the packages that it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from nupp.evaluators.dense import MOST_UNITS
from nupp.learn.checkpoints import TrainingError


@dataclass(frozen=True)
class Recipe:
    """All that decides a training, whatever its method.

    seed: of all random numbers. rate: the learning rate. batch: the positions of one change of the weights.
    """

    extendable: ClassVar[tuple[str, ...]] = ()
    """Fields that may differ when a training is resumed."""
    packages: ClassVar[tuple[str, ...]] = ("torch", "onnx")
    """Modules of the extra `learn` that the training needs."""

    method: str
    seed: int = 1
    rate: float = 0.01
    batch: int = 512


@dataclass(frozen=True)
class PatternRecipe(Recipe):
    """The training of a pattern network.

    rate: the share of an error that a step corrects at most. mixture: lambda, the share of the game's result
    in a target; the rest is what was expected. batch: positions that are gathered between two changes of the
    network. begin: the digest of the network with whose weights it begins, if any.
    """

    packages = ()

    rate: float = 1.0
    batch: int = 50_000
    mixture: float = 0.5
    begin: str = ""


@dataclass(frozen=True)
class TdRecipe(PatternRecipe):
    """The training of a pattern network from its own games. epsilon, openings, breadth: see `TdSettings`."""

    method: str = "td"
    epsilon: float = 0.1
    openings: int = 8
    breadth: int = 64


@dataclass(frozen=True)
class RegressionRecipe(PatternRecipe):
    """The training of a pattern network from labelled positions. data: the digest of the positions."""

    method: str = "regression"
    data: str = ""


@dataclass(frozen=True)
class BackwardRecipe(PatternRecipe):
    """The training of a pattern network on margins, stage after stage from the end; see `backward.py`.

    depth: plies of the searches that value positions. effort: a set of tables whose positions are expected to
    be solved by so few positions learns their exact margins. epochs: passes through the positions of a set.
    data: the digest of the positions.
    """

    method: str = "backward"
    depth: int = 2
    effort: int = 20_000
    epochs: int = 3
    data: str = ""


@dataclass(frozen=True)
class SupervisedRecipe(Recipe):
    """The training of a neural network from labelled positions.

    epochs: passes through all positions. data: the digest of the positions.
    """

    epochs: int = 10
    data: str = ""


@dataclass(frozen=True)
class CnnRecipe(SupervisedRecipe):
    """The training of the network of a Lithuanian bachelor's thesis (about 2021), by gradient descent.

    filters, dense, dropout: see `Shape`. validation: the share of the games that is held out.
    """

    extendable = ("epochs",)

    method: str = "cnn"
    rate: float = 0.02
    batch: int = 64
    epochs: int = 30
    filters: tuple[int, int, int] = (32, 32, 32)
    dense: tuple[int, ...] = (256, 256)
    dropout: tuple[float, float] = (0.2, 0.2)
    validation: float = 0.1


@dataclass(frozen=True)
class ConvolutionRecipe(SupervisedRecipe):
    """The training of a convolutional network that is compiled with the search.

    rate: of Adam (D. Kingma and J. Ba, 2015) at first; it falls to zero. channels: of the convolution;
    hidden: units behind it; TrainingError for more than `MOST_UNITS`. mixture: as in `PatternRecipe`.
    """

    packages = ("torch",)

    method: str = "convolution"
    channels: int = 32
    hidden: int = 32
    mixture: float = 0.5

    def __post_init__(self) -> None:
        _require_units(self, channels=self.channels, hidden=self.hidden)


@dataclass(frozen=True)
class FeedForwardRecipe(SupervisedRecipe):
    """The training of a feed-forward network that is compiled with the search.

    rate: of Adam (D. Kingma and J. Ba, 2015) at first; it falls to zero. units: of the first layer; hidden:
    of the second; TrainingError for more than `MOST_UNITS`. mixture: as in `PatternRecipe`.
    """

    packages = ("torch",)

    method: str = "feedforward"
    rate: float = 0.004
    batch: int = 4096
    units: int = 64
    hidden: int = 32
    mixture: float = 0.2

    def __post_init__(self) -> None:
        _require_units(self, units=self.units, hidden=self.hidden)


def _require_units(recipe: Recipe, **layers: int) -> None:
    """TrainingError for a layer with no units, or with more than MOST_UNITS."""
    for name, units in layers.items():
        if not 1 <= units <= MOST_UNITS:
            raise TrainingError(f"{name} {units}: expected 1 to {MOST_UNITS} with method {recipe.method}")


@dataclass(frozen=True)
class AlphaZeroRecipe(Recipe):
    """The training of a policy and a value by self-play (D. Silver et al., 2017 and 2018).

    rate: of Adam. channels, blocks: of the network. games: played at a time; a round of self-play ends when
    about as many have ended. openings: the most random moves with which they begin. simulations: for a move.
    gumbel: moves of the root that are considered by Gumbel's trick (see `nupp.search.forest`); 0: noise is
    added to the priors and moves are chosen by their visits. exploration: see `nupp.search.puct`. noise:
    the share of Dirichlet noise in the priors of the root, and warm: moves at the beginning of a game that
    are drawn by their visits; both without Gumbel's trick. mixture: lambda, the share of the game's result
    in what the value learns; the rest is the search's value. window: how many of the latest positions are
    learnt from. passes: how often each position is learnt from, on average. reanalysis: positions of the
    window that get the policy of a new search after a round, as a share of those that were played (J.
    Schrittwieser et al., 2021). gate: games between the new network and the best one after a round; 0: the
    new one is always the best. share: of the points that the new network needs. max_plies: moves after
    which a game is a draw. TrainingError for a batch of one.
    """

    method: str = "alphazero"
    rate: float = 0.003
    batch: int = 256
    channels: int = 32
    blocks: int = 3
    games: int = 128
    openings: int = 8
    simulations: int = 16
    gumbel: int = 8
    exploration: float = 1.5
    noise: float = 0.25
    warm: int = 10
    mixture: float = 0.5
    window: int = 200_000
    passes: int = 4
    reanalysis: float = 0.0
    gate: int = 0
    share: float = 0.55
    max_plies: int = 500

    def __post_init__(self) -> None:
        if self.batch < 2:  # batch normalisation measures the spread
            raise TrainingError(f"batch {self.batch}: expected 2 positions or more")


RECIPES: Final[dict[str, type[Recipe]]] = {
    "td": TdRecipe,
    "regression": RegressionRecipe,
    "backward": BackwardRecipe,
    "feedforward": FeedForwardRecipe,
    "convolution": ConvolutionRecipe,
    "cnn": CnnRecipe,
    "alphazero": AlphaZeroRecipe,
}
"""By their methods."""
