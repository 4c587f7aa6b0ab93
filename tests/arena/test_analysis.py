"""Analysing games: against brute force, and where games do not end by the rules."""

import functools
import json
import random
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import nupp
from nupp.arena import Analysis, analyse
from nupp.arena.analysis import MARKS, OPENING, VERDICTS, loss_text, verdict_of
from nupp.conformance.amounts import amount
from nupp.evaluators import register as register_evaluator
from nupp.formats import TIME_FORFEIT, GameRecord, RecordError, record_of
from nupp.kernel import interpreted
from nupp.players import Budget, Decision, Player, player
from nupp.players import register as register_player
from nupp.players.base import Report
from nupp.rules import Position
from nupp.spec import SpecError

ENDS = (("tictactoe", 2), ("dotsandboxes:width=2,height=2", 5), ("othello:size=4", 5))
"""Games whose ends can be played out, and after how many moves: turns alternate, go on, and pass."""


def decision(score: float, kind: str = "eval") -> Decision:
    return Decision("a1", 0, score, kind, ("a1",), 1, 1, 0.0)


@functools.cache
def true_value(position: Position) -> float:
    """The result of best play, from the first side's view."""
    if position.is_over:
        return (1 + position.outcome) / 2
    values = [true_value(position.play_code(code)) for code in position.legal_move_codes]
    return max(values) if position.to_move == 0 else min(values)


def played(start: Position, seed: int, plies: int = 1000) -> Position:
    """A random game from a position, or its first moves."""
    rng, position = random.Random(seed), start
    while not position.is_over and position.ply < plies:
        position = position.play_code(rng.choice(position.legal_move_codes))
    return position


def path(position: Position) -> list[Position]:
    return [] if position.previous is None else [*path(position.previous), position.previous]


# ---- expected results ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loss", "verdict"),
    [
        (0.0, "good"),
        (0.049, "good"),
        (0.05, "inaccuracy"),
        (0.75 - 0.70, "inaccuracy"),  # less than 0.05 by a rounding error
        (0.099, "inaccuracy"),
        (0.10, "mistake"),
        (0.149, "mistake"),
        (0.15, "blunder"),
        (1.0, "blunder"),
    ],
)
def test_verdicts(loss: float, verdict: str) -> None:
    assert verdict_of(loss) == verdict


# ---- against brute force -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "plies"), ENDS)
def test_judged_by_perfect_play(spec: str, plies: int) -> None:
    """Who sees the end of every line finds each loss exactly, and no other."""
    verdicts = Counter[str]()
    with interpreted():
        game = nupp.game(spec)
        for seed in range(amount(2, 10)):
            begun = played(game.start_position(), seed, plies)
            last = played(game.parse_position(str(begun)), seed)
            found = analyse(last, "exact")
            positions = [*path(last), last]
            assert found.values == tuple(map(true_value, positions))
            for one, before, after in zip(found.moves, positions, positions[1:], strict=False):
                given_away = abs(true_value(before) - true_value(after))
                assert one.loss == given_away
                assert one.side == before.to_move
                assert one.verdict == "blunder" if given_away else one.verdict in ("best", "good")
                assert (one.before, one.after) == tuple(
                    value if one.side == 0 else 1 - value for value in map(true_value, (before, after))
                )
                assert before.play_all(one.line).ply == before.ply + len(one.line)
                assert one.line[0] == one.best
                verdicts[one.verdict] += 1
    assert verdicts["best"]
    assert verdicts["blunder"]


def test_a_slower_win_is_no_fault() -> None:
    """A third disc in the corner wins at once; two more threats at the edge win as surely, but later."""
    start = nupp.game("tictactoe").parse_position("oox/1x1/3 x")
    with interpreted():  # who knows only that it wins would have won in another way
        assert analyse(start.play("a1"), "exact").moves[-1].verdict == "best"
        quick = analyse(start.play("a1"), "alphabeta:depth=9").moves[-1]
        slow = analyse(start.play("c1"), "alphabeta:depth=9").moves[-1]
    assert (quick.verdict, quick.loss, quick.score) == ("best", 0.0, "win in 1")
    assert (slow.best, slow.verdict, slow.loss, slow.after) == ("a1", "good", 0.0, 1.0)


# ---- how games end -------------------------------------------------------------------------------


