"""Every edit that changes what a kernel computes recompiles it and gives the new answer; no other does.

Each case is a module with a function `result`, edited by replacing one text by another. Three processes
run all cases on one cache: the modules as they were, as edited, and again as they were.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from kernel.workshop import Outcome, Workshop
from nupp.kernel import Kernel, KernelObject, kernel
from nupp.kernel.digest import digest, digest_values


class Edit(NamedTuple):
    """A module, an edit of it, and what `result()` is before and after."""

    module: str
    old: str
    new: str
    before: Any
    after: Any


def plain(head: str, body: str, call: str = "f(1)", arguments: str = "x") -> str:
    """A module with one kernel."""
    return f"""
{head}
@kernel
def f({arguments}):
    return {body}
def result():
    return {call}
"""


def game(body: str) -> str:
    """A module with a kernel on a game-like object that inherits."""
    return plain(
        '''
def tripled(n):
    return 3 * n
class Mixin:
    EXTRA = np.array([4, 5])
class Base(KernelObject):
    SIZE = 3
    LEVELS = np.array([1, 2, 3])
    def weigh(self, x, factor=10):
        """Weigh it."""
        return x * factor
    def unused(self, x):
        return x - 1
class Game(Mixin, Base):
    def __init__(self, bonus):
        self.bonus = bonus
        self.table = np.arange(4) * bonus
        self.pair = (bonus, 0.5)
        self.text = "abc"
        self.tripled = tripled(bonus)
    def score(self, x):
        # A comment.
        return self.weigh(x) + self.bonus
    @property
    def length(self):
        return len(self.text)
''',
        body,
        "f(Game(5), 2)",
        "game, x",
    )


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
class Holder(KernelObject):
    def __init__(self, inner):
        self.inner = inner
A, B = make(1), make(2)
"""

TWINS = """
def make(n):
    @kernel
    def g(x):
        return x * n
    return g
a, b = make(2), make(3)
"""

CAPTURED = """
def make():
    {captured}
    @kernel
    def f(x):
        return x + {use}
    return f
def result():
    return make()(1)
"""


def captured(head: str, use: str) -> str:
    """A module whose kernel captures a variable."""
    return CAPTURED.replace("{captured}", head).replace("{use}", use)


POINT = "Point = namedtuple('Point', 'a b')\n"
GOLD = "class Metal(enum.Enum):\n    GOLD = 1\n"

