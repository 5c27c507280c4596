# SPDX-License-Identifier: MIT
"""Lock functions of a program that note something while they have the lock, in each program something else.

What they note is the thread's own, or is guarded by the mutex, so that the output does not depend on the schedule.
"""

from __future__ import annotations

import re

from fuzz.choices import Choices

#: what is noted: ``{x}`` is the thread's own, ``{by}`` a number, ``{why}`` a text
_NOTES = (
    "{x} += {by} & 7;",
    "{x} ^= me + 1;",
    "if ({by} & 1)\n\t\t{x} += 3;",
    "if (*{why} == 't')\n\t\t{x}++;\n\telse\n\t\t{x} -= 2;",
    "for (int i = 0; i < (int)({by} & 3); i++)\n\t\t{x} += i * me;",
    "{{\n\t\tlong was = {x};\n\n\t\tset_long(&{x}, was + {by} % 5);\n\t}}",
    "{x} += text({why}) & 7;\t/* where */",
    "switch ({by} & 3) {{\n\tcase 0:\n\t\t{x}++;\n\t\tbreak;\n\tcase 1:\n\t\t{x} += 2;\n\t\tbreak;\n"
    "\tdefault:\n\t\t{x} ^= 4;\n\t}}",
    "bump({x}, {by} & 3);",
    "GROW({x});\n\tCLAMP({x}, 100000);",
    "// the thread itself\n\t{x} += !!pthread_equal(self[me], pthread_self());",
    "while ({x} & 64)\n\t\t{x} -= 16;",
    "errno = (int)({by} & 7) + 1;",
    "{x} += errno & 7;",
    "add_long(&{x}, twice({by}) & 15);",
)
#: what stands before the acquisition, for notes that name it
_BEFORE = (
    ("long mine = me + 1;", "{x} += mine;"),
    ("const long steps = {by} * 2;", "{x} ^= steps & 3;"),
    ("pthread_t it = pthread_self();", "{x} += pthread_equal(it, pthread_self()) ? 5 : 6;"),
    ("const char *said = {why};", "{x} += *said & 3;"),
)
_LOCKS = (
    "pthread_mutex_lock({m});",
    "if (pthread_mutex_lock({m}) != 0)\n\t\tabort();",
    "MUST_LOCK({m});",
    "assert(pthread_mutex_lock({m}) == 0);",
    "(void)pthread_mutex_lock({m});",
)
_UNLOCKS = (
    "pthread_mutex_unlock({m});",
    "if (pthread_mutex_unlock({m}) != 0)\n\t\tabort();",
    "CHECK(pthread_mutex_unlock({m}));",
)


def helpers(choices: Choices) -> str:
    """Those that stand before all functions: for any mutex, and for a box."""
    any_lock = _lock(choices, "static void jot_lock(pthread_mutex_t *m, int me, long by, const char *why)", "m")
    any_unlock = _unlock(choices, "static void jot_unlock(long by, pthread_mutex_t *m, int me)", "m", '"unlock"')
    enter = _lock(choices, "static void box_jot(struct box *b, int me, const char *why, int by)", "&b->lock", "b->data")
    leave = _unlock(choices, "static void box_unjot(struct box *b, int me, char by)", "&b->lock", '"box"', "b->data")
    declared = "void heap_jot(long by, int me);\nvoid heap_unjot(int me, const char *why);\n"
    return "\n".join([any_lock, any_unlock, enter, leave, declared])


def wrappers(choices: Choices) -> str:
    """Those that other files call."""
    enter = _lock(choices, "void heap_jot(long by, int me)", "&heap->mutex", "heap->data", '"jot"')
    leave = _unlock(choices, "void heap_unjot(int me, const char *why)", "&heap->mutex", "why", "heap->data", "me")
    return f"{enter}\n{leave}\n"


def _lock(choices: Choices, head: str, mutex: str, data: str = "", why: str = "why") -> str:
    taken = choices.pick(_LOCKS).replace("{m}", mutex)
    before, notes = _noted(choices, data, why, "by")
    early = ["tls += 2;"] if choices.chance(8) else []
    return _function(head, [*before, *early, taken, *notes])


def _unlock(choices: Choices, head: str, mutex: str, why: str, data: str = "", by: str = "by") -> str:
    before, notes = _noted(choices, data, why, by)
    late = ["tls -= 2;"] if choices.chance(8) else []
    return _function(head, [*before, *notes, choices.pick(_UNLOCKS).replace("{m}", mutex), *late])


def _noted(choices: Choices, data: str, why: str, by: str) -> tuple[list[str], list[str]]:
    """Declarations for the head of a function, and what it notes, perhaps nothing."""
    own = ["tls", "acc[me]", *([f"{data}.slot[me]"] if data else [])]
    before: list[str] = []
    notes: list[str] = []
    for _ in range(choices.below(4)):
        values = {"x": choices.pick(own), "why": why, "by": by}
        if choices.chance(25):
            declared, note = choices.pick(_BEFORE)
            before += [said for said in [declared.format(**values)] if said not in before]
        else:
            note = choices.pick(_NOTES)
        notes.append(note.format(**values))
    if data and choices.chance(30):
        notes.append(f"{data}.sum += {by} & 1;")
    return before, notes


def _function(head: str, body: list[str]) -> str:
    """A function; what it does not use of its parameters is said to be so."""
    parameters = re.findall(r"(\w+)[,)]", head)
    unused = [name for name in parameters if not re.search(rf"\b{name}\b", " ".join(body))]
    declared = [line for line in body if re.match(r"(?:const )?(?:long|char|pthread_t)\b", line)]
    rest = [*(f"(void){name};" for name in unused), *(line for line in body if line not in declared)]
    lines = [*declared, *([""] if declared else []), *rest]
    return "\n".join([head, "{", *(f"\t{line}" if line else "" for line in lines), "}"])
