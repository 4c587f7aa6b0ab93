"""The files of `deploy/`: what they name is there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from nupp.cli.main import cli
from nupp.server.http.admin import router
from nupp.server.metrics import Metrics
from nupp.server.settings import PORT, Settings

DEPLOY = Path(__file__).parents[1] / "deploy"


def test_the_dashboard_shows_measures_that_there_are() -> None:
    metrics = Metrics()
    metrics.watch_engines(int, int)
    metrics.watch_rooms(int, int, int)
    kinds = re.findall(r"^# TYPE (\S+) (\S+)$", metrics.text().decode(), re.MULTILINE)
    there = {
        name + ending
        for name, kind in kinds
        for ending in (("", "_bucket") if kind == "histogram" else ("",))
    }
    labels = {"le", "by", "reason", "code", "status", "end", "job"}
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    texts = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    named = {name for text in texts for name in re.findall(r"\b(?:nupp|process)_\w+", text)}
    assert named <= there
    assert {name for text in texts for name in re.findall(r"by \((\w+)\)", text)} <= labels
    left_out = {name for name, _ in kinds if name.startswith("nupp_")} - {
        name.removesuffix("_bucket") for name in named
    }
    assert {name for name in left_out if not name.endswith("_created")} == {"nupp_search_seconds"}


def test_the_service_begins_the_server_with_options_that_there_are() -> None:
    (line,) = re.findall(r"^ExecStart=(.*)$", (DEPLOY / "nupp.service").read_text(), re.MULTILINE)
    line = line.replace("${NUPP_ORIGIN}", "https://play.example.org").replace("${NUPP_DATABASE}", "nupp.db")
    words = shlex.split(line)[1:]
    with cli.make_context("nupp", words.copy()) as context:
        command = cli.get_command(context, words[0])  # type: ignore[attr-defined]
        assert command.make_context(words[0], words[1:], parent=context).params["keep_days"] == 365


def test_the_proxy_leads_to_the_server_but_for_what_is_not_for_others() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    assert "proxy_pass http://nupp;" in text
    assert re.findall(r"^    server 127\.0\.0\.1:(\d+)", text, re.MULTILINE) == [str(PORT)]
    assert "resolve" not in text  # within `upstream` only nginx 1.27.3 and newer know it
    assert re.search(rf"location {router.prefix} \{{ return 404; \}}", text)
    (megabytes,) = re.findall(r"client_max_body_size (\d+)m;", text)
    assert int(megabytes) * 2**20 == Settings().body_bytes
