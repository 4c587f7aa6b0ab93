"""The searches of the thesis on Amazons, against brute force and against each other."""

from __future__ import annotations

import random

import pytest

from nupp.evaluators import Evaluator, evaluator
from nupp.kernel import interpreted
from nupp.players import Budget, Decision, player
from nupp.rules import Position, game, turns_of
from nupp.search.scores import MATE
from nupp.spec import SpecError
from search.oracle import some_positions, value, values_of_moves

FIVE, STAGED = game("amazons:size=5"), game("amazons:size=5,staged=true")
JUDGE = evaluator("mobility", FIVE)
CLASSIC = "alphabeta:table=0,iterative=false,pvs=false,aspiration=false,killers=false,history=false"
EXTRAS = "iterative=true,pvs=true,ordering=true,table=1"


TURNS, STEPS = turns_of(FIVE), turns_of(STAGED)
assert TURNS is not None
assert STEPS is not None


def positions(n: int, plies: range, seed: int = 1) -> list[Position]:
    """Positions between turns of the game in which a turn is one move."""
    return some_positions(FIVE, n, random.Random(seed), plies)


def by_steps(position: Position) -> Position:
    return Position(STAGED, position.state.copy())


# ---- the games ---------------------------------------------------------------------------------------


def test_a_turn_by_steps_is_the_turn() -> None:
    for position in positions(10, range(12)):
        for code in position.legal_move_codes[:60:7]:
            step, arrow = position.format_move(code).split("/")
            steps = by_steps(position)
            first = steps.parse_move(step)
            after = steps.play_code(first)
            assert (STEPS.phase(steps.state[0]), STEPS.phase(after.state[0])) == (0, 1)
            second = after.parse_move(f"/{arrow}")
            assert TURNS.join((first, second)) == code
            assert after.play_code(second).state.tobytes() == position.play_code(code).state.tobytes()


def test_the_abridged_game_is_without_the_arrow_of_turns_that_begin() -> None:
    abridged = TURNS.abridged
    for position in positions(10, range(12)):
        steps, brief = by_steps(position), Position(abridged, position.state.copy())
        assert brief.legal_move_codes == steps.legal_move_codes
        for code in steps.legal_move_codes[::9]:
            shooting = steps.play_code(code)
            assert brief.play_code(code).to_move == 1 - position.to_move
            assert str(brief.play_code(code)).split()[0] == str(shooting).split()[0]
            finishing = Position(abridged, shooting.state.copy())
            assert finishing.legal_move_codes == shooting.legal_move_codes
            for arrow in finishing.legal_move_codes:
                whole, short = shooting.play_code(arrow), finishing.play_code(arrow)
                assert short.state.tobytes() == whole.state.tobytes()


def test_games_whose_turns_are_single_moves() -> None:
    othello = game("othello")
    assert turns_of(othello) is None
    for name in ("twoiteration", "movethenarrow"):
        with pytest.raises(SpecError, match=rf"'{name}'.*othello.*amazons"):
            player(name, othello)


# ---- two iterations ----------------------------------------------------------------------------------


@pytest.mark.parametrize("parts", ["", f",{EXTRAS}"])
def test_two_iterations_find_what_whole_turns_find(parts: str) -> None:
    for depth, late in ((1, range(16)), (2, range(8, 16))):
        chooser = player(f"twoiteration:depth={depth},eval=mobility{parts}", FIVE)
        for position in positions(12, late, seed=depth):
            expected = values_of_moves(position, JUDGE, depth)
            decision = chooser.choose(position)
            assert decision.score == max(expected.values()) == expected[decision.code]
            assert decision.pv[0] == decision.move == position.format_move(decision.code)
            position.play_all(decision.pv)
            assert decision.depth <= depth


def test_two_iterations_and_the_classic_search_agree_deeper() -> None:
    """The scores of both are of the same game: wins count its turns."""
    chooser = player("twoiteration:depth=3,eval=mobility", FIVE)
    classic = player(f"{CLASSIC},depth=3,eval=mobility", FIVE)
    kinds = set()
    for position in positions(25, range(10, 17), seed=4):
        found, expected = chooser.choose(position), classic.choose(position)
        assert (found.score, found.score_kind) == (expected.score, expected.score_kind)
        assert found.depth <= 3
        if found.score_kind in ("win", "loss"):
            assert position.play_all(found.pv).is_over
            assert MATE - abs(int(found.score)) == len(found.pv)
        kinds.add(found.score_kind)
    assert kinds == {"eval", "win", "loss"}


def test_it_visits_the_positions_of_the_classic_search_and_those_between_move_and_arrow() -> None:
    start = FIVE.start_position()
    steps = len(by_steps(start).legal_moves)
    nodes = player("twoiteration:depth=1,eval=mobility", FIVE).choose(start).nodes
    assert nodes == 1 + steps + len(start.legal_moves)
    for position in [start, *positions(5, range(4, 12))]:
        found = player("twoiteration:depth=2,eval=mobility", FIVE).choose(position)
        classic = player(f"{CLASSIC},depth=2,eval=mobility", FIVE).choose(position)
        assert classic.nodes < found.nodes <= 2 * classic.nodes  # an arrow follows each move


