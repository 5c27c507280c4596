# SPDX-License-Identifier: MIT
"""Runs a tree's own build against librcl: shims in front of the compilers add what rcl.h and librcl need.

The shims change nothing else, so the build system need not know of rcl. A build that calls its compiler by an absolute
path, as CMake's do, never meets them; it finds the headers through CPATH, and another shim is the linker that the
compiler calls. What the shims were called for is counted.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rcl.errors import Code, RclError
from rcl.predefined import COMPILER
from rcl.workspace import Workspace

INSTALL = "make setup in rcl's own tree, or set RCL_PREFIX to where it is installed"

_LINKERS = re.compile(r"ld(\.\w+)?")

_SHIM = """\
#!/bin/sh
# Written by rcl build: {name}, with rcl.h when it compiles and librcl when it links.
real={real}
log={log}
# A compiler that calls another one, as c99 and ccache do, must not meet a shim again.
around=":$PATH:"
around=${{around%%":"{here}":"*}}:${{around#*":"{here}":"}}
PATH=${{around#:}}
PATH=${{PATH%:}}
source=no object=no link=yes previous=
for word do
	case $previous in
	-o | -x | -D | -U | -I | -L | -l | -B | -T | -e | -u | -z | -MF | -MT | -MQ) previous= ; continue ;;
	-include | -imacros | -isystem | -idirafter | -iquote | -isysroot) previous= ; continue ;;
	-X* | --param | --sysroot | -target | -mllvm | -dumpbase | -dumpdir) previous= ; continue ;;
	esac
	previous=$word
	case $word in
	-c | -S | -E | -M | -MM | -fsyntax-only | -r | -nostdlib | -nodefaultlibs | *.h) link=no ;;
	esac
	case $word in
	- | *.c) source=yes ;;
	-*) ;;
	@*)
		source=yes
		tr -s '[:space:]' '\\n' < "${{word#@}}" 2> /dev/null | grep -qxe -c && link=no
		;;
	*.o | *.lo | *.a | *.so | *.so.*) object=yes ;;
	*) source=yes ;;
	esac
done
[ $source = no ] && [ $object = no ] && exec "$real" "$@"
if [ $source = yes ]; then
	echo compile >> "$log"
	set -- "$@" -I{include} {flags}
fi
if [ $link = yes ]; then
	echo link >> "$log"
	set -- "$@" {flags} -L{library} -Xlinker -rpath -Xlinker {library} \\
		-Wl,--push-state,--as-needed -lrcl -Wl,--pop-state
fi
exec "$real" "$@"
"""

_LINKER = """\
#!/bin/sh
# Written by rcl build: {name}, with librcl where a compiler that was called by its path links a program.
log={log}
IFS=:
for folder in $COMPILER_PATH; do
	case ${{folder%/}} in
	{here}) ;;
	*) [ ! -x "$folder/{name}" ] || exec "$folder/{name}" "$@" ;; # a linker for other processors
	esac
done
unset IFS
libc=no
for word do
	case $word in
	-lc) libc=yes ;;
	-lrcl | -r) exec {real} "$@" ;;
	esac
done
[ $libc = yes ] || exec {real} "$@"
echo link >> "$log"
exec {real} "$@" -L{library} -rpath {library} --push-state --as-needed -lrcl --pop-state
"""


@dataclass(frozen=True)
class Library:
    """The folders of rcl.h, librcl and rcl.pc."""

    include: Path
    library: Path
    pkg_config: Path


@dataclass(frozen=True)
class Built:
    """What came of a build: the command's status, and how often the shims compiled and linked."""

    status: int
    compiled: int
    linked: int


def library() -> Library:
    """Finds librcl: below RCL_PREFIX, in rcl's own tree, or by pkg-config. TOOL_MISSING if nowhere."""
    for found in _candidates():
        if (found.include / "rcl.h").is_file() and any(found.library.glob("librcl.*")):
            return found
    raise RclError(Code.TOOL_MISSING, tool="librcl", install=INSTALL)


