"""Known values of Domineering."""

from nupp.rules.samples import KnownValue, register_values

register_values(
    "domineering",
    KnownValue("domineering", "win", "D. Breuker, J. Uiterwijk and J. van den Herik, 2000"),
)
