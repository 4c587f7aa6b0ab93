"""Statements that are compiled once."""

from datetime import UTC, datetime

import sqlalchemy as sa

from nupp.store.prepared import Prepared

THINGS = sa.Table(
    "things",
    sa.MetaData(),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text),
    sa.Column("made", sa.DateTime(timezone=True)),
)


def test_rows_are_written_as_sqlalchemy_writes_them() -> None:
    engine, now = sa.create_engine("sqlite://"), datetime(2026, 1, 2, 3, 4, 5, 6, UTC)
    append = Prepared(sa.insert(THINGS), *THINGS.c.keys())
    rename = Prepared(sa.update(THINGS).where(THINGS.c.number == sa.bindparam("of")), "name")
    with engine.begin() as connection:
        THINGS.create(connection)
        assert append.execute(connection, []) is None
        append.execute(connection, [{"number": one, "name": "a", "made": now} for one in (1, 2)])
        connection.execute(sa.insert(THINGS), {"number": 3, "name": "a", "made": now})
        rename.execute(connection, [{"of": 2, "name": "b"}])
        rows = connection.execute(sa.select(THINGS).order_by(THINGS.c.number)).all()
    assert [(row.number, row.name) for row in rows] == [(1, "a"), (2, "b"), (3, "a")]
    assert rows[0].made == rows[2].made
