"""The command line. One module a command, imported when the command is called."""

from nupp.cli.main import main

__all__ = ["main"]
