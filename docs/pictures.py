"""Draws the pictures of the documents: positions from games that nupp plays against itself.

The games depend on nothing but the seed and the node budget, so the pictures change only if the rules, the
searches or the drawings do.
"""

from pathlib import Path

import nupp

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
    "amazons": ("amazons", 30),
    "draughts": ("draughts:variant=international", 40),
    "lput": ("lput", 90),
}


def play(spec: str, plies: int) -> nupp.Position:
    """The position after so many plies of the strong player against itself."""
    game = nupp.game(spec)
    player = nupp.player("strong", game)
    position = game.start_position()
    while position.ply < plies and not position.is_over:
        position = position.play(player.choose(position, nupp.Budget(nodes=30_000)).move)
    return position


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    for name, (spec, plies) in PICTURES.items():
        position = play(spec, plies)
        (IMAGES / f"{name}.svg").write_text(position.svg(420), encoding="utf-8")
        print(f"{name}: {position}")


if __name__ == "__main__":
    main()
