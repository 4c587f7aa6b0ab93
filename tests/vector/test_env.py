"""Vector environments: as Gymnasium wants them, and as the rules say."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.passive_env_checker import check_action_space, check_obs, check_observation_space
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import nupp
from nupp.adapters.gymnasium import ID, BoardEnv
from nupp.boards import SquareBoard
from nupp.kernel import interpreted
from nupp.rules import Position
from nupp.rules.cells import EMPTY, PlacingGame
from nupp.vector import make
from nupp.vector.env import BoardVectorEnv
from plain import plain_rules  # noqa: F401

MODES = [mode.value for mode in AutoresetMode]


def first_legal(seen: dict[str, np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    return seen["action_mask"].argmax(axis=1)


def drawn(info: dict[str, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """A random legal action in each environment."""
    counts = info["legal_count"]
    return info["legal_actions"][np.arange(len(counts)), (rng.random(len(counts)) * counts).astype(np.int64)]


def check_shown(
    env: BoardVectorEnv, i: int, position: Position, seen: dict[str, Any], info: dict[str, Any]
) -> None:
    assert np.flatnonzero(seen["action_mask"][i]).tolist() == sorted(position.actions)
    assert sorted(info["legal_actions"][i, : info["legal_count"][i]]) == sorted(position.actions)
    assert info["to_move"][i] == position.to_move


SMALL = {"amazons": "amazons:size=5", "mnk": "mnk:width=6,height=6", "breakthrough": "breakthrough:width=5"}


@pytest.mark.parametrize("name", nupp.GAMES.names())
def test_games_follow_the_rules(name: str) -> None:
    """In moves, results, and what follows the end of a game."""
    name = SMALL.get(name, name)
    env, rng = make(name, 2, observation="none"), np.random.default_rng(5)
    seen, info = env.reset(seed=1)
    positions = [nupp.game(name).start_position()] * 2
    for _ in range(30 if name == "lput" else 60):
        actions = drawn(info, rng)
        seen, rewards, over, cut, info = env.step(actions)
        for i, action in enumerate(actions.tolist()):
            if positions[i].is_over:
                positions[i] = env.game.start_position()
                assert (rewards[i], over[i]) == (0, False)
            else:
                mover, positions[i] = (
                    positions[i].to_move,
                    positions[i].play_code(positions[i].actions[action]),
                )
                outcome = positions[i].outcome if positions[i].is_over else 0
                assert info["rewards"][i].tolist() == [outcome, -outcome]
                assert rewards[i] == outcome * (1 - 2 * mover)
            assert over[i] == positions[i].is_over
            assert not cut[i]
            check_shown(env, i, positions[i], seen, info)
    assert [env.position(i) for i in range(2)] == positions


def test_a_repetition_draws() -> None:
    env = make("labyrinth:map=ring8", 32, observation="none", autoreset="Disabled")
    rng, drawn_games = np.random.default_rng(2), 0
    _, info = env.reset(seed=1)
    for _ in range(60):
        _, _, over, _, info = env.step(drawn(info, rng))
        for i in np.flatnonzero(over).tolist():
            position = env.position(i)
            assert position.is_over
            drawn_games += position.ending.reason == "repetition"
        if over.any():
            _, info = env.reset(options={"reset_mask": over})
    assert drawn_games > 0


class Spots(PlacingGame):
    """A game of the user's: marks on a row of five; who sets the last one wins."""

    name = "spots"
    pieces = "VH"
    sides = ("v", "h")

    def __init__(self) -> None:
        super().__init__(SquareBoard(5, 1))

    def legal_moves(self, state: Any, moves: Any) -> int:
        n = 0
        for cell in range(self.size):
            if state.cells[cell] == EMPTY:
                moves[n] = cell
                n += 1
        return n

    def play(self, state: Any, move: int) -> None:
        state.cells[move] = state.turn + 1
        state.turn = 1 - state.turn


def test_a_game_of_the_user_needs_no_further_line() -> None:
    env = make(Spots(), 2)
    seen, info = env.reset(seed=1)
    assert env.encoding.meanings[:2] == ("pieces of the side to move", "pieces of the other side")
    for _ in range(5):
        seen, rewards, over, _, info = env.step(drawn(info, np.random.default_rng(1)))
    assert (over.tolist(), rewards.tolist()) == ([True, True], [1, 1])
    assert info["rewards"].tolist() == [[1, -1], [1, -1]]
    assert seen["observation"].shape == (2, 3, 1, 5)


