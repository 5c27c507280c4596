#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Packs a made-up tree, unpacks it, and compares: with duplicates, fragments, sparse, large and empty files, links,
# an appended tree, and several numbers of threads. Prints the hash of each image. usage: pack.sh FOLDER COMPRESSOR
set -euo pipefail

tools=$(realpath "$1")
compressor=$2
cd "$TMPDIR"
export SOURCE_DATE_EPOCH=1600000000 TZ=UTC

mkdir -p tree/many tree/deep/er/and/deeper
for i in $(seq 300); do
	seq "$((i % 97))" "$((i * 7))" > "tree/many/$i"
done
seq 1 500000 > tree/large
cp tree/large tree/deep/duplicate
seq 5 200000 | tr 1-5 a-e > tree/deep/er/another
truncate -s 3000000 tree/sparse
: > tree/deep/er/and/deeper/empty
ln -s ../large tree/deep/link
ln tree/many/7 tree/deep/er/hard
find tree -exec touch -h -d @1500000000 {} +
mkdir more
cp tree/many/9 more/nine
seq 3 90000 > more/three
find more -exec touch -h -d @1500000000 {} +

for processors in 1 4; do
	"$tools/mksquashfs" tree image -noappend -quiet -no-progress -all-root -comp "$compressor" -b 64K \
		-processors $processors
	echo "$processors processors: $(sha256sum < image)"
	rm -rf out
	"$tools/unsquashfs" -quiet -no-progress -processors $processors -d out image
	diff -r --no-dereference tree out
done
"$tools/mksquashfs" more image -quiet -no-progress -all-root -no-recovery -processors 4 > /dev/null
echo "appended: $(sha256sum < image)"
"$tools/unsquashfs" -lls image | sort | sha256sum
"$tools/mksquashfs" tree image -noappend -quiet -no-progress -no-duplicates -always-use-fragments
"$tools/unsquashfs" -cat image large | cmp - tree/large
