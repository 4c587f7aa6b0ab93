"""Floor 2: the languages in which engines and the programs that ask them talk, line by line.

Each module reads and writes one of them, both ways: UGI for every game, NBoard for Othello, the protocol of
Gomocup for five in a row, Hub for draughts. They know nothing of searches and processes: nupp as an engine is
`nupp.engine`, other engines as players of nupp are `nupp.players.external`.
"""

from nupp.protocols.base import PROTOCOLS, ProtocolError, Told, names_for, plain

__all__ = ["PROTOCOLS", "ProtocolError", "Told", "names_for", "plain"]
