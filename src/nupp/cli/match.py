"""`nupp match`: many games between two players, and the difference of their strength."""

from __future__ import annotations

import click

from nupp.arena import Match, Result, Sprt
from nupp.arena.report.tables import interval, likelihood, percent, signed
from nupp.cli.listing import counted, print_json
from nupp.cli.options import game_argument, new_command
from nupp.cli.running import Run, run_options
from nupp.rules import Game


class SprtType(click.ParamType):  # type: ignore[type-arg]
    """Two rating differences, `0,10`."""

    name = "elo0,elo1"

    def convert(self, value: object, param: click.Parameter | None, context: click.Context | None) -> Sprt:
        if isinstance(value, Sprt):
            return value
        try:
            low, high = map(float, str(value).split(","))
        except ValueError:
            self.fail(f"{value!r}: expected two rating differences, the smaller first, such as 0,10")
        try:
            return Sprt(low, high)
        except ValueError as error:
            self.fail(str(error))


@new_command()
@game_argument
@click.argument("first")
@click.argument("second")
@click.option("--sprt", type=SprtType(), help="Stop as soon as a sequential test has decided.")
@run_options
def command(game: Game, first: str, second: str, sprt: Sprt | None, run: Run) -> None:
    """Play a match between two players, in pairs of games from one opening with sides exchanged.

    FIRST and SECOND are specs of players; the figures are FIRST's.
    """
    run.check_files()
    specs = [run.full_spec(spec, game) for spec in (first, second)]
    try:
        match = Match(game.spec, specs[0], specs[1], **run.terms(game))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    result, played = run.play(match, sprt)
    left_out = played - len(result.records)
    if run.as_json:
        decided = {"sprt": sprt.to_dict(result.pairs) | {"left_out": left_out}} if sprt else {}
        print_json(result.to_dict() | decided)
    else:
        click.echo("\n".join(_summary(result, sprt, left_out)))
    run.conclude(f"{game.spec}: a match", (match.first, match.second), (result,))


def _summary(result: Result, sprt: Sprt | None, left_out: int) -> list[str]:
    """The result for people.

    left_out: how many games were played, now or before, after the one at which the test decided.
    """
    wins, draws, losses = result.tally
    games = len(result.records)
    lines = [
        f"{result.match.game}: {result.match.first} against {result.match.second}, {result.match.limits}",
        f"{counted(games, 'game')}, their moves {result.seconds:.1f} s: "
        f"{wins} won, {draws} drawn, {losses} lost, score {percent((wins + draws / 2) / max(1, games))}",
    ]
    if games > 1:
        lines.append(f"{result.distinct} of {games} games are different")
    found = result.standing()
    if found:
        lines.append(
            f"Elo {signed(found.elo)} (95 %: {interval(found.elo_low, found.elo_high)}, "
            f"99 %: {interval(found.elo_low99, found.elo_high99)}), "
            f"likelihood of superiority {likelihood(found.los)}"
        )
    if alone := games - 2 * sum(result.pairs):
        lines.append(f"games without the other one of their pair, left out of the Elo: {alone}")
    if sprt:
        low, high = sprt.bounds
        verdict = sprt.verdict(result.pairs)
        decided = f"accepts {getattr(sprt, verdict):g} Elo" if verdict else "has not decided"
        ratio = sprt.log_likelihood_ratio(result.pairs)
        lines.append(
            f"SPRT {sprt.elo0:g} against {sprt.elo1:g} {decided}: log-likelihood ratio {signed(ratio, 2)}, "
            f"bounds {signed(low, 2)} and {signed(high, 2)}"
        )
    if left_out:
        lines.append(f"games after those on which the test decided, left out of all figures: {left_out}")
    if result.cut_short:
        counts = ", ".join(f"{how}: {count}" for how, count in result.cut_short.items())
        lines.append(f"games that were not played to their end by the rules: {counts}")
    late = result.lost_on_time
    if any(late):
        lines.append(f"lost on time: {late[0]} by {result.match.first}, {late[1]} by {result.match.second}")
    return lines
