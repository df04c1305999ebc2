"""A service that lies with its real key: the page shows both notes, opens no seed and does nothing more in that game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Response, Route, expect

from domain.ledger.merkle import consistency_path, leaf_hash, tree_root
from domain.ledger.note import parse_checkpoint
from domain.ledger.text import b64
from service.log.signing import load_signer
from tests.soaking import soaked
from tests.web.clicking import await_orders, await_turn, play_a_bot
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host
from tests.web.test_signed_play import WITHOUT_ED25519

OTHER_LOG = "The log is not the one that this browser has seen before."


def another_log(host: Host, note: str) -> str:
    """The service's own note, over another log of as many entries."""
    head = parse_checkpoint(note.split("\n\n")[0] + "\n")
    return load_signer(host.folder).checkpoint(head.origin, head.size, sha256(b"another log").digest())


def stranger(host: Host, note: str) -> str:
    """The true head, signed by nobody."""
    return note[:-12] + ("A" if note[-12] != "A" else "B") + note[-11:]


LIES = {
    "another log": (another_log, OTHER_LOG),
    "no signature": (stranger, "The checkpoint is not signed by the key of this game."),
}


AGREE = """
    async ([path, kept, shown]) => {
        const { agree } = await import("/static/web/trust/log.js");
        return agree({ path, file: null }, kept, shown);
    }
"""
CONTINUES = """
    async (proofs) => {
        const { continues } = await import("/static/web/audit/merkle.js");
        const { fromB64 } = await import("/static/web/audit/bytes.js");
        const bytes = (text) => fromB64(text, 32);
        return Promise.all(proofs.map(([from, older, to, newer, path]) =>
            continues(from, bytes(older), to, bytes(newer), path.map(bytes))));
    }
"""
LEAVES = [leaf_hash(bytes([n])) for n in range(20)]


def proof(
    size: int, to: int, *, older: bytes = b"", newer: bytes = b"", path: Sequence[bytes] | None = None
) -> list[object]:
    """That `to` leaves begin with the first `size`: honest but for what is given."""
    nodes = consistency_path(LEAVES[:to], size) if path is None else path
    roots = older or tree_root(LEAVES[:size]), newer or tree_root(LEAVES[:to])
    return [size, b64(roots[0]), to, b64(roots[1]), [b64(node) for node in nodes]]


def lies(size: int, to: int) -> Iterator[list[object]]:
    """The same with another root, and with a node changed, left out or added."""
    honest, other = consistency_path(LEAVES[:to], size), leaf_hash(b"other")
    yield proof(size, to, older=other)
    yield proof(size, to, newer=other)
    yield proof(size, to, path=[*honest, other])
    for n in range(len(honest)):
        yield proof(size, to, path=[*honest[:n], other, *honest[n + 1 :]])
        yield proof(size, to, path=[*honest[:n], *honest[n + 1 :]])


@pytest.mark.soak
def test_the_page_believes_a_consistency_proof_only_if_it_is_one(visit: Visit) -> None:
    page = visit("/rules")
    sizes = [(size, to) for to in range(2, len(LEAVES) + 1) for size in range(1, to)]
    assert all(page.evaluate(CONTINUES, [proof(*pair) for pair in sizes]))
    forged = [lie for pair in sizes for lie in lies(*pair)]
    believed = page.evaluate(CONTINUES, forged)
    assert [lie for lie, yes in zip(forged, believed, strict=True) if yes] == []


