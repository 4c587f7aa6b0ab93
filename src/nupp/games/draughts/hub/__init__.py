"""Hub, the protocol of draughts engines: read and written, as an engine, and to ask engines."""

from nupp.games.draughts.hub import dialogue, engine, messages

__all__ = ["dialogue", "engine", "messages"]
