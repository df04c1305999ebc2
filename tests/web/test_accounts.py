"""Accounts on the page, played with Chromium's virtual authenticator: nobody needs one, and a name and two clicks make one."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.soaking import soaked
from tests.web.clicking import play_a_bot, see_first_done
from tests.web.conftest import Visit
from tests.web.passkeys import Authenticator
from tests.web.people import ABANDON, PHONE, at_account, passkeys_at, sign_in, sign_out, sign_up
from tests.web.table import BLANK, Host
from tests.web.test_my_games import hold

WORDS = {
    "en-GB": {
        "sign-in": "Sign in",
        "refused": "No passkey was used.",
        "taken": "It is taken",
        "ended": "You are signed out.",
    },
    "pl-PL": {
        "sign-in": "Zaloguj się",
        "refused": "Nie użyto klucza dostępu.",
        "taken": "Jest zajęta",
        "ended": "Konto zostało tu wylogowane.",
    },
}
LOOKS = {"en": ("en-GB", {}), "pl on a phone": ("pl-PL", PHONE)}


@pytest.fixture(params=soaked(LOOKS, ["pl on a phone"]))
def look(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def settings_of(look: str) -> dict[str, object]:
    locale, more = LOOKS[look]
    return {"locale": locale, **more}


def test_somebody_signs_up_out_and_in_again_or_does_not(visit: Visit, host: Host, look: str) -> None:
    said = WORDS[LOOKS[look][0]]
    name = f"Ola {look[:2]}"
    page, authenticator, codes = sign_up(visit, host, name, strict=False, **settings_of(look))
    sign_out(page)
    expect(page.locator("#sign-in")).to_have_text(said["sign-in"])
    authenticator.refuse()
    sign_in(page)
    expect(page.locator("dialog [role=alert]").first).to_contain_text(said["refused"])
    page.locator("dialog [name=name]").fill(name.upper())
    page.locator("[data-do=sign-up]").click()
    expect(page.locator("dialog [role=alert]").last).to_contain_text(said["taken"])
    authenticator.refuse(refused=False)
    page.locator("[data-do=use-passkey]").click()
    expect(page.locator("#account")).to_have_text(name)
    expect(page.locator("dialog")).to_have_count(0)
    sign_out(page)
    assert name not in page.evaluate("JSON.stringify(localStorage)")
    recovered(page, authenticator, codes)


def recovered(page: Page, authenticator: Authenticator, codes: list[str]) -> None:
    """A lost passkey is replaced by a recovery code, and every sign-in says so."""
    authenticator.lose()
    page.locator("#sign-in").click()
    page.locator("[data-do=recover]").click()
    for code in ("no code", codes[0].lower()):
        page.locator("[name=code]").fill(code)
        page.locator("[data-do=use-code]").click()
        expect(
            page.locator("dialog [role=alert]" if code == "no code" else "[data-do=use-passkey]")
        ).to_be_visible()
    page.locator("[data-do=use-passkey]").click()
    expect(page.locator(".alert[data-kind=recovered]")).to_be_visible()
    expect(at_account(page).locator("#recovered")).to_be_visible()
    expect(page.locator("#codes-left")).to_contain_text("9")


def test_another_device_is_let_in_by_the_digits_that_it_shows(visit: Visit, host: Host, look: str) -> None:
    name = f"Ewa {look[:2]}"
    page, _, _ = sign_up(visit, host, name, strict=False, **settings_of(look))
    at_account(page).locator("[data-do=another-device]").click()
    link = page.locator("dialog .link-line input").input_value()
    asked: list[str] = []
    there = visit(BLANK, at=passkeys_at(host), strict=False)
    there.on("request", lambda request: asked.append(request.url))
    there.goto(link)
    digits = there.locator(".digits").inner_text()
    assert "#" not in there.url
    assert not [
        url for url in asked if urlsplit(link).fragment in urlsplit(url)._replace(fragment="").geturl()
    ]
    page.locator("[name=digits]").fill("000000" if digits != "000 000" else "111111")
    page.locator("[data-do=let-in]").click()
    expect(page.locator("dialog [role=alert]")).not_to_be_empty()
    page.locator("[name=digits]").fill(digits)
    page.locator("[data-do=let-in]").click()
    expect(there.locator("#account")).to_have_text(name)


@pytest.mark.soak
def test_a_link_for_a_device_opens_once_and_what_it_opened_can_be_ended(
    visit: Visit, host: Host, look: str
) -> None:
    page, _, _ = sign_up(visit, host, f"Eva {look[:2]}", strict=False, **settings_of(look))
    at_account(page).locator("[data-do=another-device]").click()
    link = page.locator("dialog .link-line input").input_value()
    there = visit(BLANK, at=passkeys_at(host), strict=False)
    there.goto(link)
    page.locator("[name=digits]").fill(there.locator(".digits").inner_text())
    page.locator("[data-do=let-in]").click()
    expect(there.locator("#account")).to_have_text(f"Eva {look[:2]}")
    there.route(
        "**/v1/me/stream*", lambda route: route.abort()
    )  # or it might learn of the end before it is loaded again
    there.goto("/rules/touche")
    late = visit(BLANK, at=passkeys_at(host), strict=False)
    late.goto(link)
    expect(late.locator("#device-over")).to_be_visible()
    expect(at_account(page).locator("[data-do=end-session]")).to_have_count(1)
    page.locator("[data-do=end-session]").click()
    expect(page.locator("[data-do=end-session]")).to_have_count(0)
    there.reload()
    expect(there.locator(".alert strong")).to_have_text(WORDS["en-GB"]["ended"])
    expect(there.locator("#sign-in")).to_be_visible()


@pytest.mark.soak
def test_the_page_of_a_session_that_a_recovery_ended_says_so(visit: Visit, host: Host, look: str) -> None:
    page, _, codes = sign_up(visit, host, f"Iga {look[:2]}", strict=False, **settings_of(look))
    finder = visit("/rules", at=passkeys_at(host), strict=False)
    Authenticator(finder)
    finder.locator("#sign-in").click()
    finder.locator("[data-do=recover]").click()
    finder.locator("[name=code]").fill(codes[0])
    finder.locator("[data-do=use-code]").click()
    expect(finder.locator("[data-do=use-passkey]")).to_be_visible()
    expect(page.locator(".alert[data-kind=recovered]")).to_be_visible()
    for _ in range(2):
        page.goto("/account")
        expect(page.locator("#account-door #recovered")).to_be_visible()


@pytest.mark.soak
def test_what_an_account_has_is_made_and_ended_on_its_page(visit: Visit, host: Host, look: str) -> None:
    page, authenticator, _ = sign_up(visit, host, f"Una {look[:2]}", strict=False, **settings_of(look))
    at_account(page)
    page.locator("[data-do=add-passkey]").click()
    page.locator("[data-do=make-passkey]").click()
    expect(page.locator("dialog [role=alert]")).not_to_be_empty()  # this device has one
    authenticator.change()
    page.locator("dialog [name=label]").fill("Blue key")
    page.locator("[data-do=make-passkey]").click()
    expect(page.locator("#account-passkeys .account-line")).to_have_count(2)
    page.locator("#account-passkeys .account-line", has_text="Blue key").locator(
        "[data-do=remove-passkey]"
    ).click()
    page.locator("[data-do=sure]").click()
    expect(page.locator("#account-passkeys .account-line")).to_have_count(1)
    token = minted(page, "#account-tokens", "read")
    assert host.call("GET", "/v1/me", token=token)["account"]["name"] == f"Una {look[:2]}"
    page.locator("[data-do=revoke-token]").click()
    expect(page.locator("[data-do=revoke-token]")).to_have_count(0)
    page.locator("[data-do=new-bot]").click()
    page.locator("dialog [name=name]").fill(f"Robot {look[:2]}")
    page.locator("[data-do=make-bot]").click()
    page.locator("[data-do=bot-tokens]").click()
    bot = minted(page, "dialog", "play")
    assert host.call("GET", "/v1/accounts/Robot " + look[:2])["owner"]["name"] == f"Una {look[:2]}"
    assert bot.startswith("kro_")
    page.locator(".modal-close").click()
    page.locator("[value=nobody]").check()
    page.locator("[data-do=make-codes]").click()
    page.locator("[data-do=sure]").click()
    expect(page.locator(".codes li")).to_have_count(10)
    page.locator("[data-do=codes-stored]").click()
    expect(page.locator("[value=nobody]")).to_be_checked()


def minted(page: Page, within: str, scope: str) -> str:
    page.locator(within).locator("[data-do=new-token]").click()
    form = page.locator("dialog").last
    form.locator("[name=label]").fill("A program")
    form.locator("[data-do=make-token]").click()
    expect(form.locator("[role=alert]")).not_to_be_empty()  # without a scope
    form.locator(f"[value={scope}]").check()
    form.locator("[data-do=make-token]").click()
    token = form.locator(".link-line input").input_value()
    form.locator("[data-do=token-stored]").click()
    expect(page.locator("[data-do=token-stored]")).to_have_count(0)
    return token


@pytest.mark.soak
def test_a_passkey_is_asked_for_once_where_it_was_shown_too_long_ago(visit: Visit, host: Host) -> None:
    page, authenticator, _ = sign_up(visit, host, "Ada", strict=False)
    at_account(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {urlsplit(request.url).path}"))
    first = {
        "status": 403,
        "json": {"type": "/problems/assertion-needed", "title": "Needed", "detail": "Now."},
    }
    page.route("**/v1/me/recovery-codes", lambda route: route.fulfill(**first), times=1)
    page.locator("[data-do=make-codes]").click()
    page.locator("[data-do=sure]").click()
    expect(page.locator(".codes li")).to_have_count(10)
    codes, assertions = "POST /v1/me/recovery-codes", "POST /v1/me/assertions"
    assert [it for it in asked if it in (codes, assertions)] == [codes, assertions, codes]
    page.locator("[data-do=codes-stored]").click()
    expect(page.locator(".codes")).to_have_count(0)
    page.route("**/v1/me/recovery-codes", lambda route: route.fulfill(**first))
    authenticator.refuse()
    page.locator("[data-do=make-codes]").click()
    page.locator("[data-do=sure]").click()
    expect(page.locator(".alert[data-kind=no-passkey]")).to_be_visible()


def test_an_account_plays_by_its_session_and_its_games_are_everywhere_once(visit: Visit, host: Host) -> None:
    page, _, _ = sign_up(visit, host, "Zoe")
    page.goto(host.table("touche", ["open", "greedy"]).page)
    page.locator("[data-do=sit-1]").click()
    expect(page.locator(".seat.mine .seat-name")).to_have_text("Zoe")
    expect(page.locator("#status")).to_have_text("playing")
    see_first_done(page)
    game = urlsplit(page.url).path.split("/")[2]
    held = json.loads(page.evaluate("localStorage['kronika.tokens']"))[game]
    assert set(held.values()) == {"session"}
    table = host.table("touche", ["person", "person"])
    tokens = {game: held, table.id: {"seat:1": table.tokens["seat:1"]}}
    page.evaluate("held => localStorage.setItem('kronika.tokens', held)", json.dumps(tokens))
    page.goto("/my")
    expect(page.locator("[data-game]")).to_have_count(2)
    page.goto("/people/zoe")
    expect(page.locator("#profile-games [data-game]")).to_have_attribute("data-game", game)
    sign_out(page)
    assert game not in page.evaluate("localStorage['kronika.tokens']")
    page.goto("/my")
    expect(page.locator("[data-game]")).to_have_attribute("data-game", table.id)


def test_a_session_speaks_only_where_nothing_else_does(visit: Visit, host: Host) -> None:
    """Neither a token's requests nor a spectator's carry the cookie."""
    table = host.table("touche", ["person", "person"])
    page, _, _ = sign_up(visit, host, "Kim")
    with_cookie: list[str] = []

    def hear(request: object) -> None:
        headers = request.all_headers()  # type: ignore[attr-defined]
        if "cookie" in headers:
            with_cookie.append(request.url)  # type: ignore[attr-defined]
            assert "authorization" not in headers

    table.give(page, "seat:1")
    page.on("requestfinished", hear)
    page.goto(table.page)
    expect(page.locator(".seat.mine")).to_have_count(1)
    asked = {urlsplit(url).path for url in with_cookie}
    assert "/v1/me" in asked
    assert not [path for path in asked if path.startswith("/v1/games")]


def test_guests_are_marked_where_players_are_listed(visit: Visit, host: Host) -> None:
    table = host.table("touche", ["person", "greedy"])
    page = visit(table.page)
    expect(page.locator(".seat-1 .guest")).to_have_text("guest")
    expect(page.locator(".seat-2 .guest")).to_have_count(0)
    hold(page, table)
    page.goto("/my")
    expect(page.locator(f"[data-game='{table.id}'] .seat-1 .guest")).to_have_text("guest")


@pytest.mark.soak
def test_everything_of_mine_is_saved_and_then_deleted(visit: Visit, host: Host, look: str) -> None:
    name = f"Max {look[:2]}"
    page, _, _ = sign_up(visit, host, name, "/", strict=False, **settings_of(look))
    play_a_bot(page, "touche")
    expect(page.locator("#status")).to_have_class(
        "pill status-playing"
    )  # before that its seat would only be freed
    game = urlsplit(page.url).path
    at_account(page)
    with page.expect_download() as saved:
        page.locator("[data-do=export]").click()
    assert saved.value.suggested_filename.endswith(".zip")
    page.locator("[data-do=close-account]").click()
    page.locator("[data-do=close-for-good]").click()
    expect(page.locator(".account-refused a")).to_have_attribute("href", game)
    page.locator(".modal-close").click()
    id = game.split("/")[2]
    page.evaluate(ABANDON, id)
    page.locator("[data-do=close-account]").click()
    page.locator("[data-do=close-for-good]").click()
    expect(page.locator("#sign-in")).to_be_visible()
    gone = visit(f"/people/{name}", strict=False)
    expect(gone.locator("#nobody")).to_be_visible()


@pytest.mark.soak
def test_an_authenticator_of_nobody_opens_nothing(visit: Visit, host: Host) -> None:
    page = visit("/rules", at=passkeys_at(host), strict=False)
    Authenticator(page)
    sign_in(page)
    expect(page.locator("dialog [role=alert]").first).to_contain_text(WORDS["en-GB"]["refused"])
    assert page.evaluate("localStorage['kronika.account'] ?? null") is None