# ---- Gymnasium -----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES[:2])
@pytest.mark.parametrize("side", [0, 1])
def test_steps_are_those_of_single_environments(mode: str, side: int) -> None:
    """Against a player without chance, as Gymnasium's own `SyncVectorEnv` of single environments does."""
    options: dict[str, Any] = {"opponent": "alphabeta:depth=1", "side": side}
    single = SyncVectorEnv([lambda: BoardEnv("tictactoe", **options)], autoreset_mode=AutoresetMode(mode))
    env, ended = make("tictactoe", 1, autoreset=mode, **options), 0
    assert env.single_observation_space == single.single_observation_space
    assert env.observation_space == single.observation_space
    assert env.action_space == single.action_space
    ours, theirs = env.reset(seed=1)[0], single.reset(seed=1)[0]
    for _ in range(16):
        for key in ("observation", "action_mask"):
            assert ours[key].tobytes() == theirs[key].tobytes()
        actions = first_legal(ours)
        ours, rewards, over, cut, info = env.step(actions)
        theirs, *expected, known = single.step(actions)
        assert (rewards, over, cut) == tuple(expected)
        assert ("final_obs" in info) == ("final_obs" in known)
        if "final_obs" in known:
            for key in ("observation", "action_mask"):
                assert (info["final_obs"][0][key] == known["final_obs"][0][key]).all()
        ended += int(over[0])
    assert ended > 1


@pytest.mark.parametrize("name", nupp.GAMES.names())
def test_what_is_seen_lies_in_the_spaces(name: str) -> None:
    """As Gymnasium's own checker of environments wants it."""
    env = make(name, 3, opponent="random", side=None, openings=(0, 3))
    seen, info = env.reset(seed=3)
    check_observation_space(env.single_observation_space)
    check_action_space(env.single_action_space)
    assert env.observation_space == batch_space(env.single_observation_space, 3)
    assert env.action_space == batch_space(env.single_action_space, 3)
    rng = np.random.default_rng(1)
    for _ in range(6):
        assert env.observation_space.contains(seen)
        for i in range(3):
            row = {name: array[i] for name, array in seen.items()}
            check_obs(row, env.single_observation_space, "step")
        actions = drawn(info, rng)
        assert env.action_space.contains(actions)
        seen, rewards, over, cut, info = env.step(actions)
        assert (rewards.shape, over.shape, cut.shape) == ((3,),) * 3
        assert (over.dtype, cut.dtype) == (np.bool_, np.bool_)


def test_gymnasium_makes_it_and_wraps_it() -> None:
    env = gymnasium.make_vec(
        ID, num_envs=4, vectorization_mode="vector_entry_point", game="tictactoe", opponent="random"
    )
    assert isinstance(env.unwrapped, BoardVectorEnv)
    wrapped = DictInfoToList(RecordEpisodeStatistics(env))
    seen, infos = wrapped.reset(seed=1)
    lengths = []
    for _ in range(12):
        seen, _, _, _, infos = wrapped.step(first_legal(seen))
        lengths += [info["episode"]["l"] for info in infos if "episode" in info]
    assert lengths
    assert max(lengths) <= 5


def test_the_last_sight_of_a_game_is_kept_where_the_next_begins_at_once() -> None:
    env = make("connectfour:width=4,height=4,k=3", 4, autoreset="SameStep")
    seen, info = env.reset(seed=1)
    while True:
        seen, _, over, _, info = env.step(first_legal(seen))
        if over.any():
            break
    assert info["_final_obs"].tolist() == over.tolist()
    assert (info["rewards"][over][:, 0] != 0).all()
    final = info["final_obs"][over.argmax()]
    assert final["observation"][:2].sum() > 0
    assert not final["action_mask"].any()
    assert not seen["observation"][over][:, :2].any()
    assert (seen["action_mask"].sum(axis=1)[over] == 4).all()


def test_without_autoreset_a_mask_says_what_begins_anew() -> None:
    env = make("tictactoe", 3, autoreset="Disabled")
    env.reset(seed=1)
    for actions in ([0, 0, 0], [3, 3, 1], [1, 1, 3], [4, 4, 4], [2, 2, 5]):
        seen, rewards, over, _, _ = env.step(np.array(actions))
    assert (over.tolist(), rewards.tolist()) == ([True, True, False], [1, 1, 0])
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"environment 0.*reset_mask"):
        env.step(np.array([8, 8, 8]))
    seen, _ = env.reset(options={"reset_mask": np.array([True, True, False])})
    assert seen["action_mask"].sum(axis=1).tolist() == [9, 9, 4]
    for mask in (np.array([1, 0, 0]), np.zeros(3, bool), np.zeros(2, bool)):
        with pytest.raises(ValueError, match="reset_mask"):
            env.reset(options={"reset_mask": mask})


