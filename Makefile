# Development tasks. The checks themselves are in .ci/run.
SHELL       := bash
.SHELLFLAGS := -o pipefail -ec

TOOL     := GOWORK=off go tool -modfile=tools/go.mod
MODULES  := ./... ./console/... ./distributed/... ./cmd/banyan/... ./examples/... ./research/...
PKG      ?= ./...
BENCH    ?= .
COUNT    ?= 6
FUZZTIME ?= 10s

.PHONY: help test race lint bench fuzz golden ci

help: ## List the targets (the default)
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

test: ## Test the library, the programs and the examples
	go test $(MODULES)

race: ## Test the packages with goroutines under the race detector
	bash .ci/run race

lint: ## Check formatting, comments, words, vet, lint and the workflow
	bash .ci/run format comments glossary vet lint workflow

bench: ## Measure and summarize: make bench PKG=./mcts BENCH=Search COUNT=6
	go test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) $(PKG) | tee bench.out
	$(TOOL) benchstat bench.out

fuzz: PKG := $(MODULES)
fuzz: ## Fuzz each fuzz test for a while: make fuzz FUZZTIME=10m
	@failed=""; \
	for pkg in $$(go list $(PKG)); do \
		for name in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$name"; \
			go test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) $$pkg || failed+=" $$pkg:$$name"; \
		done; \
	done; \
	[ -z "$$failed" ] || { echo "failed:$$failed"; exit 1; }

golden: ## Rewrite the golden files; then read the diff
	@for dir in $$(grep -rl --include='*_test.go' -e 'testkit\.Golden(t, ' -e 'flag\.Bool("update"' . | xargs -r dirname | sort -u); do \
		go test $$dir -update; \
	done
	@git status --short

ci: ## Run every check, as CI does
	bash .ci/run
