# The everyday commands. CMake does the work; the presets are in CMakePresets.json.
#   make            build the program: build/release/evorisk
#   make evolve     breed six variants in two to three minutes, and print where the report is
#   make test       build everything and run all tests
#   make bench      build the program and measure it
#   make kernels    measure its parts with Google Benchmark (JSON: build/release/bench_*.json)
#   make fuzz       every reader on mutated inputs, ten minutes each (FUZZ_SECONDS=600)
#   make asan | tsan | coverage     the tests under sanitizers, or with line coverage
#   make asan-rooms     those of the rooms from base/ to ga/ alone, in a third of the time
#   make thesis     make the page of the thesis' experiments anew from the stored runs
#   make thesis-runs    make those runs: hours, as it says before it begins; goes on when stopped
#   make mutants    do the tests notice 200 random changes of the code? (hours; goes on)
#   make mpi        build evorisk-mpi beside the program, and test it
#   make slurm-check   run the cluster commands of docs/sweep.md on a Slurm of this machine
#   make axe        examine all pages and reports with axe-core, which npm fetches
#   make python     build and test the Python module: build/release/python
#   make install    install program, manual pages, completions, library and, with pybind11, the
#                   Python module (PREFIX, DESTDIR)
#   make deb        make Debian packages: build/release/packages
#   make format | format-check | lint
#   make clean      remove build/
MAKEFLAGS += --no-print-directory
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PROGRAM := build/release/evorisk
OUT ?= results/runs/shortlist
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 600
FUZZ ?=  # some targets of tests/fuzz/targets.cpp; all of them
SOURCES = $(shell find base maps risk metrics ga experiments app python tests -name '*.[ch]pp')

ROOMS = base maps risk metrics ga

.NOTPARALLEL:
.PHONY: all program evolve test bench kernels thesis thesis-runs mutants asan asan-rooms tsan fuzz \
        coverage mpi slurm-check axe python install deb format format-check lint clean help

all: program

# $(call build,PRESET,GROUPS,TARGETS): set up, configure and build.
define build
@scripts/setup.sh $(2)
@cmake --preset $(1) $(4) --log-level=WARNING
@cmake --build --preset $(1) -j $(JOBS) $(if $(3),--target $(3))
endef

program:
	$(call build,release,build,evorisk,)

evolve: program
	@$(PROGRAM) evolve --out $(OUT) --force

test:
	$(call build,release,build tests pages,,)
	@ctest --preset release --no-tests=error -j $(JOBS)

bench: program
	@$(PROGRAM) bench

kernels:
	$(call build,release,build bench,kernels,-DEVORISK_BENCHMARKS=ON)
	@for kernels in build/release/bench_risk build/release/bench_kernels; do \
	  $$kernels --benchmark_out=$$kernels.json --benchmark_out_format=json || exit 1; done

asan:
	$(call build,asan-ubsan,build tests sanitizers,,)
	@ctest --preset asan-ubsan --no-tests=error -j $(JOBS)

asan-rooms:
	$(call build,asan-ubsan,build tests sanitizers,$(ROOMS:%=test_%),)
	@ctest --preset asan-ubsan --no-tests=error -j $(JOBS) --label-regex rooms

tsan:
	$(call build,tsan,build tests sanitizers,,)
	@ctest --preset tsan --no-tests=error -j $(JOBS)

fuzz:
	$(call build,fuzz,build sanitizers,fuzz,)
	@scripts/fuzz.py --seconds $(FUZZ_SECONDS) $(FUZZ)

coverage:
	$(call build,coverage,build tests pages develop,,)
	@find build/coverage -name '*.gcda' -delete
	@ctest --preset coverage --no-tests=error -j $(JOBS)
	@gcovr -j $(JOBS) --root . --object-directory build/coverage --exclude 'tests/' \
	  --exclude 'build/' --exclude 'examples/' --html-details build/coverage/index.html \
	  --json-summary build/coverage/summary.json
	@scripts/coverage_by_room.py build/coverage/summary.json
	@echo build/coverage/index.html

thesis: program
	@scripts/thesis.sh page

thesis-runs: program
	@scripts/thesis.sh runs

mutants:
	@scripts/setup.sh build tests pages mutants
	@scripts/mutants.py

mpi:
	$(call build,release,build tests mpi,evorisk evorisk-mpi test_mpi,-DEVORISK_MPI=ON)
	@build/release/test_mpi --gtest_brief=1

slurm-check:
	$(call build,release,build mpi slurm,evorisk evorisk-mpi,-DEVORISK_MPI=ON)
	@scripts/slurm/check.sh

axe: program
	@scripts/setup.sh pages
	@scripts/axe.sh

python:
	$(call build,release,build python,evorisk evorisk_python,)
	@EVORISK_BUILD=build/release /usr/bin/python3 -m pytest -q -p no:cacheprovider tests/python

install: program
	@cmake --build --preset release -j $(JOBS) --target installed
	@DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)" --strip

deb:
	$(call build,release,build python deb,evorisk evorisk_python manual,)
	@cd build/release && cpack > packages.log || { cat packages.log; exit 1; }
	@ls -l build/release/packages/*.deb

format:
	@clang-format-14 -i $(SOURCES)

format-check:
	@clang-format-14 --dry-run -Werror $(SOURCES)

lint:
	@scripts/setup.sh build tests develop
	@cmake --preset dev --log-level=WARNING
	@printf '%s\n' $(filter %.cpp,$(SOURCES)) | xargs -P $(JOBS) -n 4 clang-tidy-14 -p build/dev --quiet

clean:
	@rm -rf build

help:
	@sed -n '/^#/s/^# \{0,1\}//p' Makefile
