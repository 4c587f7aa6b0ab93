"""Games between players that do all that players should not do, and games that the match ends."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest

from arena.moves import moves
from nupp.arena import Match, MatchError, Result, play_match
from nupp.arena.match_worker import GameTask, MatchWorker
from nupp.arena.playing import Conditions, GivenUpError, call_within, play_game
from nupp.conformance.amounts import amount
from nupp.formats import GameRecord
from nupp.kernel import interpreted
from nupp.players import Budget, Decision, Player, player, register
from nupp.players.base import Report
from nupp.players.warmup import prepare
from nupp.rules import Game, Position, game

released = threading.Event()
"""Set at the end of each test, so that no player keeps the processor busy for the rest of the tests."""


class Plain(Player):
    """Plays the first legal move; subclasses add what is wrong with it."""

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self.misbehave(position)
        return self.decision(position, position.legal_move_codes[0])

    def misbehave(self, position: Position) -> None:
        return

    def decision(self, position: Position, code: int) -> Decision:
        return Decision("?", code, 0, "eval", ("?",), 0, 0, 0.0)


class Hanging(Plain):
    """Hangs once, at the second move of a side, and is not the same player afterwards."""

    hangs: ClassVar[int]
    made: ClassVar[list[Hanging]]
    played: ClassVar[list[Hanging]]

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        type(self).made.append(self)

    def misbehave(self, position: Position) -> None:
        if position.ply > 1:
            self.played.append(self)
            if type(self).hangs:
                type(self).hangs -= 1
                self.hang()

    def hang(self) -> None:
        released.wait(3600)


class Spinning(Hanging):
    """Never lets go of the processor."""

    def hang(self) -> None:
        while not released.is_set():
            pass


class Mute(Plain):
    """Never says anything, from the first move on."""

    def misbehave(self, position: Position) -> None:
        released.wait(3600)


class Leaving(Plain):
    """Ends the program, as it thinks."""

    def misbehave(self, position: Position) -> None:
        raise SystemExit("I am off")


class Interrupting(Plain):
    def misbehave(self, position: Position) -> None:
        raise KeyboardInterrupt


class Silent(Plain):
    """Has nothing to say for a decision."""

    def decision(self, position: Position, code: int) -> Decision:
        return None  # type: ignore[return-value]


class Absurd(Plain):
    """Has no idea of what its moves are worth."""

    def decision(self, position: Position, code: int) -> Decision:
        return Decision("?", code, float("nan"), "eval", ("?",), 0, 0, 0.0)


class Illegal(Plain):
    def decision(self, position: Position, code: int) -> Decision:
        return super().decision(position, 99)


class Seedless(Plain):
    def seed(self, seed: int) -> None:
        raise OverflowError("so large a seed")


class Bored(Plain):
    """Does not want to know how games end."""

    def game_over(self, position: Position, side: int) -> None:
        raise OSError("no room for another game")


class Fading(Plain):
    """Is made anew for each game, and once it has moved it cannot be made any more."""

    remembers = True
    tired: ClassVar[bool]

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        if self.tired:
            raise MemoryError("no memory left")

    def misbehave(self, position: Position) -> None:
        type(self).tired |= position.ply > 1


class Unready(Fading):
    """The same, but what fails is to take the memory, and it is not even an error."""

    def __init__(self, game: Game) -> None:
        Player.__init__(self, game)

    def get_ready(self) -> None:
        if self.tired:
            raise SystemExit


class Slow(Plain):
    """Is never ready to be made."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        released.wait(3600)


class Lacking(Plain):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        raise FileNotFoundError("no weights")


class Learning(Plain):
    """Plays otherwise after each game that it has seen the end of."""

    learns = True

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.games = 0

    def decision(self, position: Position, code: int) -> Decision:
        codes = position.legal_move_codes
        return super().decision(position, codes[self.games % len(codes)])

    def game_over(self, position: Position, side: int) -> None:
        self.games += 1


KINDS: Final[tuple[type[Player], ...]] = (
    *(Plain, Hanging, Spinning, Mute, Leaving, Interrupting, Silent, Absurd, Illegal, Seedless, Bored),
    *(Fading, Unready, Slow, Lacking, Learning),
)


@pytest.fixture(autouse=True)
def _bad_players() -> Iterator[None]:
    released.clear()
    for kind in (Hanging, Spinning):
        kind.hangs, kind.made, kind.played = 1, [], []
    for tiring in (Fading, Unready):
        tiring.tired = False
    for one in KINDS:
        register(one.__name__.lower())(one)
    yield
    released.set()


