"""All levels of one audit file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verifier.draws import check_draws
from verifier.export import Export, read
from verifier.log import Older, check_log, check_older
from verifier.report import FAILED, NOT_AVAILABLE, PASSED, Failed, Level, NotAvailable, Report
from verifier.values import Commitments, check_openings, open_values


def verify(audit: dict[str, Any] | bytes, older: Older = None, vkey: str | None = None) -> Report:
    """Check an audit file: its bytes, or the object in them.

    `older` is an earlier audit file or checkpoint note of the same game (L1). `vkey` is the service's verifier key
    for this game, if the reader has it from elsewhere; without it the file's own key is only compared with entry 0.
    Never raises on a bad file: what is wrong stands in the report.
    """
    try:
        export = read(audit)
    except Failed as failed:
        return _unreadable(failed)
    values = _Values(export)
    return Report(
        (
            _level("L0", lambda: check_log(export, vkey)),
            _level("L1", lambda: check_older(export, older)),
            _level("L2", lambda: check_openings(export, values.needed())),
            _level("L3", lambda: check_draws(export, values.found)),
        ),
        export.game,
        len(export.entries),
        export.vkey,
    )


class _Values:
    """The disclosed values, which L2 judges and L3 uses when they are good."""

    def __init__(self, export: Export) -> None:
        self.found: Commitments | None = None
        self._failed: Failed | None = None
        try:
            self.found = open_values(export)
        except Failed as failed:
            self._failed = failed

    def needed(self) -> Commitments:
        if self.found is None:
            assert self._failed is not None
            raise self._failed
        return self.found


def _level(name: str, check: Callable[[], str]) -> Level:
    try:
        return Level(name, PASSED, check())
    except Failed as failed:
        return Level(name, FAILED, failed.why, failed.entry)
    except NotAvailable as missing:
        return Level(name, NOT_AVAILABLE, str(missing))


def _unreadable(failed: Failed) -> Report:
    rest = (Level(name, NOT_AVAILABLE, "the file must read first (L0)") for name in ("L1", "L2", "L3"))
    return Report((Level("L0", FAILED, failed.why, failed.entry), *rest))
