#!/usr/bin/env bash
# Compares the speed of two commits: bash tools/speed.sh OLD NEW [PATTERN [COUNT]]
# It builds the benchmarks of package mcts at both commits and runs them in turn, COUNT times (6), so that both see the
# same changes of the machine's speed. Per benchmark it prints the median of old/new: above 1, the new commit is faster.
# The outputs are kept for benchstat. Run it on a machine with nothing else to do.
set -euo pipefail
[ $# -ge 2 ] || { sed -n 2,5p "$0"; exit 2; }
old=$1 new=$2 pattern=${3:-Search|Policy|Parallel} count=${4:-6}
cd "$(dirname "$0")/.."
out=$(mktemp -d)
for side in old new; do
	git worktree add --quiet --detach "$out/$side" "${!side}"
	(cd "$out/$side" && go test -c -o "$out/$side.test" ./mcts)
	git worktree remove --force "$out/$side"
done
for _ in $(seq "$count"); do
	for side in old new; do
		# Rows were renamed twice.
		(cd "$out" && "./$side.test" -test.run '^$' -test.bench "$pattern" -test.benchtime 0.2s) |
			sed 's/by=abili[t]ies/by=optional/; /\/c=/!s,^\(BenchmarkSearch/.*\)/sims=,\1/c=1.4/sims=,' >>"$out/$side.txt"
	done
done
paste <(awk '/^Benchmark/ {print $1, $3}' "$out/old.txt" | sort -s -k1,1) <(awk '/^Benchmark/ {print $1, $3}' "$out/new.txt" | sort -s -k1,1) |
	awk '$1 == $3 { n[$1]++; r[$1, n[$1]] = $2 / $4 }
	END {
		for (row in n) {
			m = n[row]
			for (i = 1; i <= m; i++) { v[i] = r[row, i] }
			for (i = 2; i <= m; i++) { for (j = i; j > 1 && v[j-1] > v[j]; j--) { t = v[j]; v[j] = v[j-1]; v[j-1] = t } }
			printf "%-70s %.3f\n", row, m % 2 ? v[(m+1)/2] : (v[m/2] + v[m/2+1]) / 2
		}
	}' | sort
echo "outputs for benchstat: $out"
