"""The log on stderr: lines of JSON for programs, plain ones for people at a terminal.

Nothing that is secret comes in: no cookies, no tokens, no query strings, no texts that people sent.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final

from nupp.formats import printable

LOG: Final = logging.getLogger("nupp.server")

_DETAILS: Final = "nupp_details"


def details(**found: object) -> dict[str, object]:
    """The fields of a log record beyond its text, as its `extra`.

    They have a place of their own in the record: other libraries of the process may put fields of theirs into
    every record, as Ray does.
    """
    return {_DETAILS: found}


def _details(record: logging.LogRecord) -> dict[str, object]:
    found: dict[str, object] = getattr(record, _DETAILS, {})
    return found


class JsonFormatter(logging.Formatter):
    """One JSON object a line: when, how serious, what, and the details under their names."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **_details(record),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class PlainFormatter(logging.Formatter):
    """A line for people: the time of day, what, and the details."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        level = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
        details = "".join(f" {name}={printable(str(value))}" for name, value in _details(record).items())
        traceback = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return f"{moment} {level}{record.getMessage()}{details}{traceback}"


def set_up(level: int = logging.INFO, plain: bool | None = None) -> None:
    """Write the log of the server to stderr. plain: for people; without it, if stderr is a terminal."""
    plain = sys.stderr.isatty() if plain is None else plain
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainFormatter() if plain else JsonFormatter())
    for name in ("nupp.server", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(level if name == "nupp.server" else max(level, logging.WARNING))
