"""The rules of every game: start, moves, play, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from nupp.conformance.observe import (
    SPARE,
    BoundsError,
    Observer,
    Sample,
    Seen,
    check_agree,
    check_same,
    failure,
    state_of,
)
from nupp.conformance.requirements import Scope, requirement
from nupp.conformance.variants import Subject
from nupp.kernel import Record, generator, identity_bytes, interpreted
from nupp.rules import Game, IllegalMoveError, Position, actions_of, game, start_state
from nupp.rules.basics import NO_MOVE


@requirement(Scope.RULES)
def equal_specs_give_the_same_game(subject: Subject) -> None:
    assert game(subject.game.spec) is subject.game
    assert game(f" {subject.game.spec} ") is subject.game


@requirement(Scope.RULES)
def random_games_can_be_played_to_their_end(subject: Subject) -> None:
    error = failure(subject.spec, subject.compiled)
    if error is not None and not isinstance(error, BoundsError):
        raise error


@requirement(Scope.RULES)
def no_more_is_written_than_a_buffer_of_moves_holds(subject: Subject) -> None:
    error = failure(subject.spec, subject.compiled)
    if isinstance(error, BoundsError):
        raise error


@requirement(Scope.VARIANTS)
def only_play_changes_a_position(played: Sample) -> None:
    with interpreted():
        for seen in (played.games[0][0], *played.spread(8)):
            for name, ask in questions(played.game, seen.is_over).items():
                state = state_of(played.game, seen.before)
                ask(state[0])
                if identity_bytes(state) != identity_bytes(np.frombuffer(seen.before, state.dtype)):
                    raise AssertionError(f"{name} changed the position: only play may")


def questions(rules: Game, is_over: bool) -> dict[str, Callable[[Record], object]]:
    """The methods of a game that only look at a state, by name."""
    moves, found = np.empty(rules.max_moves + SPARE, np.int64), np.empty(len(rules.board) + SPARE, np.int64)
    asked: dict[str, Callable[[Record], object]] = {
        "legal_moves": lambda state: rules.legal_moves(state, moves),
        "candidates": lambda state: rules.candidates(state, moves, 1),
        "forcing_moves": lambda state: rules.forcing_moves(state, moves),
        "count_moves": lambda state: rules.count_moves(state, moves),
        "random_move": lambda state: rules.random_move(state, moves, generator(0)),
        "contents": lambda state: rules.contents(state, found),
        "to_move": rules.to_move,
        "hash": rules.hash,
    }
    return asked | ({"outcome": rules.outcome, "margin": rules.margin} if is_over else {})


@requirement(Scope.VARIANTS)
def moves_are_distinct_codes_within_bounds(played: Sample) -> None:
    for seen in played.positions:
        twice = [move for move, times in Counter(seen.legal).items() if times > 1]
        assert not twice, f"legal_moves gives {twice[0]} more than once"
        assert len(seen.legal) <= played.game.max_moves
        assert min(seen.legal, default=0) >= 0


@requirement(Scope.ACYCLIC)
def no_position_recurs_unless_repetition_draws(played: Sample) -> None:
    for course in played.games:
        known: set[bytes] = set()
        for seen in course:
            same = identity_bytes(np.frombuffer(seen.before, played.game.State))
            assert same not in known, (
                "the position recurred: expected repetition = Repetition(3), or rules by which games end"
            )
            known.add(same)


@requirement(Scope.VARIANTS)
def each_side_moves(played: Sample) -> None:
    """In one of the games at least, unless all are over after one move."""
    moved = {seen.side for seen in played.positions if not seen.is_over}
    longest = max(len(course) for course in played.games) - 1
    if len(moved) == 1 and longest > 1:
        side = played.game.sides[moved.pop()]
        raise AssertionError(
            f"only {side} moves, {longest} times in a game: expected play to change the side to move"
        )


@requirement(Scope.VARIANTS)
def no_moves_exactly_when_the_game_is_over(played: Sample) -> None:
    for seen in played.games:
        assert [one.is_over for one in seen] == [False] * (len(seen) - 1) + [True]


@requirement(Scope.VARIANTS)
def moves_are_counted_as_they_are_listed(played: Sample) -> None:
    for seen in played.positions:
        check_agree(seen.count, "count_moves", len(seen.legal), "legal_moves")


@requirement(Scope.VARIANTS)
def random_moves_are_legal_and_absent_at_the_end(played: Sample) -> None:
    for seen in played.positions:
        assert seen.chosen in seen.legal or (seen.is_over and seen.chosen == NO_MOVE), (
            f"random_move gives {seen.chosen}, legal_moves gives {list(seen.legal)}"
        )


@requirement(Scope.COMPILED)
def random_moves_are_uniform(played: Sample) -> None:
    """Chi-square of 60 draws a move; the limit is passed by one generator in a million."""
    going = [seen for seen in played.positions if not seen.is_over]
    crowd = min(going, key=lambda seen: (abs(len(seen.legal) - 20), seen.before))
    observer, rng = Observer(played.game), generator(1)
    n = len(crowd.legal)
    drawn = Counter(observer.look(crowd.before, rng).chosen for _ in range(60 * n))
    check_uniform(drawn, crowd.legal)


def check_uniform(drawn: Counter[int], legal: Sequence[int]) -> None:
    """Raise AssertionError for numbers of draws that are too far from 60 for each legal move."""
    n = len(legal)
    chi_square = sum((drawn[move] - 60) ** 2 / 60 for move in legal)
    if set(drawn) != set(legal) or chi_square > (n - 1) + 5 * np.sqrt(2 * (n - 1)) + 12:
        worst = max((*legal, *drawn), key=lambda move: abs(drawn[move] - 60 * (move in legal)))
        expected = "about 60" if worst in legal else "none, for it is not legal"
        raise AssertionError(f"{drawn[worst]} of {60 * n} random moves are {worst}: expected {expected}")


@requirement(Scope.VARIANTS)
def candidates_are_some_of_the_legal_moves(played: Sample) -> None:
    for seen in played.positions:
        for candidates in (seen.near, seen.far):
            assert set(candidates) <= set(seen.legal)
            assert len(set(candidates)) == len(candidates)
            assert bool(candidates) == bool(seen.legal)
        assert set(seen.near) <= set(seen.far)


@requirement(Scope.VARIANTS)
def forcing_moves_are_some_of_the_legal_moves(played: Sample) -> None:
    for seen in played.positions:
        assert set(seen.forcing) <= set(seen.legal)
        assert len(set(seen.forcing)) == len(seen.forcing)


@requirement(Scope.VARIANTS)
def classes_of_moves_are_in_range(played: Sample) -> None:
    for seen in played.positions:
        assert all(0 <= number < played.game.move_classes for number in seen.classes)


@requirement(Scope.VARIANTS)
def moves_have_numbers_of_their_own(played: Sample) -> None:
    """However equal positions were reached, and compiled or not."""
    for seen in played.spread(12):
        position = Position(played.game, state_of(played.game, seen.before))
        check_agree(tuple(position.actions.values()), "Actions", seen.legal, "legal_moves")
        assert all(0 <= number < actions_of(played.game).count for number in position.actions)
        with interpreted():
            plain = Position(played.game, state_of(played.game, seen.before)).actions
        check_agree(plain, "Actions in plain Python", position.actions, "Actions compiled")


@requirement(Scope.VARIANTS)
def sides_are_first_and_second(played: Sample) -> None:
    assert {seen.side for seen in played.positions} <= {0, 1}


@requirement(Scope.VARIANTS)
def repeated_positions_have_the_same_moves(played: Sample) -> None:
    for one in played.games:
        known: dict[int, Seen] = {}
        for seen in one[:-1]:
            first = known.setdefault(seen.repetition_key, seen)
            assert (first.legal, first.side) == (seen.legal, seen.side)
            assert first.timeless == seen.timeless


@requirement(Scope.VARIANTS)
def positions_without_their_quiet_moves_repeat_the_same(played: Sample) -> None:
    observer, rng = Observer(played.game), generator(0)
    for seen in played.spread(20):
        timeless = observer.look(seen.timeless, rng)
        assert timeless.repetition_key == seen.repetition_key
        assert timeless.timeless == seen.timeless
        assert seen.is_over or timeless.legal == seen.legal


@requirement(Scope.VARIANTS)
def no_position_recurs_after_an_irreversible_move(played: Sample) -> None:
    for one in played.games:
        last: dict[int, int] = {}
        for ply, seen in enumerate(one):
            assert seen.reversible >= ply - last.get(seen.repetition_key, ply)
            last[seen.repetition_key] = ply


@requirement(Scope.VARIANTS)
def states_are_small(played: Sample) -> None:
    """States are copied at every node: 256 bytes, or 512 on the largest boards."""
    assert played.game.State.itemsize <= (256 if len(played.game.board) < 180 else 512)


@requirement(Scope.VARIANTS)
def outcome_is_the_sign_of_the_margin_unless_drawn(played: Sample) -> None:
    for seen in (one[-1] for one in played.games):
        fits = seen.outcome in (-1, 0, 1) and seen.outcome in (0, np.sign(seen.margin))
        assert fits, f"outcome {seen.outcome}, margin {seen.margin}"


@requirement(Scope.VARIANTS)
def start_is_the_same_each_time(played: Sample) -> None:
    assert {one[0].before for one in played.games} == {start_state(played.game).tobytes()}
    with interpreted():
        start = played.game.start_position()
    check_same(played.game, start.state, played.games[0][0].before)
    assert (start.ply, start.moves, start.last_move, start.previous) == (0, (), None, None)


@requirement(Scope.VARIANTS)
def positions_follow_the_rules_and_remember_the_game(played: Sample) -> None:
    course = shortest(played, 60)
    with interpreted():
        position = played.game.start_position()
        for number, seen in enumerate(course):
            check_position(position, seen)
            assert position.ply == number
            assert position.move_codes == tuple(one.chosen for one in course[:number])
            position = position if seen.is_over else position.play_code(seen.chosen)


def check_position(position: Position, seen: Seen) -> None:
    check_same(position.game, position.state, seen.before)
    assert position.legal_move_codes == seen.legal
    assert (position.to_move, position.hash_key, position.is_over) == (seen.side, seen.hash_key, seen.is_over)
    if seen.is_over:
        assert (position.outcome, position.margin) == (seen.outcome, seen.margin)
        assert position.result
        with pytest.raises(IllegalMoveError):
            position.play(0)
    else:
        for what in ("outcome", "margin", "result"):
            with pytest.raises(ValueError, match="not over"):
                getattr(position, what)


@requirement(Scope.VARIANTS)
def a_game_can_be_replayed_from_its_moves_and_their_texts(played: Sample) -> None:
    course = shortest(played, 40)
    codes = [seen.chosen for seen in course if not seen.is_over]
    with interpreted():
        position = played.game.start_position()
        for code in codes:
            position = position.play_code(code)
        start = played.game.start_position()
        assert start.play_all(codes) == position
        replayed = start.play_all(position.moves)
        assert replayed == position
        assert hash(replayed) == hash(position)
        assert replayed.moves == position.moves


@requirement(Scope.VARIANTS)
def playing_leaves_the_position_alone(played: Sample) -> None:
    with interpreted():
        for seen in played.spread(6):
            position = Position(played.game, state_of(played.game, seen.before))
            text = str(position)
            for code in position.legal_move_codes[:3]:
                position.play(code)
            assert (position.state.tobytes(), str(position)) == (seen.before, text)
            assert position.legal_move_codes == seen.legal
            with pytest.raises(ValueError, match="read-only"):
                position.state[0] = position.state[0]


@requirement(Scope.VARIANTS)
def a_wrong_move_is_refused_with_its_number(played: Sample) -> None:
    with interpreted():
        start = played.game.start_position()
        with pytest.raises(IllegalMoveError, match=r"^move 1: .*123456789"):
            start.play_all([123456789])


def shortest(played: Sample, most: int) -> list[Seen]:
    """The shortest game of a sample, as far as it is not drawn by repetition."""
    course: list[Seen] = []
    known: Counter[int] = Counter()
    for seen in min(played.games, key=len)[:most]:
        known[seen.repetition_key] += 1
        if known[seen.repetition_key] == played.game.repetition.draws_at:
            break
        course.append(seen)
    return course
