"""What happens in games is written down for the accounts that have a part there: each notice once, in order."""

from __future__ import annotations

import random

from tests.notices.kit import catch_up, notices, people, seated
from tests.service.conftest import House
from tests.service.playing import play


def test_a_seat_is_notified_when_it_comes_to_act_and_everybody_of_the_start_and_the_end(house: House) -> None:
    ann, bob = people(house.kronika, "Ann", "Bob")
    game, tokens = seated(house, ann, bob, draws="turns")
    play(house, game, tokens, random.Random(1))
    catch_up(house.kronika)
    kinds = {id: [kind for _, kind, *_ in notices(house.kronika, id, game)] for id in (ann, bob)}
    assert {tuple(sorted({*found} - {"your-turn"})) for found in kinds.values()} == {
        ("game-over", "game-started")
    }
    versions = house.kronika.repository.versions
    loaded = house.repository.get(game)
    turns = {(1, ann): [], (2, bob): []}
    before: tuple[int, ...] = ()
    for version in range(1, loaded.version + 1):
        there = versions.complete_at(loaded, version)
        if there.version != version:
            continue
        for seat, id in turns:
            if seat in there.table.to_act and seat not in before:
                turns[seat, id].append((version, seat))
        before = there.table.to_act
    for (_, id), expected in turns.items():
        rows = notices(house.kronika, id, game)
        assert [n for n, *_ in rows] == [*range(1, len(rows) + 1)]
        assert [(version, seat) for _, kind, version, seat in rows if kind == "your-turn"] == expected
        assert expected
