"""Other programs as players: nupp itself through pipes, what matches say of failures, and specs."""

from __future__ import annotations

import re
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import nupp
from nupp.arena import Match, MatchError, play_match
from nupp.kernel import Deadline, under
from nupp.players import Budget, Decision, Pondering, player, players_of
from nupp.players.budget import Remaining
from nupp.protocols import External
from nupp.protocols.external import _score
from nupp.protocols.ugi import messages as ugi
from nupp.rules import game
from nupp.search.scores import MATE, WIN
from nupp.spec import SpecError
from protocols.external.programs import ROGUE, spec_of

pytestmark = pytest.mark.slow

PAIRS = (
    ("othello:size=6", "ugi"),
    ("dotsandboxes:size=2", "ugi"),
    ("tictactoe", "ugi"),
    ("othello:size=6", "nboard"),
    ("mnk:width=7,height=6", "gomocup"),
    ("draughts:variant=english", "hub"),
)


# ---- nupp through pipes --------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["othello:size=6", "dotsandboxes:size=2", "tictactoe"])
def test_matches_against_oneself_through_pipes(spec: str) -> None:
    """Both sides play from random openings, of longer games 24 plies; nobody fails.

    `test_it_plays_the_games_of_the_player_behind_it` has such matches by the other protocols.
    """
    engine = spec_of(spec, "ugi")
    result = play_match(Match(spec, engine, "random", games=2, seconds=600, depth=1, max_plies=24))
    assert len(result.records) == 2
    for record in result.records.values():
        assert record.termination in (None, "move limit: 24 plies")
        assert record.replay().is_over or len(record.moves) == 24


@pytest.mark.parametrize(("spec", "protocol"), PAIRS)
def test_it_plays_what_the_player_behind_it_plays(spec: str, protocol: str, engine: list[External]) -> None:
    """With equal limits the moves are those of the same player without pipes, in the game's own words."""
    one = player(spec_of(spec, protocol, "alphabeta:table=1"), spec)
    assert isinstance(one, External)
    engine.append(one)
    other = player("alphabeta:table=1", spec)
    position = game(spec).start_position()
    for _ in range(4):
        budget = Budget(depth=2)
        found, wanted = one.choose(position, budget), other.choose(position, budget)
        assert (found.move, found.code) == (wanted.move, wanted.code)
        if protocol != "gomocup":  # which reports nothing
            assert found.pv == wanted.pv
            assert (found.depth, found.nodes) == (wanted.depth, wanted.nodes)
            assert found.score == pytest.approx(wanted.score / wanted.unit, abs=0.006)
        position = position.play(wanted.move)
        if not position.is_over:
            position = position.play(position.legal_moves[-1])
        if position.is_over:
            break


@pytest.mark.parametrize(
    ("spec", "protocol", "thinker", "budget"),
    [
        ("othello:size=4", "ugi", "uct:seed=5,memory=1", Budget(nodes=40)),
        ("mnk:width=7,height=6", "gomocup", "random:seed=5", Budget(nodes=40)),
        ("draughts:variant=english", "hub", "random:seed=5", Budget(nodes=40)),
        ("othello:size=4", "nboard", "level:n=1,seed=5", Budget(depth=2)),
    ],
)
def test_a_seed_is_the_same_behind_a_protocol(
    spec: str, protocol: str, thinker: str, budget: Budget, engine: list[External]
) -> None:
    one, other = player(spec_of(spec, protocol, thinker), spec), player(thinker, spec)
    assert isinstance(one, External)
    engine.append(one)
    position = game(spec).start_position()
    for _ in range(4):
        wanted = other.choose(position, budget)
        assert one.choose(position, budget).move == wanted.move
        position = position.play(wanted.move)
        position = position.play(position.legal_moves[-1])


@pytest.mark.parametrize(
    ("spec", "protocol", "limits"),
    [
        ("othello:size=4", "ugi", {"nodes": 30}),
        ("draughts:variant=english", "hub", {"nodes": 30}),
        ("mnk:width=7,height=6", "gomocup", {"nodes": 30}),
        ("othello:size=4", "nboard", {"depth": 2}),  # which knows no nodes
    ],
)
def test_it_plays_the_games_of_the_player_behind_it(spec: str, protocol: str, limits: dict[str, Any]) -> None:
    """From both sides, to the end: what a search keeps from move to move and game to game is the same."""

    def moves(first: str) -> list[tuple[str, ...]]:
        records = play_match(Match(spec, first, "greedy", games=2, seed=8, seconds=600, **limits)).records
        return [records[number].moves for number in (0, 1)]

    played = moves(spec_of(spec, protocol, "alphabeta:table=1"))
    assert played == moves("alphabeta:table=1")
    assert all(game(spec).start_position().play_all(one).is_over for one in played)


