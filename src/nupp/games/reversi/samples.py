"""Commands to try and positions for the bench of Reversi and Othello."""

from nupp.players.bench import Case, register_cases
from nupp.rules.samples import KnownValue, register_commands, register_values

register_commands(
    "othello",
    'nupp best othello --player alphabeta:eval=mobility --time 2s --moves "f5 d6"',
    "nupp install-network othello othello.nupp --games 400 --time 0.1s",
    "nupp tune othello --time 2h",
    "nupp players othello",
    'nupp moves othello --moves "f5 d6"',
    "nupp perft othello 9 --threads 2",
    "nupp solve othello:size=4",
    "nupp match othello strong alphabeta:depth=4 --games 100 --time 0.1s --threads 2",
    "nupp tournament othello strong level:n=5 greedy --games 20 --time 0.1s --threads 2",
    "nupp analyse othello --game games.jsonl --time 200ms --svg graph.svg",
    "nupp selfplay othello --out othello.data --games 10000 --depth 4 --openings 8 --threads 2",
    "nupp train othello --out othello.nupp --time 10m --threads 2",
    "nupp engine othello --protocol nboard",
)
register_cases(
    "othello",
    Case("othello", 11),
    Case("othello", 10, "d3 c5 f6 e3 d6 e6 f2 c4 f4 c2 d2 e2 f7 c6"),
    Case(
        "othello",
        10,
        "c4 e3 f6 e6 f5 g6 f2 b4 g5 g4 c3 c5 d6 c6 d7 e7 f3 f4 b3 c2 e8 c8 g7 g2 f7 a4 h1 h8 d3 g3 h3 "
        "b5 d8 f8",
    ),
    Case(
        "othello",
        14,
        "e6 f4 c3 d6 e3 f6 f7 f8 c6 b2 g4 f2 g8 h8 d2 d7 b4 e2 a1 e7 f3 c5 d3 g7 c7 c4 d8 f5 g3 b7 a8 "
        "a3 c2 h5 e1 b3 h4 b6 a7 f1 a2 h3 a4 b5 c8 b8",
    ),
    place=3,
)
register_cases(
    "reversi",
    Case("reversi", 12),
    Case("reversi", 10, "d4 e4 d5 e5 f3 c5 f6 e3 e2 g7 c4 d3"),
    Case(
        "reversi",
        10,
        "d4 e4 d5 e5 f5 c4 d3 e6 c6 e3 f4 c3 d6 g5 e2 f6 h5 g6 c5 d7 f3 e1 d8 h6 g3 h4 d2 c2 d1 g2",
    ),
    place=4,
)

register_values(
    "othello",
    KnownValue("othello", "draw", "H. Takizawa, 2023"),
    KnownValue("othello:size=6", "loss", "J. Feinstein, 1993"),
    KnownValue("othello:size=4", "loss", "solved by nupp"),
)
