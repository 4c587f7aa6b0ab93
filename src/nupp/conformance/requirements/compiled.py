"""Compiled and interpreted code agree on everything, in every game."""

from __future__ import annotations

from itertools import islice

from nupp.conformance.amounts import amount
from nupp.conformance.observe import Observer, Sample, check_same_observation, random_moves
from nupp.conformance.requirements import Scope, requirement
from nupp.kernel import generator, interpreted


@requirement(Scope.COMPILED)
def compiled_and_interpreted_rules_agree(played: Sample) -> None:
    """Legal moves in their order, states, outcome, margin, hash, random moves, and the rest."""
    fair, plain = generator(5), generator(5)
    observer = Observer(played.game)
    for seen in played.spread(15):
        compiled = observer.look(seen.before, fair)
        with interpreted():
            found = observer.look(seen.before, plain)
        check_same_observation(found, "plain Python", compiled, "compiled code")


@requirement(Scope.COMPILED)
def games_are_the_same_compiled_and_interpreted(played: Sample) -> None:
    shortest = min(played.games, key=len)
    number, plies = played.games.index(shortest), amount(60, 5_000)
    with interpreted():
        replayed = tuple(islice(random_moves(Observer(played.game), generator(number)), plies))
    assert len(replayed) == len(shortest[:plies])
    for seen, compiled in zip(replayed, shortest, strict=False):
        check_same_observation(seen, "plain Python", compiled, "compiled code")
