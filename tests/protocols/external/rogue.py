"""A program that begins like an engine for tic-tac-toe by UGI and then does what it should not.

Its first word selects the fault. The next word is the file into which the number of its child is written, if
it has one, or else its own.
"""

import os
import subprocess
import sys
import time


def say(text: str) -> None:
    print(text, flush=True)


def dies() -> None:
    print("the stack overflowed in evaluate()", file=sys.stderr, flush=True)
    sys.exit(7)


def floods() -> None:
    while True:
        say("info string " + "blah " * 200)


def hangs() -> None:
    write_number(os.getpid())
    time.sleep(10_000)


def write_number(number: int) -> None:
    """Put the number of a process where somebody may wait for it, all at once."""
    for path in sys.argv[2:]:
        with open(f"{path}.new", "w") as file:
            file.write(str(number))
        os.rename(f"{path}.new", path)


def begin_child() -> None:
    """One that keeps none of the streams, so that nobody notices it by them."""
    nothing = subprocess.DEVNULL
    sleep = [sys.executable, "-c", "import time; time.sleep(10000)"]
    write_number(subprocess.Popen(sleep, stdin=nothing, stdout=nothing, stderr=nothing).pid)


def leaves_a_child() -> None:
    begin_child()
    say("bestmove z9")
    time.sleep(10_000)


def dies_before_its_child() -> None:
    begin_child()
    sys.exit(3)


def talks_without_end() -> None:
    while True:
        sys.stdout.write("word " * 1000)
        sys.stdout.flush()


ANSWERS = {
    "cheats": lambda: say("bestmove a1"),
    "babbles": lambda: say("bestmove \x1b[2J🂡 xyzzy"),
    "resigns": lambda: say("bestmove"),
    "dies": dies,
    "floods": floods,
    "hangs": hangs,
    "child": leaves_a_child,
    "parent": dies_before_its_child,
    "endless": talks_without_end,
}


def main() -> None:
    mode = sys.argv[1]
    games = 0
    if mode == "mute":
        hangs()
    if mode == "spam":
        floods()
    for line in sys.stdin:
        word = line.split()[0]
        if word == "ugi":
            say("ugiok")
        elif word == "isready":
            say("readyok")
        elif word == "uginewgame":
            games += 1
        elif word == "go" and mode == "slow":
            say("info depth 1 score cp 5 nodes 3 pv c3")
        elif word == "stop" and mode == "slow":
            say("bestmove c3")
        elif word == "go" and mode == "nonsense":
            for text in (
                "info depth x score cp pv",
                "info score mate -x pv q q",
                "info",
                "bestmov a1",
                "\x00\xff",
            ):
                say(text)
            say("info depth 3 score cp 12 nodes 45 time 1 nps 9 pv c3 a1")
            say("bestmove c3")
        elif word == "go" and mode == "several":
            say("info depth 5 multipv 1 score cp 300 nodes 10 pv b2 a1")
            say("info depth 5 multipv 2 score cp -700 nodes 10 pv a1 b2")
            say("bestmove b2")
        elif word == "go":
            ANSWERS[mode]()
        elif word == "quit":
            break


main()
