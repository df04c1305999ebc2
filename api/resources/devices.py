"""Another device: an account is opened on it without a passkey of its own."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http import sessions as cookies
from api.http.browser_label import browser_label
from api.http.exchange import exchange
from api.http.operations import Call, Quota, Resource, Returns, kronika, respond
from api.requests.credentials import CODE_SECRET, DIGITS, NOTHING, TICKET
from domain.table.refusals import Refusal
from projections.documents.accounts import AccountSignedIn
from projections.documents.credentials import DeviceCode, DeviceOpened, DeviceStatus
from service.accounts import devices as commands
from service.accounts.own_account import own_account
from service.identity.guards import check_asserted

devices = Resource("devices", "Another device for your account.", accounts=True)
SECRET: dict[str, Any] = {"Cache_Control": "private, no-store"}


@devices.on(
    "POST",
    "/v1/me/devices",
    auth="session",
    body=NOTHING,
    returns={201: Returns("The code, for two minutes.", DeviceCode)},
    problems=[Refusal.ASSERTION_NEEDED, Refusal.GONE_ELSEWHERE],
)
def show_device_code(call: Call) -> Response:
    """Show a code that another device opens, to be signed in there, too.

    The whole sign-in has to be complete within two minutes. If a second device opens the code, it ends for both devices.
    """
    check_asserted(call.account)
    return respond(commands.show_code(kronika().store, call.account), 201, **SECRET)


@devices.on(
    "POST",
    "/v1/me/devices/<device>/digits",
    auth="session",
    body=DIGITS,
    returns={200: Returns("The device is let in.", DeviceStatus)},
    problems=[Refusal.NOT_FOUND, Refusal.NOT_VERIFIED],
)
def confirm_device(call: Call, device: str) -> Response:
    """Let the device in that shows these digits. Three wrong tries end the code.

    Never type in digits that somebody sent you: only those that you see on your own other device.
    """
    return respond(commands.confirm(kronika().store, call.account, device, call.body["digits"]))


@devices.on(
    "POST",
    "/v1/devices/openings",
    same_site=True,
    counts=[Quota.SIGNINS],
    body=CODE_SECRET,
    returns={201: Returns("The digits to show, and the ticket to ask with.", DeviceOpened)},
    problems=[Refusal.NOT_FOUND, Refusal.NOT_VERIFIED],
)
def open_device_code(call: Call) -> Response:
    """Open a code on the new device. A second opening ends it for both: from then on it is unknown."""
    return respond(commands.open_code(kronika().store, call.body["secret"]), 201, **SECRET)


@devices.on(
    "POST",
    "/v1/devices/sessions",
    same_site=True,
    body=TICKET,
    returns={
        201: Returns("The session; its cookie comes with it.", AccountSignedIn),
        202: Returns("The digits were not typed in yet; ask again in a second.", DeviceStatus),
    },
    problems=[Refusal.NOT_FOUND],
)
def enter_device(call: Call) -> Response:
    """Get the session of the new device, once the digits were typed in. It begins without an assertion."""
    service = kronika()
    found = commands.enter(service.store, call.body["ticket"], browser_label(exchange().request.environ))
    if isinstance(found, DeviceStatus):
        return respond(found, 202, **SECRET)
    account, session = own_account(service.store, found.account), found.session
    response = respond(AccountSignedIn(account=account, session=session.id), 201, **SECRET)
    return cookies.with_session(response, session.secret, service.settings)