def test_a_game_that_was_given_up_is_judged_up_to_its_last_position() -> None:
    """Giving up, or losing on time, is no move; what the last position was worth, the player says."""
    with interpreted():
        start = nupp.game("tictactoe").start_position().play_all(["b2", "a1", "c1", "a3"])
        last = start.game.parse_position(str(start)).play_all(["a2", "c2", "b1"])
        for fault in ("resignation", TIME_FORFEIT):
            record = record_of(last, ("ann", "bob"), outcome="first", termination=fault)
            found = analyse(record, "exact")
            assert found.result == f"x wins, {fault}"
            assert found.players == ("ann", "bob")
            assert found.values == (0.5, 0.5, 0.5, 0.5)
            assert [one.loss for one in found.moves] == [0, 0, 0]
        unfinished = analyse(replace(record, outcome=None, termination=None), "exact")
        assert (unfinished.result, unfinished.values) == ("not finished", found.values)


def test_a_game_from_a_position_of_its_own() -> None:
    """It may begin with the second side."""
    with interpreted():
        start = nupp.game("tictactoe").start_position().play("a1")
        found = analyse(GameRecord("tictactoe", ("ann", "bob"), ("b1",), start=str(start)), "exact")
    assert [(one.number, one.side, one.verdict, one.loss) for one in found.moves] == [(1, 1, "blunder", 0.5)]
    assert found.values == (0.5, 1.0)
    assert found.summary(0).mean_loss is None


def test_what_cannot_be_judged() -> None:
    start = nupp.game("tictactoe").start_position()
    with pytest.raises(ValueError, match="tictactoe"):
        analyse(start)
    with pytest.raises(RecordError, match=r"move 2\b.*'a1'"):
        analyse(GameRecord("tictactoe", ("a", "b"), ("a1", "a1")))
    with pytest.raises(SpecError, match="'magic'"):
        analyse(start.play("a1"), "magic")


# ---- how a player is asked -----------------------------------------------------------------------


class Asked(Player):
    """Likes the last move; remembers what it was asked."""

    def __init__(self, game: nupp.Game) -> None:
        super().__init__(game)
        self.questions: list[Position] = []

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self.questions.append(position)
        code = position.legal_move_codes[-1]
        text = position.format_move(code)
        score = 0.1 if position.ply == 1 else 0.0
        return Decision(text, code, score, "eval", (text,), 1, 1, 0.0)


def test_each_position_is_looked_at_once() -> None:
    """Those of the game, and those after a move that the player would have played instead."""
    register_player("asked")(Asked)
    last = nupp.game("tictactoe").start_position().play_all(["b2", "c3", "a1"])
    analyst, progress = player("asked", last.game), list[tuple[int, int]]()
    assert isinstance(analyst, Asked)
    found = analyse(last, analyst, Budget(nodes=1), lambda done, total: progress.append((done, total)))
    positions = [*path(last), last]
    others = [positions[0].play("c3"), positions[2].play("b3")]
    assert len(analyst.questions) == len(set(analyst.questions)) == 6
    assert set(analyst.questions) == {*positions, *others}
    assert progress == [(1, 3), (2, 3), (3, 3)]
    assert [one.verdict for one in found.moves] == ["good", "best", "good"]
    assert (found.player, found.budget) == ("asked", Budget(nodes=1))


def test_a_move_is_compared_with_the_best_one_by_searches_of_equal_depth() -> None:
    """Who thinks well of whoever is to move would else see a blunder in each move but the best."""

    class Hopeful(Asked):
        """Thinks that the side to move is about to win."""

        def choose(
            self, position: Position, budget: Budget | None = None, report: Report | None = None
        ) -> Decision:
            return replace(super().choose(position), score=0.4)

    register_player("hopeful")(Hopeful)
    last = nupp.game("tictactoe").start_position().play_all(["b2", "a1"])
    for one in analyse(last, "hopeful").moves:
        assert (one.before, one.after, one.loss) == (pytest.approx(0.3), pytest.approx(0.3), 0.0)
        assert one.verdict == "good"


def test_where_there_is_one_move_nobody_is_asked() -> None:
    register_player("asked")(Asked)
    last = nupp.game("tictactoe").parse_position("oxx/xo1/oxx o").play("c2")
    analyst = player("asked", last.game)
    assert isinstance(analyst, Asked)
    found = analyse(last, analyst)
    assert analyst.questions == []
    assert (found.moves[0].verdict, found.moves[0].score, found.values) == ("best", None, (0.5, 0.5))


