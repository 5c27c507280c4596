# SPDX-License-Identifier: MIT
"""Real programs: fetched as Debian source packages, converted whole, checked with their own test suites."""
