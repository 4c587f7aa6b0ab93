"""Tests are found where one looks: those of `nupp/a/b.py` in `tests/a/test_b.py`, or where a table says."""

from __future__ import annotations

import tomllib
from pathlib import Path, PurePosixPath

import nupp

TESTS = Path(__file__).parent
PACKAGE = Path(nupp.__file__).parent
ELSEWHERE = {
    PurePosixPath(folder, module): PurePosixPath(place)
    for folder, modules in tomllib.loads((TESTS / "places.toml").read_text()).items()
    for module, place in modules.items()
}


def modules() -> list[PurePosixPath]:
    """The modules of the package without their suffix, such as `kernel/cache`."""
    found = (path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")
    return sorted(PurePosixPath(path.with_suffix("")) for path in found)


def is_expected(module: PurePosixPath) -> bool:
    """Whether tests of a module have its name; folders within folders may share one folder of tests."""
    folders = [module.parent, *module.parent.parents]
    name = f"test_{module.name}.py"
    return any((TESTS / folder / name).is_file() for folder in folders[: len(module.parent.parts) or 1])


def test_each_module_has_its_tests_where_one_looks_or_where_the_table_tells() -> None:
    assert [str(module) for module in modules() if not is_expected(module) and module not in ELSEWHERE] == []


def test_the_table_holds_nothing_that_has_gone_or_that_one_finds_without_it() -> None:
    present = set(modules())
    stale = [
        str(module)
        for module, place in ELSEWHERE.items()
        if module not in present or is_expected(module) or not (TESTS / place).exists()
    ]
    assert stale == []
