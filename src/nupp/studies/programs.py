"""The programs that the sources describe, as specs of players."""

from __future__ import annotations

from nupp.players import PLAYERS
from nupp.spec import Spec, text_of


def plain_alphabeta(**parts: str) -> str:
    """The spec of alpha-beta as textbooks have it: every part off but those that are given."""
    off = {
        one.name: text_of(one.kind(0))
        for one in PLAYERS.entry("alphabeta").parameters
        if one.kind in (bool, int) and one.name != "threads"
    }
    return str(Spec("alphabeta", off | parts))


def lput_alphabeta(evaluator: str = "health+position") -> str:
    """The alpha-beta of the thesis on L-put: of depth 2, with moves in the order of the evaluation."""
    return plain_alphabeta(depth="2", eval=evaluator, order_by_eval="1")


def lput_monte_carlo(n: int = 100, top: int = 0, k: int = 10) -> str:
    """The Monte Carlo of the thesis on L-put, greedy where only the `top` moves are on trial."""
    parts = {"k": str(k), "n": str(n)} | ({"top": str(top)} if top else {})
    return str(Spec("greedymc" if top else "flatmc", parts | {"eval": "health+position"}))


def amazons_search(name: str, depth: int = 3, evaluator: str = "mobility") -> str:
    """A search of the thesis on Amazons, by its name; depth 0: iterative deepening, as the budget allows.

    `half turns` is alpha-beta that counts an amazon's move and her arrow as a ply each, if it is played by
    steps; `random` plays any move.
    """
    if name == "random":
        return name
    parts = {"depth": str(depth), "eval": evaluator}
    if name in ("move-then-arrow", "two-iteration"):
        return str(Spec(name.replace("-", ""), parts))
    return plain_alphabeta(**parts | ({} if depth else {"iterative": "true"}))
