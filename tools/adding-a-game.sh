#!/usr/bin/env bash
# Follows step 1 of docs/game-interface.md in a new module outside the repository, word for word, and checks what it made.
# usage: tools/adding-a-game.sh ROOT
set -euo pipefail

root=$(cd "${1:?usage: adding-a-game.sh ROOT}" && pwd)
module=github.com/banyan-go/banyan
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The first block of commands in the document, without its indentation.
awk '/^ *```sh$/ { on = 1; next } on && /^ *```$/ { exit } on { sub(/^   /, ""); print }' \
	"$root/docs/game-interface.md" >"$tmp/step1.sh"
[ -s "$tmp/step1.sh" ] || { echo "docs/game-interface.md has no commands"; exit 1; }

mkdir "$tmp/user"
cd "$tmp/user"
export GOWORK=off GOFLAGS=
cat >go.mod <<-END
	module example.com/user

	go 1.26

	require $module v0.0.0

	replace $module => "$root"
END
bash -euxo pipefail "$tmp/step1.sh"
go vet ./...
go test ./...

# The copy must not depend on the game that it was copied from.
if go list -deps -test ./... | grep -x "$module/games/tictactoe"; then
	echo "the copy still imports $module/games/tictactoe"
	exit 1
fi
