"""The morris games against the slow reference: whole games, and any positions."""

import random
from itertools import product

import numpy as np
import pytest

from games.differential import compare, compare_games, forcing
from games.morris.positions import MEN, text
from nupp.conformance.amounts import amount
from nupp.kernel import interpreted
from nupp.rules import Position, game
from reference.morris import Morris as Reference
from reference.morris import cell_of

VARIANTS = list(product(MEN, (False, True)))


@pytest.mark.slow
@pytest.mark.parametrize(("men", "flying"), VARIANTS)
def test_random_games_agree_with_the_reference(men: int, flying: bool) -> None:
    rules = game(f"morris:men={men},flying={str(flying).lower()}")
    compare_games(
        rules, Reference.start(men, flying), amount(12, 40) if men == 3 else amount(2, 8), check_more
    )


def check_more(position: Position, reference: Reference) -> None:
    mills = {move for move in reference.moves() if closes(reference, move)}
    assert forcing(position) == mills
    buffer = np.empty(position.game.max_moves, np.int64)
    if position.occurrences < 3:
        with interpreted():
            assert position.game.count_moves(position.state[0], buffer) == len(reference.moves())


def closes(reference: Reference, move: str) -> bool:
    origin, _, target = move.partition("x")[0].rpartition("-")
    return reference.closes_mill(cell_of(origin) if origin else None, cell_of(target))


def random_position(rng: random.Random, men: int) -> str:
    """The text of a position of any kind, also of some that no game leads to."""
    board = game(f"morris:men={men}").board
    placing = rng.random() < 0.3
    left = [rng.randint(2, men) for _ in range(2)]
    hands = [rng.randint(0, one) if placing else 0 for one in left]
    names = [cell.name for cell in board.cells]
    rng.shuffle(names)
    on_board = [one - hand for one, hand in zip(left, hands, strict=True)]
    white, black = names[: on_board[0]], names[on_board[0] : sum(on_board)]
    quiet = 0 if any(hands) else rng.randint(0, 99)
    in_hand = f"{hands[0]},{hands[1]}"
    return text(" ".join(white), " ".join(black), rng.choice("wb"), in_hand, quiet, men)


@pytest.mark.parametrize(("men", "flying"), VARIANTS)
def test_any_position_agrees_with_the_reference(men: int, flying: bool) -> None:
    rules, rng = game(f"morris:men={men},flying={str(flying).lower()}"), random.Random(men)
    for _ in range(40):
        written = random_position(rng, men)
        position, reference = rules.parse_position(written), Reference.parse(written, men, flying)
        compare(position, reference)
        check_more(position, reference)
        if not position.is_over:
            move = rng.choice(position.legal_moves)
            compare(position.play(move), reference.play(move))
