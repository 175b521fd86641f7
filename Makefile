# Each target works alone on a bare Debian or Ubuntu, as root or with sudo: it installs what it needs.

BUILD_NEEDS := swift libcurl4-openssl-dev ca-certificates
PEER_NEEDS := nginx-light openssl python3 python3-venv

# Lint and tsan share one build, so that the strict one costs no third compile. Warnings are errors in it alone: a
# newer compiler's new warning must not keep anybody from building, testing or the demo.
STRICT := --scratch-path .build/tsan --sanitize=thread -Xswiftc -warnings-as-errors -Xcc -Werror

.PHONY: help build demo test tsan soak lint bench bench-combine docs clean

help:
	@echo "make build   the library and its tools, debug"
	@echo "make demo    the examples over a real socket; ARGS=--live calls the real hosts"
	@echo "make test    the tests with their servers, then the consumers; ARGS='--filter NAME' picks some"
	@echo "make tsan    the tests under the thread sanitizer; ARGS as above"
	@echo "make soak    100,000 calls under random faults; ARGS='--count N --seed N', or --plain for 1,000,000 without"
	@echo "make lint    format, warnings, the walls between modules, shell scripts"
	@echo "make bench   Tern beside raw libcurl and URLSession; ARGS=--quick, ARGS='--only NAME'"
	@echo "make bench-combine  Combine's pipelines, in units of a mutex pair"
	@echo "make docs    the documentation, into .build/docs"
	@echo "make clean   everything that was built or downloaded"

build:
	@scripts/install-deps $(BUILD_NEEDS)
	@echo "Building (the first time takes a few minutes)."
	@swift build

demo:
	@scripts/install-deps $(BUILD_NEEDS)
	@echo "Building tern-demo (the first time takes a minute or two)."
	@swift build --product tern-demo
	@swift run --skip-build tern-demo $(ARGS)

test:
	@scripts/install-deps $(BUILD_NEEDS) $(PEER_NEEDS)
	@echo "Building and running the tests (the first time takes a few minutes)."
	@scripts/peers run scripts/run-tests $(ARGS)
	@scripts/check-combine-api .build/debug/Modules
	@scripts/test-consumers

tsan:
	@scripts/install-deps $(BUILD_NEEDS) $(PEER_NEEDS)
	@echo "Building and running the tests under the thread sanitizer (the first time takes some minutes)."
	@scripts/peers run scripts/run-tests $(STRICT) $(ARGS)

soak:
	@scripts/install-deps $(BUILD_NEEDS)
	@echo "Building the soak (the first time takes a few minutes)."
	@swift build -c release --product Soak
	@swift run -c release --skip-build Soak $(ARGS)

lint:
	@scripts/install-deps $(BUILD_NEEDS) python3 shellcheck
	@scripts/lint
	@echo "Building everything with warnings as errors (the first time takes some minutes)."
	@swift build --build-tests $(STRICT)

bench:
	@scripts/install-deps $(BUILD_NEEDS) $(PEER_NEEDS) curl
	@echo "Building for release (the first time takes a minute), then measuring for some minutes."
	@swift build --configuration release --product TernBench --scratch-path .build/bench-build
	@scripts/peers run scripts/bench $(ARGS)

bench-combine:
	@scripts/install-deps $(BUILD_NEEDS)
	@swift build --configuration release --product CombineBench --scratch-path .build/bench-build
	@swift run --configuration release --scratch-path .build/bench-build --skip-build CombineBench

docs:
	@scripts/install-deps $(BUILD_NEEDS)
	@scripts/docs

clean:
	@if [ -e .peers/state.json ]; then scripts/peers stop; fi
	rm -rf .build .peers
