"""What people do in a room: they look at the legal moves and click their steps on the board."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from .conftest import Person
from .serving import Server

COMPILING = 180_000
"""Milliseconds that the compilation of a player may take where nobody has compiled it before."""

SMALL = "othello:size=4"
"""The game that machines play, so that each of them is compiled once."""

ME = {"kind": "me"}
FRIEND = {"kind": "friend"}


def engine(player: str) -> dict[str, str]:
    """A seat for a machine."""
    return {"kind": "engine", "player": player}


class Table:
    """A page that shows a room; it is gone to unless it is shown."""

    def __init__(self, page: Any, room: str) -> None:
        self.page, self.room = page, room
        if not page.url.endswith(f"/#/room/{room}"):
            page.goto(f"/#/room/{room}")
        self.root = page.locator(f'[data-room="{room}"]')
        self.root.wait_for()

    # ---- what is to be seen ----------------------------------------------------------------------

    def see(self) -> dict[str, Any]:
        """The room, as the server shows it to this person."""
        return ask(self.page, "GET", f"/api/rooms/{self.room}")

    def scene(self) -> dict[str, Any]:
        """The present position with its legal moves."""
        room = self.see()
        return scene_of(self.page, room["game"], room["moves"], room["start"])

    def find(self, move: str) -> dict[str, Any]:
        """A legal move by its text."""
        return next(choice for choice in self.scene()["choices"] if choice["move"] == move)

    @property
    def plies(self) -> int:
        return int(self.root.get_attribute("data-plies"))

    @property
    def status(self) -> str:
        return str(self.page.locator("[data-status]").inner_text())

    def wait_plies(self, plies: int) -> None:
        """Wait until a number of moves have been played, and are to be seen on the board."""
        board = f'svg[role="grid"][data-ply="{plies}"]'
        self.page.locator(f'[data-room][data-plies="{plies}"] {board}').wait_for()

    def wait_more(self, plies: int) -> None:
        """Wait until more moves have been played than a number, also by machines that are compiled first."""
        script = "plies => Number(document.querySelector('[data-room]').dataset.plies) > plies"
        self.page.wait_for_function(script, arg=plies, timeout=COMPILING)

    def wait_state(self, state: str) -> None:
        self.page.locator(f'[data-room][data-state="{state}"]').wait_for()

    def pieces(self) -> dict[int, int]:
        """The side of the piece on each cell, as it is drawn; boxes, which stand on none, left out."""
        script = "all => all.map(one => [Number(one.dataset.on), Number(one.dataset.side)])"
        return dict(self.page.eval_on_selector_all("svg[role=grid] .piece:not(.box)", script))

    # ---- what is done ----------------------------------------------------------------------------

    def cell(self, cell: int) -> Any:
        return self.page.locator(f'[data-cell="{cell}"] polygon').first

    def step(self, step: int | str) -> None:
        """Click a cell, or the button of a word."""
        if isinstance(step, str):
            self.page.locator(f'[data-step="{step}"]').click()
        else:
            self.cell(step).click()

    def play(self, choice: dict[str, Any], plies: int) -> None:
        """Click the steps of a legal move, and wait until it has been played."""
        for step in choice["steps"]:
            self.step(step)
        if self.page.locator("[data-confirm]").count():
            self.page.locator("[data-confirm]").click()
        self.wait_plies(plies + 1)

    def act(self, name: str) -> None:
        self.page.locator(f'[data-act="{name}"]').click()


def go(page: Any, path: str) -> None:
    """Go to a page of the app, and wait until its heading is there and that of the page before is not."""
    if page.url.endswith(f"/#/{path}"):  # what is shown already is not made anew
        go(page, "nowhere")
    page.evaluate("() => document.querySelector('main h1')?.setAttribute('data-left', '')")
    page.goto(f"/#/{path}")
    page.locator("main h1:not([data-left])").first.wait_for()


def ask(page: Any, method: str, path: str, body: Any = None) -> Any:
    """What the server answers to a request with the cookies of a page; an error if it is refused."""
    answer = page.request.fetch(path, method=method, data=body)
    if not answer.ok:
        raise RuntimeError(f"{answer.status} {answer.text()}")
    return None if answer.status == 204 else answer.json()


def scene_of(page: Any, game: str, moves: Sequence[str], start: str | None = None) -> dict[str, Any]:
    """The position after some moves as the server shows it, but with its legal moves one by one."""
    scene: dict[str, Any] = ask(
        page, "POST", "/api/scene", {"game": game, "position": start, "moves": list(moves)}
    )
    legal = scene["choices"]
    pairs = zip(legal["moves"], legal["steps"], strict=True)
    scene["choices"] = [
        {"move": move, "steps": steps, "facts": legal["facts"].get(move, [])} for move, steps in pairs
    ]
    return scene


def create(
    page: Any, game: str, first: dict[str, str], second: dict[str, str], **more: Any
) -> dict[str, Any]:
    """A new room made by a page, as the server answers."""
    made: dict[str, Any] = ask(page, "POST", "/api/rooms", {"game": game, "seats": [first, second], **more})
    return made


def open_room(page: Any, game: str, first: dict[str, str], second: dict[str, str], **more: Any) -> Table:
    """A page that shows a new room of its own."""
    return Table(page, create(page, game, first, second, **more)["room"]["id"])


def pick(choices: list[dict[str, Any]], rng: random.Random) -> dict[str, Any]:
    """A legal move by chance, one that takes or closes something rather than others: such games are short."""
    sharp = [choice for choice in choices if choice["facts"]]
    return rng.choice(sharp or choices)


def befriend(person: Person, game: str, at: Server | None = None, **more: Any) -> tuple[Table, Table]:
    """Two people in a room: the first made it, the second came by the link."""
    host, guest = person(at), person(at)
    made = create(host, game, ME, FRIEND, **more)
    room, (_, token) = made["room"]["id"], made["invitations"]
    first = Table(host, room)
    assert first.root.get_attribute("data-state") == "waiting"
    guest.goto(f"/#/room/{room}?seat=1.{token}")
    guest.locator("[data-room]").wait_for()
    guest.wait_for_url(f"**/#/room/{room}")  # a link that is passed on or reloaded takes nothing
    second = Table(guest, room)
    for table in (first, second):
        table.wait_state("playing")
    return first, second


def play_on(tables: tuple[Table, Table], moves: int, rng: random.Random) -> None:
    """Play moves by chance, each by the side to move."""
    for _ in range(moves):
        scene = tables[0].scene()
        plies = scene["ply"]
        tables[scene["to_move"]].play(pick(scene["choices"], rng), plies)
        for table in tables:
            table.wait_plies(plies + 1)
