# The commands that people type. Each installs the Debian packages it needs, builds what has changed
# and stops at the first failure. Everything that is built lies in build/, everything that runs write in out/.

.DEFAULT_GOAL := help
.PHONY: help demo build wheel sdist wasm playground docs release test test-docs test-web test-wasm check-wasm test-python test-python-long test-python-peers test-long \
        test-arm test-s390x test-windows test-libcxx test-recipes oracle piles fuzz fuzz-coverage bench bench-arm bench-web web screenshots format clean
MAKEFLAGS += --no-print-directory

jobs := $(shell nproc)
ctest := ctest --test-dir build/dev --output-on-failure --no-tests=error --parallel $(jobs)

packages := web/node_modules/.package-lock.json

# $(call build,PRESET[,TARGET]): brings build/PRESET, or only that target of it, up to date, configuring it
# first if it is new or its preset changed.
define build
	@test build/$(1)/build.ninja -nt CMakePresets.json || cmake --preset $(1)
	@cmake --build build/$(1) --parallel $(jobs) $(if $(2),--target $(2))
endef

# The core as WebAssembly, in build/wasm. emscripten's own scripts need Debian's modules of Node.js.
define build-wasm
	@test -f build/wasm/build.ninja || NODE_PATH=/usr/share/nodejs emcmake cmake -S wasm -B build/wasm -G Ninja
	@NODE_PATH=/usr/share/nodejs cmake --build build/wasm --parallel $(jobs)
endef

help:  ## say what can be made
	@echo "firsthit predicts collisions before they happen. Here one can"
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

demo: build  ## run a pool break and draw it
	@build/release/bin/firsthit run scenes/break.toml -o out/break --force
	@echo "Open it in a browser: out/break/report.html"

build:  ## build the program, build/release/bin/firsthit
	@scripts/install-deps core
	$(call build,release,firsthit_program)

test: build  ## build everything and run all tests (minutes)
	@scripts/install-deps core test
	$(call build,release)
	$(call build,dev)
	$(call build,asan)
	$(call build,tsan,threads_test)
	@$(ctest) --timeout 300

test-web: build $(packages)  ## check, build and test the pages, in Node.js, Chromium and Firefox (minutes)
	@scripts/install-deps web browser
	@cd web && { npm run --silent check & checked=$$!; npx vite build --outDir build/template --logLevel warn && \
	  npx vite build --config vite.playground.config.ts --outDir build/template --logLevel warn && wait $$checked; }
	@for page in report playground; do cmp web/build/template/$$page.html web/dist/$$page.html || \
	  { echo "web/dist/$$page.html is not what its sources make: renew it by \`make web\`" >&2; exit 1; }; done
	@cd web && npm test --silent
	@cd web && npm run --silent test-browser

wheel: build build/python-build/.installed  ## build the Python package, a wheel in build/wheel
	@scripts/install-deps core python
	$(call build,release,firsthit)
	@rm -rf build/wheel build/wheel-as-built
	@PATH=$(CURDIR)/build/python-build/bin:$$PATH pip wheel --quiet --no-build-isolation --no-deps \
	  --config-settings=build-dir=build/python-wheel --wheel-dir build/wheel-as-built \
	  --config-settings=cmake.define.FIRSTHIT_BUILT=$(CURDIR)/build/release .
	@PATH=$(CURDIR)/build/python-build/bin:$$PATH auditwheel repair --wheel-dir build/wheel \
	  build/wheel-as-built/firsthit-*.whl
	@ls build/wheel/firsthit-*.whl

sdist: build/python-build/.installed  ## pack the sources of the Python package, in build/sdist
	@rm -rf build/sdist
	@build/python-build/bin/python -c "from scikit_build_core.build import build_sdist; build_sdist('build/sdist')"
	@ls build/sdist/firsthit-*.tar.gz

test-python: wheel build/python-test/.installed  ## install the Python package where no compiler is, and test it (minutes)
	@build/python-test/bin/pip install --quiet --force-reinstall --no-deps build/wheel/firsthit-*.whl
	@PATH=$(CURDIR)/build/python-test/bin pytest --quiet tests/python

test-python-long: wheel build/python-test/.installed  ## the same in its long form, and under the address sanitizer (half an hour)
	@build/python-test/bin/pip install --quiet --force-reinstall --no-deps build/wheel/firsthit-*.whl
	@FIRSTHIT_LONG=1 PATH=$(CURDIR)/build/python-test/bin pytest --quiet tests/python
	@scripts/test-python-asan $(CURDIR)/build/python-test/bin/python

