"""Outcomes in files, and searches that know them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nupp.evaluators import evaluator
from nupp.evaluators.learned import user_folder
from nupp.kernel import interpreted
from nupp.players import Budget, player
from nupp.rules import Position
from nupp.search import packed as packed_module
from nupp.search.endgames import (
    OUTCOMES,
    EndgameTable,
    KnowingOutcomes,
    OutcomeTable,
    check_table,
    outcomes_of,
    place_of,
    place_of_outcomes,
    read_outcomes,
    with_endgames,
    write_outcomes,
    write_table,
)
from nupp.search.packed import PackedError
from nupp.search.scores import KNOWN
from nupp.search.solve import solve
from nupp.search.solve.endgames import EndgameSolver

WON, DRAWN, LOST = "W:WK1,K5:BK20", "W:WK1:BK20", "B:WK1,K5:BK20"


@pytest.fixture
def file(draughts: EndgameTable, tmp_path: Path) -> Path:
    path = tmp_path / "three.outcomes"
    write_outcomes(path, draughts.game, 3, draughts.packed)
    return path


@pytest.fixture
def outcomes(draughts: EndgameTable, file: Path) -> OutcomeTable:
    return read_outcomes(file, draughts.game)


@pytest.fixture
def installed(draughts: EndgameTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Outcomes in the data folder, and no table with distances."""
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    monkeypatch.setattr(packed_module, "strength_folders", lambda rules: [user_folder(rules)])
    path = place_of_outcomes(draughts.game, 3)
    path.parent.mkdir(parents=True)
    write_outcomes(path, draughts.game, 3, draughts.packed)


def test_a_file_holds_the_outcomes(draughts: EndgameTable, outcomes: OutcomeTable) -> None:
    assert (outcomes.packed == draughts.packed).all()
    assert isinstance(outcomes.packed, np.memmap)
    assert outcomes.packed.ctypes.data % 64 == 0
    assert outcomes.tally() == {"won": draughts.tally()["won"], "lost": draughts.tally()["lost"]}
    outcomes.require_sound()