def _candidates() -> Iterator[Library]:
    prefix = os.environ.get("RCL_PREFIX")
    if prefix:
        base = Path(prefix).absolute()
        for folder in sorted(base.glob("lib*")):
            yield Library(base / "include", folder, folder / "pkgconfig")
        return
    built = Path(__file__).resolve().parents[2] / "build" / "runtime"
    yield Library(built / "include", built, built)
    asked = [_pkg_config(name) for name in ("includedir", "libdir", "pcfiledir")]
    if all(asked):
        yield Library(*map(Path, asked))


def _pkg_config(variable: str) -> str:
    try:
        result = subprocess.run(
            ["pkg-config", f"--variable={variable}", "rcl"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        return ""
    return result.stdout.strip()


def build(
    workspace: Workspace, command: Sequence[str], directory: Path | None = None, flags: Sequence[str] = ()
) -> Built:
    """Runs the command with the shims first in PATH, which also add ``flags``."""
    found = library()
    workspace.prepare()
    folder = workspace.folder / "build"
    shutil.rmtree(folder, ignore_errors=True)
    log = folder / "log"
    write_headers(folder / "include", found, workspace.header)
    _write_shims(folder, found, flags)
    log.touch()
    status = _run(command, _environment(folder, found), directory)
    calls = log.read_text().splitlines()
    return Built(status, calls.count("compile"), calls.count("link"))


def write_headers(folder: Path, found: Library, header: Path) -> None:
    """Makes a folder of rcl's two headers alone: one of the program's own could hide the system's headers, or go behind
    them.
    """
    folder.mkdir(parents=True)
    for path in (found.include / "rcl.h", header):
        (folder / path.name).symlink_to(path)


def _write_shims(folder: Path, found: Library, flags: Sequence[str]) -> None:
    shims, linkers = folder / "bin", folder / "ld"
    common = {
        "log": shlex.quote(str(folder / "log")),
        "include": shlex.quote(str(folder / "include")),
        "library": shlex.quote(str(found.library)),
        "flags": shlex.join(flags),
    }
    for target, pattern, text in ((shims, COMPILER, _SHIM), (linkers, _LINKERS, _LINKER)):
        target.mkdir()
        for name, real in _programs(pattern, os.environ.get("PATH", os.defpath)).items():
            here = shlex.quote(str(target))
            shim = target / name
            shim.write_text(
                text.format(name=name, real=shlex.quote(real), here=here, **common),
                errors="surrogateescape",
            )
            shim.chmod(0o755)


def _programs(pattern: re.Pattern[str], search: str) -> dict[str, str]:
    """The programs in PATH with such names; the first folder that has a name wins."""
    found: dict[str, str] = {}
    for folder in search.split(os.pathsep):
        with contextlib.suppress(OSError):
            for path in sorted(Path(folder).absolute().iterdir()):
                if pattern.fullmatch(path.name) and os.access(path, os.X_OK):
                    found.setdefault(path.name, str(path))
    return found


def _environment(folder: Path, found: Library) -> Mapping[str, str]:
    def first(variable: str, value: object) -> str:
        rest = os.environ.get(variable, os.defpath if variable == "PATH" else "")
        return f"{value}{os.pathsep}{rest}" if rest else str(value)

    return {
        **os.environ,
        "PATH": first("PATH", folder / "bin"),
        "CPATH": first("CPATH", folder / "include"),
        "COMPILER_PATH": first("COMPILER_PATH", folder / "ld"),
        "PKG_CONFIG_PATH": first("PKG_CONFIG_PATH", found.pkg_config),
    }


def _run(command: Sequence[str], environment: Mapping[str, str], directory: Path | None) -> int:
    try:
        status = subprocess.run(command, env=environment, cwd=directory, check=False).returncode
    except OSError as error:
        why = error.strerror or str(error)
        raise RclError(Code.BAD_ARGUMENT, argument=command[0], why=why) from error
    return status if status >= 0 else 128 - status
