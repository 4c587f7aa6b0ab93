"""Compiling in a process of its own, and who plays meanwhile."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from nupp.kernel import interpreted
from nupp.players import Budget, compiling, player
from nupp.players.alphabeta import AlphaBeta
from nupp.players.compiling import _MOST_AHEAD, QUICK, Compiler, Wish, _Queue, choose_meanwhile
from nupp.players.uct import UCT
from nupp.players.warmup import first_tier, has_shared_code, prepare, prepare_first_tier, was_prepared
from nupp.rules import game


@pytest.fixture
def compiler() -> Iterator[Compiler]:
    made = Compiler()
    yield made
    made.close()


def _await(condition: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_urgent_wishes_go_before_those_ahead_of_need() -> None:
    wishes = _Queue()
    first, second, third = (Wish("tictactoe", name) for name in ("a", "b", "c"))
    wishes.put(first, urgent=False)
    wishes.put(second, urgent=True)
    wishes.put(third, urgent=True)
    wishes.put(third, urgent=True)
    shared = second._replace(shared=True)
    wishes.put_next(shared)
    assert [wishes.take() for _ in range(4)] == [second, third, shared, first]


@pytest.mark.slow
def test_what_is_wanted_gets_compiled_and_what_fails_stops_nothing(compiler: Compiler) -> None:
    compiler.want("tictactoe", "nobody")
    compiler.want("tictactoe", "minimax:depth=2")
    assert compiler.share("tictactoe", "minimax:depth=2") < 1
    _await(lambda: compiler.share("tictactoe", "minimax:depth=2") == 1)
    assert was_prepared("tictactoe", "minimax:depth=2")
    assert compiler.share("tictactoe", "nobody") == 0


@pytest.mark.slow
def test_a_file_of_a_game_may_print(
    compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "noisy.py"
    file.write_text("import os\nprint('noisy is loaded', flush=True)\nos.write(1, b'as C prints\\n')\n")
    monkeypatch.setattr(compiling, "loaded_files", lambda: (str(file),))
    compiler.want("tictactoe", "minimax:depth=2")
    _await(lambda: compiler.share("tictactoe", "minimax:depth=2") == 1)


class _Ended:
    """A process that has printed some lines and ended."""

    def __init__(self, *lines: str) -> None:
        self.stdout = lines

    def poll(self) -> int | None:
        return None  # not known to have ended: `_listen` is what notices it

    def wait(self) -> int:
        return 0


def test_a_report_that_is_torn_is_left_out() -> None:
    compiler = Compiler()
    process: Any = _Ended('{"game": "tictactoe", "player": "uct", "share": 1}', '{"game": "ticta')
    compiler._process = process
    compiler._listen(process)
    assert compiler.share("tictactoe", "uct") == 1


def test_wishes_may_be_counted_while_reports_come(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler, numbers = Compiler(), range(3000)
    reports = [{"game": "tictactoe", "player": str(number), "error": ""} for number in numbers]
    process: Any = _Ended(*map(json.dumps, reports))
    compiler._process = process
    compiler._shares = {Wish("tictactoe", str(number)): 0.5 for number in numbers}
    monkeypatch.setattr(compiler, "_send", lambda message: None)
    switched = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        listener = threading.Thread(target=compiler._listen, args=(process,))
        listener.start()
        while listener.is_alive():
            compiler.want("tictactoe", "uct", urgent=False)
    finally:
        sys.setswitchinterval(switched)
    listener.join()


def test_what_a_process_that_has_ended_had_not_done_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler, sent = Compiler(), list[str]()
    process: Any = _Ended('{"game": "tictactoe", "player": "uct", "share": 1}')
    compiler._process = process
    monkeypatch.setattr(compiler, "_send", lambda message: sent.append(message["player"]))
    for spec in ("uct", "alphabeta", *map(str, range(_MOST_AHEAD - 2))):
        compiler.want("tictactoe", spec, urgent=False)
    compiler._listen(process)
    sent.clear()
    for spec in ("uct", "alphabeta", "minimax"):
        compiler.want("tictactoe", spec, urgent=False)
    assert sent == ["alphabeta", "minimax"]


@pytest.mark.slow
def test_another_process_is_started_for_one_that_was_killed(compiler: Compiler) -> None:
    compiler.want("tictactoe", "minimax:depth=2", urgent=False)
    first = compiler._process
    assert first is not None
    first.kill()
    first.wait()
    compiler.want("tictactoe", "minimax:depth=2", urgent=False)
    assert compiler._process is not first
    _await(lambda: compiler.share("tictactoe", "minimax:depth=2") == 1)


def test_players_of_one_code_are_prepared_together(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUPP_CACHE", str(tmp_path_factory.mktemp("kernels")))
    with interpreted():
        prepare(player("level:n=3", game("tictactoe")))
    assert not was_prepared("tictactoe", "level:n=3")  # nothing was compiled
    prepare(player("level:n=3", game("tictactoe")))
    assert was_prepared("tictactoe", "level:n=3")
    assert was_prepared("tictactoe", "strong")
    assert was_prepared("tictactoe", "level:n=7")
    assert not was_prepared("tictactoe", "uct")
    assert not was_prepared("connectfour", "strong")


@pytest.mark.parametrize("spec", ["strong", "level:n=9", "exact", "uct", "alphabeta", "random", "minimax"])
def test_a_stand_in_moves_at_once(spec: str) -> None:
    """Solving, which would look at thousands of positions before it looks at the time, is left to others."""
    position = game("connectfour").start_position()
    began = time.process_time()
    decision = choose_meanwhile(player(spec, position.game), position, Budget(seconds=60), None)
    assert time.process_time() - began < 4 * QUICK + 1
    assert decision.code in position.legal_move_codes


@pytest.mark.slow
def test_the_first_tier_chooses_until_the_player_is_compiled() -> None:
    rules = game("hex:size=4")
    for spec in ("uct:seed=2", "level:n=9,seed=2"):
        one, position = player(spec, rules), rules.start_position()
        assert prepare_first_tier(one)
        assert has_shared_code(one)
        assert first_tier(one) is not None
        decision = choose_meanwhile(one, position, Budget(nodes=3000), None)
        assert decision.nodes == 3000  # more than plain Python does in its time
        assert decision.move == player(spec, rules).choose(position, Budget(nodes=3000)).move
    strong = player("strong", rules)
    assert type(strong.first_tier()) is UCT


def test_where_nothing_is_compiled_there_is_no_first_tier() -> None:
    one = player("uct", game("hex:size=4"))
    with interpreted():
        assert not prepare_first_tier(one)
        assert not has_shared_code(one)
        assert first_tier(one) is None
    learned = player("strong", game("othello"))  # its network is data
    assert not prepare_first_tier(learned)
    assert not has_shared_code(learned)


def test_a_stand_in_searches_as_the_player_would() -> None:
    hexes, four = game("hex:size=4"), game("connectfour")
    assert isinstance(player("strong", four).stand_in(), AlphaBeta)
    assert isinstance(player("exact", four).stand_in(), AlphaBeta)
    assert isinstance(player("strong", hexes).stand_in(), UCT)
    level, new = player("level:n=5,seed=3", four), player("level:n=5,seed=3", four)
    position = four.start_position()
    for _ in range(4):  # one stream of random moves goes through the stand-ins of a player
        chosen = choose_meanwhile(level, position, Budget(), None)
        with interpreted():
            assert chosen.move == new.stand_in().choose(position, Budget(seconds=9)).move
            position = position.play(chosen.move)
