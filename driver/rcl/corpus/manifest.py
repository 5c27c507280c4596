# SPDX-License-Identifier: MIT
"""The manifest of a real program: which version, how to build it, how to test it.

corpus/README.md describes the format.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import cattrs

from rcl.errors import Code, RclError

#: where the manifests are, in a clone of the repository
CORPUS = Path(__file__).parents[3] / "corpus"

NAME = re.compile(r"[a-z0-9][a-z0-9.+-]+")


@dataclass(frozen=True)
class Build:
    """Shell commands that configure and make the program, run at the tree's root."""

    configure: str
    make: str


@dataclass(frozen=True)
class Group:
    """Test programs that are run alike, each printing TAP.

    ``{test}`` in the command stands for the file; a group without ``tests`` is one test, called like the group.
    ``exclude`` says of files (or glob patterns) that match ``tests`` why they are not run.
    """

    name: str
    command: str
    tests: str | None = None
    exclude: dict[str, str] = field(default_factory=dict)
    jobs: int = 1
    timeout_s: float = 120


@dataclass(frozen=True)
class Manifest:
    """manifest.toml: a Debian source package, how to build it and how to run its own tests.

    ``quick`` names the tests that stand for the whole suite where minutes count.
    """

    name: str
    version: str
    build: Build
    suite: tuple[Group, ...]
    quick: tuple[str, ...]


def _fault(path: Path, why: str) -> RclError:
    return RclError(Code.BAD_ARGUMENT, argument=path, why=why)


def find(name: str, corpus: Path = CORPUS) -> Path:
    """The manifest of a program by its name, or the file itself if ``name`` is a path to one."""
    if "/" in name or name.endswith(".toml"):
        return Path(name)
    path = corpus / name / "manifest.toml"
    if not path.is_file():
        known = ", ".join(sorted(found.parent.name for found in corpus.glob("*/manifest.toml")))
        raise RclError(Code.BAD_ARGUMENT, argument=name, why=f"no such manifest; there are: {known}")
    return path


def load(path: Path) -> Manifest:
    """Read a manifest; refuses one that is unreadable, misspelt or contradicts itself."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise RclError(Code.UNREADABLE, path=path, why=error) from None
    except tomllib.TOMLDecodeError as error:
        raise _fault(path, str(error)) from None
    try:
        manifest = cattrs.Converter(forbid_extra_keys=True).structure(document, Manifest)
    except (cattrs.BaseValidationError, TypeError, ValueError) as error:
        raise _fault(path, "; ".join(cattrs.transform_error(error))) from None
    if not NAME.fullmatch(manifest.name):
        raise _fault(path, f"{manifest.name!r} is not the name of a Debian source package")
    for group in manifest.suite:
        if (group.tests is None) == ("{test}" in group.command):
            raise _fault(path, f"suite {group.name} needs both tests and {{test}} in its command, or neither")
    return manifest
