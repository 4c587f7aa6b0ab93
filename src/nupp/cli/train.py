"""`nupp train`: train a network that evaluates the positions of a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from nupp.cli.clusters import cluster_at
from nupp.cli.listing import print_json
from nupp.cli.options import DURATION, RealRange, game_argument, json_option, new_command, ray_option
from nupp.cli.training import TrainingConfig, run_shown
from nupp.evaluators.dense import MOST_UNITS
from nupp.evaluators.weights import load
from nupp.learn.checkpoints import TrainingError, spelled
from nupp.learn.datafile import DataError, require_different
from nupp.learn.fitting import PatternTraining
from nupp.learn.methods import new_training
from nupp.learn.recipes import RECIPES, PatternRecipe, Recipe
from nupp.learn.training import Training
from nupp.rules import Game

F = TypeVar("F", bound=Callable[..., Any])

_BY_EPOCHS = tuple(name for name, kind in RECIPES.items() if hasattr(kind, "epochs"))
_FROM_DATA = tuple(name for name, kind in RECIPES.items() if hasattr(kind, "data"))
_FILE = click.Path(dir_okay=False, path_type=Path)
_SHARE = RealRange(0, 1)


def _recipe_option(flag: str, kind: click.ParamType[Any], words: str, name: str = "") -> Callable[[F], F]:
    """An option for a field of the recipes that have it; its help lists the defaults of the methods."""
    field = name or flag[2:]
    methods = defaultdict(list)
    for method, recipe in RECIPES.items():
        if hasattr(recipe, field):
            methods[f"{getattr(recipe, field):g}"].append(method)
    shown = "; ".join(f"{', '.join(names)}: {default}" for default, names in methods.items())
    metavar = "SHARE" if kind is _SHARE else "X" if isinstance(kind, RealRange) else "N"
    return click.option(flag, field, type=kind, metavar=metavar, help=f"{words}  [default: {shown}]")


@new_command()
@game_argument
@click.option(
    "--method",
    type=click.Choice(list(RECIPES)),
    default="td",
    show_default=True,
    help="A pattern network learns from its own games (td), or from positions of nupp selfplay: their values "
    "(regression), or margins that it finds out itself, the end of the game first (backward); a neural "
    "network learns from such positions, to be compiled with a search (feedforward, convolution) or run "
    "beside it (cnn), or from its own games (alphazero).",
)
@click.option(
    "--data",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Positions for regression, backward, feedforward, convolution and cnn; may be given several times.",
)
@click.option("--out", type=_FILE, required=True, metavar="FILE.nupp", help="The file of the network.")
@click.option("--time", "seconds", type=DURATION, metavar="TIME", help="The longest time to train: 10m, 1h.")
@click.option(
    "--positions",
    type=click.IntRange(1),
    metavar="N",
    help="Positions to learn from, up to the end of a batch or round; not with --epochs.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    metavar="N",
    default=1,
    show_default=True,
    help="Threads that play games.",
)
@ray_option("Play")
@_recipe_option("--seed", click.IntRange(0, 2**63 - 1), "Seed of all random numbers.")
@_recipe_option(
    "--rate",
    RealRange(0, 10, min_open=True),
    "Share of an error that a step corrects; of a neural network its learning rate.",
)
@_recipe_option("--lambda", _SHARE, "Weight of the game's result against the search's value.", "mixture")
@_recipe_option("--epsilon", _SHARE, "Share of random moves.")
@_recipe_option(
    "--openings", click.IntRange(0, 100), "Play up to this many random moves at the beginning of a game."
)
@_recipe_option(
    "--breadth",
    click.IntRange(1, 100_000),
    "Where there are more moves, draw this many at random and search only those.",
)
@_recipe_option("--batch", click.IntRange(1, 10_000_000), "Positions between two changes of the network.")
@_recipe_option(
    "--epochs",
    click.IntRange(1, 100_000),
    "Passes through all positions unless --time ends them before.",
)
@_recipe_option("--depth", click.IntRange(1, 64), "Plies of the searches that value positions.")
@_recipe_option(
    "--effort",
    click.IntRange(0, 10**9),
    "Stages whose positions are expected to be solved by this number of positions learn exact margins.",
)
@click.option(
    "--begin",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.nupp",
    help="The network that td, regression or backward begins with, of the same patterns; by default none.",
)
@_recipe_option(
    "--games",
    click.IntRange(1, 1_000_000),
    "Games played at a time; a round of self-play ends when about as many have ended.",
)
@_recipe_option(
    "--simulations", click.IntRange(1, 100_000), "Simulations of the search for a move of self-play."
)
@_recipe_option(
    "--gumbel",
    click.IntRange(0, 1000),
    "Moves that are drawn by Gumbel's trick and share the simulations; 0: moves are chosen by their visits, "
    "with noise.",
)
@_recipe_option(
    "--channels",
    click.IntRange(1, 1024),
    f"Channels of the convolutions; at most {MOST_UNITS} with convolution.",
)
@_recipe_option(
    "--units",
    click.IntRange(1, MOST_UNITS),
    "Units of the first layer of a feed-forward network.",
)
@_recipe_option(
    "--hidden",
    click.IntRange(1, MOST_UNITS),
    "Units of the layer behind the first.",
)
@_recipe_option("--blocks", click.IntRange(0, 100), "Blocks of the residual network.")
@_recipe_option("--window", click.IntRange(1, 100_000_000), "The number of latest positions to learn from.")
@_recipe_option("--passes", click.IntRange(1, 1000), "How often each position is learnt from, on average.")
@_recipe_option(
    "--reanalysis",
    RealRange(0, 100),
    "Positions learnt from that are searched again after a round, as a share of those that were played.",
)
@_recipe_option(
    "--gate",
    click.IntRange(0, 10_000),
    "Games that decide whether the new network is better; 0: it always counts as better.",
)
@click.option(
    "--log",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Figures of neural networks for TensorBoard.",
)
@click.option(
    "--watch", is_flag=True, help="Show games of the network as it learns, on a page of this machine."
)
@click.option("--resume", is_flag=True, help="Continue the training of FILE, or begin it.")
@json_option
def command(
    game: Game,
    method: str,
    out: Path,
    seconds: float | None,
    positions: int | None,
    threads: int,
    ray: str | None,
    data: tuple[Path, ...],
    begin: Path | None,
    log: Path | None,
    watch: bool,
    resume: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Train a network: for `eval=FILE` of players, or by cnn and alphazero for `net=FILE`.

    Takes --time or --positions, or both: then the first that is reached ends it. backward, feedforward,
    convolution and cnn end after --epochs, which have a default, or after --time, whichever comes first.

    Beside FILE lies its checkpoint, FILE.training, from which --resume continues after a stop of any kind; it
    can be deleted when the network is good enough. The options and the seed decide the result.
    """
    recipe = _recipe(method, options)
    if method in _BY_EPOCHS and positions is not None:
        raise click.UsageError(f"--positions {positions}: expected --epochs or --time with --method {method}")
    if method not in _BY_EPOCHS and seconds is None and positions is None:
        raise click.UsageError("how long to train: expected --time, --positions or both")
    if method in _FROM_DATA and not data:
        raise click.UsageError(f"--method {method}: expected --data FILE, of nupp selfplay")
    if data and method not in _FROM_DATA:
        raise click.UsageError(f"--data {data[0]}: expected --method {', '.join(_FROM_DATA)}")
    if ray is not None and method != "alphazero":
        raise click.UsageError(f"--ray {ray}: expected --method alphazero")
    if ray is not None and threads > 1:
        raise click.UsageError(f"--ray {ray} and --threads {threads}: expected one of them")
    if begin is not None and not isinstance(recipe, PatternRecipe):
        raise click.UsageError(f"--begin {begin}: expected --method td, regression or backward")
    if isinstance(recipe, PatternRecipe) and log is not None:
        raise click.UsageError(
            f"--log {log}: expected a neural network, --method feedforward, convolution, cnn or alphazero"
        )
    config = TrainingConfig(out, seconds, positions, resume, log, watch)
    with config.reserved():
        try:
            require_different(data)
            play_parts = None if ray is None else _on_cluster(ray)
            training = new_training(game, recipe, data, threads, play_parts)
            if begin is not None:
                _begin(training, begin)
            result = run_shown(training, config)
        except (TrainingError, DataError) as error:
            raise click.UsageError(str(error)) from None
    if as_json:
        print_json({"game": game.spec, "file": str(out), **training.figures()})
    else:
        click.echo(f"{out}: {result}")


