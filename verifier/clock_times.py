"""What bounds the times of a game with clocks: cosignatures of its heads (docs/ledger.md, section 11)."""

from __future__ import annotations

from collections.abc import Iterable

from .export import Export
from .witnesses import Seen, Witnesses

LEEWAY = 5_000
"""Milliseconds by which a service's clock and a witness's may differ."""
ONLY_WORD = "The times are the operator's word."
AGREEING = "The times agree with the cosignatures of the witnesses."


def check_times(export: Export, named: Witnesses) -> tuple[str, ...]:
    """What the cosignatures of the witnesses that the reader names tell of times, in sentences."""
    seen = named.seen(export.cosignatures)
    if not seen:
        return (ONLY_WORD,)
    times = [entry["at"] for entry in export.entries]
    late, early = _late(times, seen), _early(times, seen)
    said = [
        *([f"Times over 5 seconds later than a witness saw them ({_entries(late)})."] if late else []),
        *(
            [
                f"Times over 5 seconds earlier than a witness's cosignature of a log without them ({_entries(early)})."
            ]
            if early
            else []
        ),
    ]
    return tuple(said or [AGREEING])


def _late(times: list[int], seen: list[Seen]) -> list[int]:
    """Entries that a witness saw before they say that they were made. A cosignature's second ends 999 ms after it begins."""
    latest = [
        min((1000 * it.time + 999 for it in seen if it.size > i), default=None) for i in range(len(times))
    ]
    return [i for i, at in enumerate(times) if (limit := latest[i]) is not None and at > limit + LEEWAY]


def _early(times: list[int], seen: list[Seen]) -> list[int]:
    """Entries that say that they were made before a witness saw the log without them."""
    earliest = [max((1000 * it.time for it in seen if it.size <= i), default=None) for i in range(len(times))]
    return [i for i, at in enumerate(times) if (limit := earliest[i]) is not None and at < limit - LEEWAY]


def _entries(found: Iterable[int]) -> str:
    numbers = [str(i) for i in found]
    return f"{'entry' if len(numbers) == 1 else 'entries'} {', '.join(numbers)}"
