"""The script that Alembic runs: the revisions, on the connection of `nupp.store.revisions`, in its
transaction.
"""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
