"""Files of networks that are evaluators, by which every player that takes one can be given a learned one.

A file ends in `.nupp` and is an archive (see `archives.py`). Of each kind `about` has `format`; `game`, the
canonical spec; `recipe`, how it was trained: method, parameters, seed, metrics; and `nupp`, the version of
nupp that wrote it.

Of a pattern network there are besides:

- `values`, how many kinds of contents a cell has; `families`, each with its `patterns`, `turns` and
  `digits` (older files have none), and `stage_of`, as `Patterns` takes them; `features`, the name of what is
  looked up besides (see `features.py`);
- of a game that does not list its contents `fields`, the groups of its states' cells (see `fields.py`), and
  `layout`, the name, type, shape and offset of each field of a state;
- `measure`, `result` or `margin`: what it expects; files without it are of results;
- the array `weights`: int16, shape (sets of tables, entries), as `PatternNetwork` takes them. Where that is
  large there is `differences` instead, of which a file can be made much smaller: uint8, shape (2, sets,
  entries), the low bytes of all weights and the high ones, of each set less the one after it, without the
  entries that share the weight of an earlier one.

Of a convolutional network:

- `scene`, the name of what it sees (see `scenes.py`), and `grid`, the height and width of its planes;
- the arrays `rows`, `inner`, `inner_bias` and `last`, float32, as `Convolution` takes them.

Of a feed-forward network:

- `values` and `stage_of`, as of a pattern network; `inputs`, the name of what it sees (see `inputs.py`);
- the arrays `rows`, `inner`, `inner_bias` and `last`, float32, as `FeedForward` takes them.

Networks that come with a game (see `learned.py`) are found by the name `learned`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.boards import HexBoard, SquareBoard
from nupp.evaluators.archives import NOT_A_FILE, loaded, read_archive, reason_of, write_archive
from nupp.evaluators.contract import Evaluator
from nupp.evaluators.convolution import Convolution
from nupp.evaluators.features import features
from nupp.evaluators.feedforward import FeedForward
from nupp.evaluators.fields import fields_from
from nupp.evaluators.inputs import Inputs, inputs
from nupp.evaluators.networks.planes import grid_of
from nupp.evaluators.patterns import Family, MarginNetwork, PatternNetwork, Patterns
from nupp.evaluators.scenes import scene
from nupp.evaluators.stages import stages_of
from nupp.evaluators.things import Things
from nupp.rules import Game
from nupp.version import __version__

PATTERNS: Final = "nupp patterns 1"
LARGE: Final = 4 << 20
"""Bytes of weights from which on a file holds differences."""
CONVOLUTION: Final = "nupp convolution 1"
FEEDFORWARD: Final = "nupp feedforward 1"

Network = PatternNetwork | Convolution | FeedForward


def pack(network: Network, game: Game, recipe: Mapping[str, Any]) -> bytes:
    """The content of a file for a network that was trained for a game."""
    arrays: dict[str, Any] = {name: getattr(network, name) for name in network.data}
    if isinstance(network, Convolution):
        grid = grid_of(game)
        kind: dict[str, Any] = {
            "format": CONVOLUTION,
            "scene": network.scene.name,
            "grid": [grid.height, grid.width],
        }
    elif isinstance(network, FeedForward):
        kind = {
            "format": FEEDFORWARD,
            "inputs": network.inputs.name,
            "values": game.kinds.values,
            "stage_of": network.stage_of.tolist(),
        }
    else:
        patterns = network.patterns
        kind = {
            "format": PATTERNS,
            "values": patterns.values,
            **patterns.things.description(),
            "families": [family._asdict() for family in patterns.families],
            "stage_of": patterns.stage_of.tolist(),
            "features": patterns.features.name,
            "measure": network.measure,
        }
        if network.weights.nbytes > LARGE:
            arrays = {"differences": differences_of(network.weights, patterns)}
    about = {"nupp": __version__, "game": game.spec, "recipe": dict(recipe), **kind}
    return write_archive(about, arrays, compressed=True)


def differences_of(weights: NDArray[np.int16], patterns: Patterns) -> NDArray[np.uint8]:
    """The array `differences` of a file."""
    own = weights[:, _has_its_own(patterns)]
    differences = own - np.concatenate([own[1:], np.zeros_like(own[:1])])
    return np.moveaxis(differences[..., None].view(np.uint8), -1, 0)


def weights_from(differences: NDArray[np.uint8], patterns: Patterns) -> NDArray[np.int16]:
    """The weights of which an array `differences` was made."""
    is_own = _has_its_own(patterns)
    expected = 2, patterns.sets, np.count_nonzero(is_own)
    if differences.shape != expected:
        raise ValueError(f"differences of shape {differences.shape}: expected {expected}")
    low, high = differences.astype(np.uint16)
    own = np.cumsum((low | high << 8).view(np.int16)[::-1], axis=0, dtype=np.int16)[::-1]
    places = np.cumsum(is_own) - 1
    return np.ascontiguousarray(own[:, places[patterns.ties]])


def _has_its_own(patterns: Patterns) -> NDArray[np.bool_]:
    """Which entries do not take the weight of an earlier one."""
    return np.asarray(patterns.ties == np.arange(patterns.entries))


def unpack(content: bytes, game: Game, fits: Sequence[str] = ()) -> tuple[Evaluator[Any], dict[str, Any]]:
    """The network in the content of a file, and its recipe; ValueError says why it is none for this game.

    fits: the specs of other games that it is known to be good for, with `*` for any value of a parameter.
    """
    about, arrays = read_archive(content, game, *_KINDS, fits=fits)
    words, make = _KINDS[about["format"]]
    try:
        return make(about, arrays, game), dict(about["recipe"])
    except NOT_A_FILE as error:
        raise ValueError(f"it holds no {words} ({reason_of(error)})") from None


def _patterns(about: Mapping[str, Any], arrays: Mapping[str, Any], game: Game) -> PatternNetwork:
    families = list(map(_family, about["families"]))
    things = fields_from(about, game) if "fields" in about else Things(game)
    stage_of = _stages(about, things.values)
    patterns = Patterns(game, families, stage_of, features(about["features"], game), things)
    kind = {kind.measure: kind for kind in (PatternNetwork, MarginNetwork)}[about.get("measure", "result")]
    if "differences" in arrays:
        return kind(patterns, weights_from(arrays["differences"], patterns))
    return kind(patterns, arrays["weights"])


def _family(about: Mapping[str, Any]) -> Family:
    digits = tuple(map(int, about.get("digits", ())))
    return Family(_tuples(about["patterns"]), _tuples(about["turns"]), digits)


def _convolution(about: Mapping[str, Any], arrays: Mapping[str, Any], game: Game) -> Convolution:
    grid = grid_of(game)
    if about.get("grid", _grid_before(game)) != [grid.height, grid.width]:
        raise ValueError(f"its planes have another shape: expected {grid.height} x {grid.width}")
    return Convolution(scene(about["scene"], game), **{name: arrays[name] for name in Convolution.data})


def _feedforward(about: Mapping[str, Any], arrays: Mapping[str, Any], game: Game) -> FeedForward:
    seen = inputs(about.get("inputs", Inputs.name), game)
    stage_of = _stages(about, game.kinds.values)
    weights = {name: arrays[name] for name in FeedForward.data}
    if not seen.are_placed:
        stage_of = in_proportion(stage_of, stages_of(game).count)
        used = sorted(set(stage_of))  # a small board may have fewer stages than sets
        weights["last"] = np.ascontiguousarray(weights["last"][used])
        stage_of = tuple(map(used.index, stage_of))
    return FeedForward(game, seen, stage_of, **weights)


def in_proportion(stage_of: Sequence[int], count: int) -> tuple[int, ...]:
    """The set of weights for each of `count` stages, by those of a game that has more stages or fewer."""
    return tuple(stage_of[stage * len(stage_of) // count] for stage in range(count))


def _stages(about: Mapping[str, Any], values: int) -> tuple[int, ...]:
    """The set of weights for each stage; ValueError where cells have other contents."""
    if about["values"] != values:
        raise ValueError(f"{about['values']} kinds of contents of a cell: expected {values}")
    return tuple(map(int, about["stage_of"]))


def _grid_before(game: Game) -> list[int]:
    """The shape of planes in files that do not state it, in which most boards had their cells in one row."""
    grid = grid_of(game)
    kept = isinstance(game.board, SquareBoard | HexBoard)
    return [grid.height, grid.width] if kept else [1, len(game.board)]


_KINDS: Final[dict[str, tuple[str, Callable[..., Evaluator[Any]]]]] = {
    PATTERNS: ("network of patterns", _patterns),
    CONVOLUTION: ("convolutional network", _convolution),
    FEEDFORWARD: ("feed-forward network", _feedforward),
}
"""By their formats: what files hold, and what makes it of them."""


def load(name: str, game: Game, fits: tuple[str, ...] = ()) -> Evaluator[Any]:
    """The network in a file, for a game; ValueError, which quotes the name, says why there is none.

    The same object while the file stays the same: it must not be changed.
    """
    return loaded(name, game, unpack, fits)[0]


def _tuples(rows: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(int, row)) for row in rows)
