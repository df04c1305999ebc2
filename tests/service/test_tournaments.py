"""Tournaments: games of the same players one after the other."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.table.refusals import Refused
from projections.documents.tournaments import Entered, TournamentList
from service.identity.tokens import digest, revoke
from service.operation.app import compose
from service.queries import history
from service.queries import tournaments as tournament_queries
from service.store import Statement, StoreUnusable
from service.tables import entering, planning, suspension, tournaments
from service.tables.inviting import Invite, Place, invite
from tests.service.conftest import House, long, settings_in
from tests.service.playing import play
from tests.service.preparing import prepared
from tests.service.test_games import refused

SHORT = {"set_choice": "agreed", "need": {"square": 1}}
"""Touché to the first square."""


def create(house: House, **new: Any) -> tuple[str, str]:
    """A new tournament: its id and the organiser's token."""
    terms = {"ruleset": "touche", "seats": 2, "games": 3, "options": SHORT, **new}
    made = tournaments.create_tournament(tournaments.CreateTournament(terms), house.context).document
    return made.id, made.organiser_token


def entered(house: House, bot: str | None = None, **new: Any) -> tuple[str, str, dict[int, str]]:
    """A tournament that has begun: its id, the organiser's token and the seats'."""
    id, organiser = create(house, **new)
    tokens = {}
    for n in range(1, new.get("seats", 2) + 1):
        request = {"name": f"P{n}", **({"bot": bot} if bot else {})}
        if not bot and new.get("visibility") == "private":
            request["invitation"] = invite(Invite(Place(id, organiser, True)), house.context).document.code
        taken = enter(house, id, organiser if bot else None, request)
        tokens[taken.seat] = taken.token
    return id, organiser, tokens


def enter(
    house: House, id: str, token: str | None, entrant: dict[str, Any], key: str | None = None
) -> Entered:
    return entering.enter(entering.Enter(id, token, entrant, key), house.context).document


def document(house: House, id: str, token: str | None = None) -> dict[str, Any]:
    return house.tournament(id, token)


def games(house: House, id: str, token: str | None = None) -> list[str]:
    return [game["id"] for game in document(house, id, token)["games"]]


def awaited(house: House, id: str, seconds: float = 60) -> dict[str, Any]:
    """The tournament once it is finished, without its being read on the way."""
    deadline = time.monotonic() + seconds
    counting = "SELECT count(*) FROM tournament_games JOIN lobby USING (game) WHERE tournament = ? AND status = 'finished'"
    wanted = house.kronika.store.query("SELECT games FROM tournaments WHERE id = ?", (id,))
    while house.kronika.store.query(counting, (id,)) != wanted and time.monotonic() < deadline:
        time.sleep(0.05)
    return document(house, id)


def dealers(house: House, found: list[str]) -> list[int]:
    return [house.kronika.repository.get(game).table.game.dealer for game in found]


@pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [
        ("touche", 2, SHORT),
        ("touche", 4, SHORT),
        *[pytest.param("touche", seats, {}, marks=pytest.mark.soak) for seats in (2, 3, 4)],
        pytest.param("age-of-war", 2, {}, marks=pytest.mark.soak),
    ],
)
def test_bots_play_a_whole_tournament(
    house: House, ruleset: str, seats: int, options: dict[str, Any]
) -> None:
    id, _, _ = entered(house, "greedy", ruleset=ruleset, seats=seats, options=options)
    found = awaited(house, id)
    assert found["status"] == "finished"
    assert [(game["number"], game["status"]) for game in found["games"]] == [
        (n, "finished") for n in (1, 2, 3)
    ]
    for game in games(house, id):
        assert house.document(game)["seats"] == found["seats"]


def test_touche_tournament_1_the_deal_passes_to_the_left(house: House) -> None:
    id, _, _ = entered(house, "greedy", seats=4, games=5)
    awaited(house, id)
    first, *others = dealers(house, games(house, id))
    assert others == [(first + n) % 4 + 1 for n in range(4)]
    drawn = [e["type"] for e in events(house, games(house, id)[1]) if e["type"] == "dealer-drawn"]
    assert drawn == []


def test_touche_tournament_1_the_deal_passes_from_the_dealer_agreed_on(house: House) -> None:
    id, _, _ = entered(house, "greedy", seats=3, games=2, options={**SHORT, "dealer": 3})
    awaited(house, id)
    assert dealers(house, games(house, id)) == [3, 1]


