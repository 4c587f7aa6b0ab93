"""A game in the terminal: people type moves and commands, machines think, the board is shown."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import click

from nupp.cli.files import load_game, save_game, write_text
from nupp.cli.listing import counted
from nupp.cli.options import HUMAN, make_player
from nupp.cli.screen import Screen
from nupp.cli.thinking import (
    compile_ahead,
    get_clock_ready,
    get_ready,
    is_ready,
    stand_in,
    summary,
    think,
    watch,
)
from nupp.formats import TIME_FORFEIT, GameRecord, RecordError, record_of
from nupp.formats.record import OUTCOMES
from nupp.kernel import interpreted
from nupp.players import Budget, Clock, Decision, Player, Pondering, TimeControl, player
from nupp.players.clock import clock_text
from nupp.rules import Game, IllegalMoveError, NotationError, Position, rules_text
from nupp.rules.optional import has_margin
from nupp.rules.registry import loaded_files

HELPFUL: Final = 40
"""The number of legal moves that the help lists."""

FACTS: Final = {
    "damage": "damage",
    "falls": "fighters fallen",
    "left": "fighters left",
    "returned": "struck back with",
    "lost": "own fighters fallen",
}
"""The facts of a move that are shown when it has been played, in words."""

PAUSE: Final = 0.5
"""Seconds between the moves of two machines on a terminal, so that one can follow."""

ADVISER: Final = "strong"
"""The player that gives hints."""


@dataclass(frozen=True)
class Seat:
    """One side of the board: the spec of its player, and the machine, None for a person."""

    spec: str
    machine: Player | None


class Forfeit(NamedTuple):
    """A side that has lost, but not by the rules, and the reason: the termination in a record."""

    side: int
    termination: str


class LeaveError(Exception):
    """A person has left the game."""


def make_seat(spec: str, game: Game, ponder: bool = False) -> Seat:
    """The player at a side of the board, and whether a machine ponders; SpecError for an unknown name."""
    player = make_player(spec, game)
    if player and ponder:
        player = Pondering(player)
    return Seat(player.spec if player else HUMAN, player)


class Session:
    """One game after another between the same two seats, the sides swapped after each."""

    def __init__(
        self,
        position: Position,
        seats: tuple[Seat, Seat],
        budget: Budget,
        undo: bool = True,
        pause: float = 0.0,
        control: TimeControl | None = None,
        screen: Screen | None = None,
    ) -> None:
        self.position = self.start = position
        self.seats = list(seats)
        self.budget, self.may_undo, self.pause = budget, undo, pause
        self.clock = Clock(control)
        self.screen = screen or Screen()
        self.forfeit: Forfeit | None = None
        self._adviser: Player | None = None

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def people(self) -> list[int]:
        """The sides that people play."""
        return [side for side, seat in enumerate(self.seats) if seat.machine is None]

    @property
    def is_over(self) -> bool:
        return self.position.is_over or self.forfeit is not None

    # ---- the course of the game ------------------------------------------------------------------

    def run(self) -> None:
        """Play until the people have had enough, or once if there are none."""
        try:
            self._greet()
            while True:
                self._play()
                if not self.people:
                    self._report_end()
                    return
                self._linger()
        except (LeaveError, EOFError):
            self._report_end()
            self._farewell()
        except KeyboardInterrupt:
            self.screen.say()
            self._farewell()
            raise
        finally:
            self._stop_pondering()

    def _greet(self) -> None:
        first, second = (f"{self.game.sides[side]} is {self._who(side)}" for side in (0, 1))
        self.screen.stress(f"{self.game.spec}: {first}, {second}.")
        if self.people:
            self.screen.say(f"Type {self.game.notation.words}; ? for help.")
        if self._never_waits:
            for seat in self.seats:
                if seat.machine is not None:
                    compile_ahead(seat.machine)
        elif self.clock.control:
            get_clock_ready(self.game)
        self._show()

    @property
    def _never_waits(self) -> bool:
        """True if a person plays on a terminal, who shall not wait for the compiler."""
        return bool(self.people) and self.screen.terminal

    def _who(self, side: int) -> str:
        if self.seats[side].machine is not None:
            return self.seats[side].spec
        return "you" if len(self.people) == 1 else "a person"

    def _play(self) -> None:
        while not self.is_over:
            side = self.position.to_move
            machine = self.seats[side].machine
            if machine is None:
                self._let_type(side)
            else:
                self._let_think(side, machine)
        self._stop_pondering()
        self.screen.stress(self._result())

    def _linger(self) -> None:
        """After the end: obey commands until the game goes on or a new one begins."""
        question = "Again with sides swapped? y, n or a command" if self.screen.terminal else "over"
        while self.is_over:
            answer = self.screen.ask(f"{question}> ")
            if answer.lower() in ("n", "no"):
                raise LeaveError
            if answer.lower() in ("y", "yes"):
                self._report_end()
                self.seats.reverse()
                self._begin(self.start)
                self._greet()
                return
            self.obey(answer)

    def _report_end(self) -> None:
        """Report the end of a game to the machines, if it is over by the rules and for good."""
        if self.position.is_over:
            for side, seat in enumerate(self.seats):
                if seat.machine is not None:
                    seat.machine.game_over(self.position, side)

    def _let_type(self, side: int) -> None:
        """Let a person move or give a command, unless it comes too late."""
        self.clock.start(side)
        name = self.game.sides[side]
        prompt = f"{name} {clock_text(self.clock.left(side))}" if self.clock.control else name
        line = self.screen.ask(f"{prompt}> ")
        if self.clock.fallen(side):
            self._lose(side, TIME_FORFEIT)
        else:
            self.obey(line)

    def _let_think(self, side: int, machine: Player) -> None:
        """Let a machine move. If it fails, the people take over its side; without people the game fails."""
        try:
            decision, budget = self._choose(side, machine)
            if self.clock.fallen(side):
                self._lose(side, TIME_FORFEIT)
                return
            with interpreted():
                after = self.position.play(decision.code)
        except Exception as error:
            reason = f"{machine.spec} cannot move, {type(error).__name__}: {error}"
            if not self.people:
                moves = " ".join(self.position.moves)
                raise click.ClickException(f"{reason}; the moves were {moves}") from error
            self.screen.warn(f"{reason}. Its side is yours now: move for it, or save the game.")
            self._stop_pondering()
            self.seats[side] = Seat("human", None)
            return
        self.screen.say(f"{self.game.sides[side]} plays {summary(decision)}")
        self._advance(after)
        if budget and isinstance(machine, Pondering) and not after.is_over and after.to_move != side:
            machine.ponder(after, budget)
        if not self.people and not self.is_over:
            time.sleep(self.pause)

    def _choose(self, side: int, machine: Player) -> tuple[Decision, Budget | None]:
        """The decision of an engine and its budget; no budget if its stand-in decided."""
        budget: Budget | None = None
        if self._never_waits and not is_ready(machine):
            self.clock.start(side)
            decision = stand_in(machine, self.position, self.clock.quick(side, self.budget))
        else:
            get_ready(machine)
            budget = self.clock.budget(self.position, self.budget)
            self.clock.start(side)
            decision = watch(machine, self.position, budget)
        self.clock.stop()
        return decision, budget

    def _advance(self, after: Position) -> None:
        """Go on to the position after a move, and show what a board does not show of what the move did."""
        with interpreted():
            facts = dict(self.game.view.move_facts(self.position.state[0], after.last_move_code))
        shown = [f"{word} {facts[key]}" for key, word in FACTS.items() if facts.get(key, "0") != "0"]
        if shown:
            self.screen.say(f"{after.last_move}: {', '.join(shown)}")
        self._set(after)
        self._show()

    def _set(self, position: Position) -> None:
        self.position, self.forfeit = position, None

    def _begin(self, position: Position) -> None:
        """Go on from a position that was not reached by a move here, with all of the time."""
        self._stop_pondering()
        self.clock = Clock(self.clock.control)
        self._set(position)

    def _lose(self, side: int, termination: str) -> None:
        self._stop_pondering()
        self.clock.pause()
        self.forfeit = Forfeit(side, termination)

    def _stop_pondering(self) -> None:
        for seat in self.seats:
            if isinstance(seat.machine, Pondering):
                seat.machine.stop()

    def _show(self) -> None:
        """The board, and whose turn it is."""
        self.screen.board(self.position)
        parts = [_count(self.position)] if _count(self.position) else []
        if not self.position.is_over:
            side = self.position.to_move
            mover = f"{self.game.sides[side]} ({self._who(side)})"
            parts.insert(0, f"move {self.position.ply + 1}: {mover} to move")
        if self.clock.control:
            times = (f"{self.game.sides[side]} {clock_text(self.clock.left(side))}" for side in (0, 1))
            parts.append(f"time left: {', '.join(times)}")
        if parts:
            self.screen.say("; ".join(parts))

    def _result(self) -> str:
        if self.forfeit is not None:
            loser = self.forfeit.side
            how = "has used up its time" if self.forfeit.termination == TIME_FORFEIT else "resigns"
            text = f"{self.game.sides[loser]} {how}: {self.game.sides[1 - loser]} wins"
        else:
            text = f"{self.position.result}: {self.position.ending.words}"
            loser = {1: 1, -1: 0, 0: -1}[self.position.outcome]
        word = ""
        if len(self.people) == 1 and loser >= 0:
            word = " You lose." if loser in self.people else " You win."
        return f"Game over: {text}.{word}"

    def _farewell(self) -> None:
        if self.position.ply and not self.is_over:
            record = self.record()
            start = f' --position "{record.start}"' if record.start else ""
            players = f"--first {record.players[0]} --second {record.players[1]}"
            moves = " ".join(record.moves)
            load = "".join(f"--load {shlex.quote(file)} " for file in loaded_files())
            limits = "" if len(self.people) == 2 else _limits(self.budget)
            again = f'nupp {load}play {self.game.spec} {players}{limits}{start} --moves "{moves}"'
            self.screen.say(f"To resume later: {again}")
        self.screen.say("Goodbye.")

    # ---- what people type ------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Carry out a command or play a move; faults in it are explained."""
        word, _, rest = line.partition(" ")
        try:
            if word.lower() in COMMANDS:
                COMMANDS[word.lower()].run(self, rest.strip())
            elif word:
                self._move(line)
        except (click.UsageError, RecordError, NotationError, IllegalMoveError) as error:
            text = error.format_message() if isinstance(error, click.UsageError) else str(error)
            self.screen.warn(f"{text}. ? shows the moves and commands.")

    def _move(self, text: str) -> None:
        if self.forfeit is not None:
            raise IllegalMoveError(f"{text!r} cannot be played: the game ended by {self.forfeit.termination}")
        with interpreted():
            after = self.position.play(text)
        self.clock.stop()
        self._advance(after)

    def record(self) -> GameRecord:
        """The game so far."""
        players = (self.seats[0].spec, self.seats[1].spec)
        control = self.clock.control
        details = {"clock": str(control)} if control else {}
        if self.forfeit is not None:
            winner = OUTCOMES[1 if self.forfeit.side == 1 else -1]
            details |= {"outcome": winner, "termination": self.forfeit.termination}
        with interpreted():
            return record_of(self.position, players, **details)

    def help(self, rest: str) -> None:
        if not self.is_over:
            self._list_moves("", HELPFUL)
        self.screen.say("Commands:")
        width = max(len(command.usage) for command in COMMANDS.values())
        for command in dict.fromkeys(COMMANDS.values()):
            self.screen.say(f"  {command.usage:<{width}}  {command.explanation}")

    def moves(self, rest: str) -> None:
        self._list_moves(rest.strip().lower())

    def _list_moves(self, part: str, most: int | None = None) -> None:
        """Print the legal moves whose texts hold `part`, `most` at most."""
        with interpreted():
            legal = self.position.legal_moves if self.forfeit is None else ()
        moves = [move for move in legal if part in move.lower()]
        of = f" with {part}" if part else ""
        self.screen.say(f"{counted(len(moves), 'legal move')}{of}:")
        self.screen.columns(moves[:most])
        if most is not None and len(moves) > most:
            self.screen.say("  ... (moves lists them all, moves a1 those with a1)")

    def history(self, rest: str) -> None:
        self.screen.say(" ".join(self.position.moves) or "no move was played yet")

    def rules(self, rest: str) -> None:
        self.screen.say(rules_text(self.position.game).replace("**", ""))

    def board(self, rest: str) -> None:
        self._show()

    def text(self, rest: str) -> None:
        self.screen.say(str(self.position))

    def undo(self, rest: str) -> None:
        if not self.may_undo:
            raise click.UsageError("moves cannot be taken back in this game")
        if self.forfeit is not None and self.forfeit.termination == TIME_FORFEIT:
            raise click.UsageError("time cannot be taken back")
        earlier = self.position if self.forfeit is not None else self.position.previous
        while earlier is not None and earlier.to_move not in self.people:
            earlier = earlier.previous
        if earlier is None:
            raise click.UsageError("you have no move to take back")
        self._stop_pondering()
        self.clock.pause()
        self._set(earlier)
        self._show()

    def hint(self, rest: str) -> None:
        if self.is_over:
            raise click.UsageError("there is no hint: the game is over")
        self._adviser = self._adviser or player(ADVISER, self.game)
        decision = think(self._adviser, self.position, self.budget)
        self.screen.say(f"{ADVISER} would play {summary(decision)}")

    def resign(self, rest: str) -> None:
        if self.is_over:
            raise click.UsageError("there is nothing to resign: the game is over")
        self._lose(self.position.to_move, "resignation")

    def save(self, rest: str) -> None:
        save_game(_file_name("save", rest), self.record())
        self.screen.say(f"saved in {rest}")

    def load(self, rest: str) -> None:
        position, _ = load_game(_file_name("load", rest), rules=self.game)
        found, expected = position.game.spec, self.game.spec
        if found != expected:
            raise click.UsageError(f"{rest!r} holds a game of {found}: expected one of {expected}")
        self._begin(position)
        self._show()

    def svg(self, rest: str) -> None:
        with interpreted():
            write_text(_file_name("svg", rest), self.position.svg())
        self.screen.say(f"drawn in {rest}")

    def quit(self, rest: str) -> None:
        raise LeaveError


