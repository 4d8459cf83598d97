# Tic Tac Toe. `make play` starts the site, `make test` tests it; nothing is left outside this
# folder's .venv, var and staticfiles.

# The first that runs and is new enough; whoever names one knows why.
PYTHON ?= $(shell for name in python3.11 python3.12 python3.13 python3; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
NEWEST_PYTHON ?= python3.13
NEWEST := var/newest
BIN := .venv/bin
RUNTIME := .venv/.runtime-installed
DEVELOPMENT := .venv/.development-installed
BENCH := .venv/.bench-installed
STATIC := staticfiles/staticfiles.json
WORDS := .venv/.words-compiled
KERNELS := .venv/.engine-compiled
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

# What pip says is long: before it stands what to do.
install = $(PIP) -r $(1) >.venv/pip.log 2>&1 || { \
	echo "$(1) could not be installed. Mend what pip names below (it needs a package index that it reaches, and Python 3.11 to 3.14), then run make again."; \
	cat .venv/pip.log; exit 2; }

# The tests start hundreds of processes: each would compile the site's modules anew where nothing
# may be kept of that, which is a third of a start.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help play cluster cluster-roll test test-newest test-client soaks faults check coverage figures house pictures format pins clean test-js check-js audit bench bench-peers workshop-clients fonts icons words

help:
	@echo "make play      start the site on http://127.0.0.1:8000 (PORT=… for another port, SERVER=uvicorn)"
	@echo "make test      run the tests but slow ones, on all cores (ARGS=… is handed to pytest instead)"
	@echo "make check     format, lint, types, imports, migrations, templates, deployment, browser code"
	@echo "make format    format the code and mend what can be mended"
	@echo "make faults    kill, stop, flood and cut off the site, and say what held (ARGS=… names faults)"
	@echo "make bench     say what can be measured, or measure it (NAME=…, ARGS=…)"
	@echo "make cluster   start it as two processes with PostgreSQL, Redis and nginx; cluster-roll restarts them"
	@echo "make figures   the size and shape of the code, beside our goals"
	@echo "make words     bring the catalogues of all languages up to date (ARGS=--check says what they lack)"
	@echo "make pins      write the pinned requirements anew (UPGRADE=… names packages to renew)"
	@echo "make clean     remove what can be made again; games and keys in var stay (more: CONTRIBUTING.md)"

play: $(RUNTIME) $(STATIC) $(WORDS) $(KERNELS)
	@SERVER=$(or $(SERVER),daphne) exec $(BIN)/python -m tictactoe_site.server --prepare

# It needs Debian's postgresql, redis-server and nginx, and leaves all it writes in var/cluster.
cluster: $(RUNTIME) $(STATIC) $(WORDS) $(KERNELS)
	@exec $(BIN)/python -m deploy.cluster

cluster-roll: $(RUNTIME) $(STATIC) $(WORDS) $(KERNELS)
	@$(BIN)/python -m deploy.cluster roll

# The tests are shared among all cores, by files because the tests of some share a server, and in
# their order, in which those that use a browser come last.
test: $(DEVELOPMENT) $(if $(ARGS),,$(KERNELS))
	@$(BIN)/python -m pytest $(or $(ARGS),-m "not slow" --numprocesses auto --dist loadfile)

# What CI leaves out of the tests, because it takes long. Needs Debian's postgresql, redis-server and
# nginx, which NGINX names.
soaks: $(DEVELOPMENT) $(KERNELS)
	@$(BIN)/python -m tests.lanes soaks

# Needs Debian's postgresql and redis-server, and stays on loopback ports; tests try it in small.
faults: $(DEVELOPMENT) $(KERNELS)
	@$(BIN)/python -m tests.system.faults $(ARGS)

# The browser code is checked where npm is there, and in CI always.
check: $(DEVELOPMENT) $(if $(or $(REQUIRE_ALL),$(shell command -v npm)),check-js)
	@echo "Format"      && $(BIN)/ruff format --check --quiet .
	@echo "Lint"        && $(BIN)/ruff check --quiet .
	@echo "Types"       && $(BIN)/mypy --no-error-summary
	@echo "Migrations"  && $(BIN)/python manage.py makemigrations --check --dry-run
	@echo "Deployment"  && HTTPS=true PUBLIC_ORIGINS=https://play.example TRUSTED_PROXIES=127.0.0.1 \
		$(BIN)/python manage.py check --deploy --fail-level WARNING
	@echo "Languages"   && $(BIN)/python -m tools.words --count
	@echo "Imports, templates and documents" && $(BIN)/python -m pytest tests/test_imports.py tests/site/test_templates.py tests/site/test_docs.py

coverage: $(DEVELOPMENT)
	@$(BIN)/python -m pytest tests/core --hypothesis-profile thorough --cov=games.core --cov-branch --cov-fail-under=100 \
		--cov-report=term-missing:skip-covered

figures: $(if $(findstring --types,$(ARGS)),$(DEVELOPMENT)) | $(BIN)/python
	@$(BIN)/python -m tools.figures $(ARGS)

house: | $(BIN)/python
	@$(BIN)/python -m tools.house

# Needs CHROMIUM, as the browser tests do.
pictures: $(DEVELOPMENT) $(KERNELS)
	@$(BIN)/python -m tools.pictures

# The client runs on other people's machines: nothing is installed but pytest.
test-client: var/client/.installed
	@PYTHONPATH=client var/client/bin/python -m pytest -q -c /dev/null --rootdir . -p no:cacheprovider --noconftest \
		-o filterwarnings=error -o markers=slow --import-mode importlib \
		--ignore tests/programs/client/site tests/programs/client $(ARGS)

var/client/.installed:
	@$(NEWEST_PYTHON) -m venv var/client
	@var/client/bin/python -m pip install --quiet --disable-pip-version-check pytest
	@touch $@

# Nothing else that requirements.txt names has to move; of another version the hashes are unknown.
test-newest: $(NEWEST)/.installed
	@$(NEWEST)/bin/python -m pytest -p no:cacheprovider $(ARGS)

$(NEWEST)/.installed: requirements.txt requirements/dev.txt
	@$(NEWEST_PYTHON) -m venv $(NEWEST)
	@cat requirements.txt requirements/dev.txt | sed -nE 's/^([A-Za-z0-9].*==.*) \\$$/\1/p' | \
		sed 's/^django==.*/django>=6,<7/' | sort -u > $(NEWEST)/requirements.txt
	@$(NEWEST)/bin/python -m pip install --quiet --disable-pip-version-check -r $(NEWEST)/requirements.txt
	@touch $@

# The site needs no node: these two are for whoever changes the browser code.
test-js:
	@node --test $$(find tests/js -name "*.test.mjs")

check-js: node_modules/.installed
	@echo "Types and lint of the browser code"
	@node_modules/.bin/tsc --noEmit
	@node_modules/.bin/biome lint --error-on-warnings

node_modules/.installed: package.json
	@npm install --silent --no-package-lock --no-audit --no-fund
	@touch $@

# Needs the packages' advisories. Where a mirror of the registry has none, it fails: nobody looked.
audit: $(DEVELOPMENT)
	@test -x var/audit/bin/pip-audit || { $(PYTHON) -m venv var/audit && var/audit/bin/pip install --quiet pip-audit; }
	@var/audit/bin/pip-audit --strict --progress-spinner off --requirement requirements.txt

# Those that look at pages in a browser need CHROMIUM, as the browser tests do.
bench: $(DEVELOPMENT) $(BENCH) $(STATIC) $(WORDS) $(KERNELS)
	@$(BIN)/python -m bench$(if $(NAME),.$(NAME)) $(ARGS)

# The servers that ours is measured beside; they need node 20.
bench-peers:
	@mkdir -p var/peers && cp bench/server/peers/package.json var/peers
	@npm install --silent --prefix var/peers --no-package-lock --no-audit --no-fund

# The real clients that the tests of workshops play with; they need node and npm.
workshop-clients: var/workshop-clients/.installed

var/workshop-clients/.installed: tests/system/workshops/package.json
	@mkdir -p var/workshop-clients && cp $< var/workshop-clients
	@npm install --silent --prefix var/workshop-clients --no-package-lock --no-audit --no-fund
	@touch $@

# The catalogues in locale/ get what the site says: docs/words.md.
words: $(DEVELOPMENT)
	@$(BIN)/python -m tools.words $(ARGS)

format: $(DEVELOPMENT)
	@$(BIN)/ruff check --quiet --fix . && $(BIN)/ruff format .

icons: $(RUNTIME)
	@$(BIN)/python -m tools.icons

fonts: $(DEVELOPMENT)
	@$(BIN)/python tools/subset_fonts.py

# For every Python from 3.11.0 on and every system: what only some of them need has a marker.
pins: | $(BIN)/python
	@test -x var/uv/bin/uv || { $(BIN)/python -m venv var/uv && var/uv/bin/pip install --quiet uv; }
	@for name in requirements/pip requirements requirements/dev requirements/bench; do \
		var/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --strip-extras \
			--annotation-style line --custom-compile-command "make pins" $(UPGRADE:%=--upgrade-package %) \
			--output-file $$name.txt $$(test $$name = requirements && echo requirements/site.in || echo $$name.in) || exit; \
	done

clean:
	@rm -rf .venv staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage htmlcov
	@find accounts bench client deploy games tests tictactoe_site tools -name __pycache__ -prune -exec rm -rf {} +

# ---- what the above needs ---------------------------------------------------------------------

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; PYTHON=… says where it is."; exit 2; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "$(PYTHON) is no Python 3.11 or newer; PYTHON=… says where one is."; exit 2; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$(PYTHON) cannot make virtual environments: on Debian and Ubuntu, sudo apt install python3-venv."; exit 2; }
	@echo "Making a virtual environment in .venv"
	@"$(PYTHON)" -m venv .venv
	@( $(call install,requirements/pip.txt) ) || { rm -rf .venv; exit 2; }
	@$(BIN)/python -m pip uninstall --quiet --yes setuptools  # old ones have holes, and nothing needs it

$(RUNTIME): requirements.txt | $(BIN)/python
	@echo "Installing what the site needs"
	@$(call install,requirements.txt)
	@touch $@

$(DEVELOPMENT): requirements/dev.txt $(RUNTIME)
	@echo "Installing what the tests need"
	@$(call install,requirements/dev.txt)
	@touch $@

$(BENCH): requirements/bench.txt $(RUNTIME)
	@echo "Installing what the measurements need"
	@$(call install,requirements/bench.txt)
	@touch $@

$(STATIC): $(shell find static -type f) $(RUNTIME)
	@echo "Collecting the static files"
	@$(BIN)/python manage.py collectstatic --noinput --verbosity 0
	@touch $@

$(WORDS): $(wildcard locale/*/LC_MESSAGES/django.po) $(RUNTIME)
	@echo "Compiling the texts of other languages"
	@$(BIN)/python -m tictactoe_site.catalogues
	@touch $@

$(KERNELS): $(shell find games/engine/kernels -name '*.py') $(RUNTIME)
	@echo "Compiling the computer players, about a minute"
	@$(BIN)/python manage.py warm_engine
	@touch $@
