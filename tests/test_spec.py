"""The grammar of specs: what they mean, how they are written, and what an error says."""

from __future__ import annotations

import contextlib
import random
from dataclasses import dataclass
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nupp.players import PLAYERS, player
from nupp.rules import GAMES, game
from nupp.spec import Between, Catalogue, Drawn, Parameter, Spec, SpecError, fits, parse_spec, text_of


class Machine:
    """A machine with one parameter of each kind."""

    def __init__(
        self,
        place: str,
        size: Annotated[int, Between(-2, 10**18), "how large"] = 3,
        rate: Annotated[float, Between(0, 1e9)] = 0.5,
        loud: bool = False,
        colour: Literal["red", "blue"] = "red",
        part: Annotated[str, "another machine"] = "none",
    ) -> None:
        """A machine at a place."""
        if size == 7 and loud:
            raise ValueError("a machine of size 7 cannot be loud")
        self.values = (place, size, rate, loud, colour, part)


def dice(eyes: Annotated[int, Between(1, 100), Drawn(3, 6)] = 6, name: str = "die") -> Machine:
    """A machine that may have a random number of eyes."""
    return Machine(name, size=eyes)


MACHINES: Catalogue[Machine] = Catalogue("machine")
MACHINES.add("machine", Machine)
MACHINES.add("tool", Machine, "something smaller")


def made(spec: str) -> tuple[object, ...]:
    return MACHINES.make(parse_spec(spec), "here").values


# ---- meaning -----------------------------------------------------------------------------------------


def test_the_bare_name_means_the_defaults() -> None:
    assert made("machine") == ("here", 3, 0.5, False, "red", "none")


def test_values_of_every_kind() -> None:
    assert made("machine:size=-2,rate=1e3,loud=True,colour=blue,part=gear") == (
        "here", -2, 1000.0, True, "blue", "gear"
    )  # fmt: skip


@pytest.mark.parametrize(
    "spelling", ["  machine : size = 4 ", "machine:size=(4)", "machine:size=+4", "machine:size=04"]
)
def test_blanks_and_parentheses_do_not_matter(spelling: str) -> None:
    assert made(spelling)[1] == 4


def test_nested_specs() -> None:
    inner = "machine:size=4,part=(tool:rate=1,part=(tool:loud=true))"
    assert made(f"machine:part=({inner}),size=5")[1:] == (5, 0.5, False, "red", inner)
    assert parse_spec(inner).arguments["part"] == "tool:rate=1,part=(tool:loud=true)"
    assert made("machine:part=tool:size=1")[-1] == "tool:size=1"


def test_parentheses_that_are_not_a_pair_are_part_of_the_value() -> None:
    for value in ("(a) b (c)", "(a)(b)"):
        assert parse_spec(f"machine:part={value}").arguments == {"part": value}
        assert parse_spec(str(parse_spec(f"machine:part=({value})"))).arguments == {"part": value}


def test_numbers_are_finite() -> None:
    unbounded = Parameter("rate", float, 0.5, "how fast")
    assert unbounded.read("1e300") == 1e300
    for text in ("1e999", "-1e999", "inf", "nan"):
        with pytest.raises(SpecError, match=rf"rate={text}\b"):
            unbounded.read(text)


def test_catalogues_tell_what_they_hold() -> None:
    assert MACHINES.names() == ["machine", "tool"]
    assert MACHINES.entry("machine").summary == "A machine with one parameter of each kind."
    assert MACHINES.entry("tool").summary == "something smaller"
    parameters = MACHINES.entry("tool").parameters
    assert [one.name for one in parameters] == ["size", "rate", "loud", "colour", "part"]
    assert parameters[0].explanation == "how large"
    assert [one.expected for one in parameters] == [
        "a whole number from -2 to 1000000000000000000",
        "a number from 0 to 1000000000",
        "true or false",
        "one of red, blue",
        "a word",
    ]


