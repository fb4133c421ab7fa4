# Newsloom. `make demo` shows it, `make run` runs it, `make test` tests it.

PYTHON ?= python3
BIN := .venv/bin
# Python compiles what is imported; to compile all that is installed takes as long as to install it.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# Tests on several workers; tests/distribution.py says which tests stay together and which come first.
PARALLEL ?= -n auto --no-loadscope-reorder
# npx fetches it for `make lint-web`; its rules are in biome.jsonc.
BIOME := @biomejs/biome@2.6.8
export PATH := $(CURDIR)/$(BIN):$(PATH)
# Keep compiled modules, whatever the shell says: tests start hundreds of processes, and pytest rewrites every assert.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help demo run setup setup-dev rivals lock lint lint-web type servers pytest test test-all fast contract e2e gate evaluate soak hostile cluster-test bench train need-data docs dashboards chart sbom secrets pin-images compose-test clean

help: ## Show this list
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

demo: .venv/packages ## Run everything on this machine with a small fake web; Ctrl-C stops it
	@$(call step,texts of the pages,$(BIN)/python -m webui.messages compile)
	@$(BIN)/python -m newsloom demo $(ARGS)

run: .venv/run ## Run everything on this machine with your own sources; Ctrl-C stops it
	$(BIN)/python -m newsloom run $(ARGS)

setup: .venv/run ## Make a virtual environment with the requirements of Newsloom

setup-dev: .venv/dev ## Make it with the requirements of tests and checks too

# Say what a step does before it begins, and how long it took.
step = began=$$(date +%s); printf '%s ... ' '$(1)'; $(2) || exit 1; echo "$$(( $$(date +%s) - began )) s"

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Newsloom needs Python 3.11 or newer; set PYTHON=/path/to/it"; exit 1; }
	@$(call step,virtual environment in .venv,$(PYTHON) -m venv .venv)

# The lock file names every package, so that pip need not work out what each of them needs.
.venv/packages: .venv/bin/python requirements.txt
	@$(call step,packages that Newsloom needs (half a minute),$(INSTALL) --no-deps --require-hashes -r requirements.txt)
	@touch $@

# The demo does without the compiled parts: they take a minute, and it reads few pages.
.venv/run: .venv/packages .venv/compiled $(wildcard */locale/*/LC_MESSAGES/django.po features/*/locale/*/LC_MESSAGES/django.po)
	@$(BIN)/python -c 'from extractor.compiled import IS_BUILT as built; built or print("Without a C compiler and the headers of Python, Newsloom reads pages more slowly; build/compile.log says what is missing.")'
	@$(call step,texts of the pages,$(BIN)/python -m webui.messages compile)
	@touch $@

# A machine without a C compiler runs the same code in Python, which is slower.
.venv/compiled: .venv/bin/python requirements-build.txt setup.py $(wildcard extractor/compiled/*.pxi extractor/compiled/*.pyx)
	@mkdir -p build
	@$(call step,packages to compile with,$(INSTALL) --require-hashes -r requirements-build.txt)
	@$(call step,the slowest functions as machine code (a minute),{ $(BIN)/python setup.py --quiet build_ext --inplace >build/compile.log 2>&1 || true; })
	@touch $@

.venv/dev: .venv/run requirements-dev.txt
	$(INSTALL) --require-hashes -r requirements-dev.txt
	@touch $@

.venv/rivals: .venv/dev requirements-rivals.txt
	$(INSTALL) --no-deps --require-hashes -r requirements-rivals.txt
	@touch $@

rivals: .venv/rivals ## Install the libraries that `newsloom evaluate --rival` measures

lock: ## Write the lock files again, keeping versions (needs uv); ARGS=--upgrade takes the newest ones
	for name in requirements requirements-build requirements-dev requirements-lint requirements-meaning requirements-names requirements-oidc requirements-otel requirements-render requirements-rivals requirements-sbom; do \
		uv pip compile -q $(ARGS) --universal --python-version 3.11 --generate-hashes --no-header \
			--no-emit-index-url $$name.in -o $$name.txt || exit 1; \
	done

lint: .venv/dev ## Check the style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

build/lint/bin/djlint: requirements-lint.txt
	$(PYTHON) -m venv build/lint
	build/lint/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-lint.txt

lint-web: build/lint/bin/djlint ## Check JavaScript, CSS and templates (needs npm)
	npx --yes $(BIOME) lint --error-on-warnings .
	build/lint/bin/djlint --lint --quiet webui features evaluation/report

type: .venv/dev ## Check the types
	nice $(BIN)/mypy

servers: .venv/dev ## Install the servers that tests need
	$(BIN)/python -m testbed.servers install

pytest: .venv/dev
	$(BIN)/python -m testbed.runner $(PARALLEL) $(DEPTH) $(ARGS)

# The types are checked beside the tests: these wait for servers now and then, and leave a core idle meanwhile.
test: lint servers ## Check style and types, install and start servers, run the tests
	@$(MAKE) --no-print-directory -j2 pytest type

test-all: lint servers ## Test in depth, weekly: more examples, every look and profile, training twice
	@$(MAKE) --no-print-directory -j2 pytest type DEPTH='--hypothesis-profile=full -m "not soak"'

fast: .venv/dev ## Test without servers and browser: unit tests, ports on files, the extraction's floors
	$(BIN)/python -m testbed.runner $(PARALLEL) --no-servers -m "not (slow or heavy or soak)" tests/unit tests/contract tests/gates tests/test_architecture.py $(ARGS)

contract: .venv/dev ## Test the ports on both adapters
	$(BIN)/pytest $(PARALLEL) tests/contract $(ARGS)

e2e: .venv/dev ## Test from source to search; both profiles with ARGS='-m "not soak"'
	$(BIN)/pytest $(PARALLEL) tests/e2e $(wildcard features/*/tests/e2e) $(ARGS)

