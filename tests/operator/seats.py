"""Changed seats: seeds, commitments, keys, and who acts."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from kronika_client import Problem

from domain.ledger import ed25519
from domain.ledger.entry import NO_ATTESTATION, Sig
from domain.table import events as t
from domain.table import seating as rules_of_seats
from domain.table.actors import ORGANISER, TABLE, seat_actor
from domain.table.fold import Fold
from domain.table.parts.seats import Seats
from service.identity.tokens import grant
from service.play.signing import ActionInput
from service.tables import seating
from tests.clients.test_trusting import Divided
from tests.clients.trusting import Player
from tests.operator.attack import Evidence, attack, file_of
from tests.operator.service import Operator, Transport, complaint, play, turn, unlisted
from tests.service.chairs import Chair
from verifier.text import b64u

SEARCHED = b"searched" * 4


@attack("L3", "not the one that the seat committed to", "`check_seed`")
def a_friends_last_seed(service: Operator) -> Evidence:
    """A friend at seat 2 chooses the seed after seeing that of seat 1"""
    [ala, friend] = service.seated(service.create())
    ala.reveal()
    friend.seed = SEARCHED

    def unchecked(*given: Any) -> Sig | None:
        sig = given[-1]
        return None if sig is None else Sig(sig)

    with service.changed(seating, "check_seed", unchecked):
        friend.reveal()
    play([ala, friend])
    return file_of(service.audit(ala.game))


@attack("L3", "without the seeds of seats [2]", "`Seats.to_reveal`")
def a_dropped_seed(service: Operator) -> Evidence:
    """The game begins without the seed of a seat that has committed to one"""
    [ala, ola] = service.seated(service.create())
    with service.changed(Seats, "to_reveal", property(lambda seats: () if seats.seeds else (1, 2))):
        ala.reveal()
        play([ala, ola])
    return file_of(service.audit(ala.game))


@attack("L2", "not signed by the key of seat 2", "`read_seat`")
def a_dropped_commitment(service: Operator) -> Evidence:
    """A seat's commitment is dropped, so that its seed is not mixed in; the seat has a key"""
    game, honest = service.create(), seating.read_seat
    ala, ola = Player(service.http, game, 1), Player(service.http, game, 2)
    ala.sit_down("Ala")

    def without(ctx: bytes, table: int, seat: int, entrant: Mapping[str, Any], *more: Any) -> Any:
        taken, sig = honest(ctx, table, seat, entrant, *more)
        return t.SeatTaken(taken.seat, taken.bot, None, taken.key), sig

    with service.changed(seating, "read_seat", without):
        ola.sit_down("Ola")
    ala.reveal()
    return file_of(service.audit(game))


@attack("verdict", "Yours is not in the mix.", "`read_seat`")
def a_dropped_commitment_without_a_key(service: Operator) -> Evidence:
    """The commitment of a seat without a key is dropped, and its player gives the verifier their own seed"""
    game = service.create()
    ala = Player(service.http, game, 1)
    ala.sit_down("Ala")
    ola = Chair(ala.ctx, 2, SEARCHED)

    def without(ctx: bytes, table: int, seat: int, *more: Any) -> Any:
        return t.SeatTaken(seat), None

    with service.changed(seating, "read_seat", without):
        service.post(f"games/{game}/seats", ola.taking())
    ala.reveal()
    return file_of(service.audit(game), own=b64u(SEARCHED))


@attack("L3", "freed after the last one was taken", "`free_seat`")
def a_seat_freed_late(service: Operator) -> Evidence:
    """When a seed is known, a seat is freed for a friend, who commits to one that was searched for"""
    [ala, _] = service.seated(service.create())
    ala.reveal()

    def freed(ruleset: Any, table: Any, seat: int, by: str) -> Fold:
        fold = Fold(ruleset, table)
        fold.begin_action(by)
        fold.record(t.SeatFreed(seat))
        return fold

    with service.changed(rules_of_seats, "free_seat", freed):
        path = f"/v1/games/{ala.game}/seats/2"
        headers = {"Authorization": f"Bearer {service.organisers[ala.game]}"}
        service.http.delete(path, headers=headers).raise_for_status()
    friend = Chair(ala.ctx, 2, SEARCHED)
    token = service.post(f"games/{ala.game}/seats", friend.taking())["token"]
    service.post(f"games/{ala.game}/seeds", {"seed": b64u(SEARCHED)}, token)
    return file_of(unlisted(service.audit(ala.game)))


@attack("client", "this log has somebody else at my seat", "the whole service, for one player")
def somebody_else_at_the_seat(service: Operator) -> Evidence:
    """A player gets a log in which the operator took the player's seat, with another key and seed"""
    game = service.create()
    copy = service.copy()
    mine = Player(divided(service, copy), game, 1)
    with suppress(Problem):
        mine.sit_down("Ada")
    Player(service.http, game, 2).sit_down("Bo")
    for seat in (1, 2):
        copy.post(f"games/{game}/seats", {"name": f"X{seat}", "seat": seat})
    copy.kronika.store.append("", [], [grant(mine.token, game, "seat:1")])
    return file_of(copy.audit(game), said=complaint(mine.reveal))


