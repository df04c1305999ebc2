"""What three readers say of an operator's files: the independent verifier, the page's, and the service's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cli.verify import check
from engine.logs import BadFile, read
from service.log.tournament_options import with_options
from service.log.verifying import rules_level
from tests.operator.attack import Evidence
from tests.operator.service import Json
from tests.verifier.page_verifier import FILE_LEVELS, Both, Judgement, of_page
from verifier import FAILED, NOT_AVAILABLE, Known, Level, Report, verify_all

UNSOUND = Level("L4", NOT_AVAILABLE, "an earlier level failed")

OF_L1 = ("older", "logged")
"""The page's checks of L1."""


class Page(NamedTuple):
    """What the page says of one file: `failed` is the level, L1 included; `words` are its verdict and account, in English."""

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


class BundleFindings(NamedTuple):
    """Of the bundle of a case: what `kronika verify` says, which has the verifier's levels too, and what the page does."""

    report: Report
    page: Judgement


def judge_bundle(bundle: bytes, both: Both) -> BundleFindings:
    return BundleFindings(check({"": bundle}, Known())[""], both.page_of_bundle(bundle))


def judge(evidence: Evidence, both: Both) -> list[Findings]:
    named = {str(n): file for n, file in enumerate(evidence.files)}
    reports = verify_all(named, Known(**evidence.known))
    rules = _rules(named, reports)
    return [_findings(file, reports[name], rules[name], evidence, both) for name, file in named.items()]


def _rules(files: Mapping[str, Json], reports: Mapping[str, Report]) -> dict[str, Level]:
    """L4 of each file, as `kronika verify` judges it."""
    sound = {name: file for name, file in files.items() if reports[name].ok}
    levels = with_options(sound, {name: rules_level(file, reports[name]) for name, file in sound.items()})
    return {name: levels.get(name, UNSOUND) for name in files}


def _findings(file: Json, report: Report, rules: Level, evidence: Evidence, both: Both) -> Findings:
    page = _page(both, file, evidence.known.get("older"))
    return Findings(report, page, rules, _refusal(file))


def _page(both: Both, file: Json, older: bytes | None) -> Page:
    found: dict[str, Any] = both.ask({"file": file, "older": older.decode() if older else None})
    levels = of_page(found["checks"], found["verdict"], found["account"], FILE_LEVELS)
    words = [*found["said"][0], *found["accounted"][0]]
    rewritten = any(name in OF_L1 and status == FAILED for name, status, _ in found["checks"])
    return Page("L1" if rewritten else levels.failed, levels.details, words, levels.entropy)


def _refusal(file: Json) -> str | None:
    try:
        read(file)
    except BadFile as refused:
        return str(refused)
    return None
