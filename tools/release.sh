#!/usr/bin/env bash
# Makes a release and proves that it installs: tags the modules that users get in a clone of the repository, each with
# the tagged versions of the others instead of its replace directives, and then gets, installs and builds them from a
# module proxy made of these tags, with an empty module cache. The branch itself keeps the directives.
# usage: tools/release.sh ROOT VERSION [REMOTE]
# With REMOTE, the tags are pushed there after the proof. VERSION is one like v0.1.0, for all modules.
set -euo pipefail

usage="usage: release.sh ROOT VERSION [REMOTE]"
root=$(cd "${1:?$usage}" && pwd) version=${2:?$usage} remote=${3:-}
module=github.com/banyan-go/banyan
modules=(distributed console cmd/banyan) # Each requires only those before it, and the root.
[[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] || { echo "release: want a version like v0.1.0, not $version"; exit 1; }
[ -z "$(git -C "$root" status --porcelain)" ] || { echo "release: $root has changes that are not committed"; exit 1; }
tmp=$(mktemp -d)
trap 'chmod -R u+w "$tmp"; rm -rf "$tmp"' EXIT

proxies=$(go env GOPROXY)
export GOWORK=off GOFLAGS=-mod=mod GIT_CONFIG_GLOBAL=$tmp/gitconfig
unset GIT_CONFIG_COUNT
git config --global safe.directory '*'
url=$(git -C "$root" config --get "remote.$remote.url" || true)
name=$(git -C "$root" config user.name || true) mail=$(git -C "$root" config user.email || true)
git config --global user.name "${name:-release}"
git config --global user.email "${mail:-release@invalid}"
git config --global advice.detachedHead false
git clone -q "$root" "$tmp/clone"
cd "$tmp/clone"

# What the go command gets from GitHub comes from the clone, until the proxy has it.
git config --global "url.file://$tmp/clone.insteadOf" "https://$module"
tagged() { # tagged TAG PATH tags the commit, and puts the module into the proxy.
	git tag -a "$1" -m "$1"
	(cd "$tmp" && GOPRIVATE=$module GOMODCACHE=$tmp/tags go mod download "$2@$version")
	echo "release: $2 $version"
}
export GOPROXY=file://$tmp/tags/cache/download,$proxies GONOSUMDB=$module,$(go env GONOSUMDB)
tagged "$version" "$module"
released=("$module")
for dir in "${modules[@]}"; do
	(
		cd "$dir"
		for path in "${released[@]}"; do
			go mod edit -dropreplace="$path"
			! grep -q "^	$path v" go.mod || go mod edit -require="$path@$version"
		done
		! grep -n '^replace\|=>' go.mod || { echo "release: $dir still replaces a module"; exit 1; }
		go mod tidy
	)
	git commit -qam "$dir: $version"
	tagged "$dir/$version" "$module/$dir"
	released+=("$module/$dir")
done

# A new user: an empty folder, an empty module cache, and nothing of the checkout.
unset GIT_CONFIG_GLOBAL
export GOCACHE=$(go env GOCACHE) HOME=$tmp/home GOMODCACHE=$tmp/new GOBIN=$tmp/bin
mkdir -p "$HOME" "$tmp/user"
cd "$tmp/user"
go mod init example.com/kalah
go get "$module@$version"
go get "$module/console@$version"
! grep replace go.mod || exit 1
bash "$tmp/clone/tools/console.sh" "$tmp/clone" "$version"
(cd "$HOME" && go install "$module/cmd/banyan@$version")
"$GOBIN/banyan" match -game tictactoe -a mcts,sims=20 -b random -games 2 | grep '2 games'
go version -m "$GOBIN/banyan" | grep "$module/cmd/banyan.*$version"
echo "release: $version installs"

if [ -n "$remote" ]; then
	cd "$tmp/clone"
	tags=("$version")
	for dir in "${modules[@]}"; do tags+=("$dir/$version"); done
	git push "${url:-$remote}" "${tags[@]}"
fi
