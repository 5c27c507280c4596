# SPDX-License-Identifier: MIT
"""The marks by which the rule knows a section's tokens, and the driver what it cuts and inserts."""

from __future__ import annotations

import re

ENTER = "RCL_ENTER__{}"  # the acquisition's token
LEAVE = "RCL_LEAVE__{}"  # the last release's token
EXIT = "RCL_EXIT__{}__{}_{}"  # the token of a release that leads out, the exit's number and the release's in it
TAIL_END = "RCL_TAIL_END__{}__{}"  # behind what follows such a release
REFERENCE = "RCL_REF__{}"  # a variable that the section takes by reference
POINTER = "RCL_PTR__{}"  # its pointer, where the rule has made it one
TOKEN = "RCL_TOKEN__{}"  # another lock call's token
SEEN = "RCL_SEEN__{}"  # what the rule makes of the marks of lock calls
CONTEXT = "RCL_CONTEXT__{}"  # where the context goes
FUNCTION = "RCL_FUNCTION__{}"  # where the section's function goes
CALL = "RCL_CALL__{}"  # where the section was
BODY = "RCL_BODY__{}"  # where its body goes
TAIL = "RCL_TAIL__{}__{}"  # where the tail of an exit goes
RESULT = "RCL_RESULT"  # the call whose result the program asks for, in the text that asks
RUN = "RCL_RUN"  # the call of the section, in the text that leads up to it
WAITED = "RCL_WAITED__{}"  # whether the section was taken in a branch
HERE = "RCL_HERE"  # what a label stands before, if no other statement follows
END = "RCL_END"  # behind a piece that needs no semicolon

ANY = re.compile(
    r"\bRCL_(?:(?:ENTER|LEAVE|EXIT|TAIL_END|REF|PTR|CONTEXT|FUNCTION|CALL|BODY|TAIL)__\w+|(?:END|HERE)\b)"
)
