# SPDX-License-Identifier: MIT
"""Move the critical sections of contended mutexes to where they run fastest.

Each verb of the command line is a module here, imported when it is first used; the data that they hand
on is in ``rcl.model``, every refusal in ``rcl.errors``.

    import rcl
    workspace = rcl.workspace.Workspace.at(Path("."))
    known = rcl.pipeline.analysis(workspace)
    ground = rcl.choose.Ground(known, profiles=(rcl.pipeline.profile(workspace),))
    chosen = rcl.choose.choose(ground, by_hand={})
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

__version__ = "0.1.0"

_MODULES = (
    "analyse", "apply", "artefacts", "build", "calibrate", "choose", "compare", "diff", "doctor",
    "errors", "header", "machine", "model", "pipeline", "plan", "profile", "remarks", "report", "review", "rewrite",
    "verify", "workspace",
)  # fmt: skip


def __getattr__(name: str) -> ModuleType:
    if name in _MODULES:
        return import_module(f"rcl.{name}")
    raise AttributeError(f"module 'rcl' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULES])
