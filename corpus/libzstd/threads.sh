#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Compresses with several threads and levels, and decompresses. Prints the hash of each result, which must not depend
# on the number of threads; fails if a result is not the original. usage: threads.sh ZSTD DATAGEN
set -euo pipefail

zstd=$(realpath "$1")
datagen=$(realpath "$2")
cd "$TMPDIR"
"$datagen" -g24000000 -s7 > original
for threads in 1 2 4 8; do
	for level in 1 5; do
		"$zstd" -q -$level -T$threads -B600KB -c original > packed
		echo "level $level: $(sha256sum < packed)"
		"$zstd" -q -dc packed | cmp - original
	done
	"$zstd" -q -3 -T$threads --rsyncable --long -c original | "$zstd" -q -dc | cmp - original
	"$zstd" -q -3 -T$threads --adapt -c original | "$zstd" -q -dc | cmp - original
done
"$zstd" -q -b1e2 -i0 -T4 original > /dev/null
mkdir samples
split -b 4000 -a 4 original samples/
"$zstd" -q -T4 --train samples/* --maxdict=16384 -o dictionary
sha256sum dictionary
