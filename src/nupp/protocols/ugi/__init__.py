"""UGI, the universal game interface, for every game: read and written, as an engine, and to ask engines."""

from nupp.protocols.ugi import dialogue, engine, messages

__all__ = ["dialogue", "engine", "messages"]
