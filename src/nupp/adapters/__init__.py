"""Nupp's games for the agents and algorithms of other libraries, one module for each library.

Each needs its library, which an extra of the same name installs: `openspiel`, `pettingzoo`, `gymnasium`.
"""
