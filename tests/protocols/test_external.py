"""Other programs as players: nupp itself through pipes, and programs that do what they should not."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

import nupp
from nupp.arena import Match, MatchError, play_match
from nupp.games import game
from nupp.kernel import Deadline, interpreted, under
from nupp.players import Budget, Decision, Pondering, player, players_of
from nupp.players.budget import Remaining
from nupp.players.external import EngineError, External
from nupp.players.external.dialogue import Chosen
from nupp.players.external.gomocup import GomocupDialogue
from nupp.players.external.player import _score
from nupp.players.external.program import Program
from nupp.protocols import Told, nboard, ugi
from nupp.search.scores import MATE, WIN
from nupp.spec import SpecError
from protocols.processes import has_ended, number_in

ROGUE = Path(__file__).with_name("rogue.py")
TWICE = Path(__file__).with_name("twice.py")
DEAF = Path(__file__).with_name("deaf.py")
PAIRS = (
    ("othello:size=6", "ugi"),
    ("dotsandboxes:size=2", "ugi"),
    ("tictactoe", "ugi"),
    ("othello:size=6", "nboard"),
    ("mnk:width=7,height=6", "gomocup"),
    ("draughts:variant=english", "hub"),
)


def spec_of(spec: str, protocol: str, thinker: str = "greedy") -> str:
    words = [sys.executable, "-m", "nupp", "engine", spec, "--protocol", protocol, "--player", thinker]
    return f"external:cmd=({shlex.join(words)}),protocol={protocol},start=600,grace=600"


def rogue(mode: str, *more: str, grace: float = 600, start: float = 600) -> External:
    command = shlex.join([sys.executable, str(ROGUE), mode, *more])
    made = player(f"external:cmd=({command}),start={start},grace={grace}", "tictactoe")
    assert isinstance(made, External)
    return made


@pytest.fixture
def engine() -> Iterator[list[External]]:
    """Players that are ended when the test is over."""
    made: list[External] = []
    yield made
    for one in made:
        one.end()


@pytest.fixture(autouse=True)
def _without_compiled_code(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Here and in the engines, so that nothing waits for a compiler."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    with interpreted():
        yield


# ---- nupp through pipes --------------------------------------------------------------------------


@pytest.mark.parametrize(("spec", "protocol"), PAIRS)
def test_matches_against_oneself_through_pipes(spec: str, protocol: str) -> None:
    """Both sides of each protocol play from random openings, of longer games 24 plies; nobody fails."""
    engine = spec_of(spec, protocol)
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
    for _ in range(6):
        budget = Budget(depth=3)
        found, wanted = one.choose(position, budget), other.choose(position, budget)
        assert (found.move, found.code) == (wanted.move, wanted.code)
        if protocol != "gomocup":  # which tells nothing
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
        ("othello:size=4", "ugi", {"nodes": 60}),
        ("draughts:variant=english", "hub", {"nodes": 60}),
        ("mnk:width=7,height=6", "gomocup", {"nodes": 60}),
        ("othello:size=4", "nboard", {"depth": 3}),  # which knows no nodes
    ],
)
def test_it_plays_the_games_of_the_player_behind_it(spec: str, protocol: str, limits: dict[str, int]) -> None:
    """From both sides, to the end: what a search keeps from move to move and game to game is the same."""

    def moves(first: str) -> list[tuple[str, ...]]:
        records = play_match(Match(spec, first, "greedy", games=2, seed=8, seconds=600, **limits)).records
        return [records[number].moves for number in (0, 1)]

    played = moves(spec_of(spec, protocol, "alphabeta:table=1"))
    assert played == moves("alphabeta:table=1")
    assert all(game(spec).start_position().play_all(one).is_over for one in played)


def test_nboard_refuses_a_limit_of_nodes_alone(engine: list[External]) -> None:
    """It would search to the end of the game; with a depth or a time, too, one of those ends the search."""
    one = player(spec_of("othello:size=4", "nboard"), "othello:size=4")
    assert isinstance(one, External)
    engine.append(one)
    start = game("othello:size=4").start_position()
    with pytest.raises(
        EngineError, match=r"nboard knows no limit of nodes \(70\): expected one of time or depth"
    ):
        one.choose(start, Budget(nodes=70))
    assert one.choose(start, Budget(nodes=70, depth=1)).move in start.legal_moves


def test_gomocup_takes_back_what_it_limited() -> None:
    """Limits stay with an engine until it is told others, but are none of every engine's: 0 is no limit."""
    rules = game("mnk:width=7,height=6")
    program = Mock(spec=Program)
    program.line.return_value = "OK"
    talk = GomocupDialogue(rules, program, {})
    told = []
    for limits in ({"seconds": 1}, {"nodes": 60}, {"depth": 3}, {"seconds": 1}):
        program.say.reset_mock()
        talk.ask(rules.start_position(), Budget(**limits))
        told.append([line for (line,), _ in program.say.call_args_list if "max_" in line])
    assert told == [
        [],
        ["INFO max_node 60"],
        ["INFO max_node 0", "INFO max_depth 3"],
        ["INFO max_node 0", "INFO max_depth 0"],
    ]


