"""Floor 5: nupp as an engine that other programs ask, in each of the protocols of `nupp.protocols`."""

from nupp.engine.base import Engine
from nupp.engine.gomocup import GomocupEngine
from nupp.engine.hub import HubEngine
from nupp.engine.nboard import NBoardEngine
from nupp.engine.ugi import UgiEngine

ENGINES: dict[str, type[Engine]] = {
    "ugi": UgiEngine,
    "nboard": NBoardEngine,
    "gomocup": GomocupEngine,
    "hub": HubEngine,
}
"""What speaks each protocol."""

__all__ = ["ENGINES", "Engine"]
