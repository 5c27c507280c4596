# SPDX-License-Identifier: MIT

# Debian's own: its headers and libraries fit, whatever python3 comes first in PATH.
PYTHON3  = /usr/bin/python3
VENV     = .venv
BIN      = $(VENV)/bin
CC       = gcc
PACKAGES = $(notdir $(patsubst %/manifest.toml,%,$(sort $(wildcard corpus/*/manifest.toml))))
BENCH    = full
PROGRAMS = 10 100 $(wildcard cache/corpus/memcached/original)
prefix   = /usr/local

C_PARTS  = runtime profiler driver/walk
FUZZ     = PYTHONPATH=testsuite $(if $(COVERAGE),$(BIN)/coverage run,$(BIN)/python) -m fuzz.campaign $(if $(JOBS),--jobs $(JOBS))
UP       = $(if $(findstring /,$(1)),../)..
IN       = $(MAKE) --no-print-directory BUILD=$(UP)/build/$(notdir $(1)) -C $(1)

.PHONY: help setup demo test fuzz oracle mutants corpus bench bench-runtime bench-profile bench-rewrite lint clean distclean install deb deb-check

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' Makefile | expand -t 15

setup: build/packages.stamp $(VENV)/rcl.stamp build/corpus/mcload ## Debian packages, .venv with the driver, librcl, the recorder and the walker
	@$(foreach part,$(C_PARTS),$(call IN,$(part)) -s &&) true

build/packages.stamp: .ci/packages .ci/packages.txt
	@.ci/packages .ci/packages.txt
	@mkdir -p $(@D) && touch $@

$(VENV)/rcl.stamp: pyproject.toml | build/packages.stamp
	$(PYTHON3) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

build/corpus/mcload: corpus/load/mcload.c | build/packages.stamp
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 -g -Wall -Wextra -Wpedantic -pthread -o $@ $<

demo: setup ## memcached: profile, choose, rewrite, build, test, compare, revert
	@.ci/packages corpus/memcached/packages.txt
	@corpus/memcached/demo.sh

test: setup ## ruff, mypy and every test
	@.ci/packages .ci/test-packages.txt
	$(BIN)/ruff check --quiet
	$(BIN)/mypy
	$(BIN)/pytest -n auto

fuzz: setup ## random programs against the rewriter, failures in build/fuzz; TIME=600 (seconds) or COUNT=1000, JOBS=2, COVERAGE=1
	@.ci/packages .ci/fuzz-packages.txt
	@$(FUZZ) $(if $(COUNT),--count $(COUNT),--time $(or $(TIME),600))
	@$(FUZZ) --csmith $(if $(COUNT),--count $(COUNT),--time $$(($(or $(TIME),600) / 4)))
	@$(FUZZ) --ways $(if $(COUNT),--count $(COUNT),--time $$(($(or $(TIME),600) / 4)))
	@$(if $(COVERAGE),$(BIN)/coverage combine --quiet && $(BIN)/coverage report)
	@PYTHONPATH=testsuite $(BIN)/python -m fuzz.crash --count 50

oracle: setup ## what sections capture, by rcl and by clang's code: cases, random programs, and what make corpus has built
	@PYTHONPATH=testsuite $(BIN)/python -m ir.compare --cases $(dir $(wildcard cache/corpus/*/original/compile_commands.json))

mutants: setup ## faults put into the rewriter that a test must notice; TIME=480 (seconds), then again; ONLY=captures, TESTS=30, RANDOM=1
	@PYTHONPATH=testsuite $(BIN)/python -m mutants $(if $(TIME),--time $(TIME)) $(if $(ONLY),--only '$(ONLY)') $(if $(TESTS),--tests $(TESTS)) $(if $(RANDOM),--programs)

corpus: setup ## convert all locks of real programs, run their own tests; PACKAGES="memcached ...", QUICK=1: some of them
	@.ci/packages $(PACKAGES:%=corpus/%/packages.txt)
	$(BIN)/rcl corpus $(if $(QUICK),--quick) -o cache/corpus/report.json $(PACKAGES)

bench: bench-runtime bench-profile bench-rewrite ## every benchmark

bench-runtime: setup $(VENV)/bench.stamp ## every kind of lock beside pthread_mutex, 10 minutes; BENCH=quick: one minute
	@.ci/packages .ci/bench-packages.txt || echo "rcl: libck's locks are left out" >&2
	@$(call IN,runtime) -s bench
	@$(BIN)/python -m rcl_bench --program build/runtime/bench --output build/bench $(BENCH)

bench-profile: setup ## what the recorder costs, beside no recorder and another way; 1 minute
	@$(call IN,profiler) -s bench

# memcached too, if it was built here (make corpus PACKAGES=memcached)
bench-rewrite: setup ## how long rcl takes for generated programs: cold, again, after an edit; PROGRAMS="10 100" kloc, or trees
	@$(BIN)/python driver/bench/rewriting.py -o build/bench/rewriting.json $(PROGRAMS)

$(VENV)/bench.stamp: pyproject.toml | setup
	@if $(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'; then touch $@; \
	 else echo "rcl: matplotlib cannot be installed: there will be no plots" >&2; fi

lint: setup ## ruff, mypy --strict; gcc and clang with -Werror
	$(BIN)/ruff check
	$(BIN)/mypy
	@$(foreach cc,gcc clang,$(foreach part,$(C_PARTS),$(MAKE) --no-print-directory -s -C $(part) \
		BUILD=$(call UP,$(part))/build/lint/$(cc)/$(notdir $(part)) CC=$(cc) WERROR=-Werror &&) \
		$(cc) -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only corpus/load/*.c &&) true

install: setup ## librcl, rcl.h, the recorder, the walker, manual pages: DESTDIR= prefix=/usr/local
	@$(foreach part,$(C_PARTS),$(call IN,$(part)) install prefix='$(prefix)' DESTDIR='$(DESTDIR)' &&) true
	$(BIN)/python -m rcl.manpages '$(DESTDIR)$(prefix)/share/man/man1'

deb: ## Debian packages in build/deb: librcl0, librcl-dev, rcl; see debian/README.source
	@.ci/packages .ci/packages.txt .ci/deb-packages.txt
	@.ci/deb build/deb

deb-check: deb ## install them in a clean chroot and try them there; needs root
	@.ci/deb-check build/deb cache/chroot

clean: ## all build output
	rm -rf build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find driver runtime testsuite -name __pycache__ -prune -exec rm -rf {} +

distclean: clean ## also the downloads and .venv
	rm -rf cache $(VENV)
