# The commands a person types. Each installs what it lacks first (scripts/setup.sh has the list).
PREFIX ?= /usr/local
program := build/release/tools/codimap/codimap

.DEFAULT_GOAL := help
.PHONY: help demo test python python-asan wheel notebooks bench bench-large bench-solvers bench-reading paper accuracy \
        certificates estimates faults fuzz kill emulated memory readers sanitize usefulness presets format install clean \
        program anchors configure

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: program  ## embed real cells and a Swiss roll five ways, with a table and pictures in demo/
	python3 scripts/demo.py $(program) demo

test: configure  ## build everything and run every test
	cmake --build --preset release
	ctest --preset release -j $(shell nproc)
	@scripts/setup.sh python
	scripts/python.sh || [ $$? = 77 ]

python: configure  ## install the Python package into build/python and run its tests; PYTHON=python3.12: another
	@scripts/setup.sh python
	cmake --build --preset release --target codimap_core codimap_io
	scripts/python.sh

python-asan:  ## the tests of the Python package under the address and undefined-behaviour sanitizers
	@scripts/setup.sh build
	@scripts/setup.sh python
	cmake --preset asan
	cmake --build --preset asan --target codimap_core codimap_io
	scripts/python_asan.sh

notebooks: python  ## run the notebooks of docs/notebooks again, and keep what they show
	scripts/notebooks.sh

wheel:  ## a manylinux wheel, with the stable ABI from Python 3.12 on, into build/wheel
	@scripts/setup.sh python
	scripts/wheel.sh

bench: anchors  ## measure codimap against its peers (20 minutes), into benchmarks/RESULTS.md
	python3 benchmarks/bench.py build/release

bench-large: anchors  ## the same with a dense kernel of 10^5 points and graphs of up to 10^7
	python3 benchmarks/bench.py build/release --large

paper: program  ## the figures and tables of the paper again (20 minutes), into docs/paper.md; QUICK=1: a trial in build/
	python3 -B scripts/paper/paper.py $(program) $(if $(QUICK),build/paper --quick,docs)

accuracy: program  ## how near the default map comes to the exact one, into docs/accuracy.md; SEEDS=2: a shorter run
	python3 -B scripts/accuracy.py $(program) docs/accuracy.md $(if $(SEEDS),--seeds $(SEEDS)) $(if $(DATA),--data $(DATA))

usefulness: program  ## what the maps show of known groups and orders, beside other packages, into docs/usefulness.md; ANEW="scanpy PCA": these again
	@scripts/setup.sh bench
	python3 -B benchmarks/usefulness.py build/release docs/usefulness.md $(if $(ANEW),--anew $(ANEW))

presets: program  ## each preset against the package of that name, into docs/presets.md
	@scripts/setup.sh bench
	python3 -B benchmarks/presets.py build/release docs/presets.md

estimates: configure  ## hold the estimated angles of 1,000 refined maps of small random walks against LAPACK
	cmake --build --preset release --target test_laws
	OMP_NUM_THREADS=1 CODIMAP_PROBLEMS=1000 build/release/tests/test_laws --gtest_filter='Refinement.FindsEveryVector*'

certificates: configure  ## hold 10,000 certificates of small random problems against LAPACK
	cmake --build --preset release --target test_laws
	CODIMAP_PROBLEMS=10000 build/release/tests/test_laws --gtest_filter='Certificate.IsNeverWrong*'

faults: configure  ## every allocation, write, flush, rename and opening of a file fails in turn (minutes)
	cmake --build --preset release --target codimap-program fail_nth
	CODIMAP_ALL_FAULTS=1 CODIMAP_FAIL_NTH=$(abspath build/release/tests/acceptance/libfail_nth.so) \
	  python3 -B tests/acceptance/test_faults_while_running.py $(program)

fuzz:  ## broken bytes for every reader, a minute each, under libFuzzer; SECONDS=600: longer
	@scripts/setup.sh build
	@scripts/setup.sh fuzz
	cmake --preset fuzz
	cmake --build --preset fuzz
	python3 -B tests/fuzz/fuzz.py build/fuzz --seconds $(or $(SECONDS),60)

# A signal ends the program whatever its threads do, so that tsan is not to report those left over.
sanitize: configure  ## the tests under address, undefined-behaviour and thread sanitizers (an hour); SHARE=Npy: a part
	for preset in asan tsan; do \
	  cmake --preset $$preset && cmake --build --preset $$preset && \
	  ctest --preset $$preset -j $(shell nproc) -E 'install|faults_while_running|hdf5_crashes|paper|readme' $(if $(SHARE),-R '$(SHARE)') \
	    || exit 1; \
	done

emulated:  ## the loops over codes for processors that this one is not: aarch64 and older x86-64, under qemu (a minute)
	@scripts/setup.sh emulated
	scripts/emulated.sh build/emulated

kill: program  ## kill runs at 200 random moments: every output stays the old one or is a complete new one
	python3 -B tests/kill/kill.py $(program) $(if $(KILLS),--kills $(KILLS)) $(if $(SEED),--seed $(SEED))

memory: program  ## hold the peak of memory against its forecast on thirteen shapes of input (minutes)
	python3 -B benchmarks/memory.py $(program)

readers: configure  ## hold what is read from every file of DATA=folder against independent readers, to the bit
	cmake --build --preset release --target codimap-program dump_table
	$(if $(DATA),CODIMAP_DATA=$(abspath $(DATA))) \
	  CODIMAP_DUMP_TABLE=$(abspath build/release/tests/acceptance/dump_table) \
	  python3 -B tests/acceptance/test_readers.py $(program)

bench-solvers: program  ## eigensolvers at equal residual, into benchmarks/SOLVERS.md
	@scripts/setup.sh solvers
	cmake --preset release -D CODIMAP_BUILD_BENCHMARKS=ON
	cmake --build --preset release --target solvers
	python3 benchmarks/solvers.py build/release

bench-reading: program  ## reading files beside pandas, polars, numpy and h5py, into benchmarks/READING.md
	@scripts/setup.sh reading
	cmake --preset release -D CODIMAP_BUILD_BENCHMARKS=ON
	cmake --build --preset release --target read_table
	python3 benchmarks/reading.py build/release

format:  ## lay out all C++ files as .clang-format says
	@scripts/setup.sh format
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

install: program  ## put program, library, headers and CMake package under PREFIX
	cmake --install build/release --prefix $(abspath $(PREFIX))

clean:  ## remove what was built
	rm -rf build demo

configure:
	@scripts/setup.sh build
	cmake --preset release

program: configure
	cmake --build --preset release --target codimap_core codimap_io codimap-program

anchors: program
	@scripts/setup.sh bench
	cmake --preset release -D CODIMAP_BUILD_BENCHMARKS=ON
	cmake --build --preset release --target dense_pass bandwidth
