"""`nupp benchmark-suite`: a table of games for learners."""

from __future__ import annotations

import json

from cli.conftest import Call


def test_a_table_in_markdown_and_the_same_as_json(call: Call) -> None:
    asked = ("benchmark-suite", "tictactoe", "--games", "20", "--player", "random")
    head, rule, row = call(*asked).stdout.splitlines()
    assert head.startswith("| game | actions | planes |")
    assert head.endswith("| source | random |")
    assert rule.count("---") == head.count("|") - 1
    assert row.startswith("| tictactoe | 9 | 3 x 3 x 3 |")
    (found,) = json.loads(call(*asked, "--json").stdout)
    assert (found["spec"], found["actions"], found["known"]["value"]) == ("tictactoe", 9, "draw")
    assert f"| {found['baselines']['random']:.2f} |" in row
