"""The use cases, as the API calls them."""

from __future__ import annotations

import threading
import time
from typing import Any

import orjson
import pytest

from domain.table.refusals import Refused
from projections.lobby import GameFilter
from service.identity import access
from service.identity.tokens import grant, new_token, revoke
from service.play import acting, bots
from service.play.idempotency import Request
from service.queries import auditing, lobby, states
from service.store import StoreUnusable
from service.system.clock import HOUR, ClockWrong, now
from service.tables import creating, seating, suspension
from tests.service.conftest import House, long, said


def refused(kind: str) -> pytest.RaisesExc:
    return pytest.raises(Refused, check=lambda e: e.kind == kind)


def test_a_game_starts_by_itself_when_the_last_seat_is_taken(house: House) -> None:
    game, _ = house.create(seats=3)
    for n in range(1, 4):
        assert house.document(game)["status"] == "waiting"
        assert said(seating.join(seating.Join(game, None, {"name": f"P{n}"}), house.context))["seat"] == n
    document = house.document(game)
    assert document["status"] == "playing"
    assert [seat["name"] for seat in document["seats"]] == ["P1", "P2", "P3"]
    with refused("gone-elsewhere"):
        seating.join(seating.Join(game, None, {"name": "late"}), house.context)


def test_a_taken_seat_is_refused_and_a_free_one_can_be_chosen(house: House) -> None:
    game, _ = house.create()
    assert said(seating.join(seating.Join(game, None, {"name": "A", "seat": 2}), house.context))["seat"] == 2
    with refused("gone-elsewhere"):
        seating.join(seating.Join(game, None, {"name": "B", "seat": 2}), house.context)
    with refused("not-found"):
        seating.join(seating.Join(game, None, {"name": "B", "seat": 3}), house.context)
    assert house.document(game)["version"] == 2


def test_an_action_is_answered_with_its_events_and_the_signed_head(house: House) -> None:
    game, tokens = house.seated()
    before = house.document(game)["version"]
    answer = house.act(game, house.turn(game, tokens), {"type": "roll"})
    assert answer["version"] == before + 1
    assert [e["type"] for e in answer["events"]] == ["dice-rolled"]
    assert answer["events"][0]["rules"]
    assert answer["checkpoint"] == auditing.checkpoint(house.repository, game, None)
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
        acting.act(acting.Act(game, None, {"type": "roll"}), house.context)
    with refused("unauthenticated"):
        acting.act(acting.Act(game, "made-up", {"type": "roll"}), house.context)
    with refused("stale"):
        old = frozenset([before["version"] - 1])
        acting.act(acting.Act(game, tokens[turn], {"type": "roll"}, old), house.context)
    assert house.document(game) == before


def test_the_same_key_gives_the_same_answer_and_acts_once(house: House) -> None:
    game, tokens = house.seated()
    token = house.turn(game, tokens)
    first = acting.act(acting.Act(game, token, {"type": "roll"}, None, "k"), house.context)
    house.act(game, token, {"type": "set-aside"})
    again = acting.act(acting.Act(game, token, {"type": "roll"}, frozenset([1]), "k"), house.context)
    assert again == first._replace(replayed=True)
    with refused("idempotency-conflict"):
        acting.act(acting.Act(game, token, {"type": "set-aside"}, None, "k"), house.context)
    assert house.document(game)["version"] == orjson.loads(first.body)["version"] + 1


def test_creating_and_joining_again_with_a_key_hands_out_the_same_tokens(house: House) -> None:
    new = {"ruleset": "age-of-war", "seats": 2}
    created = creating.create(creating.Create(new, long("one")), house.context)
    again = creating.create(creating.Create(new, long("one")), house.context)
    assert again == created._replace(replayed=True)
    assert creating.create(creating.Create(new, long("two")), house.context) != created
    game = said(created)["id"]
    joined = seating.join(seating.Join(game, None, {"name": "A"}, long("a")), house.context)
    again = seating.join(seating.Join(game, None, {"name": "A"}, long("a")), house.context)
    assert again == joined._replace(replayed=True)
    assert (
        said(seating.join(seating.Join(game, None, {"name": "B"}, long("b")), house.context))["token"]
        != said(joined)["token"]
    )
    assert house.document(game)["status"] == "playing"


def test_private_games_do_not_exist_for_strangers(house: House) -> None:
    game, organiser = house.create(visibility="private")
    _, foreign = house.create()
    for token in (None, "made-up", foreign):
        with refused("not-found"):
            states.document(house.repository, game, token)
        with refused("not-found"):
            seating.join(seating.Join(game, token, {"name": "A"}), house.context)
    assert house.document(game, organiser)["viewer"] == "organiser"
    assert game not in [
        g["id"] for g in orjson.loads(lobby.page(house.repository, GameFilter(), 50)[0])["games"]
    ]


