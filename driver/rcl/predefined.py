# SPDX-License-Identifier: MIT
"""What a build's compiler says of itself by its macros, where libclang, which is another one, would say otherwise.

The options that only gcc may know are not handed on to libclang: what macros they make it define is. And the tree's own
files, not those of the system, are read with gcc's answers for what tells compilers apart, ``__clang__`` for one, by
other names of the same length.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import PurePath

COMPILER = re.compile(r"([\w.+]+-)*(gcc|cc|clang|c99|c89)(-[\d.]+)?")
CPP_COMPILER = re.compile(r"([\w.+]+-)*(g|c|clang)\+\+(-[\d.]+)?")
#: the options that may change what is defined, and those among them that do not, or that would run or write something;
#: that with exceptions pthread_cleanup_push is written otherwise, in the C library, does not matter
_OPTION = re.compile(r"-(?:[mfO]|std=|ansi$|trigraphs$|Wp,-[DU])")
_OTHER = re.compile(
    r"-f(?:plugin|dump|pass-plugin|profile|test-coverage|PIC$|pic$|PIE$|pie$|diagnostics|debug|file-prefix|macro-prefix"
    r"|stack-usage|save|callgraph|compare|auto-profile|branch-prob|opt-info|use|working|openmp|exceptions)"
)
_DEFINED = re.compile(r"^#define (\w+(?:\([^)]*\))?) ?(.*)$", re.MULTILINE)
#: what tells compilers apart
_TELLING = "clang_\\w+|llvm__|GNUC__|GNUC_MINOR__|GNUC_PATCHLEVEL__|has_feature|has_extension"
_ASKED = re.compile(rf"\b__(?={_TELLING}\b)".encode())
_MASKED = re.compile(rf"\b_r(?={_TELLING}\b)".encode())
_VERSION = ("GNUC__", "GNUC_MINOR__", "GNUC_PATCHLEVEL__")
_MASK = "-D_rGNUC__="
#: how many files are remembered as they were read last: most of a unit's are other units' headers, too
_HEADERS = 512


def is_compiler(word: str) -> bool:
    """Does a command's word name a compiler, for C or C++?"""
    name = PurePath(word).name
    return any(compiler.fullmatch(name) for compiler in (COMPILER, CPP_COMPILER))


def is_for_cpp(words: Sequence[str]) -> bool:
    """Is a command's compiler one that takes C for C++?"""
    return any(CPP_COMPILER.fullmatch(PurePath(word).name) for word in words[:1])


def flags(words: Sequence[str], known: Iterable[str]) -> tuple[str, ...]:
    """Options for libclang: what a command's compiler defines, and it would not by the options ``known`` to it."""
    if not words:
        return ()
    compiler = words[0] if COMPILER.fullmatch(PurePath(words[0]).name) else "cc"
    if "/" in compiler and not compiler.startswith(("/usr/bin/", "/usr/local/bin/")):
        compiler = PurePath(compiler).name
    options = tuple(word for word in words[1:] if _OPTION.match(word) and not _OTHER.match(word))
    told = set(known)
    return _made(compiler, options, tuple(word for word in options if word in told))


@cache
def _made(compiler: str, options: tuple[str, ...], plain: tuple[str, ...]) -> tuple[str, ...]:
    """What those options make a compiler define, beside what it would with the ``plain`` ones."""
    defined, otherwise = _defined(compiler, options), _defined(compiler, plain)
    if not defined or not otherwise:
        return ()
    made = [f"-D{name}={defined[name]}" for name in defined if defined[name] != otherwise.get(name)]
    made += [f"-U{name}" for name in otherwise if name not in defined]
    if "__clang__" not in defined and "__GNUC__" in defined:
        made += [f"-D_r{name}={defined[f'__{name}']}" for name in _VERSION]
    return tuple(made)


@cache
def _defined(compiler: str, options: tuple[str, ...]) -> dict[str, str]:
    """The macros that a compiler defines by itself; none if it is not there, or does not know the options."""
    words = [compiler, *options, "-dM", "-E", "-x", "c", os.devnull]
    try:
        said = subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})
    except OSError:
        return {}
    return dict(_DEFINED.findall(said.stdout)) if said.returncode == 0 else {}


def masks(flags: Iterable[str]) -> bool:
    """Are the tree's files to be read with gcc's answers?"""
    return any(flag.startswith(_MASK) for flag in flags)


@lru_cache(_HEADERS)
def masked(content: bytes) -> bytes:
    """A file with other names for what tells compilers apart, of the same length."""
    return _ASKED.sub(b"_r", content)


@lru_cache(_HEADERS)
def unmasked(content: bytes) -> bytes:
    """The file that was masked."""
    return _MASKED.sub(b"__", content)
