"""Usual clocks, for `GET /v1/clocks`: the only place where they are listed."""

from __future__ import annotations

from projections.documents import BothLanguages
from projections.documents.clocks import ClockList, ClockPreset, ProposedClock

MINUTE = 60
DAY = 86_400


def _preset(id: str, en: str, pl: str, bank: int, increment: int = 0, grace: int = 0) -> ClockPreset:
    clock = ProposedClock(bank=bank, increment=increment, grace=grace)
    return ClockPreset(id=id, name=BothLanguages(en=en, pl=pl), clock=clock)


PRESETS = ClockList(
    clocks=(
        _preset("bullet", "Bullet: 1 minute + 1 second", "Superszybka: 1 minuta + 1 sekunda", MINUTE, 1),
        _preset("blitz", "Blitz: 3 minutes + 2 seconds", "Błyskawiczna: 3 minuty + 2 sekundy", 3 * MINUTE, 2),
        _preset(
            "blitz-5", "Blitz: 5 minutes + 3 seconds", "Błyskawiczna: 5 minut + 3 sekundy", 5 * MINUTE, 3
        ),
        _preset("rapid", "Rapid: 15 minutes + 10 seconds", "Szybka: 15 minut + 10 sekund", 15 * MINUTE, 10),
        _preset(
            "classical",
            "Classical: 45 minutes + 30 seconds",
            "Klasyczna: 45 minut + 30 sekund",
            45 * MINUTE,
            30,
        ),
        _preset("day", "Daily: 1 day a move", "Korespondencyjna: 1 dzień na ruch", 0, grace=DAY),
        _preset("days-3", "Daily: 3 days a move", "Korespondencyjna: 3 dni na ruch", 0, grace=3 * DAY),
        _preset(
            "week",
            "Daily: 1 day a move, and a week in reserve",
            "Korespondencyjna: 1 dzień na ruch i tydzień w zapasie",
            7 * DAY,
            grace=DAY,
        ),
    )
)
