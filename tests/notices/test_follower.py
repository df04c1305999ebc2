"""What happens in games is written down for the accounts that have a part there: each notice once, in order."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.table.refusals import Refused
from service.accounts.notices import writing
from service.accounts.notices.follower import NAME, NoticeFollower
from service.accounts.notices.writing import account
from service.identity.access import ORGANISER
from service.operation.app import Kronika
from service.play import acting
from service.store import Statement
from tests.notices.conftest import Open
from tests.notices.kit import catch_up, give, notices, people, seated
from tests.service.conftest import House
from tests.service.playing import play
from tests.service.test_desk import AtDesk

ALL = "SELECT recipient, n, kind, game, version, seat, at FROM notices ORDER BY recipient, n"
EMPTY = ("DELETE FROM notices", "DELETE FROM notice_counts")


def rows(kronika: Kronika) -> list[tuple[Any, ...]]:
    return kronika.store.query(ALL)


def busy(house: House, *accounts: str) -> list[str]:
    """Games with taking back, some at their end."""
    rng, games = random.Random(4), []
    for ruleset in ("age-of-war", "romans", "touche"):
        game, tokens = seated(house, *accounts, ruleset=ruleset, draws=f"notices of {ruleset}")
        games.append(game)
        for _ in range(25):
            play(house, game, tokens, rng, actions=1)
            if rng.random() < 0.4:
                asks = rng.choice([1, 2])
                try:
                    acting.request_undo(acting.RequestUndo(game, tokens[asks]), house.context)
                    request = house.repository.get(game).table.undo.request
                    if request is not None:
                        answer = acting.AnswerUndo(game, tokens[3 - asks], request.number, rng.random() < 0.7)
                        acting.answer_undo(answer, house.context)
                except Refused:
                    continue
    return games


def turns_of(house: House, game: str) -> list[tuple[int, int]]:
    """The versions at which seats have come to act, from the states after each action."""
    loaded, found, before = house.repository.get(game), [], ()
    for version in range(1, loaded.version + 1):
        there = house.repository.versions.complete_at(loaded, version)
        if there.version == version:
            found += [(version, seat) for seat in there.table.to_act if seat not in before]
            before = there.table.to_act
    return found


@pytest.mark.soak
def test_a_seat_is_notified_when_it_comes_to_act_whatever_is_taken_back(house: House) -> None:
    ann, bob = people(house.kronika, "Ann", "Bob")
    kinds = set()
    for game in busy(house, ann, bob):
        catch_up(house.kronika)
        both = [row for id in (ann, bob) for row in notices(house.kronika, id, game)]
        assert sorted((version, seat) for _, kind, version, seat in both if kind == "your-turn") == turns_of(
            house, game
        )
        asked = [entry for entry in both if entry[1] == "undo-asked"]
        log = house.kronika.store.rows(game)
        kinds |= {row.type for row in log}
        requests = [row for row in log if row.type == "undo-requested" and b'"needs":[]' not in row.entry]
        assert len(asked) == len(requests)
    assert "rewound" in kinds
    numbers = [
        n for (n,) in house.kronika.store.query("SELECT n FROM notices WHERE recipient = ?", (account(ann),))
    ]
    assert sorted(numbers) == [*range(1, len(numbers) + 1)]
    assert writing.newest(house.kronika.store, account(ann)) == len(numbers)


def test_everybody_is_notified_of_the_start_and_the_end(house: House) -> None:
    ann, bob, eve = people(house.kronika, "Ann", "Bob", "Eve")
    game, tokens = seated(house, ann, bob, draws="notices")
    give(house.kronika, eve, game, ORGANISER)
    play(house, game, tokens, random.Random(1))
    catch_up(house.kronika)
    last = house.repository.get(game).version
    for id in (ann, bob, eve):
        others = [
            (kind, version) for _, kind, version, _ in notices(house.kronika, id, game) if kind != "your-turn"
        ]
        assert [kind for kind, _ in others] == ["game-started", "game-over"]
        assert others[1][1] == last
    assert not [kind for _, kind, *_ in notices(house.kronika, eve, game) if kind == "your-turn"]


@pytest.mark.parametrize("at_once", [1, 3])
def test_stretches_of_any_length_give_the_same(house: House, at_once: int) -> None:
    ann, bob = people(house.kronika, "Ann", "Bob")
    busy(house, ann, bob)
    catch_up(house.kronika)
    whole = rows(house.kronika)
    store = house.kronika.store
    store.append("", [], [*map(Statement, EMPTY), Statement("DELETE FROM tracking", ())])
    catch_up(house.kronika, at_once=at_once)
    assert sorted(row[2:] for row in rows(house.kronika)) == sorted(row[2:] for row in whole)


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.soak
@pytest.mark.parametrize("services", ["sqlite", "postgresql"], indirect=True)
def test_a_follower_that_is_killed_anywhere_misses_and_doubles_nothing(services: Open) -> None:
    house = services()
    ann, bob = people(house.kronika, "Ann", "Bob")
    games = busy(house, ann, bob)
    rng, project = random.Random(6), house.kronika.store.project

    def dying(*args: Any) -> None:
        before, after = rng.random() < 0.3, rng.random() < 0.3
        if before:
            raise Killed
        project(*args)
        if after:
            raise Killed

    house.kronika.store.project = dying
    kills = 0
    while house.kronika.store.position(NAME) < house.kronika.store.head():
        try:
            catch_up(house.kronika, NoticeFollower(house.repository), at_once=rng.randint(1, 9))
        except Killed:
            kills += 1
    assert kills > 5
    for game in games:
        both = [row for id in (ann, bob) for row in notices(house.kronika, id, game)]
        assert sorted((version, seat) for _, kind, version, seat in both if kind == "your-turn") == turns_of(
            house, game
        )
    for id in (ann, bob):
        numbers = [
            n
            for (n,) in house.kronika.store.query(
                "SELECT n FROM notices WHERE recipient = ? ORDER BY n", (account(id),)
            )
        ]
        assert numbers == [*range(1, len(numbers) + 1)]


def test_two_followers_at_once_write_each_notice_once(services: Open) -> None:
    """As for a moment after a leader was cut off."""
    first, second = services(), services()
    ann, bob = people(first.kronika, "Ann", "Bob")
    game, tokens = seated(first, ann, bob)
    followers = [NoticeFollower(one.repository) for one in (first, second)]
    for n in range(8):
        play(first, game, tokens, random.Random(n), actions=3)
        store = first.kronika.store
        events = store.recorder.select_notifications(store.position(NAME), 500, inclusive_of_start=False)
        for follower in followers:
            follower.process(events)
    both = [row for id in (ann, bob) for row in notices(second.kronika, id, game)]
    assert sorted((version, seat) for _, kind, version, seat in both if kind == "your-turn") == turns_of(
        first, game
    )


def test_roles_of_a_tournament_count_in_its_games_and_a_dismissed_referee_is_not_notified(
    house: House,
) -> None:
    ann, bob, ref, old = people(house.kronika, "Ann", "Bob", "Ref", "Old")
    desk = AtDesk.set(house)
    store = house.kronika.store
    tournament = [
        Statement(
            "INSERT INTO tournament_games (tournament, number, game) VALUES (?, 0, ?)", ("t" * 32, desk.game)
        )
    ]
    store.append("", [], tournament)
    for id, place, role in (
        (ann, "t" * 32, "seat:1"),
        (ref, desk.game, "referee:1"),
        (old, desk.game, "referee:2"),
    ):
        give(house.kronika, id, place, role)
    store.append(
        "",
        [],
        [
            Statement(
                "UPDATE referees SET dismissed = 5 WHERE place = ? AND number = 2",
                (desk.game,),
            )
        ],
    )
    desk.open()
    catch_up(house.kronika)
    kinds = {
        id: {kind for _, kind, *_ in notices(house.kronika, id, desk.game)} for id in (ann, bob, ref, old)
    }
    assert "case-opened" in kinds[ann]
    assert kinds[ref] == {"case-opened"}
    assert kinds[bob] == kinds[old] == set()
