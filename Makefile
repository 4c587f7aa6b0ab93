# Two commands matter: `make run` plays, `make test` tests. Both make their own environment in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Of tests at once. On two cores three gained nothing over two.
WORKERS ?= 2

# Programs that tests start read the package's byte code, which saves a second each.
unexport PYTHONDONTWRITEBYTECODE

PIP := $(BIN)/pip install --quiet --disable-pip-version-check
# PyTorch has a build for each kind of GPU: its version is fixed, and its hashes are not.
TORCH := torch==2.13.0
COMPILE := $(BIN)/uv pip compile --quiet $(UPGRADE) --universal --fork-strategy fewest --python-version 3.11 \
  --generate-hashes --custom-compile-command "make lock" --group build pyproject.toml

.PHONY: run test test-fast test-thorough bench strength lint lint-python lint-page audit types docs pictures page lock clean
.SECONDARY:

run: $(VENV)/server.stamp page
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
	$(BIN)/python benchmarks/vector.py
	$(BIN)/python benchmarks/unwatched.py

strength: $(VENV)/test.stamp
	$(BIN)/python benchmarks/strength.py --out $(VENV)/strength

lint: lint-python lint-page

lint-python: $(VENV)/test.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python tests/wording.py
	$(BIN)/python tests/audit.py
	$(BIN)/mypy
	$(BIN)/python -m nupp.server.models.typescript --check web/src/lib/types.ts

lint-page: page
	cd web && { test -d node_modules || npm ci; } && npm run check && npm run lint && npm test

# The page's types of messages, from the server's models.
types: $(VENV)/server.stamp
	$(BIN)/python -m nupp.server.models.typescript web/src/lib/types.ts

# The manual as a site, in build/site.
docs: $(VENV)/docs.stamp
	PYTHONPATH=docs NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build
	@echo "python3 -m http.server --directory build/site shows it on http://localhost:8000"

pictures: $(VENV)/test.stamp page
	$(BIN)/python docs/pictures.py

# The page of the browser app, with npm; where it is that of the sources in web/ already, nothing is done.
page: | $(VENV)/bin/pip
	@$(BIN)/python hatch_build.py

$(VENV)/bin/pip:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "nupp needs Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)

# What a stamp's lock names, each package by its hashes, and nupp itself from here.
$(VENV)/%.stamp: locks/%.txt pyproject.toml | $(VENV)/bin/pip
	$(PIP) --require-hashes --requirement $<
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# OpenSpiel, against which the rules are compared, has no wheels for some systems; those tests then say so.
$(VENV)/test.stamp: $(VENV)/dev.stamp locks/peers.txt
	$(PIP) $(TORCH)
	-$(PIP) --require-hashes --requirement locks/peers.txt
	@touch $@

# Packages with known faults: by the list in locks/, and by pip-audit and npm audit where they can be asked.
audit: $(VENV)/test.stamp
	$(BIN)/python tests/audit.py --online

# The locks, after a change of pyproject.toml. Versions stay as they are where they can; UPGRADE=--upgrade takes new ones.
lock: | $(VENV)/bin/pip
	$(PIP) uv
	$(COMPILE) --extra dev --output-file locks/dev.txt
	for extra in server postgres docs peers; do \
	  $(COMPILE) --extra $$extra --constraint locks/dev.txt --output-file locks/$$extra.txt || exit; done

clean:
	rm -rf $(VENV)
