"""Hub, the protocol of draughts engines: read and written, as an engine, and to ask engines."""

from nupp.games.draughts.hub import dialogue, engine, protocol

__all__ = ["dialogue", "engine", "protocol"]
