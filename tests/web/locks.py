"""Which tab of a browser sends, and which ones wait for it."""

from __future__ import annotations

from playwright.sync_api import Page

COUNTED = """async () => {
    const { held, pending } = await navigator.locks.query();
    return { held: held.length, pending: pending.length };
}"""
TRIES = 600


def until_locks(page: Page, **wanted: int) -> None:
    """Wait until so many locks are held, and so many asked for, in the whole browser."""
    found: dict[str, int] = {}
    for _ in range(TRIES):
        found = page.evaluate(COUNTED)
        if found == wanted:
            return
        page.wait_for_timeout(50)
    assert found == wanted
