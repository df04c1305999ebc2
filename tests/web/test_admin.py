"""The operator's page in a browser: logging in, acting, and how it is seen and read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.running import until
from tests.web.axe import findings, in_both_schemes
from tests.web.conftest import Visit
from tests.web.table import Host

PAGES = ("/status", "/games", "/load", "/log", "/block")
PHONE = {"width": 390, "height": 844}
WIDTH = "document.documentElement.scrollWidth"


class Desk:
    """A service with an operator's listener, and its token."""

    def __init__(self, folder: Path, public: str, port: int) -> None:
        self.folder, self.public, self.url = folder, public, f"http://127.0.0.1:{port}"

    @property
    def token(self) -> str:
        return (self.folder / "admin.token").read_text().strip()

    def call(self, method: str, path: str, body: object = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"}
        return httpx.request(method, f"{self.url}{path}", json=body, headers=headers, timeout=60).json()

    def log_in(self, visit: Visit, **settings: object) -> Page:
        page = visit("/login", at=self.url, **settings)
        page.locator("input[name=token]").fill(self.token)
        page.locator("main button").click()
        expect(page.locator("nav a[aria-current]")).to_be_visible()
        return page


@pytest.fixture
def desk(host: Host, admin_port: int) -> Iterator[Desk]:
    desk = Desk(host.folder, host.url, admin_port)
    login = f"{desk.url}/login"
    until(lambda: httpx.get(login, timeout=60).status_code == 200, "the listener", httpx.TransportError)
    host.table("romans", ["person", "person"])
    yield desk
    desk.call("POST", "/acts", {"act": "resume-games", "reason": "The test is over."})


def test_an_act_by_its_form(visit: Visit, desk: Desk) -> None:
    page = desk.log_in(visit)
    page.locator("#pause-games-reason").fill("We upgrade at noon.")
    page.get_by_role("button", name="Pause new games").click()
    expect(page.get_by_role("status")).to_contain_text("is in the operator's log")
    page.get_by_role("link", name="Status").first.click()
    page.locator("#resume-games-reason").fill("It is done.")
    page.get_by_role("button", name="Let new games begin").click()
    page.get_by_role("link", name="Acts").first.click()
    expect(page.locator("tbody tr").first).to_contain_text("It is done.")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export the log").click()
    assert download.value.suggested_filename == "operator-log.json"
    assert findings(page) == []


def test_a_page_of_the_public_service_cannot_act(visit: Visit, desk: Desk) -> None:
    """It is on the same host, so the browser takes it for the same site and sends the operator's cookie along."""
    page = desk.log_in(visit, strict=False)  # the refusal is a complaint
    page.goto(f"{desk.public}/robots.txt")
    page.evaluate(
        """(action) => {
            const form = Object.assign(document.createElement("form"), { method: "post", action });
            for (const [name, value] of [["act", "pause-games"], ["reason", "Mischief."], ["lang", "en"]])
                form.append(Object.assign(document.createElement("input"), { name, value }));
            document.body.append(form);
            form.submit();
        }""",
        f"{desk.url}/acts",
    )
    page.wait_for_url(f"{desk.url}/acts")
    expect(page.get_by_role("alert")).to_contain_text("takes nothing from other sites")
    assert desk.call("GET", "/status")["pause"] is None


@pytest.mark.soak
@pytest.mark.parametrize("path", PAGES)
def test_pages_on_a_phone_in_the_dark_and_in_polish(visit: Visit, desk: Desk, path: str) -> None:
    page = desk.log_in(visit, viewport=PHONE, color_scheme="dark", locale="pl-PL")
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    assert findings(page) == []
    assert page.evaluate(WIDTH) <= PHONE["width"]


@pytest.mark.soak
@pytest.mark.parametrize("path", [*PAGES, "/login"])
def test_pages_in_both_schemes(visit: Visit, desk: Desk, path: str) -> None:
    page = desk.log_in(visit)
    page.goto(path)
    assert in_both_schemes(page) == []
