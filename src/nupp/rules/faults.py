"""Faults of rules in words: why they cannot be compiled, and on which line of their file they fail."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Collection
from pathlib import Path

from nupp.kernel.advice import advice_for
from nupp.rules.contract import Game

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def file_of(game: Game) -> Path | None:
    """The file in which the class of a game is written."""
    module = sys.modules.get(type(game).__module__)
    return Path(module.__file__).resolve() if module is not None and module.__file__ else None


def own_frame(error: BaseException, files: Collection[str]) -> traceback.FrameSummary | None:
    """The innermost line of some files in which an error arose; None if it arose in none of them."""
    frames = reversed(traceback.extract_tb(error.__traceback__))
    return next((frame for frame in frames if str(Path(frame.filename).resolve()) in files), None)


def compile_fault(error: BaseException, files: Collection[str]) -> str:
    """The reason for which code cannot be compiled, with the line of one of some files that causes it.

    Empty for an error that is not one of the compiler.
    """
    if type(error).__module__.startswith("numba."):
        return f"code that cannot be compiled: {_reason(_COLOURS.sub('', str(error)), files)}"
    if isinstance(error, KeyError) and _is_of_compiler(error):
        return f"code that cannot be compiled: a state has no field {error}"
    return ""


def _is_of_compiler(error: BaseException) -> bool:
    """True if an error that is none of Numba's own arose in it."""
    return any("numba" in Path(frame.filename).parts for frame in traceback.extract_tb(error.__traceback__))


def _reason(text: str, files: Collection[str]) -> str:
    """The cause and the place in the compiler's long message: the innermost cause comes first."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    noise = ("Failed in", "- Resolution", "During:", "File ", "def ", "<source", "^")
    causes = [line for line in lines if not line.startswith(noise)]
    places = [line.rstrip(":") for line in lines if line.startswith("File ")]
    called = re.findall(r"(?:typing of|lowering) .* at (.+) \((\d+)\)", text)
    own = [f"{file}, line {number}" for file, number in called if str(Path(file).resolve()) in files]
    advice = advice_for(text)
    return ", ".join([*([advice] if advice else causes[:1]), *(own or places)[:1]]) or text[:100]
