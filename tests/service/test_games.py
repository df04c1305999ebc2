"""The use cases, as the API calls them."""

from __future__ import annotations

import time

import orjson
import pytest

from domain.ledger.keys import seed_commitment
from domain.ledger.text import b64u
from domain.table.decisions import Refused
from service.access import grant, new_token, revoke
from service.commands import runner
from service.commands.idempotency import KeyedRequest
from service.log.repository import now
from tests.service.conftest import House, said


def refused(kind: str) -> pytest.RaisesExc:
    return pytest.raises(Refused, check=lambda e: e.kind == kind)


def test_a_game_starts_by_itself_when_the_last_seat_is_taken(house: House) -> None:
    game, _ = house.create(seats=3)
    for n in range(1, 4):
        assert house.document(game)["status"] == "waiting"
        assert said(house.games.join(game, None, {"name": f"P{n}"}, None))["seat"] == n
    document = house.document(game)
    assert document["status"] == "playing"
    assert [seat["name"] for seat in document["seats"]] == ["P1", "P2", "P3"]
    with refused("gone-elsewhere"):
        house.games.join(game, None, {"name": "late"}, None)


def test_a_taken_seat_is_refused_and_a_free_one_can_be_chosen(house: House) -> None:
    game, _ = house.create()
    assert said(house.games.join(game, None, {"name": "A", "seat": 2}, None))["seat"] == 2
    with refused("gone-elsewhere"):
        house.games.join(game, None, {"name": "B", "seat": 2}, None)
    with refused("not-found"):
        house.games.join(game, None, {"name": "B", "seat": 3}, None)
    assert house.document(game)["version"] == 2


def test_an_action_is_answered_with_its_events_and_the_signed_head(house: House) -> None:
    game, tokens = house.seated()
    before = house.document(game)["version"]
    answer = house.act(game, house.turn(game, tokens), {"type": "roll"})
    assert answer["version"] == before + 1
    assert [e["type"] for e in answer["events"]] == ["dice-rolled"]
    assert answer["events"][0]["rules"]
    assert answer["checkpoint"] == house.games.checkpoint(game, None)
    assert len(answer["draws"]) == 1


def test_refusals_leave_no_trace(house: House) -> None:
    game, tokens = house.seated()
    before = house.document(game)
    turn = before["to_act"][0]
    other = tokens[3 - turn]
    with refused("not-your-turn"):
        house.act(game, other, {"type": "roll"})
    with refused("illegal-action"):
        house.act(game, tokens[turn], {"type": "set-aside"})
    with refused("malformed"):
        house.act(game, tokens[turn], {"type": "fly"})
    with refused("unauthenticated"):
        house.games.act(game, None, {"type": "roll"}, None, None)
    with refused("unauthenticated"):
        house.games.act(game, "made-up", {"type": "roll"}, None, None)
    with refused("stale"):
        house.games.act(game, tokens[turn], {"type": "roll"}, before["version"] - 1, None)
    assert house.document(game) == before


def test_the_same_key_gives_the_same_answer_and_acts_once(house: House) -> None:
    game, tokens = house.seated()
    token = house.turn(game, tokens)
    first = house.games.act(game, token, {"type": "roll"}, None, "k")
    house.act(game, token, {"type": "set-aside"})
    assert house.games.act(game, token, {"type": "roll"}, 1, "k") == first
    with refused("idempotency-conflict"):
        house.games.act(game, token, {"type": "set-aside"}, None, "k")
    assert house.document(game)["version"] == orjson.loads(first.body)["version"] + 1


def test_creating_and_joining_again_with_a_key_hands_out_the_same_tokens(house: House) -> None:
    new = {"ruleset": "age-of-war", "seats": 2}
    created = house.games.create(new, "one")
    assert house.games.create(new, "one") == created
    assert house.games.create(new, "two") != created
    game = said(created)["id"]
    joined = house.games.join(game, None, {"name": "A"}, "a")
    assert house.games.join(game, None, {"name": "A"}, "a") == joined
    assert said(house.games.join(game, None, {"name": "B"}, "b"))["token"] != said(joined)["token"]
    assert house.document(game)["status"] == "playing"


def test_private_games_do_not_exist_for_strangers(house: House) -> None:
    game, organiser = house.create(visibility="private")
    _, foreign = house.create()
    for token in (None, "made-up", foreign):
        with refused("not-found"):
            house.games.document(game, token)
        with refused("not-found"):
            house.games.join(game, token, {"name": "A"}, None)
    assert house.document(game, organiser)["viewer"] == "organiser"
    assert game not in [g["id"] for g in orjson.loads(house.games.lobby(None, None, 50, None)[0])["games"]]


