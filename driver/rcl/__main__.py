# SPDX-License-Identifier: MIT
"""The process of a command line, ``rcl`` or ``python -m rcl``: the little that stands before the rest is loaded."""

import os
import signal
import sys


def command() -> None:
    """Load the command line and run it; an interrupt meanwhile is told and counts as it does later."""
    _open_streams()
    try:
        from rcl.cli import command as loaded
    except KeyboardInterrupt:
        sys.stderr.write("rcl: interrupted\n")
        sys.stderr.flush()
        os._exit(128 + signal.SIGINT)
    loaded()


def _open_streams() -> None:
    """Has nothing stand for a stream that is closed, as some daemons begin programs: the next file would become it."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            while os.open(os.devnull, os.O_RDWR) < number:
                pass
            setattr(sys, name, os.fdopen(number, "w" if number else "r"))


if __name__ == "__main__":
    command()
