"""What nupp's own games tell beyond what must hold of every game, and which games the suite runs over."""

from __future__ import annotations

import pytest

from nupp.conformance.amounts import THOROUGH, amount
from nupp.conformance.observe import sample
from nupp.conformance.requirements.choosing import positions_of
from nupp.conformance.requirements.kernels import kernels
from nupp.conformance.requirements.setting_up import placed_on
from nupp.conformance.variants import all_specs, base_specs
from nupp.kernel import interpreted
from nupp.rules import Game, Position, View, game, read_state, start_state
from nupp.rules.basics import States
from nupp.rules.movetexts import legal_codes

pytestmark = pytest.mark.slow


def test_the_kernels_of_the_searches_are_in_the_suite() -> None:
    assert {"alphabeta", "count_paths", "search"} <= kernels().keys()


@pytest.mark.parametrize("spec", base_specs())
def test_whose_turn_it_is_may_be_chosen_unless_the_rules_say(spec: str) -> None:
    rules = game(spec)
    with interpreted():
        position = rules.start_position()
        texts = [rules.view.position_with(position.state[0], placed_on(position), side) for side in (0, 1)]
        sides = [rules.to_move(read_state(rules, text)[0]) for text in texts]
    assert sides == ([0, 0] if spec in ("lput", "labyrinth") else [0, 1])


def test_a_game_without_pieces_to_place_says_so() -> None:
    rules = game("tictactoe")
    view = View(rules)
    assert view.pieces_to_place() == ()
    with pytest.raises(ValueError, match="tictactoe"):
        view.position_with(start_state(rules)[0], {}, 0)


DISCS = [
    spec for spec in all_specs() if spec.startswith(("othello", "reversi")) and spec != "reversi:size=16"
]
"""Of large boards, which take long, one."""


@pytest.mark.parametrize("spec", DISCS)
def test_turned_discs(spec: str) -> None:
    check_gains(
        spec, "turned", lambda game, state, side: sum(owner == side for owner in game.owners(state)), 1
    )


@pytest.mark.parametrize("spec", [spec for spec in all_specs() if spec.startswith("hexxagon")])
def test_turned_pieces(spec: str) -> None:
    def lost(game, state, side):
        return -int(game.pieces(state, 1 - side)).bit_count()

    check_gains(spec, "turned", lost, 0)


@pytest.mark.parametrize("spec", [spec for spec in all_specs() if spec.startswith("dotsandboxes")])
def test_closed_boxes(spec: str) -> None:
    check_gains(spec, "boxes", lambda game, state, side: game.score(state, side), 0)


@pytest.mark.parametrize("spec", [spec for spec in all_specs() if spec.startswith("draughts")])
def test_taken_pieces(spec: str) -> None:
    def missing(game, state, side):
        return -int(state.black if side ^ game.begins == 0 else state.white).bit_count()

    check_gains(spec, "taken", missing, 0)


def check_gains(spec, key, counted, placed) -> None:
    """A fact is by how much the mover's count grows, less `placed` pieces of its own, for all legal moves."""
    played, total = sample(spec, spec in base_specs() or spec.endswith("16")), 0
    with interpreted():
        for seen, position in positions_of(played, amount(15, 40) if spec.endswith("16") else 40):
            for move in seen.legal:
                before, after = position.state[0], position.play_code(move).state[0]
                count = dict(played.game.view.move_facts(before, move)).get(key, "0")
                gained = counted(played.game, after, seen.side) - counted(played.game, before, seen.side)
                own = placed if played.game.view.move_cells(move) else 0
                assert int(count) == gained - own
                total += int(count)
    assert total > 0 or played.game.max_moves < 5


LPUT = pytest.mark.parametrize("spec", [
    spec for spec in all_specs() if spec.startswith("lput") and (THOROUGH or not spec.endswith("20"))
])  # fmt: skip
"""Usually without the variants with more rounds than usual, which only last longer."""


def health(game: Game, state: States, unit: int) -> int:
    """What is left of a unit, in twentieths of a hit point."""
    return int(state[0].fighters[unit]) * int(game.life[unit >> 1]) - int(state[0].remainders[unit])


@LPUT
def test_attacks_do_what_they_are_said_to_do(spec: str) -> None:
    played, attacks = sample(spec, spec in base_specs()), 0
    with interpreted():
        for seen, position in positions_of(played, amount(40, 100)):
            for move in seen.legal:
                facts = dict(played.game.view.move_facts(position.state[0], move))
                text = position.format_move(move)
                assert bool(facts) == ("x" in text)
                if facts:
                    attacks += 1
                    check_attack(position, move, facts)
    assert attacks > 20 or 1 in (played.game.rounds, played.game.quiet)


def check_attack(position: Position, move: int, facts: dict[str, str]) -> None:
    game, before, after = position.game, position.state, position.play_code(move).state
    striker, changed = int(before[0].unit), []
    for unit in range(10):
        lost = health(game, before, unit) - health(game, after, unit)
        fallen = int(before[0].fighters[unit]) - int(after[0].fighters[unit])
        if unit == striker:
            assert (float(facts["returned"]), int(facts["lost"])) == (lost / 20, fallen)
        elif lost:
            changed.append(unit)
            assert (float(facts["damage"]), int(facts["falls"])) == (lost / 20, fallen)
            assert int(facts["left"]) == after[0].fighters[unit]
    assert len(changed) == 1


@LPUT
def test_units_reach_and_strike_what_they_could_if_it_were_their_turn(spec: str) -> None:
    played = sample(spec, spec in base_specs())
    with interpreted():
        for _, position in positions_of(played, 20):
            inspections = played.game.view.inspect(position.state[0])
            units = {piece.cell: piece for piece in position.drawing.pieces}
            assert [one.cell for one in inspections] == [piece.cell for piece in position.drawing.pieces]
            for one in inspections:
                reach, sight = possible(played.game, position.state, one.cell)
                assert set(one.reach) == reach
                assert set(one.sight) == sight
                assert list(one.reach) == sorted(one.reach)
                assert list(one.sight) == sorted(one.sight)
                assert {units[cell].side for cell in one.sight} <= {1 - units[one.cell].side}


def possible(game: Game, state: States, cell: int) -> tuple[set[int], set[int]]:
    """Where the unit on a cell could go and whom it could attack, by the texts of its moves."""
    supposed = state.copy()
    supposed[0].unit = next(unit for unit in range(10) if state[0].places[unit] == cell + cell // 15)
    texts = game.notation.texts(game, supposed[0], legal_codes(game, supposed[0]))
    attacks = {text.split("x")[1] for text in texts if "x" in text}
    steps = {text for text in texts if "x" not in text} - {"defend", "wait"}
    return {game.board.cell(text) for text in steps}, {game.board.cell(text) for text in attacks}
