"""The content of an invitation, for the holder of its code before they take a seat."""

from __future__ import annotations

from collections.abc import Container

from msgspec import UNSET

from projections import tournaments
from projections.clocks import terms_document
from projections.documents.invitations import InvitationDocument
from projections.people import Players, rfc3339
from service.identity.invitations import Invitation, open_invitation
from service.log.repository import Repository


def invitation(repository: Repository, code: str) -> InvitationDocument:
    """The invitation; `Refused` not-found if it is unknown, used, revoked or expired."""
    found = open_invitation(repository.store, code)
    if repository.store.version(found.game):
        return _to_game(repository, found)
    return _to_tournament(repository, found)


def _to_game(repository: Repository, found: Invitation) -> InvitationDocument:
    """With entry 0 and its signature, so that the new player knows what they agree to and can prove it."""
    first, now = repository.versions.load(found.game, 1), repository.get(found.game)
    [entry] = repository.store.entries(found.game, 0, 1)
    setup = first.table.setup
    return InvitationDocument(
        game=found.game,
        tournament=None,
        ruleset=setup.ruleset,
        seats=setup.seats,
        options=setup.options,
        clock=UNSET if setup.clock is None else terms_document(setup.clock),
        seat=found.seat,
        free=_free(setup.seats, now.table.seats.numbers),
        players=_names(now.players),
        expires_at=rfc3339(found.expires_at),
        entry=entry.decode(),
        checkpoint=repository.heads.checkpoint(first),
        plan=None,
    )


def _to_tournament(repository: Repository, found: Invitation) -> InvitationDocument:
    tournament = tournaments.load(repository.store.query, found.game)
    assert tournament is not None, "invitations refer to existing games and tournaments"
    return InvitationDocument(
        game=None,
        tournament=tournament.id,
        ruleset=tournament.ruleset,
        seats=tournament.seats,
        options=tournament.options,
        clock=tournaments.clock_of(tournament),
        seat=found.seat,
        free=_free(tournament.seats, tournament.players),
        players=_names(tournament.players),
        expires_at=rfc3339(found.expires_at),
        entry=None,
        checkpoint=None,
        plan=tournaments.plan_document(repository.store.query, tournament),
    )


def _free(seats: int, taken: Container[int]) -> tuple[int, ...]:
    return tuple(seat for seat in range(1, seats + 1) if seat not in taken)


def _names(players: Players) -> tuple[str, ...]:
    return tuple(players[seat].name for seat in sorted(players))
