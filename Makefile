# Two commands matter: `make run` plays, `make test` tests. Both make their own environment in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test bench strength lint docs clean

run: $(VENV)/run.stamp
	@$(BIN)/nupp

test: $(VENV)/test.stamp
	$(BIN)/python -m pytest -n 2

bench: $(VENV)/test.stamp
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/peers.py
	$(BIN)/python benchmarks/mcts.py
	$(BIN)/python benchmarks/solvers.py

strength: $(VENV)/test.stamp
	$(BIN)/python benchmarks/strength.py --out $(VENV)/strength

lint: $(VENV)/test.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

docs: $(VENV)/test.stamp
	$(BIN)/python docs/pictures.py
	$(BIN)/python -m pytest -q tests/docs

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