def test_tokens_of_other_games_expired_and_revoked_tokens_are_refused(house: House) -> None:
    game, _ = house.seated()
    _, foreign = house.create()
    with refused("forbidden"):
        states.document(house.repository, game, foreign)
    house.kronika.store.append(
        "", [], [grant("old", game, "auditor", now() - 1), grant("new", game, "auditor")]
    )
    with refused("unauthenticated"):
        states.document(house.repository, game, "old")
    assert house.document(game, "new")["viewer"] == "auditor"
    house.kronika.store.append("", [], [revoke("new")])
    with refused("unauthenticated"):
        states.document(house.repository, game, "new")


@pytest.mark.parametrize("lost", ["revoked", "expired"])
def test_a_long_poll_loses_its_token_while_it_waits(
    house: House, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    game, _ = house.seated()
    store, version = house.kronika.store, house.document(game)["version"]
    store.append("", [], [grant("short", game, "auditor", now() + HOUR)])

    def waiting(*_: object) -> int:
        if lost == "revoked":
            store.append("", [], [revoke("short")])
        else:
            monkeypatch.setattr(access, "now", lambda: now() + HOUR)
        return version + 1

    monkeypatch.setattr(store, "wait_for", waiting)
    with refused("unauthenticated"):
        states.document(house.repository, game, "short", 20, version)


def test_undo_takes_back_a_filled_line_but_never_a_throw(house: House) -> None:
    game, tokens = house.seated()
    token = house.turn(game, tokens)
    house.act(game, token, {"type": "roll"})
    with refused("illegal-action"):
        acting.request_undo(acting.RequestUndo(game, token), house.context)
    thrown = house.document(game)
    house.act(game, token, house.legal(game, token)[0])
    answer = said(acting.request_undo(acting.RequestUndo(game, token), house.context))
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
                branch.keys.draws(branch.table)
                .words(branch.table.slots.epoch, branch.table.slots.slot)
                .roll([6] * 6)
            )
        acting.request_undo(acting.RequestUndo(game, token), house.context)
    assert thrown[0] == thrown[1]


def test_undo_beyond_another_seat_needs_its_consent(house: House) -> None:
    game, tokens = house.seated(ruleset="romans", undo="consent")
    before = house.document(game)["version"]
    for seat in (1, 2):
        placing = next(a for a in house.legal(game, tokens[seat]) if a["type"] == "place-warrior")
        house.act(game, tokens[seat], placing)
    asked = said(acting.request_undo(acting.RequestUndo(game, tokens[1], before), house.context))
    assert asked["status"] == "pending"
    assert house.document(game, tokens[2])["undo"]["pending"]["needs"] == [2]
    with refused("forbidden"):
        acting.answer_undo(acting.AnswerUndo(game, tokens[1], int(asked["id"]), True), house.context)
    answered = said(
        acting.answer_undo(acting.AnswerUndo(game, tokens[2], int(asked["id"]), True), house.context)
    )
    assert answered["status"] == "granted"
    was = orjson.loads(states.document_at(house.repository, game, tokens[2], before).body)
    assert house.document(game, tokens[2])["view"] == was["view"]


def test_a_refused_undo_is_closed(house: House) -> None:
    """Nobody can grant it later, the game goes on, and the seat may ask again."""
    game, tokens = house.seated(ruleset="romans", undo="consent")
    before = house.document(game)["version"]
    for seat in (1, 2):
        placing = next(a for a in house.legal(game, tokens[seat]) if a["type"] == "place-warrior")
        house.act(game, tokens[seat], placing)
    asking = acting.RequestUndo(game, tokens[1], before)
    number = int(said(acting.request_undo(asking, house.context))["id"])
    refusing = acting.AnswerUndo(game, tokens[2], number, False)
    assert said(acting.answer_undo(refusing, house.context))["status"] == "refused"
    assert house.document(game, tokens[2])["undo"]["pending"] is None
    with refused("not-found"):
        acting.answer_undo(acting.AnswerUndo(game, tokens[2], number, True), house.context)
    again = said(acting.request_undo(asking, house.context))
    assert (again["status"], again["id"] != str(number)) == ("pending", True)
    assert house.document(game, tokens[2])["undo"]["pending"]["needs"] == [2]


def test_undo_beyond_another_seat_is_refused_where_undo_is_free_only(house: House) -> None:
    game, tokens = house.seated(ruleset="romans", undo="free")
    for seat in (1, 2):
        placing = next(a for a in house.legal(game, tokens[seat]) if a["type"] == "place-warrior")
        house.act(game, tokens[seat], placing)
    with refused("illegal-action"):
        acting.request_undo(acting.RequestUndo(game, tokens[1]), house.context)
    assert (
        said(acting.request_undo(acting.RequestUndo(game, tokens[2]), house.context))["status"] == "granted"
    )


