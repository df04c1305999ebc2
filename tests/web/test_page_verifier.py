"""The page's verifier, the third one, against the independent one: honest files, changed ones, those of attacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.verifier.attacks import ATTACKS
from tests.verifier.changes import CHANGES, base, changed
from tests.web.conftest import Visit
from verifier import FAILED, Report, verify

Json = dict[str, Any]
HONEST = ("game", "signed", "plain", "seen", "tournament", "waiting")
CHECK = """
    async (file) => {
        const { verify } = await import("/static/web/audit/check.js");
        const { checks, verdict } = await verify(file, { older: undefined, events: [] });
        return [Object.fromEntries(checks.map(({ name, status }) => [name, status])), verdict];
    }
"""
LEVELS = {
    "form": "L0",
    "log": "L0",
    "signature": "L0",
    "older": "L1",
    "values": "L2",
    "seats": "L2",
    "draws": "L3",
}


def files() -> Iterator[tuple[str, Json]]:
    for name in HONEST:
        yield name, base(name)
    for name, change in CHANGES.items():
        yield name, changed(change)
    for name, attack in ATTACKS.items():
        made = attack.make()
        for file in made if isinstance(made, list) else [made]:
            yield name, file


def told(statuses: Json, verdict: Json | None) -> tuple[str | None, str | None, Json | None]:
    """The level that fails, how L3 stands where none does, and the verdict."""
    failed = next((LEVELS[name] for name, status in statuses.items() if status == "failed"), None)
    return failed, None if failed else statuses["draws"], verdict


def told_by_the_other(report: Report) -> tuple[str | None, str | None, Json | None]:
    failed = next((level.name for level in report.levels if level.status == FAILED), None)
    entropy = None if report.entropy is None else dict(report.entropy)
    return failed, None if failed else report["L3"].status, entropy


def test_the_page_finds_what_the_independent_verifier_finds(visit: Visit) -> None:
    page = visit("/")
    found = [
        (name, told(*page.evaluate(CHECK, file)), told_by_the_other(verify(file))) for name, file in files()
    ]
    assert len(found) > 200
    assert [one for one in found if one[1] != one[2]] == []


HEARD = """
    async () => {
        const { sha256 } = await import("/static/web/audit/bytes.js");
        let [heard, hashes] = [0, 20_000];
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => port2.postMessage((heard += 1));
        port2.postMessage(null);
        while (hashes--) await sha256(new Uint8Array(32));
        port1.close();
        return heard;
    }
"""


def test_the_page_hears_while_it_counts_a_log_out(visit: Visit) -> None:
    """Whoever clicks meanwhile is not kept waiting until all of it is read."""
    assert visit("/").evaluate(HEARD) > 5