test-python-peers: wheel build/python-peers/.installed  ## test it beside ASE, MDAnalysis, FCL and others, and its notebooks (minutes)
	@build/python-peers/bin/pip install --quiet --force-reinstall --no-deps build/wheel/firsthit-*.whl
	@PATH=$(CURDIR)/build/python-peers/bin pytest --quiet tests/python_peers

site/node_modules/.package-lock.json: site/package-lock.json
	@scripts/install-deps docs
	@cd site && npm ci --no-audit --no-fund
	@touch $@

# build/python-NAME: an environment with what python/requirements-NAME.txt lists.
build/python-%/.installed: python/requirements-%.txt
	@scripts/install-deps python
	@/usr/bin/python3 -m venv --clear build/python-$*
	@build/python-$*/bin/pip install --quiet --requirement $<
	@touch $@

test-long: build  ## run the long form of all tests, with g++ and with clang (hours)
	@scripts/install-deps core test
	$(call build,release)
	$(call build,dev)
	$(call build,asan)
	$(call build,tsan,threads_test)
	$(call build,clang)
	$(call build,asan-tests,spinning_scenes_test)
	@FIRSTHIT_LONG=1 build/asan-tests/tests/spinning_scenes_test
	@FIRSTHIT_LONG=1 $(ctest) --timeout 7200
	@FIRSTHIT_LONG=1 $(subst build/dev,build/clang,$(ctest)) --timeout 7200
	@$(MAKE) piles

# Other machines, by cross compilers and in emulators: what stands on the bits of numbers. What is left out there takes
# hours in an emulator, or looks at this repository.
# $(call test-foreign,PRESET,TESTS,OPTIONS): builds these tests, the library for C and the program, and runs the tests.
define test-foreign
	$(call build,$(1),firsthit_program $(2:%=%_test) c_test c_programs)
	@ctest --test-dir build/$(1) --output-on-failure --no-tests=error --timeout 7200 $(3) \
	  -R '^($(subst $(space),|,$(2))|c|c\..*)$$'
endef
space := $(subst ,, )

# Without the tests that would take another hour; SLOW=1: with them.
test-arm test-s390x: export GTEST_FILTER = $(if $(SLOW),*,-$(shell grep -v '^\#' tests/foreign/slow_tests | paste -sd:))

test-arm: build  ## build and test for 64-bit Arm, in an emulator (an hour; SLOW=1: two)
	@scripts/install-deps core test arm
	@scripts/foreign-packages arm64
	$(call test-foreign,arm,core exact geometry engine query world regression golden property,--parallel $(jobs))
	@for test in scenes files; do \
	  FIRSTHIT_FOREIGN="scripts/on-arm64 build/arm/bin/firsthit" /usr/bin/python3 -m unittest tests/foreign/test_$$test.py || exit 1; done

test-s390x: build  ## build and test for s390x, whose bytes stand the other way round, in an emulator (an hour; SLOW=1: two)
	@scripts/install-deps core test s390x
	@scripts/foreign-packages s390x
	$(call test-foreign,s390x,core exact geometry engine query world regression golden,--parallel $(jobs))
	@for test in scenes files; do \
	  FIRSTHIT_FOREIGN="scripts/on-s390x build/s390x/bin/firsthit" /usr/bin/python3 -m unittest tests/foreign/test_$$test.py || exit 1; done

test-windows: export WINEDEBUG = -all
test-windows: build  ## build and test for Windows, in wine, and by the rules of Microsoft's compiler (an hour)
	@scripts/install-deps core test windows
	@scripts/windows-packages
	@scripts/check-msvc
	$(call test-foreign,windows,core geometry engine query world regression scene golden)
	@for test in scenes windows; do \
	  FIRSTHIT_FOREIGN="wine $(CURDIR)/build/windows/bin/firsthit.exe" \
	  /usr/bin/python3 -m unittest tests/foreign/test_$$test.py || exit 1; done

test-libcxx: build  ## build and test with LLVM's C++ standard library (an hour)
	@scripts/install-deps core test libcxx
	$(call test-foreign,libcxx,core exact geometry engine query world regression scene golden,--parallel $(jobs))
	@FIRSTHIT_FOREIGN=build/libcxx/bin/firsthit /usr/bin/python3 -m unittest tests/foreign/test_scenes.py

