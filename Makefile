# Every target sets up .venv by itself, with nothing but Python and pip, and is quick once that is done.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# The published hand-made problems, where they lie beside the checkout; the demo does without them otherwise.
HANDMADE ?= $(wildcard ../shared/data/scheherazade/manual-benchmark.jsonl)
OUT ?= demo

.DEFAULT_GOAL := help
.PHONY: help demo test check fuzz bench docs model clean

help: ## Show the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(READY): pyproject.toml constraints.txt
	@echo "Setting up $(VENV) (about three minutes, once) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[all,dev]'
	@touch $@

demo: $(READY) ## The main job on embedded defaults: chains, a real model, verification, a page in demo/
	$(BIN)/dunyazad demo -o $(OUT) $(if $(HANDMADE),--handmade $(HANDMADE))

test: $(READY) ## The test suite
	$(BIN)/python -m pytest -n auto

check: $(READY) ## Lint, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fuzz: $(READY) ## Certify 200 draws of every template (a minute or two)
	$(BIN)/python -m benchmarks.templates

bench: $(READY) ## Measure speed (printed, never asserted)
	$(BIN)/python -m benchmarks

docs: $(READY) ## Run the examples of the docs; redraw the picture from the demo's page
	$(BIN)/python -m pytest -q tests/test_docs.py README.md docs
	$(BIN)/python docs/build.py $(OUT)/report.html

model: $(READY) ## Fetch the embedded default model (98 MB)
	$(BIN)/dunyazad models pull smollm2-135m

clean: ## Remove the environment and everything made
	rm -rf $(VENV) $(OUT) .mypy_cache .ruff_cache .pytest_cache .hypothesis
