"""Games that are pasted: every form that is read, and faults that are reported with the moves before them."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from nupp.formats import GameRecord, format_named, write_game, write_games
from nupp.server.models.work.analysis import MAX_NOTE
from nupp.server.offloop import WORK_SECONDS
from server.guests import Forked

MOVES = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7", "c5", "b6", "g5", "e3", "d8"]
RECORD = GameRecord("othello", ("anna", "level:n=3"), tuple(MOVES), outcome="first", termination="resigned")


def read(client: httpx.Client, text: str, **more: Any) -> dict[str, Any]:
    answer = client.post("/api/import", json={"text": text, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refused(client: httpx.Client, text: str, **more: Any) -> tuple[int, str]:
    answer = client.post("/api/import", json={"text": text, **more})
    return answer.status_code, answer.json()["code"]


def test_a_record(client: httpx.Client) -> None:
    assert read(client, RECORD.to_json() + "\n") == {
        "game": "othello",
        "start": None,
        "moves": MOVES,
        "players": ["anna", "level:n=3"],
        "outcome": "first",
        "termination": "resigned",
        "title": "",
        "fault": None,
        "tree": [],
        "left_out": {"variations": 0, "notes": 0},
    }


def test_a_record_over_several_lines(client: httpx.Client) -> None:
    assert read(client, RECORD.to_json().replace(", ", ",\n  "))["moves"] == MOVES


def test_the_file_of_a_match(client: httpx.Client) -> None:
    one, two = (f'{{"number": {number}, {RECORD.to_json()[1:]}' for number in (4, 2))
    file = "\n".join(['{"match": {"game": "othello"}, "version": "0.1.0"}', one, two.replace("anna", "bert")])
    assert read(client, file)["players"][0] == "anna"
    assert read(client, file, number=2)["players"][0] == "bert"
    assert refused(client, file, number=3) == (422, "bad_game")


@pytest.mark.parametrize(
    "text",
    [
        " ".join(MOVES),
        "".join(MOVES),
        ", ".join(move.upper() for move in MOVES),
        "position startpos moves " + " ".join(MOVES),
        "8/8/8/3OX3/3XO3/8/8/8 x moves " + " ".join(MOVES),
        write_game(RECORD),
        "\ufeff" + "\n".join(f"{number}. {move}" for number, move in enumerate(MOVES, start=1)),
    ],
)
def test_a_list_of_moves(client: httpx.Client, text: str) -> None:
    found = read(client, text, game="othello")
    assert (found["moves"], found["start"], found["fault"]) == (MOVES, None, None)


def test_a_text_with_tags_names_its_game(client: httpx.Client) -> None:
    found = read(client, write_game(RECORD))
    assert (found["game"], found["players"], found["outcome"], found["termination"]) == (
        "othello",
        ["anna", "level:n=3"],
        "first",
        "resigned",
    )


def test_files_of_other_programs(client: httpx.Client) -> None:
    ggf = "(;GM[Othello]PB[a]PW[b]B[f5//1.5]W[d6]B[c3];)"
    found = read(client, f"{ggf}{ggf.replace('[a]', '[c]')}", number=1)
    assert (found["game"], found["moves"], found["players"]) == ("othello", MOVES[:3], ["c", "b"])
    found = read(client, "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\na\nb\n0\n")
    assert (found["game"], found["moves"]) == ("mnk", ["h8"])
    assert (found["fault"]["ply"], found["fault"]["text"]) == (1, "8,8,0")
    assert refused(client, "(;RU[labyrinth:map=secret.txt])") == (422, "bad_spec")
    assert refused(client, "(;GM[1];B[aa])") == (422, "game_needed")


@pytest.mark.parametrize("form", ["json", "native"])
def test_an_outcome_that_is_not_that_of_the_moves_is_reported(client: httpx.Client, form: str) -> None:
    moves = ("a1", "a2", "b1", "b2", "c1")
    record = GameRecord("tictactoe", ("a", "b"), moves, outcome="second")
    found = read(client, "".join(write_games([record], format_named(form))))
    assert (found["moves"], found["outcome"], found["fault"]["ply"]) == (list(moves), "first", 5)
    assert re.search("outcome.*'second'.*'first'", found["fault"]["message"])


@pytest.mark.parametrize(
    "text",
    [
        "(;RU[othello];B[fe]C[so]\n(;W[df])(;W[ff]))",
        '[Game "othello"]\n\n1. f5 {so} d6 (1... f6)',
        "1. f5 {so} d6 (1... f6)",
    ],
)
def test_variations_and_notes(client: httpx.Client, text: str) -> None:
    found = read(client, text, game="othello")
    assert [tuple(node.values())[:3] for node in found["tree"]] == [
        (-1, "", ""),
        (0, "f5", "so"),
        (1, "d6", ""),
        (1, "f6", ""),
    ]
    assert found["left_out"] == {"variations": 0, "notes": 0}
    long = read(client, f"(;RU[othello];B[fe]C[{'x' * 3000}])")["tree"][1]["note"]
    assert len(long) == MAX_NOTE


def test_what_is_left_out_is_reported(client: httpx.Client) -> None:
    found = read(client, "1. f5 (1. a1 {bold} d6 {too bold}) 1... d6", game="othello")
    assert (found["tree"], found["left_out"]) == ([], {"variations": 1, "notes": 2})
    assert read(client, "(;RU[othello];B[fe](;W[df])(;W[aa]))")["left_out"]["variations"] == 1


def test_a_position(client: httpx.Client) -> None:
    text = "8/8/8/3OX3/3XXX2/8/8/8 o"
    found = read(client, text, game="othello")
    assert (found["start"], found["moves"]) == (text, [])


@pytest.mark.parametrize("form", ["record", "list", "tags", "row"])
def test_a_fault_in_move_17_leaves_16(client: httpx.Client, form: str) -> None:
    wrong = [*MOVES, "a1", "c6"]
    assert len(MOVES) == 16
    text = {
        "record": GameRecord("othello", ("a", "b"), tuple(wrong)).to_json(),
        "list": " ".join(wrong),
        "tags": write_game(GameRecord("othello", ("a", "b"), tuple(wrong))),
        "row": "".join(wrong),
    }[form]
    found = read(client, text, game="othello")
    assert found["moves"] == MOVES
    assert found["fault"]["ply"] == 16
    assert found["fault"]["message"].startswith("move 17: ")
    assert "a1" in found["fault"]["text"]


def test_a_game_that_ended_by_the_rules_has_their_outcome(client: httpx.Client) -> None:
    assert read(client, "a1 b1 a2 b2 a3 0-1", game="tictactoe")["outcome"] == "first"


def test_a_game_longer_than_can_be_shown_is_cut(client: httpx.Client) -> None:
    moves = ["a1"] * 1001
    record = GameRecord("tictactoe", ("a", "b"), tuple(moves)).to_json()
    assert read(client, record)["fault"]["ply"] == 1
    text = "position startpos moves " + "wait " * 2000
    found = read(client, text, game="lput")
    assert len(found["moves"]) <= 1000
    assert found["fault"] is not None


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("4 4 4 3 5", "connectfour"),
        ("3/1x1/3 o", "tictactoe"),
        ("a2-a3 b7-b6", "breakthrough"),
        ("32-28 19-23", "draughts:variant=international"),  # a form that the shelf's own game is not
    ],
)
def test_a_game_is_recognised_by_its_moves(client: httpx.Client, text: str, game: str) -> None:
    assert read(client, text)["game"] == game


def test_a_text_that_fits_several_games_is_asked_about(client: httpx.Client) -> None:
    answer = client.post("/api/import", json={"text": "f5 d6 c3 d3 c4"})
    assert answer.status_code == 422
    assert {"othello", "hex", "mnk"} <= set(answer.json()["games"])
    assert "tictactoe" not in answer.json()["games"]
    assert client.post("/api/import", json={"text": "f5 zz"}).json()["games"] == []


def test_what_cannot_be_read_is_reported(client: httpx.Client) -> None:
    assert refused(client, "f5 d6") == (422, "game_needed")
    assert refused(client, "f5 d6", game="nosuch") == (422, "bad_spec")
    assert refused(client, '{"moves": 3}') == (422, "bad_game")
    assert refused(client, "{") == (422, "bad_game")
    assert refused(client, '{"game": "nosuch", "players": ["a", "b"], "moves": []}') == (422, "bad_spec")
    labyrinth = '{"game": "labyrinth:map=secret.txt", "players": ["a", "b"], "moves": []}'
    assert refused(client, labyrinth) == (422, "bad_spec")
    record = GameRecord("othello", ("a", "b"), (), start="9 x").to_json()
    assert refused(client, record) == (422, "bad_position")
    assert refused(client, "position fen 9 x moves f5", game="othello") == (422, "bad_position")
    assert refused(client, "f5 d6", game="othello", number=1) == (422, "bad_game")
    assert refused(client, "f" * 2_000_001, game="othello") == (422, "bad_request")


def test_what_is_reported_is_not_longer_than_people_read(client: httpx.Client) -> None:
    fault = read(client, "z" * 1_000_000, game="othello")["fault"]
    assert len(fault["message"]) < 500
    assert len(fault["text"]) < 500
    assert len(client.post("/api/import", json={"text": "{" + "x" * 100_000}).json()["message"]) < 500


def test_halves_of_characters_are_shown_as_question_marks(client: httpx.Client) -> None:
    """JSON can name them, but no answer can hold them."""
    half = "\\ud800"
    text = RECORD.to_json().replace("anna", half).replace("d6", half).replace("resigned", half)
    found = read(client, text)
    assert (found["players"], found["termination"]) == (["?", "level:n=3"], "?")
    assert (found["fault"]["ply"], found["fault"]["text"]) == (1, "?")
    assert refused(client, text.replace("othello", half)) == (422, "bad_spec")
    assert refused(client, text.replace("players", half)) == (422, "bad_game")


HEAVY = {
    "variations": "1. a1 " + "( 1. b1 )" * 5000,
    "nested variations": "1. a1 " + "( 1. b1 " * 5000,
    "parentheses": "(" * 80_000,
    "trees": "(;RU[othello];B[fe]" + "(;W[df])" * 20_000 + ")",
    "games": "(;RU[othello];B[fe])" * 50_000,
    "long games": GameRecord("othello", ("a", "b"), tuple(MOVES)).to_json() + "\n" * 1_900_000,
    "braces": "{" * 1_900_000,
    "numbers": "1." * 900_000,
    "brackets": "[" * 1_900_000,
    "nested JSON": '{"a":' * 300_000,
    "tags": '[Game "othello"]\n' * 100_000,
    "moves": "f5 d6 " * 300_000,
}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    """A server in a process of its own, whose processor time says what it did and nothing of the tests."""
    folder = tmp_path_factory.mktemp("alone")
    with Forked(str(folder / "nupp.db"), folder / "log") as process:
        yield process


@pytest.mark.slow
@pytest.mark.parametrize("text", HEAVY.values(), ids=HEAVY)
def test_no_text_takes_much_more_than_its_time(alone: Forked, text: str) -> None:
    began = alone.processor_time()
    answer = httpx.post(f"{alone.url}/api/import", json={"text": text, "game": "othello"}, timeout=120)
    assert answer.status_code in (200, 422)
    assert alone.processor_time() - began < 2 * WORK_SECONDS
