# SPDX-License-Identifier: MIT
"""Faults put into the rewriter one at a time, each of which a test or a random program must notice."""
