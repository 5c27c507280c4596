#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Starts Unbound with four threads, forwarding to a second one that knows the answers, and asks both over the loopback
# interface from several threads. Prints how many answers came and what they hash to. usage: queries.sh UNBOUND
set -euo pipefail

unbound=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
cd "$TMPDIR"
python3 "$here/queries.py" "$unbound"