def test_by_steps_it_searches_to_the_end_of_a_turn() -> None:
    chooser = player("twoiteration:depth=1,eval=mobility", STAGED)
    for position in positions(8, range(14), seed=9):
        steps = by_steps(position)
        expected = max(values_of_moves(position, JUDGE, 1).values())
        for _ in range(2):
            decision = chooser.choose(steps)
            assert decision.score_kind != "eval" or decision.score == expected
            assert decision.move in steps.legal_moves
            assert decision.depth == 1
            steps = steps.play(decision.move)
        assert (-value(by_whole(steps), JUDGE, 0) == expected) or steps.is_over


def by_whole(steps: Position) -> Position:
    return Position(FIVE, steps.state.copy())


# ---- move, then arrow ----------------------------------------------------------------------------------


def arrowless(position: Position, judge: Evaluator[object], depth: int) -> int:
    """The value for the side to move when amazons move for so many turns and nobody shoots."""
    if position.is_over:
        return -MATE
    if depth == 0:
        with interpreted():
            return int(judge.evaluate(FIVE, position.state[0]))
    return max(-arrowless(after, judge, depth - 1) for _, after in amazon_moves(position))


def amazon_moves(position: Position) -> list[tuple[str, Position]]:
    """Each move of an amazon, with the position after it in which the opponent is to move."""
    found = []
    side = str(position).split()[1]
    for step in dict.fromkeys(move.split("/")[0] for move in position.legal_moves):
        board = str(by_steps(position).play(step)).split()[0]
        found.append((step, FIVE.parse_position(f"{board} {'bw'['wb'.index(side)]}")))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("parts", ["", f",{EXTRAS}"])
def test_the_best_move_without_arrows_and_then_the_best_arrow(depth: int, parts: str) -> None:
    chooser = player(f"movethenarrow:depth={depth},eval=mobility{parts}", FIVE)
    for position in positions(6, range(6, 16), seed=depth):
        steps = {step: -arrowless(after, JUDGE, depth - 1) for step, after in amazon_moves(position)}
        decision = chooser.choose(position)
        step = decision.move.split("/")[0]
        assert is_best(steps, step)
        turns = [move for move in position.legal_moves if move.startswith(f"{step}/")]
        arrows = {turn: -arrowless(position.play(turn), JUDGE, depth - 1) for turn in turns}
        assert is_best(arrows, decision.move)
        if decision.score_kind == "eval" and abs(decision.score) < MATE // 2:
            assert decision.score == arrows[decision.move]
        assert decision.score_kind == ("win" if position.play(decision.move).is_over else "eval")


def is_best(values: dict[str, int], move: str) -> bool:
    """Won and lost games apart, which the searches tell by their length, too."""
    return values[move] == max(values.values())


def test_by_steps_it_chooses_the_same() -> None:
    whole, steps = (player("movethenarrow:depth=2,eval=mobility", rules) for rules in (FIVE, STAGED))
    for position in positions(8, range(12), seed=2):
        first = steps.choose(by_steps(position))
        second = steps.choose(by_steps(position).play(first.move))
        assert whole.choose(position).move == first.move + second.move


# ---- budgets -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["twoiteration", "movethenarrow"])
@pytest.mark.parametrize("rules", [FIVE, STAGED], ids=str)
def test_budgets(name: str, rules: object) -> None:
    start = rules.start_position()  # type: ignore[attr-defined]
    chooser = player(f"{name}:eval=mobility", start.game)
    for nodes in (1, 2, 50, 400):
        decision = chooser.choose(start, Budget(nodes=nodes))
        assert decision.nodes <= nodes
        assert decision.move in start.legal_moves
    assert chooser.choose(start, Budget(depth=1)).depth == 1
    assert chooser.choose(start, Budget(depth=9)).depth == 3
    endless = player(f"{name}:depth=0,eval=mobility", start.game)
    heard: list[Decision] = []
    decision = endless.choose(start, Budget(seconds=0.3), heard.append)
    assert decision.depth > 1
    assert decision.seconds < 3
    assert heard
    assert all(one.move in start.legal_moves for one in heard)


def test_several_candidates() -> None:
    chooser = player("twoiteration:depth=1,eval=mobility", FIVE)
    chooser.multipv = 3
    start = FIVE.start_position()
    decision = chooser.choose(start)
    values = values_of_moves(start, JUDGE, 1)
    assert len({one.move.split("/")[0] for one in decision.candidates}) == 3
    assert [one.score for one in decision.candidates] == [
        values[start.parse_move(one.move)] for one in decision.candidates
    ]
