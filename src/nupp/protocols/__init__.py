"""Talking to other programs line by line: nupp as an engine, and other engines as players of nupp.

Each protocol has a folder with its messages (how lines are written and read), its engine (nupp answers) and
its dialogue (nupp asks). UGI, for every game, is here; the folders of games bring others. What all of them
share stands beside them:

    protocol.py   which protocols there are, and what an engine reports of its search
    engine.py     reading commands and answering them;   thinking.py   the searches meanwhile
    program.py    a running program;   dialogue.py   asking it;   external.py   the player made of both
"""

from nupp.protocols import ugi
from nupp.protocols.dialogue import Dialogue, register_dialogue
from nupp.protocols.engine import Engine, engine_for, register_engine
from nupp.protocols.external import External
from nupp.protocols.program import EngineError
from nupp.protocols.protocol import (
    Protocol,
    ProtocolError,
    SearchInfo,
    all_protocols,
    names_for,
    plain,
    register_protocol,
)

__all__ = [
    "Dialogue",
    "Engine",
    "EngineError",
    "External",
    "Protocol",
    "ProtocolError",
    "SearchInfo",
    "all_protocols",
    "engine_for",
    "names_for",
    "plain",
    "register_dialogue",
    "register_engine",
    "register_protocol",
    "ugi",
]