def events(house: House, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = orjson.loads(history.events(house.repository, game, None, 0, 1000).body)[
        "events"
    ]
    return found


def test_the_first_game_begins_with_the_last_seat(house: House) -> None:
    id, _ = create(house)
    assert document(house, id)["status"] == "waiting"
    assert (
        entering.enter(entering.Enter(id, None, {"name": "B", "seat": 2}), house.context).document.seat == 2
    )
    assert games(house, id) == []
    assert entering.enter(entering.Enter(id, None, {"name": "A"}), house.context).document.seat == 1
    found = document(house, id)
    assert found["status"] == "playing"
    assert [seat["name"] for seat in found["seats"]] == ["A", "B"]
    assert house.document(found["games"][0]["id"])["status"] == "playing"


def test_one_token_acts_for_its_seat_in_every_game(house: House) -> None:
    id, organiser, tokens = entered(house)
    for n in range(3):
        game = games(house, id)[n]
        assert house.document(game, tokens[2])["viewer"] == "seat:2"
        assert house.document(game, organiser)["viewer"] == "organiser"
        play(house, game, tokens, random.Random(n))
    assert document(house, id, tokens[1])["status"] == "finished"
    assert len(games(house, id)) == 3


def test_tokens_count_in_their_own_tournament_only(house: House) -> None:
    id, _, _ = entered(house)
    _, _, foreign = entered(house)
    single, _ = house.create()
    for ask in (
        lambda: document(house, id, foreign[1]),
        lambda: house.document(games(house, id)[0], foreign[1]),
        lambda: house.document(single, foreign[1]),
    ):
        with refused("forbidden"):
            ask()
    with refused("unauthenticated"):
        document(house, id, "made-up")


def test_revoked_and_expired_tokens_count_in_no_game(house: House) -> None:
    id, _, tokens = entered(house)
    game = games(house, id)[0]
    house.kronika.store.append("", [], [revoke(tokens[1])])
    expire = Statement("UPDATE tokens SET expires_at = 1 WHERE hash = ?", (digest(tokens[2]),))
    house.kronika.store.append("", [], [expire])
    for token in tokens.values():
        with refused("unauthenticated"):
            house.document(game, token)
        with refused("unauthenticated"):
            document(house, id, token)


def test_private_tournaments_and_their_games_do_not_exist_for_strangers(house: House) -> None:
    id, organiser, tokens = entered(house, visibility="private")
    _, _, foreign = entered(house)
    game = games(house, id, organiser)[0]
    for token in (None, "made-up", foreign[1]):
        with refused("not-found"):
            document(house, id, token)
        with refused("not-found"):
            house.document(game, token)
        with refused("not-found"):
            enter(house, id, token, {"name": "X"})
    for token in (organiser, tokens[1]):
        with refused("forbidden"):
            enter(house, id, token, {"name": "X"})
    assert document(house, id, tokens[1])["viewer"] == "seat:1"
    assert house.document(game, tokens[2])["viewer"] == "seat:2"
    listed = tournament_queries.page(house.repository, 100, None).tournaments
    assert id not in [found.id for found in listed]


def test_seats_are_taken_once_and_bots_seated_by_the_organiser(house: House) -> None:
    id, organiser = create(house)
    join = partial(enter, house)
    with refused("forbidden"):
        join(id, None, {"name": "B", "bot": "random"}, None)
    with refused("not-found"):
        join(id, None, {"name": "A", "seat": 3}, None)
    join(id, organiser, {"name": "B", "bot": "random", "seat": 2}, None)
    with refused("gone-elsewhere"):
        join(id, None, {"name": "A", "seat": 2}, None)
    join(id, None, {"name": "A"}, None)
    with refused("gone-elsewhere"):
        join(id, None, {"name": "C"}, None)
    with refused("not-found"):
        join("0" * 32, None, {"name": "A"}, None)


def test_everybody_who_asks_at_once_gets_a_seat_of_his_own(house: House) -> None:
    id, _ = create(house, seats=6)

    def enter(n: int) -> int:
        return entering.enter(entering.Enter(id, None, {"name": f"P{n}"}), house.context).document.seat

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(enter, range(6))) == [1, 2, 3, 4, 5, 6]
    assert len(games(house, id)) == 1


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"ruleset": "chess"}, "ruleset"),
        ({"seats": 5}, "seats"),
        ({"options": {"dealer": 3}}, "options.dealer"),
        ({"points": {"1": 3, "3": 1}}, "points.3"),
    ],
)
def test_what_cannot_be_played_is_refused(house: House, wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as caught:
        create(house, **wrong)
    assert (caught.value.kind, list(caught.value.more["errors"])) == ("malformed", [field])
    assert tournament_queries.page(house.repository, 10, None) == TournamentList(tournaments=[], next=None)


def test_the_same_key_gives_the_same_tournament_and_the_same_seat(house: House) -> None:
    new = {"ruleset": "touche", "seats": 2, "games": 1}
    made = tournaments.create_tournament(tournaments.CreateTournament(new, long("k")), house.context).document
    again = tournaments.create_tournament(tournaments.CreateTournament(new, long("k")), house.context)
    assert (again.document, again.replayed) == (made, True)
    with refused("idempotency-conflict"):
        tournaments.create_tournament(
            tournaments.CreateTournament({**new, "games": 2}, long("k")), house.context
        )
    join = partial(enter, house)
    for n, name in enumerate("AB", 1):
        taken = join(made.id, None, {"name": name}, long(name))
        assert join(made.id, None, {"name": name}, long(name)) == taken
        assert taken.seat == n
    assert len(games(house, made.id)) == 1


def test_an_abandoned_game_is_played_again_as_it_was_until_no_planned_one_is_left(house: House) -> None:
    id, organiser, _ = entered(house, seats=3, games=2, options={**SHORT, "dealer": 2})
    for n in range(4):
        assert len(games(house, id)) == n + 1
        suspension.change_status(
            suspension.ChangeStatus(games(house, id)[n], organiser, "abandon"), house.context
        )
    found = document(house, id)
    assert (found["status"], found["lag"], found["winners"]) == ("finished", 0, None)
    assert dealers(house, games(house, id)) == [2, 2, 2, 2]


def test_an_abandoned_game_leaves_as_many_to_be_played(house: House) -> None:
    id, organiser, tokens = entered(house, games=2)
    suspension.change_status(
        suspension.ChangeStatus(games(house, id)[0], organiser, "abandon"), house.context
    )
    for n in (1, 2):
        play(house, games(house, id)[n], tokens, random.Random(n))
    found = document(house, id)
    assert found["status"] == "finished"
    assert [game["status"] for game in found["games"]] == ["abandoned", "finished", "finished"]


def test_a_suspended_game_holds_the_tournament(house: House) -> None:
    id, organiser, _ = entered(house)
    suspension.change_status(
        suspension.ChangeStatus(games(house, id)[0], organiser, "suspend"), house.context
    )
    assert len(games(house, id)) == 1
    suspension.change_status(suspension.ChangeStatus(games(house, id)[0], organiser, "resume"), house.context)
    assert document(house, id)["status"] == "playing"


# -- however it ends, there is one next game


def ended_unnoticed(house: House) -> str:
    """A tournament whose first game ended in a process that died before it began the next."""
    id, organiser, _ = entered(house)
    notices, house.kronika.repository.committer.after_commit = (
        house.kronika.repository.committer.after_commit,
        [],
    )
    suspension.change_status(
        suspension.ChangeStatus(games(house, id)[0], organiser, "abandon"), house.context
    )
    house.kronika.repository.committer.after_commit = notices
    return id


def begun(house: House, id: str) -> int:
    return len(house.kronika.store.query("SELECT game FROM tournament_games WHERE tournament = ?", (id,)))


def test_reading_begins_a_game_that_is_due(house: House) -> None:
    id = ended_unnoticed(house)
    assert begun(house, id) == 1
    assert len(games(house, id)) == 2
    assert house.document(games(house, id)[1])["status"] == "playing"


def test_starting_begins_a_game_that_is_due(house: House) -> None:
    id = ended_unnoticed(house)
    house.kronika.resume()
    assert begun(house, id) == 2


def test_trouble_with_the_next_game_does_not_fail_the_last_action(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, organiser, _ = entered(house)
    game = games(house, id)[0]

    def down(*_: Any) -> None:
        raise StoreUnusable("The database went away.")

    with monkeypatch.context() as broken:
        broken.setattr(house.kronika.repository, "begin", down)
        assert (
            suspension.change_status(
                suspension.ChangeStatus(game, organiser, "abandon"), house.context
            ).status
            == 200
        )
    assert house.document(game)["status"] == "abandoned"
    assert begun(house, id) == 1
    assert len(games(house, id)) == 2


def test_processes_that_notice_at_once_begin_one_game(tmp_path: Path) -> None:
    prepared(settings_in(tmp_path))
    houses = [House(compose(settings_in(tmp_path))) for _ in range(4)]
    for _ in range(3):
        id = ended_unnoticed(houses[0])
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n, id=id: planning.advance(id, houses[n % 4].context), range(8)))
        found = [games(house, id) for house in houses]
        assert all(len(of_one) == 2 and of_one == found[0] for of_one in found)
        logs = houses[0].kronika.store.query("SELECT count(*) FROM lobby")
        assert logs == houses[0].kronika.store.query("SELECT count(*) FROM tournament_games")
    for house in houses:
        house.kronika.close()