gate: .venv/dev ## Compare the extraction's scores with their pinned values
	$(BIN)/pytest tests/gates $(ARGS)

evaluate: need-data .venv/dev ## Measure extraction on labelled pages: make evaluate DATA=folder ARGS="--html report"
	$(BIN)/python -m newsloom evaluate --data $(DATA) $(ARGS)

soak: .venv/dev ## Store 5,000 pages with four workers while everything is killed in turn; watch the pace for forty minutes
	$(BIN)/pytest tests/faults/test_kill.py tests/e2e/test_pace.py -m soak -s $(ARGS)

hostile: .venv/dev ## Crawl an honest source beside hostile ones on both profiles, ten minutes each; ARGS="--minutes 2"
	$(BIN)/pytest tests/faults/test_hostile.py -m soak -s $(ARGS)

cluster-test: .venv/dev ## Cut simulated hosts off in turn, slow their lines, set a clock wrong; thirty-five minutes (root, Linux)
	$(BIN)/pytest tests/cluster -m soak -s $(ARGS)

bench: .venv/dev ## Measure seen filter, backlogs, search, pages, extraction, pipeline, archive and memory
	$(BIN)/python -m benchmarks.seen
	$(BIN)/python -m benchmarks.backlog
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.relevance
	$(BIN)/python -m benchmarks.pages
	$(BIN)/python -m benchmarks.tasks
	$(BIN)/python -m benchmarks.sources
	$(BIN)/python -m benchmarks.extraction
	$(BIN)/python -m benchmarks.pipeline
	$(BIN)/python -m benchmarks.archive
	$(BIN)/python -m benchmarks.pipeline --pages 20000 --flat

train: need-data .venv/dev ## Train the extractor's models on labelled pages and print their scores: make train DATA=folder
	$(BIN)/python -m training.article --data $(DATA)
	$(BIN)/python -m training.kind --data $(DATA)
	$(BIN)/python -m training.links --data $(DATA)
	$(BIN)/python -m training.two_layer --data $(DATA)
	$(BIN)/python -m training.threads --data $(DATA)
	$(BIN)/python -m training.thread_gate --data $(DATA)

need-data:
	@test -n "$(DATA)" || { echo "Set DATA=FOLDER to a folder of labelled pages; docs/evaluation.md describes it."; exit 1; }

docs: .venv/dev ## Build the documentation site below ./site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "Open site/index.html, or serve the folder: the search needs a server."

dashboards: .venv/dev ## Write the dashboards for Grafana below deploy/grafana
	$(BIN)/python -m deploy.dashboards

chart: .venv/dev ## Write the Helm chart to ./dist
	$(BIN)/python -m deploy.chart dist

# An environment of its own: the tool brings libraries that change how others read pages.
build/sbom/bin/cyclonedx-py: requirements-sbom.txt
	$(PYTHON) -m venv build/sbom
	build/sbom/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-sbom.txt

sbom: build/sbom/bin/cyclonedx-py ## Write which Python packages the image holds to build/newsloom.cdx.json (CycloneDX)
	PYTHONWARNINGS=ignore build/sbom/bin/cyclonedx-py requirements --output-reproducible --pyproject pyproject.toml \
		-o build/newsloom.cdx.json requirements.txt
	@echo "wrote build/newsloom.cdx.json"

secrets: ## Generate the passwords of docker-compose.yml below ./secrets, once
	$(PYTHON) deploy/make_secrets.py

pin-images: .venv/dev ## Pin the images of docker-compose.yml to the digests that Docker pulls now
	$(BIN)/python -m deploy.pin_images

compose-test: .venv/dev ## Start the whole stack in containers, test it end to end, kill each part once (root, Debian)
	$(BIN)/python -m deploy.compose_test

clean: ## Remove the virtual environment and all data below ./var
	rm -rf .venv var
