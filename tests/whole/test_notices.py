"""The stream of an account, as the service's event loop holds it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from service.identity.credentials import holder_of, revoke
from service.operation.app import compose
from service.system.settings import Settings
from tests.accounts.kit import personal_token
from tests.notices.kit import people, seated
from tests.notices.listening import Listener
from tests.notices.test_follower import turns_of
from tests.running import Server, until
from tests.service.conftest import House, settings_in
from tests.service.playing import play
from tests.store.conftest import new_database
from tests.store.conftest import server as postgresql
from tests.whole.site import Machine, Site, site

__all__ = ["postgresql"]


@pytest.fixture
def house(server: Server, folder: Path) -> Iterator[House]:
    """A process of its own on the server's database."""
    with closing(compose(settings_in(folder))) as kronika:
        yield House(kronika)


def test_turns_arrive_as_they_come_until_the_token_ends(server: Server, house: House) -> None:
    ann, bob = people(house.kronika, f"Ann {server.port}", f"Bob {server.port}")
    token = personal_token(house.kronika, ann, "read")
    listener = Listener(server, token)
    listener.start()
    game, tokens = seated(house, ann, bob)
    for n in range(4):
        play(house, game, tokens, random.Random(n), actions=3)
        expected = [(game, *turn) for turn in turns_of(house, game) if turn[1] == 1]
        until(partial(lambda turns: listener.turns == turns, expected), "the turns so far")
    holder = holder_of(house.kronika.store, token)
    assert holder is not None
    house.kronika.store.append("", [], [revoke(ann, holder.id)])
    until(lambda: listener.status == 401, "the end of the stream")
    listener.join()
    assert listener.ends == 2, "the stream that ended, and the attempt to resume it"


@pytest.mark.soak
@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_no_turn_is_missed_whatever_is_killed(request: Any, engine: str, tmp_path: Path) -> None:
    """On PostgreSQL two services have one database; the clients resume at either."""
    if engine == "sqlite":
        with site(tmp_path, 1) as made:
            survives(made, settings_in(tmp_path / "machine1"))
    else:
        with (
            new_database(request.getfixturevalue("postgresql")) as url,
            site(tmp_path, KRONIKA_DATABASE=url) as made,
        ):
            survives(made, Settings(data=tmp_path / "machine1", database=url))


def survives(made: Site, settings: Settings) -> None:
    rng = random.Random(8)
    with closing(compose(settings)) as kronika:
        house = House(kronika)
        ann, bob = people(kronika, "Ann", "Bob")
        listener = Listener(made, personal_token(kronika, ann, "read"))
        listener.start()
        games = [seated(house, ann, bob) for _ in range(4)]
        for n in range(24):
            for game, tokens in games:
                play(house, game, tokens, rng, actions=rng.randint(1, 4))
            if n % 3 == 1:
                machine = rng.choice(made.machines)
                (Machine.kill if n % 2 else Machine.stop)(machine)
                for game, tokens in games:
                    play(house, game, tokens, rng, actions=3)
                machine.start()
        expected = sorted(
            (game, *turn) for game, _ in games for turn in turns_of(house, game) if turn[1] == 1
        )
        until(lambda: sorted(listener.turns) == expected, "all turns")
        assert sorted(listener.notices) == [*range(1, len(listener.notices) + 1)]
        assert listener.ends > 3
        listener.left.set()
