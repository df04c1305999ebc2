"""Sitting down with a seed and a key of one's own, through the service's commands."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Any

import orjson
import pytest

from domain.ledger.text import b64u, from_b64
from domain.table.refusals import Refused
from service.identity.invitations import MOST_OPEN
from service.log import notes
from service.queries import auditing, history
from service.tables import bounds, inviting, seating, suspension
from service.tables.rotating import Rotate, rotate
from tests.service import following
from tests.service.chairs import Chair
from tests.service.conftest import House, long, said
from tests.service.test_games import refused
from tests.service.test_tournaments import entered, games
from verifier import verify

OF_LOW_ORDER = b64u(b"\x01" + bytes(31))
STRAY_BITS = b64u(bytes(32))[:-1] + "B"
"""The last character has bits that belong to none of the 32 bytes."""


def ctx_of(house: House, game: str) -> bytes:
    [first] = house.repository.store.entries(game, 0, 1)
    return sha256(b"\x00" + first).digest()


def sit(house: House, game: str, entrant: dict[str, Any], token: str | None = None) -> str:
    return str(said(seating.join(seating.Join(game, token, entrant), house.context))["token"])


def reveal(house: House, game: str, token: str, seed: str, sig: str | None = None) -> dict[str, Any]:
    return said(seating.reveal_seed(seating.RevealSeed(game, token, seed, sig), house.context))


def entries(house: House, game: str) -> list[dict[str, Any]]:
    return [orjson.loads(entry) for entry in house.repository.store.entries(game)]


def chairs(house: House, game: str) -> list[Chair]:
    """Seat 1 has a seed and a key, seat 2 a seed, seat 3 a key, seat 4 neither."""
    ctx = ctx_of(house, game)
    return [
        Chair(ctx, 1, b"1" * 32, b"k" * 32),
        Chair(ctx, 2, b"2" * 32),
        Chair(ctx, 3, None, b"l" * 32),
        Chair(ctx, 4),
    ]


def begun(house: House) -> tuple[str, list[Chair], list[str]]:
    game, _ = house.create(seats=4)
    seated = chairs(house, game)
    tokens = [sit(house, game, chair.taking()) for chair in seated]
    for chair, token in zip(seated[:2], tokens, strict=False):
        reveal(house, game, token, *chair.opening(seated))
    return game, seated, tokens


def test_a_game_begins_when_all_who_committed_have_opened_their_seeds(house: House) -> None:
    game, _ = house.create(seats=4)
    seated = chairs(house, game)
    tokens = [sit(house, game, chair.taking()) for chair in seated]
    assert (house.document(game)["status"], house.document(game)["to_reveal"]) == ("waiting", [1, 2])
    reveal(house, game, tokens[1], *seated[1].opening(seated))
    assert house.document(game)["to_reveal"] == [1]
    reveal(house, game, tokens[0], *seated[0].opening(seated))
    assert (house.document(game)["status"], house.document(game)["to_reveal"]) == ("playing", [])


def test_the_log_holds_what_seats_declared_and_nothing_that_they_left_out(house: House) -> None:
    game, seated, _ = begun(house)
    log = entries(house, game)
    taken = {entry["d"]["seat"]: entry for entry in log if entry["t"] == "seat-taken"}
    first, second = seated[0].taking(), seated[1].taking()
    assert taken[1]["d"] == {"seat": 1, "key": first["key"], "seed_commitment": first["seed_commitment"]}
    assert taken[1]["sig"] == {"s": first["sig"]}
    assert taken[2]["d"] == {"seat": 2, "seed_commitment": second["seed_commitment"]}
    assert taken[4]["d"] == {"seat": 4}
    opened = [entry for entry in log if entry["t"] == "seed-revealed"]
    assert [entry["d"] for entry in opened] == [
        {"seat": 1, "seed": b64u(b"1" * 32)},
        {"seat": 2, "seed": b64u(b"2" * 32)},
    ]
    assert ["sig" in entry for entry in opened] == [True, False]
    assert [entry["d"] for entry in log if entry["t"] == "game-started"] == [{"epoch": 0}]


def test_the_seeds_of_the_log_stand_in_the_audit_file(house: House) -> None:
    game, _, _ = begun(house)
    file = orjson.loads(auditing.audit(house.repository, game, None))
    assert file["seeds"] == [{"seat": 1, "seed": b64u(b"1" * 32)}, {"seat": 2, "seed": b64u(b"2" * 32)}]


def test_the_first_throw_follows_from_its_key_and_the_seeds(house: House) -> None:
    """By the page of the ledger, with nothing of the domain."""
    game, _, _ = begun(house)
    draws = auditing.draws(house.repository, game, None)
    key, id = draws.draws[0], bytes.fromhex(game)
    root = from_b64(house.repository.get(game).table.setup.draw_roots[0])
    seeds = b"\x02" + b"\x01" + b"1" * 32 + b"\x02" + b"2" * 32
    mix = sha256(b"gamelog/v1/mix\n" + id + bytes(4) + root + seeds).digest()
    prk = hmac.digest(mix, from_b64(key.key.replace("-", "+").replace("_", "/") + "="), "sha256")
    block = hmac.digest(prk, b"gamelog/v1/draw\n" + id + bytes(8) + b"\x01", "sha256")
    order = next(entry["d"] for entry in entries(house, game) if "draw" in entry["d"])["draw"]
    assert order["slot"] == 0
    assert order["values"] == [1 + int.from_bytes(block[:8], "big") % 4]


def test_a_seed_that_is_not_the_one_committed_is_refused(house: House) -> None:
    game, _ = house.create(seats=2)
    pair = [Chair(ctx_of(house, game), n, bytes([n]) * 32) for n in (1, 2)]
    tokens = [sit(house, game, chair.taking()) for chair in pair]
    with refused("malformed"):
        reveal(house, game, tokens[0], b64u(bytes([2]) * 32))
    assert house.document(game)["to_reveal"] == [1, 2]


def test_the_commitment_of_another_seat_or_game_opens_nothing(house: House) -> None:
    game, _ = house.create(seats=2)
    ctx = ctx_of(house, game)
    for wrong in (Chair(ctx, 2, b"r" * 32), Chair(bytes(32), 1, b"r" * 32)):
        assert wrong.commitment is not None
        other, _ = house.create(seats=2)
        token = sit(house, other, {"name": "A", "seat": 1, "seed_commitment": b64u(wrong.commitment)})
        sit(house, other, {"name": "B"})
        with refused("malformed"):
            reveal(house, other, token, b64u(b"r" * 32))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"seat": None}, "seat"),
        ({"key": OF_LOW_ORDER}, "key"),
        ({"key": b64u(b"\xff" * 32)}, "key"),
        ({"sig": None}, "sig"),
        ({"sig": b64u(bytes(64))}, "sig"),
        ({"key": None}, "sig"),
        ({"seed_commitment": None}, "sig"),
        ({"seed_commitment": b64u(bytes(32))}, "sig"),
        ({"seed_commitment": STRAY_BITS}, "seed_commitment"),
        ({"seat": 2}, "sig"),
        ({"bot": "random"}, "seed_commitment"),
    ],
)
def test_what_cannot_be_declared(house: House, wrong: dict[str, Any], field: str) -> None:
    game, organiser = house.create(seats=2)
    honest = Chair(ctx_of(house, game), 1, b"r" * 32, b"k" * 32).taking()
    entrant = {name: value for name, value in {**honest, **wrong}.items() if value is not None}
    with pytest.raises(Refused) as found:
        sit(house, game, entrant, organiser if "bot" in wrong else None)
    assert (found.value.kind, list(found.value.more["errors"])) == ("malformed", [field])
    assert house.document(game)["version"] == 1


def test_a_seed_is_signed_by_the_key_over_all_who_sit_there(house: House) -> None:
    game, _ = house.create(seats=2)
    ctx = ctx_of(house, game)
    own, other = Chair(ctx, 1, b"r" * 32, b"k" * 32), Chair(ctx, 2, b"s" * 32)
    token, guest = sit(house, game, own.taking()), sit(house, game, other.taking())
    seed, sig = own.opening([own, other])
    _, elsewhere = own.opening([own, Chair(ctx, 2, b"t" * 32)])
    for wrong in (None, elsewhere):
        with refused("malformed"):
            reveal(house, game, token, seed, wrong)
    with refused("malformed"):
        reveal(house, game, guest, b64u(b"s" * 32), sig)
    reveal(house, game, token, seed, sig)
    assert house.document(game)["to_reveal"] == [2]


def test_a_game_that_waits_for_a_seed_for_ever_is_abandoned(house: House) -> None:
    game, organiser = house.create(seats=2)
    sit(house, game, Chair(ctx_of(house, game), 1, b"r" * 32).taking())
    sit(house, game, {"name": "B"})
    suspension.change_status(suspension.ChangeStatus(game, organiser, "abandon"), house.context)
    assert (house.document(game)["status"], house.document(game)["to_reveal"]) == ("abandoned", [])
    assert not auditing.draws(house.repository, game, None).draws


def test_the_account_of_a_table_does_not_grow_for_ever(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_DECISIONS", 4)
    game, organiser = house.create(seats=2)
    for name in "AB":
        sit(house, game, {"name": name})

    def change(step: suspension.Step) -> None:
        suspension.change_status(suspension.ChangeStatus(game, organiser, step), house.context)

    for _ in range(2):
        change("suspend")
        change("resume")
    code = inviting.invite(inviting.Invite(inviting.Place(game, organiser), 1), house.context).document.code
    with refused("gone-elsewhere"):
        change("suspend")
    with refused("gone-elsewhere"):
        sit(house, game, {"name": "C", "invitation": code})
    change("abandon")
    assert [it["kind"] for it in house.document(game)["account"]["decisions"]] == [
        *["no-seed"] * 2,
        *["suspended"] * 2,
        "abandoned",
    ]


def verdict_of(house: House, game: str) -> dict[str, Any]:
    return dict(house.document(game)["entropy"])


def test_the_verdict_names_whose_seeds_are_in_the_draws_and_who_signed(house: House) -> None:
    game, organiser = house.create(seats=4)
    said_of = {
        "seats": 4,
        "bots": [],
        "operator_with": [],
        "signed": [],
        "fresh": 0,
        "provided": ["L3", "L4"],
    }
    assert verdict_of(house, game) == said_of
    ctx = ctx_of(house, game)
    seated = [
        Chair(ctx, 1, b"1" * 32, b"k" * 32), Chair(ctx, 2, b"2" * 32), Chair(ctx, 3, None, b"l" * 32)
    ]  # fmt: skip
    tokens = [sit(house, game, chair.taking()) for chair in seated]
    sit(house, game, {"name": "B", "bot": "random"}, organiser)
    said_of |= {"bots": [4], "operator_with": [1, 2], "signed": [1]}
    assert verdict_of(house, game) == said_of
    everybody = [*seated, Chair(ctx, 4)]
    for chair, token in zip(seated[:2], tokens, strict=False):
        reveal(house, game, token, *chair.opening(everybody))
    assert verdict_of(house, game) == said_of
    keys = [seat["key"] for seat in house.document(game)["seats"]]
    assert keys == [seated[0].taking()["key"], None, seated[2].taking()["key"], None]
    told = orjson.loads(history.replay(house.repository, game, None, "pl").body)["verdict"]
    assert told[0] == "Wyniki losowań mógł wybrać tylko operator razem ze wszystkimi miejscami: 1, 2."


def test_the_service_and_the_verifier_come_to_the_same_verdict(house: House) -> None:
    game, _, _ = begun(house)
    report = verify(orjson.loads(auditing.audit(house.repository, game, None)))
    assert report.found is not None
    assert report.ok
    assert report.found.as_dict(["L3", "L4"]) == verdict_of(house, game)


def free(house: House, game: str, token: str | None, seat: int) -> dict[str, Any]:
    return said(seating.free(seating.Free(game, token, seat), house.context))


def invited(house: House, game: str, organiser: str, seat: int | None = None) -> str:
    return inviting.invite(
        inviting.Invite(inviting.Place(game, organiser), seat), house.context
    ).document.code


def test_nobody_is_seated_by_anybody_else_but_bots(house: House) -> None:
    game, organiser = house.create(seats=3)
    token = sit(house, game, {"name": "A"})
    for holder in (organiser, token):
        with refused("forbidden"):
            sit(house, game, {"name": "B"}, holder)
    with refused("forbidden"):
        sit(house, game, {"name": "B", "bot": "random"}, token)
    sit(house, game, {"name": "B", "bot": "random"}, organiser)
    assert len(house.repository.get(game).table.seats.taken) == 2


def test_a_private_table_is_entered_with_an_invitation_only(house: House) -> None:
    game, organiser = house.create(visibility="private")
    with refused("not-found"):
        sit(house, game, {"name": "A"})
    with refused("forbidden"):
        sit(house, game, {"name": "A"}, organiser)
    token = sit(house, game, {"name": "A", "invitation": invited(house, game, organiser)})
    assert house.document(game, token)["viewer"] == "seat:1"


def test_a_freed_seat_is_free_and_its_token_dead(house: House) -> None:
    game, organiser = house.create()
    chair = Chair(ctx_of(house, game), 1, b"r" * 32, b"k" * 32)
    token = sit(house, game, chair.taking())
    with refused("unauthenticated"):
        free(house, game, None, 1)
    assert free(house, game, organiser, 1)["status"] == "waiting"
    found = house.document(game)
    assert [(seat["name"], seat["key"]) for seat in found["seats"]] == [(None, None)] * 2
    assert found["entropy"]["operator_with"] == []
    with refused("unauthenticated"):
        house.document(game, token)
    sit(house, game, {"name": "B", "seat": 1})
    sit(house, game, {"name": "C"})
    assert house.document(game)["status"] == "playing"
    assert verify(orjson.loads(auditing.audit(house.repository, game, None))).ok


def test_no_seat_is_freed_when_all_are_taken(house: House) -> None:
    game, organiser = house.create()
    token = sit(house, game, Chair(ctx_of(house, game), 1, b"r" * 32).taking())
    sit(house, game, {"name": "B"})
    for _ in range(2):
        with refused("illegal-action"):
            free(house, game, organiser, 2)
        if house.document(game)["to_reveal"]:
            reveal(house, game, token, b64u(b"r" * 32))
    other, its_organiser = house.create()
    for nobody in (1, 9):
        with refused("not-found"):
            free(house, other, its_organiser, nobody)


def test_a_substitute_plays_on_and_the_old_token_is_dead_with_its_streams(house: House) -> None:
    game, organiser = house.create()
    old = sit(house, game, {"name": "A"})
    sit(house, game, {"name": "B"})
    messages = following.follow(house.repository, game, old, house.document(game)["version"])
    assert messages is not None
    new = sit(house, game, {"name": "Sub", "invitation": invited(house, game, organiser, 1)})
    assert list(messages) == []
    with refused("unauthenticated"):
        house.document(game, old)
    found = house.document(game, new)
    assert (found["viewer"], found["seats"][0]["name"]) == ("seat:1", "Sub")
    assert entries(house, game)[-1]["t"] == "seat-reassigned"
    assert verify(orjson.loads(auditing.audit(house.repository, game, None))).ok


def test_a_substitute_does_not_go_on_with_the_notes_of_who_sat_there(house: House) -> None:
    """Notes from a time when the game was over, before a ruling took it back."""
    game, organiser = house.create()
    for name in "AB":
        sit(house, game, {"name": name})
    store = house.kronika.store
    written = [notes.upsert(store, game, 3, f"seat:{seat}", 1, notes.WrittenNote("Mine.")) for seat in (1, 2)]
    store.append("", [], written)
    sit(house, game, {"name": "Sub", "invitation": invited(house, game, organiser, 1)})
    assert store.query("SELECT author FROM notes") == [("seat:2",)]


def test_a_substitute_brings_a_key_of_his_own_and_no_seed(house: House) -> None:
    game, organiser = house.create()
    ctx = ctx_of(house, game)
    sit(house, game, Chair(ctx, 1, None, b"k" * 32).taking())
    sit(house, game, {"name": "B"})
    substitute = Chair(ctx, 1, None, b"l" * 32)
    code = invited(house, game, organiser, 1)
    with refused("malformed"):
        sit(house, game, {**substitute.taking(seed_commitment=b64u(bytes(32))), "invitation": code})
    with refused("malformed"):
        sit(house, game, {**substitute.taking(sig=b64u(bytes(64))), "invitation": code})
    sit(house, game, {**substitute.taking(), "invitation": code})
    assert house.document(game)["seats"][0]["key"] == substitute.taking()["key"]
    assert entries(house, game)[-1]["sig"] == {"s": substitute.taking()["sig"]}
    assert verify(orjson.loads(auditing.audit(house.repository, game, None))).ok


def test_who_plays_at_a_seat_goes_on_elsewhere_with_an_invitation_to_himself(house: House) -> None:
    game, _ = house.create()
    old = sit(house, game, {"name": "A"})
    with refused("forbidden"):  # before the start a seat is the organiser's to give
        invited(house, game, old, 1)
    rival = sit(house, game, {"name": "B"})
    with refused("forbidden"):
        invited(house, game, rival, 1)
    new = sit(house, game, {"name": "A", "invitation": invited(house, game, old, 1)})
    with refused("unauthenticated"):
        house.document(game, old)
    assert house.document(game, new)["viewer"] == "seat:1"


def test_who_has_a_token_only_gives_a_seat_with_a_key_away_and_the_log_shows_it(house: House) -> None:
    """docs/reference/attacks.md says so: a stolen token cannot act there, but a seat's player may go on with another key."""
    game, _ = house.create()
    owner = Chair(ctx_of(house, game), 1, None, b"k" * 32)
    stolen = sit(house, game, owner.taking())
    sit(house, game, {"name": "B"})
    taken = sit(house, game, {"name": "Thief", "invitation": invited(house, game, stolen, 1)})
    assert house.document(game, taken)["viewer"] == "seat:1"
    assert house.document(game)["seats"][0]["key"] is None
    assert [entry["t"] for entry in entries(house, game)][-1] == "seat-reassigned"
    with refused("unauthenticated"):
        house.document(game, stolen)
    assert verify(orjson.loads(auditing.audit(house.repository, game, None))).ok


