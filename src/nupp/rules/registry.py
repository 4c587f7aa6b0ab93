"""The registry of games: `game("name:width=15,height=15")`, and how new games enter it."""

from __future__ import annotations

import functools
import importlib.util
import pkgutil
import sys
import threading
import warnings
from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Final, TypeVar

from nupp.rules.contract import Game
from nupp.rules.trial import RulesError
from nupp.spec import Catalogue, Entry, SpecError, parse_spec

PLUGINS: Final = "nupp.games"
"""The package whose folders are the games that come with nupp, and the group of entry points under which
installed packages offer others."""


class Shelf(Catalogue[Game]):
    """The games that are registered. Those that come with nupp are imported when it is first asked."""

    def __init__(self) -> None:
        super().__init__("game")
        self._lock = threading.RLock()
        self._is_filled = self._is_filling = False

    def add(self, name: str, factory: Callable[..., Game], summary: str = "") -> None:
        """As in any catalogue; a game that was there before those that come with nupp stays."""
        if not (self._is_filling and name in self._entries):
            super().add(name, factory, summary)

    def entry(self, name: str, among: Iterable[str] | None = None) -> Entry[Game]:
        """As in any catalogue; the error of a name that is like no known one has a hint on files."""
        try:
            return super().entry(name, among)
        except SpecError as error:
            hint = "" if "did you mean" in str(error) else "; a game of your own needs --load FILE"
            raise SpecError(f"{error}{hint}") from None

    def names(self) -> list[str]:
        self.fill()
        return super().names()

    def fill(self) -> None:
        """Import the folders of `nupp.games`, each of which registers what it offers."""
        with self._lock:
            if self._is_filled:
                return
            self._is_filled = self._is_filling = True
            try:
                for found in pkgutil.iter_modules(importlib.import_module(PLUGINS).__path__, f"{PLUGINS}."):
                    importlib.import_module(found.name)
            finally:
                self._is_filling = False


GAMES: Final = Shelf()

_FILE: Final = "nupp_file_"
"""The first letters of the modules of files that are loaded."""

F = TypeVar("F", bound=Callable[..., Game])


def register(factory: F, name: str = "") -> F:
    """Register a game class, or a function that makes games; usable as a decorator.

    The name is the class's `name` unless one is given. Registering a name again replaces the game, which
    suits notebooks; ValueError for a class in a file that --load names if the name is that of a game of nupp.
    """
    _check_free(name or getattr(factory, "name", factory.__name__), factory)
    GAMES.add(name or getattr(factory, "name", factory.__name__), factory)
    _make.cache_clear()
    return factory


def _check_free(name: str, factory: Callable[..., Game]) -> None:
    """Raise ValueError if a file that is loaded takes the name of a game that comes with nupp."""
    if not factory.__module__.startswith(_FILE) or name not in GAMES.names():
        return
    if GAMES.entry(name).factory.__module__.startswith(f"{PLUGINS}."):
        raise ValueError(f"there is a game named {name} already: expected another name")


def game(spec: str) -> Game:
    """The game that a spec names, with or without parameters: `name` or `name:size=6`.

    The same spec gives the same object. SpecError (a ValueError) for an unknown name or parameter, or a
    value out of range, says which are known.
    """
    parsed = parse_spec(spec)
    if parsed.name not in GAMES.names():
        load_plugins()
    return _make(GAMES.canonical(parsed))


@functools.lru_cache(maxsize=256)
def _make(canonical: str) -> Game:
    made = GAMES.make(parse_spec(canonical))
    object.__setattr__(made, "spec", canonical)
    object.__setattr__(made, "name", parse_spec(canonical).name)
    _check_complete(made)
    return made


def _check_complete(made: Game) -> None:
    """Raise RulesError if a game lacks an attribute that its `__init__`, or that of a base class, sets."""
    for name in ("State", "board", "max_moves", "notation"):
        if name not in vars(made) and not hasattr(type(made), name):
            bases = [kind for kind in type(made).__mro__[1:] if kind is not Game and issubclass(kind, Game)]
            inherits = any("__init__" in vars(kind) for kind in bases)
            cure = "super().__init__(...)" if inherits else f"self.{name} = ..."
            raise RulesError(f"{made.name} has no {name}: expected {cure} in its __init__")


@functools.cache
def load_plugins() -> None:
    """Import the modules of installed packages under the entry point group `nupp.games`.

    A package that cannot be imported causes a warning of one line; the others are imported all the same.
    """
    for plugin in entry_points(group=PLUGINS):
        try:
            plugin.load()
        except (Exception, SystemExit) as error:
            package = plugin.dist.name if plugin.dist else plugin.value
            fault = f"the game {plugin.name} of the package {package} cannot be loaded"
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            warnings.warn(f"{fault}: {reason}", stacklevel=2)


def load_file(path: str | Path) -> ModuleType:
    """Import a Python file that registers games, evaluators or players.

    SpecError if the file is not there. An error in the file itself is raised as it is.
    """
    file = Path(path).resolve()
    if not file.is_file():
        raise SpecError(f"{str(path)!r} is not a file: expected a Python file that registers a game")
    name = f"{_FILE}{file.stem}"
    found = importlib.util.spec_from_file_location(name, file)
    if found is None or found.loader is None:
        raise SpecError(f"{str(path)!r} cannot be imported: expected a file that ends in .py")
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    found.loader.exec_module(module)
    _loaded[str(file)] = None
    return module


def unregistered(module: ModuleType) -> str:
    """The name of a game class of a module that registers no game at all; empty if there is none."""
    if any(GAMES.entry(name).factory.__module__ == module.__name__ for name in GAMES.names()):
        return ""
    classes = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Game)]
    return next((kind.__name__ for kind in classes if kind.__module__ == module.__name__), "")


_loaded: dict[str, None] = {}


def loaded_files() -> tuple[str, ...]:
    """The files that have been loaded, in order: what another process has to load to know as much."""
    return tuple(_loaded)
