"""The reference for L-put: positions and moves in writing."""

import pytest

from .lput import Lput
from .lput_positions import START


class TestText:
    def test_case_and_blanks(self) -> None:
        text = START.replace("F:a1:16:0:-", "F:A1:16:0:D")
        assert Lput.parse(f"  {text} ").text() == START.replace("F:a1:16:0:-", "F:a1:16:0:d")
        assert Lput.start().play(" I1 ") == Lput.start().play("i1")

    def test_all_flags(self) -> None:
        text = "15/15/15/15/2S11p/15/15/15/15/15/15/15 7 p 7 S:c5:3:1959:wrdx,p:o5:16:0:-"
        assert Lput.parse(text).text() == text

    @pytest.mark.parametrize(
        ("part", "wrong"),
        [
            ("F14/", "15/"),
            ("F14/", "f14/"),
            ("F14/", "F13/"),
            ("F14/", "F014/"),
            ("F14/", ""),
            ("F14/", "X14/"),
            ("F14/S13a", "S14/F13a"),
            (" 1 F", " 0 F"),
            (" 1 F", " 01 F"),
            (" 1 F", " 61 F"),
            (" 1 F", " x F"),
            (" 1 F", " 2 F"),
            (" 1 F", " 11 F"),
            (" 1 F", " 11 -"),  # the next case, with no flags amiss, would be a draw
            (" 1 F 0", " 1 f 0"),
            (" 1 F 0", " 1 - 0"),
            (" 1 F 0", " 1 F 2"),
            (" 1 F 0", " 1 F -1"),
            (" 1 F 0", " 1 F 00"),
            (" 1 F 0", " 1 F  0"),
            (" 1 F 0", " 1 F"),
            ("F:a1", "F:b1"),
            ("F:a1", "F:h1"),
            ("F:a1", "F:p1"),
            ("F:a1", "F:a13"),
            ("F:a1", "G:a1"),
            ("F:a1:16", "F:a1:0"),
            ("F:a1:16", "F:a1:17"),
            ("F:a1:16:0", "F:a1:16:2000"),
            ("F:a1:16:0", "F:a1:16:00"),
            ("F:a1:16:0:-", "F:a1:16:0:"),
            ("F:a1:16:0:-", "F:a1:16:0"),
            ("F:a1:16:0:-", "F:a1:16:0:xw"),
            ("F:a1:16:0:-", "F:a1:16:0:ww"),
            ("F:a1:16:0:-", "F:a1:16:0:q"),
            ("F:a1:16:0:-", "F:a1:16:0:w"),
            ("F:a1:16:0:-,", ""),
            ("F:a1:16:0:-,", "F:a1:16:0:-,,"),
            ("F:a1:16:0:-,S:a2:16:0:-,", "S:a2:16:0:-,F:a1:16:0:-,"),
            ("F:a1:16:0:-,", "F:a1:16:0:-,F:a1:16:0:-,"),
        ],
    )
    def test_refused_texts(self, part: str, wrong: str) -> None:
        assert part in START
        text = START.replace(part, wrong, 1)
        if (part, wrong) == (" 1 F", " 11 -"):
            assert Lput.parse(text).outcome == 0
            text = text.replace("F:a1:16:0:-", "F:a1:16:0:x")
        with pytest.raises(ValueError, match=r"."):
            Lput.parse(text)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "15/15/15/15/15/15/15/15/15/15/15/15 1 - 0 ",
            "15/15/15/15/15/15/15/15/15/15/15/15 1 - 0 -",
            # All have acted.
            "S13p/15/15/15/15/15/15/15/15/15/15/15 1 - 0 S:a1:16:0:x,p:o1:16:0:x",
            # A crag, and a draw with damage in a round that has not begun.
            "15/15/4S9p/15/15/15/15/15/15/15/15/15 1 S 0 S:e3:16:0:-,p:o3:16:0:-",
            "S13p/15/15/15/15/15/15/15/15/15/15/15 61 - 61 S:a1:16:0:-,p:o1:16:0:-",
            "S13p/15/15/15/15/15/15/15/15/15/15/15 62 - 55 S:a1:16:0:-,p:o1:16:0:-",
            # A win after the last round.
            "S14/15/15/15/15/15/15/15/15/15/15/15 61 - 60 S:a1:16:0:x",
        ],
    )
    def test_other_refused_texts(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"."):
            Lput.parse(text)

    @pytest.mark.parametrize("move", ["", "a1", "h1", "e3", "a2", "pass", "xo12", "b1xb2", "z9", "i1x"])
    def test_refused_moves(self, move: str) -> None:
        with pytest.raises(ValueError, match="not legal"):
            Lput.start().play(move)
