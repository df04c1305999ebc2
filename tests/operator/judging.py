"""What three readers say of an operator's files: the independent verifier, the page's, and the service's own."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.logs import BadFile, read
from service.log.verifying import rules_level
from tests.operator.attack import Evidence
from tests.operator.service import Json
from tests.verifier.page_verifier import FILE_LEVELS, Both, of_page
from verifier import FAILED, NOT_AVAILABLE, Known, Level, Report, verify_all


class Page(NamedTuple):
    """What the page says of one file: `failed` is the level, L1 included; `words` are its verdict, in English."""

    failed: str | None
    details: list[str]
    words: list[str]
    entropy: Json | None


class Findings(NamedTuple):
    """Of one file. `refusal` is what the service says when it is to read it as a game, `rules` its level L4."""

    verifier: Report
    page: Page
    rules: Level
    refusal: str | None


def judge(evidence: Evidence, both: Both) -> list[Findings]:
    named = {str(n): file for n, file in enumerate(evidence.files)}
    reports = verify_all(named, Known(**evidence.known))
    return [_findings(file, reports[name], evidence, both) for name, file in named.items()]


def _findings(file: Json, report: Report, evidence: Evidence, both: Both) -> Findings:
    rules = rules_level(file, report) if report.ok else Level("L4", NOT_AVAILABLE, "an earlier level failed")
    return Findings(report, _page(both, file, evidence.known.get("older")), rules, _refusal(file))


def _page(both: Both, file: Json, older: bytes | None) -> Page:
    found: dict[str, Any] = both.ask({"file": file, "older": older.decode() if older else None})
    levels = of_page(found["checks"], found["verdict"], FILE_LEVELS)
    rewritten = any(name == "older" and status == FAILED for name, status, _ in found["checks"])
    return Page("L1" if rewritten else levels.failed, levels.details, found["said"][0], levels.entropy)


def _refusal(file: Json) -> str | None:
    try:
        read(file)
    except BadFile as refused:
        return str(refused)
    return None
