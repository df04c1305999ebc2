"""The terms of a new table: which ruleset, how many seats, which options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.packages.installed import installed
from domain.ruleset import BadSetup, Ruleset
from domain.rulesets import registry
from domain.table.clock.terms import check_clock
from domain.table.events import GameCreated
from domain.table.referee.terms import check_terms
from domain.table.refusals import malformed
from domain.table.undo import POLICIES

VISIBILITIES = ("public", "private")


def chosen(terms: Mapping[str, Any]) -> tuple[Ruleset[Any], Any]:
    """The ruleset and its options, checked against each other and the seats."""
    ruleset = registry().get(terms["ruleset"])
    if ruleset is None:
        raise malformed("ruleset", _no_such(terms["ruleset"]))
    try:
        options = msgspec.convert(terms.get("options", {}), ruleset.options)
    except msgspec.ValidationError as error:
        raise malformed("options", str(error)) from error
    allowed = ruleset.traits.seats
    if terms["seats"] not in allowed:
        raise malformed("seats", f"{ruleset.name['en']} is played by {', '.join(map(str, allowed))}.")
    try:
        ruleset.check(terms["seats"], options)
    except BadSetup as bad:
        field = bad.field if bad.field == "seats" else f"options.{bad.field}"
        raise malformed(field, f"{bad.detail} ({bad.rule})") from bad
    return ruleset, options


def _no_such(id: str) -> str:
    for broken in installed().broken:
        if broken.id == id:
            return f"The ruleset {id} of the package {broken.package} failed to load."
    return f"There is no such ruleset; choose one of {', '.join(registry())}."


def check_setup(setup: GameCreated) -> None:
    """That a game may be created so, as far as its rules and those of the table say; `Refused` otherwise."""
    chosen({"ruleset": setup.ruleset, "seats": setup.seats, "options": setup.options})
    for name, allowed in (("visibility", VISIBILITIES), ("undo", POLICIES)):
        if getattr(setup, name) not in allowed:
            raise malformed(name, f"{name} is one of {', '.join(allowed)}.")
    if setup.disputes is not None:
        check_terms(setup.disputes)
    if setup.clock is not None:
        check_clock(setup.clock)
