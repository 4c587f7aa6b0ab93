"""Draws the pictures of the documents: positions from games that nupp plays against itself, and its page.

The games depend on nothing but the seed and the node budget, so the pictures change only if the rules, the
searches or the drawings do; that of the page needs Playwright and Chromium, and the page built.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nupp
from nupp.evaluators import default_evaluator
from nupp.server.api.catalogue import pictured

IMAGES = Path(__file__).parent / "images"

PICTURES = {
    "hexxagon": ("hexxagon", 34),
    "othello": ("othello", 30),
    "five-in-a-row": ("mnk", 28),
    "tictactoe": ("tictactoe", 6),
    "connectfour": ("connectfour", 22),
    "morris": ("morris", 26),
    "labyrinth": ("labyrinth:map=grid4x4", 12),
    "dotsandboxes": ("dotsandboxes:size=5,passing=false", 44),
    "hex": ("hex", 40),
    "breakthrough": ("breakthrough", 24),
    "domineering": ("domineering", 16),
    "amazons": ("amazons", 30),
    "draughts": ("draughts:variant=international", 40),
    "lput": ("lput", 90),
}


def play(spec: str, plies: int) -> nupp.Position:
    """The position after some plies of a player against itself: `strong`, or `uct` without an evaluator."""
    game = nupp.game(spec)
    player = nupp.player("uct" if default_evaluator(game) == "none" else "strong", game)
    position = game.start_position()
    while position.ply < plies and not position.is_over:
        position = position.play(player.choose(position, nupp.Budget(nodes=30_000)).move)
    return position


ROOM = """async ([game, moves, side]) => {
    const seats = [{kind: "engine", player: "level:n=7"}, {kind: "engine", player: "level:n=7"}];
    seats[side] = {kind: "me"};
    const answer = await fetch("/api/rooms", {
        method: "POST",
        headers: {"Content-Type": "application/json"},
        body: JSON.stringify({game, moves, seats}),
    });
    location.hash = `#/room/${(await answer.json()).room.id}`;
}"""
"""Opens a room in which the reader goes on with a game against a machine."""


@contextmanager
def server() -> Iterator[str]:
    """The address of a server with an empty database, which ends with the block."""
    run = "import nupp.cli; nupp.cli.main()"
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--port", "0", "--database", f"{folder}/nupp.db"]
        command = [sys.executable, "-c", run, *words]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                yield next(word for word in process.stdout.readline().split() if word.startswith("http"))
            finally:
                process.terminate()


def draw_page(spec: str = "lput") -> None:
    """Draw the page with a game in a room, where the reader is to move."""
    from playwright.sync_api import sync_playwright

    position = pictured(nupp.game(spec))
    with server() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1180, "height": 760}, reduced_motion="reduce", locale="en")
        page.goto(address)
        page.evaluate(ROOM, [spec, list(position.moves), position.to_move])
        page.locator(f'svg[role="grid"][data-ply="{position.ply}"]').wait_for()
        page.locator(".movable, .target").first.wait_for()
        page.screenshot(path=IMAGES / "page.png")
        browser.close()


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    draw_page()
    for name, (spec, plies) in PICTURES.items():
        position = play(spec, plies)
        (IMAGES / f"{name}.svg").write_text(position.svg(420), encoding="utf-8")
        print(f"{name}: {position}")


if __name__ == "__main__":
    main()
