"""What strangers may name: no file of this machine and no program."""

from pathlib import Path

import pytest

import nupp
from nupp.players import PLAYERS
from nupp.rules import GAMES
from nupp.server.api.catalogue import player_infos
from nupp.server.models.shared import ProblemError
from nupp.server.play.specs import safe_player


def test_nothing_is_offered_that_names_a_file() -> None:
    offered = {
        (player.name, one.name)
        for game in GAMES.names()
        for player in player_infos(game)
        for one in player.parameters
        if one.kind == "word" and one.words is None
    }
    assert offered == set()
    assert {"load", "save"} <= {one.name for one in PLAYERS.entry("ants").parameters}


@pytest.mark.parametrize("name", ["mine.nupp", "/etc/passwd", "(a,b.nupp)"])
def test_networks_in_files_are_not_for_strangers(name: str) -> None:
    with pytest.raises(ProblemError, match=r"\bfile\b|\bname\b") as refused:
        safe_player(f"alphabeta:depth=2,eval={name}", nupp.game("othello"))
    assert (refused.value.status, refused.value.problem.code) == (422, "bad_spec")


def test_no_stranger_starts_a_program(tmp_path: Path) -> None:
    """The browser app refuses it, however it is written, and does not list it."""
    mark = tmp_path / "started"
    for spec in (f"external:cmd=(touch {mark})", "external", " external : cmd = (id) "):
        with pytest.raises(ProblemError, match=r"external.* program"):
            safe_player(spec, nupp.game("othello"))
    assert not mark.exists()
    assert "external" not in [one.name for one in player_infos("othello")]
