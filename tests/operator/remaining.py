"""What no file shows. `why` says why nobody can know, and what a reader can do."""

from __future__ import annotations

from itertools import count

import orjson

from service.log import repository
from tests.operator.attack import Evidence, attack, file_of
from tests.operator.service import Json, Operator, play

NOTHING = "nothing"


def first_die(file: Json) -> int:
    """The first die that says who begins."""
    [drawn] = [
        entry["d"] for entry in map(orjson.loads, file["entries"]) if entry["t"] == "first-player-drawn"
    ]
    return int(drawn["draw"]["values"][0])


@attack(
    "nobody",
    "The service deals, so it knows every hidden card and every draw to come, and may tell a friend at the table.",
    NOTHING,
)
def a_look_at_the_hands(service: Operator) -> Evidence:
    """The operator looks at all hands and tells a friend at the table"""
    players = service.begun("romans")
    loaded = service.kronika.repository.get(players[0].game)
    assert loaded.table.game is not None
    play(players)
    return file_of(service.abandoned(players[0].game))


@attack(
    "nobody",
    "Each file is that of an honest game. Whoever has played the others knows of them.",
    NOTHING,
)
def a_game_begun_anew(service: Operator) -> Evidence:
    """Games are given up and begun anew until the first draw suits"""
    for _ in count():
        players = service.begun()
        file = service.audit(players[0].game)
        if first_die(file) == 2:
            return file_of(file)
        service.abandoned(players[0].game)
    raise AssertionError


@attack(
    "nobody",
    "The game does not begin, and its document says for whom it waits. Who waits at many tables can tell.",
    NOTHING,
)
def a_seed_that_is_never_revealed(service: Operator) -> Evidence:
    """A friend at seat 2 lets the operator compute the first draw, and reveals no seed because it does not suit"""
    [ala, friend] = service.seated(service.create())
    ala.reveal()
    assert service.get(f"games/{friend.game}")["to_reveal"] == [2]
    return file_of(service.audit(friend.game))


@attack(
    "nobody",
    "Only the operator vouches for times; they must not run backwards.",
    "`repository.now`",
)
def an_action_held_back(service: Operator) -> Evidence:
    """The time of an action is an hour late, so that a deadline was missed"""
    players, honest = service.begun(), repository.now
    with service.changed(repository, "now", lambda: honest() + 3_600_000):
        play(players)
    return file_of(service.audit(players[0].game))


@attack("verdict", "The operator could have chosen every draw.", NOTHING)
def seats_without_seeds(service: Operator) -> Evidence:
    """All seats play in a page of the operator, which gives no seeds"""
    game = service.create()
    for seat in (1, 2):
        service.post(f"games/{game}/seats", {"name": f"P{seat}", "seat": seat})
    return file_of(service.audit(game))


@attack("verdict", "Seats, not people.", "the page's scripts")
def seeds_of_the_operators_page(service: Operator) -> Evidence:
    """All seats play in a page of the operator, which makes seeds and keys that the operator knows"""
    players = service.begun()
    play(players)
    return file_of(service.audit(players[0].game))
