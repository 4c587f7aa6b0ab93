"""Completion of commands, options and games in shells, by the lines that the manual has for their files."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

MANUAL = (Path(__file__).parents[2] / "docs" / "installing.md").read_text(encoding="utf-8")

ASK = {
    "bash": """
        COMP_WORDS=({words}) COMP_CWORD={last} COMPREPLY=()
        _nupp_completion nupp
        printf '%s\\n' "${{COMPREPLY[@]}}"
        printf '==\\n'
    """,
    "zsh": """
        words=({words}) CURRENT={last}+1
        _nupp_completion nupp
        printf '==\\n'
    """,
    "fish": """
        complete --do-complete "{words}"
        printf '==\\n'
    """,
}
"""What makes a shell print its completions of the last word of a line, and then a line to end them."""

BEFORE = {
    "zsh": """
        autoload -U compinit; compinit -u -d {folder}/dump
        compadd() {{ print -l -- "${{(@P)argv[-1]}}" }}
        _describe() {{ print -l -- "${{(@P)3}}" }}
    """
}
"""What stands before the line of the manual."""

QUIET = {"bash": ("--norc",), "zsh": ("--no-rcs",), "fish": ("--no-config",)}


def completions(shell: str, line: str, folder: Path, *asked: str) -> list[list[str]]:
    """The completions of the last word of some lines."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    program = folder / "nupp"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m nupp "$@"\n')
    program.chmod(0o755)
    parts = [BEFORE.get(shell, "").format(folder=folder), line]
    parts += [ASK[shell].format(words=words, last=words.count(" ")) for words in asked]
    done = subprocess.run(
        [shell, *QUIET[shell], "-c", "\n".join(parts)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder)},
    )
    assert done.stderr == ""
    answers = re.split(r"^==\n", done.stdout, flags=re.MULTILINE)[:-1]
    return [[re.split(r"[\t:]", found)[0] for found in answer.split("\n") if found] for answer in answers]


@pytest.mark.parametrize("shell", ASK)
def test_a_shell_completes_commands_options_and_games(shell: str, tmp_path: Path) -> None:
    (line,) = re.findall(rf"^.*_NUPP_COMPLETE={shell}_source nupp.*$", MANUAL, re.MULTILINE)
    found = completions(shell, line, tmp_path, "nupp mo", "nupp moves --pos", "nupp play breakt")
    assert found == [["moves"], ["--position"], ["breakthrough"]]