def test_tokens_of_other_games_expired_and_revoked_tokens_are_refused(house: House) -> None:
    game, _ = house.seated()
    _, foreign = house.create()
    with refused("forbidden"):
        house.games.document(game, foreign)
    house.kronika.store.append(
        "", [], [grant("old", game, "referee", now() - 1), grant("new", game, "referee")]
    )
    with refused("unauthenticated"):
        house.games.document(game, "old")
    assert house.document(game, "new")["viewer"] == "referee"
    house.kronika.store.append("", [], [revoke("new")])
    with refused("unauthenticated"):
        house.games.document(game, "new")


def test_undo_takes_back_a_filled_line_but_never_a_throw(house: House) -> None:
    game, tokens = house.seated()
    token = house.turn(game, tokens)
    house.act(game, token, {"type": "roll"})
    with refused("illegal-action"):
        house.games.request_undo(game, token, None, None)
    thrown = house.document(game)
    house.act(game, token, house.legal(game, token)[0])
    answer = said(house.games.request_undo(game, token, None, None))
    assert answer["status"] == "granted"
    assert house.document(game)["view"] == thrown["view"]
    assert house.document(game)["version"] == answer["version"] == thrown["version"] + 3


def test_drawing_again_after_an_undo_gives_the_same_dice(house: House) -> None:
    game, tokens = house.seated()
    token = house.turn(game, tokens)
    house.act(game, token, {"type": "roll"})
    thrown = []
    for _ in range(2):
        filled = house.act(game, token, house.legal(game, token)[0])
        if filled["to_act"] == house.document(game)["to_act"]:
            branch = house.kronika.repository.get(game)
            thrown.append(
                branch.keys.draws(branch.table).words(branch.table.epoch, branch.table.slot).roll([6] * 6)
            )
        house.games.request_undo(game, token, None, None)
    assert thrown[0] == thrown[1]


def test_undo_beyond_another_seat_needs_its_consent(house: House) -> None:
    game, tokens = house.seated(ruleset="romans", undo="consent")
    before = house.document(game)["version"]
    for seat in (1, 2):
        placing = next(a for a in house.legal(game, tokens[seat]) if a["type"] == "place-warrior")
        house.act(game, tokens[seat], placing)
    asked = said(house.games.request_undo(game, tokens[1], before, None))
    assert asked["status"] == "pending"
    assert house.document(game, tokens[2])["undo"]["pending"]["needs"] == [2]
    with refused("forbidden"):
        house.games.answer_undo(game, tokens[1], int(asked["id"]), True, None)
    answered = said(house.games.answer_undo(game, tokens[2], int(asked["id"]), True, None))
    assert answered["status"] == "granted"
    was = orjson.loads(house.games.document_at(game, tokens[2], before))
    assert house.document(game, tokens[2])["view"] == was["view"]


def test_undo_beyond_another_seat_is_refused_where_undo_is_free_only(house: House) -> None:
    game, tokens = house.seated(ruleset="romans", undo="free")
    for seat in (1, 2):
        placing = next(a for a in house.legal(game, tokens[seat]) if a["type"] == "place-warrior")
        house.act(game, tokens[seat], placing)
    with refused("illegal-action"):
        house.games.request_undo(game, tokens[1], None, None)
    assert said(house.games.request_undo(game, tokens[2], None, None))["status"] == "granted"


def test_the_organiser_suspends_resumes_and_abandons(house: House) -> None:
    game, organiser = house.create()
    tokens = {n: said(house.games.join(game, None, {"name": "P"}, None))["token"] for n in (1, 2)}
    token = house.turn(game, tokens)
    with refused("forbidden"):
        house.games.suspend(game, token, None)
    house.games.suspend(game, organiser, None)
    with refused("illegal-action"):
        house.act(game, token, {"type": "roll"})
    house.games.resume(game, organiser, None)
    house.act(game, token, {"type": "roll"})
    house.games.abandon(game, organiser, None)
    assert house.document(game)["status"] == "abandoned"
    with refused("illegal-action"):
        house.games.abandon(game, organiser, None)


