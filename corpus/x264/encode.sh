#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Encodes a small clip at both depths with frame threads, sliced threads and a threaded lookahead, and prints the hash of
# each stream. Where x264's own stream depends on when its threads run, with slices, their number. usage: encode.sh X264
set -euo pipefail

x264=$(realpath "$1")
cd "$TMPDIR"
python3 - << 'CLIP'
import random

random.seed(1)
width, height, frames = 176, 144, 60
noise = bytes(random.randrange(256) for _ in range(width * height))
with open("clip.yuv", "wb") as clip:
    for number in range(frames):
        shift = number * 7
        clip.write(noise[shift:] + noise[:shift] + bytes([128 + number % 20]) * (width * height // 2))
CLIP
slices() { # how many units of types 1 and 5 there are
	python3 - "$1" << 'COUNT'
import re
import sys

with open(sys.argv[1], "rb") as stream:
    print(len(re.findall(rb"\x00\x00\x01[\x01\x05\x21\x25\x41\x45\x61\x65]", stream.read())))
COUNT
}
for depth in 8 10; do
	for threads in 1 2 4; do
		for how in "" "--sliced-threads" "--rc-lookahead 20 --sync-lookahead 5 --bitrate 300"; do
			# shellcheck disable=SC2086 # several options
			"$x264" --quiet --output-depth "$depth" --input-res 176x144 --fps 25 --threads "$threads" $how \
				-o stream.264 clip.yuv 2> /dev/null
			if [ "$how" = --sliced-threads ]; then
				made="$(slices stream.264) slices"
			else
				made=$(sha256sum < stream.264)
			fi
			echo "$depth bits, $threads threads $how: $made"
		done
	done
done
