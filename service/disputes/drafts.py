"""Rulings as requests give them, before they are decided: the draft, its remedy, and the version that it judges."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from domain.hidden import Hidden
from domain.table.given_actions import read_action
from domain.table.referee import ruling
from domain.table.referee.corrections import known_to_its_seat
from domain.table.referee.events import Remedy
from domain.table.referee.hearing import Hearing
from domain.table.refusals import malformed
from service.disputes.texts import Body
from service.log.case_texts import CaseText


def judged_version(if_match: Collection[int] | None) -> int:
    """The version that a request for a ruling or a decision names in If-Match."""
    if if_match is None or len(if_match) != 1:
        detail = "Name in If-Match the one version of the game that you have judged."
        raise malformed("If-Match", detail)
    return next(iter(if_match))


def ruling_draft(
    hearing: Hearing, texts: Mapping[str, CaseText], body: Body, prefix: str = ""
) -> ruling.Said:
    """`texts` by field name, after the `prefix`."""
    why = texts.get(f"{prefix}why_not_stand")
    return ruling.Said(
        body["kind"],
        tuple(body["clauses"]),
        texts[f"{prefix}findings"].hash,
        remedy_of(hearing, body.get("remedy")),
        [ruling.Sanction(it["seat"], it["kind"], it["code"]) for it in body["penalties"]],
        None if why is None else why.hash,
    )


def remedy_of(hearing: Hearing, given: Body | None) -> Remedy | None:
    """The remedy, its action in the form that the log decodes to."""
    if not given:
        return None
    values = dict(given)
    if "ranking" in values:
        values["ranking"] = tuple(map(tuple, values["ranking"]))
    if "winners" in values:
        values["winners"] = tuple(values["winners"])
    if "action" in values:
        action = msgspec.json.encode(read_action(hearing.ruleset, values["action"]))
        values["action"] = Hidden(msgspec.json.decode(action))
    return known_to_its_seat(hearing.ruleset, Remedy(**values))
