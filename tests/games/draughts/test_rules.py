"""Draughts: variants, starting positions, counts of positions, symmetries, and what searches use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.differential import forcing
from games.draughts.positions import at, rules
from nupp.games.draughts.pieces import VARIANTS
from nupp.kernel import interpreted
from nupp.rules import game, start_state
from nupp.search.perft import perft
from nupp.spec import SpecError
from plain import start_of

COUNTS = json.loads((Path(__file__).parents[2] / "data" / "perft.json").read_text())
DEPTHS = {"international": 6, "brazilian": 6, "russian": 7, "english": 7, "pool": 6}


@pytest.mark.parametrize("variant", VARIANTS)
def test_start(variant: str) -> None:
    start = rules(variant).start_position()
    men = 20 if variant == "international" else 12
    cells = len(start.game.board)
    assert cells == {20: 50, 12: 32}[men]
    white, black = range(cells - men + 1, cells + 1), range(1, men + 1)
    side = "B" if variant in ("pool", "english") else "W"
    assert str(start) == f"{side}:W{','.join(map(str, white))}:B{','.join(map(str, black))}"
    assert start.game.sides == (("white", "black") if side == "W" else ("black", "white"))
    assert start.to_move == 0


def test_default_parameters_are_left_out_of_the_spec() -> None:
    assert game("draughts:variant=brazilian,draws=true").spec == "draughts"


@pytest.mark.parametrize("wrong", ["variant=frisian", "draws=maybe", "size=8"])
def test_refused_parameters(wrong: str) -> None:
    with pytest.raises(SpecError, match=wrong.split("=")[0]):
        game(f"draughts:{wrong}")


@pytest.mark.native
@pytest.mark.parametrize(
    ("variant", "draws"), [*((variant, True) for variant in DEPTHS), ("brazilian", False)]
)
def test_perft(variant: str, draws: bool) -> None:
    start, depth = start_of(rules(variant, draws).spec), DEPTHS[variant]
    counts = [perft(start, n) for n in range(1, depth + 1)]
    assert counts == COUNTS[f"draughts:variant={variant}"][:depth]


@pytest.mark.native
def test_perft_of_the_source() -> None:
    """The source's rules are those of pool, but that white begins, which turns the board."""
    start = start_of(rules("polish8").spec)
    assert [perft(start, n) for n in range(1, 7)] == COUNTS["draughts:variant=pool"][:6]


@pytest.mark.native
@pytest.mark.parametrize("entry", COUNTS["positions"], ids=lambda entry: entry["name"])
def test_perft_of_positions(entry: dict[str, object]) -> None:
    with interpreted():
        position = game(str(entry["game"])).parse_position(str(entry["position"]))
    counts = entry["perft"]
    assert isinstance(counts, list)
    assert [perft(position, n + 1) for n in range(len(counts))] == counts


@pytest.mark.parametrize("variant", VARIANTS)
def test_turning_the_board_exchanges_the_sides(variant: str) -> None:
    draughts = rules(variant)
    same, turned = draughts.symmetries
    assert (same.exchange, turned.exchange) == (False, True)
    start = start_state(draughts)
    image = turned.map_state(start)
    assert same.map_state(start).tobytes() == start.tobytes()
    assert (image[0].white, image[0].black) == (start[0].white, start[0].black)
    assert image[0].turn == 1 - start[0].turn


def test_captures_are_forcing() -> None:
    assert forcing(at("W:WK29:B18")) == {"29x15", "29x11", "29x8", "29x4"}
    assert forcing(at("W:W22:B1")) == set()
    assert forcing(at("W:WK29:B18 30")) == set()  # drawn


def test_moves_of_kings_are_reversible() -> None:
    position = at("W:WK5:BK28 3")
    endless = rules("brazilian", draws=False)
    with interpreted():
        assert position.game.repetition.plies(position.game, position.state[0]) == 3
        assert endless.repetition.plies(endless, position.state[0]) > 1000


@pytest.mark.parametrize(
    ("variant", "cells", "count"),
    [
        ("polish8", "K..K..eee.....eee..K..eee..KKK..", 68),
        ("russian", "K..K..eee.....eee..K..eee..KKK..", 68),
        ("brazilian", "...KK..ee..KK..ee..KK..ee..KK...", 38),
        ("international", ".K.KK.ee..e.e..K..eee..K.K..eee.e..K.e..ee...Ke...", 407),
    ],
)
def test_positions_with_the_most_captures_that_are_known(variant: str, cells: str, count: int) -> None:
    lists = [
        ",".join(f"K{number}" for number, found in enumerate(cells, 1) if found == kind) for kind in "Ke"
    ]
    position = at(f"W:W{lists[0]}:B{lists[1]}", variant)
    assert len(set(position.legal_move_codes)) == len(position.legal_move_codes) == count
    assert 2 * count <= position.game.max_moves
