"""The analysis of a game in a real browser: read, walked through, branched, judged and taken along."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import nupp
from nupp.formats import read_games

from .axe import violations
from .conftest import Look, Person, expect
from .table import COMPILING, ME, ask, create, go

pytestmark = pytest.mark.slow


MOVES = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7", "c5", "b6", "d8", "c6", "c7"]
FAULTY = [*MOVES, "a9", "d2", "b5"]
PATIENCE = 60_000
"""Milliseconds that a search may take to begin: its kernels may have to be compiled."""


def wait_ply(page: Any, ply: int) -> None:
    page.locator(f'svg[role=grid][data-ply="{ply}"]').wait_for()


def open_moves(page: Any, moves: list[str], ply: int | None = None, game: str = "othello") -> None:
    text = "%20".join(moves)
    go(page, f"analysis?game={game}&moves={text}" + (f"&ply={ply}" if ply is not None else ""))
    wait_ply(page, ply or 0)


def paste(page: Any, text: str, game: str = "othello") -> None:
    go(page, "analysis")
    page.get_by_label("The game as text").fill(text)
    page.locator("form").get_by_role("combobox", name="Game").select_option(game)
    page.get_by_role("button", name="Open").click()


def played(page: Any) -> list[str]:
    """The moves in the tree, with their numbers and marks."""
    return [text.replace("\n", "") for text in page.locator("button[data-node]").all_inner_texts()[1:]]


# ---- games that are read -------------------------------------------------------------------------


def test_a_fault_in_move_17_is_shown_where_it_is(people: Person, look: Look) -> None:
    page = people()
    paste(page, " ".join(FAULTY))
    wait_ply(page, 16)
    page.get_by_role("alert").filter(has_text="Move 17 cannot be played").wait_for()
    alert = page.get_by_role("alert").inner_text()
    assert "a9" in alert
    assert alert.lower().count("move 17") == 1
    assert len(played(page)) == 16
    fault = page.get_by_role("region", name="Moves").locator("strong.fault")
    assert fault.inner_text().startswith("17. a9")
    assert violations(page) == []
    look(page, "analysis-fault")
    page.keyboard.press("Home")
    wait_ply(page, 0)


def test_a_pasted_game_outlives_a_reload_and_leads_back(people: Person) -> None:
    page = people()
    paste(page, " ".join(FAULTY))
    wait_ply(page, 16)
    page.reload()
    wait_ply(page, 16)
    page.get_by_role("alert").filter(has_text="Move 17 cannot be played").wait_for()
    page.get_by_role("link", name="Another game").click()
    page.get_by_role("region", name="Set up a position").get_by_text("Othello", exact=True).wait_for()
    page.get_by_label("The game as text").wait_for()
    page.go_back()
    wait_ply(page, 16)


def test_a_file_can_be_chosen(people: Person, tmp_path: Path) -> None:
    record = {"game": "othello", "players": ["strong", "greedy"], "moves": MOVES}
    file = tmp_path / "game.jsonl"
    file.write_text(json.dumps(record))
    page = people()
    go(page, "analysis")
    page.get_by_role("button", name="File").set_input_files(file)
    page.locator("button[data-node]").nth(16).wait_for()
    assert len(played(page)) == 16
    page.get_by_text("Strongest (Black) – Greedy (White)").wait_for()


def test_a_file_can_be_dropped(people: Person) -> None:
    page = people()
    go(page, "analysis")
    page.locator(".drop").wait_for()
    page.locator("form").get_by_role("combobox", name="Game").select_option("tictactoe")
    page.evaluate(
        """() => {
            const sent = new DataTransfer();
            sent.items.add(new File(["a1 b2 c3"], "game.txt"));
            document.querySelector(".drop").dispatchEvent(new DragEvent("drop", {dataTransfer: sent}));
        }"""
    )
    page.locator("button[data-node]").nth(3).wait_for()
    assert [one.split(".")[1] for one in played(page)] == ["a1", "b2", "c3"]


def test_what_is_no_game_is_refused(people: Person) -> None:
    page = people()
    paste(page, '{"game": "chess"}')
    page.get_by_role("alert").wait_for()
    assert page.get_by_label("The game as text").input_value() == '{"game": "chess"}'
    page.goto("/#/analysis?room=nowhere")
    page.get_by_role("alert").wait_for()
    page.get_by_role("button", name="Try again").wait_for()
    for address in ("analysis?game=chess", "new/chess", "rules/chess"):
        page.goto(f"/#/{address}")
        page.get_by_role("alert").filter(has_text="chess").wait_for()
        page.get_by_role("link", name="Games", exact=True).wait_for()


def test_a_game_of_a_room(people: Person) -> None:
    page = people()
    room = create(page, "tictactoe", ME, ME, moves=["b2", "a1"])["room"]["id"]
    go(page, f"analysis?room={room}&ply=2")
    wait_ply(page, 2)
    assert [one.split(".")[1] for one in played(page)] == ["b2", "a1"]


SGF = "(;FF[4]GM[2]SZ[8]C[a study](;B[fe]C[the usual one];W[df];B[cc])(;B[dc]C[as good]))"
"""The moves are f5 d6 c3 and, as a variation from the start, d3."""


def test_variations_and_notes_are_read_shown_and_written(people: Person, look: Look) -> None:
    page = people()
    paste(page, SGF)
    page.locator("button[data-node]").nth(4).wait_for()
    assert [one.split(".")[1] for one in played(page)] == ["f5", "d3", "d6", "c3"]
    for note in ("a study", "the usual one", "as good"):
        page.get_by_role("region", name="Moves").get_by_text(note).wait_for()
    page.get_by_text("With variations and notes: Game (SGF) and Game (with tags).").wait_for()
    look(page, "analysis-tree")
    assert violations(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Game (SGF)").click()
    written = Path(download.value.path()).read_text()
    (reading,) = read_games(written)
    assert [(node.parent, node.move, node.note) for node in reading.tree] == [
        (-1, "", "a study"),
        (0, "f5", "the usual one"),
        (1, "d6", ""),
        (2, "c3", ""),
        (0, "d3", "as good"),
    ]


def test_what_of_a_text_is_left_out_is_said(people: Person, look: Look) -> None:
    page = people()
    paste(page, "1. f5 d6 (1... a1 {bold} 2. c3 {too bold}) 2. c3")
    page.get_by_text("Left out of the text: 1 variation, 2 notes.").wait_for()
    assert page.get_by_text("With variations and notes").count() == 0
    look(page, "analysis-left-out")


# ---- walking and branching -----------------------------------------------------------------------


def test_keys_walk_through_the_game(person: Person) -> None:
    page = person()
    open_moves(page, MOVES, 3)
    for key, ply in (("ArrowRight", 4), ("ArrowLeft", 3), ("End", 16), ("Home", 0), ("ArrowLeft", 0)):
        page.keyboard.press(key)
        wait_ply(page, ply)
    before = page.locator('[data-cell="0"]').bounding_box()
    page.keyboard.press("f")
    assert page.locator('[data-cell="0"]').bounding_box() != before
    page.keyboard.press("?")
    page.get_by_text("other variation").wait_for()


def test_variations_are_added_promoted_and_deleted(people: Person, look: Look) -> None:
    page = people()
    open_moves(page, MOVES[:5], 1)
    page.get_by_label("Type a move").fill("f4")
    page.keyboard.press("Enter")
    wait_ply(page, 2)
    variation = page.locator(".line.depth-1 button")
    expect(variation).to_have_text(["2. f4"], use_inner_text=True)
    page.get_by_label("Type a move").fill("a1")
    page.keyboard.press("Enter")
    page.get_by_role("alert").filter(has_text="a1 is not legal here.").wait_for()
    choice = page.locator("[data-cell].legal").first
    choice.locator("polygon").first.click()
    wait_ply(page, 3)
    page.get_by_label("Note on this move").fill("bold")
    page.get_by_label("Note on this move").press("Tab")
    page.locator(".note", has_text="bold").wait_for()
    look(page, "analysis-variation")
    assert violations(page) == []
    page.get_by_role("button", name="Make main line").click()
    expect(variation.first).to_have_text("2. d6", use_inner_text=True)
    page.locator("button[data-node]", has_text="f4").first.click()
    page.get_by_role("button", name="Delete from here").click()
    wait_ply(page, 1)
    assert [one.split(".")[1].strip() for one in played(page)] == MOVES[:5]


def test_other_variations_by_keys(people: Person) -> None:
    page = people()
    open_moves(page, MOVES[:3], 1)
    page.get_by_label("Type a move").fill("f4")
    page.keyboard.press("Enter")
    wait_ply(page, 2)
    page.locator("h1").click()
    page.keyboard.press("ArrowUp")
    here = page.locator("button[aria-current=step]")
    expect(here).to_have_text(re.compile("d6$"))
    page.keyboard.press("ArrowDown")
    expect(here).to_have_text(re.compile("f4$"))


# ---- engine and judgement ------------------------------------------------------------------------


def test_an_engine_shows_what_it_thinks_and_plays_its_move(person: Person, look: Look) -> None:
    page = person()
    searches: list[str] = []
    page.on("request", lambda asked: searches.append(asked.url) if asked.url.endswith("/thoughts") else None)
    open_moves(page, MOVES, 16)
    page.get_by_role("button", name="Switch on").click()
    page.locator(".arrows text").nth(2).wait_for(timeout=PATIENCE)
    rows = page.locator("section", has=page.get_by_role("heading", name="Engine")).locator("tbody tr")
    expect(rows).to_have_count(3)
    page.get_by_text("White: expected").or_(page.get_by_text("Black: expected")).wait_for()
    assert page.get_by_role("columnheader", name="Visits").count() == 0  # alpha-beta has none
    assert violations(page) == []
    look(page, "analysis-engine")
    page.locator("h1").click()
    with page.expect_request("**/thoughts"):
        page.keyboard.press(" ")
    wait_ply(page, 17)
    page.locator(".arrows text").first.wait_for(timeout=PATIENCE)  # it has followed
    assert len(searches) == 2
    page.get_by_role("button", name="Switch off").click()
    page.locator(".arrows text").first.wait_for(state="detached")


def test_the_whole_game_is_judged(people: Person, look: Look) -> None:
    page = people()
    open_moves(page, MOVES[:4])
    part = page.get_by_role("region", name="The whole game")
    part.get_by_text("Settings").click()
    part.get_by_label("Limit for each move of the computer").fill("0.2")
    part.get_by_role("button", name="Analyse the game").click()
    part.get_by_role("progressbar", name="The whole game").wait_for()
    part.get_by_role("button", name="Analyse the game").wait_for(timeout=PATIENCE)
    table = part.locator("table")
    counts = [int(one) for one in table.locator("tbody tr:not(:last-child) td").all_inner_texts()]
    assert sum(counts) == 4
    marked = [one for one in played(page) if "?" in one]
    assert len(marked) == sum(counts[4:])
    graph = page.get_by_role("slider", name="Expected result of Black, move by move")
    assert "expected result of Black" in graph.get_attribute("aria-valuetext")
    assert page.locator("path.line").get_attribute("d").count("L") == 4
    box = graph.bounding_box()
    graph.click(position={"x": box["width"] / 2, "y": 20})
    wait_ply(page, 2)
    graph.focus()
    page.keyboard.press("ArrowRight")
    wait_ply(page, 3)
    page.keyboard.press("End")
    wait_ply(page, 4)
    assert violations(page) == []
    look(page, "analysis-judged")


# ---- taking along --------------------------------------------------------------------------------


def test_exports(people: Person) -> None:
    page = people()
    open_moves(page, MOVES, 5)

    def saved(name: str) -> bytes:
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        return Path(download.value.path()).read_bytes()

    record = json.loads(saved("Game (JSON)"))
    assert record["game"] == "othello"
    assert record["moves"] == MOVES
    assert saved("Moves (text)").decode().split() == MOVES
    picture = saved("Board (SVG)").decode()
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    position = nupp.game("othello").start_position()
    for move in MOVES[:5]:
        position = position.play(move)
    assert position.svg(800) == picture
    image = saved("Board (PNG)")
    assert image.startswith(b"\x89PNG")
    assert 1200 in struct.unpack(">II", image[16:24])
    assert "1." in saved("Game (with tags)").decode()
    assert saved("Game (GGF)").decode().startswith("(;GM[Othello]")
    assert saved("Moves (transcript)").decode().split() == ["".join(MOVES)]
    assert page.get_by_role("button", name="Game (PDN)").count() == 0


def test_the_result_that_players_gave_is_kept(people: Person, tmp_path: Path) -> None:
    record = {"game": "othello", "players": ["Ann", "Bob"], "moves": MOVES, "outcome": "first"}
    file = tmp_path / "game.jsonl"
    file.write_text(json.dumps({**record, "termination": "resignation"}))
    page = people()
    go(page, "analysis")
    page.get_by_role("button", name="File").set_input_files(file)
    page.get_by_text("Ann (Black) – Bob (White) · Black won").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Game (JSON)").click()
    written = json.loads(Path(download.value.path()).read_text())
    assert written | record == written
    assert written["termination"] == "resignation"


def test_the_link_leads_to_the_same_place(person: Person) -> None:
    page = person(permissions=["clipboard-read", "clipboard-write"])
    open_moves(page, MOVES, 5)
    page.get_by_role("button", name="Copy link to here").click()
    page.get_by_text("Copied.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    other = person()
    other.goto(link)
    wait_ply(other, 5)
    assert len(played(other)) == 16


def test_a_link_with_a_fault_is_shown_up_to_it(people: Person) -> None:
    page = people()
    go(page, f"analysis?game=othello&moves={'%20'.join(FAULTY)}")
    wait_ply(page, 16)
    page.get_by_role("alert").filter(has_text="Move 17 cannot be played").wait_for()
    page.goto("/#/analysis?game=othello&start=nonsense")
    page.get_by_role("alert").filter(has_text="nonsense").wait_for()


# ---- positions -----------------------------------------------------------------------------------


def test_a_game_in_another_form_is_begun_set_up_and_pasted(people: Person, look: Look) -> None:
    page = people()
    go(page, "analysis")
    begin = page.get_by_role("region", name="Start a game")
    begin.get_by_role("combobox", name="Game").select_option("draughts")
    begin.get_by_role("radio", name="English").check(force=True)
    page.get_by_role("region", name="Set up a position").get_by_text("Draughts · English").wait_for()
    look(page, "analysis-form")
    assert violations(page) == []
    begin.get_by_role("combobox", name="Game").select_option("othello")
    begin.get_by_text("All settings of the game").click()
    begin.get_by_label("Size").fill("99")
    assert begin.get_by_role("button", name="From the beginning").is_disabled()
    begin.get_by_label("Size").fill("6")
    wait_text(page, "6/6/2OX2/2XO2/6/6 x")
    begin.get_by_role("button", name="From the beginning").click()
    page.get_by_role("heading", name="Othello · 6 × 6").wait_for()
    wait_ply(page, 0)
    page.goto("/#/analysis")
    form = page.locator("form")
    page.get_by_label("The game as text").fill("c2 b2")
    page.get_by_role("button", name="Open").click()
    asked = form.get_by_role("status").filter(has_text="Which one is it?")
    asked.get_by_role("button", name="Hex").click()
    page.get_by_role("heading", name="Hex", exact=True).wait_for()
    page.go_back()
    page.get_by_label("The game as text").fill("c2 zz")
    page.get_by_role("button", name="Open").click()
    page.get_by_role("alert").filter(has_text="choose the game that they belong to").wait_for()
    page.get_by_label("The game as text").fill("c2 b2")
    form.get_by_role("combobox", name="Game").select_option("othello")
    form.get_by_role("radio", name="6 × 6").check(force=True)
    page.get_by_role("button", name="Open").click()
    page.get_by_role("heading", name="Othello · 6 × 6").wait_for()
    expect(page.locator("button[data-node]")).to_have_count(3)  # that of the beginning as well


def test_a_position_is_set_up_as_text(people: Person, look: Look) -> None:
    page = people()
    go(page, "analysis")
    begin = page.get_by_role("region", name="Start a game")
    begin.get_by_role("combobox", name="Game").select_option("othello")
    text = page.get_by_label("Position as text")
    wait_ply(page, 0)
    wait_text(page, "8/8/8/3OX3/3XO3/8/8/8 x")
    text.fill("8/8/8/3OX3/3XO3/8/8/7 x")
    page.get_by_role("alert").wait_for()
    assert page.get_by_role("button", name="Analyse this position").is_disabled()
    text.fill("8/8/8/3OX3/3XO3/8/8/7X o")
    page.get_by_role("alert").wait_for(state="detached")
    page.wait_for_function("() => document.querySelectorAll('svg[role=grid] .piece').length === 5")
    look(page, "position-editor")
    page.get_by_role("button", name="Analyse this position").click()
    page.get_by_role("button", name="Switch on").wait_for()
    page.wait_for_function("() => document.querySelectorAll('svg[role=grid] .piece').length === 5")


def wait_text(page: Any, text: str) -> None:
    """Wait for the text of the position that is set up."""
    page.wait_for_function(
        "text => document.querySelector('textarea[aria-invalid]').value === text", arg=text
    )


def test_a_position_is_set_up_by_clicks_and_its_text_follows(people: Person, look: Look) -> None:
    page = people()
    open_moves(page, MOVES[:2], 2)
    page.get_by_role("button", name="Set up a position").click()
    editor = page.get_by_role("region", name="Set up a position")
    wait_text(page, "8/8/8/3OX3/3OXX2/3O4/8/8 x")
    editor.get_by_role("button", name="Clear the board").click()
    wait_text(page, "8/8/8/8/8/8/8/8 x")
    editor.locator('[data-cell="27"] polygon').first.click()
    wait_text(page, "8/8/8/3X4/8/8/8/8 x")
    editor.get_by_role("radio", name="White disc").check(force=True)
    editor.locator('[data-cell="28"] polygon').first.click()
    editor.locator('[data-cell="36"] polygon').first.click()
    wait_text(page, "8/8/8/3XO3/4O3/8/8/8 x")
    editor.locator('[data-cell="36"] polygon').first.click()
    editor.get_by_text("White", exact=True).click()
    wait_text(page, "8/8/8/3XO3/8/8/8/8 o")
    look(page, "editor-clicks")
    assert violations(page) == []
    editor.get_by_role("button", name="Analyse this position").click()
    page.get_by_role("button", name="Switch on").wait_for()
    page.wait_for_function("() => document.querySelectorAll('svg[role=grid] .piece').length === 2")


def test_pieces_that_break_the_rules_are_reported_and_can_be_mended(people: Person) -> None:
    page = people(width=360, height=740, has_touch=True, is_mobile=True)
    open_moves(page, [], game="connectfour")
    page.get_by_role("button", name="Set up a position").click()
    editor = page.get_by_role("region", name="Set up a position")
    editor.locator('[data-cell="10"] polygon').first.tap()
    page.get_by_role("alert").filter(has_text="hangs in the air").wait_for()
    assert editor.get_by_role("button", name="Analyse this position").is_disabled()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    editor.locator('[data-cell="3"] polygon').first.tap()
    page.get_by_role("alert").wait_for(state="detached")
    wait_text(page, "7/7/7/7/3x3/3x3 x")
    page.get_by_role("button", name="Back to the game").click()
    page.locator("button[data-node]").first.wait_for()


def test_variations_outlive_a_reload_but_not_a_new_visit(person: Person) -> None:
    page = person()
    open_moves(page, MOVES[:4], 2)
    page.get_by_label("Type a move").fill("c5")
    page.get_by_label("Type a move").press("Enter")
    wait_ply(page, 3)
    before = played(page)
    assert any("c5" in move for move in before)
    kept = "() => Object.values(sessionStorage).some((text) => text.includes('\"c5\"'))"
    page.wait_for_function(kept)  # once nothing has changed for a moment
    page.reload()
    wait_ply(page, 3)
    assert played(page) == before
    page.goto("/#/analysis")
    page.get_by_label("The game as text").wait_for()
    open_moves(page, MOVES[:4], 2)
    assert not any("c5" in move for move in played(page))


@pytest.mark.parametrize("game", ["draughts", "lput", "dotsandboxes", "morris", "hexxagon"])
def test_every_board_can_be_analysed_on_a_phone(game: str, people: Person, look: Look) -> None:
    page = people(width=360, height=740, has_touch=True, is_mobile=True)
    go(page, f"analysis?game={game}")
    wait_ply(page, 0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    look(page, f"phone-analysis-{game}")


def test_mistakes_become_questions(people: Person, look: Look) -> None:
    """X leaves the middle of a line open: the question is to close it."""
    page = people()
    room = create(page, "tictactoe", ME, ME)["room"]["id"]
    for ply, move in enumerate(["a1", "b2", "c3", "c1", "b1", "a3"]):  # b1 lets O win by a3
        ask(page, "POST", f"/api/rooms/{room}/moves", {"ply": ply, "move": move})
    go(page, f"analysis?room={room}&review=0")
    lessons = page.locator("[data-lessons]")
    lessons.get_by_role("button", name="Begin").click(timeout=COMPILING)
    page.locator('svg[role=grid][data-ply="4"]').wait_for()
    lessons.get_by_text("find a better move than b1??").wait_for()
    page.locator('[data-lesson="hint"]').click()
    page.locator(".heat polygon").first.wait_for()
    look(page, "lesson-hint")
    cell = page.locator('[data-cell="1"] polygon').first
    cell.click()
    page.locator('[data-lessons="wrong"]').wait_for()
    page.locator('[data-lesson="refute"]').click()
    page.locator('svg[role=grid][data-ply="6"]').wait_for()
    look(page, "lesson-refuted")
    page.locator('[data-lesson="retry"]').click()
    page.locator('svg[role=grid][data-ply="4"]').wait_for()
    page.locator('[data-cell="6"] polygon').first.click()
    page.locator('[data-lessons="right"]').wait_for(timeout=COMPILING)
    assert violations(page) == []
    page.locator('[data-lesson="next"]').click()
    lessons.get_by_text("Found: 1 of 1.").wait_for()
