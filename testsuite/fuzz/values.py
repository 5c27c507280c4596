# SPDX-License-Identifier: MIT
"""The types of local variables: how each is declared, set to a number, changed in part, and read as a number."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Type:
    """A type of variable. ``{v}`` is its name, ``{e}`` a long expression.

    ``whole`` assigns all of it, ``parts`` change some of it, ``read`` is a long made of it. ``start`` initialises it in
    its declaration; an empty ``whole`` means that it can only be set there.
    """

    declare: str
    read: str
    start: str = "{e}"
    whole: str = ""
    parts: tuple[str, ...] = ()
    weight: int = 1


def number(name: str, mask: str = "{e}", weight: int = 1) -> Type:
    """A number of some type."""
    add, half = "{v} += " + mask + ";", "{v} = {v} / 2 + " + mask + ";"
    parts: tuple[str, ...] = (add, "{v}++;", "{v} -= 2;", half, "bump({v}, 3);", "CLAMP({v}, 99);",
                              "BUILT_SET({v}, " + mask + ");", "BUILT_TRACE({v});", "ZERO({v});",
                              "AFTER({v});", "LESS({v}, 2);", "tls += SAID({v});", "GROW({v});")
    if name == "bool":
        parts = ("{v} = !{v};", "{v} ^= 1;")
    if name in ("double", "float"):
        parts = ("{v} += 1;", "{v} = -{v};")
    if name not in ("bool", "double", "float"):
        parts += ("{v} += KIND({v});", "{v} = ({{ __typeof__({v}) same_ = {v}; same_ ^ 1; }});")
    if name in ("int", "long"):
        parts += ('__asm__("" : "+r"({v}));',)
        parts += (f"add_{name}(&{{v}}, {{e}});", f"set_{name}(&{{v}}, {{e}});")
    if name == "long":
        parts += ("prctl(&{v});", "keep(&{v}); change_kept({e}); keep(NULL);", "BUILT_STEP({v});", "*AT({v}) ^= {e};")
    return Type(f"{name} {{v}}", "(long){v}", mask, "{v} = " + mask + ";", parts, weight=weight)


#: before a variable that a function looks at when its block ends
CLEANED = "__attribute__((cleanup(noted))) ", "NOTED "
#: in a declaration whose type depends on a parameter
OF_A_LENGTH = "[n %"
SMALL = "(({e}) & 63)"

TYPES = (
    number("int", "(int)({e})", 10),
    number("long", "{e}", 4),
    number("unsigned", "(unsigned)({e})", 2),
    number("short", "(short)({e})"),
    number("unsigned char", "(unsigned char)({e})"),
    number("uint64_t", "(uint64_t)({e})"),
    number("size_t", "(size_t)" + SMALL, 2),
    number("word", "(word)({e})"),
    number("bool", "(({e}) & 1)", 2),
    number("double", "(double)" + SMALL),
    number("float", "(float)" + SMALL),
    number("long long", "(long long)({e})"),
    number("__int128", "(__int128)({e})"),
    Type("enum colour {v}", "(long){v}", "(({e}) & 1) ? GREEN : RED", "{v} = (({e}) & 1) ? GREEN : BLUE;"),
    Type("int *{v}", "(*{v} + ({v} - own[me].cell))", "&own[me].cell[({e}) & 7]", "{v} = &own[me].cell[({e}) & 7];",
         ("*{v} += 1;", "*{v} = (int)({e});", "{v} = own[me].cell;"), weight=4),
    Type("struct pair *{v}", "({v}->a * 3 + {v}->b)", "&own[me].pairs[({e}) & 1]", "{v} = &own[me].pairs[({e}) & 1];",
         ("{v}->a += 2;", "{v}->b = (long)({e});", "*{v} = make_pair({e}, 2);"), weight=2),
    Type("const char *{v}", "text({v})", "words[({e}) & 3]", "{v} = words[({e}) & 3];", ("{v} += *{v} != 0;",),
         weight=2),
    Type("struct pair {v}", "({v}.a * 3 + {v}.b)", "{{ (int)({e}), 4 }}", "{v} = make_pair({e}, 5);",
         ("{v}.a += 2;", "{v}.b = ({e});", "{v}.a = {v}.a > 0;", "grow(&{v});", "{v} = swapped({v});", "FIRST({v})++;",
          "GROW({v}.b);"), weight=4),
    Type("struct wide {v}", "wide({v})", "{{ {{ 1, 2, 3 }}, ({e}) }}", "{v} = (struct wide){{ {{ 7 }}, ({e}) }};",
         ("{v}.rows[({e}) & 7] = 5;", "{v}.last += 9;")),
    Type("struct bits {v}", "({v}.low * 8 + {v}.high)", "{{ 1, 2 }}", "{v}.low = ({e}) & 7; {v}.high = 3;",
         ("{v}.low++;", "{v}.high = ({e}) & 31;")),
    Type("union both {v}", "(long){v}.i", "{{ .i = (int)({e}) }}", "{v}.i = (int)({e});", ("{v}.i++;",)),
    Type("int {v}[4]", "total({v}, 4)", "{{ 1, (int)({e}) }}", "",
         ("{v}[({e}) & 3] = 6;", "{v}[2] += (int)({e});", "fill({v}, sizeof({v}) / sizeof({v}[0]));",
          "ELEMENT({v}, 3)--;", "tls += SAID({v}) + SIZE({v});"), weight=3),
    Type("char {v}[24]", "text({v})", '"abc"', 'snprintf({v}, sizeof({v}), "%ld", (long)({e}));',
         ("{v}[0] = 'x';", "strcpy({v}, words[({e}) & 3]);"), weight=2),
    Type("int {v}[2][3]", "(total({v}[0], 3) + total({v}[1], 3))", "{{ {{ 1 }}, {{ 2 }} }}", "",
         ("{v}[({e}) & 1][2] = 6;", "{v}[1][({e}) & 1]--;")),
    Type("int {v}[n % 4 + 1]", "(long){v}[n % 4]", "", "memset({v}, 1, sizeof({v}));", ("{v}[n % 4] += 2;",)),
    Type("long (*{v})(long)", "{v}(3)", "twice", "{v} = (({e}) & 1) ? twice : thrice;"),
    Type("unary {v}", "{v}(5)", "thrice", "{v} = twice;"),
    Type("volatile int {v}", "(long){v}", "(int)({e})", "{v} = (int)({e});", ("{v} = {v} + 1;",)),
    Type("_Atomic int {v}", "(long){v}", "(int)({e})", "{v} = (int)({e});", ("{v}++;",)),
    Type("register int {v}", "(long){v}", "(int)({e})", "{v} = (int)({e});", ("{v}++;",)),
    Type("const int {v}", "(long){v}", "(int)({e})", weight=2),
    Type("const char *const {v}", "text({v})", "words[({e}) & 3]"),
    Type("static __thread long {v}", "{v}", "0", "{v} = ({e});", ("{v}++;", "add_long(&{v}, {e});")),
    Type("static long {v}[THREADS]", "{v}[me]", "{{ 0 }}", "", ("{v}[me] += ({e});", "{v}[me]++;")),
    Type("struct {{ int x, y; }} {v}", "(long)({v}.x - {v}.y)", "{{ 1, (int)({e}) }}", "",
         ("{v}.x++;", "{v}.y = (int)({e});")),
    Type("struct pair {v}[2]", "({v}[0].a + {v}[1].b)", "{{ {{ 1, 2 }}, {{ 3, ({e}) }} }}", "",
         ("{v}[1] = make_pair({e}, 1);", "{v}[0].a++;", "grow({v});", "grow(&{v}[1]);")),
    Type("int *{v}", "(long)*{v}", "&errno", "", ("*{v} = (int)(({e}) & 31);",), weight=2),
    Type("long *{v}", "*{v}", "&tls", "", ("*{v} += {e};",)),
    Type("int (*{v})[8]", "total(*{v}, 8)", "&own[me].cell", "", ("(*{v})[1]++;",)),
    Type("struct pair *{v}", "({v}->a + {v}->b)", "&(struct pair){{ (int)({e}), 2 }}", "",
         ("{v}->a += 2;", "{v}->b = ({e});", "grow({v});")),
    Type("int *{v}", "(long)({v}[0] + {v}[2])", "(int[]){{ 3, (int)({e}), 2 }}", "",
         ("{v}[1] += 2;", "{v}[2] = (int)({e});")),
    Type("struct leading {v}", "*{v}.to", "{{ &(long){{ {e} }} }}", "", ("*{v}.to += {e};", "++*{v}.to;")),
    Type("struct in_{v} {{ int q; long r; }} {v}", "({v}.q - {v}.r)", "{{ (int)({e}), 3 }}", "",
         ("{v}.q++;", "{v}.r = ({e});")),
    Type("enum {{ NO_{v}, YES_{v} }} {v}", "(long){v}", "(({e}) & 1) ? YES_{v} : NO_{v}", "{v} = YES_{v};"),
    Type("__typeof__(1L) {v}", "{v}", "{e}", "{v} = {e};", ("{v}++;",)),
    Type("int *{v}", "(long){v}[1]", "memset(alloca(2 * sizeof(int)), ({e}) & 7, 2 * sizeof(int))", "",
         ("{v}[0] += 2;", "{v}[1] = (int)({e});")),
    Type("__auto_type {v}", "(long){v}", "(long)({e})", "", ("{v}++;", "{v} = {e};")),
    Type("_Alignas(32) long {v}", "({v} + (long)((uintptr_t)&{v} & 31))", "{e}", "{v} = {e};", ("{v}++;",)),
    Type("long (*{v}[2])(long)", "{v}[1](4)", "{{ twice, thrice }}", "", ("{v}[({e}) & 1] = twice;",)),
    Type("int *const {v}", "(long)*{v}", "&own[me].cell[({e}) & 7]", "", ("*{v} += 2;",)),
    Type("const struct pair *restrict {v}", "({v}->a)", "&own[me].pairs[({e}) & 1]", "{v} = &own[me].pairs[0];"),
    Type("int {v}[]", "(total({v}, 3) + (long)sizeof({v}))", "{{ 4, 5, (int)({e}) }}", "",
         ("{v}[({e}) % 3 > 0] = 6;",)),
    Type("struct flexible *{v}", "({v}->n + {v}->items[1])", "own[me].flexible", "",
         ("{v}->n++;", "{v}->items[({e}) & 3] += 2;", "{v}->items[1] = ({e});")),
    Type("struct pair {v}", "({v}.a + {v}.b)", "{{ .b = ({e}), .a = 3 }}", "{v} = (struct pair){{ .a = (int)({e}) }};",
         ("{v}.a--;", "{v} = *&(struct pair){{ {v}.a, ({e}) }};")),
    Type("int {v}[5]", "total({v}, 5)", "{{ [3] = (int)({e}), [1] = 2 }}", "", ("{v}[({e}) & 3]++;",)),
    *(Type(f"{how}long {{v}}", "{v}", "{e}", "", ("{v}++;", "{v} = ({e});")) for how in CLEANED),
    Type("struct box *{v}", "{v}->fixed", "&boxes[({e}) & 1]", "{v} = &boxes[({e}) & 1];"),
    Type("LONG_VAR({v}, {e})", "VAR({v})", "", "", ("VAR({v}) += {e};", "VAR({v})--;", "add_long(&VAR({v}), {e});"),
         weight=2),
    Type("long VAR({v})", "VAR({v})", "{e}", "VAR({v}) = {e};", ("VAR({v}) ^= {e};",)),
    Type("COLUMNS(COLUMN_VAR, {v})", "(0 COLUMNS(COLUMN_SUM, {v}))", "", "",
         ("COLUMNS(COLUMN_STEP, {v})", "{v}_first = {e};", "SWAP({v}_first, {v}_second);")),
    Type("built_t {v}", "(long){v}", "(built_t)({e})", "{v} = (built_t)({e});", ("{v} ^= 1;", "BUILT_TRACE({v});"),
         weight=2),
    Type("int {v}[BUILT_SIZE]", "total({v}, BUILT_SIZE)", "{{ 1, (int)({e}) }}", "",
         ("{v}[({e}) & 3]++;", "ZERO({v});")),
    Type("struct nameless {v}", "({v}.whole * 3L + {v}.tail)", "{{ {{ (int)({e}) }}, 4 }}",
         "{v} = (struct nameless){{ .low = (short)({e}), .tail = 3 }};",
         ("{v}.high++;", "{v}.low = (short)({e});", "{v}.tail ^= {e};")),
    Type("struct nest {v}", "({v}.in.b + total({v}.tail, 3))", "{{ .in.b = ({e}), .tail[1] = 3 }}",
         "",
         ("{v}.in = make_pair({e}, 1);", "{v}.tail[({e}) & 1]++;", "grow(&{v}.in);")),
    Type("int {v}[6]", "total({v}, 6)", "{{ [1 ... 3] = (int)({e}), [5] = 2 }}", "", ("{v}[({e}) & 3]--;",)),
    Type("int {v}[2][n % 3 + 2]", "(long){v}[1][n % 3]", "", "memset({v}, 1, sizeof({v}));",
         ("{v}[n & 1][n % 3] += 2;",)),
    Type("struct pair {v}[n % 2 + 1]", "({v}[n % 2].a - {v}[0].b)", "", "memset({v}, 2, sizeof({v}));",
         ("{v}[n % 2] = make_pair({e}, 1);", "grow(&{v}[0]);")),
    Type("int (*{v})[n % 3 + 2]", "(long)(*{v})[1]", "(int (*)[n % 3 + 2])own[me].cell", "", ("(*{v})[n % 3]++;",)),
    Type("long {v}", "*{v}_at", "{e}, *{v}_at = &{v}", "", ("*{v}_at += {e};", "{v}++;"), weight=2),
    Type("__typeof__(*b) *{v}", "{v}->fixed", "b"),
    Type("__typeof__(n) {v}", "(long){v}", "(int)({e})", "{v} = (int)({e});", ("{v}++;",)),
    Type("typedef long {v}_t; {v}_t {v}", "{v}", "{e}", "{v} = ({v}_t)({e});", ("{v}++;",)),
    Type("volatile struct pair {v}", "({v}.a + {v}.b)", "{{ (int)({e}), 4 }}", "", ("{v}.a++;", "{v}.b = ({e});")),
    Type("const volatile int {v}", "(long){v}", "(int)({e})"),
    Type("_Atomic(long) {v}", "{v}", "{e}", "{v} = {e};", ("{v} += 2;",)),
    Type("static const short {v}[]", "(long){v}[me & 1]", "{{ 3, 4 }}"),
    Type("int {v} MAYBE_UNUSED", "(long){v}", "(int)({e})", "{v} = (int)({e});", ("{v}++;",)),
)  # fmt: skip

#: what one build declares, and what another one does, read and changed in the same way
BUILT = tuple(
    (Type(one, read, start, "", parts), Type(other, read, other_start or start))
    for one, other, read, start, other_start, parts in (
        ("int {v}", "long {v}", "(long){v}", "{e}", "", ("{v} += {e};", "bump({v}, 3);", "ZERO({v});", "{v} = {e};")),
        ("unsigned char {v}", "long long {v}", "(long){v}", "{e}", "", ("{v}++;", "*AT({v}) ^= {e};", "{v} = {e};")),
        ("long {v}", "double {v}", "(long){v}", SMALL, "", ("{v} += 2;", "ZERO({v});", "{v} = 5;")),
        ("int {v}[3]", "long {v}[5]", "(long){v}[1]", "{{ 1, {e} }}", "", ("{v}[({e}) & 1]++;", "ZERO({v});")),
        ("struct {{ int x; }} {v}", "struct {{ long y, x; }} {v}", "(long){v}.x", "{{ .x = {e} }}", "",
         ("{v}.x++;", "{v}.x = {e};")),
        ("int *{v}", "long *{v}", "(long)*{v}", "&own[me].cell[({e}) & 7]", "&own[me].pairs[({e}) & 1].b",
         ("*{v} += {e};", "++*{v};")),
        ("int {v}", "volatile int {v}", "(long){v}", "{e}", "", ("{v}++;", "{v} = {e};")),
    )
)  # fmt: skip

#: what a loop over a list goes by
ITEM = Type("struct item *{v}", "{v}->value", "", "", ("{v}->value--;",))
#: types that are one another's by an assignment alone
INTEGERS = TYPES[:8]
#: types that a pointer may lead to, and pointers to them, one for each in every round
NUMBERS = TYPES[:3]
POINTERS = tuple(
    Type(kind.declare.replace(" {v}", f" *{how}{{v}}"), "(long)*{v}", "", "", ("*{v} += 3;", "*{v} = *{v} / 2;"))
    for how in ("const ", "volatile ", "")
    for kind in NUMBERS
)


@dataclass(eq=False)
class Variable:
    """A local variable; ``frozen`` while something relies on its value."""

    name: str
    type: Type
    frozen: int = 0
    hidden: bool = False  # not to be read any more

    def filled(self, template: str, value: str = "0") -> str:
        return template.format(v=self.name, e=value)
