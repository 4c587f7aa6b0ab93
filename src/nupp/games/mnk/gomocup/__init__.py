"""The protocol of Gomocup: read and written, as an engine, and to ask engines."""

from nupp.games.mnk.gomocup import dialogue, engine, protocol

__all__ = ["dialogue", "engine", "protocol"]
