#!/usr/bin/env bash
# Builds package mcts without a feature: bash tools/without.sh ROOT FEATURE...
# In a copy of the repository it deletes the files of each feature and, in all other files, the lines of code that
# mention it, and compiles what is left. At most three other files may mention a feature.
set -euo pipefail
root=$1
shift

# files and words tell what belongs to a feature.
declare -A files=(
	[similarity]="similarity.go similarity_imports.go similarity_sample.go similarity_save.go"
	[ISMCTS]="ismcts.go"
	[prediction]="prediction.go prediction_root.go prediction_save.go prediction_weigher.go predictor.go predictor_order.go predictor_puct.go"
	[evaluations]="evaluations.go evaluations_save.go"
	[amaf]="amaf.go amaf_save.go amaf_tables.go"
	[solver]="solver.go solver_bounds.go solver_ends.go solver_filter.go solver_intervals.go solver_proof.go solver_result.go solver_save.go parallel_tree_proof.go"
)
declare -A words=(
	[similarity]='Similarity'
	[ISMCTS]='ISMCTS'
	[prediction]='Prediction'
	[evaluations]='Evaluations'
	[amaf]='AMAF'
	[solver]='Solver'
)

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
(cd "$root" && tar -c --exclude=.git --exclude=examples .) | tar -x -C "$copy"
cd "$copy/mcts"
rm -f -- *_test.go
export GOWORK=off GOFLAGS=-mod=mod
for feature; do
	[ -n "${words[$feature]-}" ] || { echo "no feature $feature; there are: ${!words[*]}"; exit 2; }
	# shellcheck disable=SC2086 # several files
	rm ${files[$feature]}
	known=0
	for file in *.go; do
		# Comments may mention what is gone.
		lines=$(sed 's,//.*,,' "$file" | grep -n "${words[$feature]}" | cut -d: -f1 || true)
		[ -n "$lines" ] || continue
		echo "without $feature: $file has $(wc -w <<<"$lines") lines less"
		known=$((known + 1))
		# shellcheck disable=SC2086 # several lines
		sed -i "$(printf '%sd;' $lines)" "$file"
	done
	[ "$known" -le 3 ] || { echo "$known files beside its own know $feature, want at most 3"; exit 1; }
done
go build .
echo "mcts builds without: $*"
