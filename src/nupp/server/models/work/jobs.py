"""Jobs and their events."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from nupp.server.models.shared import Answer
from nupp.server.models.work.analysis import MoveAnalysis
from nupp.server.models.work.recordings import RecordedEvent
from nupp.server.models.work.thinking import Thought
from nupp.server.models.work.tournaments import Standing
from nupp.store import JobState


class JobCreated(Answer):
    """A job that has been begun; its events are at /api/jobs/{job}/events."""

    job: str


class ThoughtEvent(Answer):
    """The latest thought of the player."""

    type: Literal["thought"] = "thought"
    thought: Thought


class MoveAnalysisEvent(Answer):
    """A move that was analysed, and the values of the positions before and after it."""

    type: Literal["move_analysis"] = "move_analysis"
    analysis: MoveAnalysis
    values: list[float]


class StandingEvent(Answer):
    """The standing of a tournament."""

    type: Literal["standing"] = "standing"
    standing: Standing


class LiveGameEvent(Answer):
    """The game of a tournament that is being played, a few moments ago."""

    type: Literal["live_game"] = "live_game"
    number: int
    first: str
    second: str
    start: str | None
    moves: list[str]


class TextEvent(Answer):
    """A line that the work has printed."""

    type: Literal["text"] = "text"
    line: str


class DoneEvent(Answer):
    """The end of a job; nothing comes after it."""

    type: Literal["done"] = "done"
    state: JobState
    message: str
    code: str = ""
    """Of a failure: one word for programs, such as `memory`; empty where the message alone says it."""


JobEvent = TypeAliasType(
    "JobEvent",
    Annotated[
        ThoughtEvent
        | MoveAnalysisEvent
        | StandingEvent
        | LiveGameEvent
        | RecordedEvent
        | TextEvent
        | DoneEvent,
        Field(discriminator="type"),
    ],
)
"""An event of a job, over Server-Sent Events."""
