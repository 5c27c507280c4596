# SPDX-License-Identifier: MIT
"""Where a function holds which lock, and what its variables hold there."""
