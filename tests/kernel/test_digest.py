"""Every edit that changes what a kernel computes recompiles it; no other edit does.

Each case is a module with a function `result`, edited by replacing one text by another. Three processes
run all cases one after another on one cache: the modules as they were, as edited, and again as they were.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest
from conftest import Workshop


class Edit(NamedTuple):
    """A module, an edit of it (or of a module that it imports), and what `result()` then is."""

    module: str
    old: str
    new: str
    before: Any
    after: Any
    other: str = ""


GAME = """
class Base(KernelObject):
    SIZE = 3
    WEIGHTS = np.array([1, 2, 3])
    def weigh(self, x):
        return x * 10
    def unused(self, x):
        return x - 1
class Game(Base):
    '''A game.'''
    def __init__(self, bonus, inner=None):
        self.bonus = bonus
        self.table = np.arange(4) * bonus
        self.inner = inner
        self.pair = (bonus, 0.5)
    def score(self, x):
        # A comment.
        return self.weigh(x) + self.bonus
    def at(self, x):
        return self.table[x]
    @property
    def double(self):
        return 2 * self.bonus
@kernel
def f(game, x):
    return {body}
def result():
    return f(Game(5), 2)
"""


def game(body: str) -> str:
    return GAME.replace("{body}", body)


def plain(head: str, body: str, call: str = "f(1)", arguments: str = "x") -> str:
    return f"""
{head}
@kernel
def f({arguments}):
    return {body}
def result():
    return {call}
"""


CALLEE = "from other_callee import g\n"
MODULE = "import other_module\n"
CYCLE = "import other_cycle\n"
POINT = "Point = namedtuple('Point', 'a b')\n"
INNER = """
class Inner(KernelObject):
    def __init__(self, n):
        self.n = n
    def value(self):
        return self.n * 10
class Outer(KernelObject):
    def __init__(self, inner):
        self.inner = inner
    def value(self):
        return self.inner.value() + 1
"""
FACTORY = """
def make(n):
    class Game(KernelObject):
        def value(self):
            return n
    return Game()
class Both(KernelObject):
    def __init__(self, a, b, c):
        self.a, self.b, self.c = a, b, c
"""
TWINS = """
def make(n):
    @kernel
    def g(x):
        return x * n
    return g
a, b = make(2), make(3)
"""

CHANGES = {
    "the code": Edit(plain("", "x + 1"), "x + 1", "x * 9", 2, 9),
    "a constant in the code": Edit(plain("", "x + 1"), "x + 1", "x + 2", 2, 3),
    "a default argument": Edit(plain("", "x + k", "f(1)", "x, k=1"), "k=1", "k=2", 2, 3),
    "a global number": Edit(plain("K = 1", "x + K"), "K = 1", "K = 2", 2, 3),
    "a global 1.0 for 1": Edit(plain("K = 1", "(x + K) / 2 * 2 + (7 // (K + 1)) * K"), "K = 1", "K = 1.5", 5, 5.5),
    "a global array": Edit(plain("A = np.arange(3)", "A[x]"), "arange(3)", "ones(3)*4", 1, 4),
    "a tuple of arrays": Edit(plain("A = (np.arange(3), np.arange(3))", "A[0][x]"), "(np.arange(3)", "(np.ones(3)", 1, 1),
    "the type of a record": Edit(
        plain("D = np.dtype([('a', np.int8), ('b', np.int8)])", "np.zeros(1, D)", "0", "x").replace(
            "np.zeros(1, D)", "np.zeros(x, D)[0].a"
        ).replace("return 0", "a = np.zeros(1, D); a['b'] = 7; return int(g(a))").replace(
            "def result", "@kernel\ndef g(a):\n    return a[0].a\ndef result"
        ),
        "[('a', np.int8), ('b', np.int8)]",
        "[('b', np.int8), ('a', np.int8)]",
        0,
        0,
    ),
}
