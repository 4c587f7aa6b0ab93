"""The gate for every request: identity, limits, security headers, metrics and the log.

Rates and sizes are limited here, requests that other sites' pages make are refused, answers get the headers
that keep the page safe, and every request is counted and written to the log, without what is secret.
"""

from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
import time
from collections.abc import MutableMapping
from functools import partial
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from anyio import CancelScope
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nupp.server.cluster.trust import Sent, sent
from nupp.server.http.bans import Bans, subscriber
from nupp.server.http.identity import cookie, digest, new_secret, secret_in
from nupp.server.http.limits import Buckets, Tally
from nupp.server.logs import LOG, details
from nupp.server.metrics import Metrics
from nupp.server.models.shared import Problem, ProblemError
from nupp.server.offloop import ASKER, HAS_LEFT
from nupp.server.settings import LOCAL, Settings

POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # where Svelte sets the place and size of things
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""The content security policy of the page, and of whatever brings none of its own."""

HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_METHODS: Final = _SAFE | {"POST", "DELETE", "PUT", "PATCH", "WS"}
"""The methods that are counted by name: anybody may think of others."""
_CREATING: Final = re.compile(
    "/api/(rooms|thoughts|analyses|tournaments(/[^/]*/resume)?|experiments/[^/]*|studies(/[^/]*/import)?|contests)"
)
"""Paths that make something that stays, or that takes the server long."""
_LONG: Final = re.compile("/api/(import|export|studies/[^/]*/import)")
"""Paths to which whole files are sent."""
_QUIET: Final = frozenset({"/healthz", "/metrics"})
"""Paths that are asked for all the time by programs: they need no identity, and are not worth a line."""


class Gate:
    """The ASGI application around the application."""

    def __init__(
        self, app: ASGIApp, settings: Settings, metrics: Metrics, bans: Bans, secret: str = ""
    ) -> None:
        """secret: by which other servers of a cluster show that they have checked a request."""
        self._app, self._settings, self._metrics, self._bans = app, settings, metrics, bans
        self._secret = secret
        self._clients, self._addresses = Buckets(settings.request_rate), Buckets(settings.address_rate)
        self._creations = Buckets(settings.address_creation_rate)
        self._client_requests = Tally(settings.requests_per_client)
        self._address_requests = Tally(settings.requests_per_address)
        self._origins = frozenset(settings.origins)
        self._is_local = settings.host in LOCAL
        own = {urlsplit(origin).hostname or "" for origin in settings.origins}
        self._hosts = LOCAL | own | {name.lower() for name in settings.allowed_hosts}
        if not self._is_local:
            self._hosts |= {settings.host.lower(), socket.gethostname().lower(), socket.getfqdn().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        checked = sent(Headers(scope=scope), self._secret) if self._secret else None
        visit = _Visit(scope, send, self._settings, checked)
        ASKER.set(address_of(scope))  # in the context of this request alone
        with contextlib.ExitStack() as leaving:
            try:
                if checked is None:
                    self._check(scope, visit)
                    self._enter(scope, visit, leaving)
            except ProblemError as error:
                await self._turn_away(error, scope, receive, visit)
            else:
                await self._serve(scope, receive, visit)
            finally:
                self._count(scope, visit)

    async def _serve(self, scope: Scope, receive: Receive, visit: _Visit) -> None:
        """Let the application answer; an uncaught error is answered here, with our headers, and counted."""
        taken = receive
        if scope["type"] == "http":
            HAS_LEFT.set(partial(visit.has_left, receive))
            taken = visit.limited(receive)
        try:
            await self._app(scope, taken, visit.send)
        except Exception as error:
            if scope["type"] == "websocket" or visit.status:  # nothing more can be said
                raise
            LOG.error("request failed", exc_info=error)
            problem = Problem(code="failed", message="internal error; the server's log has the cause")
            await problem_json(500, problem)(scope, receive, visit.send)

    # ---- who may come in -------------------------------------------------------------------------

    def _check(self, scope: Scope, visit: _Visit) -> None:
        """ProblemError for a request that may not come in."""
        headers = visit.headers
        self._bans.require_none(address_of(scope))
        self._check_host(headers)
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if changes:
            self._check_origin(scope, headers)
        if not scope["path"].startswith("/api"):
            return
        address = address_of(scope)
        self._addresses.require(address)
        self._clients.require(visit.client)
        if _CREATING.fullmatch(scope["path"]) and changes:
            self._creations.require(address)  # whatever clients they say they are
        if scope["type"] == "http" and changes:
            self._check_body(headers, visit.most_bytes)

    def _enter(self, scope: Scope, visit: _Visit, leaving: contextlib.ExitStack) -> None:
        """Count a request while it is being answered; ProblemError if there are too many of its kind."""
        if scope["type"] != "http" or not scope["path"].startswith("/api"):
            return  # WebSockets are counted by their rooms
        for tally, key in (
            (self._client_requests, visit.client),
            (self._address_requests, address_of(scope)),
        ):
            if not tally.enter(key):
                raise ProblemError(429, "too_many", "too many requests at a time: expected fewer of them")
            leaving.callback(tally.leave, key)

    def _check_host(self, headers: Headers) -> None:
        """Refuse names that are not the server's: a page of another site may have had its name point here.

        Addresses cannot be made to point elsewhere, and are good where other machines are admitted.
        """
        found = _split(f"//{headers.get('host', '')}")
        host = found.hostname if found else None
        if host not in self._hosts and (self._is_local or not _is_address(host)):
            own = "localhost" if self._is_local else "its address"
            expected = f"{own}, or a name that --origin or --allow-host gives"
            raise ProblemError(403, "wrong_host", f"{host!r} is not this server: expected {expected}")

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        """Refuse what the pages of other sites ask for."""
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
        if origin in self._origins:
            return
        if origin:
            found = _split(origin)
            own = found is not None and found.netloc == headers.get("host")
        else:
            own = site in ("same-origin", "none")
        if not own:
            raise ProblemError(403, "wrong_origin", "only the server's own page can request this")

    def _check_body(self, headers: Headers, most: int) -> None:
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > most:
            raise ProblemError(413, "too_large", f"a body of {length} bytes: expected at most {most}")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if (length != "0" or "transfer-encoding" in headers) and kind != "application/json":
            raise ProblemError(415, "bad_type", f"a body of type {kind!r}: expected application/json")

    async def _turn_away(self, error: ProblemError, scope: Scope, receive: Receive, visit: _Visit) -> None:
        self._metrics.refused.labels(error.problem.code).inc()
        if scope["type"] == "websocket":
            await visit.send({"type": "websocket.close", "code": 4003})
        else:
            await problem_response(error)(scope, receive, visit.send)

    # ---- what is counted -------------------------------------------------------------------------

    def _count(self, scope: Scope, visit: _Visit) -> None:
        """Count a request and write a line about it."""
        route = scope.get("route")
        path = getattr(route, "path", "other")  # with the names of its parameters, not their values
        method = scope.get("method", "WS")
        seconds = time.perf_counter() - visit.began
        counted = method if method in _METHODS else "other"
        self._metrics.requests.labels(counted, path, str(visit.status)).inc()
        if scope["type"] == "http":
            self._metrics.request_seconds.labels(path).observe(seconds)
        if scope["path"] not in _QUIET:
            LOG.info(
                "request",
                extra=details(
                    method=method,
                    path=path if route is None else scope["path"],
                    status=visit.status,
                    ms=round(1000 * seconds, 1),
                    client=visit.client[:8],
                ),
            )


class _Visit:
    """One request or WebSocket: who makes it, and what has been answered."""

    def __init__(self, scope: Scope, send: Send, settings: Settings, checked: Sent | None) -> None:
        """checked: for whom another server of the cluster asks; its client has its cookie from that one."""
        self.began = time.perf_counter()
        self.headers = Headers(scope=scope)
        self.status = 0
        self._send = send
        self.most_bytes = settings.body_bytes
        """The most that the body may have."""
        if _LONG.fullmatch(scope["path"]) is None:
            self.most_bytes = min(settings.body_bytes, settings.short_body_bytes)
        self._cookie: str | None = None
        if checked is None:
            self._identify(scope, settings)
        else:
            self.client = checked.client
            scope["client"] = (checked.address, 0)
        scope["nupp.client"], scope["nupp.sent"] = self.client, checked is not None

    def _identify(self, scope: Scope, settings: Settings) -> None:
        """Know the client by its cookie, or give it one."""
        known = secret_in(self.headers.get("cookie", ""))
        secret = known or new_secret()
        self.client = digest(secret)
        if known is None and scope["path"] not in _QUIET:
            self._cookie = cookie(secret, settings.secure)

    async def send(self, message: Message) -> None:
        """Send a message of an answer, with our headers where it begins."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self._add_headers(message, HEADERS)
        elif message["type"] == "websocket.accept":
            self.status = 101
            self._add_headers(message, {})
        elif message["type"] == "websocket.close" and not self.status:
            self.status = 403
        await self._send(message)

    def _add_headers(self, message: MutableMapping[str, Any], wanted: dict[str, str]) -> None:
        message.setdefault("headers", [])
        headers = MutableHeaders(scope=message)
        for name, value in wanted.items():
            headers.setdefault(name, value)
        if self._cookie is not None and "public" not in headers.get("cache-control", ""):
            headers.append("Set-Cookie", self._cookie)

    async def has_left(self, receive: Receive) -> bool:
        """True if the client has gone before it was answered; to be asked when the body has been read."""
        message: Message = {"type": "nothing"}
        with CancelScope() as scope:
            scope.cancel()  # takes what there is, and waits for nothing
            message = await receive()
        return message["type"] == "http.disconnect" and not self.status

    def limited(self, receive: Receive) -> Receive:
        """A receive function that passes on no more of the body than is allowed."""
        left = self.most_bytes

        async def limited_receive() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if message["type"] == "http.request" and left < 0:
                raise HTTPException(413, f"expected a body of at most {self.most_bytes} bytes")
            return message

        return limited_receive


def address_of(scope: Scope) -> str:
    """Where a request comes from, as `subscriber` has it."""
    found: str = scope["client"][0] if scope.get("client") else ""
    try:
        known = ipaddress.ip_address(found.partition("%")[0])
    except ValueError:
        return found
    return subscriber(known)


def _is_address(host: str | None) -> bool:
    try:
        ipaddress.ip_address(host or "")
    except ValueError:
        return False
    return True


def _split(url: str) -> SplitResult | None:
    """The parts of a URL that came from outside; None for what is none."""
    try:
        return urlsplit(url)
    except ValueError:
        return None


def problem_response(error: ProblemError) -> JSONResponse:
    """The response to a problem."""
    return problem_json(error.status, error.problem)


def problem_json(status: int, problem: Problem) -> JSONResponse:
    """As `problem_response`."""
    return JSONResponse(problem.model_dump(exclude_none=True), status, {"Cache-Control": "no-store"})
