"""Tournaments whose games are fixed before anybody joins, and whose seats give their seeds once for all of them."""

from __future__ import annotations

import random
from typing import Any

import orjson
import pytest

from domain.ledger.entry import Sig
from domain.ledger.plan import Plan, PlannedGame
from domain.ledger.text import b64, b64u
from domain.table.refusals import Refused
from service.identity.access import Caller, load_tournament
from service.queries import auditing
from service.queries import invitations as invitation_queries
from service.queries import tournaments as queries
from service.tables import entering, suspension, tournaments
from service.tables.inviting import Invite, Place, invite
from tests.service.chairs import Chair
from tests.service.conftest import House
from tests.service.playing import auditor, play
from tests.service.test_games import refused
from tests.service.test_tournaments import create, document, entered, games
from verifier import verify_all


def plan_of(house: House, id: str) -> Plan:
    """As a client works it out from the tournament's plan."""
    told = queries.plan(house.repository, id, None)
    listed = [PlannedGame(one.game, one.roots) for one in told.planned]
    assert [one.number for one in told.planned] == list(range(told.games))
    plan = Plan(bytes.fromhex(id), listed, told.terms.encode())
    assert b64(plan.root) == told.root
    return plan


def sit(house: House, id: str, entrant: dict[str, Any], token: str | None = None) -> str:
    return entering.enter(entering.Enter(id, token, entrant), house.context).document.token


def reveal(house: House, id: str, token: str, seed: str, sig: str | None = None) -> tuple[int, ...]:
    return tournaments.reveal(tournaments.Reveal(id, token, seed, sig), house.context).document.to_reveal


def seated(house: House, **new: Any) -> tuple[str, str, list[Chair], list[str]]:
    """Seat 1 has a seed and a key, seat 2 a seed; nobody has opened one."""
    id, organiser = create(house, **new)
    ctx = plan_of(house, id).ctx
    chairs = [Chair(ctx, 1, b"1" * 32, b"k" * 32), Chair(ctx, 2, b"2" * 32)]
    return id, organiser, chairs, [sit(house, id, chair.taking()) for chair in chairs]


def log(house: House, game: str) -> list[dict[str, Any]]:
    return [orjson.loads(entry) for entry in house.repository.store.entries(game)]


def test_everything_is_fixed_before_anybody_joins(house: House) -> None:
    id, _ = create(house, games=3)
    told = document(house, id)
    plan = plan_of(house, id)
    assert (told["games_planned"], told["plan_root"]) == (6, b64(plan.root))
    terms = orjson.loads(told["terms"])
    assert terms.keys() == {
        *("disputes", "edition", "edition_hash", "ruleset", "seats", "undo", "visibility"),
        *("draw_count", "first", "key", "log", "table", "witnessed"),
    }
    assert terms["key"] == b64(house.repository.signer.public)
    assert terms["first"].keys() == {"options", "rules"}
    assert len({one.game for one in plan.games}) == 6
    assert games(house, id) == []


def test_no_game_begins_before_every_seed_is_open(house: House) -> None:
    id, _, chairs, tokens = seated(house)
    assert (document(house, id)["status"], document(house, id)["to_reveal"]) == ("waiting", [1, 2])
    assert games(house, id) == []
    assert reveal(house, id, tokens[1], *chairs[1].opening(chairs)) == (1,)
    assert games(house, id) == []
    assert reveal(house, id, tokens[0], *chairs[0].opening(chairs)) == ()
    assert len(games(house, id)) == 1
    assert document(house, id)["seats"][0]["key"] == chairs[0].taking()["key"]


def test_every_game_is_a_planned_one_and_repeats_who_sits_there_with_which_seed(house: House) -> None:
    id, organiser, chairs, tokens = seated(house, games=2)
    for chair, token in zip(chairs, tokens, strict=True):
        reveal(house, id, token, *chair.opening(chairs))
    plan, terms = plan_of(house, id), orjson.loads(document(house, id)["terms"])
    suspension.change_status(
        suspension.ChangeStatus(games(house, id)[0], organiser, "abandon"), house.context
    )
    begun = games(house, id)
    assert begun == [one.game for one in plan.games[:2]]
    logs = [log(house, game) for game in begun]
    for n, entries in enumerate(logs):
        assert entries[0]["d"]["tournament"] == {
            "id": id, "number": n, "games": 4, "path": list(plan.path(n)), "first": terms["first"],
        }  # fmt: skip
        assert entries[0]["d"]["draw_roots"] == list(plan.games[n].roots)
    said = [
        [
            (entry["t"], entry["d"], entry.get("sig"))
            for entry in entries
            if entry["t"] in ("seat-taken", "seed-revealed")
        ]
        for entries in logs
    ]
    assert said[0] == said[1]
    assert [kind for kind, _, _ in said[0]] == ["seat-taken"] * 2 + ["seed-revealed"] * 2


