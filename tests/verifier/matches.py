"""Recorded matches of every ruleset as audit files: real entries, in a log of the made-up operator's."""

from __future__ import annotations

from functools import cache

from domain.ledger.entry import encode
from domain.ledger.seal import disclosures, seal_event
from domain.rulesets import registry
from tests.rulesets.fixtures import folder, logged_events, read
from tests.verifier.synthetic import Audit, Log, signed_again

K_SALT = b"salt" * 8


def matches(ruleset: str) -> list[str]:
    """The names of a ruleset's matches, the shortest file first."""
    files = sorted(folder(registry()[ruleset]).glob("*.json.gz"), key=lambda file: file.stat().st_size)
    return [file.name.removesuffix(".json.gz") for file in files]


@cache
def match_file(ruleset: str, name: str) -> Audit:
    """A match for who knows everything. No seat has a seed, and no key is opened: L3 cannot pass."""
    rules = registry()[ruleset]
    fixture = read(rules, name)
    setup = fixture.log[0].data
    bound = {"seats": setup["seats"], "draw_count": setup["draw_count"], "options": setup["options"]}
    log = Log(ruleset=ruleset, created=bound)
    audit = log.audit()
    for logged, _ in list(logged_events(rules, fixture))[1:]:
        i, kind = logged.version - 1, logged.event.__struct_config__.tag
        d, secrets = seal_event(logged.event, i, K_SALT)
        entry = encode(i, str(kind), 1_700_000_000_000 + i, logged.actor, logged.action, d, logged.rules)
        audit["entries"].append(entry.decode())
        audit["disclosures"] += [
            {"index": i, "path": path, "disclosure": text}
            for path, text in disclosures(i, secrets, K_SALT).items()
        ]
    return signed_again(audit)
