"""Depth-first proof-number search: is a position won, and who must do what to show it?

A question such as "does the first player win?" makes every position an OR node for the side that wants a yes
and an AND node for the other. The proof number of a position is the least number of open leaves that must
turn out well to prove it, the disproof number likewise; the search always goes where the fewest are missing
(Allis, van der Meulen and van den Herik, 1994). Nagai's df-pn (2002) does so depth first, with thresholds
beyond which a better place lies elsewhere, and keeps the numbers in a transposition table.

Not for games that are drawn by repetition: there a value depends on the way to a position.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import StopFlag, kernel, mix, record_dtype, stop_flag, stop_requested
from nupp.rules import Game, Position
from nupp.rules.basics import Moves, States
from nupp.rules.optional import has_margin
from nupp.search.buckets import Buckets, find, new_buckets, place_for
from nupp.search.recorder import NO_TRACE, Recorder, Trace
from nupp.search.theory import Theory

PROVEN: Final = 1 << 40
"""The proof number of what is disproved, and the disproof number of what is proven."""

ENTRY: Final = record_dtype(
    ("key", np.uint64),
    ("proof", np.int64),
    ("disproof", np.int64),
    ("work", np.int64),
)
"""key: of the position and the question, never 0. proof, disproof: its numbers. work: positions visited below
it, by which the table decides what to forget."""

QUESTION: Final = record_dtype(
    ("nodes", np.int64),
    ("node_limit", np.int64),
    ("salt", np.uint64),
    ("wanted", np.int64),
    ("attacker", np.int8),
    ("stopped", np.int8),
    ("margins", np.int8),
)
"""nodes, node_limit: positions visited, and how many may be. salt: makes the keys of different questions
different. attacker: the side that wants a yes. wanted: the least result, from the attacker's view, that means
yes. stopped: 1 once the limit was met or the stop flag seen. margins: 1 if games end with a margin beside the
outcome, so that positions in which equally much is to be gained need not have the same outcome.
"""

_WORK: Final = -1  # all bits of `work` hold it
_STOP_INTERVAL: Final = 1024


class Proof(NamedTuple):
    """The arrays of a search of at most `plies` plies.

    stack: States (plies + 1). moves: int64 (plies + 1, max_moves). keys: uint64 (plies + 1, max_moves), the
    keys of the positions after the moves. numbers: int64 (plies + 1, max_moves, 2), the proof and disproof
    numbers of these positions. table: ENTRY. question: QUESTION (1). stop: the stop flag. trace: what a
    recorder writes; nothing unless the search is recorded.

    The numbers of all children along the current line are kept beside the table, which may forget any: so
    every visit to a child brings its parent on, and a search ends even if the table keeps nothing.
    """

    stack: States
    moves: Moves
    keys: NDArray[np.uint64]
    numbers: NDArray[np.int64]
    table: Buckets
    question: NDArray[Any]
    stop: StopFlag
    trace: Trace | tuple[()] = NO_TRACE


def new_proof(position: Position, megabytes: int, plies: int) -> Proof:
    """An empty table, and room for lines of `plies` plies from a position."""
    game = position.game
    stack = np.zeros(plies + 1, game.State)
    stack[0] = position.state[0]
    question = np.zeros(1, QUESTION)
    question[0].margins = has_margin(game)
    return Proof(
        stack=stack,
        moves=np.zeros((plies + 1, game.max_moves), np.int64),
        keys=np.zeros((plies + 1, game.max_moves), np.uint64),
        numbers=np.zeros((plies + 1, game.max_moves, 2), np.int64),
        table=new_buckets(ENTRY, megabytes),
        question=question,
        stop=stop_flag(),
    )


def ask(proof: Proof, attacker: int, wanted: int, node_limit: int) -> None:
    """Set the question: can a side (0 or 1) reach at least a result (0 or 1, from its view)?"""
    question = proof.question[0]
    question.nodes, question.stopped, question.node_limit = 0, 0, node_limit
    question.attacker, question.wanted = attacker, wanted
    question.salt = np.uint64(1 + 2 * attacker + wanted)


@kernel
def prove(game: Game, theory: Theory[Any], recorder: Recorder, proof: Proof) -> int:
    """Answer the question about `stack[0]`: 1 for yes, 0 for no, -1 if stopped before it was known."""
    if game.count_moves(proof.stack[0], proof.moves[0]) == 0:
        return 1 if is_reached(game, proof, 0) else 0
    numbers = visit(game, theory, recorder, proof, 0, key_of(game, theory, proof, 0), PROVEN, PROVEN)
    return 1 if numbers[0] == 0 else 0 if numbers[1] == 0 else -1


@kernel
def key_of(game: Game, theory: Theory[Any], proof: Proof, ply: int) -> np.uint64:
    """The key of `stack[ply]` under the present question.

    Where nothing but the outcome counts, positions share one if the side to move can gain the same and asks
    the same.
    """
    # Hashes are often mixed from small numbers, as a salt would be; mixed again they have nothing in common.
    question = proof.question[0]
    if question.margins != 0:
        return mix(mix(game.hash(proof.stack[ply])) ^ question.salt) | np.uint64(1)
    asking = np.uint64(4) if game.to_move(proof.stack[ply]) == question.attacker else np.uint64(8)
    return mix(mix(theory.rest_key(proof.stack[ply])) ^ (asking + np.uint64(question.wanted))) | np.uint64(1)


@kernel
def is_reached(game: Game, proof: Proof, ply: int) -> bool:
    """Return True if the finished game in `stack[ply]` is a yes."""
    outcome = game.outcome(proof.stack[ply])
    return bool((outcome if proof.question[0].attacker == 0 else -outcome) >= proof.question[0].wanted)


@kernel
def visit(
    game: Game,
    theory: Theory[Any],
    recorder: Recorder,
    proof: Proof,
    ply: int,
    key: np.uint64,
    proof_limit: int,
    disproof_limit: int,
) -> tuple[int, int]:
    """Search `stack[ply]`, which is not over, until a number reaches its limit, or the search stops.

    Returns the numbers, and leaves them in the table.
    """
    question = proof.question[0]
    before = question.nodes
    n = list_children(game, theory, proof, ply)
    attacking = game.to_move(proof.stack[ply]) == question.attacker
    recorder.enter_proof(game, proof, ply, (proof_limit, disproof_limit), n)
    while True:
        numbers = survey(proof, ply, n, attacking)
        proof_number, disproof_number, best, second, child_proof, child_disproof = numbers
        if (
            proof_number >= proof_limit
            or disproof_number >= disproof_limit
            or proof_number == 0
            or disproof_number == 0
            or question.stopped != 0
        ):
            break
        # The child may be searched until another is better, or until this position is worth leaving. The
        # other child's number is passed by a quarter, so that the search does not hop to and fro.
        if attacking:
            next_proof = min(proof_limit, second + 1 + second // 4)
            next_disproof = disproof_limit - disproof_number + child_disproof
        else:
            next_proof = proof_limit - proof_number + child_proof
            next_disproof = min(disproof_limit, second + 1 + second // 4)
        proof.stack[ply + 1] = proof.stack[ply]
        game.play(proof.stack[ply + 1], proof.moves[ply, best])
        recorder.play(proof, ply + 1, proof.moves[ply, best])
        key_after = proof.keys[ply, best]
        found = visit(game, theory, recorder, proof, ply + 1, key_after, next_proof, next_disproof)
        if found[0] == 0 or found[1] == 0:
            child_proof, child_disproof = found
        else:  # never less than before, which the table may have forgotten: or it could go on for ever
            child_proof, child_disproof = max(child_proof, found[0]), max(child_disproof, found[1])
        proof.numbers[ply, best, 0], proof.numbers[ply, best, 1] = child_proof, child_disproof
    keep(proof.table, key, proof_number, disproof_number, question.nodes - before)
    recorder.leave_proof(proof, (proof_number, disproof_number), proof.moves[ply, best])
    return proof_number, disproof_number


@kernel
def list_children(game: Game, theory: Theory[Any], proof: Proof, ply: int) -> int:
    """Fill `moves[ply]`, `keys[ply]` and `numbers[ply]`; returns how many children there are.

    Counts the position and those of its children of which the table knows nothing. The search is stopped if
    that is too many, or if there is no room for children of the children.
    """
    question = proof.question[0]
    before = question.nodes // _STOP_INTERVAL
    question.nodes += 1
    n = theory.essential_moves(proof.stack[ply], proof.moves[ply])
    for i in range(n):
        proof.stack[ply + 1] = proof.stack[ply]
        game.play(proof.stack[ply + 1], proof.moves[ply, i])
        key = key_of(game, theory, proof, ply + 1)
        proof.keys[ply, i] = key
        index = find(proof.table, key)
        if index < 0:
            question.nodes += 1
            numbers = first_numbers(game, theory, proof, ply + 1)
            keep(proof.table, key, numbers[0], numbers[1], 0)
        else:
            numbers = int(proof.table[index].proof), int(proof.table[index].disproof)
        proof.numbers[ply, i, 0], proof.numbers[ply, i, 1] = numbers
    if question.nodes // _STOP_INTERVAL > before and stop_requested(proof.stop) != 0:
        question.stopped = 1
    if question.nodes >= question.node_limit or ply + 2 >= len(proof.stack):
        question.stopped = 1
    return n


@kernel
def first_numbers(game: Game, theory: Theory[Any], proof: Proof, ply: int) -> tuple[int, int]:
    """The proof and disproof number of `stack[ply]` before any search."""
    replies = theory.count_essential(proof.stack[ply], proof.moves[ply])
    if replies == 0:
        return (0, PROVEN) if is_reached(game, proof, ply) else (PROVEN, 0)
    if game.to_move(proof.stack[ply]) == proof.question[0].attacker:
        return 1, replies
    return replies, 1


@kernel
def survey(proof: Proof, ply: int, n: int, attacking: bool) -> tuple[int, int, int, int, int, int]:
    """The numbers of `stack[ply]` from those of its `n` children, and which child to search next.

    Returns its proof and disproof number, the index of the best child, the second best child's number (of the
    kind that is minimised), and the best child's own two numbers.
    """
    low, second, total, best, best_total = PROVEN + 1, PROVEN, 0, 0, 0
    for i in range(n):
        numbers = proof.numbers[ply, i]
        least, added = (numbers[0], numbers[1]) if attacking else (numbers[1], numbers[0])
        total = min(PROVEN, total + added)
        if least < low:
            low, second, best, best_total = least, min(second, low), i, added
        elif least < second:
            second = least
    if attacking:
        return low, total, best, second, low, best_total
    return total, low, best, second, best_total, low


@kernel
def keep(table: Buckets, key: np.uint64, proof: int, disproof: int, work: int) -> None:
    """Keep the numbers of a position."""
    entry = table[place_for(table, key, _WORK)]
    if entry.key == key:
        work += entry.work
    entry.key, entry.proof, entry.disproof, entry.work = key, proof, disproof, work
