"""Background threads of the store. When the system has no threads left, callers see `StoreUnusable` and may try again."""

from __future__ import annotations

import threading
from collections.abc import Callable

from .types import StoreUnusable


def start_thread(work: Callable[[], None], name: str) -> threading.Thread:
    """Start a daemon thread; `StoreUnusable` if the system cannot create one."""
    thread = threading.Thread(target=work, name=name, daemon=True)
    try:
        thread.start()
    except RuntimeError as error:
        raise StoreUnusable(f"The system gives no thread for {name}.") from error
    return thread
