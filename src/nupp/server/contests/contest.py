"""The contents of a tournament of people, and what may be done to it.

No input or output happens here. What cannot be done is a RefusedError and changes nothing.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, Literal

from nupp.arena import pairing
from nupp.arena import standings as tables
from nupp.server.models import contests as models
from nupp.server.models.contests import MAX_ENTRANTS, ContestRequest, ContestState
from nupp.server.rooms.room import RefusedError

POINTS: Final = {"zero": 0.0, "half": 0.5}


@dataclass(frozen=True)
class Member:
    """Somebody in a tournament, who holds its seats as a client. See `arena.standings.Entrant`."""

    number: int
    name: str
    client: str
    since: int
    until: int | None = None


@dataclass(frozen=True)
class Game:
    """A pairing of a round with its room; without a second player a bye. See `arena.standings.Pairing`."""

    round: int
    first: int
    second: int | None
    room: str | None = None
    points: float | None = None


@dataclass
class Contest:
    """A tournament. began: when its round began, or the pause before the next one, in seconds since 1970."""

    game: str
    clock: str
    system: Literal["swiss", "round_robin"]
    rounds: int
    late: Literal["zero", "half"]
    no_show: int
    state: ContestState = "open"
    began: float = 0.0
    members: list[Member] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)

    @classmethod
    def new(cls, wanted: ContestRequest, spec: str) -> Contest:
        """A tournament as it is asked for."""
        values = wanted.model_dump(exclude={"name", "game"})
        return cls(game=spec, **values)

    @classmethod
    def read(cls, contents: dict[str, Any]) -> Contest:
        """The tournament of what `contents` returned."""
        members = [Member(**one) for one in contents["members"]]
        games = [Game(**one) for one in contents["games"]]
        return cls(**{**contents, "members": members, "games": games})

    def contents(self) -> dict[str, Any]:
        """All of it, as JSON."""
        return asdict(self)

    # ---- what there is ---------------------------------------------------------------------------

    @property
    def round(self) -> int:
        """The round that is played, or was played last; 0 before the first."""
        return max((one.round for one in self.games), default=0)

    @property
    def unfinished(self) -> list[Game]:
        """The games that go on."""
        return [one for one in self.games if one.points is None]

    @property
    def is_over(self) -> bool:
        """True if nothing comes any more."""
        return self.state in ("over", "stopped")

    def member(self, client: str) -> Member | None:
        """The member that a client is; None if it is none."""
        return next((one for one in self.members if one.client == client), None)

    def standings(self) -> tuple[tables.Standing, ...]:
        """The standings, the best first."""
        late = POINTS[self.late] if self.system == "swiss" else 0.0
        return tables.standings(self._entrants(), self._pairings(), late)

    def next_round(self) -> list[Game]:
        """The games of the round after the present one, without rooms; none if the tournament is over."""
        late = POINTS[self.late]
        found = pairing.next_round(self.system, self._entrants(), self._pairings(), self.rounds, late)
        return [Game(one.round, one.first, one.second, None, one.points) for one in found]

    def _entrants(self) -> list[tables.Entrant]:
        return [tables.Entrant(one.number, one.since, one.until) for one in self.members]

    def _pairings(self) -> list[tables.Pairing]:
        return [tables.Pairing(one.round, one.first, one.second, one.points) for one in self.games]

    # ---- what is done ----------------------------------------------------------------------------

    def join(self, client: str, name: str) -> None:
        """Let somebody play from the next round on, also who has withdrawn before."""
        self._require_going()
        found = self.member(client)
        if found is not None and found.until is None:
            raise RefusedError("joined", f"{found.name} is in the tournament already")
        if found is not None:
            self.members[found.number - 1] = replace(found, until=None)
            return
        if len(self.members) >= MAX_ENTRANTS:
            raise RefusedError("full", f"expected at most {MAX_ENTRANTS} entrants")
        if any(one.name.casefold() == name.casefold() for one in self.members):
            raise RefusedError("name_taken", f"{name!r} is in the tournament already: expected another name")
        self.members.append(Member(len(self.members) + 1, name, client, self.round + 1))

    def withdraw(self, client: str) -> None:
        """Let somebody play no further round; a game that goes on goes on."""
        self._require_going()
        found = self.member(client)
        if found is None or found.until is not None:
            raise RefusedError("not_joined", "you are not in the tournament")
        if self.state == "open":
            self.members.remove(found)
            self.members = [replace(one, number=n) for n, one in enumerate(self.members, start=1)]
        else:
            self.members[found.number - 1] = replace(found, until=self.round)

    def begin(self, games: list[Game], now: float) -> None:
        """Begin a round with games, or end the tournament if there are none."""
        self.state, self.began = ("running", now) if games else ("over", now)
        self.games += games

    def settle(self, room: str, points: float, now: float) -> None:
        """Enter the result of a game; the pause before the next round begins with the last one."""
        for place, one in enumerate(self.games):
            if one.room == room and one.points is None:
                self.games[place] = replace(one, points=points)
                if not self.unfinished:
                    self.began = now

    def stop(self) -> None:
        """End the tournament as it stands."""
        self._require_going()
        self.state = "stopped"

    def require_startable(self) -> None:
        """RefusedError unless the first round can begin now, or the next one."""
        self._require_going()
        if self.unfinished:
            raise RefusedError(
                "round_goes_on", f"{len(self.unfinished)} games go on: expected their ends first"
            )
        if sum(one.until is None for one in self.members) < 2:
            raise RefusedError("too_few", "expected two entrants or more")

    def _require_going(self) -> None:
        if self.is_over:
            raise RefusedError("over", "the tournament is over")

    # ---- what is seen ----------------------------------------------------------------------------

    def seen(self) -> dict[str, Any]:
        """The entrants, games and standings, for a `models.Contest`; no entrant is `you`."""
        return {
            "entrants": [
                models.Entrant(
                    number=one.number,
                    name=one.name,
                    withdrawn=one.until is not None,
                    you=False,
                )
                for one in self.members
            ],
            "pairings": [
                models.Pairing(
                    round=one.round, first=one.first, second=one.second, room=one.room, result=one.points
                )
                for one in self.games
            ],
            "standings": [models.ContestStanding(**asdict(one)) for one in self.standings()],
        }
