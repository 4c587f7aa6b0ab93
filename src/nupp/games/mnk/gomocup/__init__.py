"""The protocol of Gomocup: read and written, as an engine, and to ask engines."""

from nupp.games.mnk.gomocup import dialogue, engine, messages

__all__ = ["dialogue", "engine", "messages"]
