"""A random game, told entry by entry as docs/ledger.md has it: seats, seeds, keys, draws, ways back, rulings, bots."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from tests.verifier.adversary import accounts, clockplay, packages, procedure
from tests.verifier.adversary.bench import Bench
from tests.verifier.adversary.clockplay import CASE_TYPES, CLOCK_TYPES, Clockwork, promised
from tests.verifier.adversary.leaves import promise
from tests.verifier.adversary.liar import Liar
from tests.verifier.adversary.mischief import bot_with_a_seed
from tests.verifier.adversary.misrule import AT_THE_DESK
from tests.verifier.adversary.mistiming import IN_TIME
from tests.verifier.adversary.page import block_of, own_block, revisions, rulesets, tables, types_in
from tests.verifier.adversary.scene import Mischief, Scene
from tests.verifier.adversary.teller import Teller, Unwritable
from tests.verifier.chance import GAME, Draws, Planned, planned
from tests.verifier.games import WITNESS, WITNESS_NAME
from tests.verifier.logbook import BEGUN
from tests.verifier.players import Player
from tests.verifier.primitives import b64, cosigned, digest_of, root
from tests.verifier.synthetic import Audit, Hide

SPECIAL = {
    *(
        "game-created",
        "seat-taken",
        "seat-freed",
        "seed-revealed",
        "game-started",
        "seat-reassigned",
        "seat-claimed",
        "forked",
    ),
    *("position-set", "rewound", "ruled", "ruling-final", "stack-reshuffled", "referee-appointed"),
    *("referee-dismissed",),
    *CLOCK_TYPES,
}
"""Types whose place in a log has rules of its own (sections 5 and 7)."""
Entry0 = Callable[[random.Random, bool], dict[str, Any]]
ENTRY_0: dict[int, Entry0] = {
    1: lambda rng, analysis: {},
    2: promise,
    3: promised,
    4: procedure.entry_0,
    5: accounts.entry_0,
    6: accounts.entry_0,
}
"""What a revision of the tables adds to entry 0 of a game or of an analysis."""
TOY = ("toy", "1")
STUMBLES = (LookupError, TypeError, ValueError, AttributeError, AssertionError, Unwritable)
"""What an operator who has lied runs into."""


@cache
def _draws(slots: int) -> Draws:
    return Draws(digest_of(b"draws"), GAME, slots)


@cache
def _plan(games: int) -> Planned:
    return planned(games)


CLOCKED = 3
"""The first table with clocks."""


class Game(Bench):
    """A game in the making, with at most one lie in it: at the entry of the number `lie_at`, or some mischief among its steps.

    `disputed`: much of it happens at the referee's desk.
    """

    def __init__(
        self,
        rng: random.Random,
        lie_at: int | None = None,
        mischief: Mischief | None = None,
        disputed: bool = False,
    ) -> None:
        self.rng, self.mischief = rng, mischief
        timed, self._disputed = mischief in IN_TIME, disputed
        newest = timed or (disputed and rng.random() < 0.95)
        self.revision = max(revisions()) if newest else rng.choice((*revisions(), max(revisions())))
        self.ruleset, self.edition = rng.choice([*rulesets(), *[TOY] * 12]) if mischief is None else TOY
        self.own = own_block(self.revision)
        self.block = {**self.own, **block_of(self.revision, self.ruleset, self.edition)}
        self.analysis = not (timed or disputed) and rng.random() < 0.09
        plan = None if self.analysis or rng.random() < 0.85 else (_plan(3), rng.randrange(3))
        game, draws = plan[0].games[plan[1]] if plan else (GAME, _draws(rng.choice((1, 2, 4, 16))))
        self.log = Liar(
            rng, lie_at, seats=rng.choice((1, 2, 2, 3)), draws=draws, game=game, plan=plan,
            ruleset=self.ruleset, first=self._first(plan is None),
            since=BEGUN - (clockplay.LEADS if self.revision >= CLOCKED else 0),
        )  # fmt: skip
        self.teller = Teller(self.log, rng)
        self.timer = self._timer()
        self.seats: dict[int, Player | None] = {}
        self.started: int | None = None
        self.referees: list[int] = []
        self._cases = 40 if disputed else 12 if mischief in AT_THE_DESK else rng.choice((1, 2, 12))
        """How often there is something at the referee's desk, in shares of all steps."""
        self.open: dict[int, dict[str, Any]] = {}
        """The rulings that are not final, by number."""
        self.cosignatures: list[dict[str, str]] = []
        self.desk = procedure.Desk(self)
        if self.has_desk and self.log.timer is not None:
            self.timer.desk = self.desk

    def _first(self, alone: bool) -> Callable[[dict[str, Any]], dict[str, Any]]:
        """What is otherwise in entry 0: mostly nothing; else a format or a table that a reader may lack."""
        how = self.rng.random()
        usual: dict[str, Any] = {"table": self.revision} | ENTRY_0[self.revision](self.rng, self.analysis)
        if self.revision >= packages.SINCE and self.rng.random() < 0.4:
            usual["package"] = packages.of(block_of(self.revision, self.ruleset, self.edition))
        if self._disputed:
            usual["disputes"] = procedure.terms_of(self.rng)
        if how > 0.06 or self.analysis or not alone:
            options = self.rng.choice(({"long": True}, {}, {"x": [{"of": 1}]}))
            return lambda d: d | usual | {"options": options, "undo": "none"}
        if how > 0.04:
            return lambda d: d | usual | {"table": max(revisions()) + 1}
        if how > 0.02:
            other = self.rng.choice(({"edition": "2"}, {"ruleset": "constructor"}, {"edition": "__proto__"}))
            return lambda d: d | usual | other
        heading = self.rng.choice([it for it in tables() if it.startswith("format ")])
        older = {"entropy": "seats", "disputes": True if " 3," in heading else None}
        return lambda d: {
            name: (d | older)[name] for name in tables()[heading]["game-created"] if name != "tournament?"
        }

    def tell(self, entries: int) -> Game:
        """The whole game, or what a liar can tell of it."""
        try:
            self._begin()
            while len(self.log.trees) < entries and self.started is not None:
                self._step()
            self.timer.settle()
        except STUMBLES:
            if not self.log.did:
                raise
        return self

    # The beginning.

    def _begin(self) -> None:
        log, rng = self.log, self.rng
        if self.analysis:
            log.add("forked", {"game": "0" * 32, "version": 3})
        for seat in rng.sample(range(1, log.seats + 1), log.seats):
            self._take(seat)
        if self.analysis:
            log.add(
                "position-set", {"state": {"hand": [Hide("ace"), "x"], "card": Hide(1), "more": {"n": None}}}
            )
        if rng.random() < 0.1:
            return
        for player in self._revealing():
            log.reveal(player)
            self._misbehave()
        if self._disputed and self.has_desk:
            self.desk.gather(rng.choice((0, 1, 2, 3, 3)))
        self.started = log.start()
        if self.has_desk and not self.analysis:
            self.desk.begin()

    def _take(self, seat: int) -> None:
        log, rng = self.log, self.rng
        if rng.random() < 0.15:
            log.take(Player(seat), seed_commitment=None, bot="greedy", by="organiser")
            self.seats[seat] = None
        else:
            self.seats[seat] = player = accounts.seated(self, Player(seat, key=rng.random() < 0.25))
            without = {"seed_commitment": None} if self.analysis or rng.random() < 0.15 else {}
            if self.mischief is bot_with_a_seed and not log.did:
                log.did, without = "bot with a seed", {"bot": "greedy"}
            accounts.take(self, player, **without)
        self._misbehave()
        if rng.random() < 0.08 and len(self.seats) < log.seats:
            log.add("seat-freed", {"seat": seat}, rng.choice(["organiser", "table"]))
            self._take(seat)

    def _revealing(self) -> list[Player]:
        """Those who have committed to a seed, in any order."""
        taken = {it["d"]["seat"]: it["d"] for it in self.log.truths if it["t"] == "seat-taken"}
        its = [it for seat, it in self.seats.items() if it and "seed_commitment" in taken[seat]]
        return self.rng.sample(its, len(its))

    # The game.

    def _step(self) -> None:
        self.timer.go_on()
        self._misbehave()
        try:
            self._some_step()()
        except Unwritable:
            self.teller.forget()

    def _some_step(self) -> Callable[[], None]:
        steps = (
            *[self._event] * 7,
            self._back,
            *[self._desk] * self._cases,
            self._reassign,
            *self._of_accounts(),
        )
        if self.log.timer is None or self.rng.random() < 0.7:
            return self.rng.choice(steps)
        return partial(self.rng.choice(clockplay.STEPS), self)

    def _timer(self) -> Clockwork:
        """It goes on from entry 0, in games without a clock too: somebody may leave those."""
        timer = Clockwork(self.log, self.rng, (self.ruleset, self.edition))
        if self.revision >= CLOCKED and not self.analysis and "table" in self.log.truths[0]["d"]:
            self.log.timer = timer
        return timer

    def _misbehave(self) -> None:
        """Perhaps now, once, if there is anything to do it with."""
        if self.mischief is None or self.log.did or self.rng.random() < 0.6:
            return
        self.log.did = self.mischief.__name__.strip("_")  # whatever it runs into
        try:
            self.mischief(Scene(self.log, self.teller, self.rng))
            self.teller.wrote()
        except Unwritable:
            self.teller.forget()
            self.log.did = ""

    def _event(self) -> None:
        """An event of the ruleset or the table with random data, by anybody, alone or in the action before it."""
        its = types_in(block_of(self.revision, self.ruleset, self.edition))
        if self.rng.random() < (0.3 if self._cases > 2 else 0.05):
            its = [name for name in types_in(self.own) if name not in SPECIAL and not self._depends(name)]
        its = [name for name in its if not (self.is_disputed and name in procedure.ENDING)]
        t = self.rng.choice(its)
        self._write(t, self.teller.members(self.block[t], self.block))

    def _depends(self, t: str) -> bool:
        """Whether an entry of this type follows from others, where there are clocks or the desk has its procedure."""
        return (self.revision >= CLOCKED and t in CASE_TYPES) or (self.has_desk and t in procedure.DESK_TYPES)

    @property
    def has_desk(self) -> bool:
        """Whether the desk has its procedure."""
        return self.revision >= procedure.TABLE

    @property
    def is_disputed(self) -> bool:
        """Whether a case is open."""
        return self.timer.game.case is not None

    def _write(self, t: str, d: dict[str, Any]) -> None:
        log, last, its = self.log, self.log.truths[-1], self.timer.game
        plays = t in its.played
        goes_on = last["t"] in its.played and plays if log.timer else last["t"] not in SPECIAL
        if goes_on and self.rng.random() < 0.2:
            log.add(t, d, last["by"], a=last["a"])
        elif (
            (player := self.rng.choice([*self.seats.values()]))
            and player.key
            and not (plays and player.seat in its.away)
        ):
            log.act(player, t, d)
        else:
            log.add(t, d, self._actor(plays), seen=self._seen())
        self.teller.wrote()

    def _actor(self, plays: bool) -> str:
        away = self.timer.game.away if plays else ()
        keyless = [seat for seat, it in self.seats.items() if it is None or not it.key]
        theirs = [
            *(f"seat:{seat}" for seat in keyless if seat not in away),
            *(f"bot:{seat}" for seat in away),
        ]
        return self.rng.choice(("table", "organiser", "referee:12", "seat:200", *theirs))

    def acts(self, seat: int, t: str, d: dict[str, Any]) -> None:
        """An action of the table by a seat."""
        player = self.seats[seat]
        if player is not None:
            self.log.act(player, t, d)
        else:
            self.log.add(t, d, f"seat:{seat}")

    def _seen(self) -> dict[str, Any] | None:
        if self.rng.random() < 0.9:
            return None
        n = self.rng.randrange(len(self.log.leaves))
        return {"n": n, "r": b64(root(self.log.leaves[:n]))}

    def _back(self) -> None:
        """Undone by a request, or in an analysis by anybody."""
        settled = max(self.drawn(), self._shown())
        versions = [it for it in self.counting() if it > settled]
        if self.analysis:
            self.log.rewind(self.rng.choice(self.counting()), rng=self.rng.choice(("same", "fresh")))
        elif versions and self.timer.is_on:
            clockplay.undo(self, versions)
        elif versions:
            self.log.rewind(self.rng.choice(versions), **self.rng.choice(({}, {"rng": "same"})))

    def counting(self) -> list[int]:
        """The versions after the start that count now."""
        version, found = len(self.log.truths), []
        while self.started is not None and version > self.started:
            found.append(version)
            entry = self.log.truths[version - 1]
            version = entry["d"]["to_version"] if entry["t"] == "rewound" else version - 1
        return found

    def drawn(self) -> int:
        return max((it["i"] for it in self.log.truths if _draws_in(it)), default=-1)

    def _shown(self) -> int:
        return max((it["i"] for it in self.log.truths if _openings_in(it["d"])), default=-1)

    def _reassign(self) -> None:
        seat, its = self.rng.choice([*self.seats]), self.timer.game
        if self.has_desk and its.case is not None:
            raise Unwritable("a seat to give away")
        if its.away and (seat not in its.away or its.halted or its.returns.get(seat, 0) >= clockplay.RETURNS):
            raise Unwritable("a seat to give away")
        self.seats[seat] = player = accounts.seated(self, Player(seat, key=self.rng.random() < 0.4))
        self.log.reassign(player)

    def _of_accounts(self) -> list[Callable[[], None]]:
        its = (accounts.take_into_account, accounts.go_on_elsewhere)
        return [partial(step, self) for step in its] if self.log.has_accounts else []

    # Its file.

    def audit(self) -> Audit:
        """The file of somebody who knows all, or less; with cosignatures or none."""
        public = {it["of"] for entry in self.log.truths for it in _openings_in(entry["d"]) if 0 in it["to"]}
        all_of_it = self.rng.random() < 0.8
        audit = self.log.audit(
            over=all_of_it or self.rng.random() < 0.5,
            knows=lambda i, path: all_of_it or f"{i}{path}" in public or self.rng.random() < 0.5,
        )
        rows = audit["seeds"]
        if self.rng.random() < 0.5:  # what is revealed twice is listed once
            audit["seeds"] = [row for n, row in enumerate(rows) if row not in rows[:n]]
        heads = [self.log.head(self.rng.randint(0, len(self.log.trees)))] if self.rng.random() < 0.1 else []
        created = self.log.truths[0]["d"]
        signed = [cosigned(head, WITNESS_NAME, WITNESS) for head in heads]
        return audit | {"cosignatures": signed} | {name: created[name] for name in ("ruleset", "edition")}


def _draws_in(entry: dict[str, Any]) -> bool:
    return any(name in entry["d"] for name in ("draw", "throws")) and entry["d"].get("throws") != []


def _openings_in(node: Any) -> list[dict[str, Any]]:
    if isinstance(node, dict) and {"of", "to"} <= node.keys():
        return [node]
    items = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return [found for item in items for found in _openings_in(item)]
