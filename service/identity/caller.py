"""Who asks, and with which role. A token has one role; an account may have several, such as a seat at a table it organises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain.hidden import AUDITOR, Viewer
from domain.table.refusals import Refusal, Refused, malformed
from domain.table.seating import existing_seat
from domain.table.state import Table
from service.identity.tokens import digest

SPECTATOR = "spectator"
ANALYST = "analyst"
WATCHER = "watcher"
"""The holder of a link by which an analyst shares an analysis; read-only."""
ORGANISER = "organiser"
INVITED = "invited"
"""The holder of an invitation code, which serves as their token until they have one; or an account invited by name."""
READING = {
    "seat": frozenset({"read", "play"}),
    "referee": frozenset({"referee"}),
    "organiser": frozenset({"read", "play", "tables"}),
    INVITED: frozenset({"read", "play", "tables"}),
}
"""An account reads with the first of these roles that it has, with a token only if the token has one of these scopes."""
SELF_SEATING = (
    "Each player takes a seat themselves, so that nobody else holds their token: at a public table without a token, at a "
    "private one with the code of an invitation. The organiser's token seats bots; an organiser who plays joins like everybody."
)


class Party(NamedTuple):
    """The account of a request, with all its roles in one place. `scopes` are those of its token; a session has None."""

    account: str
    name: str
    owner: str | None
    owner_name: str | None
    scopes: frozenset[str] | None
    roles: frozenset[str] = frozenset()

    def may(self, scope: str) -> bool:
        return self.scopes is None or scope in self.scopes

    @property
    def reading(self) -> str:
        """The role that it reads with."""
        for kind, scopes in READING.items():
            if self.scopes is None or self.scopes & scopes:
                for role in sorted(self.roles):
                    if role.partition(":")[0] == kind:
                        return role
        return SPECTATOR


class Caller(NamedTuple):
    """The caller of a request about one game. `token` is None for a spectator, `party` for all but accounts.

    `role` is what the caller reads with. An account acts with any of its roles that its token's scopes allow.
    """

    role: str
    token: str | None = None
    party: Party | None = None

    @property
    def viewer(self) -> Viewer:
        """The viewer for redaction: a seat number, the auditor, or None. Organisers and referees see what spectators see.

        Analysts and watchers see the whole analysis: information hidden from the analyst in the original game was drawn anew.
        """
        if self.role.startswith("seat:"):
            return int(self.role.removeprefix("seat:"))
        return AUDITOR if self.role in (AUDITOR, ANALYST, WATCHER) else None

    @property
    def referee(self) -> int | None:
        """The referee's number, if the caller is a referee of the game or its tournament."""
        return int(self.role.removeprefix("referee:")) if self.role.startswith("referee:") else None

    @property
    def actor(self) -> str:
        """Identifies this caller in the idempotency table without revealing the token: an account is the same with each of its
        sessions and tokens.
        """
        if self.party is not None:
            return f"account:{self.party.account}"
        return digest(self.token) if self.token else SPECTATOR

    @property
    def acts(self) -> bool:
        return self.role == ANALYST or isinstance(self.viewer, int)

    @property
    def organises(self) -> bool:
        """Whether the caller may do what an organiser does."""
        if self.party is not None:
            return ORGANISER in self.party.roles and self.party.may("tables")
        return self.role == ORGANISER

    def plays(self, seat: int) -> bool:
        """Whether the caller may do what the player of this seat does."""
        return self.viewer == seat and (self.party is None or self.party.may("play"))

    def acting(self, table: Table, candidates: Sequence[int], wanted: int | None) -> int:
        """The seat that the caller acts for: their own; for an analyst `wanted`, or else the only candidate."""
        if self.role != ANALYST:
            if wanted not in (None, seat := self._own_seat()):
                raise Refused(Refusal.FORBIDDEN, f"Your token acts for seat {seat} only.")
            return seat
        if wanted is None and len(candidates) > 1:
            seats = ", ".join(map(str, candidates))
            raise malformed("seat", f"Seats {seats} are to act; choose one of them with ?seat=.")
        return existing_seat(table, wanted if wanted is not None else next(iter(candidates), 1))

    def seat(self) -> int:
        """The caller's seat, to act for it; `Refused` for callers without a seat."""
        seat = self._own_seat()
        if self.party is not None and not self.party.may("play"):
            raise Refused(
                Refusal.FORBIDDEN, "Acting for a seat needs a token with the scope `play`.", scope="play"
            )
        return seat

    def _own_seat(self) -> int:
        if isinstance(viewer := self.viewer, int):
            return viewer
        if self.token is None:
            raise Refused(Refusal.UNAUTHENTICATED, "Acting requires the bearer token of a seat.")
        if self.party is not None:
            raise Refused(Refusal.FORBIDDEN, "Your account has no seat here to act for.")
        raise Refused(Refusal.FORBIDDEN, f"The {self.role.partition(':')[0]} has no seat to act for.")

    def referee_number(self) -> int:
        """The caller's referee number; `Refused` for all other callers."""
        if self.referee is not None:
            return self.referee
        if self.token is None:
            raise Refused(Refusal.UNAUTHENTICATED, "This requires the bearer token of a referee.")
        raise Refused(Refusal.FORBIDDEN, "Only a referee of this game may do this.")

    def check_organiser(self) -> None:
        """`Refused` for all callers except the organiser."""
        if self.token is None:
            raise Refused(Refusal.UNAUTHENTICATED, "This requires the organiser's bearer token.")
        if not self.organises:
            raise Refused(Refusal.FORBIDDEN, "Only the organiser may do this.")

    def check_analyst(self) -> None:
        """`Refused` for all callers except an analyst."""
        if self.token is None:
            raise Refused(Refusal.UNAUTHENTICATED, "This requires the bearer token of an analysis.")
        if self.role != ANALYST:
            detail = "Only the holder of the token of an analysis may do this, in the analysis."
            raise Refused(Refusal.FORBIDDEN, detail)

    def check_not_watcher(self) -> None:
        """`Refused` for watchers: many people may hold the link of a shared analysis."""
        if self.role == WATCHER:
            raise Refused(Refusal.FORBIDDEN, "Your link to this analysis allows reading only.")

    def check_may_seat(self, bot: str | None) -> None:
        """`Refused` for a bot seated by anybody but the organiser, and for a person seated by somebody else."""
        if bot is not None and not self.organises:
            raise Refused(Refusal.FORBIDDEN, "Only the organiser may seat bots.")
        if bot is None and self.party is None and self.role not in (SPECTATOR, INVITED):
            raise Refused(Refusal.FORBIDDEN, SELF_SEATING)
