# SPDX-License-Identifier: MIT
"""Move the critical sections of contended mutexes to where they run fastest."""

__version__ = "0.1.0"
