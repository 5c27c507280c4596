#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Starts Redis with I/O threads, background saving and lazy freeing on the loopback interface, and loads it; prints what
# is left in it. usage: threads.sh FOLDER
set -euo pipefail

tools=$(realpath "$1")
cd "$TMPDIR"
"$tools/redis-server" --port 0 --unixsocket "$PWD/socket" --io-threads 4 --io-threads-do-reads yes --appendonly yes \
	--appendfsync everysec --lazyfree-lazy-user-del yes --lazyfree-lazy-user-flush yes --save '' > log 2>&1 &
server=$!
trap 'kill $server 2> /dev/null || true' EXIT
cli() {
	"$tools/redis-cli" -s socket "$@"
}
for _ in $(seq 100); do
	cli ping > /dev/null 2>&1 && break
	sleep 0.1
done
"$tools/redis-benchmark" -q -s socket -c 40 -n 20000 -P 8 -t set,get,incr,lpush,sadd,hset,zadd,mset -r 2000 > /dev/null
for round in 1 2 3; do
	cli eval "for i = 1, 30000 do redis.call('sadd', 'big', i) redis.call('hset', 'table', i, i) end" 0 > /dev/null
	cli del big table > /dev/null
	cli bgrewriteaof > /dev/null
done
cli flushall async > /dev/null
cli eval "for i = 1, 5000 do redis.call('set', 'key' .. i, string.rep(i, 20)) end return 5000" 0
while [ "$(cli info persistence | grep -c aof_rewrite_in_progress:1)" != 0 ]; do
	sleep 0.1
done
cli debug reload nosave > /dev/null 2>&1 || true
cli dbsize
cli get key4711 | sha256sum
cli shutdown nosave
wait $server
echo "ended with $?"
