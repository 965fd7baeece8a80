# Wallchart. `make` alone prints what can be made.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TESTS := $(BIN)/python -m pytest

.DEFAULT_GOAL := help
.PHONY: help setup up test lint types imports migrations check audit docs bench locks clean
.PHONY: base-packages all-packages

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: all-packages ## Build .venv with everything the tests need

up: base-packages ## Run Wallchart here until Ctrl-C (PORT=8000; LAN=1 for phones in the hall)
	@exec $(BIN)/python -m config.up --follow-parent

test: all-packages check ## Run every check and every test, on SQLite and on PostgreSQL
	$(TESTS) -n logical --dist loadgroup
	WALLCHART_TEST_DB=postgres $(TESTS) -n logical --dist loadgroup -m "both_databases or postgres"

check: lint types imports migrations

lint: all-packages ## Check style and templates
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@if [ -d templates ]; then find templates -name '*.html' -exec $(BIN)/djade --check --target-version 5.2 {} +; fi

types: all-packages ## Check types
	$(BIN)/mypy .

imports: all-packages
	$(BIN)/lint-imports

migrations: all-packages
	DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python manage.py makemigrations --check --dry-run

bench: all-packages ## Run the benchmarks
	$(BIN)/python -m bench

audit: all-packages ## Ask whether a locked package has a known weakness
	$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements/base.lock
	$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements/dev.lock

docs: all-packages ## Check the links and run the examples of the documentation
	$(TESTS) tests/contracts/test_docs.py
	@if [ -d docs ]; then $(TESTS) --doctest-glob='*.md' docs || [ $$? -eq 5 ]; fi

locks: all-packages ## Lock the packages anew (UPGRADE=--upgrade for newer ones)
	$(BIN)/uv pip compile --quiet --generate-hashes --no-emit-index-url --python-version 3.11 --universal $(UPGRADE) requirements/base.in -o requirements/base.lock
	$(BIN)/uv pip compile --quiet --generate-hashes --no-emit-index-url --python-version 3.11 --universal $(UPGRADE) --constraint requirements/base.lock requirements/dev.in -o requirements/dev.lock

clean: ## Remove what can be made again; ALL=1 also removes the database
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	rm -rf var/run var/log var/static var/broker
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@if [ "$(ALL)" = 1 ]; then rm -rf var; else echo "The database in var/ stays; make clean ALL=1 removes it too."; fi

# One .venv serves both: whoever has the packages of the tests also has those of `make up`,
# so `up` never takes packages away. A copy of the lock says what the folder was made from.

base-packages: $(BIN)/uv
	@if [ -e $(VENV)/dev.lock ]; then $(MAKE) -s all-packages; else $(call sync,base); fi

all-packages: $(BIN)/uv
	@$(call sync,dev)

define sync
cmp -s requirements/$(1).lock $(VENV)/$(1).lock || { \
	echo "Installing the packages of requirements/$(1).lock ..." && \
	$(BIN)/uv pip sync --quiet --require-hashes --python $(BIN)/python requirements/$(1).lock && \
	cp requirements/$(1).lock $(VENV)/$(1).lock; }
endef

$(BIN)/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Wallchart needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Name another one: make PYTHON=python3.12")'
	@$(PYTHON) -m venv $(VENV) || { echo "Python cannot make .venv; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
