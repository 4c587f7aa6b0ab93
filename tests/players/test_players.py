"""Players: what each chooses, by which seed, within which budget."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from nupp.evaluators import evaluator
from nupp.games import GAMES, Game, Position, game
from nupp.players import Budget, Decision, parse_duration, player, players_of
from nupp.players.base import score_text
from nupp.search.scores import MATE
from search.oracle import python_value, some_positions

MNK = "mnk:width=4,height=4,k=4"
OTHELLO = "othello:size=4"


@pytest.fixture(scope="module", params=[(MNK, "runs"), (OTHELLO, "mobility")])
def subject(request: pytest.FixtureRequest) -> tuple[Game, str, list[Position]]:
    """A game, an evaluator, and positions that are not over."""
    spec, judge = request.param
    rules = game(spec)
    return rules, judge, some_positions(rules, 15, random.Random(5), range(8))


def values(position: Position, judge: str, depth: int) -> dict[str, int]:
    """The value of each move `depth` plies deep, for the side to move."""
    found = {}
    for text in position.legal_moves:
        child = position.play(text)
        worth = python_value(child, evaluator(judge, position.game), depth - 1, 1)
        found[text] = worth if child.to_move == position.to_move else -worth
    return found


def best(scores: dict[str, int]) -> set[str]:
    return {move for move, score in scores.items() if score == max(scores.values())}


@pytest.mark.parametrize(("name", "depth"), [("greedy", 1), ("reply", 2), ("minimax:depth=2", 2)])
def test_the_best_move_to_a_depth(name: str, depth: int, subject: tuple[Game, str, list[Position]]) -> None:
    rules, judge, positions = subject
    chooser = player(f"{name}{',' if ':' in name else ':'}eval={judge}", rules)
    for position in positions:
        scores = values(position, judge, depth)
        decision = chooser.choose(position)
        assert decision.move in best(scores)
        assert decision.score == max(scores.values())
        assert {one.move: one.score for one in decision.candidates} == scores
        assert decision.code == position.parse_move(decision.move)


@pytest.mark.parametrize("name", ["greedy", "reply"])
def test_ties_are_broken_evenly_by_the_seed(name: str) -> None:
    rules = game(MNK)
    start = rules.start_position()
    judge = "none"  # all moves are equal
    drawn = Counter(
        player(f"{name}:eval={judge},seed={seed}", rules).choose(start).move for seed in range(480)
    )
    assert set(drawn) == set(start.legal_moves)
    assert sum((count - 30) ** 2 / 30 for count in drawn.values()) < 15 + 5 * 30**0.5


def test_random_moves_are_uniform_and_follow_the_seed() -> None:
    rules = game(MNK)
    start = rules.start_position()
    chooser = player("random:seed=3", rules)
    first = [chooser.choose(start).move for _ in range(1600)]
    counts = Counter(first)
    assert set(counts) == set(start.legal_moves)
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 15 + 5 * 30**0.5
    chooser.seed(3)
    assert [chooser.choose(start).move for _ in range(50)] == first[:50]
    assert [player("random:seed=4", rules).choose(start).move for _ in range(50)] != first[:50]


def test_a_move_that_was_not_searched_for_has_no_score() -> None:
    start = game("tictactoe").start_position()
    drawn = player("random", start.game).choose(start)
    assert (drawn.judged, drawn.score_text) == (False, "no score")
    for spec in ("greedy", "exact", "minimax"):
        assert player(spec, start.game).choose(start).judged, spec


@pytest.mark.parametrize("name", ["greedy", "reply", "minimax", "random"])
def test_the_same_seed_gives_the_same_decisions(name: str) -> None:
    rules = game(OTHELLO)
    positions = some_positions(rules, 8, random.Random(2), range(8))

    def decisions() -> list[Decision]:
        chooser = player(f"{name}:seed=8", rules)
        return [replace(chooser.choose(position), seconds=0.0) for position in positions]

    first = decisions()
    assert decisions() == first
    chooser = player(f"{name}:seed=1", rules)
    chooser.choose(positions[0])
    chooser.seed(8)
    assert [replace(chooser.choose(position), seconds=0.0) for position in positions] == first


SMALLEST = (
    Budget(nodes=1),
    Budget(seconds=0.001),
    Budget(seconds=0.001, nodes=5, depth=1),
    Budget(nodes=77),
    Budget(nodes=5000, depth=2),
)


@pytest.mark.parametrize(
    ("name", "spec"), [(name, spec) for spec in GAMES.names() for name in players_of(game(spec))]
)
def test_every_player_of_every_game_moves_within_the_smallest_budgets(name: str, spec: str) -> None:
    """At the beginning of games and in the midst of them: a legal move, and no more nodes than allowed."""
    rules = game(spec)
    chooser, rng = player(name, rules), random.Random(f"{name} {spec}")
    for position in (rules.start_position(), *some_positions(rules, 4, rng, range(60))):
        for budget in SMALLEST:
            decision = chooser.choose(position, budget)
            assert decision.move in position.legal_moves
            assert position.format_move(decision.code) == decision.move == decision.pv[0]
            assert decision.nodes <= (budget.nodes or decision.nodes)
            position.play_all(decision.pv)  # the line is legal to its end


@pytest.mark.parametrize(("name", "height"), [("alphabeta", 1), ("minimax", 2)])
def test_time_for_compiling_is_not_taken_from_the_budget(name: str, height: int) -> None:
    """On boards that no other test uses, so that the first search of each has yet to be compiled."""
    rules = game(f"mnk:width=5,height={height},k=5")
    start = rules.start_position()
    decision = player(name, rules).choose(start, Budget(seconds=0.3, depth=1))
    assert decision.nodes > len(start.legal_moves)
    assert decision.seconds < 1


@pytest.mark.parametrize("name", players_of(game(OTHELLO)))
def test_players_refuse_what_they_cannot_play(name: str) -> None:
    rules = game(OTHELLO)
    chooser = player(name, rules)
    with pytest.raises(ValueError, match=r"a player of othello:size=4 was given a position of tictactoe"):
        chooser.choose(game("tictactoe").start_position())
    over = rules.parse_position("XXXX/XXXX/XXXX/XXXX o")
    with pytest.raises(ValueError, match=r"the game is over, black wins by 16"):
        chooser.choose(over)


def test_a_decision_as_json() -> None:
    rules = game(OTHELLO)
    decision = player("alphabeta:depth=3", rules).choose(rules.start_position())
    shown = decision.to_dict()
    assert set(shown) == {
        "move", "score", "score_kind", "unit", "pv", "depth", "nodes", "seconds", "candidates"
    }  # fmt: skip
    assert shown["pv"] == list(decision.pv)
    assert shown["candidates"] == [
        {"move": decision.move, "score": decision.score, "visits": 0, "score_kind": "eval"}
    ]
    assert (shown["score"], shown["unit"]) == (decision.score, 100)
    assert decision.nodes_per_second > 0


@pytest.mark.parametrize(
    ("score", "kind", "unit", "text"),
    [
        (35, "eval", 1, "+35"),
        (-2, "eval", 1, "-2"),
        (0, "eval", 20, "+0"),
        (-0.0, "eval", 1, "+0"),
        (-1, "eval", 81_920, "+0"),  # rounded
        (-35, "eval", 20, "-1.75"),
        (1, "eval", 3, "+0.3333"),
        (123_456_789, "eval", 1, "+123456789"),
        (0.5625, "eval", 1, "+0.5625"),
        (0, "draw", 20, "draw"),
        (MATE - 7, "win", 20, "win in 7"),
        (4 - MATE, "loss", 1, "loss in 4"),
        (MATE - 7, "eval", 20, "likely win in 7"),
        (1.0, "proven", 1, "proven win"),
        (-0.0, "proven", 1, "draw"),
        (-1.0, "proven", 1, "proven loss"),
    ],
)
def test_scores_for_people(score: float, kind: str, unit: float, text: str) -> None:
    assert score_text(score, kind, unit) == text
    assert Decision("a1", 0, score, kind, ("a1",), 1, 1, 0.0, unit=unit).score_text == text


def test_scores_are_shown_in_the_unit_of_the_evaluator() -> None:
    """A man ahead: worth 100, and shown as one."""
    rules = game("draughts")
    position = rules.parse_position("W:W30,31,32:B1,2")
    for spec in ("alphabeta:eval=material", "minimax:eval=material"):
        decision = player(spec, rules).choose(position, Budget(depth=2))
        assert (decision.score, decision.unit, decision.score_text) == (100, 100, "+1")
    assert player("uct:memory=1", rules).choose(position, Budget(nodes=1)).unit == 1


def test_candidates_say_what_is_certain_of_them() -> None:
    rules = game("tictactoe")
    position = rules.parse_position("3/oo1/xx1 x")
    for spec, kind in (("uct:memory=1", "proven"), ("alphabeta:depth=2", "win"), ("minimax:depth=2", "win")):
        decision = player(spec, rules).choose(position, Budget(nodes=300))
        assert decision.candidates[0].move == "c1"
        assert decision.candidates[0].score_kind == decision.score_kind == kind


def test_budget_limits_are_positive() -> None:
    assert Budget().unlimited
    assert not Budget(depth=3).unlimited
    for wrong in ({"seconds": 0}, {"seconds": -1.0}, {"nodes": 0}, {"depth": -2}, {"seconds": float("nan")}):
        with pytest.raises(ValueError, match="expected more than 0"):
            Budget(**wrong)  # type: ignore[arg-type]


def test_a_depth_in_the_budget_and_one_of_the_player() -> None:
    rules = game(OTHELLO)
    start = rules.start_position()
    assert player("alphabeta:depth=5", rules).choose(start, Budget(depth=2)).depth == 2
    assert player("alphabeta:depth=2", rules).choose(start, Budget(depth=5)).depth == 2
    assert player("minimax:depth=2", rules).choose(start, Budget(depth=5)).depth == 2
    assert player("minimax:depth=5", rules).choose(start, Budget(depth=2)).depth == 2


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1s", 1),
        ("0.5s", 0.5),
        (".5", 0.5),
        ("200ms", 0.2),
        ("2m", 120),
        ("1 min", 60),
        ("1h", 3600),
        (" 3 S ", 3),
    ],
)
def test_durations(text: str, seconds: float) -> None:
    assert parse_duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize(
    "text", ["", "s", "0s", "-1s", "1 week", "1s 2s", "1,5s", "1e3s", "nan", "٣s", "0.0"]
)
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(ValueError, match="is not a duration: expected a positive one") as caught:
        parse_duration(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("spec", ["alphabeta", "alphabeta:iterative=false,depth=4", "minimax:depth=4"])
def test_a_stopped_search_never_claims_a_loss(spec: str) -> None:
    """Of a won position, where the first moves listed lose; a move not yet seen may be the one that wins."""
    position = game("mnk:width=4,height=4,k=3").parse_position("1xxo/1o2/4/x3 o")
    assert player("alphabeta:depth=10", position.game).choose(position).score_kind == "win"
    for nodes in range(5, 200, 5):
        decision = player(spec, position.game).choose(position, Budget(nodes=nodes))
        assert decision.score_kind != "loss", nodes


def test_decisions_display_themselves_in_notebooks() -> None:
    position = game("tictactoe").parse_position("xx1/oo1/3 x")
    decision = player("minimax:depth=1", position.game).choose(position)
    html = decision._repr_html_()
    assert "c3 (win in 1)" in html
    assert html.count("<tr>") == 1 + len(position.legal_moves)
