"""Floor 6: what must hold of every game, as tests that run over nupp's own games and over anybody's.

`nupp conform GAME` runs them, and so does `pytest --pyargs nupp.conformance`, over all games that are
registered or over those that `--game SPEC` names. They need pytest and Hypothesis (the extra `conform`).
"""
