# SPDX-License-Identifier: MIT
"""``python -m rcl`` is ``rcl``."""

import sys

from rcl.cli import main

if __name__ == "__main__":
    sys.exit(main())
