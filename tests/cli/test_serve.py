"""`nupp serve` and `nupp` as programs: what they say, how they end, and why they cannot begin."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import threading
import webbrowser
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from nupp.cli import serve
from nupp.cli.main import cli
from nupp.server.serving import bind
from server.guests import Process, pair


@pytest.mark.slow
def test_it_ends_in_order_with_all_connections_closed(tmp_path: Path) -> None:
    with Process(str(tmp_path / "nupp.db"), tmp_path / "log") as server:
        assert server.url.startswith("http://127.0.0.1:")
        room, ann, bob = pair(server.url)
        engine = {"kind": "engine", "player": "alphabeta"}
        thinking = ann.make({"kind": "me"}, engine, game="othello", budget={"seconds": 50})["room"]["id"]
        with ann.line(room) as first, bob.line(room) as second, ann.line(thinking) as third:
            first.do("move", ply=0, move="b2")
            third.do("move", ply=0, move="f5")
            third.until("thought")
            machines = ann.make(engine, engine, game="othello", budget={"seconds": 50})["room"]["id"]
            codes: list[int | None] = []
            waiting = threading.Thread(target=lambda: codes.append(second.closed()))
            waiting.start()
            assert server.end(signal.SIGINT) == 130
            waiting.join(10)
            assert codes == [1012]
        server.start()
        assert ann.see(room)["moves"] == ["b2"]
        assert ann.see(thinking)["moves"][0] == "f5"
        assert ann.see(machines)["state"] == "playing"
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_what_cannot_be_served_is_reported_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def refusal(*words: str) -> tuple[int, str]:
        code = cli.run(["serve", *words])
        return code, capsys.readouterr().err

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, said = refusal("--port", str(port), "--database", str(tmp_path / "nupp.db"))
        assert code == 1
        assert re.fullmatch(rf"nupp: 127\.0\.0\.1:{port} .*Address already in use\n", said)
    code, said = refusal("--port", "0", "--database", str(tmp_path / "none" / "nupp.db"))
    assert (code, said.count("\n")) == (1, 1)
    assert "none/nupp.db" in said
    code, said = refusal("--database", "mysql://host/nupp")
    assert (code, said.count("\n")) == (2, 1)
    code, said = refusal("--origin", "play.example")
    assert (code, said.count("\n")) == (2, 1)
    assert re.search("'play.example'.*https://play.example.org", said)


def test_nupp_alone_serves_and_opens_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, object] = {}
    monkeypatch.setattr(serve, "run", lambda **options: asked.update(options))
    assert CliRunner().invoke(cli, [], catch_exceptions=False).exit_code == 0
    assert asked["browser"] is True


def test_a_browser_that_needs_a_terminal_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    class OpenedError(Exception):
        pass

    def refuse(*words: object) -> bool:
        raise OpenedError

    for browser, opens in (
        (webbrowser.GenericBrowser("lynx"), False),
        (webbrowser.BackgroundBrowser("firefox"), True),
        (webbrowser.BaseBrowser("own"), True),
    ):
        browser.open = refuse  # type: ignore[method-assign]
        monkeypatch.setattr(webbrowser, "get", lambda found=browser: found)
        if opens:
            with pytest.raises(OpenedError):
                serve._open("http://localhost")
        else:
            serve._open("http://localhost")

    def nothing() -> None:
        raise webbrowser.Error("none")

    monkeypatch.setattr(webbrowser, "get", nothing)
    serve._open("http://localhost")


def test_how_addresses_are_shown() -> None:
    assert serve._shown("0.0.0.0") == "localhost"
    assert serve._shown("::1") == "[::1]"
    assert serve._shown("127.0.0.1") == "127.0.0.1"
    assert isinstance(serve.command, click.Command)


def test_answers_on_a_connection_that_is_kept_are_sent_at_once() -> None:
    """Without TCP_NODELAY, which asyncio sets for some sockets only, each would wait 40 ms."""

    async def is_at_once() -> bool:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def accepted(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            found.set_result(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with bind("127.0.0.1", 0) as listening:
            async with await asyncio.start_server(accepted, sock=listening):
                with socket.create_connection(listening.getsockname()):
                    return bool(await found)

    assert asyncio.run(is_at_once())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--cluster"], "postgresql://"),
        (["--cluster", "--database", "nupp.db"], "'nupp.db'.*postgresql://"),
        (["--advertise", "http://10.0.0.5:8642"], "--cluster"),
        (["--cluster", "--database", "postgresql://h/n", "--advertise", "10.0.0.5"], "'10.0.0.5'.*http://"),
    ],
)
def test_options_of_a_cluster_that_do_not_fit_are_refused(words: list[str], expected: str) -> None:
    result = CliRunner().invoke(cli, ["serve", *words])
    assert result.exit_code == 2
    assert re.search(expected, result.output, re.DOTALL)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--origin", "play.example.org"], "'play.example.org'.*https://"),
        (["--origin", "https://play.example.org/nupp"], "/nupp'.*without a path"),
        (["--allow-host", "http://games.lan"], "'http://games.lan'.*a name alone"),
        (["--allow-host", "games.lan:8642"], "'games.lan:8642'.*a name alone"),
        (["--trusted-proxy", "proxy.lan"], "'proxy.lan'.*an address"),
        (["--trusted-proxy", "10.0.0.2/24"], "'10.0.0.2/24'.*an address"),
        (["--keep-days", "nan"], "--keep-days"),
    ],
)
def test_names_that_no_request_could_have_are_refused(words: list[str], expected: str) -> None:
    result = CliRunner().invoke(cli, ["serve", *words])
    assert result.exit_code == 2
    assert re.search(expected, result.output, re.DOTALL)


def test_names_and_addresses_of_requests_are_taken() -> None:
    serve._check_names(["games.lan", "my_host", "::1"], ["*", "127.0.0.1", "10.0.0.0/24", "fd00::1"])
    assert all(map(serve._is_origin, ("http://games.lan:8642", "https://play.example.org/")))


@pytest.mark.slow
def test_a_cluster_for_engines_that_does_not_answer_is_reported_in_one_line() -> None:
    pytest.importorskip("ray")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"ray://127.0.0.1:{taken.getsockname()[1]}"
    result = CliRunner().invoke(cli, ["serve", "--engines", address])
    assert result.exit_code == 1
    assert re.fullmatch(rf"nupp: --engines {address}: no Ray cluster answers .*\n", result.output)


def test_a_server_on_all_addresses_is_known_by_the_name_of_its_machine() -> None:
    assert serve._known("127.0.0.1") == "127.0.0.1"
    assert serve._known("0.0.0.0") == socket.gethostname()
