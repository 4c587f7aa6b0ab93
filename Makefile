# Two commands matter: `make run` plays, `make test` tests. Both make their own environment in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Of tests at once. On two cores three gained nothing over two.
WORKERS ?= 2

# Programs that tests start read the package's byte code, which saves a second each.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-fast test-thorough bench strength lint types docs pictures page clean

run: page
	@$(BIN)/nupp

test: $(VENV)/test.stamp page
	$(BIN)/python -m pytest -n $(WORKERS)

# Without whole programs, servers, browsers, trainings and clusters; for every few minutes of work.
test-fast: $(VENV)/test.stamp page
	$(BIN)/python -m pytest -n $(WORKERS) -m "not slow"

# With many more random games, positions and examples; for a night.
test-thorough: $(VENV)/test.stamp page
	NUPP_THOROUGH=1 $(BIN)/python -m pytest -n $(WORKERS)

bench: $(VENV)/test.stamp
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/peers.py
	$(BIN)/python benchmarks/mcts.py
	$(BIN)/python benchmarks/solvers.py
	$(BIN)/python benchmarks/learning.py
	$(BIN)/python benchmarks/inference.py

strength: $(VENV)/test.stamp
	$(BIN)/python benchmarks/strength.py --out $(VENV)/strength

lint: $(VENV)/test.stamp page
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python tests/wording.py
	$(BIN)/mypy
	$(BIN)/python -m nupp.server.models.typescript --check web/src/lib/types.ts
	cd web && { test -d node_modules || npm ci; } && npm run check && npm run lint && npm test

# The page's types of messages, from the server's models.
types: $(VENV)/run.stamp
	$(BIN)/python -m nupp.server.models.typescript web/src/lib/types.ts

# The manual as a site, in build/site.
docs: $(VENV)/docs.stamp
	PYTHONPATH=docs NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build
	@echo "python3 -m http.server --directory build/site shows it on http://localhost:8000"

pictures: $(VENV)/test.stamp page
	$(BIN)/python docs/pictures.py

# The page of the browser app, with npm; where it is that of the sources in web/ already, nothing is done.
page: $(VENV)/run.stamp
	@$(BIN)/python hatch_build.py

$(VENV)/bin/pip:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "nupp needs Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: pyproject.toml | $(VENV)/bin/pip
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[server]'
	@touch $@

# OpenSpiel, against which the rules are compared, has no wheels for some systems; those tests then say so.
$(VENV)/test.stamp: $(VENV)/run.stamp
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	-$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[peers]'
	@touch $@

$(VENV)/docs.stamp: $(VENV)/run.stamp
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

clean:
	rm -rf $(VENV)
