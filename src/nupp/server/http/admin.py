"""The page of the operator: rooms, engines, load and bans.

It is there for who has the token that is printed at the start, and on this machine alone unless the settings
say otherwise. It is one page without scripts; each button is a form.
"""

from __future__ import annotations

import functools
import ipaddress
import os
import resource
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import parse_qsl, urlsplit

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from nupp.server.models.shared import ProblemError
from nupp.server.services import Services, services
from nupp.server.settings import LOCAL
from nupp.version import __version__

if TYPE_CHECKING:
    from jinja2 import Template

router = APIRouter(prefix="/admin", include_in_schema=False)

COOKIE: Final = "nupp-admin"
MOST: Final = 200
"""The most rooms and addresses that are listed."""
_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",  # without a referrer browsers send forms from the origin `null`
}
_BEGAN: Final = time.time()

Of = Annotated[Services, Depends(services)]


async def _admitted(request: Request, of: Of) -> Services:
    """The parts of the server; ProblemError for who may not see the page."""
    settings = of.settings
    if not settings.admin_token:
        raise ProblemError(404, "not_found", "/admin is not here")
    if not (settings.admin_remote or _is_local(request)):
        raise ProblemError(403, "not_local", "the admin page is for this machine: expected --admin-remote")
    given = request.query_params.get("token") or request.cookies.get(COOKIE, "")
    if not secrets.compare_digest(given.encode(), settings.admin_token.encode()):
        raise ProblemError(403, "bad_token", "expected the address that the server printed when it began")
    return of


def _is_local(request: Request) -> bool:
    """True if it comes from this machine, and not by a proxy that other machines ask."""
    host = urlsplit(f"//{request.headers.get('host', '')}").hostname
    address = request.client.host if request.client else ""
    return host in LOCAL and ipaddress.ip_address(address or "0.0.0.0").is_loopback


Admitted = Annotated[Services, Depends(_admitted)]


@router.get("")
async def show_admin(request: Request, of: Admitted) -> Response:
    """The page; a token in the address becomes a cookie, so that it is not left in the browser's history."""
    if "token" in request.query_params:
        answer: Response = _back()
        answer.set_cookie(
            COOKIE,
            of.settings.admin_token,
            path="/admin",
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",  # by a tunnel it is read over http, whatever the site has
        )
        return answer
    return HTMLResponse(_template().render(seen(of)), headers=_HEADERS)


@router.post("/ban")
async def ban(request: Request, of: Admitted) -> Response:
    """Ban an address, and close its connections."""
    form = await _form(request)
    try:
        hours = _hours(form["hours"]) if form.get("hours") else None
        banned = form.get("address", ""), hours, form.get("reason", "")[:200]
        of.ban(*banned)
    except ValueError as error:
        raise ProblemError(422, "bad_ban", str(error)) from None
    await of.notify_others(banned=[*banned])
    return _back()


@router.post("/lift")
async def lift(request: Request, of: Admitted) -> Response:
    """End a ban."""
    address = (await _form(request)).get("address", "")
    of.bans.lift(address)
    await of.notify_others(lifted=[address])
    return _back()


@router.post("/close")
async def close_room(request: Request, of: Admitted) -> Response:
    """Close the connections of a room, which its players may open again."""
    of.live.close_room((await _form(request)).get("room", ""))
    return _back()


@router.post("/end")
async def end_engine(request: Request, of: Admitted) -> Response:
    """End a process that searches."""
    number = (await _form(request)).get("process", "")
    of.engines.end_process(int(number) if number.isdecimal() else -1)
    return _back()


def _hours(text: str) -> float:
    """A number of hours; ValueError."""
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{text[:20]!r} hours: expected a number, or nothing for ever") from None


async def _form(request: Request) -> Mapping[str, str]:
    return dict(parse_qsl((await request.body()).decode(errors="replace"), max_num_fields=20))


def _back() -> RedirectResponse:
    return RedirectResponse("/admin", 303, {"Cache-Control": "no-store"})


# ---- what is shown -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """A table of the page. action: where its buttons lead, with the name of the field and their label."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    action: tuple[str, str, str] | None = None
    note: str = ""


def seen(of: Services) -> dict[str, Any]:
    """The values of the page."""
    return {
        "version": __version__,
        "now": f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC",
        "load": _load(of),
        "tables": [_rooms(of), _engines(of), _addresses(of), _bans(of)],
    }


def _load(of: Services) -> dict[str, str]:
    used = resource.getrusage(resource.RUSAGE_SELF)
    measured = of.metrics.values()
    moves, took = measured["nupp_move_seconds_count"], measured["nupp_move_seconds_sum"]
    return {
        "up for": _duration(time.time() - _BEGAN),
        "load of the machine": f"{os.getloadavg()[0]:.2f} on {os.cpu_count()} cores",
        "processor time": _duration(used.ru_utime + used.ru_stime),
        "memory at most": f"{used.ru_maxrss / 1024:.0f} MB",
        "rooms in memory": f"{len(of.live)}",
        "sockets": f"{measured['nupp_sockets']:.0f}",
        "moves": f"{moves:.0f}, {1000 * took / moves:.1f} ms each" if moves else "0",
        "changes not yet stored": f"{of.live.writer.pending}",
        "commits that failed": f"{measured['nupp_commit_failures_total']:.0f}",
        "database": "failing" if of.live.writer.is_failing else "ok",
        "searches waiting": f"{of.engines.waiting}",
    }


def _rooms(of: Services) -> Table:
    rows = []
    for live in of.live.all()[:MOST]:
        course, presence = live.room.course, live.presence
        people = sum(presence.connected)
        rows.append(
            (
                live.room.id,
                course.game.spec,
                str(course.state),
                str(len(course.moves)),
                f"{people} and {presence.spectators}",
                f"{live.room.created:%Y-%m-%d %H:%M}",
            )
        )
    columns = ("room", "game", "state", "moves", "players and others there", "made")
    return Table("Rooms", columns, rows, ("close", "room", "Close"), _of_all(len(rows), len(of.live)))


def _engines(of: Services) -> Table:
    rows = [
        (
            str(one.id),
            one.game or "",
            one.player or "",
            (one.client or "")[:8],
            "" if one.seconds is None else f"{one.seconds:.1f}",
        )
        for one in of.engines.under_way()
    ]
    columns = ("process", "game", "player", "for", "seconds")
    return Table("Engines", columns, rows, ("end", "process", "End"))


def _addresses(of: Services) -> Table:
    rows = [(str(address), str(count)) for address, count in of.live.addresses.most(MOST)]
    return Table("Addresses", ("address", "sockets"), rows, ("ban", "address", "Ban"))


def _bans(of: Services) -> Table:
    rows = [
        (
            one.address,
            "for ever" if one.until is None else f"{datetime.fromtimestamp(one.until, UTC):%Y-%m-%d %H:%M}",
            one.reason,
        )
        for one in of.bans.all()
    ]
    return Table("Bans", ("address", "until", "reason"), rows, ("lift", "address", "Lift"))


def _of_all(shown: int, number: int) -> str:
    return f"the {shown} used last of {number}" if shown < number else ""


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


@functools.cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    found = Environment(
        loader=PackageLoader("nupp.server"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    return found.get_template("admin.html")
