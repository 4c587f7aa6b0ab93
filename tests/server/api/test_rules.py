"""The rules of games as HTML, and their worked examples."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from nupp.conformance.variants import base_specs
from nupp.games.mnk.rules import TicTacToe
from nupp.kernel import interpreted
from nupp.rules import game, register
from nupp.server.api.rules import rules
from nupp.server.models import games

BASES = pytest.mark.parametrize("spec", base_specs())
#: Elements of HTML that rules may have; none needs an attribute.
HARMLESS = {"p", "strong", "em", "code", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "pre"}


class Elements(HTMLParser):
    """Collects what a text of HTML has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes += attrs
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@BASES
def test_rules_are_html_without_anything_that_could_harm(spec: str) -> None:
    with interpreted():
        shown = rules(game(spec))
    elements = Elements(shown.html)
    assert elements.names <= HARMLESS
    assert elements.attributes == []
    assert elements.open == []
    assert "**" not in shown.html
    assert "State." not in shown.html
    assert games.Rules.model_validate(shown).game == game(spec).spec


def test_tables_and_words_of_rules() -> None:
    with interpreted():
        html = rules(game("lput")).html
    assert "<th>hit points</th>" in html
    assert "<td>flyer F</td>" in html
    assert "<strong>Rules.</strong>" in html
    assert "<code>c4xd5</code>" in html


class Wild(TicTacToe):
    """A game of <script>alert(1)</script> & <b>more</b>.

    **Rules.** See [here](https://example.org/), [there](javascript:alert(1)), <https://example.org/> and
    ![a picture](https://example.org/a.png).

    | a | b |
    |---|---|
    | `<i>` | 2 |
    """

    name = "wild"


def test_rules_of_a_users_game_can_bring_no_html_links_or_pictures() -> None:
    register(Wild)
    with interpreted():
        html = rules(game("wild")).html
    found = Elements(html)
    assert found.names <= HARMLESS
    assert found.attributes == []
    assert "&lt;script&gt;" in html
    assert "<code>&lt;i&gt;</code>" in html
