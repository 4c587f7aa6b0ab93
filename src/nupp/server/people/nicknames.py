"""Nicknames: short, readable, and none that passes for something else."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import Final

from nupp.server.models.shared import ProblemError
from nupp.store.people import plain

SHORTEST: Final = 2
LONGEST: Final = 20
_SIGNS: Final = " -_'"
"""The characters beside letters and digits that may stand within a nickname, one at a time."""


def nickname(text: str) -> str:
    """A nickname in its normal form; ProblemError `bad_name` quotes what cannot be one.

    Letters of one alphabet, digits, and single blanks, hyphens, underscores and apostrophes between them: so
    no markup, no addresses, and nothing that turns the direction of text or looks like another name.
    """
    name = unicodedata.normalize("NFC", text).strip()
    inner = [one for one in name if not _is_word(one)]
    alphabets = {unicodedata.name(one, "?").split()[0] for one in name if one.isalpha()}
    sound = (
        SHORTEST <= len(name) <= LONGEST
        and len(plain(name)) >= SHORTEST
        and all(one in _SIGNS for one in inner)
        and _is_word(name[0])
        and _is_word(name[-1])
        and not any(a in _SIGNS and b in _SIGNS for a, b in pairwise(name))
        and len(alphabets) <= 1
    )
    if not sound:
        expected = f"{SHORTEST} to {LONGEST} letters of one alphabet or digits, with single blanks or hyphens"
        raise ProblemError(422, "bad_name", f"{text[:60]!r} cannot be a nickname: expected {expected}")
    return name


def _is_word(character: str) -> bool:
    """True for a letter or a digit; for a mark of a letter, which some languages need, too."""
    return character.isalnum() or unicodedata.category(character) == "Mn"
