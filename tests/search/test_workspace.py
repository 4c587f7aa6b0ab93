"""The memory of a search: what is in it before it begins."""

from __future__ import annotations

import numpy as np

from nupp.kernel import interpreted
from nupp.rules import game
from nupp.search.nodes import extend_line, must_stop
from nupp.search.table import new_table
from nupp.search.workspace import Workspace, compile_search, new_workspace, principal_variation


def workspace(plies: int = 3) -> Workspace:
    with interpreted():
        return new_workspace(game("tictactoe").start_position().play("b2"), plies, new_table(0))


def test_a_new_workspace_has_the_position_at_its_root_and_no_limits() -> None:
    work = workspace()
    with interpreted():
        position = game("tictactoe").start_position().play("b2")
    assert work.stack[0].tobytes() == position.state[0].tobytes()
    assert len(work.stack) == len(work.moves) == len(work.killers) == 4
    assert work.control[0].node_limit == np.iinfo(np.int64).max
    assert work.stop[0] == 0
    assert principal_variation(work) == ()


def test_games_with_repetition_bring_the_positions_before() -> None:
    with interpreted():
        position = game("draughts").parse_position("W:WK32:BK1").play_all(["32-28", "1-5"])
        work = new_workspace(position, 5, new_table(0))
    assert work.control[0].past == len(position.past_keys) > 0
    assert tuple(work.keys[: len(position.past_keys)]) == position.past_keys
    assert len(work.keys) == len(position.past_keys) + 6


def test_the_principal_variation_is_put_together_from_its_end() -> None:
    work = workspace()
    with interpreted():
        for ply, move in ((2, 7), (1, 5), (0, 3)):
            extend_line(work, ply, move)
        assert principal_variation(work) == (3, 5, 7)
        extend_line(work, 1, 4)
        extend_line(work, 0, 8)
    assert principal_variation(work) == (8, 4, 7)


def test_a_search_is_compiled_without_visiting_anything() -> None:
    work, limits = workspace(), []
    work.control[0].node_limit = 50

    def search() -> None:
        limits.append(int(work.control[0].node_limit))
        assert must_stop(work.control, work.stop)

    with interpreted():
        compile_search(work, search)
    assert limits == [0]
    assert (work.control[0].node_limit, work.control[0].nodes, work.control[0].stopped) == (50, 0, 0)


def test_plain_python_stops_at_the_next_node() -> None:
    """Its nodes may take milliseconds each, so 63 more would take too long."""
    work = workspace()
    with interpreted():
        assert not must_stop(work.control, work.stop)
        work.stop[0] = 1
        assert must_stop(work.control, work.stop)
    assert work.control[0].nodes == 1
