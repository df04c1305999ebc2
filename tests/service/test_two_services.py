"""Two services on one database, each with games in memory: what one has done counts for the other's next request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from domain.table.refusals import Refusal, Refused
from service.identity import hiding
from service.identity.tokens import grant, revoke
from service.operation.app import compose
from service.tables import rotating
from tests.service.conftest import House, settings_in

ROLL, SET_ASIDE = {"type": "roll"}, {"type": "set-aside"}


@pytest.fixture
def other(house: House, tmp_path: Path) -> Iterator[House]:
    kronika = compose(settings_in(tmp_path))
    yield House(kronika)
    kronika.close()


def kind_of(ask: Callable[[], object]) -> Refusal:
    with pytest.raises(Refused) as refused:
        ask()
    return refused.value.kind


@pytest.fixture
def game(house: House, other: House) -> tuple[str, dict[int, str]]:
    """A game that both have in memory, with its tokens."""
    id, tokens = house.seated()
    for one in (house, other):
        for token in tokens.values():
            one.document(id, token)
    return id, tokens


def test_what_the_other_committed_is_gone_on_from(
    house: House, other: House, game: tuple[str, dict[int, str]]
) -> None:
    id, tokens = game
    for n in range(6):
        one, two = (house, other) if n % 4 < 2 else (other, house)
        done = one.act(id, one.turn(id, tokens), (ROLL, SET_ASIDE)[n % 2])
        assert two.document(id)["version"] == done["version"]
        assert two.repository.heads.checkpoint(two.repository.get(id)) == done["checkpoint"]


def test_a_token_that_was_revoked_or_exchanged_counts_no_more(
    house: House, other: House, game: tuple[str, dict[int, str]]
) -> None:
    id, tokens = game
    acting = other.turn(id, tokens)
    [waiting] = set(tokens.values()) - {acting}
    house.kronika.store.append("", [], [revoke(waiting)])
    assert kind_of(lambda: other.document(id, waiting)) is Refusal.UNAUTHENTICATED
    new = rotating.rotate(rotating.Rotate(id, acting), house.context).document.token
    assert kind_of(lambda: other.act(id, acting, ROLL)) is Refusal.UNAUTHENTICATED
    assert other.act(id, new, ROLL)["events"]


def test_a_token_that_expires_counts_no_more(
    house: House, other: House, game: tuple[str, dict[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    id, _ = game
    house.kronika.store.append("", [], [grant("guest", id, "auditor", 1_000)])
    monkeypatch.setattr("service.identity.access.now", lambda: 999)
    assert other.document(id, "guest")
    monkeypatch.setattr("service.identity.access.now", lambda: 1_000)
    assert kind_of(lambda: other.document(id, "guest")) is Refusal.UNAUTHENTICATED


def test_a_game_that_was_taken_away_is_gone(
    house: House, other: House, game: tuple[str, dict[int, str]]
) -> None:
    id, tokens = game
    acting = other.turn(id, tokens)
    hiding.hide(house.kronika.store, id)
    assert kind_of(lambda: other.document(id)) is Refusal.NOT_FOUND
    assert other.act(id, acting, ROLL)["events"]
    hiding.show(house.kronika.store, id)
    assert other.document(id)["id"] == id
    hiding.delete(house.kronika.store, id)
    assert kind_of(lambda: other.document(id, tokens[1])) is Refusal.NOT_FOUND
    assert kind_of(lambda: other.act(id, tokens[1], SET_ASIDE)) is Refusal.NOT_FOUND


def test_a_name_that_was_taken_away_is_not_shown(
    house: House, other: House, game: tuple[str, dict[int, str]]
) -> None:
    id, _ = game
    assert [seat["name"] for seat in other.document(id)["seats"]] == ["P1", "P2"]
    hiding.hide_names(house.kronika.store, hiding.names_at_seat(id, 1))
    assert [seat["name"] for seat in other.document(id)["seats"]] == ["#1", "P2"]
