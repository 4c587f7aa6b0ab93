"""PDN (Portable Draughts Notation): what it adds to PGN, the variant of the rules, positions, and results.

Sources: the PDN standard 3.0 (W. Wesselink and others, 2013) with its table of game types, which goes back to
M. Grimminck. Moves and positions as draughts in nupp reads and writes them are in `pdn.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from nupp.formats.movetext import Dialect, register_dialect, tags_of
from nupp.formats.movewriting import white_result, write_tagged
from nupp.formats.reading import ReadOptions
from nupp.formats.record import GameRecord, RecordError
from nupp.formats.registry import TAGGED, TEXT, Format, register_format
from nupp.formats.tree import Tree
from nupp.games.draughts.pieces import VARIANTS
from nupp.games.draughts.rules import Draughts
from nupp.rules import Game, game
from nupp.spec import parse_spec

#: The game types of the variants, with who begins, the board, and how its cells are named and numbered.
_TYPES: Final = {
    "international": "20,W,10,10,N2,0",
    "english": "21,B,8,8,N1,0",
    "pool": "23,B,8,8,N1,0",
    "russian": "25,W,8,8,A0,0",
    "brazilian": "26,W,8,8,A0,0",
}
_VARIANTS: Final = {text.partition(",")[0]: variant for variant, text in _TYPES.items()}
_RANGE: Final = re.compile(r"(K?)([0-9]{1,9})-(?:K?)([0-9]{1,9})")
_COUNTERS: Final = re.compile(r"[HF][0-9]+")
_MOST: Final = 100
"""Cells that no board has more of."""


def game_of_type(text: str, options: ReadOptions) -> Game:
    """The rules of a `GameType`, such as `20` or `25,W,8,8,A0,0`; RecordError for an unknown one."""
    variant = _VARIANTS.get(text.partition(",")[0].strip())
    if variant is None:
        known = ", ".join(f"{number} ({name})" for number, name in _VARIANTS.items())
        raise RecordError(f"unknown GameType {text!r}: expected one of {known}")
    return options.game(
        f"draughts:variant={variant}",
        lambda rules: isinstance(rules, Draughts) and variant_of(rules) == variant,
    )


def variant_of(rules: Draughts) -> str:
    """The variant that is played."""
    return str(parse_spec(rules.spec).arguments.get("variant", "brazilian"))


def plain_fen(text: str) -> str:
    """A position with every cell listed singly, as nupp reads it.

    Read are ranges, `WK1-5`, the dot at the end that the standard allows, and counters of moves, `:H0:F1`,
    which are left out. A faulty part stays as it is, to be quoted.
    """
    side, *lists = text.strip().rstrip(".").split(":")
    kept = [_plain_list(part.strip()) for part in lists if not _COUNTERS.fullmatch(part.strip())]
    return ":".join([side.strip(), *kept])


def _plain_list(part: str) -> str:
    colour, cells = part[:1], part[1:].rstrip(".").split(",")
    return colour + ",".join(cell for item in cells for cell in _spread(item.strip()) if cell)


def _spread(item: str) -> list[str]:
    found = _RANGE.fullmatch(item)
    if found is None or not int(found[2]) <= int(found[3]) <= _MOST:
        return [item]
    return [f"{found[1]}{cell}" for cell in range(int(found[2]), int(found[3]) + 1)]


def draughts_tags(record: GameRecord, rules: Draughts, result: str) -> dict[str, str]:
    """The tags of a game, in the order of the standard; `Game` and `Counts` are nupp's own.

    Game: the spec, which holds what a game type does not. Counts: those of the position to begin with.
    """
    variant = variant_of(rules)
    sides = dict(zip(rules.sides, record.players, strict=True))
    tags = {
        "Event": "?",
        "Site": "?",
        "Date": "????.??.??",
        "Round": "?",
        "White": sides["white"],
        "Black": sides["black"],
        "Result": result,
    }
    if variant in _TYPES:
        tags["GameType"] = _TYPES[variant]
    tags["Game"] = record.game
    if record.start is not None:
        fen, _, counts = record.start.partition(" ")
        tags |= {"SetUp": "1", "FEN": fen} | ({"Counts": counts} if counts else {})
    return tags


def result_text(winner: int | None, rules: Draughts) -> str:
    """The result of a game that white won (1) or lost (-1), of a draw (0), or of one not finished (None).

    In the international game two points are shared, as the standard has it.
    """
    texts = {1: "1-0", -1: "0-1", 0: "1/2-1/2"}
    if variant_of(rules) == "international":
        texts = {1: "2-0", -1: "0-2", 0: "1-1"}
    return "*" if winner is None else texts[winner]


def is_pdn(text: str) -> bool:
    """True if a text begins with the tags of a game of draughts."""
    tags = tags_of(text)
    return "GameType" in tags or tags.get("Game", "").startswith(Draughts.name)


def suits(rules: Game) -> bool:
    """True if a game is one of draughts."""
    return isinstance(rules, Draughts)


def start_text(fen: str, tags: Mapping[str, str]) -> str:
    """The text of the position to begin with, by the value of `FEN` and the other tags."""
    return " ".join(part for part in (crowned(plain_fen(fen), size_of(tags)), tags.get("Counts")) if part)


def size_of(tags: Mapping[str, str]) -> int:
    """The squares along a side of the board on which a game was played."""
    is_large = "international" in tags.get("Game", "") or tags.get("GameType", "").startswith("20")
    return VARIANTS["international" if is_large else "brazilian"].size


def crowned(fen: str, size: int) -> str:
    """A position with a king for each man on the last row, as old collections have it; see `plain_fen`."""
    row, cells = size // 2, size * size // 2
    last = {"W": range(1, row + 1), "B": range(cells - row + 1, cells + 1)}

    def crown(item: str, colour: str) -> str:
        return f"K{item}" if item.isdecimal() and int(item) in last.get(colour, ()) else item

    side, *lists = fen.split(":")
    parts = [part[:1] + ",".join(crown(item, part[:1]) for item in part[1:].split(",")) for part in lists]
    return ":".join([side, *parts])


def write_pdn(record: GameRecord, tree: Tree = ()) -> str:
    """A record of a game of draughts as PDN; tree: its variations and notes, if it has any.

    RecordError for a tree that is none, or holds an illegal move.
    """
    rules = game(record.game)
    assert isinstance(rules, Draughts)
    tags = draughts_tags(record, rules, result_text(white_result(record, rules), rules))
    return write_tagged(tags, record, tree)


register_dialect(Dialect("GameType", game_of_type, suits, start_text))
register_format(
    Format(
        "pdn", "pdn", TEXT, "PDN, of draughts", is_pdn, TAGGED, write_pdn, suits, write_pdn, is_spaced=True
    ),
    before="native",
)
