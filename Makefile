# `make demo` and `make test` need Python 3.11+ and make, nothing else.
PYTHON ?= python3
BIN := .venv/bin
SIMCARDS := $(BIN)/simcards

.PHONY: help install demo test lint format speed fuzz clean

help:
	@echo "make demo    install, run a real experiment, write its report"
	@echo "make test    lint, types and all tests"
	@echo "make speed   the kernels against the C limit, recording, memory and start-up (minutes, a quiet machine)"
	@echo "make fuzz    large random checks (minutes)"
	@echo "make format  format the code"
	@echo "make clean   remove .venv and caches; results stay"

install: .venv/installed

.venv/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "simcards needs Python 3.11 or newer; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

demo: install
	@rm -rf results/demo
	$(SIMCARDS) run configs/demo.toml --name demo
	$(SIMCARDS) report demo
	@echo
	@echo "The report is results/demo/report/index.html (and report.md beside it). What to try next:"
	@echo "  $(SIMCARDS) report demo --open                     read it in a browser"
	@echo "  $(SIMCARDS) run configs/ninety_nine_declaration_worth.toml    ask another question"
	@echo "  $(SIMCARDS) config init ninety_nine > my.toml      write your own"
	@echo "  $(SIMCARDS) query demo \"SELECT strategy, avg(made) AS made FROM seats GROUP BY ALL\""

test: install lint
	$(BIN)/pytest

lint: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: install
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

speed: install
	$(BIN)/python tests/speed.py

fuzz: install
	$(BIN)/pytest -m slow

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
