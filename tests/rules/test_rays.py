"""Rays on boards of cells: Othello written with them is Othello, and queens slide as in the Amazons."""

from __future__ import annotations

import random

import numpy as np

import nupp
from nupp.boards import SquareBoard
from nupp.kernel import interpreted
from nupp.rules.cells import EMPTY, PlacingGame
from nupp.rules.rays import custodial, met, put_along, reach


class Discs(PlacingGame):
    """Othello on 6 x 6 cells, as a user would write it with the building blocks."""

    name = "discs"
    sides = ("black", "white")
    side_letters = "xo"
    pieces = "XO"
    words = ("pass",)

    def __init__(self):
        super().__init__(SquareBoard(6, 6, rows_from="top"))
        self.near = self.board.neighbours

    def start(self, state):
        state.cells[14] = state.cells[21] = 2
        state.cells[15] = state.cells[20] = 1

    def gains(self, state, cell, side):
        n = 0
        if state.cells[cell] == EMPTY:
            for direction in range(8):
                n += custodial(state.cells, self.near, cell, direction, side + 1, 2 - side)
        return n

    def list_gaining(self, state, side, moves):
        n = 0
        for cell in range(self.size):
            if self.gains(state, cell, side) > 0:
                moves[n] = cell
                n += 1
        return n

    def legal_moves(self, state, moves):
        n = self.list_gaining(state, state.turn, moves)
        if n == 0 and self.list_gaining(state, 1 - state.turn, moves) > 0:
            moves[0] = self.size
            n = 1
        return n

    def play(self, state, move):
        own = state.turn + 1
        if move < self.size:
            for direction in range(8):
                n = custodial(state.cells, self.near, move, direction, own, 3 - own)
                put_along(state.cells, self.near, move, direction, n, own)
            state.cells[move] = own
        state.turn = 1 - state.turn

    def outcome(self, state):
        lead = 0
        for cell in range(self.size):
            lead += int(state.cells[cell] == 1) - int(state.cells[cell] == 2)
        return int(lead > 0) - int(lead < 0)


def test_othello_of_custodial_captures_is_othello() -> None:
    nupp.register(Discs)
    mine, known = nupp.game("discs").start_position(), nupp.game("othello:size=6").start_position()
    rng = random.Random(1)
    with interpreted():
        while not known.is_over:
            assert sorted(mine.legal_moves) == sorted(known.legal_moves)
            move = rng.choice(known.legal_moves)
            mine, known = mine.play(move), known.play(move)
            assert str(mine) == str(known)
    assert (mine.is_over, mine.outcome) == (True, known.outcome)


def test_how_far_a_piece_slides_and_what_it_meets() -> None:
    """Along a row, a column and the diagonals, against steps that are counted one by one."""
    board, rng = SquareBoard(7, 5), random.Random(2)
    for _ in range(40):
        cells = np.array([int(rng.random() < 0.3) for _ in range(len(board))], np.int8)
        cell, direction = rng.randrange(len(board)), rng.randrange(8)
        ray = []
        at = board.neighbours[cell, direction]
        while at >= 0:
            ray.append(int(at))
            at = board.neighbours[at, direction]
        standing = [place for place in ray if cells[place] != EMPTY]
        with interpreted():
            assert met(cells, board.neighbours, cell, direction) == (standing[0] if standing else -1)
            expected = ray.index(standing[0]) if standing else len(ray)
            assert reach(cells, board.neighbours, cell, direction) == expected