def test_arrays_stay_until_the_step_after_the_next_and_copies_for_good() -> None:
    for copy in (False, True):
        env = make("tictactoe", 1, copy=copy)
        seen, _ = env.reset(seed=1)
        first = seen["observation"]
        before = first.copy()
        for action in (0, 1, 2):
            env.step(np.array([action]))
            assert (first == before).all() == (copy or action < 1)


# ---- seeds, openings, states ---------------------------------------------------------------------------


def played(env: BoardVectorEnv, steps: int, seed: Any) -> list[tuple[int, ...]]:
    """The moves of games against an opponent that plays at random."""
    seen, _ = env.reset(seed=seed)
    for _ in range(steps):
        seen, *_ = env.step(first_legal(seen))
    return [env.position(i).move_codes for i in range(env.num_envs)]


def test_a_game_depends_on_its_own_seed() -> None:
    options: dict[str, Any] = {"opponent": "random", "side": None, "openings": (0, 4)}
    env = make("connectfour", 6, **options)
    games = played(env, 3, 7)
    assert games == played(env, 3, 7)
    assert games[2:] == played(make("connectfour", 4, **options), 3, 9)
    assert games[::-1] == played(env, 3, range(7, 13)[::-1])
    assert len(set(games)) > 3
    with pytest.raises(ValueError, match=r"2 seeds.*6"):
        env.reset(seed=[1, 2])


def test_openings_are_drawn_between_their_bounds() -> None:
    env = make("othello:size=4", 40, openings=(2, 4), observation="none")
    env.reset(seed=1)
    assert {env.position(i).ply for i in range(40)} == {2, 3, 4}
    for openings in (-1, (3, 2)):
        with pytest.raises(ValueError, match="openings="):
            make("tictactoe", 2, openings=openings)


def test_a_snapshot_goes_on_as_the_batch_did() -> None:
    env = make("othello:size=4", 5, opponent="random")
    env.reset(seed=1)

    def go_on() -> list[Any]:
        shown = []
        for _ in range(5):
            seen, rewards, over, _, _ = env.step(first_legal({"action_mask": env.batch.shown.mask}))
            shown.append([seen["observation"].tobytes(), rewards.tolist(), over.tolist()])
        return shown

    saved = pickle.loads(pickle.dumps(env.save()))
    once = go_on()
    _, info = env.restore(saved)
    assert info["legal_count"].all()
    assert go_on() == once
    with pytest.raises(ValueError, match=r"5 games.*othello:size=4.*6 games of tictactoe"):
        make("tictactoe", 6).restore(saved)


def test_games_begin_with_positions() -> None:
    env = make("tictactoe", 2)
    env.reset(seed=1, options={"positions": ["3/1x1/3 o", "3/3/3 x"]})
    assert [str(env.position(i)) for i in range(2)] == ["3/1x1/3 o", "3/3/3 x"]
    env.reset(options={"positions": "x2/1o1/3 x"})
    assert str(env.position(1)) == "x2/1o1/3 x"
    env.reset(options={"positions": None})
    assert str(env.position(1)) == "3/3/3 x"
    for positions in (["3/3/3 x"], "xxx/oo1/3 o", "3/3 x"):
        with pytest.raises(ValueError, match=r"positions|position of|position '"):
            env.reset(options={"positions": positions})


def test_a_limit_of_plies_truncates() -> None:
    env = make("morris", 2, max_plies=3)
    seen, _ = env.reset(seed=1)
    for _ in range(3):
        seen, rewards, over, cut, _ = env.step(first_legal(seen))
    assert (over.tolist(), cut.tolist(), rewards.tolist()) == ([False] * 2, [True] * 2, [0, 0])
    seen, _, _, cut, info = env.step(first_legal(seen))
    assert (cut.tolist(), info["legal_count"].tolist()) == ([False] * 2, [24] * 2)


# ---- compiled ----------------------------------------------------------------------------------------


