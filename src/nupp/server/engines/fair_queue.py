"""A fair queue: one line for each client, who take turns."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Items that wait for a turn, in a line for each client; the length is the number of all items."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[T]] = OrderedDict()

    def join(self, name: str, item: T) -> None:
        """Put an item at the end of a client's line."""
        self._lines.setdefault(name, deque()).append(item)

    def leave(self, name: str, item: T) -> None:
        """Take an item out of a client's line, if it is there."""
        line = self._lines.get(name, deque())
        if item in line:
            line.remove(item)
            self._forget_empty(name)

    def whose_turn(self, may: Callable[[str], bool] = lambda name: True) -> str | None:
        """The client who has waited longest for a turn, of those who may have one; None if nobody waits."""
        return next((name for name in self._lines if may(name)), None)

    def first(self, name: str) -> T:
        """The first item in a client's line; KeyError if nothing waits there."""
        return self._lines[name][0]

    def take(self, name: str) -> T:
        """Take the first item out of a client's line; then all others have their turns first."""
        item = self._lines[name].popleft()
        self._lines.move_to_end(name)
        self._forget_empty(name)
        return item

    def clear(self) -> list[T]:
        """Take everything out of all lines."""
        items = [item for line in self._lines.values() for item in line]
        self._lines.clear()
        return items

    def count(self, name: str) -> int:
        """The number of items in a client's line."""
        return len(self._lines.get(name, ()))

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def _forget_empty(self, name: str) -> None:
        if not self._lines[name]:
            del self._lines[name]
