"""Who may invite an account, as its page reads and stores it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browsing import await_events
from tests.web.conftest import Visit
from tests.web.people import at_account, sign_up
from tests.web.table import Host

SETTINGS = "**/v1/me/settings"


@pytest.mark.soak
def test_what_is_chosen_before_the_settings_are_read_stays(visit: Visit, host: Host) -> None:
    page = sign_up(visit, host, "Hasty", strict=False).page
    held: list[Route] = []

    def hold(route: Route) -> None:
        """Reading waits."""
        if route.request.method == "GET":
            held.append(route)
        else:
            route.continue_()

    page.route(SETTINGS, hold)
    at_account(page)
    await_events(page, lambda: held, "the reading of the settings")
    with page.expect_request_finished(lambda request: request.method == "PUT"):
        page.locator("[value=everybody]").check()
    with page.expect_response(SETTINGS) as read:
        held.pop().fulfill(json={"invitations": "known"})
    read.value.finished()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    expect(page.locator("[value=everybody]")).to_be_checked()
