"""Amazons: the shapes and trainings of the thesis's convolutional network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nupp.learn.recipes import CnnRecipe
from nupp.studies.cnn import KNOWS_NOTHING, LEARNT, positions, trained, workplace
from nupp.studies.sources import AMAZONS
from nupp.studies.study import Findings, Lab, Plot, Study, Table
from nupp.studies.verdicts import ANSWERS, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Row(NamedTuple):
    """A row of the table. loss: published. data: what was learnt from, one of `DATA`."""

    loss: float
    rate: float = 0.02
    dense: tuple[int, int, int] = (256, 256, 256)
    epochs: int = 30
    batch: int = 64
    data: str = "part"
    dropout: tuple[float, float] = (0.2, 0.2)
    filters: int = 32

    def recipe(self, params: Mapping[str, Any], number: int = 0) -> CnnRecipe:
        """The training of that number, which differs from the others in its seed."""
        return CnnRecipe(
            seed=params["seed"] + number,
            rate=self.rate,
            epochs=max(1, round(params["epochs"] * self.epochs / 30)),
            batch=self.batch,
            filters=(self.filters,) * 3,
            dense=self.dense,
            dropout=self.dropout,
        )

    def words(self) -> tuple[Any, ...]:
        """The cells of its row in the tables."""
        dense, dropout = ("-".join(map(str, one)) for one in (self.dense, self.dropout))
        return self.rate, dense, self.epochs, self.batch, DATA[self.data].words, dropout, self.filters


class Data(NamedTuple):
    """Positions that are learnt from. share: of the games of the largest set. deeper: plies that their
    players look further ahead than those of the others.
    """

    words: str
    share: float
    deeper: int = 0


DATA: Final = {
    "all": Data("all", 1.0),
    "part": Data("30 %", 0.3),
    "best": Data("30 %, better players", 0.3, deeper=1),
}

PUBLISHED: Final = {
    "1": Row(0.007051, data="best"),
    "2": Row(0.006558, data="all"),
    "3": Row(0.007442, dense=(128, 128, 128), data="all", dropout=(0.0, 0.2)),
    "4": Row(0.005461, data="all", filters=64),
    "5": Row(0.017463, rate=0.08),
    "6": Row(0.012662, epochs=50),
    "7": Row(0.012805, rate=0.005, epochs=50),
    "8": Row(0.018156, rate=0.04),
    "9": Row(0.008649, rate=0.08),
    "10": Row(0.016752, rate=0.01),
    "11": Row(0.012016, dense=(256, 128, 64)),
    "12": Row(0.015084, dense=(64, 128, 256)),
    "13": Row(0.011507),
    "14": Row(0.012566, dense=(128, 128, 128)),
    "15": Row(0.010718, dense=(512, 128, 128)),
    "16": Row(0.013064, dense=(128, 128, 512)),
    "17": Row(0.026750, dense=(32, 32, 32), epochs=25, dropout=(0.2, 0.5)),
    "18": Row(0.021205, dense=(32, 32, 32), epochs=25, dropout=(0.2, 0.3)),
    "19": Row(0.016188, dense=(32, 32, 32), dropout=(0.2, 0.1)),
    "20": Row(0.016948, dense=(32, 32, 32)),
    "21": Row(0.023226, dense=(32, 32, 32), batch=128),
    "22": Row(0.046042, dense=(32, 32, 32), batch=512),
    "23": Row(0.014126, dense=(32, 32, 32), batch=16),
    "24": Row(0.014419, dense=(32, 32, 32), batch=32),
    "25": Row(0.028822, dense=(16, 16, 16), filters=16),
}
"""The rows of the source's table by their numbers."""

TWINS: Final = ("5", "9")
"""Rows that are printed with the same training, and losses of which one is twice the other."""

COMPARED: Final = (("1", "13"), ("2", "13"), ("20", "22"), ("4", "2"), ("20", "25"))
"""Rows of which the source's first had the smaller loss."""
AS_GOOD: Final = (("20", "23"), ("20", "24"))
"""Rows whose batches the source calls as good. Quoted, not judged: three trainings prove nothing alike."""


SOURCE_POSITIONS: Final = 304_757
"""All the source's data."""

Trainings = Mapping[str, Sequence[Sequence[float]]]
"""By rows, of each of their trainings: the error as learnt, on other games, and the share of winners found.
"""


def parameters(quick: bool) -> Mapping[str, Any]:
    """games: that are learnt from where the source used all its data. epochs: where it made 30. trainings: of
    the rows that are compared.
    """
    size, games, epochs = (5, 40, 1) if quick else (10, 400, 30)
    terms = {"size": size, "games": games, "depth": 2, "epochs": epochs, "trainings": 3}
    return terms | {"openings": 4, "seed": 1}


