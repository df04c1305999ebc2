"""The cache of loaded games and their signed heads."""

from __future__ import annotations

from service.log.game_cache import GameCache
from service.log.loaded import LoadedGame
from tests.service.conftest import House


def loaded(house: House, **new: object) -> LoadedGame:
    return house.repository.get(house.seated(**new)[0])  # type: ignore[arg-type]


def test_the_game_used_least_recently_is_evicted_with_its_head(house: House) -> None:
    one, two, three = (loaded(house) for _ in range(3))
    cache = GameCache(games=2)
    for game in (one, two, one, three):
        cache.put(game, house.repository.cache.head(game.id))
    assert [cache.get(game.id) for game in (one, two, three)] == [one, None, three]
    assert [cache.head(game.id) is None for game in (one, two, three)] == [False, True, False]


def test_a_new_version_without_a_head_keeps_the_head_of_the_last_one(house: House) -> None:
    game, cache = loaded(house), GameCache()
    head = house.repository.cache.head(game.id)
    assert head is not None
    cache.put(game, head)
    renamed = game.with_flags(0, 1)
    cache.put(renamed)
    assert (cache.get(game.id), cache.head(game.id)) == (renamed, head)


def test_a_game_to_be_reloaded_keeps_its_head_only(house: House) -> None:
    game, cache = loaded(house), GameCache()
    cache.reload(game.id)
    assert cache.get(game.id) is None, "an unknown game stays unknown"
    head = house.repository.cache.head(game.id)
    cache.put(game, head)
    cache.reload(game.id)
    assert not cache.answers_soon(game.id)
    assert cache.head(game.id) == head


def test_private_and_hidden_games_are_not_public(house: House) -> None:
    public = loaded(house)
    cache = house.repository.cache
    assert cache.is_public(public.id)
    assert not cache.is_public("unknown")
    cache.put(public.with_flags(1, 0))
    assert not cache.is_public(public.id)
