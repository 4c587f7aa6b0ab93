"""`nupp serve`, and `nupp` alone: the browser app."""

from __future__ import annotations

import ipaddress
import re
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import click

from nupp.cli.options import RealRange, new_command
from nupp.cli.stored import MOST_DAYS, database_option
from nupp.extras import MissingExtraError, require

PORT = 8642

F = TypeVar("F", bound=Callable[..., Any])


def _limit(name: str, default: int, words: str) -> Callable[[F], F]:
    """The option for a limit of `Settings`."""
    return click.option(
        f"--{name}", type=click.IntRange(1), default=default, show_default=True, metavar="N", help=words
    )


@new_command("nupp serve --port 8642 --database postgresql://localhost/nupp")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="The address to listen on; 0.0.0.0 for everybody in the network.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="The port to listen on; 0 for any that is free.",
)
@database_option
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    show_default="one less than there are cores",
    help="The most processes that think for engines.",
)
@click.option(
    "--engines",
    default="",
    metavar="ADDRESS",
    help="A Ray cluster on which engines think, such as ray://10.0.0.5:10001, 10.0.0.5:6379, auto, or local "
    "for one that is started here.",
)
@click.option(
    "--origin",
    "origins",
    metavar="URL",
    multiple=True,
    help="Where people reach it behind a proxy, such as https://play.example.org.",
)
@click.option(
    "--allow-host",
    "allowed_hosts",
    metavar="NAME",
    multiple=True,
    help="Another name under which people reach it, such as that of this machine in the network.",
)
@click.option(
    "--trusted-proxy",
    "trusted_proxies",
    metavar="ADDRESS",
    multiple=True,
    default=("127.0.0.1",),
    show_default=True,
    help="A proxy that says for whom it asks, by X-Forwarded-For: its address, or a network such as "
    "10.0.0.0/24.",
)
@click.option(
    "--cluster",
    is_flag=True,
    help="Be one of several servers on one PostgreSQL, behind a proxy that asks any of them.",
)
@click.option(
    "--advertise",
    metavar="URL",
    show_default="this machine and --port",
    help="With --cluster, where the other servers reach this one, such as http://10.0.0.5:8642.",
)
@_limit("rooms", 10_000, "Rooms in memory at a time, beyond which none are made.")
@_limit("rooms-per-client", 100, "Rooms in progress that one client may have made.")
@_limit("sockets-per-client", 64, "WebSockets of one client at a time.")
@_limit("sockets-per-address", 1024, "WebSockets from one address at a time.")
@_limit("requests-per-client", 64, "Requests of one client that are answered at a time.")
@_limit("requests-per-address", 512, "Requests from one address that are answered at a time.")
@click.option(
    "--keep-days",
    type=RealRange(0, MOST_DAYS, min_open=True),
    metavar="N",
    show_default="for ever",
    help="Days for which finished games are kept.",
)
@click.option(
    "--admin-remote",
    is_flag=True,
    help="Let other machines open the admin page, too, whose address is printed at the start.",
)
@click.option(
    "--compile-ahead",
    is_flag=True,
    help="Compile the strong player of every game from the start, at low priority.",
)
def command(
    host: str,
    port: int,
    database: str | None,
    workers: int | None,
    origins: tuple[str, ...],
    cluster: bool,
    advertise: str | None,
    **settings: Any,
) -> None:
    """Serve the browser app: games for people and programs, analysis, tournaments.

    Only this machine can reach it unless --host says otherwise. Stop it with Ctrl-C; after a restart games
    resume where they were.
    """
    require("server", "nupp serve")
    for origin in origins:
        if not _is_origin(origin):
            raise click.UsageError(
                f"--origin {origin!r}: expected a URL without a path, such as https://play.example.org"
            )
    _check_names(settings["allowed_hosts"], settings["trusted_proxies"])
    _check_cluster(cluster, advertise, database)
    _check_engines(settings["engines"])
    places = tuple(origin.rstrip("/") for origin in origins)
    token = secrets.token_urlsafe(24)
    run(host, port, database, workers, places, False, cluster, advertise, admin_token=token, **settings)


def _is_url(text: str) -> bool:
    return urlsplit(text).scheme in ("http", "https") and bool(urlsplit(text).hostname)


def _is_origin(text: str) -> bool:
    parts = urlsplit(text)
    return _is_url(text) and parts.path in ("", "/") and not (parts.query or parts.fragment)