def test_thoughts_stops_and_pondering(engine: list[External]) -> None:
    """Thoughts are reported during the search; a search without an end is ended, and pondering goes on."""
    one = player(spec_of("othello", "ugi", "alphabeta:table=1"), "othello")
    assert isinstance(one, External)
    engine.append(one)
    start = game("othello").start_position()
    thoughts: list[Decision] = []
    deadline = Deadline()

    def tell(decision: Decision) -> None:
        thoughts.append(decision)
        if len(thoughts) == 2:
            deadline.move(0)

    with under(deadline):
        decision = one.choose(start, Budget(depth=100), tell)
    assert thoughts[0].depth <= thoughts[1].depth <= decision.depth
    assert all(thought.move in start.legal_moves for thought in thoughts)
    with Pondering(one) as ponderer:
        decision = ponderer.choose(start, Budget(seconds=0.2))
        assert len(decision.pv) > 1
        assert ponderer.ponder(start.play(decision.move), Budget(seconds=0.2))
        position = start.play(decision.move).play(decision.pv[1])
        assert ponderer.choose(position, Budget(seconds=0.2)).move in position.legal_moves


def test_clocks_go_along(engine: list[External]) -> None:
    """With little on the clock it moves within that."""
    for spec, protocol in (
        ("othello", "nboard"),
        ("othello", "ugi"),
        ("draughts", "hub"),
        ("mnk", "gomocup"),
    ):
        one = player(spec_of(spec, protocol, "alphabeta:table=1"), spec)
        assert isinstance(one, External)
        engine.append(one)
        one.get_ready()
        start = game(spec).start_position()
        began = time.monotonic()
        one.choose(start, Budget(seconds=0.5, clock=Remaining((1.0, 900.0), 0.1)))
        assert time.monotonic() - began < 60  # not a share of the other side's time


# ---- programs that do what they should not ---------------------------------------------------------


@pytest.mark.parametrize("limits", [{"nodes": 10}, {"depth": 1}])
def test_who_hangs_where_no_time_is_limited_has_lost(limits: dict[str, Any]) -> None:
    """Ten times the patience of the match after the move was asked for."""
    command = shlex.join([sys.executable, str(ROGUE), "hangs"])
    player = f"external:cmd=({command}),grace=0.1"
    match = Match("tictactoe", player, "random", games=1, openings=0, patience=0.05, **limits)
    result = play_match(match)
    assert result.tally == (0, 0, 1)
    assert re.match(r"x failed: .*\b0\.5 s", str(result.records[0].termination))


@pytest.mark.parametrize(
    ("line", "score"),
    [
        ("info score mate 99999999999 pv c3", WIN),
        ("info score mate -99999999999 pv c3", -WIN),
        ("info score mate 2 pv c3", MATE - 3),
    ],
)
def test_wins_that_are_far_away_are_wins(line: str, score: int) -> None:
    info = ugi.read_info(line)
    assert info is not None
    assert _score(info) == (score, "win" if score > 0 else "loss")


def test_games_against_one_that_fails_are_lost_with_its_words() -> None:
    """Each game anew: it is started again, and the match goes on."""
    command = shlex.join([sys.executable, str(ROGUE), "dies"])
    spec = f"external:cmd=({command}),start=600"
    result = play_match(Match("tictactoe", spec, "random", games=4, openings=0, depth=1))
    assert result.tally == (0, 0, 4)
    for number, record in result.records.items():
        assert record.outcome == ("second" if number % 2 == 0 else "first")
        side, _, why = str(record.termination).partition(" ")
        assert side == "xo"[number % 2]
        assert re.search(r"failed: .*\b7\b.*'the stack overflowed in evaluate\(\)'", why)


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ("external:cmd=(/no/such/program)", r"/no/such/program.*No such file"),
        (f"external:cmd=({shlex.join([sys.executable, '-c', 'exit(3)'])})", r"exit\(3\).* code 3\b"),
    ],
)
def test_a_match_of_one_that_does_not_start_is_not_begun(first: str, words: str, tmp_path: Path) -> None:
    """Its losses would say nothing, and there is no file of them."""
    path = tmp_path / "match.jsonl"
    with pytest.raises(MatchError, match=words):
        play_match(Match("tictactoe", first, "random", games=4), out=path)
    assert not path.exists()


# ---- specs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "rules", "words"),
    [
        ("external", "othello", "cmd="),
        ('external:cmd=(a "b)', "othello", 'a "b'),
        (
            "external:cmd=(a),protocol=hub",
            "othello",
            "hub .*draughts.*othello.*ugi, nboard",
        ),
        ("external:cmd=(a),protocol=gomocup", "fourinarow", "gomocup .*k=5.*fourinarow.*ugi"),
        ("external:cmd=(a),protocol=nboard", "reversi", "nboard .*Othello.*reversi.*ugi"),
        ("external:cmd=(a),protocol=xboard", "othello", "xboard.*known are ugi, .*nboard"),
        ("external:cmd=(a),options=(x)", "othello", "options:x.*key=value"),
    ],
)
def test_specs_that_make_no_sense(spec: str, rules: str, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        player(spec, rules)


def test_it_is_listed_only_where_programs_may_be_started() -> None:
    rules = nupp.game("othello")
    assert "external" not in players_of(rules)
    assert "external" in players_of(rules, foreign=True)
