PYTHON ?= python3
# A Python that is named has an environment of its own: make test PYTHON=python3.13
VENV := .venv$(if $(filter-out python3,$(PYTHON)),-$(notdir $(PYTHON)))
BIN := $(VENV)/bin
NODE := $(BIN)/node node_modules/.bin

.PHONY: play site check test test-all coverage ready test-tools lint check-python check-pages format docs dist bench proof load floods soak wire figures screenshots clean

play: $(VENV)/installed
	@$(BIN)/charidice

# The game as files for any web host, into build/pages.
site: $(VENV)/installed
	@rm -rf build/pages
	@$(BIN)/charidice site build/pages

# What can be checked in less than a minute.
check: lint
	$(BIN)/pytest -n auto -m 'not slow and not long' $(patsubst %,--ignore tests/%,cli coach e2e show strategy study web)

test: ready
	$(BIN)/pytest -n auto --dist worksteal

# With what is marked `long`, for a release: other browsers, long chaos, whatever takes minutes.
test-all: ready
	$(BIN)/pytest -n auto --dist worksteal -m ''

# Which branches no test takes; tests take twice as long or more.
coverage: ready
	$(BIN)/pytest -n auto --dist worksteal --cov

# What comes before the tests, side by side: much of it waits for packages. Not the environment, which may need one of its own.
ready: | $(BIN)/python
	@$(MAKE) --no-print-directory --makefile $(firstword $(MAKEFILE_LIST)) -j3 lint test-tools

test-tools:
	@sh ./install-test-tools

lint: check-python check-pages

check-python: $(VENV)/test-installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --num-workers 2

# The browser's modules and style sheets, with node from PyPI.
check-pages: node_modules/.package-lock.json
	$(NODE)/tsc
	$(NODE)/tsc --ignoreConfig --noEmit --checkJs --strict --target esnext --lib esnext,webworker src/charidice/web/static/sw.js
	$(NODE)/eslint src tests
	$(NODE)/stylelint 'src/**/*.css'
	$(BIN)/node --test 'tests/js/*.test.js'

format: $(VENV)/test-installed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# The documentation, into build/site and for the server; without a network.
docs: $(VENV)/test-installed
	$(BIN)/python docs/build_site.py

# Both distributions, with the documentation in the first.
dist: docs
	$(BIN)/python -m hatchling build -d $(CURDIR)/dist
	cd game && $(CURDIR)/$(BIN)/python -m hatchling build -t wheel -d $(CURDIR)/dist

bench: $(VENV)/test-installed bench/boardgame/node_modules/.package-lock.json
	$(BIN)/python -m bench.speed
	$(BIN)/python -m bench.batch
	$(BIN)/python -m bench.environments
	$(BIN)/python -m bench.start
	$(BIN)/python -m bench.turns
	$(BIN)/python -m bench.decisions
	$(BIN)/python -m bench.solution
	$(BIN)/python -m bench.engine
	$(BIN)/python -m bench.lab
	$(BIN)/python -m bench.table
	@sh ./install-test-tools
	$(BIN)/python -m bench.page
	$(BIN)/python -m bench.first_roll
	$(BIN)/python -m bench.worker

# A server under load, for some minutes.
load: $(VENV)/test-installed test-tools
	$(BIN)/python -m bench.load

# Floods of requests while people play, on both databases, for half an hour.
floods: $(VENV)/test-installed test-tools
	$(BIN)/python -m bench.floods

# Faults while people play, for half an hour.
soak: $(VENV)/test-installed test-tools
	$(BIN)/python -m bench.kill
	$(BIN)/python -m bench.chaos

wire: $(VENV)/test-installed
	$(BIN)/python -m tests.web.wire_types

# The browser's engine against this one, in full: half an hour.
proof: $(VENV)/test-installed node_modules/.package-lock.json
	$(BIN)/python -m tests.js.proof

# Prints every figure and plot of docs/playing-well.md and docs/solution.md again: some minutes.
figures: $(VENV)/test-installed
	$(BIN)/python -m tests.figures

screenshots: $(VENV)/test-installed test-tools
	$(BIN)/python -m tests.e2e.screenshots

clean:
	rm -rf .venv .venv-* build dist src/charidice/web/site.zip node_modules bench/boardgame/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage

$(VENV)/installed: pyproject.toml game/pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[game]'
	$(BIN)/python -m pip install --quiet --no-deps ./game
	@$(BIN)/python -m compileall -q src
	@touch $@

# pip installs groups from version 25.1 on.
$(VENV)/test-installed: pyproject.toml game/pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable '.[cluster,fast,game,mcp,postgres,rl]' --group test
	$(BIN)/python -m pip install --quiet --no-deps ./game
	@touch $@ $(VENV)/installed

node_modules/.package-lock.json: package-lock.json | $(VENV)/test-installed
	$(BIN)/npm ci --silent

bench/boardgame/node_modules/.package-lock.json: bench/boardgame/package-lock.json | $(VENV)/test-installed
	cd bench/boardgame && $(CURDIR)/$(BIN)/npm ci --silent

$(BIN)/python:
	@sh ./make-venv $(PYTHON) $(VENV)
