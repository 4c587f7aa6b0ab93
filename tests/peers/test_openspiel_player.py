"""OpenSpiel as a player: what it plays is legal, and it sees the same game as we do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from openspiel import Answer, OpenSpiel
from openspiel_moves import Peer, peer_of

import nupp
from nupp.conformance.amounts import amount
from nupp.players import Player
from nupp.rules import Position
from plain import plain_rules

__all__ = ["plain_rules"]

pytestmark = pytest.mark.slow

GAMES = {
    "tictactoe": 20,
    "connectfour": 10,
    "connectfour:width=6,height=5,k=3": 10,
    "othello": 6,
    "mnk": 2,
    "mnk:width=7,height=5,k=4": 8,
    "dotsandboxes:size=5,passing=false": 6,
    "dotsandboxes:width=2,height=3,passing=false": 10,
    "amazons": 3,
    "morris:flying=true": 8,
    "draughts:variant=english": 6,
}
"""How many games of each to play in the thorough run; usually a third."""


@pytest.fixture
def player(python: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Player]:
    """The class of the player; it enters the catalogue, until the test is over."""
    import openspiel_player

    monkeypatch.setenv(openspiel_player.PYTHON, python)
    return openspiel_player.OpenSpielPlayer


@pytest.fixture(scope="module")
def openspiel(python: str) -> Iterator[OpenSpiel]:
    process = OpenSpiel(Path(python))
    yield process
    process.close()


def answer_for(openspiel: OpenSpiel, peer: Peer, position: Position) -> Answer:
    """What OpenSpiel sees after the moves that led to a position."""
    return openspiel.ask(
        task="choose",
        game=peer.name,
        actions=peer.history(position),
        n=1,
        time=-1,
        exploration=1,
        memory=1,
        seed=0,
    )


def play(player: Player, number: int, openspiel: OpenSpiel) -> bool:
    """Let it play a game against random moves; whether our rules ended the game, too."""
    game, rng = player.game, np.random.default_rng(number)
    peer, position = peer_of(game), game.start_position()
    while True:
        answer = answer_for(openspiel, peer, position)
        if answer["returns"] is not None:
            break
        assert {way[0] for way in peer.moves(position)} == set(answer["legal"])
        if position.to_move == number % 2:
            position = position.play(player.choose(position, nupp.Budget(nodes=12)).move)
        else:
            position = position.play_code(int(rng.choice(position.legal_move_codes)))
    if position.is_over:
        assert answer["returns"] == [position.outcome, -position.outcome]
    else:  # morris and checkers only, where a draw is not the same in both
        assert game.repetition.draws_at > 0
        assert answer["returns"] == [0, 0]
    return position.is_over


@pytest.mark.parametrize("spec", GAMES)
def test_whole_games(spec: str, player: Callable[..., Player], openspiel: OpenSpiel) -> None:
    """All that it plays is legal here, and after each move both know the same legal moves."""
    one = player(nupp.game(spec), seed=1)
    ended_here = [play(one, number, openspiel) for number in range(amount(-(-GAMES[spec] // 3), GAMES[spec]))]
    assert any(ended_here)


def test_budgets(player: Callable[..., Player]) -> None:
    """A turn of three actions has one budget."""
    game = nupp.game("amazons")
    position = game.start_position()
    one = player(game, seed=1)
    assert 3 <= one.choose(position, nupp.Budget(nodes=30)).nodes <= 30
    limited = one.choose(position, nupp.Budget(seconds=0.3))
    assert limited.nodes > 30
    assert limited.seconds < 10


def test_same_seed_same_moves(player: Callable[..., Player]) -> None:
    position = nupp.game("othello").start_position()
    lines = []
    for seed in (5, 5, 6, 7, 8):
        one, reached = player(position.game, seed=seed), position
        for _ in range(5):
            reached = reached.play(one.choose(reached, nupp.Budget(nodes=20)).move)
        lines.append(reached.moves)
    assert lines[0] == lines[1]
    assert len(set(lines)) > 1


def test_wins_at_once(player: Callable[..., Player]) -> None:
    position = nupp.game("tictactoe").start_position().play_all(["a1", "b1", "a2", "b2"])
    decision = player(position.game).choose(position, nupp.Budget(nodes=200))
    assert (decision.move, decision.score) == ("a3", 1.0)


@pytest.mark.parametrize(
    "spec",
    ["hexxagon", "amazons:size=8", "othello:size=6", "mnk:exact=true", "dotsandboxes", "morris", "draughts"],
)
def test_other_games_are_refused(spec: str, player: Callable[..., Player]) -> None:
    with pytest.raises(ValueError, match="does not play"):
        player(nupp.game(spec))
    with pytest.raises(ValueError, match="OpenSpiel has no"):
        peer_of(nupp.game(spec))


def test_another_position_is_noticed(player: Callable[..., Player]) -> None:
    """A position that was not reached from the start is not that of OpenSpiel."""
    position = nupp.game("tictactoe").parse_position("3/1x1/3 o")
    with pytest.raises(ValueError, match="other legal moves"):
        player(position.game).choose(position, nupp.Budget(nodes=10))
