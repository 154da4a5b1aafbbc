#!/usr/bin/env bash
# Makes the program of a game of five methods in an empty folder outside the repository, and uses it: with package
# console alone, which must be light, and with the workers and the plots of its subpackages.
# usage: tools/console.sh ROOT [VERSION]
# The modules come from ROOT, or with VERSION, which release.sh passes, from a release.
set -euo pipefail

usage="usage: console.sh ROOT [VERSION]"
root=$(cd "${1:?$usage}" && pwd) version=${2:-}
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
		$module ${version:-v0.0.0}
		$module/console ${version:-v0.0.0}
		$module/distributed ${version:-v0.0.0}
	)
END
[ -n "$version" ] || cat >>go.mod <<-END
	replace (
		$module => "$root"
		$module/console => "$root/console"
		$module/distributed => "$root/distributed"
	)
END
go vet .
go build -o kalah .
size=$(wc -c <kalah) most=22000000
others=$(go list -deps -f '{{with .Module}}{{.Path}}{{end}}' . | sort -u)
printf 'the program has %d bytes, and these modules:\n%s\n' "$size" "$others"
[ "$size" -le "$most" ] || { echo "want at most $most bytes"; exit 1; }
! grep 'nats\|gonum' <<<"$others" || { echo "want neither NATS nor gonum in a program of package console alone"; exit 1; }

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
expect '20 games' ./kalah match -a sims=50 -b random -games 20 -workers 2
expect 'banyan/console/cluster' ./kalah worker
expect 'banyan/console/cluster' ./kalah match -a sims=50 -b random -nats 127.0.0.1
expect 'banyan/console/plots' ./kalah match -a sims=50 -b random -svg rate.svg
mkdir more
sed 's,^import "\(.*\)"$,import (\n"\1"\n"\1/cluster"\n"\1/plots"\n),
	s/console.Start(start)/&, cluster.Commands, plots.Output/' main.go >more/main.go
go build -o more/kalah ./more
expect '20 games' ./more/kalah match -a sims=50 -b random -games 20 -workers 2 -svg rate.svg
grep -q '<svg' rate.svg
expect 'want -nats URL' ./more/kalah worker
echo '{"id": "1", "actions": ["a"], "simulations": 100}' >query
expect '"toMove":1' sh -c './kalah analyze <query'
# The page of a search, by a client in Go: a new machine has no other one.
mkdir get
cat >get/main.go <<-'END'
	package main

	import (
		"io"
		"net/http"
		"os"
	)

	func main() {
		answer, err := http.Get(os.Args[1])
		if err != nil {
			panic(err)
		}
		_, _ = io.Copy(os.Stdout, answer.Body)
	}
END
./kalah inspect -sims 100 -addr 127.0.0.1:0 >address &
page=$!
until grep -q http address; do
	kill -0 $page || { echo "kalah inspect ended"; exit 1; }
	sleep 0.1
done
address=$(grep -o 'http://[^ ]*' address)
expect '<title>kalah</title>' go run ./get "$address"
expect '"searches":["mcts"]' go run ./get "${address}about"
kill -INT $page
wait $page || { echo "kalah inspect failed after an interrupt"; exit 1; }
expect 'In Go:' ./kalah tune -sims 10 -games 40
expect 'simulations/s' ./kalah bench -time 20ms
expect 'Texter ' ./kalah methods
expect 'there is no command "chess"' ./kalah chess
expect 'match' ./kalah -help
# The client of docs/analyze.md plays a game against itself.
if command -v python3 >/dev/null; then
	awk '/^```python$/ { on = 1; next } /^```$/ { on = 0 } on' "$root/docs/analyze.md" >client.py
	sed -i 's,Engine("banyan",Engine("./kalah",' client.py
	expect '[' python3 client.py
else
	echo "no python3: the client of docs/analyze.md is not run"
fi
echo "the program of a game with five methods works"
