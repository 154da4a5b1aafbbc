#!/usr/bin/env bash
# Measures what package mcts costs the author of a bot, internal/bot, in a module outside the repository:
#	bash tools/bot.sh ROOT [BASE [COUNT]]
# It prints the processor time of compiling the bot after an edit, without and with the linker, and the bytes of its
# code that are compiled in its own package. With BASE, another checkout, the two take turns COUNT times (default 5),
# and the medians and their ratios are printed. It fails if the program calls functions that should be inlined.
set -euo pipefail

root=$(cd "${1:?usage: bot.sh ROOT [BASE [COUNT]]}" && pwd)
base=${2:-} count=${3:-5}
[ -n "$base" ] || count=1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export GOWORK=off GOFLAGS=-mod=mod

# module NAME CHECKOUT makes the bot's module, once as a program and once as a package.
module() {
	mkdir -p "$tmp/$1/package"
	cp "$root/internal/bot/main.go" "$tmp/$1/main.go"
	sed 's/^package main$/package bot/; s/^func main()/func Main()/' "$root/internal/bot/main.go" >"$tmp/$1/package/bot.go"
	cat >"$tmp/$1/go.mod" <<-END
		module bot

		go 1.26

		require github.com/banyan-go/banyan v0.0.0

		replace github.com/banyan-go/banyan => $(cd "$2" && pwd)
	END
	(cd "$tmp/$1" && go build -o program . && go build ./package)
}

# seconds COMMAND... prints the processor time of a command.
seconds() {
	local TIMEFORMAT='%U %S'
	{ time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

# measure NAME appends the times of one edit to the files NAME.compile and NAME.link.
measure() {
	cd "$tmp/$1"
	for file in main.go package/bot.go; do echo "// edit $RANDOM $RANDOM" >>"$file"; done
	seconds go build ./package >>"$tmp/$1.compile"
	seconds go build -o program . >>"$tmp/$1.link"
}

median() { sort -g "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# code NAME prints the bytes of the functions that were compiled with the bot: its own and the generic ones.
code() { go tool nm -size "$tmp/$1/program" | awk '$3 ~ /^[tT]$/ && ($4 ~ /^main\./ || $0 ~ /\[go\.shape|\[main\./) { sum += $2 } END { print sum }'; }

names=(now)
module now "$root"
[ -z "$base" ] || { module before "$base"; names=(before now); }
for ((i = 0; i < count; i++)); do
	for name in "${names[@]}"; do measure "$name"; done
done
for name in "${names[@]}"; do
	echo "$name: compile $(median "$tmp/$name.compile") s, with the linker $(median "$tmp/$name.link") s, code $(code "$name") bytes"
done
if [ -n "$base" ]; then
	for what in compile link; do
		awk -v w=$what -v a="$(median "$tmp/now.$what")" -v b="$(median "$tmp/before.$what")" 'BEGIN { printf "%s ratio %.3f\n", w, a / b }'
	done
	awk -v a="$(code now)" -v b="$(code before)" 'BEGIN { printf "code ratio %.3f\n", a / b }'
fi

# These functions are small, and every simulation of the bot calls them. One that is in the symbol table was not inlined.
inlined='rng\.\(\*Rand\)\.(IntN|Uint64)
mcts/internal/pass\.\(\*Pass\)\.(Begin|Depth)
mcts/internal/selection\.\(\*Chooser\)\.(At|Fast|IsFast|IsPlainUCT|UCT)
mcts/internal/tree\.\(\*Tree\)\.(AddNode|Block|Edge|End|HasRoom)
mcts/internal/tree\.Block\.(All|Edge|First|IsPlain|Slot|Stats|Tried)'
calls=$(go tool nm "$tmp/now/program" | grep -E "/(${inlined//$'\n'/|})\$" || true)
[ -z "$calls" ] || { printf 'functions that should be inlined are called:\n%s\n' "$calls"; exit 1; }
