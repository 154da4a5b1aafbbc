#!/usr/bin/env bash
# Makes the program of a game of five methods in an empty folder outside the repository, and uses it.
# usage: tools/console.sh ROOT
set -euo pipefail

root=$(cd "${1:?usage: console.sh ROOT}" && pwd)
module=github.com/banyan-go/banyan
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

cp "$root/console/testdata/kalah/main.go" "$tmp"
cd "$tmp"
export GOWORK=off GOFLAGS=-mod=mod
cat >go.mod <<-END
	module example.com/kalah

	go 1.26

	require (
		$module v0.0.0
		$module/console v0.0.0
	)

	replace (
		$module => "$root"
		$module/console => "$root/console"
	)
END
go vet .
go build -o kalah .

# expect TEXT COMMAND... runs a command and looks for a text in its output.
expect() {
	local text=$1 out
	shift
	out=$("$@" 2>&1) || true
	grep -qF -- "$text" <<<"$out" || { printf '%s: no "%s" in:\n%s\n' "$*" "$text" "$out"; exit 1; }
}
printf 'z\n1\nhint\nundo\nquit\n' >input
expect '"z" is not a legal move here' sh -c './kalah play -sims 50 <input'
expect 'Player 2 plays ' sh -c './kalah play -sims 50 <input'
expect 'Hint: ' sh -c './kalah play -sims 50 <input'
expect 'Goodbye.' sh -c './kalah play -sims 50 <input'
expect '20 games' ./kalah match -a sims=50 -b random -games 20
expect 'simulations/s' ./kalah bench -time 20ms
expect 'Text ' ./kalah methods
expect 'there is no command "chess"' ./kalah chess
expect 'match' ./kalah -help
echo "the program of a game with five methods works"
