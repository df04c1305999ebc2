"""The synchronous client, from the asynchronous one."""

from __future__ import annotations

import re

HEAD = '"""`Client`, and how it carries out the steps of flows. Generated from `client` by `python -m tests.clients.generate`."""'
WORDS = [
    (r'""".*"""', HEAD),
    (r"Coroutine\[Any, Any, (\w+)\]", r"\1"),
    (r"AsyncIterator, Coroutine", "Iterator"),
    (r"anext\(", "next("),
    (r"aclosing, closing", "closing"),
    (r"aclosing", "closing"),
    (r"asyncio", "time"),
    (r"\basync |\bawait ", ""),
    (r"\baclose\b", "close"),
    (r"\b__a(enter|exit)__", r"__\1__"),
    (r"\ba(iter_bytes|read)\b", r"\1"),
    (r"\bAsync(\w)", r"\1"),
]


def synchronous(text: str) -> str:
    """The text of `client` without its event loop."""
    for n, (pattern, word) in enumerate(WORDS):
        text = re.sub(pattern, word, text, count=1 if n == 0 else 0)
    return text