@pytest.mark.parametrize(
    ("budget", "least"), [(Budget(seconds=1), 0.9), (Budget(seconds=0.3, clock=Remaining((1.05, 5.0))), 0.9)]
)
def test_gomocup_tells_less_time_than_there_is(budget: Budget, least: float) -> None:
    """So that a move that takes it all is there before the engine is told to stop."""
    rules = game("mnk:width=7,height=6")
    program = Mock(spec=Program)
    program.line.return_value = "OK"
    GomocupDialogue(rules, program, {}).ask(rules.start_position(), budget)
    said = [line.split() for (line,), _ in program.say.call_args_list]
    told = next(int(words[2]) for words in said if words[:2] == ["INFO", "timeout_turn"])
    assert 1000 * least < told < 1000


def test_a_position_that_no_game_led_to(engine: list[External]) -> None:
    one = player(spec_of("othello:size=4", "nboard"), "othello:size=4")
    assert isinstance(one, External)
    engine.append(one)
    position = game("othello:size=4").parse_position("4/OOX1/1XX1/4 o")
    assert one.choose(position, Budget(depth=2)).move in position.legal_moves


def test_thoughts_stops_and_pondering(engine: list[External]) -> None:
    """What it thinks is told while it does; a search without an end is ended, and pondering goes on."""
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


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("cheats", r"it answered 'a1': 'a1' is not legal here"),
        ("babbles", r"it answered '\[2J🂡'"),
        ("resigns", r"it answered ''"),
        ("dies", r"it ended with exit code 7; its last words: 'the stack overflowed in evaluate\(\)'"),
        ("floods", r"it hangs: it was told to stop and did not; its last words: 'info string blah"),
        ("hangs", r"it hangs: it was told to stop and did not; its last words: 'readyok'"),
        ("endless", r"it sent a line of more than 65536 bytes, which begins 'word word"),
    ],
)
def test_what_goes_wrong_is_told_in_its_words(mode: str, words: str) -> None:
    """One clear error; the program is ended, and the next move has a new one."""
    one = rogue(mode, grace=0.5)
    position = game("tictactoe").start_position().play("a1")
    for _ in range(2):
        with pytest.raises(EngineError, match=words) as caught:
            one.choose(position, Budget(seconds=0.2))
        assert "\n" not in str(caught.value)
        assert str(ROGUE) in str(caught.value)


@pytest.mark.parametrize("mode", ["mute", "spam"])
def test_who_never_gets_ready(mode: str) -> None:
    with pytest.raises(EngineError, match="no ugiok after 1 s"):
        rogue(mode, start=1).get_ready()


def test_nonsense_is_passed_over(engine: list[External]) -> None:
    one = rogue("nonsense")
    engine.append(one)
    decision = one.choose(game("tictactoe").start_position(), Budget(seconds=60))
    assert (decision.move, decision.score, decision.pv) == ("c3", 0.12, ("c3", "a1"))
    assert (decision.depth, decision.nodes) == (3, 45)


def test_who_waits_for_stop_is_told_to(engine: list[External]) -> None:
    one = rogue("slow")
    engine.append(one)
    assert one.choose(game("tictactoe").start_position(), Budget(seconds=0.1)).move == "c3"


def test_what_was_said_once_more_is_no_answer_to_the_next_question(engine: list[External]) -> None:
    one = player(f"external:cmd=({shlex.join([sys.executable, str(TWICE)])}),protocol=gomocup", "mnk")
    assert isinstance(one, External)
    engine.append(one)
    position = game("mnk").start_position()
    for number, move in enumerate(("a10", "b10", "c10")):
        assert one.choose(position, Budget(seconds=60)).move == move
        time.sleep(1)  # the second time is said
        position = position.play(move).play(position.legal_moves[number])


