"""perft: known counts, by several threads, and by first moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nupp.kernel import interpreted
from nupp.rules import GAMES, game
from nupp.search.perft import divide, perft
from plain import start_of

PUBLISHED = json.loads((Path(__file__).parent.parent / "data" / "perft.json").read_text())
KNOWN: dict[str, list[int]] = {
    spec: counts for spec, counts in PUBLISHED.items() if spec.partition(":")[0] in GAMES.names()
}
POSITIONS = PUBLISHED["positions"]
MOST = 30_000_000
"""More paths than this take too long for every run."""


@pytest.mark.parametrize("spec", KNOWN)
def test_known_counts(spec: str) -> None:
    start = start_of(spec)
    expected = [count for count in KNOWN[spec] if count <= MOST]
    assert [perft(start, depth) for depth in range(1, len(expected) + 1)] == expected


def test_every_published_game_is_there() -> None:
    assert set(PUBLISHED) - set(KNOWN) == {"convention", "positions", "sources"}


@pytest.mark.parametrize("known", POSITIONS, ids=lambda known: known["name"])
def test_known_counts_of_positions(known: dict[str, Any]) -> None:
    with interpreted():
        position = game(known["game"]).parse_position(known["position"])
    assert [perft(position, depth) for depth in range(1, len(known["perft"]) + 1)] == known["perft"]


@pytest.mark.slow
@pytest.mark.parametrize("spec", GAMES.names())
def test_threads_and_first_moves_add_up(spec: str) -> None:
    start = game(spec).start_position()
    depth = 2 if len(start.legal_moves) > 50 else 3
    paths = perft(start, depth)
    assert perft(start, depth, threads=2) == paths
    by_move = dict(divide(start, depth))
    assert tuple(by_move) == start.legal_moves
    assert sum(by_move.values()) == paths
    some = start.legal_moves[:: 1 + len(start.legal_moves) // 100]
    assert [by_move[move] for move in some] == [perft(start.play(move), depth - 1) for move in some]


def test_nothing_to_count() -> None:
    over = game("tictactoe").parse_position("xxx/oo1/3 o")
    assert [perft(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]


@pytest.mark.parametrize(("depth", "threads"), [(-1, 1), (1, 0), (2, -1)])
def test_what_cannot_be_counted(depth: int, threads: int) -> None:
    with pytest.raises(ValueError, match=r"[01] or more"):
        perft(game("tictactoe").start_position(), depth, threads)