def play(first: str, second: str = "plain", **terms: Any) -> Result:
    """A match of players written in Python; nothing is compiled, so that little patience will do."""
    with interpreted():
        return play_match(Match("tictactoe", first, second, **{"games": 4, "openings": 0, **terms}))


def words(result: Result) -> list[str]:
    return [result.records[number].termination or "" for number in sorted(result.records)]


# ---- players that hang -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Hanging, Spinning])
def test_who_hangs_loses_the_game_and_the_rest_is_played_by_new_players(kind: type[Hanging]) -> None:
    result = play(kind.__name__.lower(), seconds=0.2, patience=0.8)
    assert words(result) == ["x failed: no answer after 1 s", "", "", ""]
    lost = result.records[0]
    assert lost.outcome == "second"
    assert len(lost.moves) == len(lost.seconds) == 2
    assert lost.waited is not None
    assert lost.waited >= 1  # which is time of the game, too
    assert lost.time_used == sum(lost.seconds) + lost.waited
    assert result.seconds == sum(record.time_used for record in result.records.values())
    assert [result.records[number].waited for number in (1, 2, 3)] == [None] * 3
    assert all(result.records[number].replay().is_over for number in (1, 2, 3))
    hung, *others = dict.fromkeys(kind.played)
    assert len(others) == 1
    assert hung is not others[0]


@pytest.mark.slow
def test_a_player_that_never_answers_loses_all_games_and_the_run_ends() -> None:
    """Already when it is to get its code compiled, before the first game."""
    result = play("mute", games=2, patience=0.05)
    assert words(result) == ["x failed: no answer after 0.5 s", "o failed: no answer after 0.5 s"]
    assert result.tally == (0, 0, 2)


@pytest.mark.parametrize(("spec", "said"), [("slow", "no answer after 0.5 s"), ("lacking", "no weights")])
def test_a_player_that_cannot_be_made_is_reported_before_anything_is_played(
    spec: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    match = Match("tictactoe", "plain", spec, games=2, patience=0.05)
    with interpreted(), pytest.raises(MatchError, match=rf"{spec}.*{said}"):
        play_match(match, out=path)
    assert not path.exists()


@pytest.mark.slow
def test_a_search_that_is_let_run_far_too_long_is_stopped() -> None:
    board = game("hexxagon")
    prepare(player("alphabeta:table=1", board))
    before = threading.active_count()
    match = Match("hexxagon", "alphabeta:table=1", "plain", games=2, openings=0, nodes=10**17, patience=0.1)
    result = play_match(match)
    assert words(result) == [f"{board.sides[side]} failed: no answer after 1 s" for side in (0, 1)]
    end = time.monotonic() + 20
    while threading.active_count() > before and time.monotonic() < end:
        time.sleep(0.05)
    assert threading.active_count() == before  # nothing goes on in the background


@pytest.mark.slow
def test_a_learner_whose_opponent_hangs_knows_afterwards_what_it_knew(tmp_path: Path) -> None:
    """So the match goes on as it does when it is resumed from its file."""
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    match = Match("tictactoe", "learning", "hanging", games=8, openings=0, seconds=0.2, patience=0.8)
    with interpreted():
        Hanging.hangs = 0
        undisturbed = play_match(replace(match, games=4))
        Hanging.hangs = 1
        expected = play_match(match, out=whole)
        cut.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:3]))
        resumed = play_match(match, out=cut, resume=True)
    assert [number for number, one in expected.records.items() if one.termination] == [0]
    found = moves(expected)
    assert moves(resumed) == found
    assert len(set(found.values())) > 4  # it does learn
    assert undisturbed.records[3].moves != found[3]  # one game more to learn from


# ---- players that fail -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("leaving", "SystemExit: I am off"),
        ("interrupting", "KeyboardInterrupt"),
        ("silent", "'NoneType' object has no attribute 'code'"),
        ("illegal", "not legal"),
        ("seedless", "so large a seed"),
    ],
)
def test_who_fails_loses(spec: str, said: str) -> None:
    result = play(spec, games=2)
    assert result.tally == (0, 0, 2)
    assert [record.outcome for record in result.records.values()] == ["second", "first"]
    first, second = words(result)
    assert first.startswith("x failed: ")
    assert second.startswith("o failed: ")
    assert said in first
    assert said in second
    assert result.failures == {0: first, 1: second}


