#!/usr/bin/env bash
# Runs commands as on a new machine: a container with the programs of this one (Go and git among them), a user
# with an empty home, and nothing else; the module cache and the build cache are empty, too. A git clone of this
# project gets the last commit of the checkout.
# usage: tools/container.sh ROOT USER COMMAND...    USER is root or visitor
# It needs root, for chroot.
set -euo pipefail

root=$(cd "${1:?usage: container.sh ROOT USER COMMAND...}" && pwd)
user=${2:?usage: container.sh ROOT USER COMMAND...}
shift 2
project=https://github.com/banyan-go/banyan

if [ "${CONTAINER:-}" = "" ]; then
	box=$(mktemp -d)
	trap 'rm -rf "$box"' EXIT # The mounts are gone with their namespace.
	CONTAINER=$box unshare --mount --pid --fork --kill-child bash "$0" "$root" "$user" "$@"
	exit
fi

# mirror shows a folder of this machine at the same place in the container, read-only.
mirror() {
	[ -d "$1" ] || return 0
	mkdir -p "$CONTAINER$1"
	mount --bind "$1" "$CONTAINER$1"
	mount -o remount,bind,ro "$CONTAINER$1"
}
go=$(go env GOROOT)
for folder in /usr /etc "$go"; do mirror "$folder"; done
for folder in /bin /sbin /lib /lib64; do
	if [ -L "$folder" ]; then cp -P "$folder" "$CONTAINER"; else mirror "$folder"; fi
done
mkdir "$CONTAINER"/{proc,dev,tmp,project}
mount -t proc proc "$CONTAINER/proc"
mount --rbind /dev "$CONTAINER/dev"
mount --bind "$root" "$CONTAINER/project"
chmod 1777 "$CONTAINER/tmp"
chmod 755 "$CONTAINER"

case $user in
root) id=0 home=/root ;;
visitor) id=12345 home=/home/visitor ;;
*) echo "no user $user; there are: root visitor"; exit 2 ;;
esac
mkdir -p "$CONTAINER$home"
cat >"$CONTAINER$home/.gitconfig" <<-END
	[safe]
		directory = *
	[url "file:///project"]
		insteadOf = $project
END
chown -R "$id:$id" "$CONTAINER$home"

# What says where modules come from and whether long tests are wanted is kept; the rest of the environment is not.
environment=(HOME="$home" PATH="$go/bin:/usr/local/bin:/usr/bin:/bin" BANYAN_LONG="${BANYAN_LONG:-}")
[ -z "${BANYAN_LONG:-}" ] || environment+=(GOFLAGS=-timeout=1h) # Long tests may take longer than the go command allows.
for name in GOPROXY GONOPROXY GOSUMDB GONOSUMDB GOINSECURE; do environment+=("$name=$(go env "$name")"); done
for name in HTTPS_PROXY https_proxy SSL_CERT_FILE; do
	[ -z "${!name:-}" ] || environment+=("$name=${!name}")
done
exec chroot --userspec="$id:$id" --groups= "$CONTAINER" env -i "${environment[@]}" bash -euc '
	cd
	for command; do
		echo "\$ $command"
		start=$SECONDS
		eval "$command"
		echo "It took $((SECONDS - start)) s."
	done' bash "$@"
