"""The page's verifier, the third one, against the independent one: honest files, changed ones, those of attacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.verifier.attacks import ATTACKS
from tests.verifier.changes import CHANGES, base, changed
from tests.verifier.page_verifier import of_independent, of_page
from tests.web.conftest import Visit
from verifier import verify

Json = dict[str, Any]
HONEST = ("game", "signed", "plain", "seen", "tournament", "waiting")
CHECK = """
    async (file) => {
        const { verify } = await import("/static/web/audit/check.js");
        const { checks, verdict, account } = await verify(file, { older: undefined, events: [] });
        return [checks.map(({ name, status, message }) => [name, status, message]), verdict, account];
    }
"""


def files() -> Iterator[tuple[str, Json]]:
    for name in HONEST:
        yield name, base(name)
    for name, change in CHANGES.items():
        yield name, changed(change)
    for name, attack in ATTACKS.items():
        made = attack.make()
        for file in made if isinstance(made, list) else [made]:
            yield name, file


@pytest.mark.soak
def test_the_page_finds_what_the_independent_verifier_finds(visit: Visit) -> None:
    """Level by level, and the verdict."""
    page = visit("/rules")
    found = [
        (name, of_page(*page.evaluate(CHECK, file)), of_independent(verify(file))) for name, file in files()
    ]
    assert len(found) > 250
    assert [one for one in found if not one[1].agrees(one[2])] == []


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
    assert visit("/rules").evaluate(HEARD) > 5
