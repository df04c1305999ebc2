"""Invitations: one use, one seat, and nobody but the one invited holds the token."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import pytest

from domain.ledger.merkle import Frontier, leaf_hash
from domain.table.refusals import Refused
from service.identity import invitations
from service.log.retention import REMEMBERED
from service.operation import cleaning
from service.queries import invitations as queries
from service.tables import entering, tournaments
from service.tables.inviting import (
    WEEK,
    Invite,
    Place,
    invite,
    revoke_invitation,
)
from service.tables.inviting import invitations as listed
from service.tables.seating import Join, join
from tests.service.conftest import House, long, said
from tests.service.test_games import refused


class Host:
    """The organiser of a private game or tournament of two."""

    def __init__(self, house: House, kind: str) -> None:
        self.house, self.cup = house, kind == "tournament"
        if self.cup:
            terms = {"ruleset": "touche", "seats": 2, "games": 2, "visibility": "private"}
            made = tournaments.create_tournament(tournaments.CreateTournament(terms), house.context).document
            self.id, self.token = made.id, made.organiser_token
        else:
            self.id, self.token = house.create(visibility="private")
        self.place = Place(self.id, self.token, self.cup)

    def invite(self, **told: Any) -> Any:
        return invite(Invite(self.place, **told), self.house.context).document

    def sit(self, code: str | None, name: str = "Ala", key: str | None = None, **more: Any) -> dict[str, Any]:
        """Somebody without a token sits down."""
        entrant = {"name": name, **more} | ({} if code is None else {"invitation": code})
        if not self.cup:
            return said(join(Join(self.id, None, entrant, key), self.house.context))
        taken = entering.enter(entering.Enter(self.id, None, entrant, key), self.house.context).document
        return {"seat": taken.seat, "token": taken.token}

    def viewer(self, token: str) -> str:
        read = self.house.tournament if self.cup else self.house.document
        return str(read(self.id, token)["viewer"])

    def open(self) -> list[str]:
        return [it.invitation for it in listed(self.place, self.house.context).invitations]


@pytest.fixture(params=["game", "tournament"])
def host(house: House, request: pytest.FixtureRequest) -> Host:
    return Host(house, request.param)


def test_a_code_opens_one_seat_once(host: Host) -> None:
    with refused("not-found"):
        host.sit(None)
    made = host.invite()
    assert made.url.endswith(f"#{made.code}")
    assert host.open() == [made.invitation]
    taken = host.sit(made.code)
    assert host.viewer(taken["token"]) == "seat:1"
    assert host.open() == []
    with refused("not-found"):
        host.sit(made.code, "Ola")
    with refused("not-found"):
        queries.invitation(host.house.repository, made.code)


def test_the_database_holds_no_code(host: Host) -> None:
    made = host.invite(key=long("k"))
    rows = [
        host.house.kronika.store.query(f"SELECT * FROM {table}") for table in ("invitations", "idempotency")
    ]
    assert all(rows)
    assert made.code.removeprefix("ki_") not in str(rows)


def test_of_two_who_come_at_once_one_sits_down(host: Host) -> None:
    code = host.invite().code

    def attempt(name: str) -> str:
        try:
            return str(host.sit(code, name)["seat"])
        except Refused as refusal:
            return refusal.kind

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(attempt, ("Ala", "Ola"))) == ["1", "not-found"]


def test_a_seat_that_is_named_is_the_one_taken(host: Host) -> None:
    made = host.invite(seat=2)
    with refused("forbidden"):
        host.sit(made.code, seat=1)
    with refused("forbidden"):
        host.sit(made.code, bot="random")
    assert host.open() == [made.invitation], "a refusal uses nothing up"
    assert host.sit(made.code)["seat"] == 2
    with refused("not-found"):
        host.invite(seat=3)


def test_the_same_key_gives_the_same_code_and_the_same_seat(host: Host) -> None:
    made = host.invite(key=long("k"))
    assert host.invite(key=long("k")) == made
    with refused("malformed"):
        host.invite(key="1")
    first = host.sit(made.code, key=long("s"))
    assert host.sit(made.code, key=long("s")) == first
    assert host.open() == []


def test_what_is_revoked_expired_or_for_another_table_opens_nothing(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, revoked, expiring = host.house, host.invite(), host.invite()
    elsewhere = Host(house, "game").invite().code
    revoke_invitation(host.place, revoked.invitation, house.context)
    with refused("not-found"):
        revoke_invitation(host.place, revoked.invitation, house.context)
    later = invitations.now() + WEEK * 1000 + 1
    for code in (revoked.code, elsewhere, "ki_" + "A" * 43):
        with refused("not-found"):
            host.sit(code)
    monkeypatch.setattr(invitations, "now", lambda: later)
    with refused("not-found"):
        host.sit(expiring.code)
    assert host.open() == []


def test_only_the_organiser_invites_and_sees_invitations(host: Host) -> None:
    made = host.invite()
    player = host.sit(made.code)["token"]
    for token, kind in ((player, "forbidden"), (None, "not-found"), ("made-up", "not-found")):
        theirs = Place(host.id, token, host.cup)
        with refused(kind):
            invite(Invite(theirs), host.house.context)
        with refused(kind):
            listed(theirs, host.house.context)
        with refused(kind):
            revoke_invitation(theirs, made.invitation, host.house.context)


def test_a_hundred_are_open_at_most(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [host.invite() for _ in range(invitations.MOST_OPEN)]
    with refused("gone-elsewhere"):
        host.invite()
    revoke_invitation(host.place, made[0].invitation, host.house.context)
    host.invite()


def test_whoever_is_invited_reads_what_to(host: Host) -> None:
    read = queries.invitation(host.house.repository, host.invite(seat=2).code)
    assert (read.seats, read.seat) == (2, 2)
    assert (read.game, read.tournament) == ((None, host.id) if host.cup else (host.id, None))
    if not host.cup:
        assert read.entry is not None
        assert read.checkpoint is not None
        assert orjson.loads(read.entry)["d"]["game"] == host.id
        first = Frontier().extend([leaf_hash(read.entry.encode())])
        assert read.checkpoint.split("\n")[1] == str(first.size) == "1"


def test_invitations_are_forgotten_at_last(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    host.sit(host.invite().code)
    store, tables = host.house.kronika.store, ("invitations", "invitation_uses")
    cleaning.clean(store)
    assert all(store.query(f"SELECT hash FROM {table}") for table in tables)
    later = cleaning.now() + REMEMBERED + WEEK * 1000 + 1
    monkeypatch.setattr(cleaning, "now", lambda: later)
    cleaning.clean(store)
    assert not any(store.query(f"SELECT hash FROM {table}") for table in tables)
