# SPDX-License-Identifier: MIT
"""plan.toml: what becomes of each lock class."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Kind(str, Enum):
    """How a mutex's sections are executed: the kinds of rcl.h's ``RCL_KIND_LIST``."""

    POSIX = "posix"
    INLINE = "inline"
    RCL = "rcl"
    SPIN = "spin"
    TICKET = "ticket"
    MCS = "mcs"
    MCS_TP = "mcs-tp"
    FLAT_COMBINING = "flat-combining"
    CC_SYNCH = "cc-synch"
    DSM_SYNCH = "dsm-synch"
    ADAPTIVE = "adaptive"
    SANL = "sanl"

    def constant(self, server: int = 0) -> str:
        """The kind in C."""
        return f"RCL_SERVER({server})" if self is Kind.RCL else f"RCL_{self.name}"


#: how many servers the runtime has
SERVERS = 32


@dataclass(frozen=True)
class Choice:
    """One line of the plan: what becomes of a lock class. A class that is not converted keeps its pthread mutexes.

    ``detach``, which only people ask for: the callers of sections without results go on before those have run.
    ``reason`` says why it is converted or not, ``why_kind`` and ``why_server`` the rest, ``facts`` what was measured.
    """

    name: str
    convert: bool
    kind: Kind
    server: int
    reason: str
    by_hand: bool = False
    detach: bool = False
    why_kind: str = ""
    why_server: str = ""
    facts: str = ""


@dataclass(frozen=True)
class Plan:
    """plan.toml: the choices, and the sources and profiles that they were made from, with their hashes.

    ``cores`` are the processors that the servers should have, by their numbers; empty: wherever the system puts them.
    """

    choices: tuple[Choice, ...]
    sources: dict[str, str]
    profiles: dict[str, str] = field(default_factory=dict)
    cores: tuple[int, ...] = ()
