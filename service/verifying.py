"""Level L4 of verification: every event of an audit file follows from the rules of the pinned edition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.hidden import Hidden, Opened, map_hidden, secrets_in
from domain.ledger import canonical, entry
from domain.ledger.seal import Undisclosed, read_event, secrets_from
from domain.rulesets import registry
from domain.table.redecide import NotByTheRules, redecide
from domain.table.state import Logged
from service.codec import types_of
from service.creating import edition_hash
from verifier import FAILED, NOT_AVAILABLE, PASSED, Level

NAME = "L4"
REFEREES = "the referee's audit file discloses every secret; this one does not"


def rules_level(audit: Mapping[str, Any], seen: Callable[[int], object] = int) -> Level:
    """Replay an audit file that has passed L0 through its ruleset. `seen` is told the version reached."""
    ruleset = registry().get(audit["ruleset"])
    if ruleset is None or audit["edition"] not in ruleset.editions:
        missing = f"{audit['ruleset']}, edition {audit['edition']}"
        return Level(NAME, NOT_AVAILABLE, f"this Kronika does not have {missing}")
    try:
        log = read_log(audit)
        if log[0].event.edition_hash != edition_hash(ruleset.edition(audit["edition"])):  # type: ignore[attr-defined]
            return Level(NAME, FAILED, "the edition's data are not those that the game began with", 0)
        redecide(ruleset, log, seen)
    except Undisclosed:
        return Level(NAME, NOT_AVAILABLE, REFEREES)
    except NotByTheRules as broken:
        return Level(NAME, FAILED, broken.detail, broken.version - 1)
    return Level(NAME, PASSED, f"{len(log)} events follow from the rules of {ruleset.name['en']}")


def read_log(audit: Mapping[str, Any]) -> list[Logged]:
    """The events of an audit file with all their secrets; `Undisclosed` when one is missing."""
    opened: dict[int, dict[str, str]] = defaultdict(dict)
    for it in audit["disclosures"]:
        opened[it["index"]][it["path"]] = it["disclosure"]
    types = types_of(registry()[audit["ruleset"]])
    log = []
    for index, text in enumerate(audit["entries"]):
        canonical.decode(text.encode(), sealed=True)
        found = entry.decode(text.encode())
        event = read_event(types[found.t], index, found.d, secrets_from(opened[index]))
        log.append(Logged(index + 1, event, found.by, found.a, found.r))
    return _with_opened_values(log)


def _with_opened_values(log: list[Logged]) -> list[Logged]:
    """What was opened to a few seats only is known from the place where it was committed."""
    found = [it for logged in log for _, it in secrets_in(logged.event)]
    values = {it.ref: it.value for it in found if isinstance(it, Hidden)}

    def filled(path: str, it: Any) -> Any:
        return replace(it, value=values.get(it.ref)) if isinstance(it, Opened) and it.value is None else it

    return [replace(logged, event=map_hidden(logged.event, filled)) for logged in log]
