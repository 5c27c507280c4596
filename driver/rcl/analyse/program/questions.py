# SPDX-License-Identifier: MIT
"""What is asked of the whole program while a part of it is analysed: while the answers are the same, so is the part.

What follows from one file alone is kept by what was read; what follows from others, too, goes through questions:
methods that are told names, not the program's own objects, and whose answers JSON can say. Each question that comes up
while somebody takes notes is noted with its answer. Another run asks the same questions, and if it gets the same
answers it need not do again what they were asked for. So code that looks at one function must not look at others but
by question; questions may, and what they ask in turn need not be noted.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from rcl.workspace import sha256

#: a question's name and what it is asked about
Question = tuple[Any, ...]
#: questions, with the hashes of their answers
Notes = dict[Question, str]
#: the attribute of methods that are questions
_MARK = "question"

Method = TypeVar("Method", bound=Callable[..., Any])


class Ledger:
    """Takes notes, and compares them with what would be answered now."""

    def __init__(self) -> None:
        self.notes: Notes | None = None
        #: by its name: whom to ask, what his answer says, and whether it lasts
        self._answering: dict[str, tuple[Callable[..., Any], Callable[[Any], object], bool]] = {}
        #: the answers that last
        self._known: Notes = {}

    def answered_by(self, who: object) -> None:
        """Its questions are answered by this object."""
        for name, method in vars(type(who)).items():
            if marked := getattr(method, _MARK, None):
                self._answering[name] = (functools.partial(method, who), *marked)

    @contextmanager
    def noting(self) -> Iterator[Notes]:
        """Notes what is asked inside, and only there."""
        outer, notes = self.notes, Notes()
        self.notes = notes
        try:
            yield notes
        finally:
            self.notes = outer

    def note(self, notes: Notes) -> None:
        """What follows from these notes is used."""
        if self.notes is not None:
            self.notes |= notes

    def hold(self, notes: Any) -> bool:
        """Would the noted questions, as JSON says them, be answered so now?"""
        return all(self._answer(tuple(asked)) == answer for asked, answer in notes)

    def _answer(self, asked: Question) -> str:
        known = self._known.get(asked)
        if known is not None:
            return known
        method, says, lasts = self._answering[asked[0]]
        return self.said(asked, method(*asked[1:]), says, lasts)

    def said(self, asked: Question, answer: Any, says: Callable[[Any], object], lasts: bool) -> str:
        """The hash of an answer to a question."""
        known = self._known.get(asked)
        if known is None:
            known = digest(says(answer))
            if lasts:
                self._known[asked] = known
        return known


def question(says: Callable[[Any], object], lasts: bool = True) -> Callable[[Method], Method]:
    """A method that is a question; ``says`` makes of its answer what JSON can say. Its object has the ``ledger``.

    ``lasts``: as soon as it can be asked, its answers are the last ones.
    """

    def marked(method: Method) -> Method:
        @functools.wraps(method)
        def ask(self: Any, *about: Any) -> Any:
            ledger: Ledger = self.ledger
            notes = ledger.notes
            if notes is None:
                return method(self, *about)
            ledger.notes = None
            try:
                answer = method(self, *about)
            finally:
                ledger.notes = notes
            if (asked := (method.__name__, *about)) not in notes:
                notes[asked] = ledger.said(asked, answer, says, lasts)
            return answer

        setattr(ask, _MARK, (says, lasts))
        return cast(Method, ask)

    return marked


def digest(answer: object) -> str:
    """An answer, or its hash if it is long."""
    text = json.dumps(answer)
    return text if len(text) <= 64 else sha256(text.encode())


def packed(notes: Notes) -> list[Any]:
    """Notes as JSON can say them."""
    return [[list(asked), answer] for asked, answer in notes.items()]
