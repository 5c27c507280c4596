# SPDX-License-Identifier: MIT
"""Runs the benchmark program, keeps what it measures, and says what that means: tables, plots and goals."""
