#!/bin/bash
# SPDX-License-Identifier: MIT
#
# usage: load.sh MEMCACHED [MCLOAD_OPTION...]
#
# Starts the given memcached on a free loopback port, loads it with mcload (its one line of JSON goes to stdout), stops
# it with SIGINT and waits for it. Exit status: memcached's own if that is not 0, else mcload's.
# SERVER_OPTIONS in the environment replaces memcached's options, MCLOAD the load generator.
set -euo pipefail

if [ $# -lt 1 ] || [ ! -x "$1" ]; then
	echo "usage: load.sh MEMCACHED [MCLOAD_OPTION...]" >&2
	exit 2
fi
server=$1
shift
mcload=${MCLOAD:-$(dirname "$0")/../../build/corpus/mcload}
read -r -a options <<<"${SERVER_OPTIONS:--t 4 -m 256 -c 2048}"

scratch=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null || true; rm -rf "$scratch"' EXIT

# Port -1: memcached takes a free one and writes it into the file. It refuses to run as root unless told to.
MEMCACHED_PORT_FILENAME=$scratch/port "$server" -l 127.0.0.1 -p -1 -U 0 -u "$(id -un)" "${options[@]}" &
pid=$!
for _ in $(seq 200); do
	[ ! -s "$scratch/port" ] || break
	kill -0 "$pid" 2>/dev/null || break
	sleep 0.05
done
port=$(sed -n 's/^TCP INET: //p' "$scratch/port" 2>/dev/null || true)
if [ -z "$port" ]; then
	echo "load.sh: $server did not start to listen" >&2
	exit 1
fi

load=0
"$mcload" -p "$port" "$@" || load=$?
kill -INT "$pid"
status=0
wait "$pid" || status=$?
pid=
exit $((status ? status : load))
