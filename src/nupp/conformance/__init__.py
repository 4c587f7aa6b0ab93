"""The conformance suite: what must hold of every game, checked on nupp's games and on any others.

`requirements/` states it, a file a subject; `nupp conform GAME` checks it, and so does
`pytest --pyargs nupp.conformance`, of all games that are registered or of those that `--game SPEC` names.
Both need pytest and Hypothesis (the extra `conform`).
"""

# ruff: noqa: E402 - a missing package is reported before the module that imports it

from nupp.extras import require

require("conform", "the conformance suite")

import pytest

pytest.register_assert_rewrite("nupp.conformance.requirements")
