"""What no file shows. `why` says why nobody can know, and what a reader can do."""

from __future__ import annotations

from service.log.shared_time import SharedTime
from tests.operator.attack import Evidence, attack, file_of
from tests.operator.service import Operator, play

NOTHING = "nothing"
MONTH = 31 * 24 * 3600 * 1000


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


@attack("verdict", "3 games not finished 30 days after their seats were taken", NOTHING)
def a_game_begun_anew(service: Operator) -> Evidence:
    """Games are given up and begun anew until the first draw suits, and the reader reads the whole log a month later"""
    service = service.another()
    for _ in range(2):
        service.abandoned(service.begun()[0].game)
    [player, _] = service.begun()
    return Evidence([service.audit(player.game)], service.whole_log(MONTH))


@attack("verdict", "1 game not finished 30 days after their seats were taken", NOTHING)
def a_seed_that_is_never_revealed(service: Operator) -> Evidence:
    """A friend at seat 2 lets the operator compute the first draw, and reveals no seed because it does not suit"""
    service = service.another()
    [ala, friend] = service.seated(service.create())
    ala.reveal()
    assert service.get(f"games/{friend.game}")["to_reveal"] == [2]
    return Evidence([service.audit(friend.game)], service.whole_log(MONTH))


@attack(
    "nobody",
    "Only the operator vouches for times; they must not run backwards.",
    "`SharedTime.now`",
)
def an_action_held_back(service: Operator) -> Evidence:
    """The time of an action is an hour late, so that a deadline was missed"""
    players, honest = service.begun(), SharedTime.now
    with service.changed(SharedTime, "now", lambda it: honest(it) + 3_600_000):
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
