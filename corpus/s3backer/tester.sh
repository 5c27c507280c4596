#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Runs s3backer's own random reader and writer, which never ends by itself and leaves when a block is wrong, for some
# seconds each: on a folder instead of a bucket, and over HTTP on the loopback interface with caches that overflow.
# usage: tester.sh TESTER
set -euo pipefail

tester=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
cd "$TMPDIR"
mkdir folder
python3 "$here/s3.py" port 2> /dev/null &
server=$!
trap 'kill $server' EXIT

run() {
	local status=0
	timeout 6 stdbuf -oL "$tester" --noAutoDetect --force --quiet --blockSize=1k --size=60k "$@" \
		> log 2>&1 || status=$?
	# 124: it was still running, as it should
	if [ $status != 124 ] || [ "$(grep -c COMPLETE log)" -lt 100 ]; then
		echo "status $status: $*"
		grep -v 'START\|COMPLETE\|zeroing' log | tail -20
		exit 1
	fi
}

until [ -s port ]; do
	sleep 0.1
done
bucket=(--baseURL="http://127.0.0.1:$(cat port)/" --accessId=me --accessKey=secret bucket mount)
run --test folder mount
run --authVersion=aws2 "${bucket[@]}"
run --authVersion=aws4 --blockCacheSize=20 --md5CacheSize=10 --md5CacheTime=100 --minWriteDelay=50 --compress \
	"${bucket[@]}"
