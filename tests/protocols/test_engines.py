"""nupp as an engine, asked by independent programs through pipes."""

from __future__ import annotations

import random
import re
import time

import pytest

from nupp.conformance.amounts import amount
from nupp.rules import GAMES, Position, game
from plain import plain_rules
from protocols.clients import EXTENT, Client, Program, play_gomocup, play_ugi

__all__ = ["plain_rules"]  # of the referee here, as the engines run without compiled code, too

pytestmark = pytest.mark.slow


def at_random(seed: int) -> random.Random:
    return random.Random(seed)


# ---- UGI -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", GAMES.names())
def test_a_game_of_every_kind_by_ugi(spec: str) -> None:
    """All moves are legal, queries are answered rightly, and the last one gives the result."""
    rng = at_random(1)
    with Client(spec, "ugi", "greedy") as client:
        client.say("ugi", "isready")
        client.hear(lambda line: line == "ugiok")
        client.hear(lambda line: line == "readyok")
        end = play_ugi(client, spec, "go nodes 300", lambda one: rng.choice(one.legal_moves), amount(10, 40))
        client.say("position startpos moves " + " ".join(end.moves), "query gameover", "query result")
        over, result = (client.hear_word("response").split()[1] for _ in range(2))
        assert over == str(end.is_over).lower()
        assert result == (["draw", "p1win", "p2win"][end.outcome] if end.is_over else "none")
        client.say("query end")
        why = client.hear_word("response").removeprefix("response ")
        assert why.startswith(end.ending.words if end.is_over else "none")
        client.leave("quit")


def test_what_ugi_tells_of_a_search() -> None:
    with Client("othello", "ugi") as client:
        client.say("ugi")
        client.hear(lambda line: line == "ugiok")
        options = [line.split()[2] for line in client.seen if line.startswith("option name")]
        assert options[:4] == ["player", "threads", "memory", "evaluator"]
        client.say("isready", "position startpos moves f5 d6", "go depth 5")
        best = client.hear_word("bestmove").split()
        assert len(best) == 2
        depths = []
        for line in (line for line in client.seen if line.startswith("info depth")):
            found = re.fullmatch(
                r"info depth (\d+) score cp -?\d+ time \d+ nodes \d+ nps \d+ pv ((?: ?[a-h][1-8])+)",
                line,
            )
            assert found, line
            depths.append(int(found[1]))
            game("othello").start_position().play_all(["f5", "d6", *found[2].split()])
        assert depths == sorted(depths)
        assert depths[-1] == 5
        client.leave("quit")


def test_ugi_stops_ponders_and_keeps_its_answer_back() -> None:
    with Client("othello", "ugi") as client:
        client.say("isready", "go infinite", "isready")
        for _ in range(2):
            client.hear(lambda line: line == "readyok")
        client.hear_word("info")
        client.say("stop")
        client.hear_word("bestmove")
        known = len(client.seen)
        client.say("setoption name ponder value true", "position startpos moves f5", "go ponder movetime 50")
        client.hear(
            lambda line: (found := re.search(r" time (\d+)", line)) is not None and int(found[1]) > 100
        )
        client.say("isready")
        client.hear(lambda line: line == "readyok")
        assert not any(line.startswith("bestmove") for line in client.seen[known:])
        client.say("ponderhit")
        assert client.hear_word("bestmove").split()[2] == "ponder"
        # One that looks a ply ahead ends at once, and its answer waits for the end of `infinite`.
        client.say("setoption name player value minimax:depth=1", "go infinite", "isready")
        client.hear(lambda line: line == "readyok")
        client.say("stop")
        client.hear_word("bestmove")
        client.leave("quit")


def test_ugi_heeds_clocks() -> None:
    """Of a minute some part, of a tenth of a second less, and of no time at all next to nothing."""
    with Client("connectfour", "ugi") as client:
        client.say("isready")
        client.hear(lambda line: line == "readyok")
        for clock in ("p1time 2000 p2time 1 p1inc 0 p2inc 0", "p1time 100 p2time 100", "p1time -5 p2time 9"):
            began = time.monotonic()
            client.say("position startpos", f"go {clock}")
            client.hear_word("bestmove")
            assert time.monotonic() - began < 10  # seconds, on a machine ten times slower
        client.leave("quit")


