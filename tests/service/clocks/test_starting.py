"""Games and tournaments whose seeds are not opened: the time counts from when the proof of the seats is served."""

from __future__ import annotations

import pytest

from domain.ledger.text import b64u
from domain.table.refusals import Refused
from service.tables import tournaments
from tests.service.chairs import Chair
from tests.service.clocks.conftest import BLITZ, Time, entries, of_type
from tests.service.conftest import House
from tests.service.leaves import all_leaves, sequence
from tests.service.test_tournaments import create, document, enter

TERMS = {**BLITZ, "start_within": 60}
MINUTE = 60_000


def waiting(house: House) -> str:
    """A game with all seats taken and no seed opened."""
    game, organiser = house.create(clock=TERMS)
    ctx = house.repository.get(game).ctx
    for n in (1, 2):
        house.sit(game, organiser, Chair(ctx, n, seed=bytes([n]) * 32).taking())
    return game


def test_a_game_whose_seeds_are_not_opened_in_time_is_abandoned(house: House, time: Time) -> None:
    game = waiting(house)
    worker = house.kronika.clocks()
    time.passes(10 * MINUTE)
    worker.look()
    assert house.document(game)["status"] == "waiting", "nobody could open a seed without the proof"
    sequence(house.kronika)
    proved = house.kronika.store.query(
        "SELECT made_at FROM leaf_lists WHERE place = ? AND leaves = 2", (game,)
    )
    time.now = proved[0][0] + MINUTE - 1
    house.kronika.clocks().look()
    assert house.document(game)["status"] == "waiting"
    time.passes(1)
    house.kronika.clocks().look()
    assert house.document(game)["status"] == "abandoned"
    assert entries(house, game)[-1]["by"] == "table"
    assert of_type(house, game, "game-abandoned") == [{"why": "not-started"}]


def test_a_tournament_whose_seeds_are_not_opened_creates_no_game_and_ends_abandoned(
    house: House, time: Time
) -> None:
    id, _ = create(house, clock=TERMS)
    ctx = tournaments.load_tournament(house.kronika.store, id).ctx
    chairs = [Chair(ctx, n, seed=bytes([n]) * 32) for n in (1, 2)]
    tokens = [enter(house, id, None, chair.taking()).token for chair in chairs]
    time.passes(10 * MINUTE)
    house.kronika.run_due_work()
    assert document(house, id)["status"] == "waiting"
    sequence(house.kronika)
    [(proved,)] = house.kronika.store.query("SELECT at FROM proved_tournaments")
    time.now = proved + MINUTE - 1
    house.kronika.run_due_work()
    reveal = [
        tournaments.Reveal(id, token, b64u(chair.seed or b""))
        for token, chair in zip(tokens, chairs, strict=True)
    ]
    assert tournaments.reveal(reveal[0], house.context).document.to_reveal == (2,)
    time.passes(1)
    with pytest.raises(Refused) as refused:
        tournaments.reveal(reveal[1], house.context)
    assert refused.value.more["rule"] == "clock.start"
    assert (document(house, id)["status"], document(house, id)["games"]) == ("abandoned", [])
    house.kronika.run_due_work()
    sequence(house.kronika)
    told = [(leaf["k"], leaf.get("why")) for leaf in all_leaves(house.kronika)]
    assert told == [("tournament", None), ("tournament-seats", None), ("tournament-end", "abandoned")]
    assert house.kronika.store.query("SELECT at FROM proved_tournaments") == []


def test_seeds_that_are_opened_in_time_start_the_tournament(house: House, time: Time) -> None:
    id, _ = create(house, clock=TERMS)
    ctx = tournaments.load_tournament(house.kronika.store, id).ctx
    chairs = [Chair(ctx, n, seed=bytes([n]) * 32) for n in (1, 2)]
    tokens = [enter(house, id, None, chair.taking()).token for chair in chairs]
    sequence(house.kronika)
    for token, chair in zip(tokens, chairs, strict=True):
        tournaments.reveal(tournaments.Reveal(id, token, b64u(chair.seed or b"")), house.context)
    time.passes(10 * MINUTE)
    house.kronika.run_due_work()
    [game] = document(house, id)["games"]
    assert document(house, id)["status"] == "playing"
    assert of_type(house, game["id"], "clock-set")


def test_after_an_outage_the_time_to_open_seeds_counts_anew(house: House, time: Time) -> None:
    """Nobody can open a seed while the service is away."""
    presence = house.repository.presence
    presence.write()
    game = waiting(house)
    id, _ = create(house, clock=TERMS)
    ctx = tournaments.load_tournament(house.kronika.store, id).ctx
    for n in (1, 2):
        enter(house, id, None, Chair(ctx, n, seed=bytes([n]) * 32).taking())
    sequence(house.kronika)

    def statuses() -> list[str]:
        house.kronika.clocks().look()
        house.kronika.run_due_work()
        return [house.document(game)["status"], document(house, id)["status"]]

    time.passes(10 * MINUTE)
    presence.write()
    assert statuses() == ["waiting", "waiting"]
    time.passes(MINUTE - 1)
    assert statuses() == ["waiting", "waiting"]
    time.passes(1)
    assert statuses() == ["abandoned", "abandoned"]
