"""An address of a cluster that is none."""

from __future__ import annotations

import click
import pytest

from nupp.cli.clusters import cluster_at

pytestmark = pytest.mark.slow


def test_an_address_where_nobody_answers_is_quoted() -> None:
    pytest.importorskip("ray")
    with pytest.raises(click.UsageError, match=r"no Ray cluster answers at '127\.0\.0\.1:1'"):
        cluster_at("127.0.0.1:1")
