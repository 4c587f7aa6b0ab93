"""The explorer counts moves by positions, whichever way games come to them."""

from __future__ import annotations

from pathlib import Path

from nupp.arena.explorer import Explorer, MoveCount, OwnGames, PlayedGame, path_of
from nupp.kernel import interpreted
from nupp.players import Budget, player
from nupp.rules import game


def played(moves: str) -> PlayedGame:
    with interpreted():
        last = game("tictactoe").start_position().play_all(moves.split())
        return PlayedGame(last, last.outcome if last.is_over else 0)


def test_games_that_come_to_a_position_by_other_ways_are_counted_together() -> None:
    explorer = Explorer()
    with interpreted():
        won, lost = played("a1 b1 a2 b2 a3"), played("a2 b1 a1 b2 c3 b3")
        assert explorer.add([won, lost, won]) == 2
        assert explorer.add([won]) == 0
        assert explorer.games == 2
        position = game("tictactoe").start_position().play_all(["a1", "b1", "a2"])
        assert explorer.moves(position) == [MoveCount("b2", 1, 0, 1)]
        assert explorer.moves(position.play("b2")) == [MoveCount("a3", 1, 0, 0), MoveCount("c3", 0, 0, 1)]
        assert explorer.moves(position.play("c2")) == []
        assert [one.move for one in explorer.moves(game("tictactoe").start_position())] == ["a1", "a2"]


def test_counts_outlive_the_program(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "one.db"
    with interpreted():
        first = Explorer(path)
        first.add([played("b2 a1 c3")])
        first.close()
        again = Explorer(path)
        assert again.games == 1
        assert again.moves(game("tictactoe").start_position())[0].draws == 1


def test_a_player_makes_games_and_the_same_ones_again() -> None:
    with interpreted():
        own = OwnGames(player("greedy", game("tictactoe")), Budget(), openings=3, seed=4)
        games = own.play_all(range(6))
        assert own.play(4).last.moves == games[4].last.moves
        assert all(one.last.is_over for one in games)
        assert len({one.last.moves for one in games}) > 1
        explorer = Explorer()
        assert explorer.add(games[:4]) == 4
        assert explorer.add(games) == 2
        assert [explorer.has(own.player.game, own.name(number)) for number in (0, 5, 6)] == [
            True,
            True,
            False,
        ]


def test_every_variant_has_a_file_of_its_own() -> None:
    paths = {path_of(game(spec)) for spec in ("hex", "hex:size=5", "hex:size=5,swap=false")}
    assert len(paths) == 3
