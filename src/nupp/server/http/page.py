"""The built page: its files as they are, compressed ones where they are there and wanted."""

from __future__ import annotations

import mimetypes
import re
from importlib.resources import files
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, Response

from nupp.server.http.encodings import VARY, chosen_encoding
from nupp.server.models.shared import ProblemError

FOLDER: Final = Path(str(files("nupp.server"))) / "static"
INDEX: Final = "index.html"

_COMPRESSED: Final = (("br", ".br"), ("gzip", ".gz"))
"""Encodings and the endings of files that hold them, the best first."""
_HASHED: Final = re.compile(r"assets/.+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+")
"""Files whose names change with their contents."""

mimetypes.add_type("application/manifest+json", ".webmanifest")

router = APIRouter(include_in_schema=False)


@router.api_route("/", methods=["GET", "HEAD"])
async def show_page(request: Request) -> Response:
    """The page."""
    if not (FOLDER / INDEX).is_file():
        raise ProblemError(
            503, "no_page", "the page is not built: expected `make page`, or an installed nupp; /api is there"
        )
    return _file(INDEX, request)


@router.api_route("/assets/{path:path}", methods=["GET", "HEAD"])
async def show_asset(path: str, request: Request) -> Response:
    """A file that the page needs."""
    return await show_file(f"assets/{path}", request)


@router.api_route("/{path}", methods=["GET", "HEAD"])
async def show_file(path: str, request: Request) -> Response:
    """A file beside the page."""
    name = _name(path)
    if name is None:
        raise ProblemError(404, "not_found", f"/{path[:100]} is not here")
    return _file(name, request)


def _name(path: str) -> str | None:
    """The name of a file of the page within its folder; None for other files."""
    folder = FOLDER.resolve()
    try:
        wanted = (folder / path).resolve()
        known = wanted.is_relative_to(folder) and wanted.is_file()
    except (OSError, ValueError):  # such as for a NUL, or more letters than a name can have
        return None
    return wanted.relative_to(folder).as_posix() if known else None


def _file(name: str, request: Request) -> Response:
    there = {encoding: FOLDER / f"{name}{ending}" for encoding, ending in _COMPRESSED}
    encoding = chosen_encoding(request, [one for one, path in there.items() if path.is_file()])
    path, encoded = (
        (FOLDER / name, {}) if encoding is None else (there[encoding], {"Content-Encoding": encoding})
    )
    return FileResponse(path, media_type=_type(name), headers={**encoded, **_kept(name)})


def _kept(name: str) -> dict[str, str]:
    """The time for which browsers may keep a file without asking."""
    forever = _HASHED.fullmatch(name) is not None
    control = "public, max-age=31536000, immutable" if forever else "no-cache"
    return {"Cache-Control": control, **VARY}


def _type(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"
