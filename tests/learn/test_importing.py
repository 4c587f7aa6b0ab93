"""Positions of saved games: whose result counts, and games that are played out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import nupp
from nupp.formats import open_games, record_of
from nupp.learn.datasets import Dataset
from nupp.learn.importing import Importer, Imports, record_imports
from nupp.spec import SpecError
from plain import plain_rules  # noqa: F401

SGF = "(;GM[4]SZ[3]RU[tictactoe]{result};{moves})"
WON = SGF.format(result="", moves=";".join(["B[bb]", "W[aa]", "B[ab]", "W[ba]", "B[cb]"]))
OPEN = SGF.format(result="RE[W+R]", moves=";".join(["B[bb]", "W[aa]"]))
NO_RESULT = SGF.format(result="", moves=";".join(["B[bb]", "W[ba]", "B[ac]"]))
BROKEN = SGF.format(result="RE[B+R]", moves=";".join(["B[bb]", "W[aa]", "B[aa]"]))
OTHER = "(;GM[4]SZ[15];B[hh])"


def plan(**more: object) -> Imports:
    return Imports("tictactoe", "alphabeta:table=0", depth=3, **{"least": 1, **more})  # type: ignore[arg-type]


def take(path: Path, text: str, **more: object) -> tuple[Dataset, dict[str, int], list[str]]:
    messages: list[str] = []
    games = [(f"game {number}", read) for number, read in open_games(text)]
    positions, counts = record_imports(plan(**more), games, path / "x", messages.append)
    found = Dataset.read([path / "x"], nupp.game("tictactoe"))
    assert len(found) == positions
    (path / "x").unlink()
    return found, counts, [words for words in messages if words]


@pytest.mark.slow
def test_results_by_the_rules_and_as_told(tmp_path: Path) -> None:
    found, counts, messages = take(tmp_path, WON + OPEN + NO_RESULT + BROKEN + OTHER)
    assert counts == {
        "games": 3,
        "too short": 0,
        "without a result": 1,
        "of another game": 1,
        "with a fault": 1,
    }
    assert found.games.tolist() == [0] * 5 + [1] * 3 + [2] * 3
    assert found.results.tolist() == [1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1]
    assert found.plies.tolist() == [0, 1, 2, 3, 4, 0, 1, 2, 0, 1, 2]
    assert found.margins[0] == 1
    assert len(messages) == 2
    assert messages[0].startswith("game 3: line 1, column ")
    assert messages[1] == "game 4 is one of mnk: expected tictactoe"
    assert "move 3: 'a3' is not legal" in messages[0]


def test_each_other_game_is_reported_once_and_without_positions_there_is_no_file(tmp_path: Path) -> None:
    messages: list[str] = []
    connect = "(;GM[4]SZ[7]RU[connectfour:size=7];B[4])"
    games = [(f"game {number}", read) for number, read in open_games(OTHER + OTHER + connect)]
    positions, counts = record_imports(plan(), games, tmp_path / "x", messages.append)
    assert (positions, counts["of another game"], counts["with a fault"]) == (0, 3, 0)
    assert [words for words in messages if words] == [
        "game 0 is one of mnk: expected tictactoe",
        "game 2 is one of connectfour:size=7: expected tictactoe",
    ]
    assert not (tmp_path / "x").exists()


def test_a_line_that_is_no_game_does_not_end_the_import(tmp_path: Path) -> None:
    line = record_of(
        nupp.game("tictactoe").start_position().play("b2"), ("a", "b"), outcome="first"
    ).to_json()
    _, counts, messages = take(tmp_path, f"{line}\n{line[:30]}\n{line}\n")
    assert counts["games"] == 2
    assert len(messages) == 1
    assert messages[0].startswith("game 1: line 2: ")
    assert "column " in messages[0]


def test_a_failure_of_the_search_is_no_fault_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Importer, last: object, outcome: int) -> None:
        raise ValueError("no room")

    monkeypatch.setattr(Importer, "_chunk", fail)
    with pytest.raises(ValueError, match="no room"):
        take(tmp_path, BROKEN + WON)


def test_values_are_those_of_the_search(tmp_path: Path) -> None:
    found, _, _ = take(tmp_path, WON)
    position = nupp.game("tictactoe").start_position()
    player = nupp.player("alphabeta:table=0", position.game)
    for value, move in zip(found.values, ["b2", "a3", "a2", "b3", "c2"], strict=True):
        assert value == player.choose(position, nupp.Budget(depth=3)).score
        position = position.play(move)


def test_games_without_an_end_may_be_dropped(tmp_path: Path) -> None:
    _, counts, _ = take(tmp_path, WON + OPEN + NO_RESULT + BROKEN, unfinished="drop")
    assert counts == {
        "games": 1,
        "too short": 0,
        "without a result": 3,
        "of another game": 0,
        "with a fault": 1,
    }


def test_short_games_are_left_out(tmp_path: Path) -> None:
    _, counts, _ = take(tmp_path, WON + OPEN, least=5)
    assert counts == {
        "games": 1,
        "too short": 1,
        "without a result": 0,
        "of another game": 0,
        "with a fault": 0,
    }


def test_games_are_played_out(tmp_path: Path) -> None:
    """First has won already for whoever looks three plies ahead; an even game stays without a result."""
    fork = SGF.format(result="RE[W+R]", moves=";".join(["B[bb]", "W[ba]", "B[ac]", "W[ca]", "B[aa]"]))
    found, counts, _ = take(tmp_path, fork + OPEN, unfinished="play")
    assert counts == {
        "games": 1,
        "too short": 0,
        "without a result": 1,
        "of another game": 0,
        "with a fault": 0,
    }
    assert found.results.tolist() == [1, -1, 1, -1, 1, -1]


def test_a_game_that_is_turned_round_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The weaker player is made to think that the lost side is ahead."""
    importer = Importer(plan(unfinished="play"))
    position = nupp.game("tictactoe").parse_position("xx1/oo1/3 x")
    assert importer.play_out(position) == 1
    real = importer._worker.think
    first = iter([True])
    monkeypatch.setattr(
        importer._worker,
        "think",
        lambda state: (-(10**6), 0) if next(first, False) else real(state),
    )
    assert importer.play_out(position) is None


