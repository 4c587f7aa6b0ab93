"""The puzzle trainer in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import nupp
from nupp.rules.folder import puzzles_of

from .axe import violations
from .conftest import Look, Person
from .table import go, scene_of

pytestmark = pytest.mark.slow


GAME = "connectfour"


def lines() -> dict[tuple[str, ...], list[str]]:
    """The best line of each puzzle of the game, up to the last move that is asked for, by the moves to it."""
    file = puzzles_of(nupp.game(GAME))
    assert file is not None
    found = [json.loads(line) for line in Path(file).read_text().splitlines()]
    return {tuple(one["moves"]): one["line"][: 2 * one["asked"] - 1] for one in found}


def play(page: Any, task: dict[str, Any], before: list[str], move: str, right: bool = True) -> None:
    """Answer a puzzle by clicks after some moves of its line, by a move or, if not right, by another one."""
    choices = scene_of(page, task["game"], [*task["moves"], *before])["choices"]
    choice = next(one for one in choices if (one["move"] == move) == right)
    for step in choice["steps"]:
        page.locator(f'[data-cell="{step}"] polygon').first.click()


def solve(page: Any, task: dict[str, Any]) -> None:
    """Find every move that is asked for."""
    line = lines()[tuple(task["moves"])]
    for ply in range(0, len(line), 2):
        page.locator(f'[data-puzzle][data-found="{ply // 2}"]').wait_for()
        play(page, task, line[:ply], line[ply])


def test_puzzles_are_tried_solved_and_shown(people: Person, look: Look) -> None:
    page = people()
    go(page, "puzzles")
    with page.expect_response("**/api/puzzles/next?*") as asked:
        page.locator(f'a[href="#/puzzles/{GAME}"]').click()
    page.locator('[data-phase="find"]').wait_for()
    look(page, "puzzle")
    task = asked.value.json()
    play(page, task, [], lines()[tuple(task["moves"])][0], right=False)
    page.locator('[data-phase="wrong"]').wait_for()
    page.locator("[data-hint]").click()
    page.locator("[data-hinted]", has_text="does not count as solved").wait_for()
    look(page, "puzzle-hint")
    solve(page, task)
    page.locator('[data-phase="right"]').wait_for()
    page.get_by_text("is best. Well done!").wait_for()
    look(page, "puzzle-solved")
    assert violations(page) == []
    page.locator("[data-next-puzzle]").click()
    page.locator(f'[data-puzzle]:not([data-puzzle="{task["number"]}"])').wait_for()
    page.locator("[data-show]").click()
    page.locator('[data-phase="shown"]').wait_for()


def test_puzzles_of_a_theme(people: Person, look: Look) -> None:
    page = people()
    go(page, f"puzzles/{GAME}")
    with page.expect_response("**/api/puzzles/next?*theme=fork*") as asked:
        page.get_by_role("link", name="Double threat").click()
    assert "fork" in asked.value.json()["themes"]
    page.locator('[aria-current="page"]', has_text="Double threat").wait_for()
    assert page.locator("[data-themes]").count() == 0  # not shown before the answer
    page.locator("[data-show]").click()
    page.locator("[data-themes]", has_text="Double threat").wait_for()
    look(page, "puzzle-theme")
    assert violations(page) == []


def test_the_puzzle_of_the_day_is_on_the_front(person: Person, look: Look) -> None:
    page = person(path="/", width=360, height=740, has_touch=True, is_mobile=True)
    page.locator("[data-daily]").click()
    page.locator('[data-phase="find"]').wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    look(page, "puzzle-phone")