def conduct(lab: Lab) -> Findings:
    params = parameters(lab.quick)
    with workplace(lab) as folder:
        data = {
            name: positions(
                folder,
                name,
                round(one.share * params["games"]),
                params["depth"] + one.deeper,
                params,
                lab.threads,
            )
            for name, one in DATA.items()
        }

        def find(item: str) -> list[float]:
            name, number = item.split()
            row = PUBLISHED[name]
            done = trained(data[row.data], row.recipe(params, int(number)), lab.threads).progress
            return [done.error, done.tested or 0.0, done.right or 0.0]

        items = items_of(params["trainings"])
        known = lab.values("networks", [item for row in items.values() for item in row], find)
    found = {name: [known[item] for item in row] for name, row in items.items()}
    means = {name: [fmean(column) for column in zip(*row, strict=True)] for name, row in found.items()}
    counts = ", ".join(f"{len(data[name]):,} ({one.words})" for name, one in DATA.items())
    return Findings(
        tables=[
            Table(
                "Mean squared error of the share of the point, as it was learnt and on other games",
                (
                    "row",
                    *("rate", "dense", "epochs", "batch", "data", "dropout", "filters"),
                    *("published", "learnt", "others", "winner predicted"),
                ),
                [
                    (name, *row.words(), row.loss, *(round(value, 4) for value in means[name]))
                    for name, row in PUBLISHED.items()
                ],
                f"Positions of {params['size']} x {params['size']}: {counts}. {params['epochs']} epochs "
                f"where the source made 30. In the rows of the next table means of {params['trainings']} "
                "trainings with other random numbers, in the others one.",
            ),
            Table(
                "Errors as learnt of the rows that are compared, from the least to the largest",
                ("row", "against", "its errors", "those of the other", "smaller"),
                [
                    (
                        *(one, other, errors_text(found[one]), errors_text(found[other])),
                        ANSWERS[is_smaller(found[one], found[other])],
                    )
                    for one, other in (*COMPARED, *AS_GOOD, TWINS)
                ],
                "Smaller, or not, is a row only if each of its trainings is; of two that are alike one is "
                f"so by chance in {chance(params['trainings']):.0%} of cases. "
                f"Rows {' and '.join(TWINS)} are printed with one and the same training.",
            ),
        ],
        found=words(found, means),
        stands=stands(found),
        difference=(
            f"The source learnt from {SOURCE_POSITIONS:,} positions, here it is {len(data['all']):,}: with "
            f"as many epochs it made {SOURCE_POSITIONS / len(data['all']):.0f} times as many steps, and "
            "gradient descent without momentum takes many before such a network leaves the error of always "
            "guessing the mean. The source gives no error on games that were not learnt from. Its small "
            "losses may be those of a network that knows its positions by heart: those of one game are "
            "almost alike, and share their result. Its rows 5 and 9 are printed with the same training and "
            "losses of which one is twice the other: differences of that size need no other reason than "
            "chance, or a misprint."
        ),
        plots=[Plot("errors", "Errors as learnt and on other games", lambda axes: draw(axes, means))],
    )


def items_of(trainings: int) -> dict[str, list[str]]:
    """The trainings of each row by what their values are called: several of those that are compared."""
    compared = {name for pair in (*COMPARED, *AS_GOOD, TWINS) for name in pair}
    numbers = {name: range(trainings if name in compared else 1) for name in PUBLISHED}
    numbers[TWINS[1]] = range(trainings, 2 * trainings)  # else they would be the same to the bit
    return {name: [f"{name} {number}" for number in numbers[name]] for name in PUBLISHED}


def chance(trainings: int) -> float:
    """The probability that all trainings of one row err less than all of another, or more, by chance."""
    return 2 / comb(2 * trainings, trainings)


def errors_text(row: Sequence[Sequence[float]]) -> str:
    """The errors of what was learnt, in words."""
    return ", ".join(f"{error:.4f}" for error in sorted(training[0] for training in row))


def words(found: Trainings, means: Mapping[str, Sequence[float]]) -> str:
    learnt, others = ([values[at] for values in means.values()] for at in (0, 1))
    best = min(means, key=lambda name: means[name][1])
    trainings = [training for row in found.values() for training in row]
    taught = sum(error < LEARNT for error, *_ in trainings)
    return (
        f"On games that were not learnt from the errors lie between {min(others):.3f} (row {best}) and "
        f"{max(others):.3f}, on those that were between {min(learnt):.3f} and {max(learnt):.3f}; "
        f"{KNOWS_NOTHING:g} is that of who knows nothing. Of {len(trainings)} trainings {taught} have learnt "
        f"anything: their errors are below {LEARNT:g}."
    )


def is_smaller(row: Sequence[Sequence[float]], other: Sequence[Sequence[float]]) -> bool | None:
    """True if all trainings of a row err less on what was learnt than all of another; None if some do not.

    Where no network has learnt anything that cannot be judged either.
    """
    one, two = ([error for error, *_ in trainings] for trainings in (row, other))
    if min(one + two) >= LEARNT:
        return None
    return True if max(one) < min(two) else False if min(one) > max(two) else None


def stands(found: Trainings) -> str:
    """The verdict on the claim that better players, more data, smaller batches and more filters reduce
    errors.
    """
    return verdict(is_smaller(found[better], found[worse]) for better, worse in COMPARED)


def draw(axes: Axes, found: Mapping[str, Sequence[float]]) -> None:
    for place, (label, colour) in enumerate((("learnt", "C0"), ("other games", "C1"))):
        axes.plot(list(found), [values[place] for values in found.values()], "o", color=colour, label=label)
    axes.set(xlabel="row of the table", ylabel="mean squared error")
    axes.legend()


STUDY: Final = Study(
    name="amazons-table-2",
    title="Amazons: shapes and trainings of the convolutional network",
    source=f"{AMAZONS}, table 2",
    claim=(
        "Of 25 trainings that varied the learning rate, dense layers, dropout, filters, batches and data, "
        "those with all data, with most filters or from the games of better players had the smallest losses; "
        "batches of 64 were as good as smaller ones, and better than larger ones."
    ),
    silent=(
        "Which optimizer; here stochastic gradient descent. Its table 2 has three hidden dense layers, which "
        "are taken here, its table 1 two. Its data came from a server of games, those of the first row from "
        "its 20 best players; here they are games of a machine, and of one that looks a turn further."
    ),
    conduct=conduct,
    parameters=parameters,
)
