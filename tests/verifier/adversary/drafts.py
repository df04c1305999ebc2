"""What the referees of random games rule: any kind, with its remedy, and penalties that are counted as they have to be."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from tests.verifier.adversary.clerk import Clerk

if TYPE_CHECKING:
    from tests.verifier.adversary.games import Game

Json = dict[str, Any]
ALONE = ("stands", "dismissed", "no-jurisdiction")
"""Kinds of rulings that any referee may make."""
CONDUCT = "referee.conduct.slow-play"


def ruling(game: Game, clerk: Clerk, n: int, who: int, judged: int) -> Json:
    """The data of a `ruled` in case `n`, by the referee `who`, on the version `judged`."""
    rng, own = game.rng, game.own
    names = [name.removeprefix("record Remedy ") for name in own if name.startswith("record Remedy ")]
    kind = rng.choice((*names, "void", "dismissed", "stands") if clerk.head(who) else ALONE)
    said = {name: value for name, value in game.teller.members(own["ruled"], own).items() if name != "remedy"}
    said |= {"ruling": 1 + len(clerk.all("ruled")), "kind": kind, "referee": who, "dispute": n}
    said |= {"judged": judged, "clauses": ["table.turns"]}
    if remedy := _remedy(game, kind):
        said["remedy"] = remedy
    said.pop("penalties", None)
    if rng.random() < 0.4:
        said["penalties"] = _penalties(clerk, rng, clerk.head(who))
    return said


def _remedy(game: Game, kind: str) -> Json:
    its = game.own.get(f"record Remedy {kind}")
    if its is None:
        return {}
    to = game.rng.choice(game.counting())
    back = {name: to + (name == "chapter") for name in ("to_version", "chapter") if name in its}
    banks = {} if game.timer.game.over or game.rng.random() < 0.5 else game.banks(its)
    return (
        {name: value for name, value in game.teller.members(its, game.own).items() if name != "clock"}
        | back
        | banks
    )


def _penalties(clerk: Clerk, rng: random.Random, head: bool) -> list[Json]:
    kinds = ("caution", "warning", *(("exclusion", "exclusion") if head else ()))
    seat, final = rng.choice(clerk.parties), [it["d"]["ruling"] for it in clerk.all("ruling-final")]
    before = [
        it
        for ruled in clerk.all("ruled")
        if ruled["d"]["ruling"] in final
        for it in ruled["d"].get("penalties", ())
    ]
    nth = 1 + sum(it["seat"] == seat for it in before)
    return [{"seat": seat, "kind": rng.choice(kinds), "code": CONDUCT, "nth": nth}]