def test_who_does_not_know_how_to_stop_may_say_so_late(engine: list[External]) -> None:
    """In the middle of the next search, or while the next game begins."""
    one = player(
        f"external:cmd=({shlex.join([sys.executable, str(DEAF)])}),protocol=gomocup,grace=600", "mnk"
    )
    assert isinstance(one, External)
    engine.append(one)
    moves = iter(("a10", "b10", "c10", "d10"))
    for _ in range(2):
        position = game("mnk").start_position()
        for reply in range(2):
            move = one.choose(position, Budget(seconds=0.1)).move
            assert move == next(moves)
            position = position.play(move).play(position.legal_moves[reply])


def test_unknown_is_no_answer_but_to_a_stop() -> None:
    """One for each; and none to an earlier one after the next move."""
    rules = game("mnk:width=7,height=6")
    program = Mock(spec=Program)
    program.line.return_value = "OK"
    talk = GomocupDialogue(rules, program, {})
    start = rules.start_position()
    talk.ask(start, Budget(seconds=1))
    talk.stop()
    assert talk.hear("UNKNOWN command", Told()) is None
    with pytest.raises(EngineError, match="it answered 'UNKNOWN command'"):
        talk.hear("UNKNOWN command", Told())
    talk.stop()
    talk.ask(start, Budget(seconds=1))
    assert isinstance(talk.hear("3,3", Told()), Chosen)
    with pytest.raises(EngineError, match="it answered 'UNKNOWN command'"):
        talk.hear("UNKNOWN command", Told())


@pytest.mark.parametrize("limits", [{"nodes": 10}, {"depth": 1}])
def test_who_hangs_where_no_time_is_limited_has_lost(limits: dict[str, int]) -> None:
    """Ten times the patience of the match after the move was asked for."""
    command = shlex.join([sys.executable, str(ROGUE), "hangs"])
    result = play_match(
        Match("tictactoe", f"external:cmd=({command})", "random", games=1, openings=0, patience=0.2, **limits)
    )
    assert result.tally == (0, 0, 1)
    assert result.records[0].termination == "x failed: no answer after 2 s"


@pytest.mark.parametrize(
    ("told", "score"),
    [
        ("info score mate 99999999999 pv c3", WIN),
        ("info score mate -99999999999 pv c3", -WIN),
        ("info score mate 2 pv c3", MATE - 3),
    ],
)
def test_wins_that_are_far_away_are_wins(told: str, score: int) -> None:
    found = ugi.read_info(told)
    assert found is not None
    assert _score(found) == (score, "win" if score > 0 else "loss")


def test_other_lines_than_the_best_are_not_the_moves(engine: list[External]) -> None:
    """An engine that tells several tells them in any order."""
    one = rogue("several")
    engine.append(one)
    decision = one.choose(game("tictactoe").start_position(), Budget(seconds=60))
    assert (decision.move, decision.score, decision.pv) == ("b2", 3.0, ("b2", "a1"))


def test_counts_of_engines_fit_in_64_bits() -> None:
    found = ugi.read_info(f"info depth {9 * '9'} nodes {26 * '9'} pv c3")
    assert found is not None
    assert (found.depth, found.nodes) == (999_999_999, 2**63 - 1)
    told = nboard.read_told(f"nodestats {26 * '9'} 1", Told())
    assert told is not None
    assert told.nodes < 2**63


@pytest.mark.parametrize("command", ["a\0b"])
def test_a_command_that_no_system_takes(command: str) -> None:
    with pytest.raises(EngineError, match="cannot be started: embedded null byte"):
        player(f"external:cmd=({command})", "tictactoe").get_ready()


def test_a_program_that_is_not_there() -> None:
    one = player("external:cmd=(/no/such/program --engine)", "tictactoe")
    with pytest.raises(EngineError, match=r"^./no/such/program --engine.: cannot be started: No such file"):
        one.get_ready()


@pytest.mark.parametrize(("mode", "words"), [("child", "'z9'"), ("parent", "it ended with exit code 3")])
def test_children_are_ended_too(mode: str, words: str, tmp_path: Path) -> None:
    """Those of an engine that is ended, and of one that has ended by itself."""
    one = rogue(mode, str(tmp_path / "child"))
    with pytest.raises(EngineError, match=words):
        one.choose(game("tictactoe").start_position(), Budget(seconds=600))
    assert has_ended(number_in(tmp_path / "child"))


