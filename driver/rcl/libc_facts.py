# SPDX-License-Identifier: MIT
"""analyse/program/libc.tsv, derived from the machine code of Debian's C library.

    python -m rcl.libc_facts > driver/rcl/analyse/program/libc.tsv

needs binutils and libc6-dev on x86-64. For each public function of libc.a and libm.a it follows the calls and notes
what they touch: thread-local variables (by the relocations of the thread-local storage model), the thread's own
descriptor (``%fs``), system calls (the number that is loaded before ``syscall``) and calls through pointers. What
never returns is not followed: a thread that dies there needs nothing any more. What machine code cannot tell is judged
by hand, in judged.toml beside the table, with the reason; the table says for each function where its line comes from.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

LIBRARIES = ("libc.a", "libm-2.36.a")
FOLDER = Path("/usr/lib/x86_64-linux-gnu")
NUMBERS = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
TABLE = Path(__file__).parent / "analyse" / "program" / "libc.tsv"
JUDGED = TABLE.with_name("judged.toml")

_ERRNO = frozenset({"errno", "__libc_errno"})
_LOCALE = re.compile(r"__libc_tsd_(?:LOCALE|CTYPE_\w+)|_nl_current_\w+")
#: thread-local caches of the allocator: any thread's do
_CACHES = frozenset({"tcache", "thread_arena", "tcache_shutting_down"})
#: in the thread's descriptor, the same for all threads: stack protector, pointer guard, whether there are threads
_SHARED = frozenset({0x0, 0x18, 0x1C, 0x28, 0x30, 0x48})
#: a public function's name, or one of those with underscores that headers and compilers put in the place of one
_PUBLIC = re.compile(
    r"[a-z]\w*|__[a-z]\w+_chk|__isoc99_\w+|__ctype_\w+|__(?:h_)?errno_location|__sigsetjmp|_setjmp|_Fork|"
    r"__xpg_\w+|__sched_cpu\w+|__fdelt_\w+|__(?:fpclassify|signbit|isnan|isinf|finite)\w*"
)
_SYMBOL = re.compile(r"([0-9a-f]{16}) (.{7}) (\.text\S*)\s+[0-9a-f]+ (?:\.hidden |0x[0-9a-f]+ )?(\S+)")
_INSTRUCTION = re.compile(r"\s+([0-9a-f]+):\t([^#]*)")
_RELOCATION = re.compile(r"\s+[0-9a-f]+: R_X86_64_(\S+)\s+(.*?)([-+]0x[0-9a-f]+)?$")
_BRANCH = re.compile(r"(call|j\w+)\s+([0-9a-f]+) <")
_NUMBER = re.compile(r"(?:mov\w?\s+\$(0x[0-9a-f]+),%[re]ax|xor\s+%eax,%eax)")
_LAST = re.compile(r"(?:(?:repz|notrack|bnd) )?(?:ret|jmp|call|ud2|hlt|int3|syscall)")


@dataclass(eq=False)
class Code:
    """One function's machine code: what it touches itself, and the code that it leads to."""

    file: str
    names: set[str] = field(default_factory=set)
    targets: set[Code | tuple[str, str]] = field(default_factory=set)
    #: those among them to which it jumps, or into which it runs
    tails: set[Code | tuple[str, str]] = field(default_factory=set)
    variables: set[str] = field(default_factory=set)
    offsets: set[int] = field(default_factory=set)
    calls: set[int] = field(default_factory=set)
    returns: bool = False
    through_pointer: bool = False

    @property
    def name(self) -> str:
        """One of its names."""
        return min(self.names)


