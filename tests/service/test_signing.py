"""Signed actions where other things happen: other rules, a substitute at the seat, two who have to agree, bad luck."""

from __future__ import annotations

import secrets
from typing import Any

import orjson
import pytest

from domain.ledger.entry import Sig
from domain.ledger.seats import seat_message
from domain.ledger.signed_actions import action_hash, action_message
from domain.ledger.text import b64u
from domain.rulesets.age_of_war import AgeOfWar
from domain.table import seating as table_seating
from domain.table.events import SeatReassigned
from domain.table.refusals import Refusal, Refused
from service.log.verifying import rules_level
from service.play import acting
from service.queries.auditing import audit
from service.tables import seating
from tests.service.chairs import Chair, disclosure_of
from tests.service.conftest import House, said
from tests.service.test_seating import ctx_of
from verifier import PASSED, verify


def sit(house: House, keys: tuple[bytes | None, ...], **new: Any) -> tuple[str, list[Chair], list[str]]:
    """A game that has begun, with these keys at its seats."""
    game, _ = house.create(seats=len(keys), **new)
    chairs = [Chair(ctx_of(house, game), n, key=key) for n, key in enumerate(keys, 1)]
    joined = [seating.join(seating.Join(game, None, chair.taking()), house.context) for chair in chairs]
    return game, chairs, [str(said(reply)["token"]) for reply in joined]


def signed(house: House, game: str, chair: Chair, action: dict[str, Any]) -> dict[str, Any]:
    loaded = house.repository.get(game)
    disclosure, head = (
        disclosure_of(secrets.token_bytes(16), action),
        house.repository.heads.frontier(loaded).root(),
    )
    message = action_message(bytes.fromhex(game), chair.seat, loaded.version, head, action_hash(disclosure))
    return {"n": loaded.version, "disclosure": disclosure, "s": chair.signed(message)}


def act(
    house: House, game: str, chair: Chair, token: str, words: dict[str, Any] | None = None
) -> dict[str, Any]:
    words = words or signed(house, game, chair, house.legal(game, token)[0])
    return said(acting.act(acting.Act(game, token, {}, signed=words), house.context))


def turn(house: House, game: str) -> int:
    return int(house.document(game)["to_act"][0]) - 1


