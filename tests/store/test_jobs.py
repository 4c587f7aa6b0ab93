"""The jobs in a database, of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from nupp.store import ConflictError, JobStore, StoredJob, StoreError
from store.examples import ANN, BOB, NOON


@pytest.fixture
def jobs(url: str) -> Iterator[JobStore]:
    """The jobs of an empty database."""
    with JobStore(url) as opened:
        yield opened


def job(id: str = "j1", minutes: float = 0, **others: Any) -> StoredJob:
    began = NOON + timedelta(minutes=minutes)
    values: dict[str, Any] = {"kind": "tournament", "client": ANN, "request": {"game": "othello"}}
    values |= {"id": id, "created": began, "changed": began}
    return StoredJob(**values | others)


def test_a_job_comes_back_as_it_was(jobs: JobStore) -> None:
    odd = job("j\N{SNOWMAN}", request={"players": ("a", "b"), "seed": 2**70}, folder="/data/'x'", message="?")
    for one in (odd, job()):
        jobs.create(one)
        jobs.create(one)
        assert jobs.load(one.id) == one
    assert jobs.load("j2") is None
    with pytest.raises(ConflictError, match=r"job j1\b"):
        jobs.create(job(client=BOB))


def test_what_becomes_of_a_job(jobs: JobStore) -> None:
    jobs.create(job())
    began = datetime.now(UTC)
    done = jobs.update("j1", "failed", "othello: no such player")
    assert done == replace(job(), state="failed", message="othello: no such player", changed=done.changed)
    assert began <= done.changed <= datetime.now(UTC)
    assert jobs.load("j1") == done
    with pytest.raises(StoreError, match="no job 'j2'"):
        jobs.update("j2", "finished")
    with pytest.raises(StoreError, match=r"state.*'done'.*running, finished, stopped, failed"):
        jobs.update("j1", "done")  # type: ignore[arg-type]
    assert jobs.load("j1") == done


def test_jobs_are_found(jobs: JobStore) -> None:
    for number in range(8):
        kind, client = "study" if number % 4 == 0 else "tournament", BOB if number > 4 else ANN
        jobs.create(job(f"j{number}", number // 2, kind=kind, client=client))
    jobs.update("j3", "finished")

    def found(**wanted: Any) -> list[int]:
        return [int(one.id[1:]) for one in jobs.jobs(**wanted)]

    assert found() == list(range(7, -1, -1))
    assert found(offset=2, limit=3) == [5, 4, 3]
    assert found(kind="study") == [4, 0]
    assert found(client=BOB) == [7, 6, 5]
    assert found(client=ANN, kind="tournament", state="running") == [2, 1]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: job(id="a\0"), r"\bid\b.*x00.*NUL"),
        (lambda: job(kind="k" * 21), r"\bkind\b.*k{21}.* 20 "),
        (lambda: job(client="secret"), "client.*SHA-256"),
        (lambda: job(state="done"), "state.*'done'.*running, finished"),
        (lambda: job(request={"at": NOON}), "JSON"),
        (lambda: job(created=datetime(2026, 5, 4)), "2026-05-04.*zone"),
    ],
)
def test_what_cannot_be_kept(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()
