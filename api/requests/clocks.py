"""The clock in request bodies."""

from __future__ import annotations

from typing import Any

from api.requests.fields import Closed, JsonBoolean, JsonInteger, described, one_of
from domain.table.clock.terms import LEAST, RANGES, TIME_OUT


def _seconds(name: str, about: str, **options: Any) -> JsonInteger:
    least, most = RANGES[name]
    return JsonInteger(min=least, max=most, metadata=described(about), **options)


class NewClock(Closed):
    """A clock: seats lose, or are played by a bot, when their time runs out. All times are whole seconds.

    15 minutes and 10 seconds a move are `{"bank": 900, "increment": 10}`, three days a move `{"bank": 0, "grace": 259200}`.
    """

    bank = _seconds("bank", "The time of a seat at the start.", required=True)
    increment = _seconds("increment", "What is added when a stint ends in time.", load_default=0)
    grace = _seconds(
        "grace",
        f"The first part of each stint, which costs nothing. `bank` and `grace` together are at least {LEAST} seconds.",
        load_default=0,
    )
    most = _seconds(
        "most",
        "A bank holds no more than this after an increment: at least `bank`. By default there is no limit.",
    )
    on_time_out = one_of(
        TIME_OUT,
        metadata=described(
            "What happens when the time runs out: the seat loses, or a bot plays on for it. The default is `forfeit` where two "
            "sides play, otherwise `bot`."
        ),
    )
    start_within = _seconds(
        "start_within",
        "The time for opening one's seed, and the least grace of each seat's first stint in each game. The default is 120 "
        "seconds, or a day where `bank` and `grace` together are over an hour.",
    )
    organiser_stops = JsonBoolean(
        metadata=described(
            "Whether the organiser may suspend or abandon a running game, or give away a seat, without the players' consent. "
            "The default is false, and true in tournaments."
        )
    )
