"""Samples that games give of themselves."""

from __future__ import annotations

from nupp.rules.samples import (
    commands_of,
    register_commands,
    register_variants,
    sample_of,
    variants_worth_checking,
)


def test_a_command_is_shown_with_the_first_sample_that_a_game_gave() -> None:
    assert sample_of("play").startswith("nupp play ")
    assert sample_of("frobnicate") == "nupp frobnicate"
    register_commands("mine", "nupp play mine", "nupp frobnicate mine --twice")
    register_commands("other", "nupp frobnicate other")
    assert sample_of("frobnicate") == "nupp frobnicate mine --twice"
    assert not sample_of("play").endswith("mine")
    assert sample_of("frob") == "nupp frob"


def test_samples_are_those_of_a_name() -> None:
    register_commands("mine", "nupp play mine")
    register_variants("mine", "mine:size=9")
    assert commands_of("mine") == ("nupp play mine",)
    assert variants_worth_checking("mine") == ("mine:size=9",)
    assert commands_of("another") == variants_worth_checking("another") == ()