def test_who_was_replaced_does_not_come_back_by_a_code_of_before(house: House) -> None:
    game, organiser = house.create()
    old = sit(house, game, {"name": "A"})
    rival = sit(house, game, {"name": "B"})
    hoarded, others = invited(house, game, old, 1), invited(house, game, rival, 2)
    sit(house, game, {"name": "Sub", "invitation": invited(house, game, organiser, 1)})
    with refused("not-found"):
        sit(house, game, {"name": "A", "invitation": hoarded})
    assert sit(house, game, {"name": "B", "invitation": others})


def test_what_a_seats_token_has_made_dies_with_it(house: House) -> None:
    """Whoever had stolen a token could otherwise come back when it has been exchanged for fear of that."""
    game, organiser = house.create()
    old = sit(house, game, {"name": "A"})
    sit(house, game, {"name": "B"})
    hoarded, official = invited(house, game, old, 1), invited(house, game, organiser, 1)
    new = rotate(Rotate(game, old), house.context).document.token
    with refused("not-found"):
        sit(house, game, {"name": "Thief", "invitation": hoarded})
    assert house.document(game, new)["viewer"] == "seat:1"
    assert sit(house, game, {"name": "Sub", "invitation": official})


def test_a_seat_has_one_code_at_a_time_and_keeps_the_organiser_from_nothing(house: House) -> None:
    game, organiser = house.create()
    seat = sit(house, game, {"name": "A"})
    sit(house, game, {"name": "B"})
    codes = [invited(house, game, seat, 1) for _ in range(MOST_OPEN + 1)]
    assert invited(house, game, organiser, 1)
    for code in codes[:-1][-3:]:
        with refused("not-found"):
            sit(house, game, {"name": "A", "invitation": code})
    join = seating.Join(game, None, {"name": "A", "invitation": codes[-1]}, long("k"))
    first = said(seating.join(join, house.context))["token"]
    assert said(seating.join(join, house.context))["token"] == first


def test_a_seat_that_is_taken_is_nobodys_before_the_start_and_never_a_bots(house: House) -> None:
    game, organiser = house.create()
    sit(house, game, {"name": "A", "seat": 1})
    code = invited(house, game, organiser, 1)
    with refused("gone-elsewhere"):
        sit(house, game, {"name": "Sub", "invitation": code})
    sit(house, game, {"name": "B", "bot": "random"}, organiser)
    with refused("gone-elsewhere"):
        sit(house, game, {"name": "Sub", "invitation": invited(house, game, organiser, 2)})
    with refused("gone-elsewhere"):
        sit(house, game, {"name": "Sub", "invitation": invited(house, game, organiser)})


def test_a_tournament_has_no_substitutes(house: House) -> None:
    id, organiser, _ = entered(house)
    [game] = games(house, id)
    with refused("gone-elsewhere"):
        sit(house, game, {"name": "Sub", "invitation": invited(house, game, organiser, 1)})
