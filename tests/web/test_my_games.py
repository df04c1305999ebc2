"""My games: what this browser holds, whose turn it is, and going on in another browser, where the old one can only watch."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.web.clicking import menu, play_a_bot, see_first_done
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table


def hold(page: Page, *tables: Table) -> None:
    """The page's browser as if it had set these tables up and sat down at seat 1 of each."""
    kept = {table.id: {role: table.tokens[role] for role in ("organiser", "seat:1")} for table in tables}
    page.evaluate("kept => localStorage.setItem('kronika.tokens', kept)", json.dumps(kept))


@pytest.mark.soak
def test_games_stand_by_what_is_to_be_done(visit: Visit, host: Host) -> None:
    turn, waiting = host.table("touche", ["person", "person"]), host.table("touche", ["person", "open"])
    for _ in range(2):
        if 1 not in turn.get()["to_act"]:
            turn.act()
    over = host.table("touche", ["person", "person"], visibility="private")
    over.post("/abandonment", {}, "organiser")
    strange = host.table("touche", ["person", "person"])
    page = visit("/my")
    expect(page.locator(".nothing")).to_be_visible()
    hold(page, turn, waiting, over)
    page.reload()
    expect(page.locator("[data-group]")).to_have_count(3)
    for group, table in (("turn", turn), ("waiting", waiting), ("over", over)):
        row = page.locator(f"[data-group={group}] [data-game]")
        expect(row).to_have_attribute("data-game", table.id)
    expect(page.locator(f"[data-game='{strange.id}']")).to_have_count(0)
    turn.act(seat=1)  # told by the stream
    expect(page.locator("[data-group=on] [data-game]")).to_have_attribute("data-game", turn.id)
    page.locator(f"[data-game='{turn.id}'] .btn").first.click()
    expect(page.locator(".seat.mine")).to_have_attribute("data-seat", "1")


@pytest.mark.soak
def test_a_game_is_forgotten_after_a_question_only(visit: Visit, host: Host) -> None:
    over = host.table("touche", ["person", "person"])
    over.post("/abandonment", {}, "organiser")
    page = visit("/my")
    hold(page, over)
    page.reload()
    page.locator("[data-do=forget]").click()
    page.locator("dialog .modal-close").click()
    expect(page.locator("[data-game]")).to_have_count(1)
    page.locator("[data-do=forget]").click()
    page.locator("[data-do=sure]").click()
    expect(page.locator(".nothing")).to_be_visible()
    assert page.evaluate("localStorage['kronika.tokens']") == "{}"


LEFT = """async game => {
    const opening = indexedDB.open("kronika", 1);
    const store = await new Promise((go) => (opening.onsuccess = () => go(opening.result)));
    const asked = store.transaction("seats").objectStore("seats").getAllKeys();
    const keys = await new Promise((go) => (asked.onsuccess = () => go(asked.result)));
    store.close();
    const kept = Object.keys(localStorage).filter((name) => localStorage[name].includes(game));
    return [...kept, ...keys.filter((key) => key.startsWith(game))].sort();
}"""


def test_of_a_game_that_is_forgotten_no_key_and_no_seed_stays(visit: Visit, host: Host) -> None:
    table = host.table("touche", ["open", "person"])
    page = visit(table.page, strict=False)  # a move is made up for a game that there is not
    page.locator("[data-do=sit-1]").click()
    expect(page.locator("#status")).to_have_text("playing")
    expect(page.locator("#unsigned")).to_be_hidden()
    page.evaluate(
        "game => localStorage.setItem('kronika.unsent', JSON.stringify({[`${game}/seat:1`]: {}, other: {}}))",
        table.id,
    )
    held = page.evaluate(LEFT, table.id)
    assert {"kronika.tokens", "kronika.claims", "kronika.unsent", f"{table.id}/1"} <= {*held}
    table.post("/abandonment", {}, "organiser")
    page.goto("/my")
    page.locator("[data-do=forget]").click()
    page.locator("[data-do=sure]").click()
    expect(page.locator(".nothing")).to_be_visible()
    proofs = {
        "kronika.heads",
        "kronika.seated",
    }  # what the service signed of it stays: it may yet contradict itself
    assert {*page.evaluate(LEFT, table.id)} <= proofs
    assert page.evaluate("JSON.parse(localStorage['kronika.unsent'])") == {"other": {}}


def moved(page: Page) -> str:
    """The link with which the game goes on elsewhere."""
    page.locator("[data-do=move]").click()
    link = page.locator("dialog .link-line input").input_value()
    expect(page.locator("dialog .qr")).to_be_visible()
    page.locator("dialog .modal-close").click()
    return link


