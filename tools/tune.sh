#!/usr/bin/env bash
# Tunes a player of bundled games at 20 ms per move and prints a table in Markdown of the results on fresh games.
# An interrupted run continues from the journals in DIR.
# usage: tools/tune.sh DIR [TIME [GAME...]]     TIME is for each game, like 1h; a game is a name or NAME:WxH
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
dir=${1:?usage: tune.sh DIR [TIME [GAME...]]}
time=${2:-1h}
games=("${@:3}")
[ ${#games[@]} -gt 0 ] ||
	games=(breakthrough:6x6 connect4 othello knightthrough pawnwhopping gomoku:8x8 nogo dots dots2 goofspiel pig whist magic)
mkdir -p "$dir"
go build -o "$dir/banyan" ./cmd/banyan
echo '| game | parameters | wins, draws, losses | rate, 95 % by pairs |'
echo '|---|---|---|---|'
for game in "${games[@]}"; do
	size=()
	[[ $game != *:* ]] || size=(-size "${game#*:}")
	name=${game//:/-}
	"$dir/banyan" tune -game "${game%%:*}" "${size[@]}" -time 20ms -for "$time" -journal "$dir/$name.jsonl" -svg "$dir/$name.svg" -row
done
