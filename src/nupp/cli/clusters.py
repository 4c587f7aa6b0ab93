"""Ray clusters, as commands connect to them."""

from __future__ import annotations

from typing import Any

import click


def cluster_at(address: str) -> Any:
    """The `ray` module, connected to the cluster at an address; UsageError if none answers there."""
    from nupp.arena.cluster import connected
    from nupp.arena.result_log import MatchError

    try:
        return connected(address)
    except MatchError as error:
        raise click.UsageError(str(error)) from None