@pytest.mark.soak
@pytest.mark.parametrize("signed", [True, False])
def test_a_game_goes_on_in_another_browser_and_only_there(visit: Visit, signed: bool) -> None:
    """With a key of its own the seat is taken anew there, with a new one; without one its token is exchanged."""
    here = visit("/", strict=False)  # at the end its token opens nothing any more
    if not signed:
        here.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
        here.reload()
    play_a_bot(here, "touche")
    expect(here.locator(".seat.mine")).to_have_count(1)
    expect(here.locator("#status")).to_have_text("playing")  # before that it stays where it is
    game = urlsplit(here.url).path
    here.goto("/my")
    link = moved(here)
    there = visit(BLANK)
    asked: list[str] = []
    there.on("request", lambda request: asked.append(request.url))
    there.goto(link)
    expect(there.locator("[data-do=take-over]")).to_be_visible()
    assert "#" not in there.url
    there.locator("[data-do=take-over]").click()
    expect(there.locator("[data-game]")).to_have_count(1)
    assert not any("move=" in urlsplit(it)._replace(fragment="").geturl() for it in asked)
    expect(there.locator(".alert")).to_have_text([])
    there.goto(game)
    expect(there.locator(".seat.mine")).to_have_count(1)
    expect(there.locator(".board .can, .board [data-action]").first).to_be_visible()
    expect(there.locator("#unsigned")).to_be_visible() if not signed else expect(
        there.locator("#unsigned")
    ).to_be_hidden()
    see_first_done(there)
    expect(there.locator(".alert")).to_have_count(0)
    here.reload()
    expect(here.locator("[data-group=closed] [data-game]")).to_have_count(1)


@pytest.mark.soak
def test_a_link_of_somebody_takes_nothing_that_is_held(visit: Visit, host: Host) -> None:
    table = host.table("touche", ["person", "person"])
    page = visit(BLANK, strict=False)
    hold(page, table)
    page.goto(f"/my#move={table.id}.seat:1.{'A' * 43}.Eve")
    page.locator("[data-do=take-over]").click()
    expect(page.locator(".alert")).to_have_attribute("data-kind", "unauthenticated")
    held = json.loads(page.evaluate("localStorage['kronika.tokens']"))[table.id]
    assert held["seat:1"] == table.tokens["seat:1"]


@pytest.mark.soak
def test_the_picture_of_a_link_is_the_code_of_its_library(visit: Visit) -> None:
    page = visit("/rules")
    wrong = page.evaluate("""async () => {
        const { generate } = await import("/static/web/vendor/lean-qr/nano.js");
        const { qrCode } = await import("/static/web/qr.js");
        const text = `${location.origin}/my#move=${"0123456789abcdef".repeat(20)}`;
        const drawn = qrCode(text, "a code");
        document.body.append(drawn);
        const [path, code] = [drawn.querySelector("path"), generate(text)];
        let wrong = code.size < 20 ? 1 : 0;
        for (let x = 0; x < code.size; x++) for (let y = 0; y < code.size; y++) {
            if (path.isPointInFill(new DOMPoint(x + 0.5, y + 0.5)) !== code.get(x, y)) wrong += 1;
        }
        return wrong;
    }""")
    assert wrong == 0


@pytest.mark.soak
def test_a_rematch_is_the_same_table_again(visit: Visit, host: Host) -> None:
    over = host.table(
        "touche", ["person", "greedy"], undo="none", visibility="private", options={"stalled_rounds": 3}
    )
    over.post("/abandonment", {}, "organiser")
    page = visit("/my")
    hold(page, over)
    page.reload()
    page.locator("[data-do=rematch]").click()
    expect(page.locator("#status")).to_have_text("playing")
    id = urlsplit(page.url).path.split("/")[2]
    token = json.loads(page.evaluate("localStorage['kronika.tokens']"))[id]["seat:1"]
    again = host.call("GET", f"/v1/games/{id}", token=token)
    assert (again["options"]["stalled_rounds"], again["visibility"], again["undo"]["policy"]) == (
        3,
        "private",
        "none",
    )
    assert [seat["bot"] for seat in again["seats"]] == [None, "greedy"]


@pytest.mark.soak
def test_the_organiser_halts_a_game_lets_it_go_on_and_ends_it(visit: Visit, host: Host) -> None:
    table = host.table("touche", ["person", "person"])
    page = visit("/my")
    hold(page, table)
    page.goto(table.page)
    for name, status in (("suspend", "suspended"), ("resume", "playing")):
        menu(page).locator("#table-menu").click()
        page.locator(f"[data-do={name}]").click()
        expect(page.locator("#status")).to_have_text(status)
    menu(page).locator("#table-menu").click()
    page.locator("[data-do=abandon]").click()
    page.locator("[data-do=sure]").click()
    expect(page.locator("#status")).to_have_text("abandoned")


@pytest.mark.soak
def test_a_substitute_plays_on_under_a_key_of_his_own(visit: Visit, host: Host) -> None:
    table = host.table("touche", ["person", "person"])
    page = visit("/my")
    hold(page, table)
    page.goto(table.page)
    menu(page).locator("#table-menu").click()
    page.locator("[data-do=substitute-2]").click()
    guest = visit(page.locator("dialog .link-line input").input_value())
    expect(guest.locator("#invited")).to_contain_text("You take over from somebody")
    guest.get_by_label("Your name").fill("Zuza")
    guest.locator("[data-do=sit]").click()
    expect(guest.locator(".seat.mine")).to_contain_text("Zuza")
    assert table.get()["seats"][1]["key"] is not None
    expect(guest.locator(".alert, .breach:visible")).to_have_count(0)


def test_a_wrong_address_says_so(visit: Visit) -> None:
    page = visit("/nothing/here", strict=False)
    expect(page.locator("#not-found")).to_contain_text("/nothing/here")
    polish = visit("/nothing/here", strict=False, locale="pl-PL")
    expect(polish.locator("h1")).to_have_text("Tu nic nie ma")
