# SPDX-License-Identifier: MIT
"""Move the critical sections of contended mutexes to where they run fastest.

``rcl.Tree`` is a source tree with the verbs of the command line as methods (docs/library.md). They are made of a module
a verb, imported when it is first used; the data that they hand on is in ``rcl.model``, every refusal in ``rcl.errors``.

    import rcl
    tree = rcl.Tree("src/program")
    tree.choose(everything="rcl:0")
    print(tree.diff())
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rcl.tree import Tree as Tree

__version__ = "0.1.0"

_MODULES = (
    "analyse", "apply", "artefacts", "build", "calibrate", "choose", "compare", "diff", "doctor",
    "errors", "header", "machine", "model", "pipeline", "plan", "profile", "remarks", "report", "review", "rewrite",
    "tree", "verify", "workspace",
)  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "Tree":
        return import_module("rcl.tree").Tree
    if name in _MODULES:
        return import_module(f"rcl.{name}")
    raise AttributeError(f"module 'rcl' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(["Tree", "__version__", *_MODULES])
