"""Commands to try and positions for the bench of Hexxagon."""

from nupp.players.bench import Case, register_cases
from nupp.rules.samples import register_commands

register_commands(
    "hexxagon",
    "nupp play hexxagon --second alphabeta:depth=4 --time 1s",
    "nupp games hexxagon",
    'nupp show hexxagon --moves "b1 d1" --svg board.svg',
    "nupp conform hexxagon",
    "nupp warmup hexxagon",
)
register_cases(
    "hexxagon",
    Case("hexxagon", 7),
    Case("hexxagon", 7, "a2 e1-d2 a1-c2 b6 a3 a4 a2-b4 b5 i1-g1 b5-c7"),
    Case(
        "hexxagon",
        7,
        "a2 b6 a3 i5-g5 a3-b5 g5-i5 b1 f1 c1 d1 c7 e1-e3 b1-d2 e2 e9-f7 c2 a2-b1 d2-b2 c7-c5 a2 d2 e1 "
        "g7 a2-a4 b4 a5-c6 h6 c5-a5 f7-e9 b2-d3",
    ),
    Case("hexxagon:holes=none,blocked=fill", 7, "a2 i5-i3 i2 b6 a3 a4 a2-b4 b5"),
    place=5,
)