class Archive:
    """The code of static libraries."""

    def __init__(self, libraries: Iterable[Path]) -> None:
        self.at: dict[tuple[str, str], dict[int, Code]] = {}
        self.own: dict[tuple[str, str], Code] = {}
        self.public: dict[str, Code] = {}
        for library in libraries:
            self._symbols(library)
            self._disassembly(library)
        self._link()

    def _symbols(self, library: Path) -> None:
        file = ""
        for line in _output("objdump", "-t", library):
            if ":     file format" in line:
                file = f"{library.name}:{line.partition(':')[0]}"
            elif (match := _SYMBOL.fullmatch(line)) and set(match[2]) & set("Fi"):
                places = self.at.setdefault((file, match[3]), {})
                code = places.setdefault(int(match[1], 16), Code(file))
                code.names.add(match[4])
                self.own[file, match[4]] = code
                if match[2][0] in "guw" or match[2][1] == "w":
                    self.public.setdefault(match[4], code)

    def _find(self, file: str, section: str, offset: int) -> Code | None:
        places = self.at.get((file, section), {})
        starts = sorted(places)
        i = bisect_right(starts, offset) - 1
        return places[starts[i]] if i >= 0 else None

    def _disassembly(self, library: Path) -> None:
        file = section = last = ""
        code: Code | None = None
        number = -1
        for line in _output("objdump", "-dr", "--no-show-raw-insn", library):
            if ":     file format" in line:
                file, code = f"{library.name}:{line.partition(':')[0]}", None
            elif line.startswith("Disassembly of section "):
                section, code = line.split()[-1].removesuffix(":"), None
            elif match := _RELOCATION.fullmatch(line):
                if code:
                    self._relocation(code, match, last)
            elif match := _INSTRUCTION.match(line):
                text, new = match[2].strip(), self._find(file, section, int(match[1], 16))
                if code and new and new is not code and not _LAST.match(last):
                    code.targets.add(new)
                    code.tails.add(new)
                code = new
                if code:
                    if loaded := _NUMBER.match(text):
                        number = int(loaded[1] or "0", 16)
                    self._instruction(code, section, text, last, number)
                last = text if not text.startswith(("nop", "cs nop", "data16", "xchg   %ax,%ax")) else last

    def _instruction(self, code: Code, section: str, text: str, last: str, number: int) -> None:
        code.returns |= text.startswith(("ret", "repz ret"))
        code.offsets |= {int(offset, 16) for offset in re.findall(r"%fs:(0x[0-9a-f]+)", text)}
        if text == "syscall":
            code.calls.add(number)
        if re.match(r"(?:notrack )?jmp\s+\*", text):
            code.returns = True
            table = last.startswith(("add", "movslq", "lea")) or "(," in text  # of a switch
            code.through_pointer |= not table
        code.through_pointer |= text.startswith("call   *")
        branch = _BRANCH.match(text)
        target = self._find(code.file, section, int(branch[2], 16)) if branch else None
        if branch and target and target is not code:
            code.targets.add(target)
            code.tails |= set() if branch[1] == "call" else {target}

    def _relocation(self, code: Code, match: re.Match[str], last: str) -> None:
        kind, name, offset = match[1], match[2], int(match[3] or "0", 16)
        if "TPOFF" in kind or "TLS" in kind:
            code.variables.add(name)
            return
        target = self._find(code.file, name, offset + 4) if name.startswith(".text") else (code.file, name)
        if target and target is not code:
            code.targets.add(target)
            code.tails |= {target} if last.startswith("j") else set()

    def _link(self) -> None:
        """Symbols become code; then it is found which code may return."""
        every = {code for places in self.at.values() for code in places.values()}
        for code in every:
            code.targets = {found for t in code.targets if (found := self._meant(t)) and found is not code}
            code.tails = {found for t in code.tails if (found := self._meant(t)) and found is not code}
        while more := {c for c in every if not c.returns and any(isinstance(t, Code) and t.returns for t in c.tails)}:
            for code in more:
                code.returns = True

    def _meant(self, target: Code | tuple[str, str]) -> Code | None:
        return target if isinstance(target, Code) else self.own.get(target) or self.public.get(target[1])

    def reached(self, code: Code, cut: Iterable[str]) -> Iterator[Code]:
        """The code itself and all that it may run, but what never returns and what is cut off."""
        off = set(cut)
        seen, work = {code}, [code]
        while work:
            code = work.pop()
            yield code
            for target in code.targets - seen:
                if isinstance(target, Code) and target.returns and not target.names & off:
                    seen.add(target)
                    work.append(target)


