# SPDX-License-Identifier: MIT
"""What a random function returns, and how its head is written."""

from __future__ import annotations

from dataclasses import dataclass

from fuzz.choices import Choices
from fuzz.layout import Block, Node

PARAMETERS = (("int", "me"), ("int", "n"), ("struct box *", "b"))
#: storage and type of a function, with attributes that macros have
HEADS = (
    (30, "{s}{t}{rest}"), (1, "HOT {s}{t}{rest}"), (1, "{s}HOT {t}{rest}"), (1, "{s}{t}NOT_INLINE {rest}"),
    (1, "{s}EXPORTED({t}) {rest}"),
)  # fmt: skip


@dataclass(frozen=True)
class Result:
    """``leave`` returns the long ``{e}``. Where the type is not long, ``read`` makes one of the call ``{c}``."""

    type: str = "long "
    leave: tuple[str, ...] = ("return {e};",)
    read: str = ""
    more: tuple[tuple[str, str], ...] = ()
    variadic: bool = False

    def statements(self, value: str) -> list[Node]:
        return [line.format(e=value) for line in self.leave]

    def definition(self, choices: Choices, name: str, body: list[Node], static: bool) -> list[Node]:
        """The function; behind it one of that name that returns a long, if itself does not."""
        own = f"{name}_made" if self.read else name
        parameters = [*PARAMETERS, *self.more]
        storage = "static " if self.read or static or choices.chance(70) else ""
        old_style = not self.more and not self.variadic and choices.chance(5)
        modern = ", ".join(_declared(*parameter) for parameter in parameters) + ", ..." * self.variadic
        nodes: list[Node] = [] if storage else [f"{self.type}{own}({modern});", ""]
        if old_style:
            nodes += [f"{storage}{self.type}{own}({', '.join(n for _, n in parameters)})"]
            nodes += [f"\t{_declared(*parameter)};" for parameter in parameters]
            nodes += [Block("", body), ""]
        else:
            head = choices.weighted(HEADS).format(s=storage, t=self.type, rest=f"{own}({modern})")
            nodes += [Block(head, body), ""]
        if self.read:
            call = [line.format(c=f"{own}(me, n, b") for line in self.read.splitlines()]
            nodes += [Block(f"static long {name}(int me, int n, struct box *b)", [*call]), ""]
        return nodes


def _declared(type_: str, name: str) -> str:
    return f"{type_}{name}" if type_.endswith("*") else f"{type_} {name}"


RESULTS = (
    (12, Result()),
    (2, Result("void ", ("*result = {e};", "return;"), "long result = 0;\n{c}, &result);\nreturn result;",
               (("long *", "result"),))),
    (1, Result("long ", ("return {e};",), "return {c}, n * 7L, 9L);", variadic=True)),
    (1, Result("struct pair ", ("return make_pair({e}, 3);",), "struct pair made = {c});\nreturn made.a + made.b;")),
    (1, Result("bool ", ("return ({e}) & 1;",), "return {c}) ? 5 : 9;")),
    (1, Result("double ", ("return (double)(({e}) & 1023);",), "return (long){c});")),
    (1, Result("const char *", ("return words[({e}) & 3];",), "return text({c}));")),
)  # fmt: skip