def test_ugi_is_reset_by_a_bad_position() -> None:
    """Nothing is played in a position that was not understood."""
    with Program("tictactoe", "ugi", "random") as client:
        client.say("position startpos moves b2 z9", "go depth 1")
        assert client.hear_word("bestmove") == "bestmove 0000"
        assert "'z9'" in " ".join(client.seen)
        client.say("position fen x2/1o1/3 x moves a1", "query p1turn", "go depth 1")
        assert client.hear_word("response") == "response false"
        assert client.hear_word("bestmove") != "bestmove 0000"
        client.say("position startpos moves a1 b1 a2 b2 a3", "go depth 1")
        assert client.hear_word("bestmove") == "bestmove 0000"
        client.leave("quit")


def test_hexxagon_in_the_notation_of_ataxx() -> None:
    with Client("hexxagon", "ugi", "random") as client:
        client.say("setoption name notation value uai", "position startpos")
        seen = set()
        for _ in range(40):
            client.say("go depth 1")
            seen.add(client.hear_word("bestmove").split()[1])
        assert any(re.fullmatch("[a-i][1-9][a-i][1-9]", move) for move in seen)
        jump = next(move for move in seen if len(move) == 4)
        client.say(f"position startpos moves {jump}", "query p1turn")
        assert client.hear_word("response") == "response false"
        client.leave("quit")


@pytest.mark.parametrize("protocol", ["ugi", "nboard", "hub", "gomocup"])
def test_the_end_of_its_input_ends_an_engine(protocol: str) -> None:
    spec = {"ugi": "othello", "nboard": "othello", "hub": "draughts", "gomocup": "mnk"}[protocol]
    endless = {
        "ugi": ("go infinite",),
        "nboard": ("go",),
        "hub": ("level infinite", "go analyze"),
        "gomocup": ("INFO timeout_turn 1000000", "START 15", "BEGIN"),
    }[protocol]
    with Program(spec, protocol, "minimax:depth=20") as client:
        client.say(*endless)
        client.input.close()
        assert client.process.wait(timeout=300) == 0


# ---- NBoard --------------------------------------------------------------------------------------

BOARD = "BO[8 ---------------------------O*------*O--------------------------- *]"


def ggf(position: Position) -> str:
    """A game as NBoard hands it over."""
    moves, at = "", position
    while at.previous is not None:
        at, move = at.previous, at.last_move or ""
        moves = f"{'BW'[at.to_move]}[{'PA' if move == 'pass' else move.upper()}//0.5]{moves}"
    return (
        f"(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b\\]]RE[?]TI[15:00]TY[8]{BOARD}{moves};)"
    )


def test_a_game_by_nboard() -> None:
    """Half the positions are handed over whole and half by the move, passes among them."""
    rng, position = at_random(4), game("othello").start_position()
    while position.ply < 30:
        position = position.play(rng.choice(position.legal_moves))
    with Client("othello", "nboard") as client:
        client.say("nboard 2", "set depth 1", f"set game {ggf(position)}")
        client.hear(lambda line: line.startswith("set myname nupp"))
        ping = 0
        while not position.is_over:
            ping += 1
            client.say(f"ping {ping}")
            assert client.hear_word("pong") == f"pong {ping}"
            client.say("go")
            answer = client.hear_word("===").split()[1].split("/")
            assert len(answer) == 3
            float(answer[1])
            float(answer[2])
            assert re.fullmatch("[A-H][1-8]|PA", answer[0])
            mine = answer[0].lower().replace("pa", "pass")
            assert mine in position.legal_moves
            move = mine if position.to_move == 0 else rng.choice(position.legal_moves)
            position = position.play(move)
            if ping % 2:
                client.say(f"move {'PA' if move == 'pass' else move.upper()}/1.20/0.35")
            else:
                client.say(f"set game {ggf(position)}")
        client.say("learn", "ping 999", "go", "ping 1000")
        client.hear_word("learned")
        client.hear(lambda line: line == "pong 1000")
        assert any("the game is over" in line for line in client.seen)
        client.leave("quit")


