# Everything a person or the CI does with this checkout. `make help` lists the targets.
#
# Each target installs what it needs, and no more, into .venv: playing needs the runtime dependencies, testing the
# `test` extra, checking the `dev` extra. An installation leaves a stamp behind; while pyproject.toml is not newer than
# the stamp, nothing is installed again. The stamp is written last, so that an interrupted installation is repeated.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# A copied or moved checkout, or a Python that was upgraded away, leaves a .venv whose scripts start the wrong thing.
STALE := $(shell test "$$(cat $(VENV)/checkout 2>&1)" = "$(CURDIR)" && $(BIN)/python -c '' 2>&1 || echo stale)

CATALOGUES := $(wildcard client/euchre_client/locale/*/LC_MESSAGES/*.po)

.DEFAULT_GOAL := help
.PHONY: help setup play test check format bench bench-engine bench-bots soak oracle pictures messages clean stale

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do printf '  make %-13s %s\n' "$$name" "$$text"; done

setup: $(VENV)/dev ## install everything into .venv (the other targets do it by themselves)

# At a keyboard: one table, you and three bots. Otherwise: a whole game of bots, as fast as they play, watched in text.
# The host's files are thrown away afterwards, so every call begins a new game, beside whatever else is hosted here.
play: $(VENV)/play $(VENV)/catalogues ## play here against three bots (without a terminal: watch bots play one game)
	@if [ -t 0 ] && [ -t 1 ]; then set -- --table 'Kitchen=classic,bots=3'; \
	else set -- --pace instant --table 'Bots=classic,bots=4'; fi; \
	data=$$(mktemp -d) && trap 'rm -rf "$$data"' EXIT INT TERM && \
	$(BIN)/euchre-host --bind 127.0.0.1 --port 0 --data "$$data" "$$@" --play

# The engine and the protocol carry the promises (rules, secrecy, hostile bytes), so they have a floor of their own.
# Where the environment forbids to keep compiled modules, each of two hundred programs would compile them all once more.
test: export PYTHONDONTWRITEBYTECODE :=
test: $(VENV)/test ## run all tests, and report branch coverage
	@rm -f .coverage .coverage.*
	@$(BIN)/coverage run -m pytest --numprocesses auto --dist worksteal $(ARGS) || { status=$$?; rm -f .coverage.*; exit $$status; }
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report
	@$(BIN)/coverage report --format=total --fail-under=98 --include='engine/*,protocol/*' >$(VENV)/floor \
	|| { echo "make test: engine and protocol must be covered to 98 %, and are to $$(cat $(VENV)/floor) %" >&2; exit 2; }

check: $(VENV)/dev ## formatting, lint, types (mypy and pyright), and who may import whom
	@failed=; \
	$(BIN)/ruff format --check --quiet . || { failed=1; echo "make check: not formatted; run: make format" >&2; }; \
	$(BIN)/ruff check --quiet . || failed=1; \
	$(BIN)/mypy || failed=1; \
	$(BIN)/pyright || failed=1; \
	$(BIN)/lint-imports --no-logo || failed=1; \
	test -z "$$failed"

format: $(VENV)/dev ## format the code and mend what the linter can mend
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

bench: $(VENV)/test ## print how fast it is, against limits measured in the same run
	@for file in benchmarks/bench_*.py; do $(BIN)/python "$$file" || echo "make bench: a figure of $$file is over its limit" >&2; done

bench-engine: $(VENV)/bench ## print how fast the engine is beside OpenSpiel, which this installs
	@$(BIN)/python benchmarks/bench_engine.py $(ARGS)

bench-bots: $(VENV)/test ## print how strong and how quick the bots are (minutes; ARGS='--seconds 60 --json' for hours or programs)
	@$(BIN)/python benchmarks/bench_bots.py $(ARGS)

soak: $(VENV)/test ## play whole games by keys and over bad lines, keep a full house for an hour, kill hosts, search what 500 games send, fuzz, compare a million deals with the naive engine, 100,000 deals of bots (three hours)
	@$(BIN)/python benchmarks/soak_client.py
	@$(BIN)/python benchmarks/soak_lan.py
	@$(BIN)/python benchmarks/soak_crash.py
	@$(BIN)/python benchmarks/soak_secrecy.py
	@$(BIN)/python benchmarks/fuzz_protocol.py --seconds 300
	@$(BIN)/python benchmarks/fuzz_host.py --seconds 300
	@$(BIN)/python benchmarks/soak_house.py
	@$(BIN)/python benchmarks/soak_engine.py $(ARGS)
	@$(BIN)/python benchmarks/soak_bots.py

oracle: $(VENV)/bench ## have OpenSpiel play 4,000 deals, verify them, and find 500 planted faults
	@$(BIN)/python benchmarks/soak_oracle.py $(ARGS)

pictures: $(VENV)/test $(VENV)/catalogues ## draw the pictures in docs/pictures again, from the running client
	@PYTHONPATH=tests $(BIN)/python -m tools.pictures

messages: $(VENV)/test ## bring the languages' catalogues up to date, and list what is to be translated
	@PYTHONPATH=tests $(BIN)/python -m tools.messages

clean: ## remove everything that was installed, built or measured here
	@rm -rf $(VENV) build dist .coverage .coverage.* .hypothesis .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---------------------------------------------------------------- installation

comma := ,

# $(call install,WHAT,STAMPS): install the checkout with an extra; on failure say in one sentence what is missing.
define install
@echo "Installing into $(VENV) (needed once) ..."
@cd $(VENV) && rm -f $(2)
@PIP_RETRIES=2 $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.$(1)' >$(VENV)/install.log 2>&1 || { \
	if grep -qiE 'connection|name resolution|timed out|unreachable|from versions: none' $(VENV)/install.log; then \
		echo "make: no network: the Python packages that euchre-lan needs could not be fetched ($(VENV)/install.log has the details)." >&2; \
	else cat $(VENV)/install.log >&2; echo "make: pip could not install euchre-lan; its own words are above." >&2; fi; exit 1; }
@cd $(VENV) && touch $(2)
endef

$(VENV)/play: $(VENV)/checkout pyproject.toml
	$(call install,,play)

$(VENV)/test: $(VENV)/checkout pyproject.toml
	$(call install,[test],play test)

$(VENV)/bench: $(VENV)/checkout pyproject.toml
	$(call install,[test$(comma)bench],play test bench)

$(VENV)/dev: $(VENV)/checkout pyproject.toml
	$(call install,[dev],play test dev)

# An installation compiles them, too; after a `git pull` there may be newer ones, which take a twentieth of a second.
$(VENV)/catalogues: $(VENV)/checkout $(CATALOGUES)
	@$(BIN)/python client/catalogues.py
	@touch $@

$(VENV)/checkout: $(STALE)
	@command -v $(PYTHON) >/dev/null || { echo "make: $(PYTHON) is missing: install Python 3.11 or newer (Debian: apt install python3 python3-venv), or name yours: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: $(PYTHON) is too old ($$($(PYTHON) -V 2>&1)): euchre-lan needs Python 3.11 or newer; name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "make: the venv module of $(PYTHON) is missing (Debian: apt install python3-venv)" >&2; exit 1; }
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@printf '%s\n' "$(CURDIR)" >$@
