# SPDX-License-Identifier: MIT
"""Numbers as people read them."""

from __future__ import annotations


def percent(share: float) -> str:
    """``0.157`` is ``15.7``."""
    return f"{share * 100:.1f}"


def count(number: int) -> str:
    """At most five letters."""
    if number < 10_000:
        return str(number)
    if number < 1_000_000:
        return f"{number / 1000:.0f}k" if number >= 100_000 else f"{number / 1000:.1f}k"
    return f"{number / 1_000_000:.1f}M"


def duration(ns: float) -> str:
    """In the unit that leaves three digits or fewer."""
    for unit, scale in (("ns", 1), ("us", 1e3), ("ms", 1e6)):
        if ns < 1000 * scale:
            return f"{ns / scale:.0f}{unit}"
    return f"{ns / 1e9:.2f}s"


def counted(number: int, thing: str) -> str:
    """``1 file``, ``2 files``, ``2 classes``."""
    many = "es" if thing.endswith("s") else "s"
    return f"{number} {thing}{'' if number == 1 else many}"
