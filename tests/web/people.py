"""People with accounts, each with a browser and an authenticator of their own, at the address where passkeys work."""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.passkeys import Authenticator
from tests.web.table import Host

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

ABANDON = """id => fetch(`/v1/games/${id}/abandonment`,
    { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } })"""
"""Ends the game of this id by the session of the page."""


def passkeys_at(host: Host) -> str:
    return host.url.replace("127.0.0.1", "localhost")


class Person(NamedTuple):
    """Somebody who has just signed up, and their recovery codes."""

    page: Page
    authenticator: Authenticator
    codes: list[str]


def sign_up(visit: Visit, host: Host, name: str, path: str = "/rules", **settings: Any) -> Person:
    """As the window asks: a name and two clicks; then the codes."""
    page = visit(path, at=passkeys_at(host), **settings)
    authenticator = Authenticator(page)
    page.locator("#sign-in").click()
    page.locator("dialog [name=name]").fill(name)
    page.locator("[data-do=sign-up]").click()
    expect(page.locator(".codes li")).to_have_count(10)
    codes = page.locator(".codes code").all_inner_texts()
    page.locator("[data-do=codes-stored]").click()
    expect(page.locator("#account")).to_have_text(name)
    return Person(page, authenticator, codes)


def at_account(page: Page) -> Page:
    """The page of their account, drawn."""
    page.goto("/account")
    expect(page.locator("#account-sessions .account-line").first).to_be_visible()
    return page


def sign_out(page: Page) -> None:
    at_account(page).locator("[data-do=sign-out]").click()
    expect(page.locator("#sign-in")).to_be_visible()


def sign_in(page: Page) -> None:
    page.locator("#sign-in").click()
    page.locator("[data-do=use-passkey]").click()
