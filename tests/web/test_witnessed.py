"""What a page says of witnesses: whom the operator chose, before somebody sits down, and how far they have cosigned the game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.verifier.logbook import WITNESSES
from tests.verifier.primitives import cosigned, vkey_of
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host

ASKED = {"quorum": 2, "witnesses": [vkey_of(name, key.public, 4) for name, key in WITNESSES]}
NAMES = "witness-1.example.org, witness-2.example.org, witness-3.example.org"


def with_document(route: Route, **members: Any) -> None:
    """The service's news of a game that asks for witnesses."""
    response = route.fetch()
    news = response.json()
    news["document"] |= members
    route.fulfill(response=response, body=json.dumps(news))


def test_the_operators_choice_is_shown_before_somebody_sits_down(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["open", "person"])
    page = visit(BLANK)
    page.goto(table.page)
    expect(page.locator(".witnessed")).to_contain_text("The operator asks for no witnesses")
    page.route("**/news?*", lambda route: with_document(route, witnessed=ASKED))
    page.reload()
    expect(page.locator(".witnessed")).to_have_text(
        f"The operator chose these witnesses: {NAMES}. "
        "Seeds stay secret until every seat is in the service's log and witnesses have signed it (2 of 3)."
    )


@pytest.mark.soak
def test_an_invitation_shows_the_operators_choice(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["open", "person"], visibility="private")
    code = table.post("/invitations", {}, "organiser")["code"]
    page = visit(BLANK, locale="pl-PL")

    def asked(route: Route) -> None:
        response = route.fetch()
        invitation = response.json()
        first = json.loads(invitation["entry"])
        first["d"]["witnessed"] = ASKED
        route.fulfill(response=response, body=json.dumps(invitation | {"entry": json.dumps(first)}))

    page.route("**/invitations/*", asked)
    page.goto(f"{table.page}#{code}")
    expect(page.locator("#invited .witnessed")).to_contain_text(f"Operator wybrał świadków: {NAMES}.")


def with_file(route: Route) -> None:
    """The audit file without the service's log, and with a witness who has signed two heads."""
    response = route.fetch()
    file = response.json()
    del file["service_log"]
    head = file["checkpoint"].partition("\n\n")[0] + "\n"
    file["cosignatures"] = [cosigned(head, *WITNESSES[0], time) for time in (1, 2)]
    route.fulfill(response=response, body=json.dumps(file))


def test_the_proof_says_who_has_cosigned_and_what_the_services_log_has_told(visit: Visit, host: Host) -> None:
    """A witness of several heads counts once; the next check reads the log that is not in the file."""
    last = {"entries": 8, "at": "2026-11-26T12:00:00Z", "by": 2, "of": 3, "silent": ["witness-3.example.org"]}
    page = visit(BLANK)
    page.route("**/news?*", lambda route: with_document(route, cosigned=last))
    page.route("**/audit", with_file)
    page.goto(host.over("age-of-war").page)
    page.locator("#tab-proof").click()
    logged, signature = page.locator("[data-check=logged]"), page.locator("[data-check=signature]")
    expect(logged).to_contain_text("the log was promised, and nothing of it is in the file")
    expect(signature).to_contain_text("cosigned by 1 witness")
    expect(signature).not_to_contain_text("witnesses")
    silent = [
        "Cosigned up to entry 7, 26 November 2026; witnesses: 2 of 3.",
        "Not cosigned since entry 7.",
        "Silent witnesses: witness-3.example.org.",
    ]
    expect(page.locator("#cosigned p")).to_have_text(silent)
    page.locator("#check").click()
    expect(logged).to_contain_text("this browser has kept no head of the service's log from before")
    page.locator("#check").click()
    expect(logged).to_have_attribute("data-status", "passed")
    expect(logged).to_contain_text("in the service's log, up to entry")
