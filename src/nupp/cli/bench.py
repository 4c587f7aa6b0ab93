"""`nupp bench`: the speed of the search, and a signature that shows whether it is still the same search."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import click

from nupp.cli.listing import print_json
from nupp.cli.options import all_games, json_option, new_command
from nupp.cli.thinking import amount, telling_of_compiling
from nupp.players.bench import Case, Measure, cases_of, measure, signature


@new_command("nupp bench")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@json_option
def command(names: tuple[str, ...], as_json: bool) -> None:
    """Search a fixed list of positions with alphabeta to fixed depths.

    With the NAMEs of games, the positions of these, among them games of installed packages. Node counts do
    not depend on the machine. The signature is a hash of them all: it changes if and only if the search or
    the rules visit other positions than before.
    """
    all_games()
    measures = list(_measures(cases_of(names)))
    nodes, seconds = sum(one.nodes for one in measures), sum(one.seconds for one in measures)
    if as_json:
        print_json(
            {
                "positions": [one.to_dict() for one in measures],
                "nodes": nodes,
                "seconds": seconds,
                "nodes_per_second": nodes / seconds,
                "signature": signature(measures),
            }
        )
        return
    for one in measures:
        click.echo(f"{one.nodes:>12}  {amount(one.nodes / one.seconds):>6}/s  {one.case}")
    click.echo(f"{nodes:>12}  {amount(nodes / seconds):>6}/s  all, in {seconds:.2f} s")
    click.echo(f"signature {signature(measures)}")


def _measures(cases: Sequence[Case]) -> Iterator[Measure]:
    with telling_of_compiling("the games of the bench for alphabeta"):
        if not sys.stderr.isatty():
            yield from map(measure, cases)
            return
        from nupp.cli.terminal import progress

        with progress() as bar:
            for case in bar.track(cases, description="bench"):
                yield measure(case)