CHANGES = {
    "code": Edit(plain("", "x + 1"), "x + 1", "x * 9", 2, 9),
    "type of an argument": Edit(plain("", "x / 2", "f(3)"), "f(3)", "f(3.5)", 1.5, 1.75),
    "field of a record": Edit(
        plain("", "x.b", "f(np.array([(1, 2)], [('a', 'i8'), ('b', 'i8')])[0])"),
        "('b', 'i8')",
        "('b', 'i4')",
        2,
        2,
    ),
    "constant in code": Edit(plain("", "x + 1"), "x + 1", "x + 2", 2, 3),
    "default argument": Edit(plain("", "x + k", "f(1)", "x, k=1"), "k=1", "k=2", 2, 3),
    "tuple in code": Edit(plain("", "x in (1, 2)"), "(1, 2)", "(2, 3)", True, False),
    "global number": Edit(plain("K = 1", "x + K"), "K = 1", "K = 2", 2, 3),
    "global int to float": Edit(plain("K = 2", "x // K * K"), "K = 2", "K = 0.4", 0, 0.8),
    "global array": Edit(plain("A = np.arange(3)", "A[x]"), "np.arange(3)", "np.array([7, 8])", 1, 8),
    "tuple of arrays": Edit(plain("A = (np.arange(3), 1)", "A[0][x]"), "arange(3)", "array([7, 8])", 1, 8),
    "global slice": Edit(plain("S = slice(0, 2)", "len(x[S])", "f(np.arange(9))"), "(0, 2)", "(0, 3)", 2, 3),
    "global type": Edit(plain("T = numba.int64", "T(x + 0.5) * 2"), "numba.int64", "numba.float64", 2, 3.0),
    "numpy type": Edit(plain("T = np.int64", "T(x + 0.5) * 2"), "np.int64", "np.float64", 2, 3.0),
    "global ufunc": Edit(plain("OP = np.add", "OP(x, 5)"), "np.add", "np.multiply", 6, 5),
    "global builtin": Edit(plain("OP = min", "OP(x, 5)"), "= min", "= max", 1, 5),
    "builtin overridden": Edit(plain("", "abs(-x)"), "@kernel", "abs = math.floor\n@kernel", 1, -1),
    "enum member": Edit(plain(GOLD, "x + Metal.GOLD.value"), "GOLD = 1", "GOLD = 2", 2, 3),
    "global enum member": Edit(plain(f"{GOLD}M = Metal.GOLD", "x + M.value"), "GOLD = 1", "GOLD = 2", 2, 3),
    "int enum": Edit(
        plain(GOLD.replace("enum.Enum", "enum.IntEnum"), "x + Metal.GOLD"), "GOLD = 1", "GOLD = 2", 2, 3
    ),
    "fields of a named tuple": Edit(plain(f"{POINT}P = Point(1, 2)", "x + P.a"), "'a b'", "'b a'", 2, 3),
    "fields of an argument": Edit(plain(POINT, "x.a", "f(Point(1, 2))"), "'a b'", "'b a'", 1, 2),
    "fields constructed": Edit(plain(POINT, "Point(x, 5).a"), "'a b'", "'b a'", 1, 5),
    "captured number": Edit(captured("n = 1", "n"), "n = 1", "n = 2", 2, 3),
    "captured array": Edit(captured("n = np.arange(3)", "n[2]"), "arange(3)", "array([7, 7, 7])", 3, 8),
    "captured module": Edit(captured("n = types.ModuleType('n'); n.K = 1", "n.K"), "K = 1", "K = 2", 2, 3),
    "captured deeply": Edit(
        captured("m = 1\n    def inner():\n        @kernel\n        def g(y):\n            return y + m\n"
                 "        return g\n    g = inner()", "g(x)"),
        "m = 1", "m = 2", 3, 4,
    ),
    "callee": Edit(plain("@kernel\ndef g(x):\n    return x + 1", "g(x)"), "x + 1", "x + 2", 2, 3),
    "callee of a callee": Edit(
        plain("K = 1\n@kernel\ndef h(x):\n    return x + K\n@kernel\ndef g(x):\n    return h(x)", "g(x)"),
        "K = 1", "K = 2", 2, 3,
    ),
    "recursion": Edit(plain("", "x if x < 1 else f(x - 1) + 1", "f(3)"), "+ 1", "+ 2", 3, 6),
    "callee of the same name": Edit(
        plain(TWINS, "a(x) + 10 * b(x)"), "make(2), make(3)", "make(3), make(2)", 32, 23
    ),
    "kernel as an argument": Edit(
        plain("@kernel\ndef g(x):\n    return x + 1", "g(x)", "f(g, 1)", "g, x"), "x + 1", "x + 2", 2, 3
    ),
    "function of Numba's": Edit(
        plain("@numba.njit\ndef g(x):\n    return x + 1", "g(x)"), "x + 1", "x + 2", 2, 3
    ),
    "options of Numba's": Edit(
        plain("@numba.njit\ndef g(x):\n    return x != x", "g(x)", "f(math.nan)"),
        "@numba.njit", "@numba.njit(fastmath=True)", True, False,
    ),
    "disguised function": Edit(
        plain(
            "@numba.extending.register_jitable\n@functools.wraps(math.sqrt)\ndef g(x):\n    return x + 1",
            "g(x)",
        ),
        "x + 1", "x + 2", 2, 3,
    ),
    "lambda": Edit(plain("", "(lambda y: y + 1)(x)"), "y + 1", "y + 2", 2, 3),
    "attribute": Edit(game("game.bonus + x"), "Game(5)", "Game(6)", 7, 8),
    "attribute derived": Edit(game("game.tripled"), "3 * n", "4 * n", 15, 20),
    "array attribute": Edit(game("game.table[x]"), "arange(4)", "arange(4) * 2", 10, 20),
    "tuple attribute": Edit(game("game.pair[1]"), "0.5", "0.25", 0.5, 0.25),
    "property": Edit(game("game.length"), '"abc"', '"abcd"', 3, 4),
    "class attribute": Edit(game("game.SIZE"), "SIZE = 3", "SIZE = 4", 3, 4),
    "array of a base": Edit(game("game.LEVELS[x]"), "1, 2, 3", "1, 2, 9", 3, 9),
    "array of a mixin": Edit(game("game.EXTRA[1]"), "4, 5", "4, 7", 5, 7),
    "method of a base": Edit(game("game.score(x)"), "return x * factor", "return x * factor + 1", 25, 26),
    "default of a method": Edit(game("game.score(x)"), "factor=10", "factor=20", 25, 45),
    "method overridden": Edit(
        game("game.score(x)"), "class Game(Mixin, Base):",
        "class Game(Mixin, Base):\n    weigh = lambda self, x: x", 25, 7,
    ),
    "bases exchanged": Edit(
        plain(
            "class A(KernelObject):\n    N = 1\nclass B(KernelObject):\n    N = 2\n"
            "class Game(A, B):\n    pass",
            "x.N", "f(Game())",
        ),
        "Game(A, B)", "Game(B, A)", 1, 2,
    ),
    "object in an object": Edit(
        plain(INNER, "x.value()", "f(Outer(Inner(5)))"), "Inner(5)", "Inner(6)", 51, 61
    ),
    "class of an object in an object": Edit(
        plain(INNER, "x.value()", "f(Outer(Inner(5)))"), "self.n * 10", "self.n * 20", 51, 101
    ),
    "which of two arguments": Edit(
        plain(FACTORY, "x.inner.value() + 0 * (y.value() + z.value())", "f(Holder(A), A, B)", "x, y, z"),
        "Holder(A)", "Holder(B)", 1, 2,
    ),
    "arguments exchanged": Edit(
        plain(FACTORY, "x.value() + 10 * y.value()", "f(A, B)", "x, y"), "f(A, B)", "f(B, A)", 21, 12
    ),
    "tuple of objects": Edit(
        plain(FACTORY, "x[0].value() + 10 * x[1].value()", "f((A, B))"), "make(1)", "make(3)", 21, 23
    ),
    "named tuple of objects": Edit(
        plain(POINT + FACTORY, "x.a.value() + 10 * x.b.value()", "f(Point(A, B))"),
        "make(1)", "make(3)", 21, 23,
    ),
    "class of a named tuple": Edit(
        plain(POINT, "x", "f(Point(1, 2)).__class__.__name__"), "'Point'", "'Pixel'", "Point", "Pixel"
    ),
    "global objects": Edit(
        plain(FACTORY, "x + A.value() + 10 * B.value()"), "make(1), make(2)", "make(2), make(1)", 22, 13
    ),
}  # fmt: skip

