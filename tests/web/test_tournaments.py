"""Tournaments and experiments in a real browser: begun, watched to their end, and their games opened."""

from __future__ import annotations

import pytest

from .axe import violations
from .conftest import Look, Person, expect
from .table import ask, go

pytestmark = pytest.mark.slow


PATIENCE = 90_000
"""Milliseconds that a short tournament or experiment may take, with what has to be compiled for it."""


def test_a_tournament_from_its_form_to_its_report(people: Person, look: Look) -> None:
    page = people()
    go(page, "tournaments")
    page.get_by_label("Game", exact=True).select_option("tictactoe")
    for player in ("level:n=3", "level:n=5"):
        page.get_by_role("button", name=f"Remove {player}").click()
    assert page.get_by_role("button", name="Start", exact=True).is_disabled()  # one player is none
    page.get_by_text("Other player", exact=True).click()
    page.get_by_label("Which player?").select_option("random")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("Which player?").select_option("minimax")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("12 games in all").wait_for()
    look(page, "tournament-form")
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".badge", has_text="finished").wait_for(timeout=PATIENCE)
    page.get_by_text("12 of 12 games").wait_for()
    expect(page.locator("section[aria-labelledby=table] tbody tr")).to_have_count(3)
    expect(page.locator("ul svg")).to_have_count(3)  # a bar for each rating
    assert violations(page) == []
    look(page, "tournament")
    # The players stay in sight while the rest is scrolled.
    name = page.locator("section[aria-labelledby=table] tbody th").first
    assert name.evaluate("it => getComputedStyle(it).position") == "sticky"
    address = page.url
    page.reload()
    page.get_by_text("12 of 12 games").wait_for()
    report = page.get_by_role("link", name="Report").get_attribute("href")
    assert page.evaluate("path => fetch(path).then(answer => answer.text())", report).startswith("<!")
    page.get_by_label("Open game no.").fill("7")
    page.keyboard.press("Enter")
    page.locator("svg[role=grid]").wait_for()
    page.go_back()
    page.get_by_role("link", name="Game 1", exact=True).click()
    page.locator("svg[role=grid]").wait_for()
    page.get_by_role("heading", name="Tic-tac-toe").wait_for()
    page.locator("button[data-node]").nth(5).wait_for()
    page.goto("/#/tournaments")
    page.locator(f'a[href="{address[address.index("#") :]}"]').wait_for()


def test_a_tournament_is_stopped_and_resumed_with(people: Person) -> None:
    page = people()
    begun = ask(
        page,
        "POST",
        "/api/tournaments",
        {
            "game": "othello",
            "players": ["random", "greedy", "level:n=5"],
            "gauntlet": False,
            "pairing_games": 100,
            "budget": {"nodes": 2000},
        },
    )
    go(page, f"tournaments/{begun['id']}")
    page.get_by_text("of 300 games").wait_for(timeout=PATIENCE)
    page.get_by_role("heading", name="Being played: game").wait_for(timeout=PATIENCE)
    page.locator("section[aria-labelledby=live] svg[role=grid]").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.locator(".badge", has_text="stopped").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Resume").click()
    page.locator(".badge", has_text="running").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Stop").click()
    page.locator(".badge", has_text="stopped").wait_for(timeout=PATIENCE)


def test_what_cannot_be_played_is_reported(people: Person) -> None:
    page = people()
    page.goto("/#/tournaments/nowhere")
    page.get_by_role("alert").filter(has_text="nowhere").wait_for()


def test_an_experiment_is_run_in_short(people: Person, look: Look) -> None:
    page = people()
    go(page, "experiments")
    page.get_by_role("link", name="The labyrinth game: can the starter always win?").click()
    page.get_by_role("button", name="Quick run").click()
    page.get_by_role("status").filter(has_text="finished").wait_for(timeout=PATIENCE)
    report = page.get_by_role("link", name="Report").get_attribute("href")
    assert page.evaluate("path => fetch(path).then(answer => answer.status)", report) == 200
    expect(page.get_by_role("log")).not_to_have_text("")
    assert violations(page) == []
    look(page, "experiment")