def refusal(call: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        call()
    return refused.value


def all_pass(house: House, game: str) -> None:
    file = orjson.loads(audit(house.repository, game, None))
    report = verify(file)
    assert [report[name].status for name in ("L0", "L2", "L3")] == [PASSED] * 3, report.as_dict()
    assert rules_level(file).status == PASSED


def test_two_who_have_keys_agree_to_go_back(house: House) -> None:
    game, chairs, tokens = sit(house, (b"a" * 32, b"b" * 32), undo="consent")
    seat = filled(house, game, chairs, tokens)
    ask = signed(house, game, chairs[seat], {"type": "table.undo-request"})
    request = acting.RequestUndo(game, tokens[seat], signed=ask)
    asked = said(acting.request_undo(request, house.context))
    while asked["status"] == "pending":
        number, other = int(asked["id"]), 1 - seat
        yes = {"type": "table.undo-answer", "request": number, "accept": True}
        answer = acting.AnswerUndo(
            game, tokens[other], number, False, signed=signed(house, game, chairs[other], yes)
        )
        asked = said(acting.answer_undo(answer, house.context))
    assert asked["status"] == "granted"
    entries = [orjson.loads(entry) for entry in house.repository.store.entries(game)]
    assert entries[-1]["t"] == "rewound"
    all_pass(house, game)


def filled(house: House, game: str, chairs: list[Chair], tokens: list[str]) -> int:
    """Play until somebody has filled a line; who."""
    while True:
        seat = turn(house, game)
        legal = house.legal(game, tokens[seat])
        fills = [action for action in legal if action["type"] == "fill-line"]
        words = signed(house, game, chairs[seat], (fills or legal)[0])
        act(house, game, chairs[seat], tokens[seat], words)
        if fills:
            return seat


def test_an_answer_is_not_signed_for_another_request(house: House) -> None:
    game, chairs, tokens = sit(house, (b"a" * 32, b"b" * 32), undo="consent")
    words = signed(house, game, chairs[0], {"type": "table.undo-answer", "request": 2, "accept": True})
    answer = acting.AnswerUndo(game, tokens[0], 1, True, signed=words)
    assert refusal(lambda: acting.answer_undo(answer, house.context)).kind == Refusal.MALFORMED


def test_when_the_rules_change_the_log_says_so_first_and_the_client_signs_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, chairs, tokens = sit(house, (b"a" * 32, b"b" * 32))
    seat = turn(house, game)
    words = signed(house, game, chairs[seat], {"type": "roll"})
    monkeypatch.setattr(AgeOfWar, "rules", 2)
    stale = refusal(lambda: act(house, game, chairs[seat], tokens[seat], words))
    loaded = house.repository.get(game)
    assert stale.kind == Refusal.STALE
    assert stale.more == {"version": loaded.version, "checkpoint": house.repository.heads.checkpoint(loaded)}
    assert orjson.loads(house.repository.store.entries(game)[-1])["t"] == "rules-changed"
    act(house, game, chairs[seat], tokens[seat])
    assert verify(orjson.loads(audit(house.repository, game, None)))["L2"].status == PASSED


def test_a_bad_signature_does_not_change_the_rules(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game, chairs, tokens = sit(house, (b"a" * 32, b"b" * 32))
    seat, version = turn(house, game), house.repository.get(game).version
    words = signed(house, game, chairs[1 - seat], {"type": "roll"})
    monkeypatch.setattr(AgeOfWar, "rules", 2)
    assert refusal(lambda: act(house, game, chairs[seat], tokens[seat], words)).kind == Refusal.MALFORMED
    assert house.repository.get(game).version == version


def substituted(house: House, game: str, seat: int, key: bytes | None) -> Chair:
    loaded = house.repository.get(game)
    chair = Chair(loaded.ctx, seat, key=key)
    public = None if chair.public is None else b64u(chair.public)
    sig = (
        None
        if chair.public is None
        else Sig(chair.signed(seat_message(loaded.ctx, seat, chair.public, None, None)))
    )
    event = SeatReassigned(seat, public)
    house.repository.commit(loaded, table_seating.reassign_seat(loaded.ruleset, loaded.table, event, sig))
    return chair


def test_a_substitute_signs_with_his_own_key(house: House) -> None:
    game, chairs, tokens = sit(house, (b"a" * 32, b"b" * 32))
    seat = turn(house, game)
    words = signed(house, game, chairs[seat], {"type": "roll"})
    first = act(house, game, chairs[seat], tokens[seat], words)
    seat = turn(house, game)
    old, new = chairs[seat], substituted(house, game, seat + 1, b"c" * 32)
    assert refusal(lambda: act(house, game, old, tokens[seat])).kind == Refusal.MALFORMED
    act(house, game, new, tokens[seat])
    assert first["events"], "what the old key signed stays signed by it"
    all_pass(house, game)


def test_a_substitute_without_a_key_acts_unsigned_and_rewinds_bring_no_key_back(house: House) -> None:
    game, chairs, tokens = sit(house, (b"a" * 32, b"b" * 32))
    seat = filled(house, game, chairs, tokens)
    substituted(house, game, seat + 1, None)
    undo = acting.RequestUndo(game, tokens[seat])
    assert said(acting.request_undo(undo, house.context))["status"] == "granted"
    house.repository.cache.clear()
    assert sorted(house.repository.get(game).table.seats.keys) == [2 - seat]
    house.act(game, tokens[seat], house.legal(game, tokens[seat])[0])
    all_pass(house, game)