def _check_names(hosts: Iterable[str], proxies: Iterable[str]) -> None:
    """UsageError for names and addresses that no request could have."""
    for host in hosts:
        if not re.fullmatch(r"[\w.-]+", host) and not _is_network(host):
            raise click.UsageError(f"--allow-host {host!r}: expected a name alone, such as play.example.org")
    for proxy in proxies:
        if proxy != "*" and not _is_network(proxy):
            raise click.UsageError(f"--trusted-proxy {proxy!r}: expected an address such as 10.0.0.2")


def _is_network(text: str) -> bool:
    """True for an address, or a network such as 10.0.0.0/24."""
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


def _check_cluster(cluster: bool, advertise: str | None, database: str | None) -> None:
    """UsageError for options of a cluster that do not fit together."""
    if advertise is not None and not cluster:
        raise click.UsageError("--advertise is for servers that share a database: expected --cluster, too")
    if advertise is not None and not _is_url(advertise):
        raise click.UsageError(f"--advertise {advertise!r}: expected a URL such as http://10.0.0.5:8642")
    if cluster and not (database or "").startswith("postgres"):
        raise click.UsageError(
            f"--cluster with the database {database or 'in a file'!r}: expected --database postgresql://HOST/NAME"
        )


def _check_engines(address: str) -> None:
    """ClickException if no Ray cluster answers at an address, or Ray is not installed; "" is none."""
    if not address:
        return
    require("scale", "--engines")
    from nupp.server.engines.far import why_not

    reason = None if address == "local" else why_not(address)  # that would start a cluster, and end it
    if reason is not None:
        raise click.ClickException(f"--engines {address}: {reason}")


def open_app() -> None:
    """Serve the browser app and open it; without the extra `server`, play in the terminal."""
    try:
        require("server", "the browser app")
    except MissingExtraError as error:
        from nupp.cli.menu import choose_and_play

        click.echo(f"nupp: {error}", err=True)
        choose_and_play()
    else:
        run(browser=True, compile_ahead=True)


def run(
    host: str = "127.0.0.1",
    port: int = PORT,
    database: str | None = None,
    workers: int | None = None,
    origins: tuple[str, ...] = (),
    browser: bool = False,
    cluster: bool = False,
    advertise: str | None = None,
    **more: Any,
) -> None:
    """Serve until somebody ends it.

    browser: whether to open the page in one, if there is one. cluster: whether there are other servers on the
    same database; advertise: where they reach this one. more: other fields of `Settings`.
    ClickException if the port or the database cannot be used.
    """
    from nupp.server.logs import set_up
    from nupp.server.serving import bind, serve
    from nupp.server.settings import Settings, default_workers
    from nupp.store import Database, StoreError, default_database

    url = database or default_database()
    try:
        Database(url).close()
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    try:
        listening = bind(host, port)
    except OSError as error:
        reason = error.strerror or str(error)
        raise click.ClickException(f"{host}:{port} cannot be used as an address: {reason}") from error
    port = listening.getsockname()[1]
    set_up()
    settings = Settings(
        host,
        port,
        url,
        secure=bool(origins) and all(origin.startswith("https:") for origin in origins),
        origins=origins,
        workers=workers or default_workers(),
        cluster=(advertise or f"http://{_known(host)}:{port}").rstrip("/") if cluster else "",
        **more,
    )
    address = f"http://{_shown(host)}:{port}"

    def announce() -> None:
        click.echo(f"nupp plays at {address} (Ctrl-C ends it)")
        if settings.admin_token:
            click.echo(f"its admin page: {address}/admin?token={settings.admin_token}")
        sys.stdout.flush()
        if browser:
            threading.Thread(target=_open, args=(address,), daemon=True).start()

    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the server shuts down in order first, then this ends it
    if not serve(settings, listening, announce):
        raise click.ClickException("the server could not start: the lines above say why")


def _known(host: str) -> str:
    """An address as other machines know it."""
    return socket.gethostname() if host in ("0.0.0.0", "::") else _shown(host)


def _open(address: str) -> None:
    """Open a page, if there is a browser that has a screen."""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return
    if not isinstance(found, webbrowser.GenericBrowser) or isinstance(found, webbrowser.BackgroundBrowser):
        found.open(address)


def _shown(host: str) -> str:
    """An address as a browser takes it."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
