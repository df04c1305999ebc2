"""Seats of accounts: somebody else's account is seated, a seat is claimed, or goes on with the operator's device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from domain.ledger.entry import Sig
from domain.ledger.seats import account_hash, claim_message, here_message, seat_message
from domain.table import accounts
from domain.table import events as t
from domain.table.actors import seat_actor
from service.tables import creating, seating
from tests.clients.trusting import Player
from tests.operator.attack import Evidence, attack, file_of
from tests.operator.service import Operator, complaint, play
from verifier.text import b64u

MINE, THEIRS = account_hash(bytes(16), b"the player's own"), account_hash(bytes(16), b"of somebody else")
A_KEY = Ed25519PrivateKey.from_private_bytes(b"operator's key.." * 2)
A_WRITER = "a function that writes an event"


def seated_otherwise(service: Operator, key: bool) -> Player:
    """Seat 1 is taken by a guest, and the log says an account; who has no key cannot sign."""
    player, honest = Player(service.http, service.create(), 1), seating.read_seat

    def otherwise(ctx: bytes, table: int, seat: int, entrant: Mapping[str, Any], *more: Any) -> Any:
        taken, sig = honest(ctx, table, seat, entrant)
        held = b64u(THEIRS)
        return t.SeatTaken(seat, None, taken.seed_commitment, taken.key if key else None, held), (
            sig if key else None
        )

    with service.changed(seating, "read_seat", otherwise):
        player.sit_down("Ala")
    return player


@attack("L2", "not signed by the key of seat 1", "`read_seat`")
def an_account_at_a_guests_seat(service: Operator) -> Evidence:
    """Somebody's account is seated where a guest with a key sat down"""
    return file_of(service.audit(seated_otherwise(service, key=True).game))


@attack("client", "this log has somebody else at my seat", "`read_seat`")
def an_account_at_a_seat_without_a_key(service: Operator) -> Evidence:
    """The same, and the seat's key is left out, too: the player compares the log with what they declared"""
    player = seated_otherwise(service, key=False)
    Player(service.http, player.game, 2).sit_down("Ola")
    return file_of(service.audit(player.game), said=complaint(player.reveal))


@attack("L2", "a guest sits down where everybody has an account", "`check_person`")
def a_guest_among_accounts(service: Operator) -> Evidence:
    """A friend sits down as a guest at a table where everybody has an account"""
    honest = creating.setup_of

    def required(*args: Any) -> t.GameCreated:
        return replace(honest(*args), accounts="required")

    with service.changed(creating, "setup_of", required):
        game = service.create()
    with service.changed(seating.seating, "check_person", lambda *of: None):
        Player(service.http, game, 1).sit_down("Friend")
    return file_of(service.audit(game))


@attack("L2", "seat 1 has a key, and this is not signed", A_WRITER)
def a_seat_claimed_for_the_operator(service: Operator) -> Evidence:
    """The operator takes a guest's seat with a key into the operator's own account"""
    [ala, _] = service.begun()
    service.write(ala.game, (seat_actor(1), t.SeatClaimed(1, b64u(THEIRS))))
    return file_of(service.audit(ala.game))


@attack(
    "nobody",
    "A seat without a key has only the service's word for who acts there, and so for whose account it is.",
    A_WRITER,
)
def a_seat_without_a_key_claimed(service: Operator) -> Evidence:
    """The operator takes a guest's seat without a key into an account"""
    game = service.create()
    service.post(f"games/{game}/seats", {"name": "Ala", "seat": 1})
    Player(service.http, game, 2).sit_down("Ola")
    claimed(service, game, THEIRS, None)
    return file_of(service.audit(game))


def claimed(service: Operator, game: str, account: bytes, sig: Sig | None) -> None:
    """Seat 1 is taken into an account, by the rules."""
    loaded = service.kronika.repository.get(game)
    event = t.SeatClaimed(1, b64u(account))
    service.kronika.repository.commit(loaded, accounts.claim_seat(loaded.ruleset, loaded.table, event, sig))


def of_an_account(service: Operator) -> list[Player]:
    """A game whose first player has taken the seat into an account, and signed that."""
    players = service.begun()
    game = players[0].game
    claimed(service, game, MINE, Sig(players[0].sign(claim_message(bytes.fromhex(game), 1, MINE))))
    return players


def moved(service: Operator, player: Player, old: bool, times: int = 1) -> None:
    """The seat goes on with the operator's key, who signs for the old one as far as he can."""
    public = A_KEY.public_key().public_bytes_raw()
    for _ in range(times):
        loaded = service.kronika.repository.get(player.game)
        new = b64u(A_KEY.sign(seat_message(loaded.ctx, 1, public, None, MINE)))
        place = here_message(bytes.fromhex(loaded.id), 1, loaded.version, public)
        sig = Sig(new, old=b64u(A_KEY.sign(place)) if old else None)
        gone = accounts._by_seat(
            loaded.ruleset, loaded.table, t.SeatReassigned(1, b64u(public)), accounts.DEVICE, sig
        )
        service.kronika.repository.commit(loaded, gone)


@attack("account", "A seat went on with another device, without the word of its key", A_WRITER)
def a_seat_moved_to_the_operators_key(service: Operator) -> Evidence:
    """The operator continues at an account's seat with the operator's own key, as its player might after losing the device"""
    [ala, ola] = of_an_account(service)
    moved(service, ala, old=False)
    ala.key = A_KEY
    play([ala, ola])
    return file_of(service.audit(ala.game))


@attack("L2", "it is not signed by the key that seat 1 had", A_WRITER)
def a_word_of_the_old_key_that_is_not_its(service: Operator) -> Evidence:
    """The same, and the log says that the previous key agreed"""
    [ala, _] = of_an_account(service)
    moved(service, ala, old=True)
    return file_of(service.audit(ala.game))


@attack("L4", "no action allowed there leads to this seat-reassigned", A_WRITER)
def a_seat_that_moves_too_often(service: Operator) -> Evidence:
    """A seat continues on another device for the eleventh time"""
    [ala, _] = of_an_account(service)
    moved(service, ala, old=False, times=11)
    return file_of(service.audit(ala.game))


@attack("L2", "a seat without an account goes on with another device", A_WRITER)
def a_guests_seat_moved(service: Operator) -> Evidence:
    """The operator continues at a guest's seat with the operator's own key"""
    [ala, _] = service.begun()
    moved(service, ala, old=False)
    return file_of(service.audit(ala.game))