def test_a_longer_log_agrees_with_the_head_kept_only_if_it_continues_it(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    page, kept = visit("/rules"), table.text("/checkpoint")
    table.act(2)
    shown = table.text("/checkpoint")
    path = f"/v1/games/{table.id}"
    assert page.evaluate(AGREE, [path, kept, shown])
    assert not page.evaluate(AGREE, [path, kept, another_log(host, shown)])
    assert not page.evaluate(AGREE, [path, another_log(host, kept), shown])


def expect_stopped(page: Page, why: str) -> None:
    expect(page.locator("#breach")).to_contain_text(why)
    expect(page.locator("#breach pre")).to_have_count(2)
    expect(page.locator("#board [data-action]")).to_have_count(0)
    expect(page.locator("#all-moves")).to_be_hidden()


@pytest.mark.parametrize("lie", soaked(LIES, ["no signature"]))
def test_a_forged_checkpoint_ends_the_play_and_both_notes_are_kept(
    visit: Visit, host: Host, lie: str
) -> None:
    forge, why = LIES[lie]
    page = visit(host.table("age-of-war", ["open", "greedy"]).page)
    page.locator("[data-do=sit-1]").click()
    await_turn(page)
    shown: list[str] = []

    def handle(route: Route) -> None:
        response = route.fetch()
        shown.append(forge(host, response.text()))
        route.fulfill(response=response, body=shown[-1])

    page.route("**/checkpoint", handle)
    page.reload()
    expect_stopped(page, why)
    notes = page.locator("#breach pre").all_inner_texts()
    assert notes[1].strip() == shown[-1].strip() != notes[0].strip()
    page.unroute_all()
    page.reload()
    expect_stopped(page, why)


@pytest.mark.soak
def test_a_service_that_does_not_know_the_head_it_gave_ends_the_play(visit: Visit, host: Host) -> None:
    """It answers a split view to what an unsigned player has seen."""
    page = visit("/", strict=False)
    page.add_init_script(WITHOUT_ED25519)
    page.reload()
    play_a_bot(page, "romans")
    await_turn(page)
    await_orders(host, page)
    refused: list[Response] = []
    page.on("response", lambda answer: refused.append(answer) if answer.status == 409 else None)

    def seen_elsewhere(route: Route) -> None:
        action = json.loads(route.request.post_data or "")
        action["seen"]["r"] = b64(sha256(b"another log").digest())
        route.continue_(post_data=json.dumps(action))

    page.route("**/actions?*", seen_elsewhere)
    page.locator("#all-moves summary").click()
    page.locator("#all-moves [data-action*=place-warrior]").first.click()
    expect_stopped(page, OTHER_LOG)
    assert len(refused) == 1
    kept, shown = page.locator("#breach pre").all_inner_texts()
    told = refused[0].json()
    assert told["type"].endswith("/split-view")
    assert shown.strip() == told["checkpoint"].strip()
    assert kept.startswith("kronika/g/")
    page.unroute_all()
    page.reload()
    expect_stopped(page, OTHER_LOG)


@pytest.mark.soak
def test_a_head_kept_by_another_page_meanwhile_counts(visit: Visit, host: Host) -> None:
    """While one page waits for what is new, another one of the same browser is shown another log."""
    table = host.table("romans", ["open", "person"])
    page = visit(table.page)
    page.locator("[data-do=sit-1]").click()
    await_turn(page)
    held: list[Route] = []
    page.route("**/news?*", lambda route: held.append(route))
    with page.expect_request("**/news?*"):
        table.act(seat=2)
    head = parse_checkpoint(table.text("/checkpoint").split("\n\n")[0] + "\n")
    other = load_signer(host.folder).checkpoint(head.origin, head.size, sha256(b"another log").digest())
    page.evaluate("heads => localStorage.setItem('kronika.heads', heads)", json.dumps({table.id: other}))
    for route in held:
        route.continue_()
    expect(page.locator("#breach")).to_contain_text(OTHER_LOG)


@pytest.mark.soak
def test_nobody_sits_down_on_a_first_entry_that_is_none_of_the_log(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["open", "person"])
    page = visit(BLANK, strict=False)
    taken: list[str] = []
    page.on("request", lambda request: taken.append(request.url) if request.url.endswith("/seats") else None)

    def handle(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=response.text().replace('"age-of-war"', '"touche"', 1))

    page.route("**/ledger/entries?*", handle)
    page.goto(table.page)
    page.locator("[data-do=sit-1]").click()
    expect(page.locator("#breach")).to_contain_text("The first entry is not that of the log.")
    page.unroute_all()
    page.reload()
    expect(page.locator("#breach pre")).to_have_count(2)
    page.locator("[data-do=sit-1]").click()
    expect(page.locator(".alert")).not_to_have_count(0)
    assert taken == []


@pytest.mark.soak
def test_a_seed_is_not_opened_over_a_log_without_the_own_seat(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["open", "person"])
    page = visit(BLANK)
    opened: list[str] = []
    page.on("request", lambda request: opened.append(request.url) if request.url.endswith("/seeds") else None)

    def handle(route: Route) -> None:
        response = route.fetch()
        lines = response.text().replace('"seat":1', '"seat":2', 1)
        route.fulfill(response=response, body=lines)

    page.route("**/ledger/entries?*", handle)
    page.goto(table.page)
    page.locator("[data-do=sit-1]").click()
    expect(page.locator("#breach")).to_contain_text("The entries are not those that the checkpoint signs.")
    assert opened == []
    assert table.get()["to_reveal"] == [1]
    assert urlsplit(page.url).path == table.page


@pytest.mark.soak
def test_a_seed_waits_for_the_services_log_and_is_not_opened_under_a_forged_one(
    visit: Visit, host: Host
) -> None:
    table = host.table("age-of-war", ["open", "person"])
    page = visit(BLANK)
    opened: list[str] = []
    page.on("request", lambda request: opened.append(request.url) if request.url.endswith("/seeds") else None)
    page.route(
        "**/ledger/log", lambda route: route.fulfill(status=404, headers={"Retry-After": "1"}, body="{}")
    )
    page.goto(table.page)
    page.locator("[data-do=sit-1]").click()
    expect(page.locator("#seed-waits")).to_have_text(
        "Your seed waits until the seats are in the service's log."
    )
    page.unroute("**/ledger/log")

    def forge(route: Route) -> None:
        response = route.fetch()
        listed = response.json() if response.ok else {}
        forged = {"checkpoint": stranger(host, listed["checkpoint"])} if listed else {}
        route.fulfill(response=response, body=json.dumps(listed | forged))

    page.route("**/ledger/log", forge)
    expect(page.locator("#breach")).to_contain_text("the checkpoint's signature is not good")
    expect(page.locator("#breach pre")).to_have_count(2)
    expect(page.locator("#seed-waits")).to_be_hidden()
    assert opened == []
    assert table.get()["to_reveal"] == [1]