def _on_cluster(address: str) -> Any:
    """Have the parts of each round of self-play played on the cluster at an address."""
    from nupp.arena.cluster import ATTEMPTS, cause_of
    from nupp.learn.networks.elsewhere import play_elsewhere, round_of

    ray = cluster_at(address)
    play = ray.remote(num_cpus=1, max_retries=ATTEMPTS - 1)(play_elsewhere)

    def play_parts(training: Any, tasks: Any) -> list[Any]:
        common = ray.put(round_of(training))
        try:
            return list(ray.get([play.remote(common, task) for task in tasks]))
        except ray.exceptions.RayError as error:
            raise TrainingError(f"the cluster at {address} failed: {cause_of(error)}") from error

    return play_parts


def _begin(training: Training[Any], file: Path) -> None:
    """Let a training begin with the network of a file; UsageError if that is of another kind."""
    try:
        network = load(str(file), training.game)
    except ValueError as error:
        raise click.UsageError(f"--begin {error}") from None
    assert isinstance(training, PatternTraining)
    wanted = training.network
    if type(network) is not type(wanted) or not network.patterns.is_like(wanted.patterns):
        raise click.UsageError(
            f"--begin {str(file)!r}: expected a network of {wanted.measure}s with the game's patterns"
        )
    training.begin_with(network)


def _recipe(method: str, options: dict[str, Any]) -> Recipe:
    """The recipe of a method; UsageError for an option that it does not have, or a bad value."""
    kind: Any = RECIPES[method]
    given = {name: value for name, value in options.items() if value is not None}
    for name, value in given.items():
        if not hasattr(kind, name):
            raise click.UsageError(f"--{spelled(name)} {value} is not used by --method {method}")
    try:
        recipe: Recipe = kind(**given)
    except TrainingError as error:
        raise click.UsageError(str(error)) from None
    return recipe
