"""The languages in which engines and the programs that ask them talk, line by line.

UGI, for every game, is here; the folders of games bring others. They know nothing of searches and processes:
nupp as an engine is `nupp.engine`, other engines as players of nupp are `nupp.players.external`.
"""

from nupp.protocols.base import (
    Protocol,
    ProtocolError,
    Told,
    all_protocols,
    names_for,
    plain,
    register_protocol,
)

__all__ = [
    "Protocol",
    "ProtocolError",
    "Told",
    "all_protocols",
    "names_for",
    "plain",
    "register_protocol",
]