def test_the_same_budget_of_nodes_gives_the_same_analysis() -> None:
    with interpreted():
        last = played(nupp.game("othello:size=6").start_position(), 4, 8)
        first, second = (analyse(last, "strong", Budget(nodes=20)) for _ in range(2))
    assert first == second
    assert first.svg() == second.svg()


# ---- texts, dictionaries and pictures ------------------------------------------------------------


@pytest.fixture(scope="module")
def othello() -> Analysis:
    with interpreted():
        last = played(nupp.game("othello").start_position(), 3, 30)
    record = record_of(last, ("<b>ann</b>", "$x^$ \x1b[2J\0"), outcome="second", termination="resignation")
    return analyse(record, "alphabeta", Budget(depth=3))


@pytest.mark.parametrize("plies", [0, 3, 30])
def test_moves_that_nobody_chose_are_not_judged(othello: Analysis, plies: int) -> None:
    """What is known of the positions is the same; of the other moves the analyses are."""
    moves = tuple(one.move for one in othello.moves)
    record = GameRecord("othello", ("a", "b"), moves, seconds=(0.0,) * 30, opening=plies)
    found = analyse(record, "alphabeta", Budget(depth=3))
    assert found.values == othello.values
    assert found.moves[plies:] == othello.moves[plies:]
    assert {(one.verdict, one.loss) for one in found.moves[:plies]} <= {(OPENING, 0.0)}
    assert [found.summary(side).moves for side in (0, 1)] == [15 - (plies + 1) // 2, 15 - plies // 2]


@pytest.mark.parametrize(
    ("loss", "text"), [(0.0, "0.00"), (0.0499, "0.04"), (0.05, "0.05"), (0.15 - 1e-12, "0.15")]
)
def test_a_loss_is_reported_so_that_it_agrees_with_the_verdict(loss: float, text: str) -> None:
    assert loss_text(loss) == text


def test_a_summary_counts_each_move(othello: Analysis) -> None:
    for side in (0, 1):
        own = [one for one in othello.moves if one.side == side]
        found = othello.summary(side)
        assert found.moves == len(own) == 15
        assert found.verdicts == {name: sum(one.verdict == name for one in own) for name in VERDICTS}
        assert sum(count > 0 for count in found.verdicts.values()) > 1
        assert found.mean_loss == pytest.approx(sum(one.loss for one in own) / 15)


def test_an_analysis_as_json(othello: Analysis) -> None:
    found = json.loads(json.dumps(othello.to_dict()))
    assert (found["game"], found["player"], found["depth"], found["nodes"]) == (
        "othello",
        "alphabeta",
        3,
        None,
    )
    assert len(found["values"]) == len(found["moves"]) + 1 == 31
    assert [one["move"] for one in found["moves"]] == [one.move for one in othello.moves]
    assert found["sides"][1]["verdicts"] == othello.summary(1).verdicts
    assert (found["outcome"], found["termination"]) == ("second", "resignation")


def test_the_graph(othello: Analysis) -> None:
    """One mark for each fault; names from a file neither break it nor are read as formulas."""
    text = othello.svg()
    root = ElementTree.fromstring(text.encode())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    words = "".join(root.itertext())
    assert "black (<b>ann</b>) against white ($x^$ ?[2J?)" in words
    for verdict in MARKS:
        group = root.find(f".//*[@id='{verdict}']")
        marks = [] if group is None else group.findall(".//{http://www.w3.org/2000/svg}use")
        assert len(marks) == sum(one.verdict == verdict for one in othello.moves)
    assert "<dc:date>" not in text


def test_the_table_for_notebooks(othello: Analysis) -> None:
    text = othello._repr_html_()
    assert text.startswith("<svg")
    assert "<b>" not in text
    not_best = [one for one in othello.moves if one.verdict != "best"]
    assert text.count("<tr>") == 1 + len(not_best)
    assert f"<td>{not_best[0].move}</td><td>{not_best[0].verdict}</td>" in text
    assert "white wins, resignation" in text


def test_an_evaluator_without_a_scale_is_refused() -> None:
    @register_evaluator
    class Bare(nupp.Evaluator):  # type: ignore[type-arg]
        """Likes every position, and has no scale."""

        name = "bare"

        def evaluate(self, game: object, state: object) -> int:
            return 7

    with pytest.raises(SpecError, match=r"eval=bare.* no scale"):
        analyse(nupp.game("tictactoe").start_position().play("a1"), "alphabeta:depth=1,eval=bare")
