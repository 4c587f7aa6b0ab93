"""Bans: what they are of, how long they hold, and that they are there after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from nupp.server.http.bans import Bans
from nupp.server.models.shared import ProblemError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "bans.json"


def banned(bans: Bans, address: str) -> bool:
    try:
        bans.require_none(address)
    except ProblemError as error:
        return error.problem.code == "banned"
    return False


def test_a_ban_holds_until_it_is_lifted_and_after_a_restart(file: Path) -> None:
    bans = Bans(file)
    assert bans.add(" 198.51.100.7 ", None, "a flood").address == "198.51.100.7"
    assert bans.add("::ffff:198.51.100.9", 24, "").address == "198.51.100.9"
    for known in (bans, Bans(file)):
        assert [one.address for one in known.all()] == ["198.51.100.7", "198.51.100.9"]
        assert (banned(known, "198.51.100.7"), banned(known, "198.51.100.8")) == (True, False)
    bans.lift("198.51.100.7")
    assert [one.address for one in Bans(file).all()] == ["198.51.100.9"]


def test_of_ipv6_it_is_the_network(file: Path) -> None:
    assert Bans(file).add("2001:db8:1:2:3::4", None, "").address == "2001:db8:1:2::"


def test_it_ends_when_its_time_is_over(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bans = Bans(file)
    until = bans.add("198.51.100.7", 0.5, "").until
    assert until is not None
    monkeypatch.setattr("time.time", lambda: until + 1)
    assert (banned(bans, "198.51.100.7"), bans.all()) == (False, [])


@pytest.mark.parametrize("text", ["", "nobody", "127.0.0.1", "::1", "198.51.100.0/24"])
def test_what_is_no_address_of_another_machine_is_refused(file: Path, text: str) -> None:
    with pytest.raises(ValueError, match=r"expected|appear"):
        Bans(file).add(text, None, "")
    assert not file.exists()


@pytest.mark.parametrize("content", ["", "{", '[{"address": 1}]', '{"a": 2}'])
def test_a_broken_file_counts_as_empty(file: Path, content: str) -> None:
    file.parent.mkdir()
    file.write_text(content)
    assert Bans(file).all() == []


@pytest.mark.parametrize("hours", [-1, 0, 1e300, float("inf"), float("nan")])
def test_hours_without_a_date_are_refused(file: Path, hours: float) -> None:
    bans = Bans(file)
    with pytest.raises(ValueError, match=r"hours: expected"):
        bans.add("198.51.100.7", hours, "")
    assert bans.all() == []