# ---- canonical specs -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "canonical"),
    [
        ("machine", "machine"),
        ("machine:size=3,rate=.5,loud=false,colour=red,part=none", "machine"),
        ("machine:loud=TRUE,size=04", "machine:size=4,loud=true"),
        ("machine:rate=0.1234567890123", "machine:rate=0.1234567890123"),
        ("machine:rate=1e3", "machine:rate=1000"),
        ("machine:size=999999999999999999", "machine:size=999999999999999999"),
        ("machine:part=(tool:size=1,loud=true)", "machine:part=(tool:size=1,loud=true)"),
        ("machine:part=(tool)", "machine:part=tool"),
        ("machine:part=tool:size=1", "machine:part=(tool:size=1)"),
    ],
)
def test_canonical(spec: str, canonical: str) -> None:
    assert MACHINES.canonical(parse_spec(spec)) == canonical
    assert MACHINES.canonical(parse_spec(canonical)) == canonical
    assert made(canonical) == made(spec)


words = st.from_regex(r"[a-z(][a-z:,=. ]*[a-z]", fullmatch=True).filter(lambda text: text.count("(") == 0)


@given(st.integers(-2, 10**18), st.floats(0, 1e9), st.booleans(), st.sampled_from(["red", "blue"]), words)
def test_canonical_specs_keep_every_value(size: int, rate: float, loud: bool, colour: str, part: str) -> None:
    if size == 7 and loud:
        return
    values = {"size": size, "rate": rate, "loud": loud, "colour": colour, "part": part}
    spec = "machine:" + ",".join(f"{key}={text_of(value)}" for key, value in values.items())
    expected = ("here", *values.values())
    assert made(spec) == expected
    assert made(MACHINES.canonical(parse_spec(spec))) == expected
    assert parse_spec(str(parse_spec(spec))) == parse_spec(spec)


def test_random_numbers_are_drawn_where_they_may_be() -> None:
    catalogue: Catalogue[Machine] = Catalogue("machine")
    catalogue.add("dice", dice)
    rng = random.Random(1)
    drawn = {str(catalogue.draw(parse_spec("dice:eyes=Random,name=random"), rng)) for _ in range(100)}
    assert drawn == {f"dice:eyes={eyes},name=random" for eyes in (3, 4, 5, 6)}
    assert str(catalogue.draw(parse_spec("dice:eyes=50"), rng)) == "dice:eyes=50"
    with pytest.raises(SpecError, match=r"eyes=random.*1 to 100"):
        catalogue.make(parse_spec("dice:eyes=random"))


def test_a_misspelt_parameter_gets_the_one_that_it_is_most_like() -> None:
    with pytest.raises(
        SpecError, match=r"'exploraton': did you mean exploration\? its parameters are .*rave"
    ):
        player("uct:exploraton=1", "tictactoe")


def test_a_spec_prints_what_was_parsed() -> None:
    for text in ("machine", "machine:size=4", "a:b=(c:d=1,e=(f:g=2)),h=i"):
        assert str(parse_spec(text)) == text
    assert str(Spec("a", {"b": "c:d=1"})) == "a:b=(c:d=1)"


@pytest.mark.parametrize(("given", "canonical"), [
    ("othello:size=8,empties=none", "othello"),
    ("mnk:k=4,width=9,height=15", "mnk:width=9,k=4"),
])  # fmt: skip
def test_games_know_their_canonical_specs(given: str, canonical: str) -> None:
    assert game(given).spec == canonical
    assert game(given) is game(canonical)


def test_players_know_their_canonical_specs() -> None:
    rules = game("othello:size=4")
    assert (
        player("alphabeta:eval=(mobility),depth=4,pvs=true", rules).spec == "alphabeta:depth=4,eval=mobility"
    )


