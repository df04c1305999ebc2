"""What an operator may write into a game that no honest one does: each is one entry out of its place, in due form."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.verifier.adversary.liar import Liar
from tests.verifier.adversary.page import own_block
from tests.verifier.adversary.procedure import DESK_TYPES
from tests.verifier.adversary.teller import Teller, Unwritable
from tests.verifier.players import Player
from tests.verifier.primitives import b64u, digest_of
from tests.verifier.synthetic import Hide


class Scene:
    """A game as far as it is told: its log, the entries as they were meant, and who tells."""

    def __init__(self, log: Liar, teller: Teller, rng: random.Random) -> None:
        self.log, self.teller, self.rng = log, teller, rng

    def one(self, *types: str) -> dict[str, Any]:
        """An earlier entry of one of these types."""
        found = [entry for entry in self.log.meant() if entry["t"] in types]
        if not found:
            raise Unwritable(str(types))
        return self.rng.choice(found)

    def judged(self) -> dict[str, Any]:
        """What a ruling has from table 4 on: the version that was judged."""
        return {"judged": self.version()} if self.log.truths[0]["d"].get("table", 0) >= 4 else {}

    def version(self) -> int:
        return self.rng.randint(0, len(self.log.trees))


Mischief = Callable[[Scene], object]
"""Writes one thing that no honest operator writes. `Unwritable` where there is nothing to do it with."""


def _again(scene: Scene) -> None:
    """An earlier entry a second time, as it was."""
    entry = scene.rng.choice(scene.log.meant()[1:])
    scene.log.add(entry["t"], entry["d"], entry["by"])


def _final_twice(scene: Scene) -> None:
    d = scene.one("ruling-final")["d"]
    scene.log.end(number=d["ruling"], dispute=d["dispute"])


def _final_before_its_time(scene: Scene) -> None:
    d = scene.one("ruled")["d"]
    scene.log.end(number=d["ruling"], dispute=d["dispute"], by=scene.rng.choice(("table", "referee:1")))


def _two_final_in_one_action(scene: Scene) -> None:
    final = {entry["d"]["ruling"] for entry in scene.log.meant() if entry["t"] == "ruling-final"}
    open_ = [it["d"] for it in scene.log.meant() if it["t"] == "ruled" and it["d"]["ruling"] not in final]
    if len(open_) < 2:
        raise Unwritable("two open rulings")
    for d in open_:
        scene.log.end(scene.log.trees[-1]["a"], d["ruling"], dispute=d["dispute"])


def _ruled_again(scene: Scene) -> None:
    ruled = scene.one("ruled")
    scene.log.add("ruled", ruled["d"], ruled["by"])


def _ruled_by_nobody(scene: Scene) -> None:
    scene.log.rule(
        scene.version(), 90, by=scene.rng.choice(("referee:1", "referee:2", "table")), **scene.judged()
    )


def _gone_back(scene: Scene) -> None:
    scene.log.rewind(
        scene.version(), **scene.rng.choice(({}, {"rng": "fresh"}, {"rng": "same"}, {"rng": "new"}))
    )


def _gone_back_aside(scene: Scene) -> None:
    """To a version that was taken back, past nothing drawn or shown."""
    version = len(scene.log.trees)
    for card in (1, 2):
        scene.log.add("card-named", {"card": card})
    scene.log.rewind(version)
    scene.log.rewind(version + scene.rng.choice((0, 1, 1, 2)))


def _gone_back_by_a_ruling(scene: Scene) -> None:
    """In the action of the last entry or one of its own, to where the ruling says or elsewhere, with fresh draws or not."""
    d, last = scene.one("ruled")["d"], scene.log.meant()[-1]
    to = scene.rng.choice((d.get("remedy", {}).get("to_version", 0), scene.version()))
    how = scene.rng.choice(({}, {"rng": "fresh"}))
    scene.log.rewind(to, ruling=d["ruling"], a=scene.rng.choice((last["a"], last["a"], None)), **how)


def _final_and_gone_back(scene: Scene) -> None:
    """All in one, though the ruling may have been final, or its way back is no such way."""
    d = scene.one("ruled")["d"]
    a = scene.log.end(number=d["ruling"], dispute=d["dispute"])
    remedy = d.get("remedy", {})
    to = scene.rng.choice((remedy.get("to_version", remedy.get("chapter", 1) - 1), scene.version()))
    scene.log.rewind(to, ruling=d["ruling"], a=a, **scene.rng.choice(({}, {"rng": "fresh"})))


def _out_of_turn(scene: Scene) -> None:
    """Something at the desk of table 4, in due form, whether it may be done now or not."""
    if not scene.judged():
        raise Unwritable("such a desk")
    rng, own = scene.rng, own_block(scene.log.truths[0]["d"]["table"])
    t = rng.choice(sorted(DESK_TYPES))
    its = {name: kind for name, kind in own[t].items() if not name.startswith(("remedy", "penalties"))}
    d = scene.teller.members(its, own)
    last = sum(it["t"] == "dispute-opened" for it in scene.log.meant())
    near = {"dispute": (last, last, last + 1, 1), "referee": (1, 2, 3), "seat": (1, 1, 2), "release": (1, 2)}
    near |= {"ruling": (1 + sum(it["t"] == "ruled" for it in scene.log.meant()), 1), "call": (1, 2)}
    near |= {"judged": (len(scene.log.trees), 1), "from": (1,), "to": (2,)}
    d |= {name: rng.choice(values) for name, values in near.items() if name in d}
    d |= {"kind": "stands"} if t == "ruled" else {}
    whose = [f"{who}:{d[who]}" for who in ("referee", "seat") if who in d]
    by = rng.choice((*whose[:1] * 6, "table", "organiser", "seat:1"))
    scene.log.add(t, d, by, a=rng.choice((None, None, None, scene.log.meant()[-1]["a"])))


def _reshuffled(scene: Scene) -> None:
    places = scene.teller.places("text")[:3]
    if len(places) < 2:
        raise Unwritable("two places")
    draw = scene.teller.shuffle("text", places)
    a = scene.rng.choice((None, scene.log.meant()[-1]["a"]))
    scene.log.add("stack-reshuffled", {"draw": draw, "places": []}, a=a)


def _chosen_slot(scene: Scene) -> None:
    """Dice from a slot that the operator likes better, with all that follows from it."""
    scene.log.throw(slot=(scene.rng.choice((0, 0, 1)), scene.rng.randrange(scene.log.draws.slots)))


def _slot_of_the_other_kind(scene: Scene) -> None:
    """A slot is read twice, as dice and as a shuffle."""
    if not scene.log.served:
        raise Unwritable("a slot that is used")
    slot = scene.rng.choice([*scene.log.served])
    if scene.log.served.get(slot) == "throw":
        scene.log.shuffle(["ace", "king"], slot=slot)
    else:
        scene.log.throw(slot=slot)


def bot_with_a_seed(scene: Scene) -> None:
    """Done where a seat is taken (`games`)."""
    raise Unwritable("a free seat")


def _seated_late(scene: Scene) -> None:
    scene.log.take(Player(scene.rng.randint(1, scene.log.seats + 1), key=scene.rng.random() < 0.3))


def _freed_late(scene: Scene) -> None:
    scene.log.add("seat-freed", {"seat": scene.rng.randint(1, scene.log.seats)}, "organiser")


def _revealed_late(scene: Scene) -> None:
    scene.log.reveal(Player(scene.rng.randint(1, scene.log.seats)))


def _revealed_again(scene: Scene) -> None:
    """The same seed once more, signed as it was."""
    entry = scene.one("seed-revealed")
    scene.log.add("seed-revealed", entry["d"], entry["by"], sig=entry.get("sig"))


def _started_again(scene: Scene) -> None:
    scene.log.start(epoch=scene.rng.choice((0, 1)))


def _reassigned(scene: Scene) -> None:
    """To somebody whose key another one uses, or to a seat that there is not."""
    player = Player(scene.rng.randint(1, scene.log.seats + 1), key=True)
    if scene.rng.random() < 0.5:
        player.sign_with("operator")
    scene.log.reassign(player)


def _forked(scene: Scene) -> None:
    scene.log.add("forked", {"game": "0" * 32, "version": 1})


def _signed(scene: Scene) -> None:
    """Signed though nothing is to be, by another key, for another entry, or without the hash of an action."""
    log = scene.log
    player = Player(scene.rng.randint(1, log.seats), key=True)
    if scene.rng.random() < 0.3:
        player.sign_with("operator")
    sig = log.signing(player, {"type": "card-named"})
    how = scene.rng.choice((sig, {"s": sig["s"]}, sig | {"s": log.signature(player, sig["h"], 0)}))
    log.add("card-named", {"card": 1}, player.by, sig=how)


def _unsigned(scene: Scene) -> None:
    """By a seat, whether it has a key or not, alone or in the action of another."""
    a = scene.rng.choice((None, scene.log.meant()[-1]["a"]))
    scene.log.add("card-named", {"card": 1}, f"seat:{scene.rng.randint(1, scene.log.seats)}", a=a)


def _opened_nothing(scene: Scene) -> None:
    place = scene.rng.choice(
        ("1/d/card", "6/d/draw/order/9", f"{len(scene.log.trees)}/d/cards/0", "06/d/x", "0/d/options")
    )
    scene.log.add("cards-shown", {"cards": [{"of": place, "to": [1]}]})


def _opened_otherwise(scene: Scene) -> None:
    places = scene.teller.places("text")
    if not places:
        raise Unwritable("a place")
    opening = {"of": scene.rng.choice(places), "to": scene.rng.choice(([0], [1, 0], [2, 1])), "value": "ace"}
    scene.log.add("cards-shown", {"cards": [opening]})


def _card_exchanged(scene: Scene) -> None:
    """A hand committed anew holds a card twice, or another one."""
    places = scene.teller.places("text")
    if not places:
        raise Unwritable("a place")
    was = scene.rng.choice(places)
    card = {"is": scene.rng.choice(("ace", scene.log.value(was))), "was": was}
    scene.log.add("hand-renewed", {"hand": [Hide(card)] * scene.rng.choice((1, 2))})


def _shuffled_twice(scene: Scene) -> None:
    """What is shuffled was committed later, or nowhere, or is one card twice."""
    refs = [f"{len(scene.log.trees)}/d/draw/order/{n}" for n in (0, 1)]
    if (places := scene.teller.places("text")) and scene.rng.random() < 0.6:
        refs = [scene.rng.choice(places)] * 2
    slot = scene.log.next_slot("shuffle")
    draw = {"epoch": slot[0], "slot": slot[1], "order": [Hide("ace"), Hide("king")], "of": [], "refs": refs}
    scene.log.add("deck-shuffled", {"draw": draw})


def _other_digests(scene: Scene) -> None:
    """The digest of an earlier commitment is committed again, or one that nobody can open."""
    found = [scene.log.hidden[place] for place in scene.log.hidden]
    digest = b64u(bytes(32)) if not found or scene.rng.random() < 0.3 else _digest(scene.rng.choice(found))
    scene.log.add("card-chosen", {"_sd": [digest]})


def _digest(disclosure: str) -> str:
    return b64u(digest_of(disclosure.encode()))


def _seen_elsewhere(scene: Scene) -> None:
    n = scene.rng.randint(0, len(scene.log.trees) + 1)
    scene.log.add("rules-changed", {"rules": 2}, seen={"n": n, "r": "A" * 43 + "="})


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
AT_THE_DESK: tuple[Mischief, ...] = (
    _final_twice, _final_before_its_time, _two_final_in_one_action, _ruled_again, _ruled_by_nobody, _gone_back_by_a_ruling,
    _final_and_gone_back, _reshuffled, _out_of_turn, _out_of_turn, _out_of_turn,
)  # fmt: skip
MISCHIEF: tuple[Mischief, ...] = (
    _again, _gone_back, _chosen_slot, _slot_of_the_other_kind, _seated_late, _freed_late, _revealed_late, _started_again,
    _revealed_again, _reassigned, _forked, _signed, _unsigned, _opened_nothing, _opened_otherwise, _card_exchanged,
    _shuffled_twice, _other_digests, _seen_elsewhere, _gone_back_aside, bot_with_a_seed, *AT_THE_DESK, *IN_TIME,
)  # fmt: skip
