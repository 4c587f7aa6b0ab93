"""The convolutional networks of the thesis on Amazons: their data, made by self-play, and their training."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nupp.extras import require
from nupp.learn.datasets import Dataset
from nupp.learn.recipes import CnnRecipe
from nupp.learn.selfplay import SelfPlay, record_self_play
from nupp.rules import game
from nupp.studies.study import Lab

if TYPE_CHECKING:
    from nupp.learn.networks.thesis import ThesisTraining


KNOWS_NOTHING: Final = 0.25
"""The error of a network that gives each side half of the point, whatever the position."""
LEARNT: Final = 0.95 * KNOWS_NOTHING
"""A network with a smaller error has learnt something; that of others depends on chance alone."""


@contextlib.contextmanager
def workplace(lab: Lab) -> Iterator[Path]:
    """A folder for data and networks: that of the study, or one that is gone afterwards."""
    require("learn", "the training of this study", *CnnRecipe.packages)
    if lab.folder:
        yield lab.folder
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)


def positions(
    folder: Path, name: str, games: int, depth: int, params: Mapping[str, Any], threads: int
) -> Dataset:
    """The positions of games between equals that look `depth` turns ahead, kept in a file of the folder."""
    rules, file = f"amazons:size={params['size']}", folder / f"{name}.data"
    plan = SelfPlay(
        rules,
        "alphabeta:eval=(directions:cof1=0.45),table=1",
        depth=depth,
        games=games,
        openings=params["openings"],
        epsilon=0.1,
        seed=params["seed"],
    )
    record_self_play(plan, file, threads, resume=True)
    return Dataset.read([file], game(rules))


def trained(data: Dataset, recipe: CnnRecipe, threads: int) -> ThesisTraining:
    """A network that has been trained for the epochs of a recipe."""
    import torch

    from nupp.learn.networks.thesis import ThesisTraining

    torch.set_num_threads(threads)
    training = ThesisTraining(data, recipe)
    for _ in range(recipe.epochs):
        training.step()
    return training
