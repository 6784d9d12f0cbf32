# For people and for machines alike. Everything that is installed lies in .venv here.

PYTHON ?= python3
BIN := .venv/bin
UV := 0.13.8
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python
CLIENT := $(shell find web -name node_modules -prune -o -type f -print) $(wildcard src/veillee/games/*/README.md src/veillee/games/*/rules.*.md)
PEERS := bench/.venv-peers
PIN := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/tools ## install everything that the other targets need

play: .venv/game ## serve tables to browsers here: make play PORT=8000 HOST=lan
	@exec $(BIN)/veillee serve $(if $(PORT),--port $(PORT)) $(if $(filter command,$(origin HOST)),--host $(HOST))

test: .venv/tools ## the tests and the planted mutants
	@$(BIN)/python tests/install_parts.py
	@$(BIN)/pytest -n auto

soak: .venv/tools ## the long form of the reliability suite, with its figures: make soak ONLY=kills
	@PYTHONPATH=src:tests $(BIN)/python -m reliability.soak $(ONLY)

check: .venv/tools ## formatting, lint, types, import directions
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/pyright --project .
	@$(BIN)/lint-imports --no-logo

fix: .venv/tools ## mend what ruff can mend: formatting, order of imports
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

golden: .venv/tools ## write the golden transcripts and pinned orders anew, to be read as a difference
	@$(BIN)/python tools/golden.py

bench: .venv/tools ## how fast rules and engine are on this machine, beside peers: make bench ONLY=engine KEEP=1
	@case '$(ONLY)' in ''|rules) $(BIN)/python bench/rules.py;; esac
	@case '$(ONLY)' in ''|engine) $(MAKE) --no-print-directory $(PEERS)/ready; $(BIN)/python bench/engine.py $(if $(KEEP),--keep);; esac

keep-rules: .venv/tools ## keep the present rules of a game before they change: make keep-rules NAME=parade
	@$(BIN)/python tools/keep_rules.py $(NAME)

bench-server: .venv/tools ## how fast the server is, beside boardgame.io: about 6 minutes, best on a quiet machine
	@$(BIN)/python bench/server/measure.py $(if $(KEEP),--keep)

new-game: .venv/tools ## copy the smallest room: make new-game NAME=lanterns
	@$(BIN)/python tools/new_game.py $(NAME)

mutants: .venv/tools ## break the rules in small ways and see a test go red: make mutants ONLY=parade
	@$(BIN)/python tools/mutants.py $(ONLY)

pins: .venv/tools ## choose the newest versions of all requirements
	$(PIN) --upgrade pyproject.toml --extra server --output-file requirements.txt
	$(PIN) --upgrade pyproject.toml --extra postgresql --extra engine --group dev --constraint requirements.txt --output-file requirements-dev.txt
	$(PIN) --upgrade bench/peers/requirements.in --output-file bench/peers/requirements.txt

# The installation, in steps that are repeated only when what they depend on has changed.

.venv/tools: .venv/game requirements-dev.txt
	@$(INSTALL) --requirement requirements-dev.txt
	@touch $@

# What is measured beside the engine. What cannot be installed is missing from the figures, which say so.
$(PEERS)/ready: .venv/tools bench/peers/requirements.txt
	@echo 'Installing the measured peers into $(PEERS) (once) …'
	@-$(BIN)/uv venv --quiet --clear $(PEERS) && \
		$(BIN)/uv pip install --quiet --python $(PEERS)/bin/python --requirement bench/peers/requirements.txt && touch $@

.venv/game: .venv/uv-$(UV) pyproject.toml hatch_build.py requirements.txt docs/playing.md $(CLIENT)
	@$(INSTALL) --requirement requirements.txt --editable .
	@touch $@

.venv/uv-$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or newer is needed. If it has another name here: make PYTHON=python3.12'; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo 'This Python cannot make environments. On Debian: apt install python3-venv'; exit 1; }
	@echo 'Installing into .venv (once) …' && $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV)
	@touch $@

.PHONY: help setup play test soak check fix golden bench bench-server keep-rules new-game mutants pins
