"""Texts beside the log as documents show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projections.documents.disputes import DISCLOSED, TextShown


def text_shown(hash: str, texts: Mapping[str, Any], readable: bool) -> TextShown:
    """`texts` are those that have not been erased, by hash; `readable`: whether the viewer may read this one."""
    found = texts.get(hash) if readable else None
    if found is None:
        status = "erased" if readable else "withheld"
        return TextShown(hash=hash, status=status, text=None, lang=None, salt=None)
    return TextShown(hash=hash, status=DISCLOSED, text=found.text, lang=found.lang, salt=found.salt)