def test_the_organiser_suspends_resumes_and_abandons(house: House) -> None:
    game, organiser = house.create()
    tokens = {
        n: said(seating.join(seating.Join(game, None, {"name": f"P{n}"}), house.context))["token"]
        for n in (1, 2)
    }
    token = house.turn(game, tokens)
    with refused("forbidden"):
        suspension.change_status(suspension.ChangeStatus(game, token, "suspend"), house.context)
    suspension.change_status(suspension.ChangeStatus(game, organiser, "suspend"), house.context)
    with refused("illegal-action"):
        house.act(game, token, {"type": "roll"})
    suspension.change_status(suspension.ChangeStatus(game, organiser, "resume"), house.context)
    house.act(game, token, {"type": "roll"})
    suspension.change_status(suspension.ChangeStatus(game, organiser, "abandon"), house.context)
    assert house.document(game)["status"] == "abandoned"
    with refused("illegal-action"):
        suspension.change_status(suspension.ChangeStatus(game, organiser, "abandon"), house.context)


@pytest.mark.parametrize("trouble", [StoreUnusable("The disk is full."), ClockWrong("The time is unsure.")])
def test_bots_that_could_not_write_go_on_however_long_it_lasted(
    house: House, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    """The trouble has lasted for longer than bots that are overdue are looked for."""
    monkeypatch.setattr(bots, "GIVEN_UP", bots.OVERDUE)
    away, tried, write = threading.Event(), threading.Event(), house.repository.store.append

    def append(*args: Any) -> None:
        if away.is_set() and threading.current_thread().name == "bots":
            tried.set()
            raise trouble
        write(*args)

    monkeypatch.setattr(house.repository.store, "append", append)
    away.set()
    game, organiser = house.create()
    for name in ("A", "B"):
        seating.join(seating.Join(game, organiser, {"name": name, "bot": "random"}), house.context)
    assert tried.wait(30)
    stuck, deadline = house.repository.store.version(game), time.monotonic() + 30
    away.clear()
    while house.repository.store.version(game) == stuck:
        assert time.monotonic() < deadline
        house.kronika.run_due_work()
        time.sleep(0.05)


def test_bots_play_to_the_end_and_are_seated_by_the_organiser_only(house: House) -> None:
    game, organiser = house.create(seats=3)
    with refused("forbidden"):
        seating.join(seating.Join(game, None, {"name": "B", "bot": "random"}), house.context)
    for kind in ("greedy", "random", "greedy"):
        seating.join(seating.Join(game, organiser, {"name": kind, "bot": kind}), house.context)
    deadline = time.monotonic() + 240
    while house.document(game)["status"] == "playing" and time.monotonic() < deadline:
        version = house.document(game)["version"]
        states.document(house.repository, game, None, wait=1, after=version)
    assert house.document(game)["status"] == "finished"


def test_long_poll_answers_when_somebody_acts(house: House) -> None:
    game, tokens = house.seated()
    version = house.document(game)["version"]
    began = time.monotonic()
    assert states.document(house.repository, game, None, wait=0.2, after=version)[0] == version
    assert time.monotonic() - began >= 0.2
    house.act(game, house.turn(game, tokens), {"type": "roll"})
    assert states.document(house.repository, game, None, wait=20, after=version)[0] == version + 1


def test_every_version_can_be_read_again(house: House) -> None:
    game, tokens = house.seated()
    seen = {}
    for _ in range(12):
        document = house.document(game)
        seen[document["version"]] = document
        token = tokens[document["to_act"][0]]
        house.act(game, token, house.legal(game, token)[0])
    for version, document in seen.items():
        assert orjson.loads(states.document_at(house.repository, game, None, version).body) == document
    for version in (0, 10_000):
        with refused("not-found"):
            states.document_at(house.repository, game, None, version)


def test_a_game_is_the_same_whether_it_was_cached_or_read(house: House) -> None:
    game, tokens = house.seated()
    for n in range(30):
        token = house.turn(game, tokens)
        house.act(game, token, house.legal(game, token)[0])
        if n % 3 == 0:
            try:
                acting.request_undo(acting.RequestUndo(game, token), house.context)
            except Refused:
                continue
    repository = house.kronika.repository
    assert repository.versions.load(game, None).table == repository.get(game).table
    loaded = repository.get(game)
    fresh = type(repository)(
        house.kronika.store, repository.signer, repository.heads.journal, repository.host, []
    )
    assert fresh.heads.frontier(fresh.get(game)) == repository.heads.frontier(loaded)


def test_no_token_looks_like_an_option_of_a_command(house: House) -> None:
    derived = [
        Request.of("games", "anyone", f"{n:022}", {}, mints=True).token(house.kronika.repository.signer)
        for n in range(500)
    ]
    drawn = [new_token() for _ in range(500)]
    assert len({*derived, *drawn}) == 1000
    assert all(token[0].isalpha() for token in [*derived, *drawn])
