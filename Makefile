# Two commands matter: `make run` plays, `make test` tests. Both make their own environment in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test bench strength lint docs page clean

run: page
	@$(BIN)/nupp

test: $(VENV)/test.stamp page
	$(BIN)/python -m pytest -n 2

bench: $(VENV)/test.stamp
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/peers.py
	$(BIN)/python benchmarks/mcts.py
	$(BIN)/python benchmarks/solvers.py
	$(BIN)/python benchmarks/learning.py

strength: $(VENV)/test.stamp
	$(BIN)/python benchmarks/strength.py --out $(VENV)/strength

lint: $(VENV)/test.stamp page
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	cd web && { test -d node_modules || npm ci; } && npm run check && npm run lint && npm test

docs: $(VENV)/test.stamp
	$(BIN)/python docs/pictures.py
	$(BIN)/python -m pytest -q tests/docs

# The page of the browser app, with npm; where it is that of the sources in web/ already, nothing is done.
page: $(VENV)/run.stamp
	@$(BIN)/python hatch_build.py

$(VENV)/bin/pip:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "nupp needs Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: pyproject.toml | $(VENV)/bin/pip
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# OpenSpiel, against which the rules are compared, has no wheels for some systems; those tests then say so.
$(VENV)/test.stamp: $(VENV)/run.stamp
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	-$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[peers]'
	@touch $@

clean:
	rm -rf $(VENV)
