"""What a board that knows no rules is told: steps, aliases, facts, inspections and arrows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from conformance.observe import Sample, Seen, sample, state_of
from conformance.variants import all_specs
from nupp.games import Choice, Game, Position, Step
from nupp.games.base import States
from nupp.kernel import interpreted


def positions_of(played: Sample, most: int) -> Iterator[tuple[Seen, Position]]:
    """About so many of the positions of a sample, evenly spread, as observed and as made anew."""
    for seen in played.spread(most):
        yield seen, Position(played.game, state_of(played.game, seen.before))


def walk(choices: Sequence[Choice], steps: Sequence[Step]) -> list[Choice]:
    """The choices that are left when these steps have been clicked one after another."""
    left = list(choices)
    for number, step in enumerate(steps):
        left = [choice for choice in left if len(choice.steps) > number and choice.steps[number] == step]
    return left


def test_the_steps_of_a_move_lead_to_it_and_to_no_other(played: Sample) -> None:
    with interpreted():
        for seen, position in positions_of(played, 12):
            choices = position.choices
            assert tuple(choice.code for choice in choices) == seen.legal
            assert len({choice.steps for choice in choices}) == len(choices)
            for choice in choices[:: max(1, len(choices) // 40)]:
                done = [one for one in walk(choices, choice.steps) if len(one.steps) == len(choice.steps)]
                assert done == [choice]


def test_steps_are_cells_of_the_board_or_the_move_in_a_word(played: Sample) -> None:
    cells = range(len(played.game.board))
    with interpreted():
        for _, position in positions_of(played, 12):
            for choice in position.choices:
                assert choice.steps
                if isinstance(choice.steps[0], str):
                    assert choice.steps == (choice.move,)
                else:
                    assert all(isinstance(step, int) and step in cells for step in choice.steps)


def test_steps_are_the_same_with_and_without_the_text(played: Sample) -> None:
    with interpreted():
        for _, position in positions_of(played, 4):
            choices = position.choices
            for choice in choices[:: max(1, len(choices) // 12)]:
                assert choice.move == position.format_move(choice.code)
                assert position.steps(choice.code) == choice.steps


def test_aliases_stand_for_cells_that_begin_a_move(played: Sample) -> None:
    with interpreted():
        for _, position in positions_of(played, 12):
            firsts = {choice.steps[0] for choice in position.choices}
            for cell, other in played.game.aliases(position.state[0]).items():
                assert other in firsts
                assert cell not in firsts
                assert cell in range(len(played.game.board))


def test_facts_have_keys_and_values(played: Sample) -> None:
    with interpreted():
        for _, position in positions_of(played, 6):
            told = [choice.facts for choice in position.choices]
            told += [played.game.status(position.state[0])]
            told += [one.facts for one in played.game.inspect(position.state[0])]
            for facts in told:
                assert len(dict(facts)) == len(facts)
                assert all(key.isidentifier() and isinstance(value, str) for key, value in facts)


def test_nothing_that_is_asked_changes_the_position(played: Sample) -> None:
    with interpreted():
        for seen in played.spread(3):
            state = state_of(played.game, seen.before)
            for move in seen.legal[:20]:
                played.game.move_steps(state[0], move)
                played.game.move_facts(state[0], move)
            for ask in ("aliases", "inspect", "status", "staging"):
                getattr(played.game, ask)(state[0])
            assert state.tobytes() == seen.before


def test_the_piece_that_moves_stands_where_the_steps_say(played: Sample) -> None:
    """It is there before the move, and after it on the last cell to which the steps carry it."""
    with interpreted():
        for seen, position in positions_of(played, 8):
            before = {piece.cell: piece for piece in position.drawing.pieces if piece.shape != "box"}
            mover, carries = played.game.staging(position.state[0])
            for choice in [one for one in position.choices if one.code == seen.chosen]:
                cells = [step for step in choice.steps if isinstance(step, int)]
                start = mover if mover is not None else (cells or [None])[0]
                if start not in before:
                    continue
                rest = cells if mover is not None else cells[1:]
                free = [cell for cell in rest if cell not in before or cell == start][:carries]
                after = {piece.cell: piece for piece in position.play_code(seen.chosen).drawing.pieces}
                found = after.get(free[-1] if free else start)
                if found is None:
                    assert int(dict(choice.facts)["lost"]) > 0  # struck down as it attacked
                else:
                    assert found.side == before[start].side


@pytest.mark.parametrize("spec", [spec for spec in all_specs() if spec.startswith(("othello", "reversi"))])
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
    played, told = sample(spec), 0
    with interpreted():
        for seen, position in positions_of(played, 12):
            for move in seen.legal:
                before, after = position.state[0], position.play_code(move).state[0]
                count = dict(played.game.move_facts(before, move)).get(key, "0")
                gained = counted(played.game, after, seen.side) - counted(played.game, before, seen.side)
                own = placed if played.game.move_cells(move) else 0
                assert int(count) == gained - own
                told += int(count)
    assert told > 0 or played.game.max_moves < 5


LPUT = pytest.mark.parametrize("spec", [spec for spec in all_specs() if spec.startswith("lput")])


def health(game: Game, state: States, unit: int) -> int:
    """What is left of a unit, in twentieths of a hit point."""
    return int(state[0].fighters[unit]) * int(game.life[unit >> 1]) - int(state[0].remainders[unit])


@LPUT
def test_attacks_do_what_they_are_said_to_do(spec: str) -> None:
    played, attacks = sample(spec), 0
    with interpreted():
        for seen, position in positions_of(played, 400):
            for move in seen.legal:
                facts = dict(played.game.move_facts(position.state[0], move))
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
    played = sample(spec)
    with interpreted():
        for _, position in positions_of(played, 40):
            told = played.game.inspect(position.state[0])
            units = {piece.cell: piece for piece in position.drawing.pieces}
            assert [one.cell for one in told] == [piece.cell for piece in position.drawing.pieces]
            for one in told:
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
    texts = game.move_texts(supposed[0], game.moves_of(supposed))
    attacks = {text.split("x")[1] for text in texts if "x" in text}
    steps = {text for text in texts if "x" not in text} - {"defend", "wait"}
    return {game.board.cell(text) for text in steps}, {game.board.cell(text) for text in attacks}


def test_arrows_lead_from_every_cell_to_every_other(rules: Game) -> None:
    arrows = rules.board.arrows
    assert arrows.shape == (len(rules.board), 4)
    assert np.all((arrows >= -1) & (arrows < len(rules.board)))
    for starts, ends in ((0, 1), (1, 0)):
        reached = {0}
        pairs = [(cell, to) for cell, row in enumerate(arrows.tolist()) for to in row if to >= 0]
        while True:
            more = {pair[ends] for pair in pairs if pair[starts] in reached} - reached
            if not more:
                break
            reached |= more
        assert len(reached) == len(rules.board)


def test_arrows_point_their_way(rules: Game) -> None:
    ways = ((0, -1), (1, 0), (0, 1), (-1, 0))
    centres = rules.board.centres
    for cell, row in enumerate(rules.board.arrows.tolist()):
        for (x, y), to in zip(ways, row, strict=True):
            if to >= 0:
                dx, dy = centres[to] - centres[cell]
                along, across = dx * x + dy * y, abs(dx * y) + abs(dy * x)
                assert along > 0
                assert across <= along + 0.01
