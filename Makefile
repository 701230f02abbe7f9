# `make demo` and `make test` do all set-up on their own; see `make help`.

.DEFAULT_GOAL := help
.PHONY: help setup demo test check soak bench truth lint format lock clean

# Builds start many processes; each would compile our own modules anew where this is set.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

help:  ## what can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 16

setup:  ## the environment in .venv/ (NO_APT=1 leaves the system's packages alone)
	@sh scripts/set_up.sh

demo: setup  ## build a release from the bundled archive into data/workspace/sample
	$(BIN)/assay build data/sample --out data/workspace/sample

test: setup  ## the tests but the slow ones, within 4 minutes
	$(PYTEST) -q -m "not soak and not slow"

check: setup lint  ## all that must hold before a change lands, slow tests too, within 12 minutes
	$(BIN)/python scripts/check_wheel.py
	$(PYTEST) -q --cov --cov-report=term

soak: setup  ## the long tests: kills, fuzz, many seeds, whole corpora
	$(BIN)/python -m pytest -m soak || [ $$? -eq 5 ]

bench: setup  ## what readers, gateway, agents' steps and Prefect cost: FOLDER=... of docx and pptx files, PEERS=all for slow ones
	$(BIN)/python benchmarks/recall.py $(or $(FOLDER),data/sample)
	$(BIN)/python benchmarks/speed.py $(or $(FOLDER),data/sample) --peers $(or $(PEERS),usual)
	$(BIN)/python benchmarks/gateway.py
	$(BIN)/python benchmarks/steps.py
	$(BIN)/python benchmarks/overhead.py data/sample

truth: setup  ## the golds of simulated worlds held against their keys: SEEDS=10 worlds from FIRST=1 on, minutes each
	$(BIN)/python benchmarks/truth.py --seeds $(or $(SEEDS),10) --first $(or $(FIRST),1) --show 20

lint: setup  ## format, lint, types, imports; changes nothing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports --no-logo

format: setup  ## write the format, and the fixes that are safe
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: setup  ## requirements.lock again from pyproject.toml (UPGRADE=1 takes newer versions)
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
		$(if $(UPGRADE),--upgrade) --group dev --extra s3 --extra sftp --extra dask --extra ray pyproject.toml --output-file requirements.lock

clean:  ## remove what the tools leave behind; keeps .venv/ and data/
	rm -rf build dist htmlcov .coverage .coverage.* .pytest_cache .ruff_cache .import_linter_cache .hypothesis
