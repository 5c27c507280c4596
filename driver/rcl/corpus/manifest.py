# SPDX-License-Identifier: MIT
"""The manifest of a real program: which version, how to build it, how to test it.

corpus/README.md describes the format.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

import cattrs

from rcl.errors import Code, RclError
from rcl.workspace import read_bytes, sha256

#: where the manifests are, in a clone of the repository
CORPUS = Path(__file__).parents[3] / "corpus"

NAME = re.compile(r"[a-z0-9][a-z0-9.+-]+")


@dataclass(frozen=True)
class Build:
    """Shell commands that configure and make the program, run at the tree's root; ``{here}`` as in ``Group``."""

    configure: str
    make: str


class Verdict(str, Enum):
    """What says how a test ended: the TAP it prints, its exit status, or that and all it prints."""

    TAP = "tap"
    EXIT = "exit"
    OUTPUT = "output"


@dataclass(frozen=True)
class Group:
    """Tests that are run alike.

    ``{test}`` in the command stands for one of ``tests`` (names, or glob patterns of files in the tree), ``{here}`` for
    the manifest's folder. A group without ``tests`` is one test, called like the group. ``exclude`` says of tests that
    match (or of glob patterns) why they are not run, ``known`` why they do not pass before the rewriting.
    """

    name: str
    command: str
    tests: tuple[str, ...] = ()
    verdict: Verdict = Verdict.TAP
    exclude: dict[str, str] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)
    jobs: int = 1
    timeout_s: float = 120


@dataclass(frozen=True)
class Manifest:
    """manifest.toml: a Debian source package, how to build it and how to run its own tests.

    ``source`` is the folder of a program of our own, beside the manifest, which is no package.
    ``quick`` names the tests that stand for the whole suite where minutes count; none: the suite is quick. ``made_of``
    is the hash of all that the manifest's folder holds: the results of the tests depend on it, and if ``own_files``
    the program itself.
    """

    name: str
    version: str
    build: Build
    suite: tuple[Group, ...]
    quick: tuple[str, ...] = ()
    source: str = ""
    made_of: str = ""
    own_files: bool = False


def _fault(path: Path, why: str) -> RclError:
    return RclError(Code.BAD_ARGUMENT, argument=path, why=why)


def _strings(value: object, _: object) -> tuple[str, ...]:
    """A list of strings; a string alone must not become a list of letters."""
    if not isinstance(value, list) or not all(isinstance(element, str) for element in value):
        raise ValueError("a list of strings is expected")
    return tuple(value)


def names(corpus: Path = CORPUS) -> tuple[str, ...]:
    """The programs that there are manifests of."""
    return tuple(sorted(found.parent.name for found in corpus.glob("*/manifest.toml")))


def find(name: str, corpus: Path = CORPUS) -> Path:
    """The manifest of a program by its name, or the file itself if ``name`` is a path to one."""
    if "/" in name or name.endswith(".toml"):
        return Path(name)
    path = corpus / name / "manifest.toml"
    if not path.is_file():
        known = ", ".join(names(corpus))
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
    converter = cattrs.Converter(forbid_extra_keys=True)
    converter.register_structure_hook_func(lambda kind: kind == tuple[str, ...], _strings)
    try:
        manifest = converter.structure(document, Manifest)
    except (cattrs.BaseValidationError, TypeError, ValueError) as error:
        raise _fault(path, "; ".join(cattrs.transform_error(error))) from None
    if not NAME.fullmatch(manifest.name):
        raise _fault(path, f"{manifest.name!r} is not the name of a Debian source package")
    for group in manifest.suite:
        if bool(group.tests) != ("{test}" in group.command):
            raise _fault(path, f"suite {group.name} needs both tests and {{test}} in its command, or neither")
    folder = path.absolute().parent
    suite = tuple(replace(one, command=one.command.replace("{here}", str(folder))) for one in manifest.suite)
    commands = (manifest.build.configure, manifest.build.make)
    build = Build(*(command.replace("{here}", str(folder)) for command in commands))
    source = str(folder / manifest.source) if manifest.source else ""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    made_of = sha256(b"".join(map(read_bytes, files)))
    own_files = bool(source) or build != manifest.build
    return replace(manifest, build=build, suite=suite, source=source, made_of=made_of, own_files=own_files)
