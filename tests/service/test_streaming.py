"""Streams of one game and of the lobby, a page at a time, as servers that cannot hold connections send them."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import orjson
import pytest
from structlog.testing import capture_logs

from api.streaming import looks
from api.streaming.subscription import Kind
from domain.table.refusals import Refused
from projections.lobby import GameFilter
from service.identity import hiding
from service.identity.tokens import grant, revoke
from service.queries import history, lobby, subscriptions
from service.store import SecretsAltered, Statement, Store, StoreUnusable
from service.tables import seating, suspension
from tests.running import until
from tests.service import following
from tests.service.conftest import House
from tests.service.following import Message
from tests.service.playing import auditor, play
from tests.service.test_games import refused

WAIT = 120.0


def follow(house: House, game: str, token: str | None = None, after: int = 0) -> Iterator[Message]:
    found = following.follow(house.repository, game, token, after)
    assert found is not None
    return found


def events(house: House, game: str, token: str | None = None, after: int = 0) -> list[dict[str, Any]]:
    page = orjson.loads(history.events(house.repository, game, token, after, 1000).body)
    found: list[dict[str, Any]] = page["events"]
    return found


def roll(house: House, game: str, tokens: dict[int, str]) -> None:
    house.act(game, house.turn(game, tokens), {"type": "roll"})


def test_a_stream_tells_the_whole_log_and_goes_on(house: House) -> None:
    game, tokens = house.seated()
    so_far = events(house, game)
    stream = follow(house, game)
    assert [happening.data for happening in islice(stream, len(so_far))] == so_far
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(next, stream)
        roll(house, game, tokens)
        told = waiting.result(WAIT)
    assert told == (len(so_far) + 1, "dice-rolled", events(house, game)[-1])


def test_a_stream_resumes_after_any_version(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "PAGE", 3)
    game, tokens = house.seated()
    roll(house, game, tokens)
    everything = events(house, game)
    for after in range(len(everything)):
        told = list(islice(follow(house, game, None, after), len(everything) - after))
        assert [happening.id for happening in told] == [e["version"] for e in everything[after:]]
        assert [happening.data for happening in told] == everything[after:]


def test_every_viewer_is_told_what_he_may_know(house: House) -> None:
    game, tokens = house.seated(ruleset="romans")
    seen = []
    for token in (None, tokens[1], tokens[2], auditor(house, game)):
        expected = events(house, game, token)
        told = [happening.data for happening in islice(follow(house, game, token), len(expected))]
        assert told == expected
        seen.append(orjson.dumps(told))
    assert len(set(seen)) == 4


def test_a_revoked_token_ends_its_stream_when_something_happens(house: House) -> None:
    game, tokens = house.seated()
    version = house.document(game)["version"]
    mine, other = follow(house, game, tokens[1], version), follow(house, game, tokens[2], version)
    with ThreadPoolExecutor(2) as pool:
        ended, goes_on = pool.submit(list, mine), pool.submit(next, other)
        house.kronika.store.append("", [], [revoke(tokens[1])])
        turn = house.document(game)["to_act"][0]
        if turn == 1:
            suspension.change_status(
                suspension.ChangeStatus(game, organiser_of(house, game), "suspend"), house.context
            )
        else:
            roll(house, game, tokens)
        assert ended.result(WAIT) == []
        assert goes_on.result(WAIT).id == version + 1


def organiser_of(house: House, game: str) -> str:
    house.kronika.store.append("", [], [grant("organiser", game, "organiser")])
    return "organiser"


def test_a_stream_ends_with_its_game(house: House) -> None:
    game, tokens = house.seated(ruleset="nagaraja")
    play(house, game, tokens, random.Random(1))
    everything = events(house, game)
    assert [happening.data for happening in follow(house, game)] == everything
    assert following.follow(house.repository, game, None, len(everything)) is None


def test_refusals_come_before_the_stream(house: House) -> None:
    game, tokens = house.seated(visibility="private")
    with refused("not-found"):
        following.follow(house.repository, game, None, 0)
    other, _ = house.seated()
    with refused("forbidden"):
        following.follow(house.repository, other, tokens[1])
    with pytest.raises(Refused):
        following.follow(house.repository, "0" * 32, None, 0)


def test_streams_end_when_the_server_stops(house: House) -> None:
    game, _ = house.seated()
    version, before = house.document(game)["version"], threading.enumerate()
    with ThreadPoolExecutor(9) as pool:
        ended = [pool.submit(list, follow(house, game, None, version)) for _ in range(8)]
        lobby = pool.submit(list, following.follow_lobby(house.repository, None))
        buses = until(
            lambda: [it for it in threading.enumerate() if it.name == "store-notifier" and it not in before]
        )
        house.kronika.store.end_waiting()
        assert [done.result(WAIT) for done in [*ended, lobby]] == [[]] * 9
    assert len(buses) == 1
    assert house.document(game)["version"] == version


def changes(house: House, after: int | None = None) -> Iterator[Message]:
    return following.follow_lobby(house.repository, after)


def test_the_lobby_tells_of_public_games_as_they_change(house: House) -> None:
    stream = changes(house)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(next, stream)
        house.create(visibility="private")
        game, _ = house.create()
        change = waiting.result(WAIT)
        seating.join(seating.Join(game, None, {"name": "Ada"}), house.context)
        after = next(stream)
    assert (change.type, change.data["id"], change.data["status"]) == ("game", game, "waiting")
    assert after.data["seats"][0]["name"] == "Ada"
    assert after.id > change.id


def test_the_lobby_resumes_with_every_changed_game_once(house: House) -> None:
    games = [house.seated()[0] for _ in range(3)]
    told = list(islice(changes(house, 0), 3))
    assert [change.data["id"] for change in told] == games
    listed = orjson.loads(lobby.page(house.repository, GameFilter(), 50)[0])["games"]
    assert [change.data for change in told] == listed[::-1]
    assert [next(changes(house, change.id)).data["id"] for change in told[:2]] == games[1:]


def test_nobody_hears_of_a_game_that_came_and_went_since(house: House) -> None:
    """Who resumes has seen what was listed then, and not what was listed and taken away meanwhile."""
    seen, tokens = house.seated()
    known = subscriptions.lobby_head(house.repository.store)
    unseen, others = house.seated()
    house.act(unseen, house.turn(unseen, others), {"type": "roll"})
    between = subscriptions.lobby_head(house.repository.store)
    house.act(unseen, house.turn(unseen, others), {"type": "set-aside"})
    house.act(seen, house.turn(seen, tokens), {"type": "roll"})
    for game in (unseen, seen):
        hiding.hide(house.kronika.store, game)
    later = house.create()[0]
    told = [(it.type, it.data["id"]) for it in islice(changes(house, known), 2)]
    assert told == [("gone", seen), ("game", later)]
    told = [(it.type, it.data["id"]) for it in islice(changes(house, between), 3)]
    assert told == [("gone", unseen), ("gone", seen), ("game", later)]


def test_a_game_that_was_shown_again_is_known_to_who_saw_it_then(house: House) -> None:
    """Also one that was never listed before: it was hidden with its tournament, or before its first event was told."""
    store, _, game = house.kronika.store, house.create(), house.create()[0]
    unlisted = "UPDATE lobby SET first_position = NULL, position = NULL, hidden = 1 WHERE game = ?"
    store.append("", [], [Statement(unlisted, (game,))])
    known = subscriptions.lobby_head(house.repository.store)
    hiding.show(store, game)
    shown = subscriptions.lobby_head(house.repository.store)
    assert next(changes(house, known)).data["id"] == game
    hiding.hide(store, game)
    later = house.create()[0]
    assert [it.data["id"] for it in islice(changes(house, shown), 2)] == [game, later]
    assert [it.data["id"] for it in islice(changes(house, known), 1)] == [later]


def test_who_comes_with_nothing_does_not_hear_which_games_were_taken_away(house: House) -> None:
    shown, hidden, later = (house.create()[0] for _ in range(3))
    known = next(it.id for it in changes(house, 0) if it.data["id"] == later)
    hiding.hide(house.kronika.store, hidden)
    stream = changes(house, 0)
    assert [next(stream).data["id"] for _ in range(2)] == [shown, later]
    hiding.hide(house.kronika.store, shown)
    assert (next(stream).type, next(changes(house, known)).data) == ("gone", {"id": hidden})


def look(house: House, *games: str) -> list[looks.Found | None]:
    queries = [looks.Query(game, None, [looks.Question(Kind(game, None), [(0, 0)])]) for game in games]
    return looks.Looks(house.kronika.store).look(queries)


@pytest.mark.parametrize("error", [KeyError, SecretsAltered])
def test_one_look_at_many_games_passes_over_one_that_cannot_be_read(
    house: House, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    monkeypatch.setattr(looks, "LOOK_SECONDS", WAIT)
    first, bad, last = (house.seated()[0] for _ in range(3))
    read = subscriptions.events

    def fails(store: Store, place: Any, *more: Any) -> Any:
        if place.id == bad:
            raise error("no such event")
        return read(store, place, *more)

    expected = look(house, first, last)
    assert None not in expected
    monkeypatch.setattr(subscriptions, "events", fails)
    with capture_logs() as said:
        assert look(house, first, bad, last) == [expected[0], None, expected[1]]
    assert [it["event"] for it in said] == ["not-streamed"]


def test_a_look_while_the_store_is_away_says_so_of_no_single_game(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, tried = [house.seated()[0] for _ in range(2)], list[str]()

    def away(store: Store, place: Any, *_: Any) -> Any:
        tried.append(place.id)
        raise StoreUnusable("away")

    monkeypatch.setattr(subscriptions, "events", away)
    with pytest.raises(StoreUnusable):
        look(house, *games)
    assert tried == games[:1], "the games are not tried one by one"
