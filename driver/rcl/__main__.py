# SPDX-License-Identifier: MIT
"""``python -m rcl`` is ``rcl``."""

from rcl.cli import command

if __name__ == "__main__":
    command()
