# Wallchart. `make` alone prints what can be made.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TESTS := $(BIN)/python -m pytest

.DEFAULT_GOAL := help
.PHONY: help setup up dev test quick deep lint types imports migrations check audit docs bench locks clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Build .venv with everything the tests need
	@$(PYTHON) start.py setup

up: ## Run Wallchart here until Ctrl-C (PORT=8000; LAN=1 for phones in the hall)
	@exec $(PYTHON) start.py up

dev: ## Run Wallchart while you work on it: reload, debug toolbar, demonstration event (var/dev)
	@exec $(PYTHON) start.py dev

test: ## Run every check and all tests but the longest, some also on PostgreSQL
	@exec $(PYTHON) start.py test

quick: ## Under a minute: style, types, and the tests close to what you changed
	@exec $(PYTHON) start.py quick

deep: ## Every test ten times as deep, and those that are too long for test
	@exec $(PYTHON) start.py deep

lint: ## Check style and templates
types: ## Check types
lint types imports migrations check:
	@exec $(PYTHON) start.py $@

bench: setup ## Run the benchmarks
	$(BIN)/python -m bench

audit: setup ## Ask whether a locked package has a known weakness
	$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements/base.lock
	$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements/dev.lock

docs: setup ## Check the links and run the examples of the documentation
	$(TESTS) tests/contracts/test_docs.py

locks: setup ## Lock the packages anew (UPGRADE=--upgrade for newer ones)
	$(BIN)/uv pip compile --quiet --generate-hashes --no-emit-index-url --python-version 3.11 --universal --fork-strategy fewest $(UPGRADE) requirements/base.in -o requirements/base.lock
	$(BIN)/uv pip compile --quiet --generate-hashes --no-emit-index-url --python-version 3.11 --universal --fork-strategy fewest $(UPGRADE) --constraint requirements/base.lock requirements/dev.in -o requirements/dev.lock

clean: ## Remove what can be made again; ALL=1 also removes the database
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	rm -rf var/run var/log var/static var/broker
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@if [ "$(ALL)" = 1 ]; then rm -rf var; else echo "The database in var/ stays; make clean ALL=1 removes it too."; fi
