"""All levels of audit files and bundles: each file on its own, and the files of a tournament together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .account import account
from .away import check_absence, check_bots
from .bundle import Bundle, check_manifest, is_bundle, read_bundle
from .clock_times import check_times
from .clocks import check_clockless, read_clocks
from .commitments import Commitments
from .desk.check import check_case
from .draws import check_draws
from .export import Export, read
from .known import Known, Older
from .log import check_log, check_seen
from .note import read_head
from .operator_log import is_operator_log, operator_report
from .problems import Failed, NotAvailable
from .report import CLOCKS, FAILED, NOT_AVAILABLE, PASSED, Level, Place, Report, drawn
from .seeds import beginning
from .signed import check_signatures
from .standing import whole_of
from .together import judge
from .values import check_openings, open_values
from .verdict import Entropy, entropy
from .whole_log import Summary

Audit = dict[str, Any] | bytes


def verify(
    audit: Audit,
    older: Older = None,
    vkey: str | None = None,
    witnesses: Sequence[str] = (),
    own: str | None = None,
) -> Report:
    """Check an audit file or a bundle: its bytes, or an audit file's object. `Known` describes the other arguments.

    Never raises on a bad file: the report lists the problems.
    """
    return verify_all({"": audit}, Known(older, vkey, witnesses, own))[""]


def verify_all(audits: Mapping[str, Audit], known: Known | None = None) -> dict[str, Report]:
    """Check several files: audit files, those of a tournament together, and operator's logs."""
    operators = {
        name: operator_report(file, known or Known())
        for name, file in audits.items()
        if isinstance(file, bytes) and is_operator_log(file)
    }
    games = {name: audit for name, audit in audits.items() if name not in operators}
    found = _verify_games(games, known) | operators
    return {name: found[name] for name in audits}


def _verify_games(audits: Mapping[str, Audit], known: Known | None) -> dict[str, Report]:
    checks = {name: _Check(known or Known()) for name in audits}
    for name, audit in audits.items():
        checks[name].run(audit)
    judged = [check for check in checks.values() if check.whole()]
    log = known.log if known else None
    for check, why in zip(judged, judge([check.exported for check in judged], log), strict=True):
        check.place(*why)
    return {name: check.report() for name, check in checks.items()}


@dataclass
class _Check:
    """The verification of one file, level by level."""

    known: Known
    levels: list[Level] = field(default_factory=list)
    export: Export | None = None
    clocks: Level | None = None
    tournament: Place | None = None
    _found: Commitments | None = None
    _bundle: Bundle | None = None

    def run(self, audit: Audit) -> None:
        """For a bundle, check its container first, and its additions to the audit file last."""
        if is_bundle(audit):
            self._level("B0", lambda: self._container(audit))
        self._game(audit if self._bundle is None else self._bundle.audit)
        if self._bundle is not None:
            bundle = self._bundle
            self._level("B1", lambda: check_manifest(bundle, self.exported))
            self._level("B2", lambda: check_case(bundle, self.exported, self._found))

    def _container(self, data: Any) -> str:
        self._bundle = read_bundle(data)
        return f"{len(data)} bytes hold {len(self._bundle.files)} files"

    def _game(self, audit: Audit) -> None:
        self._level("L0", lambda: self._log(audit))
        self._level("L1", lambda: check_seen(self.exported, self.known))
        self._level("L2", self._values)
        self._level("L3", self._draws)
        if self.export is not None and "clock" in self.export.created:
            self.clocks = self._judged(CLOCKS, lambda: read_clocks(self.exported).words())
            if self.clocks.status == FAILED:
                self._replace(replace(self.clocks, name="L3"))

    @property
    def exported(self) -> Export:
        assert self.export is not None
        return self.export

    def unfailed(self) -> bool:
        return all(level.status != FAILED for level in self.levels)

    def whole(self) -> bool:
        """Whether nothing failed and this verifier knows the table of the whole log."""
        return self.export is not None and self.unfailed() and not self.export.terms.lacking

    def _level(self, name: str, check: Callable[[], str]) -> None:
        self.levels.append(self._judged(name, check))

    def _judged(self, name: str, check: Callable[[], str]) -> Level:
        failed = next((level.name for level in self.levels if level.status == FAILED), None)
        if failed:
            return Level(name, NOT_AVAILABLE, f"{failed} has failed, so this is not judged")
        try:
            return Level(name, PASSED, check())
        except Failed as why:
            return Level(name, FAILED, why.why, why.entry)
        except (RecursionError, UnicodeError):
            return Level(name, FAILED, "a value is nested too deep, or holds what UTF-8 cannot write")
        except NotAvailable as missing:
            return Level(name, NOT_AVAILABLE, str(missing))

    def _replace(self, level: Level) -> None:
        self.levels = [level if it.name == level.name else it for it in self.levels]

    def _log(self, audit: Audit) -> str:
        bundled = self._bundle is not None
        export = read(audit, bundled)
        if bundled and export.service_log is not None:
            raise Failed("a bundle's audit file has no service_log")
        self.export = export
        return check_log(export, self.known.vkey)

    def _values(self) -> str:
        if self.exported.terms.lacking and not self.exported.terms.older:
            raise NotAvailable(self.exported.terms.lacking)
        self._found = open_values(self.exported)
        signatures = check_signatures(self.exported)
        check_bots(self.exported)
        return f"{check_openings(self.exported, self._found)}; {signatures}"

    def _draws(self) -> str:
        if not self.exported.terms.lacking:
            check_absence(self.exported)
            if "clock" not in self.exported.created:
                check_clockless(self.exported)
        return check_draws(self.exported, self._found or Commitments())

    def place(self, place: Place | None, failed: str | None) -> None:
        """The effects of the other files of its tournament."""
        self.tournament = place
        if failed:
            self._replace(Level("L3", FAILED, failed))

    def _verdict(self, export: Export, found: Commitments) -> Entropy:
        return entropy(beginning(export), account(export, found), self.known.own)

    def _summary(self, export: Export) -> Summary | None:
        """The numbers of the whole log, if it has the head of the file's list."""
        whole, given = whole_of(export, self.known), export.service_log
        if whole is None or given is None or read_head(given["checkpoint"]).size > whole.head.size:
            return None
        return whole.summary()

    def report(self) -> Report:
        if self.export is None:
            return Report(tuple(self.levels))
        export, levels = self.export, tuple(self.levels)
        return Report(
            levels,
            export.game,
            len(export.entries),
            export.vkey,
            self._verdict(export, self._found) if self.whole() and self._found else None,
            self.tournament,
            export.terms.lacking,
            drawn(self._found) if self._found else (),
            self._summary(export) if self.whole() else None,
            self.clocks,
            check_times(export, self.known.named) if "clock" in export.created else (),
        )
