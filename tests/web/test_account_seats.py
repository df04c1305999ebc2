"""What belongs to tables in the page's accounts: seats of guests, other browsers, invitations by name, notices, push messages."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.running import until
from tests.soaking import soaked
from tests.web.axe import findings
from tests.web.clicking import menu, play_a_bot, ready, see_first_done
from tests.web.conftest import Visit
from tests.web.passkeys import Authenticator
from tests.web.people import PHONE, Person, at_account, passkeys_at, sign_up
from tests.web.table import BLANK, Host
from tests.web.test_witnessed import with_document

LOOKS = {"en": ("en-GB", {}), "pl on a phone": ("pl-PL", PHONE)}
ASSERT_FIRST = {
    "status": 403,
    "json": {"type": "/problems/assertion-needed", "title": "Needed", "detail": "Now."},
}


@pytest.fixture(params=soaked(LOOKS, ["pl on a phone"]))
def look(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def settings_of(look: str) -> dict[str, Any]:
    locale, more = LOOKS[look]
    return {"locale": locale, **more}


def same_person(visit: Visit, host: Host, who: Person, **settings: Any) -> Page:
    """Another browser in which the account is signed in, and which has its passkey."""
    page = visit("/rules", at=passkeys_at(host), strict=False, **settings)
    Authenticator(page).take(who.authenticator.credentials())
    page.locator("#sign-in").click()
    page.locator("[data-do=use-passkey]").click()
    expect(page.locator("#account")).to_be_visible()
    return page


def held(page: Page, game: str) -> dict[str, str]:
    return dict(json.loads(page.evaluate("localStorage['kronika.tokens'] ?? '{}'")).get(game, {}))


def game_of(page: Page) -> str:
    return urlsplit(page.url).path.split("/")[2]


def new_table(page: Page, ruleset: str, private: bool = False, accounts: bool = False) -> str:
    """A table with the own seat and an open one."""
    page.goto(f"/new?ruleset={ruleset}")
    page.locator("[name=seat-2]").select_option("open")
    page.locator("[name=visibility]").select_option("private" if private else "public")
    page.locator("input[name=accounts]").set_checked(accounts)
    page.locator("[data-do=start]").click()
    expect(page.locator(".by-name")).to_be_visible()
    return game_of(page)


def invite(page: Page, name: str) -> None:
    page.locator(".by-name [name=account]").fill(name)
    page.locator("[data-do=invite-by-name]").click()


def takes_invitations(person: Person, whose: str = "everybody") -> None:
    at_account(person.page)
    with person.page.expect_request_finished(lambda request: request.method == "PUT"):  # not their reading
        person.page.locator(f"[value={whose}]").check()


def test_a_guests_seat_comes_into_the_account_by_one_click(visit: Visit, host: Host, look: str) -> None:
    table = host.table("touche", ["open", "greedy"])
    guest = visit(table.page, at=passkeys_at(host), strict=False, **settings_of(look))
    ready(guest)
    guest.locator("[data-do=sit-1]").dispatch_event("click")
    expect(guest.locator(".seat.mine")).to_have_count(1)
    game = table.id
    signed_up_here(guest, f"Seat {look[:2]}")
    guest.goto(f"/games/{game}")
    expect(guest.locator("[data-do=claim-seat]")).to_contain_text(f"Seat {look[:2]}")
    assert findings(guest, "#seat-claim") == []
    guest.evaluate("document.querySelector('[data-do=claim-seat]').click()")  # on a phone it is in the drawer
    expect(guest.locator(".seat.mine .seat-name")).to_have_text(f"Seat {look[:2]}")
    assert held(guest, game)["seat:1"] == "session"


def seat_of_a_guest(page: Page) -> str:
    """The game against a bot in which this browser has a seat with a key."""
    play_a_bot(page, "touche")
    ready(page)
    return game_of(page)


@pytest.mark.soak
def test_a_seat_goes_on_in_another_browser_after_a_passkey(visit: Visit, host: Host, look: str) -> None:
    guest = visit("/", at=passkeys_at(host), strict=False, locale=LOOKS[look][0])
    game = seat_of_a_guest(guest)
    who = signed_up_here(guest, f"Here {look[:2]}")
    guest.goto("/my")
    guest.locator("[data-do=claim-seat]").click()
    expect(guest.locator("[data-do=claim-seat]")).to_have_count(0)
    guest.goto(f"/games/{game}")
    see_first_done(guest)
    there = same_person(visit, host, who, locale=LOOKS[look][0])
    there.goto(f"/games/{game}")
    expect(there.locator("#seat-elsewhere")).to_be_visible()
    expect(there.locator("#board [data-action]")).to_have_count(0)
    assert findings(there) == []
    there.route("**/seats/1/devices", lambda route: route.fulfill(**ASSERT_FIRST), times=1)
    with there.expect_response(lambda answer: answer.url.endswith("/v1/me/assertions")):
        there.locator("[data-do=go-on-here]").click()
    expect(there.locator("#seat-elsewhere")).to_be_hidden()
    expect(there.locator("#turn")).to_have_attribute("data-state", "mine")
    see_first_done(there)
    expect(guest.locator("#seat-elsewhere")).to_be_visible()


def signed_up_here(page: Page, name: str) -> Person:
    """Somebody who has been a guest in this browser."""
    authenticator = Authenticator(page)
    page.goto("/rules")
    page.locator("#sign-in").click()
    page.locator("dialog [name=name]").fill(name)
    page.locator("[data-do=sign-up]").click()
    page.locator("[data-do=codes-stored]").click()
    expect(page.locator("#account")).to_have_text(name)
    return Person(page, authenticator, [])


@pytest.mark.soak
def test_people_are_invited_by_name_and_answer(visit: Visit, host: Host, look: str) -> None:
    organiser = sign_up(visit, host, f"Host {look[:2]}", strict=False, **settings_of(look))
    friend = sign_up(visit, host, f"Friend {look[:2]}", strict=False, **settings_of(look))
    page, name = organiser.page, f"Friend {look[:2]}"
    game = new_table(page, "touche", private=True, accounts=True)
    invite(page, name)
    expect(page.locator(".alert[data-kind=forbidden]")).to_be_visible()
    page.locator(".alert .btn").click()
    takes_invitations(friend)
    invite(page, name)
    expect(page.locator("#invitations li")).to_contain_text(name)
    friend.page.goto("/")
    expect(friend.page.locator(".invite-row")).to_contain_text(f"Host {look[:2]}")
    assert findings(friend.page) == []
    friend.page.locator(".invite-row .table-name").click()
    expect(friend.page.locator("#waiting-room")).to_contain_text(f"Host {look[:2]}")
    friend.page.locator(".room-act [data-do=sit]").click()
    expect(friend.page.locator(".game[data-status=playing]")).to_be_visible()
    assert held(friend.page, game) == {"seat:2": "session"}
    new_table(page, "romans")
    invite(page, name)
    expect(page.locator("#invitations li")).to_have_count(1)
    friend.page.goto("/my")
    friend.page.locator("[data-do=decline-invite]").click()
    expect(friend.page.locator(".invite-row")).to_have_count(0)


def test_a_table_for_accounts_has_no_seat_for_guests(visit: Visit, host: Host) -> None:
    guest = visit(BLANK)
    guest.route("**/news?*", lambda route: with_document(route, accounts="required"))
    guest.goto(host.table("romans", ["person", "open"]).page)
    expect(guest.locator("#account-first")).to_be_visible()
    expect(guest.locator("[data-do^=sit]")).to_have_count(0)


@pytest.mark.soak
def test_whose_turn_it_is_elsewhere_is_said_softly(visit: Visit, host: Host) -> None:
    one, other = (sign_up(visit, host, name, strict=False) for name in ("Uno", "Due"))
    game = new_table(one.page, "touche")
    other.page.goto(f"/games/{game}")
    other.page.locator(".room-act [data-do=sit]").click()
    expect(other.page.locator(".game[data-status=playing]")).to_be_visible()
    expect(one.page.locator(".game[data-status=playing]")).to_be_visible()
    first = one.page if one.page.locator("#turn").get_attribute("data-state") == "mine" else other.page
    waits, name = (other.page, "Uno") if first is one.page else (one.page, "Due")
    with waits.expect_request("**/v1/me/stream"):
        waits.goto("/rules/touche")
    see_first_done(first)
    expect(waits.locator("[data-notice=your-turn]")).to_contain_text(name)
    waits.locator("[data-notice=your-turn] a").click()
    ready(waits)
    expect(waits.locator("#turn")).to_have_attribute("data-state", "mine")


@pytest.mark.soak
def test_two_accounts_play_again_without_codes(visit: Visit, host: Host, look: str) -> None:
    one = sign_up(visit, host, f"Again {look[:2]}", strict=False, **settings_of(look))
    other = sign_up(visit, host, f"Anew {look[:2]}", strict=False, **settings_of(look))
    takes_invitations(other)
    game = new_table(one.page, "touche", private=True)
    invite(one.page, f"Anew {look[:2]}")
    expect(one.page.locator("#invitations li")).to_have_count(1)
    other.page.goto("/my")
    other.page.locator("[data-do=accept-invite]").click()
    expect(other.page.locator(".game[data-status=playing]")).to_be_visible()
    menu(other.page).locator("[data-do=resign]").click()
    other.page.locator("[data-do=sure]").click()
    one.page.locator("#ending [data-do=rematch]").click()
    other.page.locator("[data-do=accept-rematch]").click()
    for page in (one.page, other.page):
        expect(page.locator(".game[data-status=playing]")).to_be_visible()
        assert game_of(page) != game


@pytest.mark.soak
def test_an_account_referees_and_another_enters_a_tournament_by_name(visit: Visit, host: Host) -> None:
    organiser = sign_up(visit, host, "Marshal", strict=False)
    friend = sign_up(visit, host, "Squire", strict=False)
    takes_invitations(friend)
    page = organiser.page
    game = new_table(page, "romans")
    page.get_by_role("tab", name="Disputes").click()
    page.locator("[name=referee-account]").fill("Squire")
    page.locator("[data-do=appoint]").click()
    expect(page.locator("dialog .link-line input")).to_have_value(f"{passkeys_at(host)}/games/{game}/referee")
    assert findings(page) == []
    friend.page.locator("[data-notice=appointed] a").click()
    friend.page.locator(f"[data-appointment='{game}']").click()
    friend.page.wait_for_url(f"**/games/{game}/referee")
    friend.page.locator("[data-do=accept-as-account]").click()
    friend.page.wait_for_url("**/desk")
    assert held(friend.page, game) == {"referee:1": "session"}
    expect(friend.page.locator("#appointed")).to_be_hidden()
    page.goto("/tournaments/new?ruleset=romans")
    page.locator("[name=seat-2]").select_option("open")
    page.locator("[name=visibility]").select_option("private")
    page.locator("[data-do=start]").click()
    invite(page, "Squire")
    expect(page.locator("#invitations li")).to_have_count(1)
    friend.page.goto("/my")
    friend.page.locator(".invite-row .table-name").click()
    friend.page.locator("[data-do=sit]").click()
    expect(friend.page.locator("[data-do=next-game]")).to_be_visible()


SUBSCRIBED = """(() => {
    const made = { endpoint: "https://push.example/1", keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) } };
    PushManager.prototype.subscribe = async () => ({ toJSON: () => made });
    PushManager.prototype.getSubscription = async () => ({ unsubscribe: async () => (localStorage.unsubscribed = "yes") });
    Notification.requestPermission = async () => "granted";
})()"""
SPOKEN = "caches.match('/lang', { cacheName: 'kronika-push' }).then((it) => it?.text())"
LISTEN = """() => {
    self.shown = [];
    self.registration.showNotification = async (title, { body, data }) => self.shown.push([body, data]);
}"""
"""A browser without a head shows no notices, so it is heard what the worker would have shown."""


def test_a_push_message_becomes_a_sentence_and_ends_with_the_session(visit: Visit, host: Host) -> None:
    page, _, _ = sign_up(visit, host, "Pushed", strict=False)
    page.route("**/v1/push", lambda route: route.fulfill(json={"key": "B" * 87}))
    page.route("**/v1/me/subscriptions", lambda route: route.fulfill(status=201, json={"id": "5"}))
    ended: list[str] = []

    def end(route: Route) -> None:
        ended.append(route.request.method)
        route.fulfill(status=204)

    page.route("**/v1/me/subscriptions/5", end)
    registrations = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    assert page.evaluate(registrations) == 0
    page.evaluate(SUBSCRIBED)
    page.evaluate("document.querySelector('meta[name=accounts]').content = 'https://kronika.example'")
    page.locator("#account").click()
    page.locator("[name=push]").check()
    page.wait_for_function("() => JSON.parse(localStorage['kronika.push'] ?? 'null')?.id")
    assert findings(page, "#account-push") == []
    page.locator("[name=lang]").select_option("pl")
    until(lambda: page.evaluate(SPOKEN) == "pl", "the language for the worker")
    (worker,) = page.context.service_workers
    worker.evaluate(LISTEN)
    push(page, {"kind": "your-turn", "game": "0" * 32, "name": {"en": "Romans", "pl": "Rzymianie"}})
    until(lambda: worker.evaluate("self.shown.length"), "the notice")
    assert worker.evaluate("self.shown") == [["Twoja kolej w grze Rzymianie.", f"/games/{'0' * 32}"]]
    page.locator("[data-do=sign-out]").click()
    expect(page.locator("#sign-in")).to_be_visible()
    assert ended == ["DELETE"]
    assert page.evaluate("localStorage.unsubscribed") == "yes"
    assert page.evaluate(registrations) == 0


def push(page: Page, message: dict[str, Any]) -> None:
    """As the browser's push service delivers it."""
    session = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    until(lambda: page.evaluate("navigator.serviceWorker.ready.then(() => true)") and found, "the worker")
    registration = next(one["registrationId"] for one in found if not one["isDeleted"])
    where = {"origin": page.evaluate("location.origin"), "registrationId": registration}
    session.send("ServiceWorker.deliverPushMessage", {**where, "data": json.dumps(message)})
