"""UGI, the universal game interface, for every game.

messages   lines read and written, such as `go`
engine     nupp answers;   dialogue   nupp asks another engine
"""

from nupp.protocols.ugi import dialogue, engine, messages

__all__ = ["dialogue", "engine", "messages"]
