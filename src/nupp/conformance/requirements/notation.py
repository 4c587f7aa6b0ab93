"""Moves and positions as text: the way there and back, and texts that mean nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nupp.conformance.amounts import amount
from nupp.conformance.observe import Sample, check_same, state_of
from nupp.conformance.requirements import Scope, requirement
from nupp.conformance.running import PLACE
from nupp.kernel import interpreted
from nupp.rules import Game, IllegalMoveError, NotationError, Position, read_state, start_state
from nupp.rules.movetexts import legal_codes


@requirement(Scope.VARIANTS)
def moves_have_texts_of_their_own_that_read_back(played: Sample) -> None:
    with interpreted():
        for seen in played.spread(5):
            state = state_of(played.game, seen.before)
            texts = [played.game.move_text(state[0], move) for move in seen.legal]
            check_texts_differ(seen.legal, texts)
            few = range(0, len(texts), max(1, len(texts) // 12))
            for move, text in ((seen.legal[i], texts[i]) for i in few):
                for spelling in (text, text.upper(), f"  {text.title()}\t"):
                    assert played.game.notation.read(played.game, state[0], spelling) == move


def check_texts_differ(moves: Sequence[int], texts: Sequence[str]) -> None:
    known: dict[str, int] = {}
    for move, text in zip(moves, texts, strict=True):
        other = known.setdefault(text.lower(), move)
        assert other == move, f"the moves {other} and {move} share the text {text!r}"


@requirement(Scope.VARIANTS)
def positions_read_back(played: Sample) -> None:
    with interpreted():
        for seen in played.spread(12):
            position = Position(played.game, state_of(played.game, seen.before))
            text = str(position)
            assert "  " not in text
            assert text.strip() == text
            check_reads_back(played.game, text, seen.before)
            read = played.game.parse_position(f" {text} ")
            assert (read.hash_key, read.legal_move_codes, read.to_move) == (
                seen.hash_key,
                seen.legal,
                seen.side,
            )
            if seen.is_over:
                assert (read.outcome, read.margin) == (seen.outcome, seen.margin)
            if played.game.repetition.draws_at == 0:
                assert read == position


def check_reads_back(rules: Game, text: str, state: bytes) -> None:
    read = read_state(rules, text)
    check_same(rules, read, state)
    assert rules.format_position(read[0]) == text


@requirement(Scope.DEFAULTS)
def positions_read_back_on_any_walk(base: Sample) -> None:
    rules = base.game

    @given(choices=st.lists(st.integers(0, 10_000), max_size=25))
    @settings(max_examples=amount(12, 100))
    def check(choices: list[int]) -> None:
        with interpreted():
            state = start_state(rules)
            for choice in choices:
                legal = legal_codes(rules, state[0])
                if legal:
                    rules.play(state[0], legal[choice % len(legal)])
            check_reads_back(rules, rules.format_position(state[0]), state.tobytes())

    with interpreted():
        check()


@st.composite
def mutations(draw: st.DrawFn, originals: list[str]) -> str:
    """A text that differs from one of the originals in a few places."""
    text = draw(st.sampled_from(originals))
    letters = st.sampled_from(sorted(set("".join(originals)) | set("09/ -,:.#xoXO\n\x00é٣²İ")))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        until = min(len(text), at + draw(st.integers(0, 2)))
        text = text[:at] + draw(st.text(letters, max_size=2)) + text[until:]
    return text


@requirement(Scope.DEFAULTS)
def any_text_is_a_position_or_a_notation_error(base: Sample) -> None:
    played = base
    texts = [
        str(played.game.format_position(state_of(played.game, seen.before)[0])) for seen in played.spread(30)
    ]

    @given(text=mutations(texts) | st.text(max_size=40))
    @settings(max_examples=amount(30, 1000), report_multiple_bugs=False)
    def check(text: str) -> None:
        with interpreted(), naming(text):
            check_position_text(played.game, text)

    check()


@contextmanager
def naming(text: str) -> Iterator[None]:
    """Add a text to the errors that it causes."""
    try:
        yield
    except Exception as error:
        error.add_note(f"{PLACE}with the text {text!r}")
        raise


def check_message(error: ValueError, text: str) -> None:
    assert repr(text) in str(error)


def check_position_text(rules: Game, text: str) -> None:
    try:
        position = rules.parse_position(text)
    except NotationError as error:
        check_message(error, text)
        return
    assert text.isascii(), "only what the notation knows is accepted"
    check_reads_back(rules, str(position), position.state.tobytes())
    assert len(set(position.legal_move_codes)) == len(position.legal_move_codes) <= rules.max_moves
    assert position.svg()
    if position.is_over:
        assert position.outcome in (-1, 0, 1)
    for code in position.legal_move_codes[:: max(1, len(position.legal_move_codes) // 3)]:
        assert position.play(position.format_move(code)).last_move_code == code


@requirement(Scope.DEFAULTS)
def any_text_is_a_legal_move_or_refused(base: Sample) -> None:
    played = base
    crowd = played.games[0][(len(played.games[0]) - 1) // 2]  # never the last one, which is over
    state = state_of(played.game, crowd.before)
    with interpreted():
        texts = [played.game.move_text(state[0], move) for move in crowd.legal]

    @given(text=mutations(texts) | st.text(max_size=10) | st.sampled_from(texts))
    @settings(max_examples=amount(30, 1000), report_multiple_bugs=False)
    def check(text: str) -> None:
        with naming(text):
            try:
                assert played.game.notation.read(played.game, state[0], text) in crowd.legal
            except (NotationError, IllegalMoveError) as error:
                check_message(error, text)

    check()


@requirement(Scope.VARIANTS)
def moves_of_a_finished_game_are_refused(played: Sample) -> None:
    with interpreted():
        first, last = played.games[0][0], played.games[0][-1]
        over = Position(played.game, state_of(played.game, last.before))
        text = played.game.move_text(state_of(played.game, first.before)[0], first.legal[0])
        with pytest.raises(IllegalMoveError, match="over"):
            over.play(text)
        with pytest.raises(IllegalMoveError, match="over"):
            played.game.notation.read(played.game, state_of(played.game, last.before)[0], text)
