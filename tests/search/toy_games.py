"""Games made to be searched by brute force: a token on a directed graph that is part of the state.

One compilation serves every graph, and a graph can have what real games have only now and then: cycles,
nodes that are reached in different numbers of moves, and sides that move several times in a row.
"""

from __future__ import annotations

import random

import numpy as np

from nupp.boards import SquareBoard
from nupp.evaluators import Evaluator
from nupp.kernel import Record, record_dtype
from nupp.rules import Game, MoveNotation, Position
from nupp.rules.basics import Moves
from nupp.rules.repetition import Repetition

NODES = 10
EXITS = 3


class Maze(Game):
    """The owner of the node on which the token stands moves it along one of the node's exits.

    A node without exits ends the game with the result written on it. Moves are the numbers of nodes.
    """

    name = "maze"
    notation = MoveNotation(r"[0-9]+", "the number of a node")

    def __init__(self) -> None:
        self.max_moves = EXITS
        self.board = SquareBoard(NODES, 1)
        self.State = record_dtype(
            ("worth", np.int64, (NODES,)),
            ("exits", np.int8, (NODES * EXITS,)),
            ("owner", np.int8, (NODES,)),
            ("result", np.int8, (NODES,)),
            ("node", np.int8),
        )

    def start(self, state: Record) -> None:
        state.exits[0] = 1

    def legal_moves(self, state: Record, moves: Moves) -> int:
        n = 0
        for i in range(EXITS):
            target = int(state.exits[int(state.node) * EXITS + i])
            if target > 0:
                moves[n] = target
                n += 1
        return n

    def play(self, state: Record, move: int) -> None:
        state.node = move

    def to_move(self, state: Record) -> int:
        return int(state.owner[int(state.node)])

    def outcome(self, state: Record) -> int:
        return int(state.result[int(state.node)])

    def move_text(self, state: Record, move: int) -> str:
        return str(move)

    def format_position(self, state: Record) -> str:
        return str(int(state.node))

    def read_position(self, text: str, state: Record) -> None:
        raise ValueError("a maze is drawn at random")


class LoopyMaze(Maze):
    """The same, drawn when the token stands on a node for the third time."""

    name = "loopymaze"
    repetition = Repetition(3)


class Worth(Evaluator[Maze]):
    """What is written on the node, for the first player."""

    name = "worth"
    games = Maze
    scale = 50.0

    def evaluate(self, game: Maze, state: Record) -> int:
        worth = int(state.worth[int(state.node)])
        return worth if game.to_move(state) == 0 else -worth


MAZE, LOOPY, WORTH = Maze(), LoopyMaze(), Worth()
for _game in (MAZE, LOOPY):
    object.__setattr__(_game, "spec", _game.name)


def random_maze(game: Maze, rng: random.Random, cycles: bool) -> Position:
    """A position on a random graph; without `cycles` exits lead to higher nodes only."""
    state = np.zeros(1, game.State)
    maze = state[0]
    for node in range(NODES - 1):
        targets = range(1, NODES) if cycles else range(node + 1, NODES)
        wanted = rng.randint(0 if node > 3 else 2, EXITS)
        for i, target in enumerate(rng.sample(targets, min(wanted, len(targets)))):
            maze.exits[node * EXITS + i] = target
    for node in range(NODES):
        maze.owner[node] = rng.randint(0, 1)
        maze.result[node] = rng.randint(-1, 1)
        maze.worth[node] = rng.randint(-30, 30)
    return Position(game, state)