def test_games_against_one_that_fails_are_lost_with_its_words() -> None:
    """Each game anew: it is started again, and the match goes on."""
    command = shlex.join([sys.executable, str(ROGUE), "dies"])
    spec = f"external:cmd=({command}),start=600"
    result = play_match(Match("tictactoe", spec, "random", games=4, openings=0, depth=1))
    assert result.tally == (0, 0, 4)
    for number, record in result.records.items():
        assert record.outcome == ("second" if number % 2 == 0 else "first")
        said = "its last words: 'the stack overflowed in evaluate()'"
        assert record.termination == f"{'xo'[number % 2]} failed: it ended with exit code 7; {said}"


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ("external:cmd=(/no/such/program)", r"program\) cannot be made: cannot be started: No such file"),
        (f"external:cmd=({shlex.join([sys.executable, '-c', 'exit(3)'])})", "it ended with exit code 3"),
    ],
)
def test_a_match_of_one_that_does_not_start_is_not_begun(first: str, words: str, tmp_path: Path) -> None:
    """Its losses would say nothing, and there is no file of them."""
    path = tmp_path / "match.jsonl"
    with pytest.raises(MatchError, match=words):
        play_match(Match("tictactoe", first, "random", games=4), out=path)
    assert not path.exists()


@pytest.mark.parametrize(
    ("spec", "protocol", "options", "words"),
    [
        ("tictactoe", "ugi", "depht=3", "it has no option 'depht': expected evaluator, player, ponder"),
        ("tictactoe", "ugi", "ponder=perhaps", "it answered .info string error: .*perhaps"),
        ("tictactoe", "ugi", "Ponder=true", None),
        ("draughts:variant=english", "hub", "book=true", "it has no option 'book': expected player, variant"),
        ("draughts:variant=english", "hub", "player=nobody", "it answered .error .*nobody"),
        ("draughts:variant=english", "hub", "player=random", None),
    ],
)
def test_options_that_an_engine_does_not_take_are_told(
    spec: str, protocol: str, options: str, words: str | None, engine: list[External]
) -> None:
    one = player(f"{spec_of(spec, protocol)},options=({options})", spec)
    assert isinstance(one, External)
    engine.append(one)
    if words is None:
        one.get_ready()
        return
    with pytest.raises(EngineError, match=words):
        one.get_ready()


def test_an_engine_that_has_no_options_takes_none() -> None:
    command = shlex.join([sys.executable, str(ROGUE), "dies"])
    one = player(f"external:cmd=({command}),options=(threads=2)", "tictactoe")
    with pytest.raises(EngineError, match="it has no option 'threads': expected none at all"):
        one.get_ready()


# ---- specs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "rules", "words"),
    [
        ("external", "othello", "needs cmd="),
        ('external:cmd=(a "b)', "othello", "no closing quotation"),
        (
            "external:cmd=(a),protocol=hub",
            "othello",
            "hub is for draughts, not for othello: expected ugi, nboard",
        ),
        ("external:cmd=(a),protocol=gomocup", "fourinarow", "five in a row"),
        ("external:cmd=(a),protocol=nboard", "reversi", "is for Othello"),
        ("external:cmd=(a),protocol=xboard", "othello", "one of ugi, nboard, gomocup, hub"),
        ("external:cmd=(a),options=(x)", "othello", "expected key=value"),
    ],
)
def test_specs_that_make_no_sense(spec: str, rules: str, words: str) -> None:
    with pytest.raises(SpecError, match=words.replace("(", r"\(")):
        player(spec, rules)


def test_it_is_listed_only_where_programs_may_be_started() -> None:
    rules = nupp.game("othello")
    assert "external" not in players_of(rules)
    assert "external" in players_of(rules, foreign=True)


def test_no_stranger_starts_a_program(tmp_path: Path) -> None:
    """The browser app refuses it, however it is written, and does not list it."""
    from nupp.server.catalogue import player_infos
    from nupp.server.models.base import ProblemError
    from nupp.server.specs import safe_player

    mark = tmp_path / "started"
    for spec in (f"external:cmd=(touch {mark})", "external", " external : cmd = (id) "):
        with pytest.raises(ProblemError, match="would start a program on this machine"):
            safe_player(spec, nupp.game("othello"))
    assert not mark.exists()
    assert "external" not in [one.name for one in player_infos("othello")]
