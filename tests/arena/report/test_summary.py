"""What is counted of a run, against its games."""

from itertools import combinations

import pytest

from arena.report.pages import PLAYERS
from nupp.arena import Result
from nupp.arena.report.summary import Score, summarise
from nupp.arena.report.tables import points, tables_of


def test_each_two_players_share_the_points_of_their_games(tournament: list[Result]) -> None:
    summary = summarise(PLAYERS, tournament)
    for (i, j), result in zip(combinations(range(3), 2), tournament, strict=True):
        wins, draws, losses = result.tally
        assert summary.met(i, j) == Score(wins, draws, losses)
        assert summary.met(j, i) == Score(losses, draws, wins)
    for one in summary.ranking:
        assert one.score.points == sum(summary.met(one.player, other).points for other in range(3))
    crosstable = next(table for table in tables_of(summary) if table.title == "Crosstable")
    first, second = summary.ranking[:2]
    met = summary.met(first.player, second.player)
    assert crosstable.rows[0][2:4] == ("·", f"{points(met)}/{met.games}")


@pytest.mark.parametrize("run", ["dots", "tournament"])
def test_time_is_that_of_the_moves_that_a_player_chose(run: str, request: pytest.FixtureRequest) -> None:
    given = request.getfixturevalue(run)
    results = given if isinstance(given, list) else [given]
    players = PLAYERS if isinstance(given, list) else ("greedy", "random")
    spent: dict[str, list[float]] = {name: [] for name in players}
    for result in results:
        for record in result.records.values():
            position = record.replay()
            while position.previous is not None:
                position, ply = position.previous, len(position.moves) - 1
                if ply >= result.match.openings:
                    spent[record.players[position.to_move]].append(record.seconds[ply])
    for one in summarise(players, results).ranking:
        assert one.moves == len(spent[one.name])
        assert one.seconds == pytest.approx(sum(spent[one.name]))
        assert one.longest == max(spent[one.name])
