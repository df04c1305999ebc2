"""Mischief at the referee's desk: each is one entry out of its place, in due form."""

from __future__ import annotations

from tests.verifier.adversary.page import own_block
from tests.verifier.adversary.procedure import DESK_TYPES
from tests.verifier.adversary.scene import Mischief, Scene
from tests.verifier.adversary.teller import Unwritable


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


AT_THE_DESK: tuple[Mischief, ...] = (
    _final_twice, _final_before_its_time, _two_final_in_one_action, _ruled_again, _ruled_by_nobody, _gone_back_by_a_ruling,
    _final_and_gone_back, _reshuffled, _out_of_turn, _out_of_turn, _out_of_turn,
)  # fmt: skip
