"""Thoughts of players on one position, while somebody watches, and analyses of games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Final

from fastapi import APIRouter, Depends

from nupp.arena.analysis import AnalysedMove, AnalysisSteps, analysis_steps
from nupp.formats.record import start_of
from nupp.kernel import interpreted
from nupp.players import Budget, Decision
from nupp.rules import Position
from nupp.server.api.positions import position_of
from nupp.server.engines.pool import SearchError, TooManyError
from nupp.server.engines.thoughts import thought_of
from nupp.server.jobs.jobs import Job, JobError, Kind
from nupp.server.models.positions import SceneRequest
from nupp.server.models.shared import ProblemError, problems
from nupp.server.models.work.analysis import AnalysisRequest, MoveAnalysis, ThoughtsRequest
from nupp.server.models.work.jobs import JobCreated, MoveAnalysisEvent, TextEvent, ThoughtEvent
from nupp.server.offloop import off_loop
from nupp.server.play.hints import hint_cells
from nupp.server.play.specs import safe_player
from nupp.server.services import Services, client_of, services
from nupp.spec import SpecError

router = APIRouter(prefix="/api", tags=["analysis"])

THOUGHTS: Final = Kind("thoughts", of_client=1, of_all=64, is_watched=True, is_replaced=True)
ANALYSES: Final = Kind("analyses", of_client=2, of_all=16, is_watched=True)

Asked = Annotated[Services, Depends(services)]
Client = Annotated[str, Depends(client_of)]


@router.post("/thoughts", status_code=202, summary="Think about a position", responses=problems(422, 429))
async def think(wanted: ThoughtsRequest, of: Asked, client: Client) -> JobCreated:
    """Let a player think about a position; its thoughts are the events of the job.

    It stops if nobody watches, and when the same client asks for another.
    """
    of.creations.require(client)
    position, player = await off_loop(_set_up, wanted, wanted.player)
    if position.is_over:
        raise ProblemError(
            422, "game_over", f"the game is over, {position.result}: expected a position with moves"
        )

    async def work(job: Job) -> str:
        latest = _Latest(job, position, player)
        decision = await _search(
            of, job, position, player, wanted.budget.for_player(), wanted.multipv, latest
        )
        await latest.send(decision, done=True)
        return ""

    return JobCreated(job=of.jobs.start(client, THOUGHTS, work).name)


@router.post("/analyses", status_code=202, summary="Analyse a game", responses=problems(422, 429))
async def analyse(wanted: AnalysisRequest, of: Asked, client: Client) -> JobCreated:
    """Analyse every move of a game, from the last one back; each is an event of the job.

    It stops if nobody watches. A game that was analysed so lately is not searched again.
    """
    of.creations.require(client)
    last, player = await off_loop(_set_up, wanted, wanted.player)
    budget = wanted.budget.for_player()

    async def work(job: Job) -> str:
        kept = of.analyses.find(last, player, budget)
        for event in kept or ():
            job.send(event)
        if kept is None:
            of.analyses.keep(last, player, budget, await _analyse(of, job, last, player, budget))
        return ""

    return JobCreated(job=of.jobs.start(client, ANALYSES, work).name)


async def _analyse(
    of: Services, job: Job, last: Position, player: str, budget: Budget
) -> list[MoveAnalysisEvent]:
    """Analyse the game that ends in a position; each move is sent when it is done."""
    course, decision = analysis_steps(last), None
    events = []
    while (step := await off_loop(_next_step, course, decision)) is not None:
        decision = None
        if isinstance(step, AnalysedMove):
            events.append(await off_loop(_event, step))
            job.send(events[-1])
        else:
            decision = await _search(of, job, step, player, budget)
    return events


class _Latest:
    """Sends the latest thought of a search as an event of a job; outdated ones are dropped."""

    def __init__(self, job: Job, position: Position, player: str) -> None:
        self._job, self._position, self._player = job, position, player
        self._waiting: Decision | None = None
        self._sending: asyncio.Task[None] | None = None

    def __call__(self, decision: Decision) -> None:
        """Send a thought soon, unless another one comes."""
        self._waiting = decision
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send_waiting())

    async def _send_waiting(self) -> None:
        while (decision := self._waiting) is not None:
            self._waiting = None
            await self.send(decision)

    async def send(self, decision: Decision, done: bool = False) -> None:
        """Send a thought; done: as the last one."""
        if done:
            self._waiting = None
            if self._sending is not None:
                await self._sending
        thought = await off_loop(thought_of, self._position, decision, self._player, done)
        self._job.send(ThoughtEvent(thought=thought))


def _set_up(wanted: SceneRequest | ThoughtsRequest | AnalysisRequest, player: str) -> tuple[Position, str]:
    """The position that moves lead to, and the canonical spec of a player of its game."""
    position = position_of(wanted.game, wanted.position, wanted.moves)
    return position, safe_player(player, position.game)


def _next_step(course: AnalysisSteps, decision: Decision | None) -> Position | AnalysedMove | None:
    """The next step of an analysis; None at its end."""
    try:
        return course.send(decision)
    except StopIteration:
        return None
    except SpecError as error:  # of an evaluator whose values are no results
        raise JobError(str(error)) from None


def _event(move: AnalysedMove) -> MoveAnalysisEvent:
    position, found = move.position, move.analysis
    with interpreted():
        hint = hint_cells(position, position.parse_move(found.best), found.number)
    analysis = MoveAnalysis.model_validate({**vars(found), "hint": hint})
    return MoveAnalysisEvent(analysis=analysis, values=list(move.values))


async def _search(
    of: Services,
    job: Job,
    position: Position,
    player: str,
    budget: Budget,
    multipv: int = 1,
    on_thought: Callable[[Decision], object] | None = None,
) -> Decision:
    """Let the engines search a position for a job; JobError if they cannot."""
    try:
        return await of.engines.search(
            job.owner,
            position.game.spec,
            start_of(position),
            position.moves,
            player,
            budget,
            multipv,
            on_thought,
            lambda state: job.send(TextEvent(line=state)) if on_thought or state == "preparing" else None,
            keep=None
            if on_thought
            else job.name,  # what is found late in a game helps to analyse what led there
        )
    except (SearchError, TooManyError) as error:
        raise JobError(str(error), error.code) from None