test-recipes: build/python-conan/.installed  ## try the recipe for Conan, and with VCPKG_ROOT the port for vcpkg (minutes)
	@scripts/install-deps core
	@scripts/try-recipes

oracle:  ## judge millions of answers by exact arithmetic (two hours; goes on where it ended; PAIR=ball-box: only that)
	@scripts/install-deps core test
	@test build/dev/build.ninja -nt CMakePresets.json || cmake --preset dev
	@cmake --build build/dev --parallel $(jobs) --target oracle turning_oracle
	@build/dev/tests/oracle out/oracle $(PAIR)
	@[ -n "$(PAIR)" ] || build/dev/tests/turning_oracle 7000000

piles:  ## pour random piles, SCENES=10000, under the address sanitizer, and judge what rests by mechanics (hours; goes on)
	@scripts/install-deps core test
	$(call build,address,firsthit_program)
	@/usr/bin/python3 tests/piles/campaign.py --program build/address/bin/firsthit --out out/piles \
	  --scenes $(or $(SCENES),10000) --collisions 1000000 --seconds 200

fuzz:  ## let libFuzzer look for what breaks the program, an hour a target (SECONDS=60 TARGET=scenes: less)
	@scripts/install-deps core test
	$(call build,asan)
	@tests/fuzz/run_fuzzers build/asan/fuzz out/fuzz $(or $(SECONDS),3600) $(TARGET)

fuzz-coverage:  ## say which lines and branches the inputs of the fuzzers reach (after make fuzz; TARGET=scenes: less)
	@scripts/install-deps core test
	$(call build,coverage)
	@tests/fuzz/report_coverage build/coverage/fuzz out/fuzz $(TARGET)

bench:  ## measure the speed (QUICK=1: in some two minutes)
	@scripts/install-deps core bench
	$(call build,bench)
	@for program in build/bench/bin/*_bench; do $$program $(if $(QUICK),--quick) || exit 1; done

bench-arm:  ## count instructions on 64-bit Arm, in an emulator: single, in batches, by NEON (minutes)
	@scripts/install-deps core test arm
	@scripts/foreign-packages arm64
	$(call build,arm,instructions)
	$(call build,arm-plain,instructions)
	@scripts/count-instructions

bench-web: build $(packages)  ## measure how fast the pages open, move and follow a hand, in Chromium
	@scripts/install-deps web browser
	@cd web && node browser/bench.mjs
	@cd web && node browser/bench_playground.mjs
	@cd web && node browser/tasks.mjs

release: build/python-build/.installed  ## make what a release consists of, twice, into out/release (an hour)
	@scripts/install-deps core release
	@scripts/release --twice

wasm:  ## build the core as WebAssembly, into wasm/package/dist (minutes)
	@scripts/install-deps core wasm web
	$(call build-wasm)
	@node wasm/pack.mjs build/wasm

test-wasm: build $(packages)  ## test the npm package beside the program; with emscripten, that it is up to date (minutes)
	@scripts/install-deps web
	@if command -v emcmake >/dev/null; then $(MAKE) check-wasm; fi
	@node --test wasm/test/*.test.mjs

check-wasm:
	$(call build-wasm)
	@node wasm/pack.mjs --check build/wasm

web: $(packages)  ## build the template of reports, web/dist/report.html, from web/
	@cd web && npm run --silent check
	@cd web && npm run --silent build

playground: web  ## build the playground, web/dist/playground.html, one page to be opened from disk
	@echo "Open it in a browser: web/dist/playground.html"

docs: site/node_modules/.package-lock.json build/python-docs/.installed  ## build the site of the docs, build/site/html, which opens from disk
	@scripts/install-deps docs
	@node docs/images/ideas/draw.mjs --check
	@build/python-docs/bin/python site/build.py
	@python3 site/check.py
	@echo "Open it in a browser: build/site/html/index.html"

test-docs: docs  ## test that site in Chromium: its search, its pictures, its playground
	@scripts/install-deps browser
	@node --test site/test/

screenshots: build $(packages)  ## draw the pictures of the pages in docs/images
	@scripts/install-deps web browser
	@cd web && node browser/screenshots.mjs

# What the viewer is built with, as web/package-lock.json says.
$(packages): web/package-lock.json
	@scripts/install-deps web
	@cd web && npm ci --no-audit --no-fund
	@touch $@

format:  ## lay the C++ sources out as .clang-format says
	@scripts/install-deps test
	@tools/format

clean:  ## remove everything that was built
	@rm -rf build web/build web/node_modules site/node_modules
