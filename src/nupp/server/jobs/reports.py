"""The folders of tournaments and experiments, and their reports, which may do nothing but show themselves."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Final

from fastapi import Response

from nupp.server.models.shared import ProblemError
from nupp.server.offloop import off_loop

_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)


async def make_folder(folder: Path) -> None:
    """Make the folder of a tournament or of experiments; ProblemError 503 if there can be none."""
    try:
        await off_loop(folder.mkdir, parents=True, exist_ok=True)
    except OSError as error:
        words = f"the server cannot write its files: {error.strerror or error}"
        raise ProblemError(503, "no_folder", words) from None


def report_response(page: Path) -> Response:
    """A report that was written to a file; OSError if it cannot be read.

    Its own style and its own script run, known by its digest, and nothing else; in a sandbox, so that the
    script has nothing to do with the page of the server, its cookies and its other addresses.
    """
    text = page.read_text(encoding="utf-8")
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
        f"script-src {' '.join(map(_source, _SCRIPT.findall(text))) or repr('none')}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
    )
    headers = {
        "Content-Security-Policy": policy,
        "X-Frame-Options": "SAMEORIGIN",
        "Cache-Control": "no-cache",
    }
    return Response(text, media_type="text/html", headers=headers)


def _source(script: str) -> str:
    """A script as a policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
