# SPDX-License-Identifier: MIT
"""Why sections of a file cannot be moved, as is found out while they are."""

from __future__ import annotations

from rcl.model import Section


class NotParsed(Exception):
    """spatch does not see the functions that these sections stand in."""

    def __init__(self, sections: tuple[Section, ...]) -> None:
        super().__init__(", ".join(section.function for section in sections))
        self.sections = sections

    def __reduce__(self) -> tuple[type[NotParsed], tuple[object, ...]]:
        """It may cross processes."""
        return NotParsed, (self.sections,)


class NotMoved(ValueError):
    """The text around a section is not what the analysis says."""

    def __init__(self, section: str, why: str) -> None:
        super().__init__(why)
        self.section = section

    def __reduce__(self) -> tuple[type[NotMoved], tuple[object, ...]]:
        """It may cross processes."""
        return NotMoved, (self.section, str(self))
