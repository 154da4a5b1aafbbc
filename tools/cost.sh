#!/usr/bin/env bash
# Prints what a simulation costs, by its parts, at several sizes of the tree:
#	bash tools/cost.sh NAME [SIMULATIONS]...
# NAME is a search of internal/works. Instructions are counted, and cache lines missed: by a first cache of 32 kB and a
# last one of 16 MB, which valgrind simulates. A count is the mean of a whole search, without starting the program.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
name=${1:?usage: cost.sh NAME [SIMULATIONS]...}
shift
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
(cd "$root" && go build -o "$tmp/works" ./internal/works)

# run SIMULATIONS FILE counts a search.
run() {
	GOMAXPROCS=1 GOGC=off valgrind --tool=cachegrind --cache-sim=yes --D1=32768,8,64 --LL=16777216,16,64 \
		--cachegrind-out-file="$2" "$tmp/works" "$name" "$1" >/dev/null 2>&1
}

run 1 "$tmp/start"
printf '%-12s %11s %11s %8s %8s\n' simulations part instructions missed "in last"
for n in ${*:-10000 100000 1000000}; do
	run "$n" "$tmp/all"
	# Columns of a line: number, Ir, I1mr, ILmr, Dr, D1mr, DLmr, Dw, D1mw, DLmw.
	awk -v n="$n" '
		FNR == 1 { sign = FILENAME ~ /start$/ ? -1 : 1 }
		/^fn=/ {
			part = "rest"
			if ($0 ~ /^fn=[^\[]*banyan\/games\//) part = "game"
			else if ($0 ~ /UCT|ChooseOften|certain/) part = "choice"
			else if ($0 ~ /selectLeaf/) part = "walk"
			else if ($0 ~ /AddReturns|Tree\)\.add$/) part = "backup"
			else if ($0 ~ /expand|place|untried|chooseEdge|tree\.(Make|Try)|Tree\)\.(make|Link|alloc|nextChunk|clear|rounding)/) part = "new nodes"
		}
		/^[0-9]/ {
			count[part] += sign * $2; missed[part] += sign * ($6 + $9); last[part] += sign * ($7 + $10)
		}
		END {
			for (i = split("game choice walk backup new_nodes rest", parts, " "); i > 0; i--) sub("_", " ", parts[i])
			for (i = 1; i <= 6; i++) {
				p = parts[i]
				printf "%-12d %11s %11.0f %8.2f %8.2f\n", n, p, count[p] / n, missed[p] / n, last[p] / n
				c += count[p]; m += missed[p]; l += last[p]
			}
			printf "%-12d %11s %11.0f %8.2f %8.2f\n", n, "all", c / n, m / n, l / n
		}' "$tmp/start" "$tmp/all"
	printf '%-12d %11s %11s\n' "$n" levels "$("$tmp/works" "$name" "$n" levels)"
done