def test_bots_play_to_the_end_and_are_seated_by_the_organiser_only(house: House) -> None:
    game, organiser = house.create(seats=3)
    with refused("forbidden"):
        house.games.join(game, None, {"name": "B", "bot": "random"}, None)
    for kind in ("greedy", "random", "greedy"):
        house.games.join(game, organiser, {"name": kind, "bot": kind}, None)
    deadline = time.monotonic() + 60
    while house.document(game)["status"] == "playing" and time.monotonic() < deadline:
        version = house.document(game)["version"]
        house.games.document(game, None, wait=1, after=version)
    assert house.document(game)["status"] == "finished"


def test_long_poll_answers_when_somebody_acts(house: House) -> None:
    game, tokens = house.seated()
    version = house.document(game)["version"]
    began = time.monotonic()
    assert house.games.document(game, None, wait=0.2, after=version)[0] == version
    assert time.monotonic() - began >= 0.2
    house.act(game, house.turn(game, tokens), {"type": "roll"})
    assert house.games.document(game, None, wait=20, after=version)[0] == version + 1


def test_every_version_can_be_read_again(house: House) -> None:
    game, tokens = house.seated()
    seen = {}
    for _ in range(12):
        document = house.document(game)
        seen[document["version"]] = document
        token = tokens[document["to_act"][0]]
        house.act(game, token, house.legal(game, token)[0])
    for version, document in seen.items():
        assert orjson.loads(house.games.document_at(game, None, version)) == document
    for version in (0, 10_000):
        with refused("not-found"):
            house.games.document_at(game, None, version)


def test_a_book_is_the_same_whether_it_was_kept_or_read(house: House) -> None:
    game, tokens = house.seated()
    for n in range(30):
        token = house.turn(game, tokens)
        house.act(game, token, house.legal(game, token)[0])
        if n % 3 == 0:
            try:
                house.games.request_undo(game, token, None, None)
            except Refused:
                continue
    repository = house.kronika.repository
    assert repository.get_at(game, None).table == repository.get(game).table
    loaded = repository.get(game)
    fresh = type(repository)(house.kronika.store, repository.signer, repository.host, [])
    assert fresh.head(fresh.get(game)) == repository.head(loaded)


def test_commit_reveal_draws_nothing_before_every_seed_is_open(house: House) -> None:
    game, _ = house.create(entropy="commit-reveal")
    tokens, seeds = {}, {}
    for n in (1, 2):
        with refused("malformed"):
            house.games.join(game, None, {"name": "P"}, None)
        seeds[n] = bytes([n]) * 32
        commitment = b64u(seed_commitment(bytes.fromhex(game), 0, n, seeds[n]))
        joined = said(house.games.join(game, None, {"name": "P", "seed_commitment": commitment}, None))
        tokens[n] = joined["token"]
    assert house.document(game)["status"] == "waiting"
    with refused("malformed"):
        house.games.reveal_seed(game, tokens[1], {"seed": b64u(seeds[2])}, None)
    house.games.reveal_seed(game, tokens[1], {"seed": b64u(seeds[1])}, None)
    assert house.document(game)["status"] == "waiting"
    house.games.reveal_seed(game, tokens[2], {"seed": b64u(seeds[2])}, None)
    assert house.document(game)["status"] == "playing"
    assert house.games.draws(game, None)["draws"][0]["epoch"] == 0


def test_a_seat_that_never_opens_its_seed_moves_the_game_to_the_next_epoch(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = house.create(entropy="commit-reveal")
    for n in (1, 2):
        commitment = b64u(seed_commitment(bytes.fromhex(game), 0, n, bytes([n]) * 32))
        last = said(house.games.join(game, None, {"name": "P", "seed_commitment": commitment}, None))
    house.games.reveal_seed(game, last["token"], {"seed": b64u(bytes([2]) * 32)}, None)
    monkeypatch.setattr(runner, "now", lambda: now() + runner.REVEAL_WITHIN + 1)
    assert house.document(game)["status"] == "playing"
    draws = house.games.draws(game, None)
    assert draws["draws"][0]["epoch"] == 1
    assert {(s["epoch"], s["seat"], s["by"]) for s in draws["seeds"]} == {(0, 2, "seat"), (1, 1, "service")}


def test_no_token_looks_like_an_option_of_a_command(house: House) -> None:
    derived = [
        KeyedRequest.of("games", "spectator", str(n), {}).token(house.kronika.repository.signer)
        for n in range(500)
    ]
    drawn = [new_token() for _ in range(500)]
    assert len({*derived, *drawn}) == 1000
    assert all(token[0].isalpha() for token in [*derived, *drawn])
