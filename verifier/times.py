"""Times as text, in UTC."""

from __future__ import annotations

from datetime import UTC, datetime


def moment(seconds: int) -> str:
    """The second of a cosignature; times beyond every calendar are given as numbers."""
    return _written(seconds, "%Y-%m-%d %H:%M:%S UTC") or f"second {seconds}"


def day(ms: int) -> str:
    return _written(ms // 1000, "%Y-%m-%d") or f"millisecond {ms}"


def month(ms: int) -> str:
    return _written(ms // 1000, "%Y-%m") or f"millisecond {ms}"


def _written(seconds: int, form: str) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime(form)
    except (ValueError, OverflowError, OSError):
        return ""
