#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Runs Berkeley DB's own tests in C, as they stand in a build folder. usage: cutest.sh FOLDER
set -euo pipefail

build=$(realpath "$1")
cd "$TMPDIR"
"$build/cutest"
