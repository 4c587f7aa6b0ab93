"""The Dockerfile and compose.yaml name files and commands that there are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from nupp.cli.main import cli

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
COMMANDS = [
    *(json.loads(found) for found in re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)),
    *(service["command"] for service in SERVICES.values() if "command" in service),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_commands_have_such_options(words: list[str]) -> None:
    words = words[words.index("nupp") + 1 :]
    with cli.make_context("nupp", words.copy()) as context:
        command = cli.get_command(context, words[0])  # type: ignore[attr-defined]
        command.make_context(words[0], words[1:], parent=context)


def test_what_is_copied_is_there_and_not_ignored() -> None:
    copied = [
        word
        for line in re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
        for word in line.split()
    ]
    admitted = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line[0] == "!"]
    assert {"pyproject.toml", "src", "web", "hatch_build.py", "README.md", "LICENSE"} <= set(admitted)
    for name in (*copied, *admitted):
        assert (ROOT / name).exists()
        assert name == "." or name.split("/")[0] in admitted


def test_each_named_volume_is_declared() -> None:
    used = {volume.split(":")[0] for service in SERVICES.values() for volume in service["volumes"]}
    files = {name for name in used if name.startswith(".")}
    assert used - files == set(yaml.safe_load((ROOT / "compose.yaml").read_text())["volumes"])
    assert all((ROOT / name).is_file() for name in files)


def test_the_proxy_leads_to_every_server_and_is_believed() -> None:
    servers = {name for name, service in SERVICES.items() if "--cluster" in service.get("command", ())}
    named = re.findall(r"^    server (\S+):8642 ", (ROOT / "deploy/compose.conf").read_text(), re.MULTILINE)
    assert sorted(servers) == sorted(named)
    address = SERVICES["proxy"]["networks"]["default"]["ipv4_address"]
    assert all(f"--trusted-proxy={address}" in SERVICES[name]["command"] for name in servers)