@pytest.mark.native
def test_compiled_threads_do_the_same_as_plain_python() -> None:
    shown = []
    for threads in (1, 2):
        env = make("connectfour", 200, threads=threads, opponent="random", side=None, autoreset="SameStep")
        seen, info = env.reset(seed=1)
        rng = np.random.default_rng(1)
        for _ in range(30):
            seen, rewards, over, _, info = env.step(drawn(info, rng))
        assert len(env.batch._parts) == threads
        shown.append((seen["observation"].copy(), rewards.copy(), over.copy(), env.batch.games.begun.copy()))
        env.close()
    with interpreted():
        env = make("connectfour", 8, opponent="random", side=None, autoreset="SameStep")
        seen, info = env.reset(seed=1)
        for _ in range(4):
            seen, *_ = env.step(first_legal(seen))
    compiled = make("connectfour", 8, opponent="random", side=None, autoreset="SameStep")
    same, info = compiled.reset(seed=1)
    for _ in range(4):
        same, *_ = compiled.step(first_legal(same))
    assert (same["observation"] == seen["observation"]).all()
    assert all((one == other).all() for one, other in zip(*shown, strict=True))
    assert shown[0][3].max() > 1


@pytest.mark.native
def test_the_example_of_the_manual_for_pytorch_runs() -> None:
    """PyTorch takes the arrays without a copy. The example is marked as `py`, since it needs PyTorch."""
    pytest.importorskip("torch")
    manual = (Path(__file__).parents[2] / "docs" / "vector.md").read_text(encoding="utf-8")
    (example,) = re.findall("^```py\n(.*?)^```", manual, re.MULTILINE | re.DOTALL)
    env = make("connectfour", 256, opponent="random", side=None)
    names: dict[str, Any] = {"seen": env.reset(seed=1)[0]}
    exec(compile(example, "vector.md", "exec"), names)
    env.step(names["actions"])


# ---- bad input -----------------------------------------------------------------------------------------


def test_an_illegal_action_names_its_environment_and_plays_nothing() -> None:
    env = make("tictactoe", 3)
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        env.step(np.zeros(3, np.int64))
    env.reset(seed=1)
    env.step(np.array([4, 4, 4]))
    for bad in (4, 9, -1):
        with pytest.raises(ValueError, match=rf"environment 1: action {bad} is not legal in '3/1x1/3 o'"):
            env.step(np.array([0, bad, 4]))
    assert [env.position(i).ply for i in range(3)] == [1, 1, 1]
    env.step(np.array([0, 1, 2]))


def test_an_illegal_action_may_lose_instead() -> None:
    for autoreset in ("NextStep", "SameStep"):
        env = make("tictactoe", 2, illegal="lose", opponent="random", side=1, autoreset=autoreset)
        seen, info = env.reset(seed=1)
        taken = int((1 - seen["action_mask"][0]).argmax())
        free = int(seen["action_mask"][1].argmax())
        _, rewards, over, _, info = env.step(np.array([taken, free]))
        assert (rewards.tolist(), over.tolist()) == ([-1, 0], [True, False])
        assert info["illegal"].tolist() == [True, False]
        assert info["rewards"].tolist() == [[1, -1], [0, 0]]


@pytest.mark.parametrize(
    ("actions", "error", "words"),
    [
        (np.array([0.0, np.nan]), TypeError, "float64.*whole"),
        (np.array([0]), ValueError, r"\(1,\).*\(2,\)"),
        (["a", "b"], TypeError, "whole numbers"),
    ],
)
def test_actions_are_whole_numbers_one_for_each(actions: Any, error: type[Exception], words: str) -> None:
    env = make("tictactoe", 2)
    env.reset(seed=1)
    with pytest.raises(error, match=words):
        env.step(actions)


def test_what_cannot_be_is_said() -> None:
    for options, words in (
        ({"num_envs": 0}, "num_envs=0"),
        ({"threads": 0}, "threads=0"),
        ({"side": 3, "opponent": "random"}, "side=3.*0, 1"),
        ({"observation": "pixels"}, "'pixels'.*planes"),
        ({"autoreset": "Never"}, "'Never'.*NextStep, SameStep, Disabled"),
        ({"illegal": "ignore"}, "'ignore'.*'raise' or 'lose'"),
        ({"opponent": "nobody"}, "'nobody'"),
        ({"opponent": 7}, "opponent=7"),
        ({"max_plies": 0}, "max_plies=0"),
        ({"render_mode": "human"}, "'human'.*'ansi'"),
    ):
        with pytest.raises(ValueError, match=words):
            make("tictactoe", **{"num_envs": 2} | options)


def test_boards_are_shown_as_texts() -> None:
    env = make("tictactoe", 2, render_mode="ansi")
    env.reset(seed=1)
    env.step(np.array([0, 8]))
    assert env.render() == tuple(env.position(i).render() for i in range(2))
    assert make("tictactoe", 2).render() is None
