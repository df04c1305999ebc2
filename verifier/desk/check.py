"""B2: the case of a bundle and its timeline are what log and texts make them, and every step followed the rules."""

from __future__ import annotations

from typing import Any

from ..bundle import Bundle
from ..commitments import Commitments
from ..export import Export
from ..problems import Failed, NotAvailable
from ..shapes import Shape, fits, is_a
from .comparing import check_same
from .document import Known, case_of
from .procedure import check_procedure
from .state import Case, Desk
from .texts import Texts, read_texts
from .timeline import timeline_of

CASE_FORMAT = "kronika-case/2"
_CASE: Shape = {
    "format": lambda value: value == CASE_FORMAT,
    "case": is_a(dict),
    "texts": is_a(list),
    "assessment": is_a(dict),
    "explanations": is_a(list),
}
NEITHER = ("organiser", "auditor", "spectator")
"""The viewers that are neither a seat nor a referee."""


def check_case(bundle: Bundle, export: Export, found: Commitments | None) -> str:
    """Check all of B2; NotAvailable if a text is missing, and everything else is right."""
    if not export.accepting or found is None:
        raise NotAvailable(export.terms.lacking or "cases are judged in games of table 4 and later ones only")
    dispute, viewer = bundle.manifest["dispute"], bundle.manifest["viewer"]
    desk = check_procedure(export.entries, export.played)
    if (case := desk.cases.get(dispute)) is None:
        raise Failed(f"the log has no case {dispute}")
    if viewer not in _viewers(export, desk):
        raise Failed(f"{viewer!r} is no viewer of this game")
    file = bundle.json("case.json")
    fits(file, _CASE, "case.json")
    texts = read_texts(file["texts"], export.entries, dispute)
    derived = case_of(export.entries, desk, case, Known(texts, found.values, viewer))
    check_same(derived, file["case"], "case.json: case")
    _check_timeline(bundle, export, case)
    _check_names(bundle.json("names.json"), export, desk)
    return _said(texts, viewer, dispute)


def _viewers(export: Export, desk: Desk) -> set[str]:
    """Everybody who may have a bundle of this game; only the operator vouches for which of them it is."""
    seats = (f"seat:{number}" for number in range(1, export.seats + 1))
    return {*NEITHER, *seats, *(it.name for it in desk.referees.values())}


def _check_timeline(bundle: Bundle, export: Export, case: Case) -> None:
    derived = timeline_of(export.entries, case, bundle.manifest["viewer"])
    check_same(derived, bundle.json("timeline.json"), "timeline.json")


def _check_names(names: Any, export: Export, desk: Desk) -> None:
    """Only the operator vouches for names; each seat and referee has one or null."""
    numbers = {"seats": range(1, export.seats + 1), "referees": desk.referees}
    fits(names, dict.fromkeys(numbers, is_a(dict)), "names.json")
    for whose, those in numbers.items():
        fits(names[whose], {str(number): _is_name for number in those}, f"names.json: {whose}")


def _is_name(value: Any) -> bool:
    return value is None or type(value) is str


def _said(texts: Texts, viewer: str, dispute: int) -> str:
    missing = sum(text is None for text in texts.values())
    if missing:
        raise NotAvailable(f"{missing} of {len(texts)} texts are erased, or withheld from {viewer}")
    return f"case {dispute}, its timeline and {len(texts)} texts are as the log has them, and so is the procedure"