# ---- errors ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", r"''.*name:key=value,key=value"),
        (":size=3", r"':size=3'.*name"),
        ("9men", r"'9men'.*name"),
        ("mach ine", r"'mach ine'.*name"),
        ("machine:", r"'machine:'.*key=value.*''"),
        ("machine:size", r"key=value.*'size'"),
        ("machine:size=", r"key=value.*'size='"),
        ("machine:=3", r"key=value.*'=3'"),
        ("machine:size=3,", r"key=value.*''"),
        ("machine:size=3,size=4", r"'machine:size=3,size=4'.*size\b.*twice"),
        ("machine:part=(tool", "parenthes"),
        ("machine:part=tool)", "parenthes"),
        ("machine:part=)tool(", "parenthes"),
        ("machin", r"'machin'.*machine\?.*machine, tool"),
        ("x", r"'x'.*machine, tool"),
        ("machine:sise=3", r"'machine'.*'sise'.*size, rate"),
        ("machine:place=3", r"'place'.*size, rate"),
        ("machine:size=big", r"'machine'.*size=big\b.*whole number.*-2 to"),
        ("machine:size=1.5", r"size=1\.5\b.*whole number"),
        ("machine:size=1_0", r"size=1_0\b.*whole number"),
        ("machine:size=٣", r"size=٣\b.*whole number"),
        ("machine:size=-3", r"size=-3\b.*from -2"),
        ("machine:size=1000000000000000001", "from -2 to 1000000000000000000"),
        ("machine:rate=nan", r"rate=nan\b.*from 0 to 1000000000"),
        ("machine:rate=-0.1", r"rate=-0\.1\b.*from 0"),
        ("machine:loud=yes", r"loud=yes\b.*true or false"),
        ("machine:colour=green", r"colour=green\b.*red, blue"),
        (
            "machine:size=7,loud=true",
            r"'machine:size=7,loud=true'.*a machine of size 7 cannot be loud",
        ),
    ],
)
def test_errors_quote_what_is_wrong_and_name_what_is_right(spec: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        made(spec)


@given(st.text(max_size=30) | st.from_regex(r"machine:[a-z=,():0-9. ]{0,25}", fullmatch=True))
def test_any_text_is_a_spec_or_a_spec_error(text: str) -> None:
    with contextlib.suppress(SpecError):
        MACHINES.make(parse_spec(text), "here")


@dataclass(frozen=True)
class Settings:
    """Parameters that are one value."""

    size: Annotated[int, Between(1, 9), "rows"] = 3
    loud: bool = False


class Tuned:
    """Takes its parameters together, and one of its own."""

    def __init__(self, settings: Settings = Settings(), name: str = "x") -> None:
        self.settings, self.name = settings, name


def test_parameters_may_be_the_fields_of_one_value() -> None:
    catalogue: Catalogue[Tuned] = Catalogue("machine")
    catalogue.add("tuned", Tuned)
    assert [one.name for one in catalogue.entry("tuned").parameters] == ["size", "loud", "name"]
    made = catalogue.make(parse_spec("tuned:name=y,loud=true"))
    assert (made.settings, made.name) == (Settings(3, True), "y")
    assert catalogue.make(parse_spec("tuned")).settings == Settings()
    assert catalogue.canonical(parse_spec("tuned:name=y,size=3,loud=true")) == "tuned:loud=true,name=y"
    with pytest.raises(SpecError, match="size=10: expected a whole number from 1 to 9"):
        catalogue.make(parse_spec("tuned:size=10"))


def test_errors_of_games_and_players_name_what_there_is() -> None:
    with pytest.raises(SpecError, match=r"'otello'.*othello.*hexxagon"):
        game("otello")
    rules = game("othello:size=4")
    with pytest.raises(SpecError, match=r"'alfabeta'.*alphabeta"):
        player("alfabeta", rules)
    with pytest.raises(SpecError, match=r"'runs'.*discs, mobility, none"):
        player("greedy:eval=runs", rules)
    with pytest.raises(SpecError, match=r"'mobility'.*'x'"):
        player("greedy:eval=(mobility:x=1)", rules)


@pytest.mark.parametrize("name", [*GAMES.names(), *PLAYERS.names()])
def test_every_parameter_has_an_explanation_and_a_default_that_it_accepts(name: str) -> None:
    catalogue = GAMES if name in GAMES.names() else PLAYERS
    entry = catalogue.entry(name)
    assert entry.summary.strip()
    for parameter in entry.parameters:
        assert parameter.explanation, parameter.name
        if parameter.default != "":
            assert parameter.read(text_of(parameter.default)) == parameter.default
        if parameter.bounds is not None:
            for bound in (parameter.bounds.low, parameter.bounds.high):
                assert parameter.read(text_of(bound)) == bound


@pytest.mark.parametrize(
    ("spec", "pattern", "expected"),
    [
        ("othello", "othello", True),
        ("othello", "othello:size=*", True),
        ("othello:size=6", "othello:size=*", True),
        ("othello:size=6", "othello:size=6", True),
        ("othello:size=6", "othello", False),
        ("othello", "othello:size=6", False),
        ("othello:size=6", "reversi:size=*", False),
        ("mnk:k=4,exact=true", "mnk:k=4,exact=*", True),
        ("mnk:k=4,exact=true", "mnk:k=4", False),
    ],
)
def test_patterns_stand_for_specs(spec: str, pattern: str, expected: bool) -> None:
    assert fits(spec, pattern) is expected
