# SPDX-License-Identifier: MIT
"""The ways that an address takes through a program, as text (ways.py puts them one behind the other).

``$e`` is the address; ``$T`` and ``$U`` are types, and ``$c`` and ``$u`` the address cast to them. ``$n`` is a number
of the way's own, ``$k`` that of what several ways share.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Route:
    """What a way declares; what is done once, before there are threads; and what gives the address behind it, each in
    one of several forms. ``shared``: forms of what is declared once for several such ways.
    """

    declared: str
    sets: tuple[str, ...]
    gives: tuple[str, ...]
    shared: tuple[str, ...] = ()


#: variables, and members of structures
_HELD = (
    Route("static ${T}v$n;", ("v$n = $c;",), ("v$n",)),
    Route("static struct s$n { long x; ${T}f; } g$n;", ("g$n.f = $c;",), ("g$n.f",)),
    Route("static struct s$n { long x; ${T}f; } g$n, *p$n = &g$n;", ("p$n->f = $c;",), ("g$n.f", "p$n->f")),
    Route("static struct s$n { struct { long y; ${T}f; } in; long z; } g$n;", ("g$n.in.f = $c;",),
          ("g$n.in.f", "(($U*)&g$n)[1]", "*($U*)((char *)&g$n + offsetof(struct s$n, in.f))")),
    Route("static struct s$n { long x; ${T}f; } g$n, o$n;",
          ("o$n.f = $c;\ng$n = o$n;", "o$n.f = $c;\nmemcpy(&g$n, &o$n, sizeof g$n);", "o$n.f = $c;\n*&g$n = *&o$n;"),
          ("g$n.f",)),
    Route("static struct s$n { long x; ${T}f; } *p$n;",
          ("{\n\tstatic struct s$n one;\n\n\tone = (struct s$n){ .f = $c };\n\tp$n = &one;\n}",), ("p$n->f",)),
    Route("static ${T}v$n;\nstatic ${T}*p$n = &v$n;\nstatic ${T}**pp$n = &p$n;", ("**pp$n = $c;",),
          ("v$n", "*p$n", "**pp$n")),
    Route("static ${T}f$n(${T}x, int set)\n{\n\tstatic ${T}kept;\n\n\tif (set)\n\t\tkept = x;\n\treturn kept;\n}",
          ("f$n($c, 1);",), ("f$n(0, 0)",)),
)  # fmt: skip
#: memory of any kind
_STORED = (
    Route("static ${T}a$n[3];\nstatic ${T}*q$n = a$n;", ("a$n[1] = $c;", "q$n[1] = $c;", "*(a$n + 1) = $c;"),
          ("a$n[1]", "q$n[1]", "*(q$n + 1)")),
    Route("static ${T}*q$n;",
          ("q$n = malloc(2 * sizeof *q$n);\nq$n[1] = $c;", "q$n = calloc(2, sizeof(void *));\nq$n[1] = $c;",
           "q$n = malloc(2 * sizeof *q$n);\nq$n[1] = $c;\nq$n = realloc(q$n, 4 * sizeof *q$n);"), ("q$n[1]",)),
    Route("static struct h$n { long x; ${T}f; } *p$n;", ("p$n = malloc(sizeof *p$n);\np$n->f = $c;",), ("p$n->f",)),
    Route("static struct h$n { long x; ${T}f[]; } *p$n;",
          ("p$n = malloc(sizeof *p$n + 2 * sizeof p$n->f[0]);\np$n->f[1] = $c;",), ("p$n->f[1]",)),
    Route("static ${T}a$n[4];\nstatic ${T}b$n[4];",
          ("a$n[3] = $c;\nfor (int i = 0; i < 4; i++)\n\tb$n[i] = a$n[i];",
           "{\n\t${T}*from = a$n;\n\t${T}*to = b$n;\n\n\ta$n[3] = $c;\n"
           "\twhile (from < a$n + 4)\n\t\t*to++ = *from++;\n}"), ("b$n[3]",)),
    Route("static struct n$n { struct n$n *next; ${T}v; } *head$n;",
          ("{\n\tstruct n$n *one = malloc(sizeof *one);\n\n\tone->v = $c;\n\tone->next = head$n;\n\thead$n = one;\n}",),
          ("head$n->v",)),
    Route("static struct l$k *own$n;", ("push$k(&own$n, (void *)($e));",), ("own$n->v",), (
        "struct l$k { struct l$k *next; void *v; };\n"
        "static void push$k(struct l$k **head, void *v)\n{\n\tstruct l$k *one = malloc(sizeof *one);\n\n"
        "\tone->v = v;\n\tone->next = *head;\n\t*head = one;\n}",)),
    Route("static struct { long key; ${T}f; } t$n[8];\nstatic ${T}find$n(long key)\n{\n"
          "\tfor (int i = 0; i < 8; i++)\n\t\tif (t$n[i].key == key)\n\t\t\treturn t$n[i].f;\n\treturn 0;\n}",
          ("t$n[5].key = 37;\nt$n[5].f = $c;",), ("find$n(37)",)),
    Route("static ${T}a$n[2];\nstatic int by$n(const void *a, const void *b)\n{\n"
          "\treturn (*(${T}const *)a > *(${T}const *)b) - (*(${T}const *)a < *(${T}const *)b);\n}",
          ("a$n[0] = $c;\nqsort(a$n, 2, sizeof a$n[0], by$n);",), ("a$n[1]",)),
)  # fmt: skip
#: memory that is looked at by another type
_LOOKED_AT = (
    Route("static union u$n { ${T}a; ${U}b; } u$n;", ("u$n.a = $c;",), ("u$n.b",)),
    Route("static ${T}v$n;", ("{\n\t${U}one = $u;\n\n\tmemcpy(&v$n, &one, sizeof one);\n}",), ("v$n",)),
    Route("struct s$n { long x; ${T}f; };\nstruct t$n { long x; ${U}f; };\nstatic struct s$n g$n;", ("g$n.f = $c;",),
          ("((struct t$n *)&g$n)->f",)),
    Route("struct s$n { long x; ${T}f; };\nstruct t$n { long x; ${U}f; };\n"
          "static struct s$n g$n;\nstatic void *w$n;\nstatic struct t$n *z$n;",
          ("g$n.f = $c;\nw$n = &g$n;\nz$n = w$n;",), ("z$n->f",)),
    Route("static ${T}v$n;\nstatic void *p$n;", ("p$n = &v$n;\nv$n = $c;",), ("*($U*)p$n",)),
    Route("static ${U}v$n;\nstatic ${T}*p$n;", ("p$n = ($T*)&v$n;\n*p$n = $c;",), ("v$n",)),
    Route("static ${U}v$n;\nstatic uintptr_t p$n;", ("p$n = (uintptr_t)&v$n;\n*($T*)p$n = $c;",), ("v$n",)),
    Route("static struct s$n { long x; ${T}f; } g$n;\nstatic ${T}*p$n;", ("g$n.f = $c;\np$n = &g$n.f;",),
          ("((struct s$n *)((char *)p$n - offsetof(struct s$n, f)))->f",)),
    Route("static ${T}v$n;\nstatic ${U}w$n;", ("v$n = $c;\nswap$k(&v$n, &w$n);",), ("w$n",), (
        "static void swap$k(void *a, void *b)\n{\n\tvoid *one;\n\n"
        "\tmemcpy(&one, a, sizeof one);\n\tmemcpy(a, b, sizeof one);\n\tmemcpy(b, &one, sizeof one);\n}",)),
)  # fmt: skip
#: functions: what they return, what they set, and what calls them
_CALLED = (
    Route("", ("",), ("f$k($u)",), ("static ${T}f$k(${U}x)\n{\n\treturn ($T)x;\n}",)),
    Route("static ${T}f$n(void)\n{\n\treturn $c;\n}", ("",), ("f$n()",)),
    Route("static void f$n(${T}*out)\n{\n\t*out = $c;\n}\nstatic ${T}v$n;", ("f$n(&v$n);",), ("v$n",)),
    Route("static void f$n(void *out)\n{\n\t*($T*)out = $c;\n}\nstatic ${U}v$n;", ("f$n(&v$n);",), ("v$n",)),
    Route("static void f$n(void *out)\n{\n\t${T}one = $c;\n\n\tmemcpy(out, &one, sizeof one);\n}\nstatic ${U}v$n;",
          ("f$n(&v$n);",), ("v$n",)),
    Route("static void f$n(void *out)\n{\n\t${T}*there = out;\n\n\t*there = $c;\n}\nstatic ${U}v$n;",
          ("f$n(&v$n);",), ("v$n",)),
    Route("static struct s$n { long x; ${T}f; } g$n;", ("put$k(&g$n.f, $u);",), ("g$n.f",), (
        "static void put$k(void *out, ${U}x)\n{\n\t*($T*)out = ($T)x;\n}",
        "static void put$k(void *out, ${U}x)\n{\n\tmemcpy(out, &x, sizeof x);\n}",
        "static void put$k(void *out, ${U}x)\n{\n\t${T}*there = out;\n\n\tthere[0] = ($T)x;\n}")),
    Route("static ${T}v$n;", ("v$n = $c;",), ("get$k(&v$n)",), (
        "static ${U}get$k(const void *there)\n{\n\treturn *(${U}const *)there;\n}",
        "static ${U}get$k(const void *there)\n{\n\t${U}one;\n\n\tmemcpy(&one, there, sizeof one);\n\treturn one;\n}")),
    Route("struct s$n { long x; ${T}f; };\n"
          "static struct s$n f$n(void)\n{\n\tstruct s$n one = { 1, $c };\n\n\treturn one;\n}", ("",), ("f$n().f",)),
    Route("struct s$n { long x; ${T}f; };\nstatic ${T}v$n;\nstatic void f$n(struct s$n one)\n{\n\tv$n = one.f;\n}",
          ("f$n((struct s$n){ 1, $c });",), ("v$n",)),
    Route("static ${T}v$n;\nstatic void f$n(${T}given[2])\n{\n\tv$n = given[1];\n}",
          ("{\n\t${T}two[2] = { 0, $c };\n\n\tf$n(two);\n}",), ("v$n",)),
    Route("static ${T}a$n[2];\nstatic void f$n(void **there, void *x)\n{\n\tthere[1] = x;\n}",
          ("f$n((void **)a$n, (void *)($e));",), ("a$n[1]",)),
    Route("static ${T}f$n(${T}x)\n{\n\treturn x;\n}\nstatic ${T}(*p$n)($T) = f$n;", ("",), ("p$n($c)",)),
    Route("static ${T}v$n;\nstatic void f$n(${T}x)\n{\n\tv$n = x;\n}\n"
          "static struct { void (*none)(int); void (*set)($T); } ops$n = { NULL, f$n };",
          ("ops$n.set($c);",), ("v$n",)),
    Route("static ${T}v$n;\nstatic void on$n(void *data)\n{\n\tv$n = *($T*)data;\n}\n"
          "static void each$n(void (*call)(void *), void *data)\n{\n\tcall(data);\n}",
          ("{\n\t${T}one = $c;\n\n\teach$n(on$n, &one);\n}",), ("v$n",)),
    Route("static ${T}f$n(int many, ...)\n{\n\tva_list list;\n\tva_start(list, many);\n"
          "\t${T}x = va_arg(list, $T);\n\tva_end(list);\n\treturn x;\n}", ("",), ("f$n(1, $c)",)),
    Route("${T}real$n(${T}x)\n{\n\treturn x;\n}\n${T}other$n(${T}x) __attribute__((alias(\"real$n\")));", ("",),
          ("other$n($c)",)),
    Route("static ${T}v$n;\nstatic void *run$n(void *x)\n{\n\tv$n = ($T)x;\n\treturn x;\n}\nstatic void *w$n;",
          ("{\n\tpthread_t t;\n\n\tpthread_create(&t, NULL, run$n, (void *)($e));\n\tpthread_join(t, &w$n);\n}",),
          ("v$n", "w$n")),
    Route("static pthread_key_t key$n;\nstatic void *f$n(void)\n{\n\tpthread_setspecific(key$n, (void *)($e));\n"
          "\treturn pthread_getspecific(key$n);\n}", ("pthread_key_create(&key$n, NULL);",), ("f$n()",)),
)  # fmt: skip
#: expressions, numbers and atomics
_MADE = (
    Route("", ("",), (
        "(sums[0] >= 0 ? $c : ($T)0)", "(sums, $c)", "({ ${T}t$n = $c; t$n; })", "(*&($T){ $c })",
        "((struct { int x; ${T}f; }){ 1, $c }.f)", "(($T[]){ 0, $c })[1]", "_Generic(1, int: $c, default: ($T)0)",
        "(sums[0] < 0 ?: $c)", "__builtin_expect((long)($e), 1)", "(__typeof__($c))($e)")),
    Route("static uintptr_t v$n;", ("v$n = (uintptr_t)($e) | 1;",), ("(v$n & ~1ul)", "(v$n - 1)", "(v$n ^ 1)")),
    Route("static _Atomic($T) v$n;",
          ("atomic_store(&v$n, $c);", "v$n = $c;", "atomic_init(&v$n, $c);", "(void)atomic_exchange(&v$n, $c);"),
          ("atomic_load(&v$n)", "v$n")),
    Route("static ${T}v$n;",
          ("__atomic_store_n(&v$n, $c, __ATOMIC_SEQ_CST);", "(void)__sync_lock_test_and_set(&v$n, $c);",
           "(void)__sync_val_compare_and_swap(&v$n, 0, $c);",
           "{\n\t${T}none = 0;\n\n\t__atomic_compare_exchange_n(&v$n, &none, $c, 0, __ATOMIC_SEQ_CST, "
           "__ATOMIC_SEQ_CST);\n}",
           "{\n\t${T}one = $c;\n\n\t__atomic_store(&v$n, &one, __ATOMIC_SEQ_CST);\n}"),
          ("__atomic_load_n(&v$n, __ATOMIC_SEQ_CST)", "v$n")),
)  # fmt: skip
ROUTES = _HELD + _STORED + _LOOKED_AT + _CALLED + _MADE
