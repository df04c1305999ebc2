"""Mischief with clocks, and with who is away: each is one entry out of its place, in due form."""

from __future__ import annotations

import random
from typing import Any

from tests.verifier.adversary.scene import Mischief, Scene
from tests.verifier.adversary.teller import Unwritable


def _rows_twisted(scene: Scene) -> None:
    """The next rows say something else."""
    _timed(scene).twist = scene.rng.choice((_one_otherwise, _one_otherwise, _one_fewer, _one_more, _reversed))


def _one_otherwise(rows: list[dict[str, int]], rng: random.Random) -> None:
    row = rng.choice(rows)
    name = rng.choice([*row, "since"])
    row[name] = row.get(name, 1_699_996_400_000) + rng.choice((-1, 1, 2_000, -2_000, 10_000, 30_000))


def _one_fewer(rows: list[dict[str, int]], rng: random.Random) -> None:
    rows.remove(rng.choice(rows))


def _one_more(rows: list[dict[str, int]], rng: random.Random) -> None:
    row = rng.choice(rows)
    rows.append(row | {"seat": rng.choice((row["seat"], row["seat"] + 1, row["seat"] + 2))})


def _reversed(rows: list[dict[str, int]], rng: random.Random) -> None:
    rows.append(rows.pop(0))


def _timed(scene: Scene) -> Any:
    if scene.log.timer is None or not scene.log.timer.is_on:
        raise Unwritable("a clock")
    return scene.log.timer


def _flag(scene: Scene) -> None:
    """Early, late, or of other seats."""
    timer, rng = _timed(scene), scene.rng
    deadline = timer.game.deadline
    if deadline is None:
        raise Unwritable("a clock that runs")
    seats = timer.game.flagged(deadline)
    timer.now = max(timer.now, deadline + rng.choice((0, 0, -1, 1, -2_000)))
    d = {"seats": rng.choice((seats, seats, [1], [2, 1])), "deadline": deadline + rng.choice((0, 0, 1, -1))}
    ends = {"outcome": {"winners": [], "ranking": [[1]], "scores": {}, "reason": "time"}}
    i = scene.log.add("time-ran-out", d | rng.choice(({}, ends)), rng.choice(("table", "table", "seat:1")))
    for seat in d["seats"] if rng.random() < 0.6 else ():
        scene.log.add("seat-left", {"seat": seat, "bot": "greedy"}, a=scene.log.trees[i]["a"])


def _after_the_flag(scene: Scene) -> None:
    """Something comes before a flag that is due, or a flag does not come at all."""
    timer = _timed(scene)
    deadline = timer.game.deadline
    if deadline is None:
        raise Unwritable("a clock that runs")
    timer.now = max(timer.now, deadline + scene.rng.choice((-1, 0, 1, 5_000)))
    t, d = scene.rng.choice(
        (("card-named", {"card": 1}), ("rules-changed", {"rules": 2}), ("game-suspended", {}))
    )
    scene.log.add(t, d, scene.rng.choice(("seat:1", "organiser", "table")))


def _held(scene: Scene) -> None:
    """For another time than the clocks ran."""
    timer, rng = _timed(scene), scene.rng
    begins = timer.now + rng.choice((0, 0, -1, 1, -4_000, 90_000))
    back = begins + rng.choice((0, 1, 10_000, 10_000))
    timer.now = max(timer.now, back + rng.choice((0, 0, -1, 500)))
    outage = rng.choice((0, 1, 1, *timer.game.held, 77))
    by = rng.choice(("table", "table", "table", "organiser"))
    i = scene.log.add("time-held", {"outage": outage, "from": begins, "to": back + 30_000}, by)
    if rng.random() < 0.15:
        scene.log.add("rules-changed", {"rules": 2}, a=scene.log.trees[i]["a"])


def _clock_set(scene: Scene) -> None:
    """Where no clock is, or twice in an action, or not last in it."""
    row = {"seat": scene.rng.choice((1, 2)), "stint": 1, "left": scene.rng.choice((0, 5_000)), "grace": 0}
    a = scene.rng.choice((None, scene.log.meant()[-1]["a"]))
    scene.log.add("clock-set", {"seats": scene.rng.choice(([row], [], [row, row]))}, a=a)


def _left_alone(scene: Scene) -> None:
    """Somebody leaves, returns or resigns as nobody may, or a bot acts for somebody who is there."""
    rng, seat = scene.rng, scene.rng.choice((1, 1, 2))
    ends = {"outcome": {"winners": [2], "ranking": [[2], [1]], "scores": {}, "reason": "resigned"}}
    t, d = rng.choice(
        (
            ("seat-left", {"seat": seat, "bot": "greedy"}),
            ("seat-excluded", {"seat": seat, "bot": "greedy"}),
            ("seat-returned", {"seat": seat}),
            ("resigned", {"seat": seat}),
            ("resigned", {"seat": seat} | ends),
            ("agreed", {"seat": seat, "to": "abandon"}),
            ("card-named", {"card": 3}),
            ("seat-reassigned", {"seat": seat}),
        )
    )
    a = rng.choice((None, None, scene.log.meant()[-1]["a"]))
    scene.log.add(
        t, d, rng.choice((f"seat:{seat}", f"seat:{seat}", f"bot:{seat}", "table", "organiser")), a=a
    )
    if t == "resigned" and rng.random() < 0.6:
        scene.log.add("seat-left", {"seat": seat, "bot": "greedy"}, a=scene.log.meant()[-1]["a"])


def _at_several_times(scene: Scene) -> None:
    """An action goes on later than it began."""
    last = scene.log.meant()[-1]
    at = last["at"] + scene.rng.choice((1, 700))
    scene.log.add("rules-changed", {"rules": 2}, a=last["a"], at=at)


def _banks(scene: Scene) -> None:
    """A ruling sets clocks as none may."""
    rng = scene.rng
    banks = rng.choice(
        (
            {"1": 9_999},
            {"1": 10_000},
            {"9": 20_000},
            {"01": 20_000},
            {"x": 20_000},
            {"1": 2_592_000_001},
            {"2": 30_000},
        )
    )
    number = 500 + len(scene.log.trees)
    scene.log.add("referee-appointed", {"referee": 1, "head": True}, "organiser")
    if scene.judged():
        scene.log.add("referee-accepted", {"referee": 1}, "referee:1")
    scene.log.rule(0, number, kind="stands", remedy={"clock": banks}, **scene.judged())
    scene.log.end(number=number, dispute=number)


def _taken_back_late(scene: Scene) -> None:
    """An undo that its asker cannot pay, or of a request that nobody made."""
    timer = _timed(scene)
    timer.now += scene.rng.choice((0, 1_000, 15_000))
    number = 1 + sum(it["t"] == "undo-requested" for it in scene.log.meant())
    said = {"seat": scene.rng.choice((1, 2)), "request": number, "needs": [], "to_version": scene.version()}
    scene.log.add("undo-requested", said, f"seat:{said['seat']}")
    scene.log.rewind(scene.version(), request=scene.rng.choice((number, number, 99)))


IN_TIME: tuple[Mischief, ...] = (
    _rows_twisted, _rows_twisted, _rows_twisted, _flag, _after_the_flag, _held, _clock_set, _left_alone, _left_alone,
    _at_several_times, _banks, _taken_back_late,
)  # fmt: skip
"""In games with clocks."""
