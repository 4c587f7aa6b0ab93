"""Other libraries' games for learners behind a pipe: reads one request a line, answers a line of JSON.

It runs in an environment of its own with pgx and JAX, OpenSpiel, and PettingZoo's classic games. A request is

    {"library": L, "game": G, "envs": N, "steps": S}    ->  {"seconds": ...}

and the answer the processor seconds of S steps of N games, all threads together, with random legal actions,
after some steps that compile and warm up. The libraries:

    pgx         steps with resets compiled by JAX for the CPU, actions chosen in NumPy
    pgx-scan    the same with the choices compiled as well, ten steps a call
    openspiel   `SyncVectorEnv` of `rl_environment`, with observations
    pettingzoo  one AEC environment, whose observations have the mask
    tensors     one state in a loop of Python, asked for its observation tensor and mask
    states      the same without them
"""

from __future__ import annotations

import importlib
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

Work = Callable[[int], None]


def pgx_games(game: str, envs: int) -> Work:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(game)
    one_step = auto_reset(env.step, env.init)

    def step(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choice, fresh = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(choice, logits, axis=1)
        keys = jax.random.split(fresh, envs)
        return (jax.vmap(one_step)(state, actions, keys), key), None

    @jax.jit
    def steps(carry: Any) -> Any:
        return jax.lax.scan(step, carry, None, length=10)[0]

    carry = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), envs)), jax.random.PRNGKey(1)

    def work(n: int) -> None:
        nonlocal carry
        for _ in range(-(-n // 10)):
            carry = steps(carry)
        jax.block_until_ready(carry)

    return work


def pgx_steps(game: str, envs: int) -> Work:
    import jax
    import numpy as np
    import pgx
    from pgx.experimental import auto_reset

    env, rng = pgx.make(game), np.random.default_rng(1)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    split = jax.jit(lambda key: jax.random.split(key, envs + 1))
    state, key = jax.jit(jax.vmap(env.init))(split(jax.random.PRNGKey(0))[1:]), jax.random.PRNGKey(1)

    def work(n: int) -> None:
        nonlocal state, key
        for _ in range(n):
            mask = np.asarray(state.legal_action_mask)
            actions = (mask * rng.random(mask.shape, dtype=np.float32)).argmax(axis=1)
            keys = split(key)
            key = keys[0]
            state = step(state, actions, keys[1:])
        jax.block_until_ready(state)

    return work


def openspiel_games(game: str, envs: int) -> Work:
    from open_spiel.python import rl_agent, rl_environment
    from open_spiel.python.vector_env import SyncVectorEnv

    env = SyncVectorEnv([rl_environment.Environment(game) for _ in range(envs)])
    seen = env.reset()

    def choose(one: Any) -> Any:
        legal = one.observations["legal_actions"][one.observations["current_player"]]
        return rl_agent.StepOutput(action=random.choice(legal), probs=None)

    def work(n: int) -> None:
        nonlocal seen
        for _ in range(n):
            seen, *_ = env.step([choose(one) for one in seen], reset_if_done=True)

    return work


def pettingzoo_game(game: str, envs: int) -> Work:
    import numpy as np

    env = importlib.import_module(f"pettingzoo.classic.{game}").raw_env()
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def work(n: int) -> None:
        for _ in range(n):
            if env.terminations[env.agent_selection]:
                env.reset()
            seen, *_ = env.last()
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))

    return work


def openspiel_state(game: str, tensors: bool) -> Work:
    import numpy as np
    import pyspiel

    rules = pyspiel.load_game(game)
    state = rules.new_initial_state()

    def work(n: int) -> None:
        nonlocal state
        for _ in range(n):
            if state.is_terminal():
                state = rules.new_initial_state()
            state.apply_action(random.choice(state.legal_actions()))
            if tensors:
                player = max(0, state.current_player())
                np.array(state.observation_tensor(player), np.float32)
                np.array(state.legal_actions_mask(player), np.int8)

    return work


LIBRARIES: dict[str, Callable[[str, int], Work]] = {
    "pgx": pgx_steps,
    "pgx-scan": pgx_games,
    "openspiel": openspiel_games,
    "pettingzoo": pettingzoo_game,
    "tensors": lambda game, envs: openspiel_state(game, True),
    "states": lambda game, envs: openspiel_state(game, False),
}


def main() -> None:
    known: dict[tuple[str, str, int], Work] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        key = asked["library"], asked["game"], asked["envs"]
        if key not in known:
            known[key] = LIBRARIES[key[0]](*key[1:])
            known[key](20)
        began = time.process_time()
        known[key](asked["steps"])
        print(json.dumps({"seconds": time.process_time() - began}), flush=True)


if __name__ == "__main__":
    main()