def divided(service: Operator, copy: Operator) -> httpx.Client:
    """Takes what a client sends to one log, and shows it another."""
    transports = [Transport(it.kronika) for it in (service, copy)]
    return httpx.Client(transport=Divided(*transports), base_url=service.http.base_url)


@attack("L2", "this action of its is not signed", "`ActionInput.attestation`")
def an_action_in_a_seats_name(service: Operator) -> Evidence:
    """The operator acts in the name of a seat that has a key"""
    players = service.begun()
    player = turn(players)
    with service.changed(ActionInput, "attestation", lambda *of: NO_ATTESTATION):
        service.post(f"games/{player.game}/actions", player.legal_actions()[0], player.token)
    return file_of(service.audit(player.game))


@attack("L2", "not signed by the key of seat", "`ed25519.verify`")
def an_action_with_another_key(service: Operator) -> Evidence:
    """The operator acts in the name of a seat that has a key, and signs with another key"""
    players = service.begun()
    player = turn(players)
    player.key = Ed25519PrivateKey.generate()
    with service.changed(ed25519, "verify", lambda *of: True):
        player.act(player.legal_actions()[0])
    return file_of(service.audit(player.game))


def given_away(service: Operator, player: Player, entrant: dict[str, Any]) -> str:
    """The token of who accepts the organiser's invitation to a seat that is taken."""
    code = service.as_organiser(player.game, "invitations", {"seat": player.seat})["code"]
    taken = service.post(f"games/{player.game}/seats", {"name": "Friend", "invitation": code, **entrant})
    return str(taken["token"])


@attack("account", "The organiser gave a taken seat away", "nothing: the organiser may do this")
def a_seat_given_away(service: Operator) -> Evidence:
    """The organiser gives a taken seat to a friend's key, without a signature of its own key"""
    players = service.begun()
    player = turn(players)
    friend = Chair(player.ctx, player.seat, None, SEARCHED)
    given_away(service, player, friend.taking())
    return file_of(service.audit(player.game))


@attack("account", "A seat with a key of its own went on without one", "nothing: the organiser may do this")
def a_key_dropped(service: Operator) -> Evidence:
    """The organiser gives a taken seat to somebody without a key, and acts there unsigned"""
    players = service.begun()
    player = turn(players)
    token = given_away(service, player, {"seat": player.seat})
    [action, *_] = service.get(f"games/{player.game}/legal-actions", token)["actions"]
    service.post(f"games/{player.game}/actions", action, token)
    return file_of(service.audit(player.game))


@attack("L3", "before the start", "a function that writes an event")
def a_seat_given_away_early(service: Operator) -> Evidence:
    """A seat is given away before the game begins"""
    players = service.seated(service.create())
    service.write(players[0].game, (ORGANISER, t.SeatReassigned(2)))
    return file_of(service.audit(players[0].game))


@attack("L3", "is taken already", "a function that writes an event")
def a_seat_taken_twice(service: Operator) -> Evidence:
    """A seat is taken a second time, by another key with another seed, after seat 1 has revealed"""
    [ala, _] = service.seated(service.create())
    ala.reveal()
    chair = Chair(ala.ctx, 2, SEARCHED)
    commitment = chair.taking()["seed_commitment"]
    service.write(ala.game, (seat_actor(2), t.SeatTaken(2, None, commitment)))
    return file_of(unlisted(service.audit(ala.game)))


@attack("L1", "does not follow directly on the last seat that was taken", "a function that writes an event")
def a_seat_taken_after_its_leaf(service: Operator) -> Evidence:
    """A seat is taken a second time after the log of logs has the seats"""
    [ala, _] = service.seated(service.create())
    ala.reveal()
    service.write(
        ala.game,
        (seat_actor(2), t.SeatTaken(2, None, Chair(ala.ctx, 2, SEARCHED).taking()["seed_commitment"])),
    )
    return file_of(service.audit(ala.game))


@attack("L3", "before all seats are taken", "a function that writes an event")
def a_dropped_seat(service: Operator) -> Evidence:
    """The game begins without the second seat"""
    game = service.create()
    Player(service.http, game, 1).sit_down("Ala")
    service.write(game, (TABLE, t.GameStarted(0)))
    return file_of(service.audit(game))


@attack("L3", "has committed to no seed", "a function that writes an event")
def a_seed_by_the_service(service: Operator) -> Evidence:
    """The service gives a seed in the name of a seat that committed to none, after the others have revealed theirs"""
    game = service.create()
    ala = Player(service.http, game, 1)
    ala.sit_down("Ala")
    service.post(f"games/{game}/seats", {"name": "Ola", "seat": 2})
    service.write(game, (seat_actor(2), t.SeedRevealed(2, b64u(SEARCHED))))
    ala.reveal()
    return file_of(service.audit(game))
