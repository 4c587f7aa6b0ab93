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
        {line}
        COMP_WORDS=({words}) COMP_CWORD={last}
        _nupp_completion nupp
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """,
    "zsh": """
        autoload -U compinit; compinit -u -d {folder}/dump
        {line}
        compadd() {{ print -l -- "${{(@P)argv[-1]}}" }}
        _describe() {{ print -l -- "${{(@P)3}}" }}
        words=({words}) CURRENT={last}+1
        _nupp_completion nupp
    """,
    "fish": """
        {line}
        complete --do-complete "{words}"
    """,
}
"""What makes a shell print its completions of the last word of a line."""

QUIET = {"bash": ("--norc",), "zsh": ("--no-rcs",), "fish": ("--no-config",)}


def completions(shell: str, line: str, folder: Path, *words: str) -> list[str]:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    program = folder / "nupp"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m nupp "$@"\n')
    program.chmod(0o755)
    script = ASK[shell].format(line=line, words=" ".join(words), last=len(words) - 1, folder=folder)
    done = subprocess.run(
        [shell, *QUIET[shell], "-c", script],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder)},
    )
    assert done.stderr == ""
    return [re.split(r"[\t:]", found)[0] for found in done.stdout.split("\n") if found]


@pytest.mark.parametrize("shell", ASK)
def test_a_shell_completes_commands_options_and_games(shell: str, tmp_path: Path) -> None:
    (line,) = re.findall(rf"^.*_NUPP_COMPLETE={shell}_source nupp.*$", MANUAL, re.MULTILINE)
    assert completions(shell, line, tmp_path, "nupp", "mo") == ["moves"]
    assert completions(shell, line, tmp_path, "nupp", "moves", "--pos") == ["--position"]
    assert completions(shell, line, tmp_path, "nupp", "play", "breakt") == ["breakthrough"]
