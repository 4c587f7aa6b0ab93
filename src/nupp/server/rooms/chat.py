"""The chat of two people in a room: a few words or a sign, kept in memory while the room is in use."""

from __future__ import annotations

import re
from collections import deque
from typing import Final

from nupp.server.http.limits import Bucket, Rate
from nupp.server.models.rooms import ChatCommand, ChatMessage
from nupp.server.rooms.room import RefusedError, Room

RATE: Final = Rate(0.5, 5)
"""Messages a second of one person, and at once."""
KEPT: Final = 50
"""The number of messages that somebody who comes back still gets."""
_LINK: Final = re.compile(r"://|www\.|\w\.(com|net|org|ru|io)\b", re.IGNORECASE)


class Chat:
    """The messages of one room."""

    def __init__(self) -> None:
        self.messages: deque[ChatMessage] = deque(maxlen=KEPT)
        self._buckets: dict[str, Bucket] = {}
        self._number = 0

    def say(self, room: Room, client: str, command: ChatCommand) -> ChatMessage:
        """Take up what a client says; RefusedError if it may not, or not that, or not so soon again.

        Public rooms have signs only: their players are strangers.
        """
        sides = room.course.sides_of(client)
        if len(sides) != 1 or not room.course.of_two_people:
            raise RefusedError("not_your_seat", "you play no other person here: only players can talk")
        text = None if command.text is None else " ".join(command.text.split())
        if text is not None and room.public:
            raise RefusedError("chat_off", "there is no chat in public rooms: expected a sign")
        if text == "" or (text is None) == (command.emote is None):
            raise RefusedError("bad_message", "expected a text or a sign, and not both")
        if text is not None and _LINK.search(text):
            raise RefusedError("no_links", "links are not passed on")
        if self._buckets.setdefault(client, Bucket(RATE)).take():
            raise RefusedError("too_many", "too many messages: wait a little")
        self._number += 1
        message = ChatMessage(number=self._number, side=1 if sides[0] else 0, text=text, emote=command.emote)
        self.messages.append(message)
        return message
