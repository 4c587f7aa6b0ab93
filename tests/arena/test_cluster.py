"""Games on a Ray cluster: a small one on this machine."""

from __future__ import annotations

import os
import re
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nupp
from arena.moves import moves
from machines import INTERPRETED, new_cluster
from nupp.arena import Match, MatchError, Sprt, Tournament, play_match, play_tournament
from nupp.arena import cluster as cluster_module
from nupp.arena.cluster import Worker, on_cluster
from nupp.arena.match_worker import GameTask, in_threads
from nupp.arena.openings import Book
from nupp.extras import MissingExtraError
from nupp.formats import GameRecord
from nupp.rules import game, registry
from nupp.version import __version__

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ray() -> Any:
    """Ray, which takes a second to import."""
    return pytest.importorskip("ray")


@pytest.fixture(scope="module")
def cluster(ray: Any) -> Iterator[Any]:
    """Two machines with a processor each, to which `on_cluster` stays connected.

    Rules are plain Python there, and compiled here.
    """
    with new_cluster() as found:
        for _ in range(2):
            found.add_node(num_cpus=1, **INTERPRETED)
        ray.init(found.address, log_to_driver=False, logging_level="ERROR")
        yield found
        ray.shutdown()


@pytest.fixture(autouse=True)
def _own_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests have loaded is not there any more."""
    monkeypatch.setattr(registry, "_loaded", {})


@pytest.mark.usefixtures("cluster")
def test_the_same_games_as_in_threads(tmp_path: Path) -> None:
    """Also from a book, which only the program that runs the match has to have, and with a file."""
    path, file = tmp_path / "book.txt", tmp_path / "run.jsonl"
    path.write_text("a1\nb2 c3\n")
    players = ("minimax:depth=2", "uct:memory=2", "random")
    pattern = Match(
        "tictactoe",
        *players[:2],
        games=4,
        seed=5,
        nodes=200,
        openings=9,
        book=Book.read(path, game("tictactoe")),
        max_plies=8,
    )
    event = Tournament(players, pattern)
    expected = play_tournament(event)
    assert moves(play_tournament(event, runner=on_cluster("local"), out=file)) == moves(expected)
    assert moves(play_tournament(event, out=file, resume=True)) == moves(expected)


@pytest.mark.usefixtures("cluster")
def test_a_test_that_decides_ends_the_games() -> None:
    match = Match("tictactoe", "minimax:depth=3", "random", games=10**6, seed=1, openings=1)
    found, expected = (
        play_match(match, sprt=Sprt(0, 200), runner=runner) for runner in (on_cluster("local"), in_threads(1))
    )
    assert moves(found) == moves(expected)
    assert len(found.records) < 100


PLAYER = """
import os, signal
from pathlib import Path
import nupp
from nupp.players import Decision, Player, register

MARK = Path({mark!r})


@register("mortal")
class Mortal(Player):
    def choose(self, position, budget=None, report=None):
        if os.getpid() != {driver} and not MARK.exists():
            MARK.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        move = position.legal_moves[-1]
        return Decision(move, position.legal_move_codes[-1], 0, "eval", (move,), 0, 0, 0.0)
"""


def mortal(path: Path) -> Path:
    """A file with a player that kills the first process of a cluster that it plays in."""
    file = path / "mortal.py"
    file.write_text(PLAYER.format(mark=str(path / "mark"), driver=os.getpid()))
    nupp.load_file(file)
    return file


DEADLY = """
import os, signal
from nupp.players import Player, register


@register("deadly")
class Deadly(Player):
    def choose(self, position, budget=None, report=None):
        if os.getpid() != {driver}:
            with open({begun!r}, "a") as file:
                file.write("x")
            os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.usefixtures("cluster")
def test_a_player_of_ones_own_is_known_and_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    mortal(tmp_path)
    match = Match("tictactoe", "mortal", "random", games=4, seed=1)
    expected = play_match(match)
    assert not (tmp_path / "mark").exists()
    found = play_match(match, runner=on_cluster("local"))
    assert (tmp_path / "mark").exists()
    assert moves(found) == moves(expected)
    assert found.failures == {}


