PYTHON ?= python3
BIN := .venv/bin
NODE := $(BIN)/node node_modules/.bin

.PHONY: play test check-pages format bench wire screenshots clean

play: .venv/installed
	@$(BIN)/charidice

test: .venv/test-installed check-pages
	@sh ./install-test-tools
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest -n auto --dist worksteal

# The browser's modules and style sheets, with node from PyPI.
check-pages: node_modules/.package-lock.json
	$(NODE)/tsc
	$(NODE)/tsc --ignoreConfig --noEmit --checkJs --strict --target esnext --lib esnext,webworker src/charidice/web/static/sw.js
	$(NODE)/eslint src tests
	$(NODE)/stylelint 'src/**/*.css'
	$(BIN)/node --test 'tests/js/*.test.js'

format: .venv/test-installed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: .venv/bench-installed
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/start.py
	$(BIN)/python bench/turns.py
	$(BIN)/python bench/decisions.py
	$(BIN)/python bench/solution.py
	$(BIN)/python bench/table.py
	@sh ./install-test-tools
	$(BIN)/python -m bench.page

wire: .venv/test-installed
	$(BIN)/python -m tests.web.wire_types

screenshots: .venv/test-installed
	@sh ./install-test-tools
	$(BIN)/python -m tests.e2e.screenshots

clean:
	rm -rf .venv node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis

.venv/installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

.venv/test-installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@ .venv/installed

node_modules/.package-lock.json: package-lock.json | .venv/test-installed
	$(BIN)/npm ci --silent
	@touch $@

.venv/bench-installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	@touch $@

$(BIN)/python:
	@sh ./make-venv $(PYTHON)
