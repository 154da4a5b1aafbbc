#!/usr/bin/env bash
# Measures the levels of strength: matches of every level against the one below it, as in docs/strength.md.
# usage: tools/levels.sh DIRECTORY [LEVEL...]    DIRECTORY keeps the journals, so that an interrupted run continues
set -euo pipefail

directory=${1:?usage: levels.sh DIRECTORY [LEVEL...]}
shift
[ $# -gt 0 ] || set -- 2 3 4 5 6 7 8 9 10
mkdir -p "$directory"
directory=$(cd "$directory" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
go build -o "$directory/banyan" ./cmd/banyan
for level in "$@"; do
	for game in tictactoe connect4 'breakthrough -size 6x6' 'othello -size 6x6'; do
		# shellcheck disable=SC2086 # a game may have a size
		nice "$directory/banyan" match -game $game -a "level$level" -b "level$((level - 1))" -games 200 -seed 1 \
			-journal "$directory/${game// /}-$level.jsonl" -json >"$directory/${game// /}-$level.json"
		printf '%s, level %d against %d: %s\n' "$game" "$level" "$((level - 1))" \
			"$(tr -d '\n ' <"$directory/${game// /}-$level.json" | grep -o '"counts":[^]]*\]\|"win_rate_ci95":[^]]*\]' | tail -2 | tr '\n' ' ')"
	done
done
