"""The referees of a random game: what rulings do, and before table 4 everything else at their desk."""

from __future__ import annotations

import random
from typing import Any

from tests.verifier.adversary.clockplay import Clockwork
from tests.verifier.adversary.liar import Liar
from tests.verifier.adversary.page import Table
from tests.verifier.adversary.procedure import Desk
from tests.verifier.adversary.teller import Teller, Unwritable


class Bench:
    """The part of a game that rules. `open` are the rulings that are not final, by number."""

    rng: random.Random
    log: Liar
    teller: Teller
    timer: Clockwork
    own: Table
    seats: dict[int, Any]
    desk: Desk
    referees: list[int]
    open: dict[int, dict[str, Any]]

    @property
    def has_desk(self) -> bool:
        """Whether the desk has its procedure."""
        raise NotImplementedError

    def counting(self) -> list[int]:
        """The versions after the start that count now."""
        raise NotImplementedError

    def drawn(self) -> int:
        """The last entry with a draw."""
        raise NotImplementedError

    def _desk(self) -> None:
        if self.has_desk:
            self.desk.step()
        elif not self.referees or self.rng.random() < 0.1:
            self.referees.append(self.rng.choice((1, 2)))
            self.log.add("referee-appointed", {"referee": self.referees[-1], "head": True}, "organiser")
        elif self.rng.random() < 0.08:
            gone = self.referees[-1]
            self.referees = [it for it in self.referees if it != gone]
            self.log.add("referee-dismissed", {"referee": gone}, "organiser")
        elif self.open and self.rng.random() < 0.7:
            self.end(self.rng.choice([*self.open]))
        else:
            self.rule()

    def rule(self) -> None:
        kinds = [
            name.removeprefix("record Remedy ") for name in self.own if name.startswith("record Remedy ")
        ]
        kind = self.rng.choice((*kinds, "backed-up", "backed-up", "stands", "void"))
        number = 1 + sum(it["t"] == "ruled" for it in self.log.truths)
        remedy = self.own.get(f"record Remedy {kind}")
        said = {
            name: value
            for name, value in self.teller.members(self.own["ruled"], self.own).items()
            if name != "remedy"
        }
        said |= {
            "ruling": number,
            "kind": kind,
            "referee": self.rng.choice(self.referees),
            "dispute": self.rng.choice((1, 2)),
        }
        if (case := self.timer.game.case) is not None:
            said["dispute"] = case.number
        if remedy is not None:
            to = self.rng.choice(self.counting())
            back = {name: to + (name == "chapter") for name in ("to_version", "chapter") if name in remedy}
            said["remedy"] = self.teller.members(remedy, self.own) | back | self.banks(remedy)
            if not said["remedy"]:
                del said["remedy"]
        self.log.add("ruled", said, f"referee:{said['referee']}")
        self.open[number] = said

    def banks(self, remedy: dict[str, str]) -> dict[str, Any]:
        """What a remedy says of clocks, where it may."""
        seats = sorted(self.seats)
        if "clock?" not in remedy:
            return {}
        most = 1000 * self.timer.terms.get("most", 600)
        left = max(10_000, self.rng.randint(10_000, max(10_000, most)))
        return {"clock": {str(self.rng.choice(seats)): left if most >= 10_000 else 10_000}}

    def end(self, number: int, a: int | None = None) -> int:
        """A ruling becomes final, in an action, and is carried out, unless the game has gone on so that it cannot be."""
        said = self.open.pop(number)
        if "clock" in said.get("remedy", {}) and self.timer.game.over:
            raise Unwritable("a clock to set")
        a = self.log.end(a, number=number, dispute=said["dispute"])
        remedy = said.get("remedy", {})
        to = remedy.get("to_version", remedy.get("chapter", 0) - 1)
        if to in self.counting() and self.rng.random() < 0.9:
            drawn = self.drawn() >= to
            self.log.rewind(to, ruling=number, a=a, **({"rng": "fresh"} if drawn else {}))
            self._reshuffle(a)
        elif "winners" in remedy:
            self.log.add("result-set", remedy | {"ruling": number}, a=a)
        return a

    def _reshuffle(self, a: int) -> None:
        places = self.teller.places("text")
        while len(places) > 1 and self.rng.random() < 0.5:
            try:
                draw = self.teller.shuffle("text", self.rng.sample(places, min(3, len(places))))
            except Unwritable:
                return
            to = [f"/deck/{n}" for n in range(len(draw["order"]))]
            self.log.add("stack-reshuffled", {"draw": draw, "places": to}, a=a)
            self.teller.wrote()
