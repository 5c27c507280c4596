#!/usr/bin/python3 -P
# SPDX-License-Identifier: MIT
"""rcl as Debian installs it, with Python packages of its own."""

import sys

sys.path.insert(0, "/usr/lib/rcl/python")

from rcl.__main__ import command

command()
