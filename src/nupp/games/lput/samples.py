"""Positions for the bench of L-put."""

from nupp.players.bench import Case, register_cases

register_cases(
    "lput",
    Case("lput", 3),
    Case(
        "lput",
        4,
        "g4 k12 a5 n8 b9 wait d6 n9 b11 o5 m6 j7 f10 k6 c5 l4 a7 o11 a4 n9 wait c8 d8 e2 d2 h7 e7 n5 c1 "
        "k11 f7 i8 d6 e8 f4 d3 m6 c7 l11 f2 i4 d10 e6xd6 d9xd10 e5 h6 c8xd9 o8 f3 j8 f10 defend a12 i5xi4 "
        "j5 d8 o6 d7 d4 k7 i1 d6 j6 g12 defend j7xk7 a7 n7 l5 d7xd6 f10 k2 b12 f12 f5 d11 j9 d6 e7 j2xk2 "
        "i5 f8 i9 c6 e10 d3 d7xe7 l6 k6xl6 j8 j9 d6 k5 d5xd6 c6xd7 c12 j4 b5 l6xk6 l5xl6 wait i10 c8 h10 "
        "k6 f12 wait d3 i3 wait h7 j8 e7 m8 a9 i8 e8xe7 b10 d10 k4",
    ),
    place=12,
)
