"""The colours of drawings: what boards are made of, surfaces of cells, and the two sides.

The sides' red is a plain one, their blue that of Okabe and Ito (2008): people with every kind of colour
vision can distinguish them, also by their lightness from black and white.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Material:
    """The colours of a board: its panel from top to bottom, its cells, the lines on cells and on
    the bare panel, dots and labels.
    """

    panel: tuple[str, str]
    cell: str
    light: str
    dark: str
    line: str
    rule: str
    dot: str
    label: str
    framed: bool = True


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of a side: where light falls, in the shade, at the rim, as a flat stroke, and
    of writing upon it.
    """

    bright: str
    deep: str
    rim: str
    stroke: str
    ink: str


MATERIALS: Final[Mapping[str, Material]] = {
    "wood": Material(
        panel=("#e2bd85", "#cfa267"),
        cell="#e9c892",
        light="#f2dfbd",
        dark="#b98a5e",
        line="#6f4a28",
        rule="#6f4a28",
        dot="#5b3a1e",
        label="#59391c",
    ),
    "felt": Material(
        panel=("#31453b", "#22322b"),
        cell="#2f8a5b",
        light="#3a9a69",
        dark="#27774d",
        line="#17523a",
        rule="#8fb09f",
        dot="#123f2c",
        label="#d5e6dc",
    ),
    "paper": Material(
        panel=("#fdfbf5", "#f6f1e6"),
        cell="#fdfbf5",
        light="#fdfbf5",
        dark="#e4dccb",
        line="#b3b6bb",
        rule="#b3b6bb",
        dot="#4a5058",
        label="#747a83",
        framed=False,
    ),
    "slate": Material(
        panel=("#353d48", "#262c35"),
        cell="#4a5564",
        light="#a9b4c1",
        dark="#687587",
        line="#262c35",
        rule="#73808f",
        dot="#9aa5b4",
        label="#bcc5d1",
    ),
}

#: The colours of surfaces that look the same on every material.
SURFACE_COLOURS: Final[Mapping[str, str]] = {
    "grass": "#b5cf8e",
    "road": "#dcc79b",
    "shallow": "#a5d3e3",
    "water": "#4a8dbd",
    "crag": "#857d74",
    "hole": "#1d2228",
}

PAINTS: Final[Mapping[str, Paint]] = {
    "black": Paint("#6d6d70", "#101012", "#000000", "#1f1f22", "#ffffff"),
    "white": Paint("#ffffff", "#d8d3c8", "#8c867a", "#f6f3ec", "#26262a"),
    "red": Paint("#f2766d", "#c81e1e", "#7f1010", "#c81e1e", "#ffffff"),
    "blue": Paint("#5fb0e6", "#0072b2", "#004a75", "#0072b2", "#ffffff"),
    "nobody": Paint("#8d939c", "#4b515b", "#30353c", "#3b4048", "#ffffff"),
}

MARK: Final = "#ffb81c"


def surface_colour(material: Material, surface: str) -> str:
    """Return the colour of a surface word on a board of this material."""
    if surface == "light":
        return material.light
    if surface == "dark":
        return material.dark
    return SURFACE_COLOURS[surface]
