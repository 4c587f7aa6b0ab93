"""Replays: every ply as the board draws it, and what recurs kept once."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.report.pages import PLAYERS, Page, page_of, played
from nupp.arena import Result
from nupp.arena.report.replay import SIZE, Album, changes, movers_of
from nupp.boards import svg
from nupp.formats import GameRecord
from nupp.kernel import interpreted
from nupp.rules import Position, game


def test_replays_are_those_of_the_games_that_are_listed(
    tournament: list[Result], tournament_page: Page
) -> None:
    lengths = [len(one["moves"]) for one in tournament_page.album["games"]]
    assert [str(length) for length in lengths] == [row[4] for row in tournament_page.tables["Games"][1:]]


def pictures(album: dict[str, list], number: int) -> list[str]:
    """The pictures of a game, read from an album as its description says; written without `Album`."""

    def after(picture: list[int], steps: list[int]) -> list[int]:
        rest, steps = list(picture), list(steps)
        found: list[int] = []
        while steps:
            stay, gone, come, *steps = steps
            found += rest[:stay] + steps[:come]
            rest, steps = rest[stay + gone :], steps[come:]
        return found + rest

    picture: list[int] = []
    for one in album["games"][:number]:
        picture = after(picture, one["plies"][0])
    found = []
    for steps in album["games"][number]["plies"]:
        picture = after(picture, steps)
        found.append("".join(album["tags"][tag] for element in picture for tag in album["elements"][element]))
    return found


def chain(position: Position) -> list[Position]:
    found = [position]
    while found[-1].previous is not None:
        found.append(found[-1].previous)
    return found[::-1]


def as_svg(position: Position) -> str:
    """The picture of a position, without its title and description."""
    text = svg(position.drawing, SIZE).replace("\n", "").removesuffix("</svg>")
    return re.sub("<title>.*?</title><desc>.*?</desc>", "", text)


@pytest.mark.parametrize(
    ("spec", "plies"), [("tictactoe", 9), ("hexxagon", 20), ("lput", 20), ("morris", 24)]
)
def test_every_ply_is_shown_as_the_board_draws_it(spec: str, plies: int) -> None:
    result, album = played(spec, "random", "random", 2, max_plies=plies), Album(2)
    with interpreted():
        movers = {number: album.add(record) for number, record in result.records.items()}
        contents = album.to_dict()
        for number, record in result.records.items():
            positions = chain(record.replay())
            assert pictures(contents, number) == [as_svg(position) for position in positions]
            assert movers[number] == [position.to_move for position in positions[:-1]]


def test_the_page_holds_the_replay_of_each_game(dots: Result, dots_page: Page) -> None:
    assert dots_page.album["sides"] == ["first", "second"]
    for number, record in dots.records.items():
        positions = chain(record.replay())
        assert pictures(dots_page.album, number) == [as_svg(position) for position in positions]
        replay = dots_page.album["games"][number]
        assert replay["moves"] == list(record.moves)
        assert replay["movers"] == [position.to_move for position in positions[:-1]]


def test_pictures_of_a_game_with_a_start_of_its_own() -> None:
    start = game("tictactoe").start_position().play_all(["a1", "b2"])
    final = game("tictactoe").parse_position(str(start)).play("c3")
    album = Album(1)
    record = GameRecord("tictactoe", ("a", "b"), ("C3",), str(start))
    assert album.add(record) == [0] == movers_of(record)
    assert pictures(album.to_dict(), 0) == [as_svg(position) for position in chain(final)]


def test_what_recurs_is_kept_once(dots: Result) -> None:
    album = Album(3)
    album.add(dots.records[0])
    tags, elements = len(album.tags), len(album.elements)
    assert tags == len(set(album.tags))
    album.add(dots.records[0])
    assert (len(album.tags), len(album.elements)) == (tags, elements)
    assert album.games[1]["plies"][0] == []
    assert album.games[1]["plies"][1:] == album.games[0]["plies"][1:]
    assert max(map(len, album.games[1]["plies"])) < elements / 2


def test_only_so_many_games_are_replayed(tmp_path: Path, tournament: list[Result]) -> None:
    page = page_of(tmp_path, PLAYERS, tournament, replays=5)
    assert len(page.album["games"]) == 5
    assert len(page.tables["Games"]) == 1 + 15
    links = [attributes["href"] for tag, attributes in page.tags if tag == "a"]
    assert links == [f"#game-{number}" for number in range(5)]
    assert "The first 5 games can be replayed." in page.text


@given(st.lists(st.integers(0, 12), max_size=12), st.lists(st.integers(0, 12), max_size=12))
def test_changes_lead_from_one_sequence_to_the_other(before: list[int], after: list[int]) -> None:
    steps, rest, found = changes(before, after), list(before), []
    while steps:
        stay, gone, come, *steps = steps
        found += rest[:stay] + steps[:come]
        rest, steps = rest[stay + gone :], steps[come:]
    assert found + rest == after
    assert changes(before, before) == []
