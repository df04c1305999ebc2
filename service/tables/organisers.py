"""Who organises what is new: an account, or the holder of the token that the response shows."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.table.refusals import Refusal, Refused
from service.identity.access import ORGANISER, authorize_meeting
from service.identity.account_roles import grant_role
from service.identity.credentials import holder_of
from service.identity.tokens import grant
from service.store import Statement, Store


class Creator(NamedTuple):
    """Who creates a game, tournament or meeting. `actor` identifies them in the idempotency table."""

    actor: str
    account: str | None = None

    def row(self, place: str, token: str) -> Statement:
        """What makes the creator the organiser."""
        if self.account is None:
            return grant(token, place, ORGANISER)
        return grant_role(self.account, place, ORGANISER)

    def token_to_send(self, token: str) -> str | None:
        """The organiser's token; None where the account is the organiser."""
        return token if self.account is None else None


def creator(store: Store, terms: dict[str, Any], token: str | None) -> Creator:
    """Who creates something with these terms; without an account, another token counts only in a meeting.

    `Refused` for anybody but the organiser of the meeting that the terms name.
    """
    holder = holder_of(store, token)
    account = None if holder is None else holder.account
    meeting = terms.get("meeting")
    if meeting is None:
        return Creator("anyone") if account is None else Creator(f"account:{account}", account)
    if token is None:
        raise Refused(Refusal.UNAUTHENTICATED, "This requires the bearer token of the meeting's organiser.")
    caller = authorize_meeting(store, meeting, token)[1]
    caller.check_organiser()
    return Creator(caller.actor, account)
