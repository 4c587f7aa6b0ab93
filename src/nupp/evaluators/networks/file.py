"""Files of neural networks, by which players are given one: `net=FILE`.

A file ends in `.nupp` and is an archive (see `nupp.evaluators.archives`) of

- `about`: a JSON object as bytes, with `format`; `game`, the canonical spec; `sees`, what the network is
  shown (`own` or `absolute`, see `nupp.evaluators.networks.planes`) and `planes`, their channels, height and
  width; `recipe`, how it was trained: method, parameters, seed, metrics; and `nupp`, the writer's version;
- `onnx`: uint8, the network as ONNX has it, with the input `planes`, float32 (positions, channels, height,
  width), and the outputs `value`, float32 (positions), and `policy`, float32 (positions, outputs);
- `classes`: int64, the classes of moves that have an output (see `Policy`); of a network that only evaluates
  positions there are none, and no output `policy`.

What `value` means follows from `sees`: the expected result for the side to move, from -1 to 1 (`own`), or the
share of the point that the first side may expect, from 0 to 1 (`absolute`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from nupp.evaluators.archives import loaded, read_archive, write_archive
from nupp.evaluators.networks.planes import shape_seen
from nupp.evaluators.networks.policy import Policy
from nupp.rules import Game
from nupp.version import __version__

FORMAT: Final = "nupp network 1"


@dataclass(frozen=True)
class NetworkFile:
    """The content of a file. policy: None if the network has only a value."""

    game: Game
    sees: str
    policy: Policy | None
    onnx: bytes
    recipe: Mapping[str, Any] = field(default_factory=dict)


def pack(network: NetworkFile) -> bytes:
    """The content of a file."""
    about = {
        "format": FORMAT,
        "nupp": __version__,
        "game": network.game.spec,
        "sees": network.sees,
        "planes": shape_seen(network.game, network.sees),
        "recipe": dict(network.recipe),
    }
    classes = np.zeros(0, np.int64) if network.policy is None else network.policy.classes
    arrays = {"onnx": np.frombuffer(network.onnx, np.uint8), "classes": classes}
    return write_archive(about, arrays, compressed=True)


def unpack(content: bytes, game: Game) -> NetworkFile:
    """Return the network in the content of a file; ValueError says why it is no network for this game."""
    about, arrays = read_archive(content, game, FORMAT)
    try:
        sees, planes, recipe = str(about["sees"]), list(about["planes"]), dict(about["recipe"])
        classes, onnx = arrays["classes"], arrays["onnx"].tobytes()
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"it holds no network ({error})") from None
    expected = list(shape_seen(game, sees))
    if planes != expected:
        raise ValueError(f"it takes planes of shape {planes}: expected {expected}")
    return NetworkFile(game, sees, Policy(game, classes) if len(classes) else None, onnx, recipe)


def load(name: str, game: Game) -> NetworkFile:
    """Return the network in a file, for a game; ValueError, which quotes the name, if the file has none for
    it.
    """
    return loaded(name, game, unpack)
