# SPDX-License-Identifier: MIT
"""Random statements: assignments, what sections do to their data, branches, loops and jumps."""

from __future__ import annotations

from collections.abc import Callable

from fuzz.layout import REMARKS, Block, Declared, Node
from fuzz.scope import PARAMETER, Held, Scope, Target
from fuzz.values import INTEGERS, ITEM, NUMBERS, POINTERS, Variable

Kind = Callable[[], list[Node]]


class Statements(Scope):
    """Writes statements; ``depth`` limits how deep they nest."""

    depth = 0
    kept = 0  # addresses of variables

    def statements(self, most: int) -> list[Node]:
        """Some statements in a row."""
        nodes: list[Node] = []
        for _ in range(1 + self.choices.below(most)):
            if self.left <= 0 or self.assigned is None:
                break
            self.left -= 1
            if self.choices.chance(5):
                remark = self.choices.pick(REMARKS)
                nodes.append(remark if self.layout.line_comments or not remark.startswith("//") else "")
            made = self.choices.weighted(self.kinds())()
            if len(made) == 1 and nodes and self._joins(nodes[-1], made[0]):
                nodes[-1] = f"{nodes[-1]} {made[0]}"
            else:
                nodes += made
        return nodes or [";"]

    def _joins(self, before: Node, after: Node) -> bool:
        """Whether two statements go on one line."""
        both = isinstance(before, str) and isinstance(after, str)
        plain = both and str(before).endswith(";") and not str(before).startswith("#") and str(after).endswith(";")
        return plain and self.choices.chance(4)

    def kinds(self) -> list[tuple[int, Kind]]:
        """What may come next, the simplest first."""
        kinds: list[tuple[int, Kind]] = [(6, self.assign), (1, self.thread_own), (1, self.declare), (1, self.copy)]
        if self.held:
            kinds += [(7, self.shared), (2, self.slot), (1, self.errno)]
        if self.depth < 4:
            kinds += [(3, self.if_else), (2, self.loop), (1, self.each), (1, self.switch)]
            kinds += [(1, self.plain_block), (1, self.conditional), (1, self.led_to)]
            if not self.sealed:
                kinds += [(1, self.local_label), (4 if self.held else 1, self.leave), (1, self.give_up)]
                kinds += self.section_kinds()
        return kinds

    def section_kinds(self) -> list[tuple[int, Kind]]:
        """What sections add."""
        raise NotImplementedError

    # ------------------------------------------------------------------ simple ones

    def assign(self) -> list[Node]:
        """Sets a variable, or a part of it."""
        known = self.assigned or set()
        options: list[tuple[Variable, str]] = []
        for variable in (v for v in self.visible() if not v.frozen):
            if variable.type.whole:
                options.append((variable, variable.type.whole))
            if variable in known:
                options += [(variable, part) for part in variable.type.parts]
        if not options:
            return [f"acc[me] += {self.value()};"]
        variable, template = self.choices.pick(options)
        text = variable.filled(template, self.value())
        if self.assigned is not None:
            self.assigned.add(variable)
        return [self.said(text)]

    def integers(self) -> list[Variable]:
        """The integers that have a value, and may change."""
        return [v for v in self.readable() if v.type in INTEGERS and not v.frozen]

    def copy(self) -> list[Node]:
        """Copies some integer."""
        plain = self.integers()
        return self.copied(self.choices.pick(plain)) if plain else self.assign()

    def copied(self, variable: Variable) -> list[Node]:
        """Reads a variable by its name alone: for another one, perhaps in its declaration, or for its size."""
        others = [v for v in self.integers() if v is not variable]
        forms = ["acc[me] += sizeof({v});", "tls = {v};", *(f"{other.name} = {{v}};" for other in others)]
        if not self.strict and self.choices.chance(40):
            copy = Variable(self.pick_name(variable.name), self.choices.pick(INTEGERS))
            self.add(copy, assigned=True)
            return [Declared(f"{copy.filled(copy.type.declare)} = {variable.name};")]
        return [variable.filled(self.choices.pick(forms))]

    def thread_own(self) -> list[Node]:
        """Something that only this thread has."""
        form = self.choices.pick(("acc[me] += {e};", "tls += {e};", "own[me].cell[{k}] += (int)({e});",
                                  "tls += !!pthread_equal(self[me], pthread_self());",
                                  "errno = (int)(({e}) & 31);"))  # fmt: skip
        return [form.format(e=self.value(), k=self.choices.below(8))]

    def declare(self) -> list[Node]:
        """A variable in the middle of a block."""
        if self.strict:
            return self.assign()
        return self.declaration()

    def alias(self) -> list[Node]:
        """A pointer to a variable, which changes it without naming it."""
        known = self.assigned or set()
        plain = [v for v in self.visible() if v.type in NUMBERS and v in known and not v.frozen]
        if not plain:
            return self.assign()
        target = self.choices.pick(plain)
        kind = self.choices.pick(POINTERS[NUMBERS.index(target.type) :: len(NUMBERS)])
        pointer = Variable(self.fresh("to"), kind)
        self.add(pointer, assigned=True)
        return [Declared(f"{pointer.filled(pointer.type.declare)} = &{target.name};")]

    def led_to(self) -> list[Node]:
        """Keeps where a variable is, for what changes it behind some statements."""
        plain = [v for v in self.readable() if v.type is NUMBERS[1] and not v.frozen]
        if not plain or self.kept > 3:
            return self.assign()
        target, kept = self.choices.pick(plain), self.kept
        self.kept += 1
        body = self.inner(3)
        self.kept -= 1
        keep, change = f"stay({kept}, &{target.name});", f"change_stayed({kept}, {self.value(1)});"
        return [keep, Block("", body), *([change] if self.assigned is not None else [])]

    def declaration(self) -> list[Node]:
        """A variable, perhaps with a value."""
        if self.assigned is not None and self.choices.chance(6):
            return self.alias()
        kind = self.choices.weighted(self.types())
        value = self.value(1)
        variable = Variable(self.pick_name(value), kind)
        text = variable.filled(kind.declare, value)
        bare = bool(kind.whole) and self.choices.chance(35)
        made = bare or not kind.start
        self.add(variable, assigned=not made)
        if not made:
            return [Declared(f"{text} = {variable.filled(kind.start, value)};")]
        if kind.start:
            return [Declared(f"{text};")]
        if self.assigned is not None:
            self.assigned.add(variable)
        return [Declared(f"{text};"), *([variable.filled(kind.whole)] if kind.whole else [])]

    def shared(self) -> list[Node]:
        """Changes what a held lock guards, in a way that commutes."""
        data = self.choices.pick(self.held).lock.data
        form = self.choices.pick(("{d}.sum += {e};", "{d}.bits ^= (unsigned)({e});", "ADD({d}.sum, {e});",
                                  "add(&{d}, {e});", "{d}.sum++, {d}.sum -= ({e});",
                                  "apply(add, &{d}, {e});", "ADD_SUM({d}, {e});",
                                  "{d}.byte[{b}] ^= (unsigned char)({e});", "{d}.low += ({e}) & 7;",
                                  "{d}.high ^= (unsigned)({e}) & 31;"))  # fmt: skip
        return [self.said(form.format(d=data, b=self.choices.below(4), e=self.value()))]

    def slot(self) -> list[Node]:
        """Changes this thread's part of what a held lock guards."""
        data = self.choices.pick(self.held).lock.data
        form = self.choices.pick(("{d}.slot[me] += {e};", "{d}.slot[me] = {e};", "{d}.slot[me]--;",
                                  "SLOT({d}) ^= {e};"))  # fmt: skip
        return [form.format(d=data, e=self.value())]

    def errno(self) -> list[Node]:
        """Something that leaves an errno."""
        return [f"if (fails({self.value(1)}) < 0) acc[me] += errno;"]

    # ------------------------------------------------------------------ compound ones

    def inner(self, most: int) -> list[Node]:
        """Statements one level deeper, in a block of their own."""
        self.depth += 1
        with self.block():
            nodes = self.statements(most)
        self.depth -= 1
        return nodes

    def if_else(self) -> list[Node]:
        head = self.choices.weighted(((30, "if ({c})"), (1, "UNLESS({c})"))).format(c=self.condition())
        with self.branch() as ends:
            nodes: list[Node] = [Block(head, self.inner(3), bare=self.choices.chance(60))]
        if self.choices.chance(40):
            with self.branch() as others:
                nodes.append(Block("else", self.inner(3), bare=self.choices.chance(60)))
            self.meet(*ends, *others)
        else:
            self.meet(*ends, self.assigned)
        return nodes

    def loop(self) -> list[Node]:
        """A loop of a few rounds."""
        rounds = 1 + self.choices.below(4)
        counter = Variable(self.pick_name("") if self.choices.chance(25) else self.fresh("i"), PARAMETER, frozen=1)
        form = self.choices.pick(("for", "while", "do") if self.strict else ("for", "for", "while", "do", "forever"))
        self.add(counter, assigned=True)
        target = Target(len(self.held))
        self.loops.append(target)
        self.continues.append(target)
        with self.branch():
            body = self.inner(4)
        self.loops.pop()
        self.continues.pop()
        name = counter.name
        at_top = Declared(f"int {name} = 0;")
        if self.strict or form == "for":
            self.scopes[-1].pop(name)
        if form == "for":
            head = f"for ({'' if self.strict else f'int {name} = 0'}; {name} < {rounds}; {name}++)"
            if not self.strict and self.choices.chance(8):
                head = f"ROWS({name}, {rounds})"
            block = Block(head, body, bare=self.choices.chance(30))
        elif form == "forever":
            block = Block("for (;;)", [Block(f"if ({name}++ == {rounds})", ["break;"], bare=True), *body])
        elif form == "do":
            block = Block("do", body, tail=f" while (++{name} < {rounds});")
        else:
            block = Block(f"while ({name}++ < {rounds})", body)
        if self.strict:
            return [Block("", [at_top, block])]
        return [block] if form == "for" else [at_top, block]

    def each(self) -> list[Node]:
        """A loop over a list of this thread's, by a macro of the system's."""
        item = Variable(self.fresh("item"), ITEM, frozen=1)
        target = Target(len(self.held))
        self.loops.append(target)
        self.continues.append(target)
        with self.branch(), self.block():
            self.add(item, assigned=True)
            change = f"{item.name}->value += {self.value()};"
            body = [change, *self.inner(3)]
        self.loops.pop()
        self.continues.pop()
        heads = ("TAILQ_FOREACH({v}, &own[me].items, next)", "SLIST_FOREACH({v}, &own[me].others, other)")
        head = self.choices.pick(heads)
        loop = Block(head.format(v=item.name), body)
        return [Block("", [Declared(f"struct item *{item.name};"), loop])]

    def switch(self) -> list[Node]:
        """Some cases, perhaps with one that goes on into the next."""
        head = f"switch (({self.value(1)}) & 3)"
        target = Target(len(self.held))
        self.loops.append(target)
        body: list[Node] = []
        for case in range(1 + self.choices.below(3)):
            with self.branch():
                inner = self.inner(2)
                on = self.choices.pick(("/* falls through */", "__attribute__((fallthrough));"))
                ends = [on] if self.choices.chance(15) and not self.held else ["break;"]
                body += [f"case {case}:", *self._cased(inner), *(ends if self.assigned is not None else [])]
        self.loops.pop()
        return [Block(head, [*body, "default:", "break;"])]

    def _cased(self, inner: list[Node]) -> list[Node]:
        """The statements of a case, in braces where the first may be a declaration."""
        simple = all(isinstance(n, str) and n.count("=") == 1 and n.split()[1:2] in (["="], ["+="]) for n in inner)
        return inner if simple else [Block("", inner)]

    def plain_block(self) -> list[Node]:
        return [Block("", self.inner(3))]

    def conditional(self) -> list[Node]:
        """Code that some builds have, or none, or that another one stands in for."""
        form = self.choices.below(8)
        if form > 5:
            return self.not_built()
        head = f"if ({self.condition()})"
        before = self.scopes[-1].copy()
        with self.branch() as ends:
            self.depth += 1
            inner = self.statements(2)
            self.depth -= 1
        self.scopes[-1].clear()
        self.scopes[-1].update(before)  # what is declared there is left alone
        body: list[Node] = [Block("", inner)]
        if form == 3:
            with self.branch() as others:
                other = self.inner(2)
            self.meet(*ends, *others)
            return ["#if FEATURE", *body, "#else", Block("", other), "#endif"]
        if form == 0:
            self.meet(*ends, self.assigned)
            return ["#if FEATURE", *body, "#endif"]
        if form in (4, 5):
            self.meet(*ends, self.assigned)
            opened: list[Node] = ["#if FEATURE", f"{head} {{", "#else", "{", "#endif", *body, "}"]
            return opened if form == 4 else ["#if FEATURE", head, "#endif", *body]
        if form == 1:
            self.meet(*ends)
            return ["#ifdef FEATURE", *body, "#else", "not_compiled(me);", "#endif"]
        return ["#if 0", "acc[me] += no_such_thing;", "#endif"]

    def not_built(self) -> list[Node]:
        """Code that no build has, and that names what there is; or what a macro is given that all builds have empty."""
        if self.choices.chance(25):
            return [f"NOTE(me, {self.value(2)});"]
        with self.branch():
            nodes = [node for _ in range(1 + self.choices.below(2)) for node in self.assign()]
        other: list[Node] = ["#else", f"acc[me] += {self.value(1)};"] if self.choices.chance(30) else []
        head = self.choices.pick(("#ifdef NEVER", "#if NEVER > 1", "#if defined(NEVER) && !FEATURE", "#if 0"))
        wrong: list[Node] = ["#elif NEVER == 7", "#error can't be so"] if self.choices.chance(15) else []
        return [head, *nodes, *wrong, *other, "#endif"]

    # ------------------------------------------------------------------ jumps

    def local_label(self) -> list[Node]:
        """Jumps forward to a label behind some statements."""
        label = Target(len(self.held), self.fresh("skip"))
        body = self.before(label, 4)
        behind = self.declare() if self.choices.chance(50) else ["acc[me]++;"]
        return [*body, f"{label.name}:", *behind] if label.states else [*body, *behind]

    def before(self, label: Target, most: int) -> list[Node]:
        """Statements that may jump to a label behind them."""
        self.labels.append(label)
        self.passed += 1
        if self.strict or self.choices.chance(30):
            body: list[Node] = [Block("", self.inner(most))]
        else:
            self.depth += 1
            body = self.statements(most)
            self.depth -= 1
        self.labels.pop()
        self.passed -= 1
        self.meet(self.assigned, *label.states)
        return body

    def leave(self) -> list[Node]:
        """Perhaps leaves, by return or a jump, releasing what is not held where that leads."""
        if self.choices.chance(15):
            return self.jump()
        condition = self.condition()
        with self.branch():
            self.depth += 1
            with self.block():
                before = self.statements(2) if self.choices.chance(40) else []
                nodes: list[Node] = [] if before == [";"] else before
                if self.assigned is not None:
                    nodes += self.jump()
            self.depth -= 1
        return [Block(f"if ({condition})", nodes, bare=True)]

    def jump(self) -> list[Node]:
        """A jump with everything before it; nothing gets behind it."""
        targets: list[tuple[str, Target]] = [("return", Target(0))]
        targets += [("break", t) for t in self.loops[-1:] if t.held <= len(self.held)]
        targets += [("continue", t) for t in self.continues[-1:] if t.held <= len(self.held)]
        targets += [("goto", t) for t in self.labels if t.held <= len(self.held)]
        kind, target = self.choices.pick(targets)
        kept, released = self.held[: target.held], self.held[target.held :]
        nodes = self.releases([held for held in released if not held.guard])
        self.held = [*kept, *(held for held in released if held.guard)]
        nodes += self.tail()
        nodes += self.arrive(kind, target)
        self.held = [*kept, *released]
        self.assigned = None
        return nodes

    def tail(self) -> list[Node]:
        """Perhaps some statements behind a release."""
        if not self.choices.chance(40):
            return []
        return [n for _ in range(1 + self.choices.below(2)) for n in self.assign()]

    def give_up(self) -> list[Node]:
        """Ends the program where something is wrong, which it never is."""
        forms = "broken", "broken != 0", "unlikely(broken)", "n < -3", "broken && ({c})", "b == NULL"
        head = f"if ({self.choices.pick(forms).format(c=self.condition())})"
        with self.branch():
            self.depth += 1
            with self.block():
                before = self.statements(2) if self.choices.chance(40) else []
                nodes: list[Node] = [] if before == [";"] else before
                if self.assigned is not None:
                    nodes += self.end()
            self.depth -= 1
        if not self.choices.chance(25):
            return [Block(head, nodes, bare=True)]
        with self.branch() as others:
            other = self.inner(2)
        self.meet(*others)
        return [Block(head, nodes, bare=True), Block("else", other, bare=self.choices.chance(60))]

    def end(self) -> list[Node]:
        """The program's or its thread's end, with the locks released, or some of them held; nothing gets behind it."""
        before = self.held
        released = before[self.choices.below(len(before) + 1) :] if self.choices.chance(30) else before
        nodes = self.releases([held for held in released if not held.guard])
        self.held = [held for held in before if held.guard or held not in released]
        nodes += self.tail()
        ends = ["abort();", "give_up(me, {e});", "last_words(\"broken\", {e});", "GIVE_UP({e});", "_exit(3);"]
        ends += ["for (;;)\n\tpause();", "pthread_exit(NULL);"]
        if all(variable.name != "exit" for variable in self.visible()):
            ends += ["exit(1);", "exit(EXIT_FAILURE);"]
        end, newline, round_ = self.choices.pick(ends).format(e=self.value()).partition("\n\t")
        nodes.append(Block(end, [round_], bare=True) if newline else end)
        self.held = before
        self.assigned = None
        return nodes

    def releases(self, released: list[Held]) -> list[Node]:
        """Releases locks, the last one first or in another order."""
        raise NotImplementedError

    def arrive(self, kind: str, target: Target) -> list[Node]:
        if kind == "return":
            return self.finish()
        if kind == "goto":
            target.states.append(set(self.assigned or ()))
            return [f"goto {target.name};"]
        return [f"{kind};"]

    def finish(self) -> list[Node]:
        """Counts the way out, and returns a sum of some variables."""
        picked = [v for v in self.readable() if self.choices.chance(60)]
        terms = [f"{3 + i * 2} * ({v.filled(v.type.read)})" for i, v in enumerate(picked)]
        terms += [f"{held.lock.data}.slot[me]" for held in self.held if held.guard and self.choices.chance(60)]
        nodes: list[Node] = [f"events[me][{self.choices.below(8)}]++;"] if self.choices.chance(50) else []
        return [*nodes, *self.result.statements(" + ".join(terms) or str(self.choices.below(100)))]