def test_the_verifier_finds_the_games_of_a_tournament_good_together(house: House) -> None:
    id, _ = create(house, games=2)
    chairs = [Chair(plan_of(house, id).ctx, n, bytes([n]) * 32) for n in (1, 2)]
    tokens = [sit(house, id, chair.taking()) for chair in chairs]
    for chair, token in zip(chairs, tokens, strict=True):
        reveal(house, id, token, *chair.opening(chairs))
    by_seat = dict(enumerate(tokens, 1))
    for n in (0, 1):
        play(house, games(house, id)[n], by_seat, random.Random(n))
    assert document(house, id)["status"] == "finished"
    files = {
        game: orjson.loads(auditing.audit(house.repository, game, auditor(house, game)))
        for game in games(house, id)
    }
    reports = verify_all(files)
    assert [report["L3"].status for report in reports.values()] == ["passed", "passed"]
    assert [house.document(game)["entropy"]["operator_with"] for game in games(house, id)] == [[1, 2]] * 2


@pytest.mark.parametrize("number", [0, 1])
def test_what_is_given_elsewhere_is_not_good_here(house: House, number: int) -> None:
    id, _ = create(house)
    honest = Chair(plan_of(house, id).ctx, 1, b"r" * 32, b"k" * 32).taking()
    other, _ = create(house)
    wrong = [{**honest, "seat": 2}, Chair(plan_of(house, other).ctx, 1, b"r" * 32, b"k" * 32).taking()]
    with pytest.raises(Refused) as found:
        sit(house, id, wrong[number])
    assert list(found.value.more["errors"]) == ["sig"]
    sit(house, id, honest)


def test_seeds_are_opened_once_by_who_committed_when_all_are_seated(house: House) -> None:
    id, organiser = create(house, seats=3)
    ctx = plan_of(house, id).ctx
    chairs = [Chair(ctx, 1, b"1" * 32), Chair(ctx, 2), Chair(ctx, 3, b"3" * 32)]
    tokens = [sit(house, id, chair.taking()) for chair in chairs[:2]]
    with refused("illegal-action"):
        reveal(house, id, tokens[0], b64u(b"1" * 32))
    tokens.append(sit(house, id, chairs[2].taking()))
    with refused("gone-elsewhere"):
        reveal(house, id, tokens[1], b64u(b"2" * 32))
    with refused("forbidden"):
        reveal(house, id, organiser, b64u(b"1" * 32))
    with refused("malformed"):
        reveal(house, id, tokens[0], b64u(b"3" * 32))
    reveal(house, id, tokens[0], b64u(b"1" * 32))
    with refused("gone-elsewhere"):
        reveal(house, id, tokens[0], b64u(b"1" * 32))
    assert document(house, id)["to_reveal"] == [3]


def test_a_reveal_that_is_sent_again_is_answered_again(house: House) -> None:
    id, _, chairs, tokens = seated(house)
    seed, sig = chairs[0].opening(chairs)
    command = tournaments.Reveal(id, tokens[0], seed, sig, "key")
    assert tournaments.reveal(command, house.context).document.to_reveal == (2,)
    assert tournaments.reveal(command, house.context).document.to_reveal == (2,)


def test_bots_give_no_seed(house: House) -> None:
    id, organiser = create(house)
    entrant = {"name": "B", "seat": 1, "bot": "random", "seed_commitment": b64u(bytes(32))}
    with refused("malformed"):
        sit(house, id, entrant, organiser)


def test_an_invitation_to_a_private_tournament_shows_its_plan(house: House) -> None:
    id, organiser = create(house, visibility="private")
    with refused("not-found"):
        queries.plan(house.repository, id, None)
    code = invite(Invite(Place(id, organiser, tournament=True)), house.context).document.code
    shown = invitation_queries.invitation(house.repository, code)
    assert shown.plan == queries.plan(house.repository, id, organiser)
    assert shown.plan is not None
    assert len(shown.plan.planned) == shown.plan.games


def test_the_keys_of_planned_games_lie_encrypted(house: House) -> None:
    id, _, _ = entered(house)
    for (packed,) in house.kronika.store.query("SELECT keys FROM planned_games WHERE tournament = ?", (id,)):
        assert b"master" not in packed
        assert b"salt" not in packed


def test_the_first_signature_under_a_seed_counts_in_every_game(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two at the same moment: both were read before either was written. A key can sign the same in several ways."""
    id, _, chairs, tokens = seated(house)
    stale = load_tournament(house.kronika.store, id)
    reveal(house, id, tokens[1], *chairs[1].opening(chairs))
    seed, sig = chairs[0].opening(chairs)
    reveal(house, id, tokens[0], seed, sig)
    monkeypatch.setattr(tournaments, "authorize_tournament", lambda *_: (stale, Caller("seat:1", tokens[0])))
    monkeypatch.setattr(tournaments, "check_seed", lambda *_: Sig("another good one"))
    reveal(house, id, tokens[0], seed, "another good one")
    assert load_tournament(house.kronika.store, id).declared[1].seed_sig == sig
