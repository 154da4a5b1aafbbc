#!/usr/bin/env bash
# Plays MAST, NST and LGRF against uniform playouts in every bundled game at equal simulations and at equal time, and
# prints the table of docs/strength.md: bash tools/learned.sh FOLDER [BUDGET...]
# A budget is -sims N or -time D as one word: sims=1000 (default), time=20ms, time=200ms (default). FOLDER keeps a journal
# of every match, from which an interrupted run continues. Time is CPU time, so that other programs do not matter.
set -euo pipefail
[ $# -ge 1 ] || { sed -n 2,5p "$0"; exit 2; }
folder=$1
shift
[ $# -gt 0 ] || set -- sims=1000 time=20ms time=200ms
cd "$(dirname "$0")/.."
mkdir -p "$folder"
games=${GAMES:-breakthrough breakthrough/6x6 connect4 dots gomoku goofspiel knightthrough magic nogo othello pawnwhopping tictactoe}
number=${NUMBER:-204} # a multiple of 6, as Dots has three players
go build -o "$folder/banyan" ./cmd/banyan
echo "| game | policy |$(printf ' %s |' "$@")"
echo "|---|---|$(printf -- '---|%.0s' "$@")"
for game in $games; do
	for playout in mast nst lgrf; do
		row="| ${game/\// } | $playout |"
		for budget in "$@"; do
			size=() name=$folder/${game/\//-}-$playout-$budget
			[[ $game != */* ]] || size=(-size "${game#*/}")
			"$folder/banyan" match -game "${game%/*}" "${size[@]}" -a "playout=$playout" -b playout=uniform \
				"-${budget%=*}" "${budget#*=}" -games "$number" -seed 1 -workers 1 -cpu -journal "$name.journal" -json >"$name.json"
			numbers=$(tr -d ' \n\t' <"$name.json" | sed -E 's/.*"win_rate":([0-9.]+).*"win_rate_ci95":\[([0-9.]+),([0-9.]+)\].*/\1 \2 \3/')
			# shellcheck disable=SC2086
			row+=$(printf ' %.3f [%.3f, %.3f] |' $numbers)
		done
		echo "$row"
	done
done
