"""What the three readers say of a case: the independent verifier and the page's of every level, the service's of the form.

The service's own reader is what an import runs after the independent verifier's levels, before it decides a log again:
it reads the entries into structs, writes them again, compares the bytes, and lists the draws that L4 compares with those of L3.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple
from unittest import mock

from domain.ledger.seal import Undisclosed
from domain.table import reading
from domain.table.logged_draws import made_in
from domain.table.state import Logged
from tests.verifier.adversary.cases import Case
from tests.verifier.adversary.desks import Json, shown
from tests.verifier.adversary.toy import TOY, UNREAD
from tests.verifier.page_verifier import BUNDLE_LEVELS, FILE_LEVELS, Both, Judgement, of_independent
from verifier import FAILED, Known, Report, verify_all
from verifier.bundle import audit_in, read_bundle
from verifier.closed import Reader
from verifier.commitments import Commitments
from verifier.desk import check
from verifier.desk.folding import desk_of
from verifier.export import read
from verifier.problems import Failed

RENEWING = 4
RENEWED = ("appeal-decided", "evidence-released", "ruled")
"""The first table of today's desk, and the types of older ones that the service does not read any more."""
READ, REFUSED, UNREADABLE = "read", "refused", "not judged"
OF_VALUES = ("Invalid enum value", "at `$.remedy.action")
"""What structs say of a value that has the right form, and is none that the rules know, or no action: that is L4's."""
LATER = ("L3", "B1", "B2")
"""Levels that look at what has passed L2."""


class Service(NamedTuple):
    """Whether the service's reader reads a log, why not, the draws that it finds, and what it makes of a bundle's case."""

    status: str
    why: str = ""
    draws: tuple[Any, ...] = ()
    case: Json | None = None


class Said(NamedTuple):
    """What each reader says of a case; `report` is the independent verifier's.

    `derived` is what that one says without judging the procedure of the desk, which the page does not judge.
    """

    page: Judgement
    other: Judgement
    derived: Judgement
    service: Service
    report: Report
    case: Case

    @property
    def level(self) -> str:
        """The level that fails, or "accepted"."""
        return self.other.failed or "accepted"

    def differences(self) -> Iterator[str]:
        """In what the readers do not agree."""
        if not self.page.agrees(self.derived):
            yield f"page: {self.page}\nverifier: {self.derived}"
        formed = self.level in (*LATER, "accepted")
        if formed and self.service.status == REFUSED:
            yield f"the service refuses what passes L2: {self.service.why}"
        if self.service.status == READ and not (formed or _has_its_form(self.case)):
            yield f"the service reads what L2 refuses for its form: {self.other.details}"
        if formed and self.service.status == READ and self.service.draws != self.report.draws:
            yield f"the service finds the draws {self.service.draws}, the verifier {self.report.draws}"
        made = self.service.case
        if self.level == "accepted" and made is not None and made != (its := _case_in(self.case)):
            yield f"the service makes the case {made}, and accepted is {its}"


def asked(both: Both, case: Case) -> Said:
    report = _verified(case)
    levels = BUNDLE_LEVELS if case.is_bundle else FILE_LEVELS
    other = derived = of_independent(report, levels)
    if other.levels.get("B2") == FAILED:
        with mock.patch.object(check, "check_procedure", lambda entries, *_: desk_of(entries)):
            derived = of_independent(_verified(case), levels)
    return Said(_page(both, case), other, derived, service_of(case, report), report, case)


def _verified(case: Case) -> Report:
    return verify_all({"": case.data}, Known(older=case.older, heads=[case.head] if case.head else []))[""]


def _page(both: Both, case: Case) -> Judgement:
    if case.is_bundle:
        return both.page_of_bundle(case.data)
    text = case.data.decode("utf-8", "surrogatepass")
    return both.page(text, older=case.older, kept=case.compared)


def service_of(case: Case, report: Report) -> Service:
    """Of games of the made-up ruleset only: the writer does not know the words of others."""
    if not report.size or report.lacking or report["L0"].status == FAILED:
        return Service(UNREADABLE)
    audit = audit_in(case.data)
    entries = [json.loads(entry) for entry in audit["entries"]]
    unread = {*UNREAD, *(RENEWED if entries[0]["d"]["table"] < RENEWING else ())}
    known = audit["ruleset"] == "toy" and unread.isdisjoint(entry["t"] for entry in entries)
    return _read(audit, case) if known else Service(UNREADABLE)


def _read(audit: dict[str, Any], case: Case) -> Service:
    try:
        with mock.patch.object(reading, "registry", return_value={"toy": TOY}):
            log = reading.read_log(audit)
    except Undisclosed as missing:
        return Service(UNREADABLE, str(missing))
    except Exception as error:  # whatever a struct or a path runs into refuses the file
        return Service(
            UNREADABLE if any(it in str(error) for it in OF_VALUES) else REFUSED,
            f"{type(error).__name__}: {error}",
        )
    return Service(READ, draws=tuple(made_in(log)), case=_case_of(log, case))


def _case_in(case: Case) -> Json | None:
    """The document of the case in a bundle."""
    found: Json = json.loads(read_bundle(case.data).files["case.json"])["case"]
    return found


def _case_of(log: list[Logged], case: Case) -> Json | None:
    """What the service makes of the case in an honest bundle; other logs may be such as it never writes."""
    created: Any = log[0].event
    if not case.is_bundle or case.did or created.table < RENEWING:
        return None
    bundle = read_bundle(case.data)
    file, manifest = json.loads(bundle.files["case.json"]), bundle.manifest
    texts = {(row["entry"], row["member"]): row["text"] for row in file["texts"]}
    absent = "erased" if '"status":"erased"' in bundle.files["case.json"].decode() else "withheld"
    return shown(log, manifest["dispute"], manifest["viewer"], texts, absent)


def _has_its_form(case: Case) -> bool:
    """Whether the data of all entries are what the table has, so that L2 fails for what is committed, disclosed or signed."""
    export = read(audit_in(case.data))
    assert export.terms.table is not None
    reader = Reader(Commitments(), export.terms.table, export.slots)
    try:
        for entry in export.entries:
            reader.read(entry)
    except Failed:
        return False
    return True