LIKE_NEW = {
    "docstring": (game("game.score(x)"), "Weigh it.", "Weigh it well."),
    "docstring gone": (game("game.score(x)"), '        """Weigh it."""\n', ""),
    "comment": (game("game.score(x)"), "        # A comment.\n", ""),
    "unused method": (game("game.score(x)"), "return x - 1", "return x - 2"),
    "unused array": (game("game.score(x)"), "1, 2, 3", "1, 2, 4"),
    "unused global": (plain("K = 1", "x + 1"), "K = 1", "K = 2"),
    "lines moved": (plain("", "x + 1"), "@kernel", "\n\n\n@kernel"),
}

ELSEWHERE = {
    "callee in another file": ("from callee import g", "g(x)", "callee"),
    "constant in another file": ("import callee", "x + callee.K", "callee"),
    "base in another file": (
        "import callee\nclass Game(callee.Base):\n    pass\nG = Game()",
        "G.value(x)",
        "callee",
    ),
    "modules that import each other": ("import turned", "x + turned.callee.K", "turned"),
}
CALLEE = """
import turned
K = 1
@kernel
def g(x):
    return x + K
class Base(KernelObject):
    def value(self, x):
        return x + K
"""


class Runs(NamedTuple):
    """For each case, its answer and the kernels compiled, in three processes."""

    before: dict[str, tuple[Any, list[str]]]
    after: dict[str, tuple[Any, list[str]]]
    again: dict[str, tuple[Any, list[str]]]


