#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Builds load.c against Berkeley DB as it stands in a build folder, and runs it. usage: load.sh FOLDER
set -euo pipefail

here=$(dirname "$(realpath "$0")")
build=$(realpath "$1")
cd "$TMPDIR"
cc -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -pthread -I"$build" -o load "$here/load.c" \
	-L"$build/.libs" -ldb-5.3 -Wl,-rpath,"$build/.libs"
./load
