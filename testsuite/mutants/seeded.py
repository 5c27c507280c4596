# SPDX-License-Identifier: MIT
# ruff: noqa: E501
"""Faults that no operator makes: in the rules, and mistakes of meaning."""

from __future__ import annotations

from dataclasses import dataclass

from mutants.faults import ANALYSE, REWRITE, ROOT, Fault, functions_at
from rcl.workspace import sha256

RULE = "semantic-patches/section.cocci"


@dataclass(frozen=True)
class Seeded:
    """``old``, which stands in the file once (testsuite/test_mutants.py sees to that), becomes ``new``."""

    name: str
    file: str
    old: str
    new: str

    def fault(self) -> Fault:
        source = (ROOT / self.file).read_bytes()
        at = source.index(self.old.encode())
        changed = source.replace(self.old.encode(), self.new.encode())
        function = functions_at(source, at) if self.file.endswith(".py") else ""
        line = source.count(b"\n", 0, at) + 1
        return Fault(self.file, function, line, self.old, self.new, changed, sha256(self.file.encode() + changed)[:20])


SEEDED = (
    Seeded("partial writes kill", ANALYSE + "function/liveness.py", 'READS | {"w", "d"}', 'READS | {"w", "d", "pw"}'),
    Seeded("exits read alike", ANALYSE + "section/exits.py", "(_tail(source, way), _theirs", '("", _theirs'),
    Seeded("kept locks are released", ANALYSE + "section/exits.py", "(way.keeps, way.gives", "(False, way.gives"),
    Seeded("a lock guard is left with its lock", ANALYSE + "section/shape.py", "kept is not None and self", "False and self"),
    Seeded("a lock guard is left in its scope", ANALYSE + "section/hazards.py", "(left or not region.start", "(False and not region.start"),
    Seeded("a note is lost", ANALYSE + "section/exits.py", "outs=outs, noted=noting.call(last)", 'outs=outs, noted=""'),
    Seeded("thread-local variables are global", ANALYSE + "program/identity.py", "need = replace(need, identity=Identity.THREAD,",
           "need = replace(need, identity=Identity.NONE,"),
    Seeded("errno is global", ANALYSE + "program/identity.py", "Need(Identity.THREAD if self.found.errno_kept else Identity.ERRNO,",
           "Need(Identity.NONE,"),
    Seeded("exits one too high", REWRITE + "render.py", "else 0 if ends_alike(piece, way) else way.number};",
           "else 0 if ends_alike(piece, way) else way.number + 1};"),
    Seeded("the lock is kept no more", REWRITE + "render.py", 'f"RCL_KEEP | {way.number}" if way.number', 'f"{way.number}" if way.number'),
    Seeded("the body twice", REWRITE + "stages.py", "text = text[:at] + piece.body +", "text = text[:at] + piece.body + piece.body +"),
    Seeded("tails shared wrongly", REWRITE + "stages.py", "tails.setdefault(way.number, tail)", "tails.setdefault(way.number, next(iter(tails.values()), tail))"),
    Seeded("an exit that is not written", REWRITE + "stages.py", "newline.join(lines)", '""'),
    Seeded("what is returned is lost", REWRITE + "render.py", "if mark in piece.values else []", "if mark == way else []"),
    Seeded("the call lost", REWRITE + "stages.py", 'f"{piece.call};"', '""'),
    Seeded("no context", REWRITE + "stages.py", 'f"struct {render.context(piece)};"', '""'),
    Seeded("functions that others see", REWRITE + "render.py", 'f"static int{style', 'f"int{style'),
    Seeded("members by value", RULE, "+ pointer->part", "+ pointer.part"),
    Seeded("addresses of pointers", RULE, "- &variable\n+ pointer", "- &variable\n+ &pointer"),
    Seeded("a release that stays", RULE, "- release(...)\n+ number", "  release(...)"),
    Seeded("no numbered exit", RULE, "- release(...)\n+ number", "- release(...)\n+ 0"),
    Seeded("pointers keep their mark", RULE, '"RCL_PTR__" ##', '"RCL_REF__" ##'),
    Seeded("nothing seen", RULE, "- mark\n+ seen", "  mark"),
    Seeded("releases not looked for", RULE, "ENTER|LEAVE|", "ENTER|"),
)  # fmt: skip
