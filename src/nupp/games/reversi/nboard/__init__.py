"""NBoard, a protocol of Othello engines: read and written, as an engine, and to ask engines."""

from nupp.games.reversi.nboard import dialogue, engine, messages

__all__ = ["dialogue", "engine", "messages"]
