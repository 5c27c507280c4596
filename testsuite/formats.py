# SPDX-License-Identifier: MIT
"""The schemas of docs/schemas/, as a reader of rcl's files would use them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

SCHEMAS = Path(__file__).parents[1] / "docs" / "schemas"


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((SCHEMAS / f"{name}.json").read_text()))


def validate(document: Mapping[str, Any], name: str = "") -> None:
    """Fails unless a document is what its schema says, or that of the name."""
    _validator(name or document["schema"]).validate(document)
