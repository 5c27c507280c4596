# SPDX-License-Identifier: MIT
"""What the tokens of C look like: patterns that tell them apart, or only some of them.

The name of what was found stands behind its pattern: Python passes over alternatives that begin with another character
than the text, but not over those that begin with a group.
"""

from __future__ import annotations

import re

from rcl.names import OPENS

_COMMENTED = r"(?:\*.*?\*/|/(?:[^\n\\]|\\.)*)"
COMMENT = f"/{_COMMENTED}"
#: what says of a text that it is UTF-8, before its first line: it is passed over as a comment
MARK = "\xef\xbb\xbf"
_UNSEEN = {
    "comment": rf"[/\xef](?:(?<=/){_COMMENTED}|(?<=\xef)\xbb\xbf)",
    "string": rf"""["'](?:(?<=")(?:[^"\\\n]|\\.)*"|(?<='){OPENS}(?:[^'\\\n]|\\.)*')""",
    "directive": r"(?<![^\n\xbf])[ \t]*\#(?:[^\n\\]|\\.)*",
}
_ALL = {
    "word": r"[A-Za-z_]\w*",
    "mark": r"[][(){};,:?~]",
    **{kind: _UNSEEN[kind] for kind in ("comment", "string")},
    "number": r"\.?\d(?:[eEpP][+-]|'?[\w.])*",
    "operator": r"(?:->|\+\+|--|<<=|>>=|\.\.\.|&&|\|\||[-+*/%&|^=!<>]=|<<|>>|[^\s\w#\\])",
    "directive": _UNSEEN["directive"],
    "hash": r"\#",
}


def _lexer(kinds: dict[str, str]) -> re.Pattern[str]:
    return re.compile("|".join(f"{pattern}(?P<{kind}>)" for kind, pattern in kinds.items()), re.DOTALL | re.ASCII)


#: every token
TOKENS = _lexer(_ALL)
#: their spellings alone
SPELLINGS = re.compile("|".join(_ALL.values()), re.DOTALL | re.ASCII)
# The others find only some tokens, besides what they do not count in: most of a text is passed over.
DIRECTIVES = _lexer(_UNSEEN)
BRACKETS = _lexer({"wanted": r"[][(){};]", **_UNSEEN})
#: what ends the code before a definition
ENDS = _lexer({"wanted": r"[;}]", **_UNSEEN})
#: braces, and names before parentheses: there may be comments and preprocessor lines in between
BODIES = _lexer({"wanted": r"[{}]", "name": r"[A-Za-z_](?<!\w\w)\w*(?=\s*[(/\\#])", **_UNSEEN})
#: names before braces, but for those of types
HEADS = _lexer({"name": r"(?<!\w)(?:(?:struct|union|enum)\s+)?[A-Za-z_]\w*(?=\s*[{/\\#])", **_UNSEEN})
