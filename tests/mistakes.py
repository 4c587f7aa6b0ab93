"""The mistakes that `mutations.py` makes in the package, and the tests that should notice each."""

from __future__ import annotations

from typing import Final, NamedTuple

CONFORMANCE: Final = "src/nupp/conformance"


class Mutation(NamedTuple):
    """A mistake in one place.

    name: what is wrong, in plain words. file: within the package. before: a text that stands in it exactly
    once. after: what takes its place. tests: arguments of pytest, a run for each text, tried in turn until
    one notices. old: those of suites in which the paths of `tests` do not exist.
    """

    name: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]
    old: tuple[str, ...] = ()


MUTATIONS: Final = (
    # ---- games -----------------------------------------------------------------------------------
    Mutation(
        "reversi: discs below along one diagonal are not turned",
        "games/reversi/rules.py",
        "self.closed_up(disc, own, inner, size - 1) | self.closed_down(disc, own, inner, size - 1)",
        "self.closed_up(disc, own, inner, size - 1)",
        ("tests/games/reversi/test_rules.py", f"{CONFORMANCE} --game othello"),
    ),
    Mutation(
        "othello: a blocked side does not pass",
        "games/reversi/rules.py",
        "            if self.passes and self.placements(state.enemy, state.own) != ZERO:",
        "            if self.passes and self.placements(state.own, state.enemy) != ZERO:",
        ("tests/games/reversi/test_rules.py", f"{CONFORMANCE} --game othello"),
    ),
    Mutation(
        "reversi: the winner's margin without the empty cells if white wins",
        "games/reversi/rules.py",
        "else 2 * black - self.cells",
        "else black - white",
        ("tests/games/reversi/test_rules.py", "tests/reference/test_reference.py"),
    ),
    Mutation(
        "reversi: the sign of the margin is flipped if white wins",
        "games/reversi/rules.py",
        "else 2 * black - self.cells",
        "else self.cells - 2 * black",
        ("tests/games/reversi/test_rules.py", "tests/reference/test_reference.py"),
    ),
    Mutation(
        "large reversi: the pass is forgotten",
        "games/reversi/rules.py",
        "if n == 0 and self.passes and self.mobility(state, 1 - side) > 0:",
        "if n == 0 and self.passes and self.mobility(state, side) > 0:",
        ("tests/games/reversi/test_rules.py", f"{CONFORMANCE} --game othello:size=10"),
    ),
    Mutation(
        "hexxagon: pieces around the origin of a jump change sides",
        "games/hexxagon/rules.py",
        "turned = self.adjacent[target] & enemy",
        "turned = self.adjacent[origin] & enemy",
        (f"{CONFORMANCE} --game hexxagon", "tests/games/hexxagon/test_rules.py"),
    ),
    Mutation(
        "hexxagon: a clone does not reset the count of quiet moves",
        "games/hexxagon/rules.py",
        "state.quiet = 0 if origin == target else int(state.quiet) + 1",
        "state.quiet = int(state.quiet) + 1",
        ("tests/games/hexxagon/test_rules.py", f"{CONFORMANCE} --game hexxagon"),
    ),
    Mutation(
        "hexxagon: a random move is never the last jump",
        "games/hexxagon/rules.py",
        "index = below(rng, clones + jumps)",
        "index = below(rng, clones + max(1, jumps - 1))",
        (f"{CONFORMANCE} --game hexxagon",),
    ),
    Mutation(
        "first tier: the other side is to move",
        "search/erased.py",
        "return np.int64(game.to_move(here))",
        "return np.int64(1 - game.to_move(here))",
        ("tests/search/test_erased.py",),
    ),
    Mutation(
        "first tier: all moves are candidates",
        "search/erased.py",
        "self.selects = kind.candidates is not Game.candidates",
        "self.selects = False",
        ("tests/search/test_erased.py",),
    ),
    Mutation(
        "first tier: a state lacks its last word",
        "search/nodes.py",
        "states[:1].view(np.uint8)[: len(state)] = state",
        "states[:1].view(np.uint8)[: len(state) - 8] = state[:-8]",
        ("tests/search/test_erased.py",),
    ),
    Mutation(
        "first tier: a search begins its random numbers anew",
        "players/uct.py",
        "other._trees = [for_states(tree, other.searched) for tree in self._trees]",
        "other._trees = self.options.trees(self.game, other.searched, self._stop)",
        ("tests/search/test_erased.py",),
    ),
    Mutation(
        "draughts: kings capture only what is next to them",
        "games/draughts/pieces.py",
        "before |= self.step(self.slide(prey, view.empty, 3 - d), 3 - d)",
        "before |= self.step(prey, 3 - d)",
        ("tests/games/draughts/test_pieces.py",),
    ),
    Mutation(
        "draughts: of captures the first found counts as the longest",
        "games/draughts/pieces.py",
        "            if more > 0:\n                n = 0\n",
        "            if more > 0:\n                return n\n",
        ("tests/games/draughts/test_rules.py",),
    ),
    Mutation(
        "draughts: a capture by a king counts as a quiet move",
        "games/draughts/rules.py",
        "state.quiet = int(state.quiet) + 1 if is_king and taken == ZERO else 0",
        "state.quiet = int(state.quiet) + 1 if is_king else 0",
        ("tests/games/draughts/test_ends.py", "tests/reference/test_draughts.py"),
    ),
    Mutation(
        "draughts: the hash leaves out the moves in the present ending",
        "games/draughts/rules.py",
        "counts = np.uint64(state.quiet) << np.uint64(8) | np.uint64(state.ending)",
        "counts = np.uint64(state.quiet) << np.uint64(8)",
        ("tests/games/draughts/test_ends.py", f"{CONFORMANCE} --game draughts:variant=international"),
    ),
    Mutation(
        "draughts: the symmetry that turns the board does not exchange the sides",
        "games/draughts/rules.py",
        "image[0].white, image[0].black, image[0].kings = black, white, kings",
        "image[0].white, image[0].black, image[0].kings = white, black, kings",
        (f"{CONFORMANCE} --game draughts",),
    ),
    Mutation(
        "morris: the repetition key leaves out the men in hand",
        "games/morris/rules.py",
        "state.own | state.enemy << np.uint64(24) | hands << np.uint64(48) | turn << np.uint64(56)",
        "state.own | state.enemy << np.uint64(24) | turn << np.uint64(56)",
        (f"{CONFORMANCE} --game morris", "tests/games/morris/test_rules.py"),
    ),
    Mutation(
        "morris: a mill does not reset the count of quiet moves",
        "games/morris/rules.py",
        "state.quiet = 0 if closed or own_hand + enemy_hand > 0",
        "state.quiet = 0 if own_hand + enemy_hand > 0",
        ("tests/games/morris/test_rules.py", "tests/reference/test_morris.py"),
    ),
    Mutation(
        "dots and boxes: who has closed a box may pass",
        "games/dotsandboxes/rules.py",
        "return self.passing and state.last != CLOSED",
        "return self.passing",
        ("tests/games/dotsandboxes/test_rules.py", "tests/reference/test_dots_and_boxes.py"),
    ),
    Mutation(
        "five in a row: a longer line wins where exactly five are wanted",
        "games/mnk/rules.py",
        "if length == self.k or (length > self.k and not self.exact):",
        "if length >= self.k:",
        ("tests/games/mnk/test_rules.py",),
    ),
    Mutation(
        "labyrinth: the hash leaves out the number of moves",
        "games/labyrinth/rules.py",
        "return mix(self.repetition.key(self, state) + np.uint64(state.moved))",
        "return mix(self.repetition.key(self, state))",
        (f"{CONFORMANCE} --game labyrinth",),
    ),
    Mutation(
        "positions: the third repetition does not draw yet",
        "rules/position.py",
        "game.repetition.draws_at > 0 and self.occurrences >= game.repetition.draws_at",
        "game.repetition.draws_at > 0 and self.occurrences > game.repetition.draws_at",
        (
            "tests/rules/test_position.py",
            "tests/games/morris/test_rules.py",
            "tests/reference/test_morris.py",
        ),
    ),
    Mutation(
        "connect four: a side that could win keeps the other from winning instead",
        "games/connectfour/solving.py",
        "for urgent in (wins, threats):",
        "for urgent in (threats, wins):",
        (f"{CONFORMANCE} --game connectfour",),
    ),
    # ---- search ----------------------------------------------------------------------------------
    Mutation(
        "alpha-beta: a score equal to alpha is kept as exact",
        "search/alphabeta.py",
        "EXACT if best > alpha else UPPER",
        "EXACT if best >= alpha else UPPER",
        ("tests/search/test_alphabeta.py", "tests/search/test_table.py"),
    ),
    Mutation(
        "alpha-beta: a move that fails high by little is not searched again",
        "search/alphabeta.py",
        "full_depth = floor < score and (score < beta or reduction > 0)",
        "full_depth = floor + 1 < score and (score < beta or reduction > 0)",
        ("tests/search/test_alphabeta.py",),
    ),
    Mutation(
        "alpha-beta: a table entry is stored with a depth too great by one",
        "search/alphabeta.py",
        "store(work.table, control.generation, key, best_move, best, depth, bound, ply)",
        "store(work.table, control.generation, key, best_move, best, depth + 1, bound, ply)",
        ("tests/search/test_alphabeta.py", "tests/search/test_table.py"),
    ),
    Mutation(
        "table: the distance to a won end is not adjusted to the position",
        "search/table.py",
        "numbers = (from_root(score, -ply) + MATE) << 32",
        "numbers = (score + MATE) << 32",
        ("tests/search/test_table.py", "tests/search/test_alphabeta.py"),
    ),
    Mutation(
        "search: a repetition on the path is not counted",
        "search/nodes.py",
        "    if occurrences >= game.repetition.draws_at:\n        return True\n    return control.once",
        "    if occurrences > game.repetition.draws_at:\n        return True\n    return control.once",
        ("tests/search/test_alphabeta.py",),
    ),
    Mutation(
        "UCT: the visits of the root are not counted",
        "search/mcts.py",
        "for i in range(length, -1, -1):",
        "for i in range(length, 0, -1):",
        ("tests/players/test_uct.py",),
    ),
    Mutation(
        "PUCT: a network's value is taken from the wrong side's view",
        "search/puct.py",
        "value = float(values[i]) if game.to_move(leaves.states[i]) == 0 else -float(values[i])",
        "value = -float(values[i]) if game.to_move(leaves.states[i]) == 0 else float(values[i])",
        ("tests/search/test_puct.py",),
    ),
    Mutation(
        "PUCT: virtual losses stay",
        "search/puct.py",
        "            leaves.losses[tree.path[j]] -= 1\n",
        "            leaves.losses[tree.path[j]] -= 0\n",
        ("tests/search/test_puct.py",),
    ),
    Mutation(
        "proof numbers: a result just as good as wanted is a no",
        "search/proofnumber.py",
        "else -outcome) >= proof.question[0].wanted)",
        "else -outcome) > proof.question[0].wanted)",
        ("tests/search/test_proofnumber.py",),
    ),
    Mutation(
        "retrograde: a position is lost while one move is still open",
        "search/retrograde.py",
        "if wins or open_moves[earlier] == 0:",
        "if wins or open_moves[earlier] <= 1:",
        ("tests/search/test_retrograde.py",),
    ),
    Mutation(
        "retrograde: distances to the end do not grow",
        "search/retrograde.py",
        "distances[earlier] = distances[number] + 1",
        "distances[earlier] = distances[number]",
        ("tests/search/test_retrograde.py",),
    ),
    # ---- kernel ----------------------------------------------------------------------------------
    Mutation(
        "kernel cache: a damaged file is taken as whole",
        "kernel/cache.py",
        "if content[:start] != _MAGIC + hashlib.sha256(payload).digest():",
        "if not content.startswith(_MAGIC):",
        ("tests/kernel/test_cache.py",),
    ),
    Mutation(
        "kernel digest: arrays of equal shape count as equal",
        "kernel/digest.py",
        '{value.shape} {value.strides} {content}"',
        '{value.shape} {value.strides}"',
        ("tests/kernel/test_digest.py",),
    ),
    Mutation(
        "random numbers: the greatest one never comes",
        "kernel/rng.py",
        "* np.uint64(n)) >> np.uint64(32))",
        "* np.uint64(max(1, n - 1))) >> np.uint64(32))",
        ("tests/kernel/test_rng.py",),
    ),
    Mutation(
        "kernel cache: two processes may have one key at a time",
        "kernel/cache.py",
        "held.enter_context(FileLock(path, timeout=max_wait, fallback_to_soft=False))",
        "pass",
        ("tests/kernel/test_cache.py",),
    ),
    Mutation(
        "kernel cache: the key leaves out the types of the arguments",
        "kernel/native/overloads.py",
        "return digest(self._kernel, objects, *shapes, _TOOLCHAIN, repr(flags))",
        "return digest(self._kernel, objects, _TOOLCHAIN, repr(flags))",
        ("tests/kernel/test_digest.py",),
    ),
    Mutation(
        "kernels: of functions that call each other in a circle there is no machine code",
        "kernel/native/linking.py",
        "        if self.has_address:\n            super()._finalize",
        "        if False:\n            super()._finalize",
        ("tests/kernel/test_linking.py",),
    ),
    Mutation(
        "kernels: what they link finds no environment",
        "kernel/native/linking.py",
        "state.library.codegen.set_env(variable.name, environment)",
        "pass",
        ("tests/kernel/test_linking.py",),
    ),
    Mutation(
        "kernels: what is kept on disk is never written",
        "kernel/native/overloads.py",
        "cache.write(key, content)",
        "pass",
        ("tests/kernel/test_cache.py tests/kernel/test_native.py",),
    ),
    # ---- conformance -----------------------------------------------------------------------------
    Mutation(
        "conformance: a game whose tables have another shape counts as alike",
        "conformance/variants.py",
        'parts.append(f"{name}: {value.dtype} {_lengths(value.shape, 1)}")',
        'parts.append(f"{name}: {value.dtype}")',
        ("tests/conformance/test_variants.py",),
        ("tests/cli/test_conform.py",),
    ),
    Mutation(
        "conformance: a requirement passes though it fails for a variant",
        "conformance/running.py",
        "wrong = next((report for report in ran if report.failed), None)",
        "wrong = ran[0] if ran and ran[0].failed else None",
        ("tests/conformance", "tests/cli/test_conform.py"),
    ),
    Mutation(
        "conformance: what fails outside the requirements is passed over",
        "conformance/running.py",
        "self.checks += self._failures_outside_requirements()",
        "pass",
        ("tests/conformance", "tests/cli/test_conform.py"),
    ),
    # ---- formats ---------------------------------------------------------------------------------
    Mutation(
        "PDN: moves right after a comment are dropped",
        "formats/movetree.py",
        r"(?P<braces>\{[^}]*\}?)",
        r"(?P<braces>\{[^}]*\}?\s*[^\s]*)",
        ("tests/formats",),
    ),
    Mutation(
        "SGF: the last move of the main line is dropped",
        "formats/properties.py",
        "return PropertyTree(nodes, main or len(nodes)",
        "return PropertyTree(nodes, max(1, (main or len(nodes)) - 1)",
        ("tests/formats",),
    ),
    Mutation(
        "GGF: a pass that was left out is not counted among the moves",
        "formats/reading.py",
        "            self.ply += 1\n            return following",
        "            return following",
        ("tests/formats",),
    ),
    Mutation(
        "SGF: brackets in names are not escaped",
        "formats/properties.py",
        r'return re.sub(r"([\\\]])", r"\\\1", " ".join(text.split()))',
        'return " ".join(text.split())',
        ("tests/formats",),
    ),
    Mutation(
        "records: an outcome that the moves contradict is let through",
        "formats/record.py",
        "if not position.is_over or outcome in (None, OUTCOMES[position.outcome]):",
        "if not position.is_over or outcome in (None, *OUTCOMES.values()):",
        ("tests/formats/test_record.py", "tests/formats/test_movetext.py"),
    ),
    # ---- learning --------------------------------------------------------------------------------
    Mutation(
        "self-play data: a damaged block is taken as whole",
        "learn/datafile.py",
        "if len(content) < length or _checksum(head, content) != checksum:",
        "if len(content) < length:",
        ("tests/learn/test_datasets.py", "tests/learn/test_selfplay.py"),
    ),
    # ---- arena -----------------------------------------------------------------------------------
    Mutation(
        "match file: a last line that was cut short stays",
        "arena/result_log.py",
        "file.truncate(len(content) - len(cut))",
        "file.truncate(len(content))",
        ("tests/arena/test_result_log.py",),
    ),
    Mutation(
        "match file: illegal moves are accepted",
        "arena/result_log.py",
        "                    _check_rules(record)\n",
        "                    pass\n",
        ("tests/arena/test_result_log.py",),
    ),
    Mutation(
        "match: games that the file holds are played again",
        "arena/run.py",
        "for number in range(match.games) if number not in taught[match]",
        "for number in range(match.games)",
        ("tests/arena/test_run.py", "tests/arena/test_result_log.py"),
    ),
    Mutation(
        "match: the players of a pair do not exchange sides",
        "arena/match.py",
        "return (self.first, self.second) if number % 2 == 0 else (self.second, self.first)",
        "return (self.first, self.second) if number % 4 < 2 else (self.second, self.first)",
        ("tests/arena/test_match.py",),
    ),
    Mutation(
        "match: the two games of a pair have different openings",
        "arena/match.py",
        "SeedSequence((self.seed, 0, number // 2))",
        "SeedSequence((self.seed, 0, number))",
        ("tests/arena/test_match.py",),
    ),
    Mutation(
        "ratings: the interval is that of twice as many pairs",
        "arena/ratings.py",
        "error = deviation / math.sqrt(sum(pairs))",
        "error = deviation / math.sqrt(2 * sum(pairs))",
        ("tests/arena/test_ratings.py",),
    ),
    Mutation(
        "report: names are not escaped",
        "arena/report/page.py",
        "str(escape(text))))",
        "text))",
        ("tests/arena/report/test_page.py",),
    ),
    # ---- boards ----------------------------------------------------------------------------------
    Mutation(
        "svg: the title is not escaped",
        "boards/svg.py",
        "{escape(drawing.caption or 'Board')}",
        "{drawing.caption or 'Board'}",
        ("tests/boards",),
    ),
    # ---- players ---------------------------------------------------------------------------------
    Mutation(
        "clock: a time that runs never runs out",
        "players/clock.py",
        "return self.left(side) < 0",
        "return self._left[side] < 0",
        ("tests/players/test_clock.py", "tests/server/rooms/test_course.py"),
    ),
    Mutation(
        "clock: the time that a move took is not taken off",
        "players/clock.py",
        "            self._left[side] -= taken\n",
        "",
        ("tests/players/test_clock.py",),
    ),
    Mutation(
        "random player: the last move is chosen twice as often",
        "players/simple.py",
        "code = int(self._rng.choice(position.legal_move_codes))",
        "code = int(self._rng.choice([*position.legal_move_codes, position.legal_move_codes[-1]]))",
        ("tests/players/test_simple.py",),
    ),
    Mutation(
        "levels: the greater of two limits of nodes holds",
        "players/level.py",
        "min(limits, default=None)",
        "max(limits, default=None)",
        ("tests/players",),
    ),
    # ---- evaluators ------------------------------------------------------------------------------
    Mutation(
        "evaluators: corners of reversi are worth something to black only",
        "games/reversi/evaluation.py",
        "return value if disc == side else -value",
        "return value if disc == 0 else -value",
        (f"{CONFORMANCE} --game othello", "tests/evaluators"),
    ),
    Mutation(
        "evaluators: material of hexxagon has the wrong sign",
        "games/hexxagon/evaluation.py",
        "return popcount(game.pieces(state, side)) - popcount(game.pieces(state, 1 - side))",
        "return popcount(game.pieces(state, 1 - side)) - popcount(game.pieces(state, side))",
        ("tests/games/hexxagon/test_evaluation.py",),
    ),
    # ---- cli -------------------------------------------------------------------------------------
    Mutation(
        "play: undo takes back the machine's move only",
        "cli/session.py",
        "while earlier is not None and earlier.to_move not in self.people:",
        "while earlier is not None and not self.people:",
        ("tests/cli/test_play.py",),
    ),
    # ---- store -----------------------------------------------------------------------------------
    Mutation(
        "store: a takeback leaves one move too many",
        "store/rooms.py",
        'MOVES.c.ply >= sa.bindparam("kept")',
        'MOVES.c.ply > sa.bindparam("kept")',
        ("tests/store/test_rooms.py",),
    ),
    Mutation(
        "store: a change is applied though others came between",
        "store/room.py",
        "        if following.after != one.version:",
        "        if following.after < one.version:",
        ("tests/store/test_room.py",),
    ),
    Mutation(
        "store: private rooms are found by everybody",
        "store/rooms.py",
        "wanted = wanted.where(sa.or_(ROOMS.c.public, _is_of(finder)))",
        "pass",
        ("tests/store/test_rooms.py",),
    ),
    # ---- server ----------------------------------------------------------------------------------
    Mutation(
        "server: who has a seat may move for the other side",
        "server/rooms/room.py",
        "        if not course.may_move(client):\n",
        "        if not course.sides_of(client):\n",
        ("tests/server/rooms/test_room.py",),
    ),
    Mutation(
        "server: anybody may take a seat that is kept for somebody",
        "server/rooms/agreements.py",
        "if seat.invitation is None or seat.invitation != invitation:",
        "if seat.invitation is None:",
        ("tests/server/rooms/test_room.py",),
    ),
    Mutation(
        "server: a room's JSON shows the invitations",
        "server/rooms/view.py",
        "        name=seat.name,\n        taken",
        "        name=str(seat.invitation or seat.name),\n        taken",
        ("tests/server/rooms/test_view.py", "tests/server/rooms/test_room.py"),
    ),
    Mutation(
        "server: the rate of requests of a client is not limited",
        "server/http/gate.py",
        "        self._clients.require(visit.client)\n",
        "",
        ("tests/server/http/test_gate.py",),
    ),
    Mutation(
        "server: pages of other sites may open WebSockets",
        "server/http/gate.py",
        'changes = scope["type"] == "websocket" or scope["method"] not in _SAFE',
        'changes = scope["type"] == "http" and scope["method"] not in _SAFE',
        ("tests/server/api/test_sockets.py", "tests/server/http/test_gate.py"),
    ),
    Mutation(
        "server: a bucket that is empty gives all the same",
        "server/http/limits.py",
        "        if self._tokens >= 1:",
        "        if self._tokens >= 0:",
        ("tests/server/http/test_limits.py",),
    ),
)
