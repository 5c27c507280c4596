#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Compresses and decompresses with several threads and small blocks: what xz's own tests do with one thread only.
# Prints the hash of each result; fails if a result is not the original. usage: threads.sh XZ
set -euo pipefail

xz=$(realpath "$1")
cd "$TMPDIR"
seq 1 600000 > original
for threads in 1 2 4 9; do
	for level in 0 3; do
		"$xz" -$level -T$threads --block-size=300KiB -c original > packed
		echo "$threads threads, level $level: $(sha256sum < packed)"
		"$xz" -t -T$threads packed
		"$xz" -dc -T$threads packed | cmp - original
		"$xz" -dc -T$threads --memlimit-mt-decompress=8MiB packed | cmp - original
	done
done
head -c 700000 packed > cut
"$xz" -dc -T4 cut 2> /dev/null | sha256sum || echo "cut off: refused"