@dataclass(frozen=True)
class Fact:
    """A line of the table."""

    name: str
    need: str
    waits: bool
    source: str

    def __str__(self) -> str:
        return f"{self.name}\t{self.need}\t{'waits' if self.waits else '-'}\t{self.source}"


class Facts:
    """Derives a fact for each function."""

    def __init__(self, archive: Archive, judged: dict[str, dict[str, str]]) -> None:
        self.archive = archive
        self.judged = judged
        self.numbers = {int(n): name for name, n in re.findall(r"define __NR_(\w+) (\d+)", NUMBERS.read_text())}

    def all(self) -> list[Fact]:
        """The facts of all public functions, and of those that are judged."""
        public = {n for n, code in self.archive.public.items() if _PUBLIC.fullmatch(n) and code.returns}
        judged = {name for verdict in ("need", "waits") for name in self._verdicts(verdict)}
        return [self._fact(name) for name in sorted(public | judged)]

    def _verdicts(self, what: str) -> dict[str, tuple[str, str]]:
        """name -> verdict and its reason."""
        found: dict[str, tuple[str, str]] = {}
        for verdict, groups in self.judged[what].items():
            for reason, names in groups.items():  # type: ignore[attr-defined]
                found |= dict.fromkeys(names.split(), (verdict, reason))
        return found

    def _fact(self, name: str) -> Fact:
        code = self.archive.public.get(name)
        need, waits, seen = self._derived(code) if code else ("thread", True, "not in the libraries")
        judged_need, judged_waits = self._verdicts("need").get(name), self._verdicts("waits").get(name)
        if judged_need:
            need, seen = judged_need[0], f"{seen}; judged: {judged_need[1]}"
        if judged_waits:
            waits, seen = judged_waits[0] == "yes", f"{seen}; judged: {judged_waits[1]}"
        return Fact(name, need, waits, seen)

    def _derived(self, code: Code) -> tuple[str, bool, str]:
        cut = self.judged["cut"].keys() | self.judged["locale"].keys()
        parts = list(self.archive.reached(code, cut))
        variables = {v for part in parts for v in part.variables} - _CACHES
        descriptor = any(part.offsets - _SHARED for part in parts)
        pointers = sorted(p.name for p in parts if p.through_pointer and not p.names & self.judged["pointers"].keys())
        others = sorted(v for v in variables if v not in _ERRNO and not _LOCALE.fullmatch(v))
        led_to = {name for part in parts for t in part.targets if isinstance(t, Code) for name in t.names}
        locale = any(map(_LOCALE.fullmatch, variables)) or bool(led_to & self.judged["locale"].keys())
        own = self._called([code], "own")
        waiting = [*self._called(parts, "waiting"), *self._called([code], "files")]
        seen = [*others, *(["errno"] if variables & _ERRNO else []), *(["the locale"] if locale else [])]
        seen += [*(["the thread's descriptor"] if descriptor else []), *(f"a pointer in {p}" for p in pointers[:1])]
        seen += [f"{name}()" for name in dict.fromkeys([*own, *waiting])]
        need = "own-thread" if own else "thread" if others or descriptor or pointers else "locale" if locale else ""
        return need or ("errno" if variables else "none"), bool(waiting or pointers), ", ".join(seen) or "nothing"

    def _called(self, parts: list[Code], sort: str) -> list[str]:
        """The system calls of a sort that code makes."""
        names = {self.numbers.get(number, "") for part in parts for number in part.calls}
        return sorted(names & self.judged[sort].keys())


def _output(*command: str | Path) -> Iterator[str]:
    yield from subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def version() -> str:
    """The version of libc6-dev, "" where it is not Debian's."""
    query = ["dpkg-query", "-W", "-f", "${Version}", "libc6-dev:amd64"]
    try:
        return subprocess.run(query, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        return ""


def table() -> str:
    """The text of the table."""
    judged = tomllib.loads(JUDGED.read_text())
    facts = Facts(Archive(FOLDER / name for name in LIBRARIES), judged).all()
    head = f"# made by python -m rcl.libc_facts of libc6-dev {version()}: function, need, waits, what says so"
    return "\n".join([head, *map(str, facts)]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(table())
