# SPDX-License-Identifier: MIT
"""What all tests share."""

import signal

from hypothesis import settings

# No time limit on a generated example, for the machine may be busy.
settings.register_profile("rcl", deadline=None)
settings.load_profile("rcl")

# A shell that runs the tests in the background has them, and their children, ignore interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