def test_hints_and_analysis_by_nboard() -> None:
    position = game("othello").start_position().play_all(["f5", "d6", "c3"])
    with Client("othello", "nboard") as client:
        client.say("nboard 2", "set depth 3", f"set game {ggf(position)}", "hint 3")
        client.hear(lambda line: line == "status")
        hints = [line.split() for line in client.seen if line.startswith("search")]
        for words in hints:
            position.play_all(re.findall("..", words[1].lower()))
            float(words[2])
            assert words[3] == "0"
        assert len({words[1][:2] for words in hints[-3:]}) == 3
        client.say("analyze")
        client.hear(lambda line: line == "status")
        analyses = [line.split() for line in client.seen if line.startswith("analysis")]
        assert [int(words[1]) for words in analyses] == [3, 2, 1, 0]
        client.leave("quit")


def test_ping_ends_what_nboard_thinks_about() -> None:
    with Client("othello", "nboard") as client:
        client.say("nboard 2", "set depth 60", f"set game {ggf(game('othello').start_position())}", "ping 1")
        client.hear(lambda line: line == "pong 1")
        client.say("hint 2", "ping 2", "go", "ping 3")
        client.hear(lambda line: line == "pong 3")
        texts = [line.split()[0] for line in client.seen]
        assert texts.index("===") < len(texts) - 1
        client.leave("quit")


# ---- Gomocup -------------------------------------------------------------------------------------


def test_a_game_by_the_protocol_of_gomocup() -> None:
    rng = at_random(5)
    free = [(x, y) for x in range(EXTENT) for y in range(EXTENT)]

    def reply(taken: set[tuple[int, int]]) -> tuple[int, int]:
        return rng.choice([cell for cell in free if cell not in taken])

    with Client("mnk", "gomocup", "greedy") as client:
        client.say(
            "START 15", "INFO timeout_turn 600000", "INFO timeout_match 0", "INFO game_type 1", "INFO rule 0"
        )
        client.hear(lambda line: line.startswith("OK"))
        end = play_gomocup(client, reply)
        assert end.outcome == 1  # nobody loses to chance
        client.say("RESTART", "BEGIN")
        client.hear(lambda line: line.startswith("OK"))
        client.hear(lambda line: line[:1].isdigit())
        client.say("ABOUT")
        assert re.match(r'name="[^"]+", version="[^"]+"', client.hear(lambda line: line.startswith("name=")))
        client.leave("END")


def test_boards_of_gomocup() -> None:
    """A board in any order; who has four in a row completes the five, wherever y is counted from."""
    with Client("mnk", "gomocup", "greedy") as client:
        client.say("START 20", "INFO timeout_turn 600000")
        client.hear(lambda line: line.startswith("OK"))
        rows = [f"{x},3,1" for x in (5, 6, 7, 8)] + ["4,3,2", "0,19,2", "5,18,2", "10,10,2"]
        client.say("BOARD", *rows, "DONE")
        assert client.hear(lambda line: line[:1].isdigit()) == "9,3"
        client.say("TAKEBACK 9,3", "TAKEBACK 10,10", "TAKEBACK 10,10")
        assert [client.hear(lambda line: line[:2] in ("OK", "ER"))[:5] for _ in range(3)] == [
            "OK",
            "OK",
            "ERROR",
        ]
        client.say("RESTART", "BOARD", "9,9,2", "8,8,2", "DONE")
        client.hear(lambda line: line == "OK")
        assert "as many" in client.hear_word("ERROR")
        client.say("RECTSTART 30,20", "BEGIN")
        client.hear(lambda line: line == "OK")
        x, y = map(int, client.hear(lambda line: line[:1].isdigit()).split(","))
        assert x < 30
        assert y < 20
        client.leave("END")