@pytest.mark.parametrize("spec", ["fading", "unready"])
def test_a_player_that_cannot_be_made_any_more_loses_what_is_left(spec: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = Match("tictactoe", spec, "plain", games=4, openings=1, nodes=1)
    with interpreted():
        result = play_match(match, out=path)
        assert words(result)[0] == ""
        assert all(" failed: " in text for text in words(result)[1:])
        assert [len(record.moves) for record in result.records.values()][1:] == [1, 1, 1]
        assert [result.points(number) for number in (1, 2, 3)] == [0, 0, 0]
        Fading.tired = Unready.tired = False
        assert play_match(match, out=path, resume=True).records == result.records


def test_a_game_stands_though_a_player_fails_when_told_of_its_end() -> None:
    with pytest.warns(UserWarning, match=r"bored.*no room"):
        result = play("bored", games=2)
    assert words(result) == ["", ""]
    assert all(record.replay().is_over for record in result.records.values())


@pytest.mark.parametrize("proven", [False, True])
def test_a_score_that_is_no_number_harms_nobody(proven: bool) -> None:
    assert words(play("absurd", proven=proven)) == [""] * 4


def test_what_is_given_up_ends_at_the_next_move_though_all_answer_at_once() -> None:
    given_up = threading.Event()
    given_up.set()
    with interpreted():
        start = game("tictactoe").start_position()
        seats = [player("plain", start.game) for _ in range(2)]
        with pytest.raises(GivenUpError):
            play_game(start, seats, (1, 2), Conditions(Budget(nodes=1)), given_up)


def test_a_function_is_called_in_time_or_not_at_all() -> None:
    assert call_within(60, lambda: 7, threading.Event()) == 7
    with pytest.raises(ZeroDivisionError):
        call_within(60, lambda: 1 // 0, threading.Event())


# ---- players that remember ---------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["exact", "uct:memory=4"])
def test_players_who_remember_play_the_same_games_in_any_order(spec: str) -> None:
    match = Match("tictactoe", spec, "random", games=6, seed=4, openings=4, nodes=60)
    with interpreted():
        expected = moves(play_match(match))
        assert moves(play_match(match, threads=3)) == expected
        worker = MatchWorker()
        for number in reversed(range(6)):
            record = worker.play(GameTask(number, match, number), match.opening(number), threading.Event())
            assert record.moves == expected[number]


# ---- games that the match ends -----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "first", "second", "seed"),
    [
        ("tictactoe", "alphabeta:table=1", "minimax:depth=3", 1),
        ("tictactoe", "exact", "minimax:depth=5", 2),
        pytest.param("reversi:size=4", "alphabeta:table=1", "minimax:depth=6", 4, marks=pytest.mark.slow),
    ],
)
def test_games_end_by_certainty_as_they_would_if_played_on(
    spec: str, first: str, second: str, seed: int
) -> None:
    nodes = 20_000 if spec == "tictactoe" else 3000
    match = Match(spec, first, second, games=amount(8, 20), seed=seed, nodes=nodes)
    whole, ended = play_match(match).records, play_match(replace(match, proven=True)).records
    shorter = 0
    for number, record in ended.items():
        assert record.outcome == whole[number].outcome
        assert record.moves == whole[number].moves[: len(record.moves)]
        assert (record.termination is None) == (len(record.moves) == len(whole[number].moves))
        assert record.termination in (None, "adjudicated: both players are certain")
        shorter += record.termination is not None
    assert shorter >= 3
    assert play_match(replace(match, proven=True, games=2)).failures == {}


def test_games_that_go_on_for_too_long_are_drawn() -> None:
    match = Match("mnk:width=7,height=7,k=5", "random", "random", games=6, openings=3, max_plies=12)
    result = play_match(match)
    assert {len(record.moves) for record in result.records.values()} == {12}
    assert {record.outcome for record in result.records.values()} == {"draw"}
    assert set(words(result)) == {"move limit: 12 plies"}
    assert result.failures == {}
    assert result.tally == (0, 6, 0)


def test_a_game_that_is_over_just_then_is_not_adjudicated() -> None:
    record: GameRecord = play("plain", games=1, max_plies=7).records[0]
    assert len(record.moves) == 7
    assert record.termination is None


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_games_that_would_be_drawn_in_the_opening_are_refused(plies: int) -> None:
    with pytest.raises(ValueError, match=rf"max_plies {plies}\b.*\b3 of the openings"):
        Match("tictactoe", "random", "random", games=2, openings=3, max_plies=plies)
