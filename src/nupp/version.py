"""The version of nupp, and nothing else, so that every module can name it."""

__version__ = "0.1.0"
