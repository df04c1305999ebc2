"""Threads of the store. A system that has no more of them may have some later, so nothing is lost when one cannot begin."""

from __future__ import annotations

import threading
from collections.abc import Callable

from .rows import StoreUnusable


def started(work: Callable[[], None], name: str) -> threading.Thread:
    """A thread that works beside the others and keeps no process alive; `StoreUnusable` when the system gives none."""
    thread = threading.Thread(target=work, name=name, daemon=True)
    try:
        thread.start()
    except RuntimeError as error:
        raise StoreUnusable(f"The system gives no thread for {name}.") from error
    return thread