def test_games_are_not_played_out_by_an_evaluator_without_a_scale(tmp_path: Path) -> None:
    @nupp.evaluators.register
    class Bare(nupp.Evaluator):  # type: ignore[type-arg]
        """Knows nothing, and no scale."""

        name = "bare"

        def evaluate(self, game: object, state: object) -> int:
            return 0

    bare = Imports("tictactoe", "alphabeta:table=0,eval=bare", depth=1, unfinished="play")
    with pytest.raises(SpecError, match=r"'bare'.*scale"):
        record_imports(bare, [("it", read) for _, read in open_games(OPEN)], tmp_path / "x")
    assert not (tmp_path / "x").exists()
    imports = Imports("tictactoe", "alphabeta:table=0,eval=bare", depth=1, least=1)
    assert record_imports(imports, [("it", read) for _, read in open_games(OPEN)], tmp_path / "x")[0] > 0


@pytest.mark.parametrize(
    ("player", "nodes", "depth", "stronger"),
    [
        ("alphabeta", None, 3, ("alphabeta", None, 4)),
        ("alphabeta", 100, None, ("alphabeta", 400, None)),
        ("alphabeta", 100, 3, ("alphabeta", 400, 4)),
        ("alphabeta:depth=4,table=0", None, None, ("alphabeta:table=0", None, 5)),
        ("alphabeta:depth=2", None, 6, ("alphabeta", None, 3)),
        ("alphabeta:depth=6", 50, 2, ("alphabeta", 200, 3)),
    ],
)
def test_the_stronger_player_is_stronger(
    player: str, nodes: int | None, depth: int | None, stronger: tuple[object, ...]
) -> None:
    plan = Imports("tictactoe", player, nodes, depth)
    found = plan.stronger()
    assert (found.player, found.nodes, found.depth) == stronger
    assert found.plies > plan.plies or (found.nodes or 0) > (plan.nodes or 0)


def test_what_cannot_be_asked_is_reported() -> None:
    with pytest.raises(ValueError, match=r"'guess'.*recorded, drop, play"):
        plan(unfinished="guess")
    with pytest.raises(ValueError, match=r"least -1\b.*\b0\b"):
        plan(least=-1)


@pytest.mark.parametrize("form", nupp.formats.all_formats(), ids=lambda form: form.name)
def test_every_format_gives_the_same_positions(form: nupp.formats.Format, tmp_path: Path) -> None:
    spec = {
        "psq": "mnk:width=6,height=6",
        "pdn": "draughts",
        "ggf": "othello:size=6",
        "transcript": "othello:size=6",
    }
    game = nupp.game(spec.get(form.name, "tictactoe"))
    rng, position = np.random.default_rng(2), game.start_position()
    while not position.is_over:
        position = position.play_code(int(rng.choice(position.legal_move_codes)))
    assert position.is_over  # so that no format has to tell the result
    text = form.write(record_of(position, ("a", "b")))
    record_imports(
        Imports(game.spec, "alphabeta:table=0", depth=1, least=1),
        [("it", read) for _, read in open_games(text)],
        tmp_path / "x",
    )
    found = Dataset.read([tmp_path / "x"], game)
    path = []
    while position is not None:
        path.append(position)
        position = position.previous  # type: ignore[assignment]
    wanted = [one.state.tobytes() for one in reversed(path) if not one.is_over]
    assert [state.tobytes() for state in found.states] == wanted
