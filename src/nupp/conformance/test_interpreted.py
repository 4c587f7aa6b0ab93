"""Compiled and interpreted code agree on everything, in every game."""

from __future__ import annotations

from nupp.conformance.observe import Observer, Sample, random_game
from nupp.kernel import generator, interpreted


def test_all_that_the_rules_say(played: Sample) -> None:
    """Legal moves in their order, states, outcome, margin, hash, random moves, and the rest."""
    fair, plain = generator(5), generator(5)
    observer = Observer(played.game)
    for seen in played.spread(15):
        compiled = observer.look(seen.before, fair)
        with interpreted():
            assert observer.look(seen.before, plain) == compiled


def test_a_whole_game(base: Sample) -> None:
    longest = min(base.games, key=len)
    number = base.games.index(longest)
    with interpreted():
        replayed = random_game(Observer(base.game), generator(number))
    assert tuple(replayed) == longest
