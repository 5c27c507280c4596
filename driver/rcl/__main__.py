# SPDX-License-Identifier: MIT
"""The process of a command line, ``rcl`` or ``python -m rcl``: the little that stands before the rest is loaded."""

import os
import signal
import sys


def command() -> None:
    """Load the command line and run it; an interrupt meanwhile is told and counts as it does later."""
    try:
        from rcl.cli import command as loaded
    except KeyboardInterrupt:
        sys.stderr.write("rcl: interrupted\n")
        sys.stderr.flush()
        os._exit(128 + signal.SIGINT)
    loaded()


if __name__ == "__main__":
    command()
