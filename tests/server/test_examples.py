"""Worked examples of the games: they can be played, are shown, and explain what is special."""

from __future__ import annotations

from itertools import pairwise

import pytest

from nupp.conformance.variants import all_specs, base_specs
from nupp.kernel import interpreted
from nupp.rules import GAMES, Example, Game, game
from nupp.server.api.rules import example, rules

BASES = pytest.mark.parametrize("spec", base_specs())


EXAMPLES = {name: game(name).view.examples for name in GAMES.names()}
EXAMPLES_BY_NAME = [(name, written) for name, several in EXAMPLES.items() for written in several]


def test_every_game_of_ours_has_an_example() -> None:
    assert all(EXAMPLES.values())


@BASES
def test_the_first_examples_are_those_of_the_usual_games(spec: str) -> None:
    """A person who opens the rules sees what was written for them, move by move."""
    first, with_this = EXAMPLES[spec][0], game(spec)
    with interpreted():
        shown = example(with_this)
    assert shown.remarks == (first.start, *(remark for _, remark in first.moves))
    assert shown.path[-1].moves == tuple(move for move, _ in first.moves)
    assert shown.path[-1].is_over == first.ends


@pytest.mark.parametrize(("name", "written"), EXAMPLES_BY_NAME)
def test_every_example_is_shown_by_some_variant(name: str, written: Example) -> None:
    specs = [spec for spec in all_specs() if spec.split(":")[0] == name]
    with interpreted():
        assert any(example(game(spec)).remarks[0] == written.start for spec in specs)
        assert any(
            example(game(spec)).path[-1].moves == tuple(move for move, _ in written.moves) for spec in specs
        )


@pytest.mark.parametrize("spec", all_specs())
def test_examples_can_be_played_in_every_variant(spec: str) -> None:
    with interpreted():
        shown = example(game(spec))
        path, remarks = shown
        assert len(path) == len(remarks) > 1
        assert path[0] == game(spec).start_position()
        assert game(spec).start_position().play_all(path[-1].moves) == path[-1]
        assert all(remarks)


@BASES
def test_examples_come_with_a_scene_for_each_remark(spec: str) -> None:
    with interpreted():
        shown = rules(game(spec)).example
    assert len(shown.scenes) == len(shown.remarks) == len(shown.moves) + 1
    assert [one.last and one.last.move for one in shown.scenes[1:]] == shown.moves
    assert [one.ply for one in shown.scenes] == list(range(len(shown.scenes)))


#: What examples show, as the keys of facts or the words among their moves.
SHOWN = {
    "connectfour": set(),
    "dotsandboxes": {"boxes", "pass"},
    "draughts": {"taken"},
    "hexxagon": {"turned"},
    "lput": {"damage", "wait", "defend"},
    "othello": {"turned", "pass"},
    "reversi": {"turned"},
}


@pytest.mark.parametrize("spec", SHOWN)
def test_examples_show_what_is_special(spec: str) -> None:
    found = set()
    with interpreted():
        path = example(game(spec)).path
        for before, after in pairwise(path):
            found |= {key for key, _ in before.game.view.move_facts(before.state[0], after.last_move_code)}
            found |= {step for step in before.steps(after.last_move_code) if isinstance(step, str)}
    assert SHOWN[spec] <= found


def test_the_example_of_morris_closes_a_mill_by_placing_and_by_moving() -> None:
    with interpreted():
        moves = example(game("morris")).path[-1].moves
    assert [move for move in moves if "x" in move] == ["a7xd2", "b4-a4xb6"]


def test_an_example_that_ends_otherwise_in_a_variant_is_not_shown_there() -> None:
    """Its moves are legal where six in a row win, too, but nobody has won at their end."""
    with interpreted():
        shown = example(game("mnk:k=6"))
    assert shown.remarks[0] != EXAMPLES["mnk"][0].start


def test_an_example_by_chance_is_always_the_same_and_prefers_what_can_be_told() -> None:
    rules_of: Game = game("othello:size=6")
    with interpreted():
        path, remarks = example(rules_of)
        assert example(rules_of).path == path
    assert len(path) == 7
    assert remarks[1] == f"Black plays {path[1].last_move}."
