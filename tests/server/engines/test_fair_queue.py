"""Lines of those who wait: they take turns, and are forgotten when nobody waits in them."""

from __future__ import annotations

from nupp.server.engines.fair_queue import FairQueue


def test_lines_take_turns_and_forget_who_has_nothing_waiting() -> None:
    lines: FairQueue[int] = FairQueue()
    for name, item in (("ann", 1), ("ann", 2), ("ann", 3), ("bob", 4), ("eve", 5)):
        lines.join(name, item)
    assert (len(lines), lines.count("ann"), lines.count("nobody")) == (5, 3, 0)
    lines.leave("eve", 5)
    lines.leave("eve", 5)
    assert lines.whose_turn(lambda name: name != "ann") == "bob"
    order = []
    while (name := lines.whose_turn()) is not None:
        order.append((lines.first(name), lines.take(name)))
    assert order == [(1, 1), (4, 4), (2, 2), (3, 3)]
    lines.join("ann", 6)
    assert lines.clear() == [6]
    assert lines.whose_turn() is None
