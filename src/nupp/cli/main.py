"""The `nupp` command: its subcommands, and how it ends when something goes wrong.

Exit codes: 0 done, 1 a run that failed, 2 bad input, 130 Ctrl-C, 143 SIGTERM, 129 SIGHUP. Errors are one line
on stderr.
"""

from __future__ import annotations

import importlib
import os
import re
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Sequence
from types import FrameType
from typing import Any, Final, NoReturn, cast

import click

from nupp.cli.options import debug_option, load_option, write_examples
from nupp.extras import MissingExtraError
from nupp.formats import RecordError
from nupp.garbage import collect_seldom
from nupp.protocols.program import end_all
from nupp.rules import IllegalMoveError, NotationError, RulesError
from nupp.rules.faults import compile_fault, own_frame
from nupp.rules.registry import loaded_files
from nupp.rules.samples import sample_of
from nupp.search.solve import TooLargeError
from nupp.spec import SpecError, unknown_name
from nupp.version import __version__

COMMANDS: Final = (
    "play",
    "games",
    "players",
    "moves",
    "show",
    "perft",
    "best",
    "solve",
    "engine",
    "match",
    "tournament",
    "analyse",
    "convert",
    "study",
    "selfplay",
    "train",
    "install-network",
    "tune",
    "tables",
    "book",
    "puzzles",
    "explorer",
    "conform",
    "new-game",
    "bench",
    "benchmark-suite",
    "warmup",
    "serve",
    "db",
)
"""Each lives in the module of its name, as `command`."""

BAD_INPUT: Final = (
    click.UsageError,
    SpecError,
    NotationError,
    IllegalMoveError,
    RecordError,
    TooLargeError,
)
FAILED, BAD = 1, 2
ENDED_BY: Final = 128
"""The exit code of a command that a signal has ended, less the number of the signal."""

ENDING: Final = {getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)}
"""The signals that end a command as Ctrl-C does: of who asks, and of a terminal that is closed."""
PATIENCE: Final = 3.0
"""Seconds that a command interrupted by Ctrl-C or SIGTERM has to put its things in order."""


class Nupp(click.Group):
    """The group of all commands. Called as a program, it never shows a traceback unless `--debug` asks."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            context.fail(unknown_name("command", name, COMMANDS))
        return cast(click.Command, importlib.import_module(f"nupp.cli.{name.replace('-', '_')}").command)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_examples(formatter, "Examples", sample_of("play"), sample_of("best"), "nupp COMMAND --help")

    def main(self, args: Sequence[str] | None = None, *unused: Any, **extra: Any) -> NoReturn:
        if "_NUPP_COMPLETE" in os.environ:
            super().main(args, "nupp", **extra)
        sys.exit(self.run(list(sys.argv[1:] if args is None else args)))

    def run(self, args: list[str]) -> int:
        """Carry out a command line and return the exit code; errors have then been printed on stderr."""
        debug = "--debug" in args
        with warnings.catch_warnings():
            if not debug:
                warnings.showwarning = _show_warning
            try:
                with self.make_context("nupp", args) as context:
                    self.invoke(context)
                _flush()
                return 0
            except click.exceptions.Exit as leaving:
                return leaving.exit_code
            except BrokenPipeError:  # the reader of the output has closed it
                _drop_output()
                return 0
            except KeyboardInterrupt as signalled:
                return _report_signal(*signalled.args)
            except click.exceptions.NoArgsIsHelpError as error:  # a group without a command
                error.show()
                return BAD
            except Exception as error:
                if debug:
                    traceback.print_exc()
                _report(_message(error))
                return BAD if isinstance(error, BAD_INPUT) else FAILED


_NO_NUMBER: Final = re.compile(r"(.*) is not (?:a valid (?:integer|float)(?: range)?|in the range .*)\.")
"""The message of click about a number that is none, or out of its bounds."""


def _saying_which_number(error: Exception) -> Exception:
    """An error that says in words which number was expected, if it is that of a faulty number."""
    if not isinstance(error, click.BadParameter) or error.param is None:
        return error
    found = _NO_NUMBER.fullmatch(error.message)
    if found is None:
        return error
    words = f"{found[1]}: expected {_number_in_words(error.param.type)}"
    return click.BadParameter(words, error.ctx, error.param, error.param_hint)


def _number_in_words(kind: Any) -> str:
    """The numbers that a parameter of a type takes."""
    number = "a number" if isinstance(kind, click.types.FloatParamType) else "a whole number"
    if not isinstance(kind, (click.IntRange, click.FloatRange)) or kind.min is None:
        return number
    if kind.max is None:
        return f"{number} {'above' if kind.min_open else 'of at least'} {kind.min}"
    if kind.min_open:
        return f"{number} above {kind.min} and at most {kind.max}"
    return f"{number} from {kind.min} to {kind.max}"


def _message(error: Exception) -> str:
    error = _saying_which_number(error)
    if isinstance(error, click.UsageError) and error.ctx and error.ctx.parent:
        return f"{error.format_message()} (see {error.ctx.command_path} --help)"
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, (*BAD_INPUT, MissingExtraError)):
        return str(error)
    if isinstance(error, MemoryError):
        return f"not enough memory: {str(error).partition(' for an array')[0]}"
    if isinstance(error, OSError):
        return f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}"
    if fault := compile_fault(error, loaded_files()):
        return f"{fault} (--debug shows more)"
    if isinstance(error, RulesError):
        return str(error)
    lines = str(error).strip().splitlines() or ["no reason given"]
    place = _own_place(error) or "--debug shows where"
    return f"failed, {type(error).__name__}: {lines[0]} ({place})"


def _own_place(error: Exception) -> str:
    """The innermost line of a file given by --load in which an error arose; empty if there is none."""
    frame = own_frame(error, loaded_files())
    return f"{frame.filename}, line {frame.lineno}" if frame else ""


def _report(message: str) -> None:
    click.echo(f"nupp: {' '.join(message.split())}", err=True)


def _show_warning(message: Warning | str, *details: Any, **more: Any) -> None:
    _report(f"warning: {message}")


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream:
            stream.flush()


def _drop_output() -> None:
    """Discard what is still buffered, so that Python does not complain about it when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Raise KeyboardInterrupt for a signal; leave anyway if that has not ended the command soon.

    A search obeys it at once, but a compiler that runs in another thread cannot be stopped.
    """
    last = threading.Timer(PATIENCE, _leave_at_once, (number,))
    last.daemon = True
    last.start()
    raise KeyboardInterrupt(number)


def _leave_at_once(number: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\x1b[?25h")  # a live display has hidden the cursor
    code = _report_signal(number)
    end_all()
    os._exit(code)


def _report_signal(number: int = signal.SIGINT) -> int:
    """Print that a signal has ended the command; return the exit code."""
    _report("interrupted" if number == signal.SIGINT else "terminated")
    return ENDED_BY + number


@click.group(
    cls=Nupp,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@load_option
@debug_option
@click.pass_context
def cli(context: click.Context) -> None:
    """The workshop for two-player board games. Without a command it starts the browser app, or the terminal's
    menu where the extra `server` is not installed.
    """
    if context.invoked_subcommand is None:
        from nupp.cli.serve import open_app

        open_app()


def main() -> NoReturn:
    """Run the command line as a program."""
    collect_seldom()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _interrupt)
    cli.main()
