#!/usr/bin/env bash
# Compares the speed of commits in one program: bash tools/together.sh COMMIT COMMIT... [-- FLAG...]
# The searches of all commits run in turn, each for milliseconds, so that a busy machine slows down all of them. It
# prints how many times as fast as the first each commit is: the median of the rounds with their quartiles, and the ratio
# of the shortest times. Give a commit twice to see how much the place of code in a program matters: a few percent.
# Changes that are not committed do not count. The flags:
#	-game NAME  connect4, five (the same with five methods) or breakthrough (connect4)
#	-c C        the constant of UCT (sqrt 2)
#	-sims N     simulations of a search (10000)
#	-rounds N   how often all commits search (300)
set -euo pipefail
export GOWORK=off GOFLAGS=
here=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
commits=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	commits+=("$1")
	shift
done
[ ${#commits[@]} -ge 2 ] || { sed -n 2,11p "$0"; exit 2; }
[ $# -eq 0 ] || shift # --
cp "$here/together/main.go.tmpl" "$out/main.go"
printf 'module together\ngo 1.26\n' >"$out/go.mod"
printf 'package main\n' >"$out/versions.go"
for i in "${!commits[@]}"; do
	module=v$i # Each commit becomes a module with another name.
	mkdir -p "$out/$module/together"
	git -C "$here/.." archive "${commits[i]}" | tar x -C "$out/$module"
	find "$out/$module" -mindepth 2 -name go.mod -delete
	grep -rl --include='*.go' --include=go.mod github.com/banyan-go/banyan "$out/$module" |
		xargs sed -i "s,github.com/banyan-go/banyan,$module,g"
	sed "s,MODULE,$module,g" "$here/together/search.go.tmpl" >"$out/$module/together/search.go"
	printf 'require %s v0.0.0\nreplace %s => ./%s\n' "$module" "$module" "$module" >>"$out/go.mod"
	printf 'import %s "%s/together"\n' "$module" "$module" >>"$out/versions.go"
done
{
	printf 'var versions = []version{\n'
	for i in "${!commits[@]}"; do printf '\t{"%s", v%s.New},\n' "${commits[i]}" "$i"; done
	printf '}\n'
} >>"$out/versions.go"
(cd "$out" && go build -o program . && ./program "$@")