RUN = """
import importlib
for name in {names}:
    compiled.clear()
    try:
        result = importlib.import_module(name).result()
    except Exception as error:
        result = f"{{type(error).__name__}}: {{error}}"
    answer((result, list(compiled)))
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """All cases in three processes on one cache."""
    workshop = Workshop(tmp_path_factory.mktemp("digest"))
    edits = {name: (edit.module, edit.old, edit.new) for name, edit in CHANGES.items()} | LIKE_NEW
    texts = {name: [module, module.replace(old, new)] for name, (module, old, new) in edits.items()}
    texts |= {name: [plain(head, body)] * 2 for name, (head, body, _) in ELSEWHERE.items()}
    modules = {name: f"case_{index}" for index, name in enumerate(texts)}

    def run(version: int) -> dict[str, tuple[Any, list[str]]]:
        callee = CALLEE.replace("K = 1", "K = 2") if version else CALLEE
        workshop.write(callee=callee, turned="import callee")
        workshop.write(**{modules[name]: both[version] for name, both in texts.items()})
        outcome: Outcome = workshop.run(RUN.format(names=[*modules.values()]))
        return dict(zip(modules, map(tuple, outcome.answers), strict=True))

    return Runs(run(0), run(1), run(0))


UNKEPT = {
    "kernel as an argument",
    "function of Numba's",
    "options of Numba's",
    "tuple of objects",
    "named tuple of objects",
}
"""What has no digest of its content is compiled in each process."""


@pytest.mark.slow
def test_an_edit_that_matters_recompiles_and_gives_the_new_answer(runs: Runs) -> None:
    wrong = {
        name: (runs.before[name], runs.after[name])
        for name, edit in CHANGES.items()
        if (runs.before[name][0], runs.after[name][0]) != (edit.before, edit.after)
        or "f" not in runs.after[name][1]
    }
    assert wrong == {}, "answers and kernels compiled, before and after the edit"


@pytest.mark.slow
def test_an_edit_in_another_file_recompiles_and_gives_the_new_answer(runs: Runs) -> None:
    wrong = {
        name: (runs.before[name], runs.after[name])
        for name in ELSEWHERE
        if (runs.before[name][0], runs.after[name][0]) != (2, 3) or "f" not in runs.after[name][1]
    }
    assert wrong == {}, "answers and kernels compiled, before and after the edit"


@pytest.mark.slow
def test_an_edit_that_does_not_matter_does_not_recompile(runs: Runs) -> None:
    wrong = {
        name: (runs.before[name], runs.after[name])
        for name in LIKE_NEW
        if runs.before[name][1] == [] or runs.after[name] != (runs.before[name][0], [])
    }
    assert wrong == {}, "answers and kernels compiled, before and after the edit"


@pytest.mark.slow
def test_a_version_that_returns_is_still_there(runs: Runs) -> None:
    wrong = {
        name: (runs.before[name], runs.again[name])
        for name in (*CHANGES, *ELSEWHERE)
        if runs.again[name][0] != runs.before[name][0] or (runs.again[name][1] == []) != (name not in UNKEPT)
    }
    assert wrong == {}, "answers and kernels compiled, at first and when it returns"


def test_the_edits_are_edits() -> None:
    cases = {name: (edit.module, edit.old) for name, edit in CHANGES.items()}
    cases |= {name: (module, old) for name, (module, old, _) in LIKE_NEW.items()}
    assert [name for name, (module, old) in cases.items() if old not in module] == []


NAME = "size"


class Sized(KernelObject):
    """An object with two attributes."""

    def __init__(self, size: Any, other: int) -> None:
        self.size, self.other = size, other


@kernel
def size_by_name(item: Sized) -> int:
    return getattr(item, NAME)  # type: ignore[no-any-return]


@kernel
def size_by_default(item: Sized, name: str = "size") -> int:
    return getattr(item, name)  # type: ignore[no-any-return]


@pytest.mark.parametrize("function", [size_by_name, size_by_default])
def test_strings_may_name_attributes(function: Kernel[[Sized], int]) -> None:
    key = digest(function, [Sized(1, 2)])
    assert digest(function, [Sized(1, 3)]) == key
    assert digest(function, [Sized(2, 2)]) != key


def test_a_docstring_does_not_hide_a_string_that_code_uses() -> None:
    def one(item: Sized) -> object:
        """other"""  # noqa: D403
        return (getattr(item, "other"), item.size, item.other)  # noqa: B009

    def two(item: Sized) -> object:
        """size"""  # noqa: D403
        return (getattr(item, "size"), item.size, item.other)  # noqa: B009

    two.__qualname__ = one.__qualname__
    assert digest(kernel(one), [Sized(1, 2)]) != digest(kernel(two), [Sized(1, 2)])


def test_the_contents_of_arrays_count() -> None:
    one, other = Sized(np.arange(3), 2), Sized(np.arange(1, 4), 2)
    assert digest_values(one) != digest_values(other)
    assert digest(size_by_name, [one]) != digest(size_by_name, [other])
    assert digest(size_by_name, [one]) == digest(size_by_name, [Sized(np.arange(3), 2)])


def test_the_rest_of_the_signature_counts() -> None:
    assert digest(size_by_name, [Sized(1, 2)], "int64") != digest(size_by_name, [Sized(1, 2)], "float64")


def test_what_cannot_be_told_is_refused() -> None:
    thing = np.random.default_rng(1)

    @kernel
    def draw() -> float:
        return thing.random()

    with pytest.raises(TypeError, match="Generator"):
        digest(draw, [])


def test_numbers_and_records_are_told_apart() -> None:
    def key(value: object) -> str:
        def give() -> object:
            return value

        return digest(kernel(give), [])

    values: list[object] = [
        0,
        False,
        0.0,
        -0.0,
        0j,
        None,
        "",
        b"",
        (),
        (0,),
        (False,),
        ((),),
        range(0),
        ...,
        int,
        float,
    ]
    values += [
        np.int8(0),
        np.uint8(0),
        np.float64(0),
        np.zeros(1),
        np.zeros((1, 1)),
        np.zeros(2),
        np.zeros(1, np.int8),
    ]
    values += [np.dtype(text) for text in ("i1", "<i2", ">i2", "2i1", "(2,1)i1", "i1,i2", "i2,i1")]
    values += [np.dtype("i1,i4", align=True), np.dtype([("a", "i1"), ("f1", "i2")])]
    assert len({key(value) for value in values}) == len(values)


def test_equal_values_make_equal_types() -> None:
    assert digest_values(Sized(1, 2)) == digest_values(Sized(1, 2))
    assert digest_values(Sized(1, 2)) != digest_values(Sized(2, 1))
    assert digest_values(Sized(1, 1)) != digest_values(Sized(1, True))


def test_of_an_instruction_only_its_name_counts() -> None:
    """Its Python original is not compiled, and may refer to what compiled code could not have."""
    unknown = object()

    def caller(native: str | None) -> Kernel[..., Any]:
        count = Kernel(lambda: unknown, native)
        return Kernel(lambda: count())

    assert digest(caller("popcount"), ()) != digest(caller("highest"), ())
    with pytest.raises(TypeError, match="object"):
        digest(caller(None), ())