class _Command(NamedTuple):
    run: Callable[[Session, str], None]
    usage: str
    explanation: str


_HELP = _Command(Session.help, "? or help", "this list")
_QUIT = _Command(Session.quit, "quit", "leave (so does Ctrl-D)")

COMMANDS: Final = {
    "?": _HELP,
    "help": _HELP,
    "moves": _Command(
        Session.moves, "moves [PART]", "the legal moves, or those that hold PART, such as a cell"
    ),
    "undo": _Command(Session.undo, "undo", "take back your last move"),
    "hint": _Command(Session.hint, "hint", "what the strong player would play"),
    "rules": _Command(Session.rules, "rules", "the rules of the game"),
    "board": _Command(Session.board, "board", "show the board again"),
    "position": _Command(Session.text, "position", "the position as text"),
    "history": _Command(Session.history, "history", "the moves played so far"),
    "svg": _Command(Session.svg, "svg FILE", "draw the board to a file"),
    "save": _Command(Session.save, "save FILE", "save the game; nupp play --game FILE goes on with it"),
    "load": _Command(Session.load, "load FILE", "resume a saved game"),
    "resign": _Command(Session.resign, "resign", "give up"),
    "quit": _QUIT,
    "exit": _QUIT,
}


def _file_name(command: str, rest: str) -> str:
    if not rest:
        raise click.UsageError(f"{command} without a file: expected {command} FILE")
    return rest


def _count(position: Position) -> str:
    """The pieces or boxes of each side, in games that are won by having more of them."""
    if not has_margin(position.game):
        return ""
    drawing, sides = position.drawing, position.game.sides
    shape = "box" if drawing.board.areas else "disc"
    counts = [sum(piece.side == side and piece.shape == shape for piece in drawing.pieces) for side in (0, 1)]
    return f"{sides[0]} {counts[0]}, {sides[1]} {counts[1]}" if any(counts) else ""


def _limits(budget: Budget) -> str:
    """The options of a command that stand for a budget."""
    seconds = "" if budget.seconds is None else f" --time {budget.seconds:g}s"
    nodes = "" if budget.nodes is None else f" --nodes {budget.nodes}"
    return seconds + nodes + ("" if budget.depth is None else f" --depth {budget.depth}")
