# SPDX-License-Identifier: MIT
"""How a program is tried."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Trial:
    """``command`` runs the program; ``build`` and ``clean`` are for the shell. All start at a tree's root.

    ``timeout_s`` ends a run.
    """

    command: tuple[str, ...]
    build: str
    clean: str
    kinds: tuple[str, ...]
    runs: int
    timeout_s: float
