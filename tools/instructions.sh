#!/usr/bin/env bash
# Counts the instructions per simulation of the searches of internal/works, in one checkout or in two of them:
#	bash tools/instructions.sh ROOT [BASE]
# A count is the difference between runs of 2,000 and 12,000 simulations, so that starting a program does not count.
# Counts repeat to less than 0.5 % on a busy machine; times do not. It needs valgrind.
set -euo pipefail

root=$(cd "${1:?usage: instructions.sh ROOT [BASE]}" && pwd)
base=${2:-}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# build FOLDER PROGRAM compiles the searches of ROOT in a checkout.
build() {
	mkdir -p "$1/internal/works"
	[ "$1" = "$root" ] || cp "$root/internal/works/main.go" "$1/internal/works/main.go"
	(cd "$1" && go build -o "$tmp/$2" ./internal/works)
}

# count PROGRAM NAME SIMULATIONS prints the instructions of a run.
count() {
	GOMAXPROCS=1 GOGC=off valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null \
		"$tmp/$1" "$2" "$3" 2>&1 >/dev/null | awk '/I +refs:/ { gsub(",", "", $NF); print $NF }'
}

# each PROGRAM NAME prints the instructions of a simulation.
each() { echo $((($(count "$1" "$2" 12000) - $(count "$1" "$2" 2000)) / 10000)); }

build "$root" new
[ -z "$base" ] || build "$(cd "$base" && pwd)" old
printf '%-24s %9s %9s %7s\n' work ${base:+before} now ${base:+ratio}
for name in ${WORKS:-$("$tmp/new")}; do
	now=$(each new "$name")
	if [ -z "$base" ]; then
		printf '%-24s %9d\n' "$name" "$now"
	else
		before=$(each old "$name")
		awk -v n="$name" -v b="$before" -v a="$now" 'BEGIN { printf "%-24s %9d %9d %7.4f\n", n, b, a, a / b }'
	fi
done | tee "$tmp/table"
[ -z "$base" ] || awk '{ sum += log($4) } END { printf "%-24s %9s %9s %7.4f\n", "geometric mean", "", "", exp(sum / NR) }' "$tmp/table"
