"""The searches of every game can be kept on disk: their code names nothing whose content cannot be read."""

from __future__ import annotations

import importlib
import pkgutil

import nupp.search
from nupp.conformance.observe import Sample
from nupp.conformance.requirements import Scope, requirement
from nupp.evaluators import default_evaluator, evaluator
from nupp.kernel import Kernel
from nupp.kernel.digest import digest


def kernels() -> dict[str, Kernel[..., object]]:
    """All kernels of the searches that are compiled, by their names."""
    modules = [
        importlib.import_module(f"nupp.search.{found.name}")
        for found in pkgutil.iter_modules(nupp.search.__path__)
    ]
    found = {name: value for module in modules for name, value in vars(module).items()}
    return {
        name: value for name, value in found.items() if isinstance(value, Kernel) and value.native is None
    }


@requirement(Scope.DEFAULTS)
def every_search_of_a_game_has_a_digest(base: Sample) -> None:
    played = base.game
    chosen = evaluator(default_evaluator(played), played)
    for name, kernel in kernels().items():
        assert len(digest(kernel, (played, chosen))) == 64, name