def test_what_gomocup_cannot_play() -> None:
    with Client("mnk", "gomocup", "random") as client:
        client.say(
            "TURN 1,1", "START 4", "START 15", "TURN 15,1", "INFO rule 4", "START 15", "SWAP2BOARD", ""
        )
        for word in ("ERROR", "ERROR", "OK", "ERROR", "ERROR", "UNKNOWN"):
            client.hear_word(word)
        client.leave("END")


# ---- Hub -----------------------------------------------------------------------------------------

START_10 = "W" + 20 * "b" + 10 * "e" + 20 * "w"


def hub_moves(position: Position) -> dict[str, str]:
    """The legal moves as Hub writes them, by what a referee that knows the captured cells makes of them."""
    pieces, found = position.game.pieces, {}  # type: ignore[attr-defined]
    for code in position.legal_move_codes:
        ends = [pieces.cell(at) + 1 for at in (pieces.origin(code), pieces.target(code))]
        taken, board = [], int(pieces.taken(code))
        while board:
            taken.append(pieces.cell(board & -board) + 1)
            board &= board - 1
        sign = "x" if taken else "-"
        found[f"{ends[0]}{sign}{ends[1]}" + "".join(f"x{cell}" for cell in taken)] = position.format_move(
            code
        )
    return found


@pytest.mark.parametrize("variant", ["international", "brazilian", "english"])
def test_a_game_by_hub(variant: str) -> None:
    rng, position = at_random(6), game(f"draughts:variant={variant}").start_position()
    start = (
        START_10
        if variant == "international"
        else ("B" if variant == "english" else "W") + (12 * "b" + 8 * "e" + 12 * "w")
    )
    played: list[str] = []
    with Client("draughts", "hub") as client:
        client.say("hub")
        client.hear(lambda line: line == "wait")
        assert any(
            line.startswith("param name=variant value=brazilian type=enum values=") for line in client.seen
        )
        name = "normal" if variant == "international" else variant
        client.say(f"set-param name=variant value={name}", "init")
        client.hear(lambda line: line == "ready")
        client.say("new-game")
        while not position.is_over and len(played) < 120:
            moves = hub_moves(position)
            if position.to_move == 0:
                moves_field = f' moves="{" ".join(played)}"' if played else ""
                client.say("ping", f"pos pos={start}{moves_field}", "level nodes=60", "go think")
                client.hear(lambda line: line == "pong")
                done = client.hear_word("done")
                move = re.match(r"done move=(\S+)", done)[1]  # type: ignore[index]
                assert move in moves
            else:
                move = rng.choice(list(moves))
            if move.count("x") > 2:  # the captured cells may come in any order
                origin, target, *taken = move.split("x")
                played.append("x".join([origin, target, *reversed(taken)]))
            else:
                played.append(move)
            position = position.play(moves[move])
        info = next(line for line in reversed(client.seen) if line.startswith("info"))
        assert re.match(
            r'info depth=\d+ score=-?\d+\.\d\d nodes=\d+ time=\d+\.\d+ nps=\d+\.\d+ pv="?\d', info
        )
        client.leave("quit")


def test_hub_stops_ponders_and_answers_pings_meanwhile() -> None:
    with Client("draughts:variant=international", "hub") as client:
        client.say("hub", "init", f"pos pos={START_10}", "level infinite", "go analyze", "ping")
        client.hear(lambda line: line == "pong")
        client.hear_word("info")
        client.say("stop")
        client.hear_word("done")
        client.say("level time=60 inc=0.1", "go ponder", "ping")
        client.hear(lambda line: line == "pong")
        client.say("level move-time=0.05", "ponder-hit")
        client.hear_word("done")
        client.leave("quit")


def test_hub_plays_on_kings_and_wins() -> None:
    """A king takes a man: the score of a certain win is 100 men less a hundredth for each ply."""
    board = ["e"] * 50
    board[27], board[22] = "W", "b"
    with Client("draughts:variant=international", "hub") as client:
        client.say("hub", "init", f"pos pos=W{''.join(board)}", "level depth=3", "go think")
        assert re.match(r"done move=28x\d+x23", client.hear_word("done"))
        assert any("score=99.99" in line for line in client.seen)
        client.say("pos pos=W", "go think")
        client.hear_word("error")
        client.leave("quit")
