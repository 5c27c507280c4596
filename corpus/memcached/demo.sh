#!/bin/bash
# SPDX-License-Identifier: MIT
#
# The whole way with memcached, in a tree of its own below cache/demo: every command is shown before it runs, and the
# first that fails ends it. May be run again; about eight minutes on two cores.
set -euo pipefail

repository=$(cd "$(dirname "$0")/../.." && pwd)
PATH=$repository/.venv/bin:$PATH
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$repository/corpus/memcached/manifest.toml")
tree=$repository/cache/demo/memcached
load="$repository/corpus/memcached/load.sh ./memcached -d 16 -s 5"
bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
	bold=$'\e[1m' plain=$'\e[0m'
fi

run() {
	printf '\n%s$ %s%s\n' "$bold" "$1" "$plain"
	eval "$1"
}

cd "$repository"
run "rcl doctor"
run "rcl corpus --until fetch memcached"
mkdir -p "$(dirname "$tree")"
rm -rf "$tree"
run "cp -a cache/corpus/memcached/pristine-$version $tree"
run "cd $tree"
run "./configure --quiet --enable-sasl --enable-tls"
run "bear -- make -s -j$(nproc)"
run "rcl suite --quick -o .rcl/before.json memcached"

run "rcl profile -- $load"
# By the paper's rules, and by hand the lock that its authors moved: a small machine may contend no lock enough.
run "rcl choose --lock item_locks=rcl:0"
run "rcl rewrite"
run "rcl diff | head -60"
run "rcl rewrite --apply"
run "rcl header"
run "rcl build -- make -s -j$(nproc)"

run "RCL_LOCKS='*=posix' rcl suite --quick --before .rcl/before.json memcached"
run "RCL_LOCKS='*=rcl:0' rcl suite --quick --before .rcl/before.json memcached"
run "rcl compare --runs 3 -- $load"
run "rcl rewrite --revert"
run "git status --short --untracked-files=no -- '*.[ch]'"
