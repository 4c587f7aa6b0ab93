"""Colours: one for every word that a drawing may use, and all that is written or drawn is distinguishable."""

import re

import pytest

from nupp.boards import COLOURS, STYLES, SURFACES
from nupp.boards.palette import MATERIALS, PAINTS, surface_colour


def luminance(colour):
    """The relative luminance of WCAG 2."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("style", STYLES)
def test_every_surface_has_a_colour_on_every_board(style):
    colours = {surface: surface_colour(MATERIALS[style], surface) for surface in SURFACES}
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours.values())
    assert len(set(colours.values())) == len(colours)


@pytest.mark.parametrize("colour", COLOURS)
def test_writing_stands_out_from_its_piece(colour):
    paint = PAINTS[colour]
    light, dark = sorted((luminance(paint.ink), luminance(paint.deep)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) > 3
