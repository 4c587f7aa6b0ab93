"""Neural networks that evaluate positions: their inputs and outputs, their files, and how they are run."""

from nupp.evaluators.networks.file import NetworkFile, load, pack, unpack
from nupp.evaluators.networks.policy import Policy, policy_of
from nupp.evaluators.networks.running import Answers, Network, OnnxNetwork, network

__all__ = [
    "Answers",
    "Network",
    "NetworkFile",
    "OnnxNetwork",
    "Policy",
    "load",
    "network",
    "pack",
    "policy_of",
    "unpack",
]
