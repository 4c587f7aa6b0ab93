"""Nupp as an engine that other programs ask, in each of the protocols of `nupp.protocols`."""

from nupp.engine.base import Engine, engine_for, register_engine
from nupp.engine.ugi import UgiEngine

__all__ = ["Engine", "UgiEngine", "engine_for", "register_engine"]
