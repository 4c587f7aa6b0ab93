"""What the evaluators of draughts count."""

from nupp.evaluators import default_evaluator, evaluator
from nupp.games import Game, Position, game
from nupp.kernel import interpreted
from plain import plain_rules  # noqa: F401


def rules(variant: str, draws: bool = True) -> Game:
    return game(f"draughts:variant={variant},draws={str(draws).lower()}")


def at(text: str, variant: str = "brazilian", draws: bool = True) -> Position:
    return rules(variant, draws).parse_position(text)


def value(position: Position, name: str) -> int:
    with interpreted():
        return int(evaluator(name, position.game).evaluate(position.game, position.state[0]))


def test_material() -> None:
    assert value(at("W:W31,K30:B1"), "material") == 400 - 100
    assert value(at("B:W31,K30:B1"), "material") == 100 - 400
    assert value(at("B:W31,K30:B1", "english"), "material:king=100") == 100 - 200


def test_positional() -> None:
    assert default_evaluator(rules("brazilian")) == "positional"
    # White: a man on the first row (12), one on the third (2 * 3), a king. Black: a man on the second (3).
    assert value(at("W:W32,22,K30:B5"), "positional") == 500 + 12 + 6 - 100 - 3
    assert value(at("B:W32,22,K30:B5"), "positional") == -(500 + 12 + 6 - 100 - 3)
    assert value(at("W:W12:B1,28", "english"), "positional") == 100 + 15 - 200 - 12 - 18
