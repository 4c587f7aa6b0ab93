"""What networks of Snort look at."""

from nupp.evaluators.features import Features
from nupp.evaluators.layouts import RIGHT, UP, Layout, blocks
from nupp.evaluators.patterns import Family, images_of, share
from nupp.kernel import Record
from nupp.rules import Moves
from nupp_snort.evaluation import room
from nupp_snort.rules import Snort


class Rooms(Features[Snort]):
    """Cells that are open to the side to move alone, and to the other side alone."""

    name = "rooms"
    games = Snort
    count = 2

    def write(self, game: Snort, state: Record, found: Moves) -> int:
        side = int(state.turn)
        found[0], found[1] = room(game, state, side), room(game, state, 1 - side)
        return 0


def squares(game: Snort) -> list[Family]:
    """All blocks of two by two cells."""
    return share(blocks(game.board.neighbours, 2, 2, RIGHT, UP), images_of(game))


LAYOUT = Layout(squares, 2, Rooms)