@pytest.mark.usefixtures("cluster")
def test_a_file_that_is_not_on_the_cluster_is_reported(tmp_path: Path) -> None:
    file = mortal(tmp_path)
    file.unlink()
    with pytest.raises(MatchError, match=r"local.*mortal\.py'") as caught:
        play_match(Match("tictactoe", "mortal", "random", games=1), runner=on_cluster("local"))
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("cluster")
def test_a_game_that_kills_its_workers_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "ATTEMPTS", 2)
    begun = tmp_path / "begun"
    file = tmp_path / "deadly.py"
    file.write_text(DEADLY.format(begun=str(begun), driver=os.getpid()))
    nupp.load_file(file)
    with pytest.raises(MatchError, match="local"):
        play_match(Match("tictactoe", "deadly", "random", games=1), runner=on_cluster("local"))
    assert begun.read_text() == "xx"


@pytest.mark.usefixtures("cluster")
def test_a_cluster_is_known_by_its_greeting(ray: Any) -> None:
    cluster_module._greet(ray.get_runtime_context().gcs_address)


def test_the_games_of_a_machine_that_is_lost_are_played_elsewhere(cluster: Any) -> None:
    """The last of these tests, as it leaves one machine."""
    lost = next(iter(cluster.worker_nodes))

    def lose(number: int, record: GameRecord) -> None:
        if lost in cluster.worker_nodes:
            cluster.remove_node(lost, allow_graceful=False)

    match = Match("tictactoe", "random", "random", games=8, seed=1)
    found = play_match(match, runner=on_cluster(cluster.address), report=lose)
    assert moves(found) == moves(play_match(match))


# ---- no cluster --------------------------------------------------------------------------------


@pytest.fixture
def _unconnected(ray: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray, "is_initialized", lambda: False)


@pytest.mark.usefixtures("_unconnected")
def test_an_address_at_which_nobody_answers_is_reported_soon() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    began = time.monotonic()
    with pytest.raises(MatchError, match=rf"'{address}'.*refused"):
        on_cluster(address)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", None])
@pytest.mark.usefixtures("_unconnected")
def test_somebody_else_at_the_address_is_reported_soon(
    said: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that leaves at once, one that answers otherwise, and one that says nothing."""
    monkeypatch.setattr(cluster_module, "ANSWER", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        left = threading.Event()

        def answer() -> None:
            with server.accept()[0] as connection:
                if said is None:
                    left.wait(30)
                else:
                    connection.sendall(said)

        threading.Thread(target=answer, daemon=True).start()
        address = f"127.0.0.1:{server.getsockname()[1]}"
        began = time.monotonic()
        with pytest.raises(MatchError, match=f"'{address}'"):
            on_cluster(address)
        left.set()
        assert time.monotonic() - began < 10


def test_a_worker_of_another_version_is_refused() -> None:
    task = GameTask(0, Match("tictactoe", "random", "random", games=2), 0)
    with pytest.raises(MatchError, match=rf"{re.escape(__version__)}.*0\.0\.7"):
        Worker("0.0.7", ()).play(task, "")


@pytest.mark.parametrize("address", ["nonsense", "host:port", "127.0.0.1:99999", ":", ""])
@pytest.mark.usefixtures("_unconnected")
def test_what_is_no_address_is_reported(address: str) -> None:
    with pytest.raises(MatchError, match=f"'{address}'"):
        on_cluster(address)


def test_without_ray_it_is_reported_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"nupp\[scale\]"):
        on_cluster("local")


def test_players_that_learn_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    match = Match("hexxagon:quiet=6", "ants", "random", games=2)
    with pytest.raises(MatchError, match=r"ants\b.*cluster"):
        play_match(match, runner=in_threads(1), out=path)
    assert not path.exists()
