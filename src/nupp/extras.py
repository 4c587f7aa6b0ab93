"""The extras of an installation: the packages that each brings, and the error without them."""

from __future__ import annotations

import importlib.util
from typing import Final

_REPORT: Final = ("jinja2", "matplotlib")
EXTRAS: Final[dict[str, tuple[str, ...]]] = {
    "server": (
        "alembic",
        "anyio",
        "fastapi",
        "glicko2",
        "h11",
        "markdown_it",
        "prometheus_client",
        "pydantic",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "websockets",
        *_REPORT,
    ),
    "report": _REPORT,
    "nets": ("onnxruntime",),
    "learn": ("onnx", "tensorboard", "torch"),
    "scale": ("ray",),
    "postgres": ("psycopg",),
    "openspiel": ("pyspiel",),
    "pettingzoo": ("gymnasium", "pettingzoo"),
    "gymnasium": ("gymnasium",),
    "conform": ("hypothesis", "pytest"),
}
"""The modules that nupp imports from the packages of each extra."""


class MissingExtraError(ModuleNotFoundError):
    """A part of nupp was used without the extra that brings its packages; the message says what to install.

    name: the first module that was not found.
    """


def require(extra: str, user: str, *modules: str) -> None:
    """Raise MissingExtraError if modules of an extra are not installed.

    user: what needs them, the subject of the message. modules: those that it needs; all of the extra's by
    default. Nothing is imported.
    """
    for module in modules or EXTRAS[extra]:
        if importlib.util.find_spec(module) is None:
            raise MissingExtraError(f'{user} needs more: pip install "nupp[{extra}]"', name=module)
