# Everything is set up in .venv from the locks in requirements/; a second run finds it ready and starts at once.
PYTHON ?= python3
BIN := .venv/bin
COMPILE := $(BIN)/uv pip compile --universal --no-header --no-annotate --generate-hashes --no-strip-extras --quiet --upgrade \
  --python-version 3.11 --no-emit-index-url --no-emit-find-links
PAGE := src/encore/server/page/index.html
PAGE_SOURCES := $(shell find web src/encore/games/*/web src/encore/games/*/i18n src/encore/core/i18n src/encore/server/i18n -type f -not -path '*/node_modules/*') $(wildcard src/encore/games/*/present/*.json)
KERNEL_SOURCES := $(shell find src -path '*/games/*.py' -o -path '*/core/compiling.py' -o -path '*/core/choice.py' -o -path '*/bots/*.py')
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# The tests start hundreds of processes. Without bytecode, each of them compiles every module again.
unexport PYTHONDONTWRITEBYTECODE
# The bots are compiled while the page is built and packages are installed.
MAKEFLAGS += --jobs=2

.PHONY: play train learners test test-all chaos test-page browser check setup page docs bench release screenshots golden lock clean

play: setup  ## the table in the browser; encore play is the one in the terminal
	@$(BIN)/encore serve --open

test: .venv/test.ready .venv/warm.ready browser test-page  ## a sample of the tests, on all cores
	@$(BIN)/python -m pytest -n auto --dist worksteal --sample-variants

test-all: .venv/dev.ready .venv/warm.ready browser test-page  ## every test with every option of the games
	@$(BIN)/python -m pytest -n auto --dist worksteal

MINUTES ?= 10
chaos: .venv/test.ready .venv/warm.ready  ## three servers under faults, and a check of all histories; MINUTES=10, SEED=… repeats a run
	@command -v ip > /dev/null || test "$$(id -u)" != 0 || apt-get install --yes --quiet iproute2 > /dev/null \
	  || echo "make chaos: network namespaces need iproute2 (Debian: apt install iproute2)"
	@$(BIN)/python -m tests.chaos --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))

test-page: page  ## the tests of the page's scripts
	@$(BIN)/python hatch_build.py test

browser: .venv/test.ready
	@$(BIN)/python -m tests.web.browser

check: .venv/dev.ready  ## format, lint, types, import rules; the types of the page
	@$(BIN)/ruff format --check --quiet . || { echo "make check: run $(BIN)/ruff format ."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo --no-cache
	@$(BIN)/python hatch_build.py check

setup: .venv/play.ready .venv/warm.ready page  ## .venv with the command encore, ready to play

page: $(PAGE)  ## the web page

docs: .venv/dev.ready  ## the manual, in site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

bench: .venv/bench.ready .venv/warm.ready page browser  ## benchmarks; ONLY=name for one
	@$(BIN)/python -m bench $(ONLY)

train: .venv/train.ready  ## teach a network Dakapo; WITH=options of examples.train
	@$(BIN)/python -m examples.train runs/dakapo $(WITH)

learners: .venv/learners.ready  ## Stable-Baselines3, TorchRL and Tianshou, which make test-all tries the environments with

release: .venv/release.ready browser  ## build sdist and wheel, try them in a clean environment, say what to upload
	@$(BIN)/python release.py

screenshots: .venv/test.ready page browser  ## the pictures and the animation of the README, to be looked at
	@$(BIN)/python -m tests.web.screenshots

golden: .venv/test.ready  ## write the golden playthroughs anew, to be read in the diff
	@$(BIN)/python -m tests.golden

lock: .venv/dev.ready  ## resolve the dependencies anew
	@$(PIP) install uv
	@$(COMPILE) pyproject.toml --extra server requirements/build.in -o requirements/play.txt
	@$(COMPILE) pyproject.toml --extra test --extra service --extra rl --extra server -c requirements/play.txt -o requirements/test.txt
	@$(COMPILE) pyproject.toml --extra dev --extra cluster --extra docs --extra service --extra rl --extra server -c requirements/test.txt -c requirements/bounds.in -o requirements/dev.txt
	@$(COMPILE) requirements/node.in -o requirements/node.txt
	@$(COMPILE) requirements/release.in -c requirements/dev.txt -o requirements/release.txt
	@$(COMPILE) pyproject.toml --extra train --extra cluster -c requirements/dev.txt -o requirements/train.txt
	@$(COMPILE) pyproject.toml --extra learners -c requirements/train.txt -o requirements/learners.txt
	@$(COMPILE) pyproject.toml --extra bench -c requirements/play.txt -o requirements/bench.txt

clean:  ## remove what was set up
	rm -rf .venv

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "encore needs Python 3.11 or newer: make PYTHON=python3.12 …"; exit 1; }
	@echo "setting up .venv …"
	@$(PYTHON) -m venv .venv \
	  || { rm -rf .venv; echo "encore needs Python's venv module (Debian: apt install python3-venv)"; exit 1; }

.venv/packages.ready: .venv/bin/python requirements/play.txt
	@$(PIP) install --require-hashes -r requirements/play.txt
	@$(BIN)/python -c 'import sys, hatch_build; sys.exit(not hatch_build.has_node())' \
	  || $(PIP) install --require-hashes -r requirements/node.txt
	@touch $@

.venv/play.ready: .venv/packages.ready pyproject.toml hatch_build.py | $(PAGE)
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/warm.ready: .venv/packages.ready $(KERNEL_SOURCES)
	@echo "compiling the bots …"
	@PYTHONPATH=src $(BIN)/python -m encore warm
	@touch $@

$(PAGE): .venv/packages.ready $(PAGE_SOURCES)
	@echo "building the page …"
	@$(BIN)/python hatch_build.py build
	@touch $@

.venv/test.ready: .venv/play.ready requirements/test.txt
	@$(PIP) install --require-hashes --no-compile -r requirements/test.txt  # most of it is never imported
	@touch $@

.venv/dev.ready: .venv/test.ready requirements/dev.txt
	@$(PIP) install --require-hashes --no-compile -r requirements/dev.txt
	@touch $@

.venv/train.ready: .venv/play.ready requirements/train.txt
	@$(PIP) install --require-hashes -r requirements/train.txt
	@touch $@

.venv/learners.ready: .venv/dev.ready requirements/learners.txt
	@$(PIP) install --require-hashes --no-compile -r requirements/learners.txt
	@touch $@

.venv/bench.ready: .venv/dev.ready requirements/bench.txt
	@$(PIP) install --require-hashes -r requirements/bench.txt
	@touch $@

.venv/release.ready: .venv/dev.ready requirements/release.txt
	@$(PIP) install --require-hashes -r requirements/release.txt
	@touch $@
