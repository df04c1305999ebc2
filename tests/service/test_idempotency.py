"""Keys under which tokens are minted: long, good for an hour, and refused for a month after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.table.refusals import Refusal, Refused
from service.log.migrations import MIGRATIONS
from service.log.retention import REMEMBERED, REPEATED
from service.operation import cleaning
from service.operation.cleaning import clean
from service.play import idempotency
from service.play.idempotency import MIN_KEY_LENGTH
from service.store import Statement, Store, open_store
from service.system.clock import HOUR
from service.tables import (
    creating,
    entering,
    forking,
    rotating,
    seating,
    tournaments,
)
from tests.service.conftest import House, long, said

NEW = {"ruleset": "touche", "seats": 2}
ROWS = "SELECT key FROM idempotency"


def clean_at(monkeypatch: pytest.MonkeyPatch, at: int, store: Store) -> None:
    monkeypatch.setattr(cleaning, "now", lambda: at)
    clean(store)


def minting(house: House) -> dict[str, Callable[[str], Any]]:
    """Every request that mints a token, by name; what it is about stays the same."""
    game, tokens = house.seated()
    waiting, _ = house.create()
    cup = tournaments.create_tournament(
        tournaments.CreateTournament({**NEW, "games": 1}, None), house.context
    ).document.id
    version = house.document(game)["version"]
    context = house.context
    return {
        "game": lambda key: said(creating.create(creating.Create(NEW, key), context)),
        "seat": lambda key: said(seating.join(seating.Join(waiting, None, {"name": "A"}, key), context)),
        "fork": lambda key: said(forking.fork(forking.Fork(game, tokens[1], version, key), context)),
        "tournament": lambda key: (
            tournaments.create_tournament(
                tournaments.CreateTournament({**NEW, "games": 2}, key), context
            ).document
        ),
        "entrant": lambda key: (
            entering.enter(entering.Enter(cup, None, {"name": "A"}, key), context).document
        ),
    }


KINDS = ("game", "seat", "fork", "tournament", "entrant")


def test_every_kind_is_tested(house: House) -> None:
    assert tuple(minting(house)) == KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_that_could_be_guessed_mints_nothing(house: House, kind: str) -> None:
    """A stranger who sends what somebody else has sent, under the key that everybody takes first."""
    ask = minting(house)[kind]
    for key in ("1", "x" * (MIN_KEY_LENGTH - 1)):
        for _ in ("somebody", "a stranger"):
            with pytest.raises(Refused) as caught:
                ask(key)
            assert (caught.value.kind, [*caught.value.more["errors"]]) == ("malformed", ["Idempotency-Key"])
    assert house.kronika.store.query(ROWS) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_answer_is_given_again_for_an_hour_and_never_made_twice(
    house: House, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    ask, key, start = minting(house)[kind], long("key"), idempotency.now()
    first = ask(key)
    monkeypatch.setattr(idempotency, "now", lambda: start + REPEATED - 1000)
    assert ask(key) == first
    for later in (REPEATED + HOUR, REMEMBERED - HOUR):
        monkeypatch.setattr(idempotency, "now", lambda at=start + later: at)
        clean_at(monkeypatch, start + later, house.kronika.store)
        with pytest.raises(Refused) as caught:
            ask(key)
        assert caught.value.kind == Refusal.IDEMPOTENCY_EXPIRED
    assert house.kronika.store.query(ROWS) == [(key,)]


def test_keys_are_forgotten_at_last(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    start = idempotency.now()
    creating.create(creating.Create(NEW, long("old")), house.context)
    monkeypatch.setattr(idempotency, "now", lambda: start + REMEMBERED + HOUR)
    creating.create(creating.Create(NEW, long("new")), house.context)
    clean_at(monkeypatch, start + REMEMBERED + HOUR, house.kronika.store)
    assert house.kronika.store.query(ROWS) == [(long("new"),)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_that_was_forgotten_gives_its_token_to_nothing_new(
    house: House, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Tokens last longer than the keys that they were made from."""
    ask, key, start = minting(house)[kind], long("key"), idempotency.now()
    ask(key)
    games = house.kronika.store.games()
    clean_at(monkeypatch, start + REMEMBERED + HOUR, house.kronika.store)
    assert house.kronika.store.query(ROWS) == []
    with pytest.raises(Refused) as caught:
        ask(key)
    own_name = kind in ("seat", "entrant")  # at the table, which is seen first
    assert caught.value.kind == (Refusal.GONE_ELSEWHERE if own_name else Refusal.IDEMPOTENCY_EXPIRED)
    assert house.kronika.store.games() == games


def test_a_short_key_still_names_an_action_for_as_long_as_it_is_known(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tokens = house.seated()
    token = house.turn(game, tokens)
    first = house.act(game, token, {"type": "roll"}, "k")
    at = idempotency.now() + REPEATED + HOUR
    monkeypatch.setattr(idempotency, "now", lambda: at)
    assert house.act(game, token, {"type": "roll"}, "k") == first


def test_keys_from_before_they_had_an_age_are_known_for_a_while(tmp_path: Any) -> None:
    store = open_store(f"sqlite:///{tmp_path}/old.db", bytes(32), create=True)
    store.migrate(MIGRATIONS[:1])
    old = "INSERT INTO idempotency (scope, actor, key, fingerprint, game, first, last) VALUES ('s','a','k','f','g',1,1)"
    store.append("", [], [Statement(old)])
    store.migrate(MIGRATIONS)
    clean(store)
    assert store.query(ROWS) == [("k",)]
    store.close()


def test_the_same_key_gives_each_caller_and_each_game_a_token_of_its_own(house: House) -> None:
    """Keys are the clients' to choose, and nobody's token may be what another one asked for, too."""
    (game, tokens), (other, others) = house.seated(), house.seated()
    rotations = [
        rotating.Rotate(place, held, long("key"))
        for place, held in [(game, tokens[1]), (game, tokens[2]), (other, others[1])]
    ]
    assert len({rotating.rotate(one, house.context).document.token for one in rotations}) == 3
    seats = [house.create()[0] for _ in range(2)]
    joins = [seating.Join(place, None, {"name": "Ada"}, long("key")) for place in seats]
    assert len({said(seating.join(one, house.context))["token"] for one in joins}) == 2
