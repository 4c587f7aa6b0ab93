"""Compiling ahead of time."""

from __future__ import annotations

import subprocess
import sys

import pytest

from nupp.evaluators import evaluators_of
from nupp.kernel import interpreted
from nupp.players import Budget, Decision, Player, player, players_of, register
from nupp.players.base import Report
from nupp.players.warmup import prepare, warm_up
from nupp.rules import Position, game

seen = list[int]()


class Noting(Player):
    """Notes how many moves were made before each of its own."""

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        assert budget == Budget(nodes=1, depth=1)
        seen.append(position.ply)
        code = position.legal_move_codes[0]
        return Decision(position.format_move(code), code, 0, "eval", (), 0, 0, 0.0)


class Foreign(Noting):
    """Runs another program."""

    foreign = True


@pytest.mark.parametrize(("kind", "plies"), [(Noting, [0, 1]), (Foreign, [])])
def test_a_player_is_prepared_by_two_moves_and_a_program_not_at_all(
    kind: type[Player], plies: list[int]
) -> None:
    seen.clear()
    register("noting")(kind)
    with interpreted():
        prepare(player("noting", game("tictactoe")))
    assert seen == plies


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec", ["uct:seed=3", "random:seed=3", "minimax:depth=1,seed=3", "level:n=2,seed=3", "exact"]
)
def test_a_player_that_was_prepared_chooses_as_a_new_one(spec: str) -> None:
    rules = game("tictactoe")
    prepared, new = player(spec, rules), player(spec, rules)
    with interpreted():
        prepare(prepared)
        position = rules.start_position()
        while not position.is_over:
            found, expected = (one.choose(position, Budget(nodes=60)) for one in (prepared, new))
            assert (found.move, found.score, found.nodes) == (expected.move, expected.score, expected.nodes)
            position = position.play(found.move)


def test_all_parts_of_a_game_are_named_once() -> None:
    rules = game("tictactoe")
    with interpreted():
        parts = list(warm_up(rules))
    assert parts[:3] == ["rules", "perft", "playouts"]
    assert {*players_of(rules)} < set(parts)
    assert {part.partition("=")[2] for part in parts if "eval" in part} == {*evaluators_of(rules).names()} - {
        "none"
    }
    assert len(set(parts)) == len(parts)


PLAYED = """
import nupp
from nupp.kernel.native.overloads import ContentCache
from nupp.players import Budget, players_of
from nupp.players.warmup import is_compiled, prepare, prepare_clock

rules, met = nupp.game("tictactoe"), []
load = ContentCache.load_overload

def note_and_load(cache, *kind):
    met.append(cache._kernel.function.__name__)
    return load(cache, *kind)

ContentCache.load_overload = note_and_load
prepare_clock(rules)
for name in reversed(players_of(rules)):
    player = nupp.player(name, rules)
    prepare(player)
    assert is_compiled(player)
    met.clear()
    position = rules.start_position()
    while not position.is_over:
        nodes = 40 if position.ply % 2 else 2000
        position = position.play(player.choose(position, Budget(nodes=nodes)).move)
    player.choose(rules.start_position(), Budget(seconds=0.01))
    print(name, *met)
"""
"""Prints the name of each player and the kernels that it needed beyond those it was prepared with."""


@pytest.mark.slow
def test_a_player_that_was_prepared_compiles_nothing_and_loads_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", PLAYED], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.split()) == players_of(game("tictactoe"))
