"""Known values of Hex."""

from nupp.rules.samples import KnownValue, register_values

register_values(
    "hex",
    KnownValue("hex", "loss", "J. Nash, 1949: who may swap sides wins"),
    KnownValue("hex:size=7,swap=false", "win", "J. Nash, 1949"),
)
