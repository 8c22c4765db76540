# The two commands: `make run` for a game night, `make test` for everything CI needs.

PYTHON ?= python3
export PYTHON
BIN := .venv/bin

.PHONY: help run setup dev check test docs lock

help: ## this list
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

run: setup ## the table, on the touchscreen or in the terminal
	@$(BIN)/islekeeper

setup: ## the environment that the other targets start with
	@tools/setup run

dev: ## the same with what tests and checks need
	@tools/setup dev

check: dev ## lint, format, types, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: dev ## all tests; as root it installs the system packages that they need
	@tools/system-packages
	$(BIN)/pytest -n auto
	$(BIN)/python -m tests.windows

proof: dev ## the long proofs; figures to docs/proof.md
	@tools/system-packages
	$(BIN)/python -m tests.proof

bench: dev ## ratios against baselines; figures to benchmarks/README.md
	@tools/system-packages
	$(BIN)/python -m benchmarks

docs: dev ## what is generated: texts, docs/actions.md
	$(BIN)/python -m companion.i18n.compile
	$(BIN)/python -m tools.reference

lock: dev ## write the locks anew from the ranges in pyproject.toml
	@tools/lock
