"""nupp's games in OpenSpiel: its own tests of games, its observers, and its agents."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import nupp

if find_spec("pyspiel") is None:
    pytest.skip("OpenSpiel has no wheel for this system and is not installed", allow_module_level=True)

import pyspiel
from open_spiel.python import observation
from open_spiel.python.algorithms import evaluate_bots, get_all_states, mcts, minimax
from open_spiel.python.bots import uniform_random

from nupp.adapters import openspiel
from nupp.kernel import interpreted

ALL = [openspiel.PREFIX + name for name in nupp.GAMES.names()]
COMPILED = {"nupp_tictactoe", "nupp_draughts"}
"""Of the others the conformance suite knows that they are the same compiled and as plain Python."""
SHORT = {"nupp_lput": "nupp_lput(rounds=6)", "nupp_amazons": "nupp_amazons(size=5)"}
"""Forms of long games for plain Python."""
OTHERS = ["nupp_amazons(size=5,staged=True)", "nupp_mnk(width=5,height=4)", "nupp_draughts(variant=russian)"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_passes_the_tests_of_openspiel(name: str) -> None:
    """Legal actions and their masks, clones, returns, and states written out and read."""
    with nullcontext() if name in COMPILED else interpreted():
        pyspiel.random_sim_test(
            pyspiel.load_game(SHORT.get(name, name)), num_sims=1, serialize=True, verbose=False
        )


@pytest.mark.parametrize("name", OTHERS)
def test_variants_pass_the_tests_of_openspiel(name: str) -> None:
    """As plain Python."""
    with interpreted():
        pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def test_parameters_are_those_of_nupp() -> None:
    assert pyspiel.load_game("nupp_hexxagon(blocked=pass)").board_game is nupp.game("hexxagon:blocked=pass")
    assert pyspiel.load_game("nupp_othello", {"size": 6}).board_game is nupp.game("othello:size=6")
    with pytest.raises((ValueError, pyspiel.SpielError), match=r"size=7\b.*even.* 4 to 16"):
        pyspiel.load_game("nupp_othello(size=7)")


@pytest.mark.slow
def test_games_and_states_are_pickled() -> None:
    """As for algorithms with several processes, in one that has registered no game of nupp yet."""
    made = pyspiel.load_game("nupp_hexxagon(blocked=fill)")
    state = made.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    code = (
        "import pickle, sys; game, state = pickle.load(sys.stdin.buffer); print(game.board_game.spec, state)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps((made, state)), capture_output=True
    )
    assert done.stdout.decode() == f"hexxagon:blocked=fill {state}\n", done.stderr


def test_a_game_registered_later_is_found_when_asked_for() -> None:
    nupp.register(nupp.GAMES.entry("tictactoe").factory, "threeinarow")
    assert openspiel.register_games() == ["nupp_threeinarow"]
    assert openspiel.register_games() == []
    assert pyspiel.load_game("nupp_threeinarow").num_distinct_actions() == 9


@pytest.mark.slow
def test_the_same_tree_as_openspiel_has() -> None:
    """All positions of tic-tac-toe: as many as in OpenSpiel's own game, with the same returns."""

    def returns(name: str) -> list[tuple[int, ...]]:
        states = get_all_states.get_all_states(
            pyspiel.load_game(name),
            include_terminals=True,
            include_chance_states=False,
            to_string=lambda state: str(sorted(state.history()[::2])) + str(sorted(state.history()[1::2])),
        )
        return sorted((len(state.history()), *map(int, state.returns())) for state in states.values())

    assert returns("nupp_tictactoe") == returns("tic_tac_toe")


def test_observers_see_the_planes() -> None:
    game = pyspiel.load_game("nupp_tictactoe")
    state, seen = game.new_initial_state(), observation.make_observation(game)
    state.apply_action(4)
    seen.set_from(state, player=0)
    assert seen.dict["observation"].shape == (3, 3, 3)
    assert seen.dict["observation"].sum(axis=(1, 2)).tolist() == [0, 1, 9]
    assert seen.dict["observation"][1, 1, 1] == 1
    assert seen.string_from(state, 0) == str(state) == "3/1x1/3 o"


@pytest.mark.slow
def test_minimax_finds_the_value() -> None:
    value, _ = minimax.alpha_beta_search(pyspiel.load_game("nupp_mnk(width=3,height=2,k=2)"))
    assert value == 1
    value, _ = minimax.alpha_beta_search(pyspiel.load_game("nupp_dotsandboxes(width=1,height=2)"))
    with interpreted():
        start = nupp.game("dotsandboxes:width=1,height=2").start_position()
        assert value == nupp.player("exact", start.game).choose(start).score


def test_openspiels_search_plays() -> None:
    game = pyspiel.load_game("nupp_tictactoe")
    rng = np.random.RandomState(1)
    judge = mcts.RandomRolloutEvaluator(1, rng)
    searcher = mcts.MCTSBot(game, 2.0, 60, judge, random_state=rng)
    chance = uniform_random.UniformRandomBot(1, rng)
    returns = [
        evaluate_bots.evaluate_bots(game.new_initial_state(), [searcher, chance], rng)[0] for _ in range(4)
    ]
    assert sum(returns) > 0


def test_the_example_of_the_manual_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """It is marked as `py`, since the other examples run where OpenSpiel is not installed, too."""
    manual = (Path(__file__).parents[2] / "docs" / "adapters.md").read_text(encoding="utf-8")
    (example,) = re.findall("^```py\n(.*?)^```", manual, re.MULTILINE | re.DOTALL)
    exec(compile(example, "adapters.md", "exec"), {})
    assert capsys.readouterr().out.endswith(" [0.0, 0.0]\n")


def test_an_action_that_is_not_legal_is_refused() -> None:
    state = pyspiel.load_game("nupp_tictactoe").new_initial_state()
    state.apply_action(4)
    with pytest.raises((ValueError, pyspiel.SpielError), match=r"\b4\b.*'3/1x1/3 o'"):
        state.apply_action(4)
