# Two commands do everything: `make demo` and `make test`. `make help` lists the rest.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --no-input -qq
JOBS   ?= 2

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help demo demo-chat test check fmt lint docs wheel bench golden screenshot clean

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

demo: $(VENV)/.demo ## Render the example answer for every channel
	@$(BIN)/python docs/make_demo.py build/demo

demo-chat: $(VENV)/.demo-chat ## Serve an answer that is shown while it is generated
	@$(BIN)/python docs/examples/chat/server.py

test: $(VENV)/.debian $(VENV)/.dev ## Run the whole check, as CI does
	@$(MAKE) --no-print-directory check

check: lint docs wheel
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --cov --cov-report=term

lint: $(VENV)/.dev ## Format check, ruff, mypy, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

docs: $(VENV)/.dev ## Build the documentation into build/docs
	$(BIN)/sphinx-build -W --keep-going -q -d build/doctrees docs build/docs

wheel: $(VENV)/.dev ## Build the wheel and render a golden case from it
	$(BIN)/python tests/check_wheel.py

fmt: $(VENV)/.dev ## Format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix-only .

golden: $(VENV)/.dev ## Rewrite the expected files of the golden cases
	$(BIN)/python -m pytest tests/test_golden.py --update-golden -q --no-cov

bench: $(VENV)/.dev ## Measure the whole job against plain Markdown
	$(BIN)/python -m tests.bench.pipeline
	$(BIN)/python -m tests.bench.linear
	$(BIN)/python -m tests.bench.stream
	$(BIN)/python -m tests.bench.batch
	$(BIN)/python -m tests.bench.pdf

screenshot: $(VENV)/.debian $(VENV)/.dev ## Take the pictures of the documentation again
	$(BIN)/python docs/make_screenshot.py
	$(BIN)/python docs/make_pdf_picture.py
	$(BIN)/python docs/make_stream_pictures.py
	$(BIN)/python -m docs.make_theme_pictures

clean: ## Remove everything that was built
	rm -rf $(VENV) build dist .coverage .coverage.* .hypothesis .import_linter_cache \
	  .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- What has to be installed. Each stamp file says that a step is done. ---

# $(call apt,packages): installed if this is a Debian and we may; else say what to do.
define apt
if ! command -v apt-get >/dev/null; then \
  echo "Please install these yourself (no apt-get here): $(1)" >&2; false; \
elif [ "$$(id -u)" -eq 0 ]; then \
  apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -qy install --no-install-recommends $(1); \
elif command -v sudo >/dev/null; then \
  sudo apt-get -q update && sudo DEBIAN_FRONTEND=noninteractive apt-get -qy install --no-install-recommends $(1); \
else \
  echo "Please install these as root: apt-get install $(1)" >&2; false; \
fi
endef

$(VENV)/bin/python:
	@for python in "$(PYTHON)" python3.14 python3.13 python3.12 python3.11; do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then break; fi; \
	  python=; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "citemark needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python" >&2; exit 1; \
	fi; \
	if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
	  version="$$("$$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')"; \
	  $(call apt,python3-venv python$$version-venv); \
	fi; \
	"$$python" -m venv --clear $(VENV)

$(VENV)/.demo: pyproject.toml | $(VENV)/bin/python
	@if [ ! -e $(VENV)/.dev ] || [ pyproject.toml -nt $(VENV)/.dev ]; then \
	  echo "Installing citemark into $(VENV) ..."; $(PIP) install -e '.[all]'; fi
	@touch $@

$(VENV)/.demo-chat: pyproject.toml | $(VENV)/bin/python
	@if [ ! -e $(VENV)/.dev ] || [ pyproject.toml -nt $(VENV)/.dev ]; then \
	  echo "Installing citemark and a server into $(VENV) ..."; $(PIP) install -e '.[all,demo]'; fi
	@$(BIN)/python docs/examples/chat/vendor.py
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	@echo "Installing citemark and its tools into $(VENV) ..."
	@$(PIP) install -e '.[dev,all]'
	@touch $@

# The browser tests need a browser; pandoc reads our Markdown, patch our diffs, poppler
# our PDF, msgfmt our catalogues. PDF and pictures need Pango and fonts.
$(VENV)/.debian: | $(VENV)/bin/python
	@missing=; \
	command -v chromium >/dev/null || missing="$$missing chromium"; \
	command -v pandoc >/dev/null || missing="$$missing pandoc"; \
	command -v patch >/dev/null || missing="$$missing patch"; \
	command -v pdftotext >/dev/null || missing="$$missing poppler-utils"; \
	command -v msgfmt >/dev/null || missing="$$missing gettext"; \
	for package in libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core fonts-noto-core fonts-noto-cjk; do \
	  dpkg -s "$$package" >/dev/null 2>&1 || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then $(call apt,$$missing); fi
	@touch $@