def test_a_file_that_was_cut_is_refused(draughts: EndgameTable, file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(PackedError, match="is damaged: expected"):
        read_outcomes(file, draughts.game)


@pytest.mark.parametrize("more", [-1, 1])
def test_outcomes_of_another_number_of_positions_are_refused(
    draughts: EndgameTable, file: Path, more: int
) -> None:
    write_outcomes(file, draughts.game, 3, np.zeros(len(draughts.packed) + more, np.uint8))
    with pytest.raises(PackedError, match=rf"expected {len(draughts.packed):,}; build it anew"):
        read_outcomes(file, draughts.game)


def test_changed_outcomes_are_found_out(draughts: EndgameTable, file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[-9] ^= 1
    file.write_bytes(content)
    with pytest.raises(PackedError, match="not those that were written"):
        read_outcomes(file, draughts.game).require_sound()


def test_random_outcomes_follow_from_those_after_them(outcomes: OutcomeTable) -> None:
    checked, wrong = check_table(outcomes, 1000)
    assert checked > 500
    assert wrong == []


def test_an_evaluator_reads_the_file_in_place(draughts: EndgameTable, outcomes: OutcomeTable) -> None:
    knowing = KnowingOutcomes(evaluator("", draughts.game), outcomes, 0)
    assert np.shares_memory(knowing.packed, outcomes.packed)


def test_a_win_is_searched_and_a_draw_is_not(draughts: EndgameTable, outcomes: OutcomeTable) -> None:
    rules = draughts.game
    knowing = KnowingOutcomes(evaluator("", rules), outcomes, 0)
    with interpreted():
        states = [rules.parse_position(text).state[0] for text in (WON, DRAWN, LOST)]
        won, drawn, lost = (knowing.evaluate(rules, state) for state in states)
        certain = [knowing.is_certain(rules, state) for state in states]
    assert lost < -1_000_000 < drawn == 0 < 1_000_000 < won < KNOWN
    assert certain == [False, True, False]


def test_of_two_won_positions_the_one_that_is_better_without_a_table_is_better(
    draughts: EndgameTable, outcomes: OutcomeTable
) -> None:
    rules = draughts.game
    knowing = KnowingOutcomes(evaluator("", rules), outcomes, 0)
    with interpreted():
        kings, man = (
            knowing.evaluate(rules, rules.parse_position(text).state[0]) for text in (WON, "W:WK1,23:BK20")
        )
    assert kings > man > 1_000_000


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(("start", "plies"), [(WON, 31), ("W:WK1,K5:BK8", 9)])
def test_a_search_keeps_a_win_and_finds_one_that_is_not_far(
    draughts: EndgameTable, start: str, plies: int
) -> None:
    """It may be drawn by a count where a conversion is as far as 31 plies."""
    position = draughts.game.parse_position(start)
    assert draughts.look_up(position).plies == plies
    winner = position.to_move
    knowing = player("alphabeta:endgames=true", draughts.game)
    assert isinstance(with_endgames(evaluator("", draughts.game), draughts.game), KnowingOutcomes)
    while not position.is_over:
        assert draughts.look_up(position).outcome == 1 - 2 * (winner ^ position.to_move)
        position = position.play(knowing.choose(position, Budget(nodes=3000)).move)
    assert position.outcome == 1 - 2 * winner or plies > 9


@pytest.mark.usefixtures("installed")
def test_exact_play_keeps_what_outcomes_say(draughts: EndgameTable) -> None:
    position = draughts.game.parse_position(WON)
    found = EndgameSolver(position, 64).kept(position)
    assert found is not None
    value, kept = found
    assert value.outcome == 1 - 2 * position.to_move
    assert set(kept) == {code for code in position.legal_move_codes if _is_lost(position, code)}
    decision = player("exact", draughts.game).choose(position, Budget(nodes=2000))
    assert decision.code in kept
    assert decision.score_text == "known win"


def _is_lost(position: Position, code: int) -> bool:
    child = position.play_code(code)
    found = EndgameSolver(child, 64).kept(child)
    return found is not None and found[0].outcome == 1 - 2 * position.to_move


@pytest.mark.usefixtures("installed")
def test_a_solver_knows_who_wins_and_no_line(draughts: EndgameTable) -> None:
    solution = solve(draughts.game.parse_position(WON))
    assert (solution.method, solution.line) == ("outcomes of up to 3 pieces", ())
    assert EndgameSolver(draughts.game.parse_position(DRAWN), 64).knows(draughts.game.parse_position(DRAWN))
    assert not solution.value.certain


@pytest.mark.usefixtures("installed")
def test_outcomes_of_no_more_pieces_than_a_table_are_not_used(draughts: EndgameTable) -> None:
    assert outcomes_of(draughts.game) is not None
    write_table(place_of(draughts.game, 3), draughts.game, 3, draughts.values)
    assert outcomes_of(draughts.game) is None


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    "head", [None, b"[1]", b'{"fits": ["draughts:variant=english,draws=*"], "digest": ""}']
)
def test_damaged_outcomes_are_left_out(draughts: EndgameTable, head: bytes | None) -> None:
    rules, path = draughts.game, place_of_outcomes(draughts.game, 4)
    write_outcomes(path, rules, 4, draughts.packed)
    path.write_bytes(path.read_bytes()[:-8] if head is None else OUTCOMES.magic + head + b"\n")
    with pytest.warns(UserWarning, match=r"outcomes left out: '.*-4\.outcomes' is damaged"):
        found = outcomes_of(rules)
    assert found is not None
    assert found.pieces == 3
    with pytest.warns(UserWarning, match="left out"):
        assert solve(rules.parse_position(WON)).method == "outcomes of up to 3 pieces"


@pytest.mark.usefixtures("installed")
def test_outcomes_take_the_place_of_a_damaged_table(draughts: EndgameTable) -> None:
    path = place_of(draughts.game, 3)
    write_table(path, draughts.game, 3, draughts.values)
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.warns(UserWarning, match="endgame table left out"):
        assert outcomes_of(draughts.game) is not None
