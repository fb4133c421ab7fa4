# Newsloom. `make demo` shows it, `make run` runs it, `make test` proves it.

PYTHON ?= python3
DATA ?= ../shared/data
BIN := .venv/bin
# Tests on several workers; tests/distribution.py says which tests stay together and which come first.
PARALLEL ?= -n auto --no-loadscope-reorder
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: help demo run setup setup-dev rivals lock lint type test test-all fast contract e2e gate evaluate soak bench train docs secrets compose-test clean

help: ## Show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

demo: .venv/run ## Everything on this machine, on a small fake web; Ctrl-C stops it
	$(BIN)/python -m newsloom demo $(ARGS)

run: .venv/run ## Everything on this machine, on your own sources; Ctrl-C stops it
	$(BIN)/python -m newsloom run $(ARGS)

setup: .venv/run ## Virtual environment with what Newsloom runs on

setup-dev: .venv/dev ## The same with what tests and checks need

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Newsloom needs Python 3.11 or newer; set PYTHON=/path/to/it"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/run: .venv/bin/python requirements.txt webui/locale/zh_Hans/LC_MESSAGES/django.po
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/pybabel --quiet compile -d webui/locale -D django
	@touch $@

.venv/dev: .venv/run requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

.venv/rivals: .venv/dev requirements-rivals.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-rivals.txt
	@touch $@

rivals: .venv/rivals ## Install the extractors that `newsloom evaluate --rival` compares with

lock: ## Write the lock files again, keeping versions (needs uv); ARGS=--upgrade takes the newest ones
	for name in requirements requirements-dev requirements-rivals; do \
		uv pip compile -q $(ARGS) --universal --python-version 3.11 --generate-hashes --no-header \
			--no-emit-index-url $$name.in -o $$name.txt || exit 1; \
	done

lint: .venv/dev ## Style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

type: .venv/dev ## Types
	$(BIN)/mypy

test: lint type ## Install and start the servers that tests need, then run everything
	$(BIN)/python -m tests.servers install
	$(BIN)/pytest $(PARALLEL) $(ARGS)

test-all: lint type ## The same in depth: more examples, every picture, more pages for the kill tests
	$(BIN)/python -m tests.servers install
	$(BIN)/pytest $(PARALLEL) --hypothesis-profile=full -m "not soak" $(ARGS)

fast: .venv/dev ## Without servers and browser: unit tests, the ports on files, the extraction's floors
	$(BIN)/pytest $(PARALLEL) --no-servers -m "not (slow or heavy or soak)" tests/unit tests/contract tests/gates tests/test_architecture.py $(ARGS)

contract: .venv/dev ## The ports on both adapters
	$(BIN)/pytest $(PARALLEL) tests/contract $(ARGS)

e2e: .venv/dev ## From source to search, on both profiles
	$(BIN)/pytest $(PARALLEL) tests/e2e $(ARGS)

gate: .venv/dev ## Extraction scores against their pinned values
	$(BIN)/pytest tests/gates $(ARGS)

evaluate: .venv/dev ## Measure extraction on labelled pages: make evaluate DATA=folder ARGS="--html report"
	$(BIN)/python -m newsloom evaluate --data $(DATA) $(ARGS)

soak: .venv/dev ## 5,000 pages, four workers, everything killed in turn
	$(BIN)/pytest tests/faults -m soak $(ARGS)

bench: .venv/dev ## Figures: filter, search, pages, extraction, pipeline, memory
	$(BIN)/python -m benchmarks.seen
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.pages
	$(BIN)/python -m benchmarks.extraction
	$(BIN)/python -m benchmarks.pipeline
	$(BIN)/python -m benchmarks.pipeline --pages 20000 --flat

train: .venv/dev ## Learn the extractor's models anew from the labelled pages in DATA, and say how good they are
	$(BIN)/python -m training.article --data $(DATA)
	$(BIN)/python -m training.kind --data $(DATA)
	$(BIN)/python -m training.two_layer --data $(DATA)
	$(BIN)/python -m training.threads --data $(DATA)

docs: .venv/dev ## Build the documentation site below ./site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "Open site/index.html, or serve the folder: the search needs a server."

secrets: ## Make the passwords of docker-compose.yml, once
	$(PYTHON) deploy/make_secrets.py

compose-test: .venv/dev ## Bring the whole stack up in containers and test it end to end (root, Debian)
	$(BIN)/python -m deploy.compose_test

clean: ## Remove the virtual environment and everything collected below ./var
	rm -rf .venv var
