"""Logs of a made-up game, written from docs/ledger.md alone: an honest operator, honest unless a test says otherwise.

Nothing is checked here. Whoever names other data, slots, seeds or keys is a dishonest operator who signs with the real key.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from uuid import UUID

from tests.verifier.chance import GAME, Draws, Planned, terms_of
from tests.verifier.players import Player, has_accounts, seats_commitment
from tests.verifier.primitives import (
    Key,
    b64,
    b64u,
    below,
    digest_of,
    head_text,
    jcs,
    leaf,
    root,
    shuffled,
    signed_note,
    u8,
    u32,
    u64,
    unb64u,
    vkey_of,
    words,
)

OPERATOR, STRANGER = Key("operator"), Key("stranger")
PROMISED: dict[str, Any] = {"table": 4, "log": "play.example.org/log", "witnessed": None}
"""Members of entry 0 in a game of the table that has the present desk."""
CARDS = ["ace", "king", "queen", "jack", "ten", "nine"]
Audit = dict[str, Any]
Entry = dict[str, Any]


class Hide(NamedTuple):
    """A value that is committed where it stands."""

    value: Any


class Log:
    """A log in the making."""

    def __init__(
        self,
        *,
        seats: int = 2,
        draws: Draws | None = None,
        game: UUID = GAME,
        key: Key = OPERATOR,
        plan: tuple[Planned, int] | None = None,
        created: dict[str, Any] | None = None,
        ruleset: str = "toy",
    ) -> None:
        self.game, self.key, self.seats, self.ruleset = game, key, seats, ruleset
        self.origin = f"play.example.org/g/{game}"
        self.draws = draws or Draws(digest_of(b"draws"), game)
        self.trees: list[Entry] = []
        self.leaves: list[bytes] = []
        self.hidden: dict[tuple[int, str], str] = {}
        self.k_salt = b"salt" * 8
        self.revealed: dict[int, bytes] = {}
        self.slots: list[tuple[int, int]] = [(0, 0)]
        self.served: dict[tuple[int, int], str] = {}
        base = self._created() | (created or {})
        self.add("game-created", ({"tournament": _planned(base, *plan)} if plan else {}) | base)
        self.ctx = plan[0].context(terms_of(self.trees[0]["d"])) if plan else self.leaves[0]

    def _created(self) -> dict[str, Any]:
        return {
            "game": self.game.hex,
            "origin": self.origin,
            "nonce": b64u(bytes(16)),
            "ruleset": self.ruleset,
            "edition": "1",
            "edition_hash": "0" * 64,
            "rules": 1,
            "seats": self.seats,
            "options": {"long": True},
            "visibility": "public",
            "undo": "free",
            "disputes": None,
            "draw_roots": [b64(hashed) for hashed in self.draws.roots],
            "draw_count": self.draws.slots,
            "vkey": self.vkey,
            "table": 1,
        }

    @property
    def vkey(self) -> str:
        return vkey_of(self.origin, self.key.public)

    def head(self, size: int | None = None) -> str:
        """The three lines of a head, of the whole log if no size is named."""
        known = self.leaves[:size]
        return head_text(self.origin, len(known), root(known))

    def checkpoint(self, size: int | None = None) -> str:
        return signed_note(self.head(size), self.origin, self.key)

    def add(self, t: str, d: dict[str, Any], by: str = "table", **members: Any) -> int:
        """Log an event; it begins an action unless `a` says otherwise. Its number."""
        i = len(self.trees)
        before = self.trees[-1]["a"] if self.trees else 0
        said = {
            "v": 1,
            "i": i,
            "t": t,
            "at": self._time(i, begins=members.get("a") is None),
            "by": by,
            "a": before + 1,
            "d": d,
            "r": [],
        }
        said = self._told(said | {name: value for name, value in members.items() if value is not None})
        tree = said | {"d": self._seal(i, "/d", said["d"])}
        self.trees.append(tree)
        self.leaves.append(leaf(jcs(tree).encode()))
        self.slots.append(self.slots[d["to_version"] if t == "rewound" else -1])
        return i

    def _time(self, i: int, begins: bool) -> int:
        """When an entry is written; `begins`: it begins an action."""
        return 1_700_000_000_000 + i

    def meant(self) -> list[Entry]:
        """The entries as an honest operator means them."""
        return self.trees

    def _told(self, entry: Entry) -> Entry:
        """What an entry says before it is sealed; a liar says something else."""
        return entry

    def _seal(self, i: int, place: str, it: Any) -> Any:
        if type(it) is list:
            return [
                {"...": self._commit(i, f"{place}/{n}", item.value)}
                if isinstance(item, Hide)
                else self._seal(i, f"{place}/{n}", item)
                for n, item in enumerate(it)
            ]
        if type(it) is not dict:
            return it
        names = [name for name, item in it.items() if isinstance(item, Hide)]
        digests = sorted(self._commit(i, f"{place}/{name}", it[name].value, name) for name in names)
        visible = {name: self._seal(i, f"{place}/{name}", it[name]) for name in it if name not in names}
        return visible | ({"_sd": digests} if digests else {})

    def _commit(self, i: int, place: str, value: Any, *name: str) -> str:
        salt = hmac.digest(self.k_salt, b"gamelog/v1/salt\n" + u64(i) + place.encode(), "sha256")[:16]
        return self._disclosed(i, place, jcs([b64u(salt), *name, value]))

    def _disclosed(self, i: int, place: str, text: str) -> str:
        self.hidden[i, place] = b64u(text.encode())
        return b64u(digest_of(self.hidden[i, place].encode()))

    # The beginning.

    def take(self, player: Player, *, by: str | None = None, **d: Any) -> int:
        """`seat-taken`; what `d` names as None is left out."""
        committing = d.get("seed_commitment", "") is not None
        said, sig = player.taking(self.ctx, committing=committing, accounts=self.has_accounts)
        return self.add(
            "seat-taken", {n: v for n, v in (said | d).items() if v is not None}, by or player.by, sig=sig
        )

    def reveal(self, player: Player, **d: Any) -> int:
        """`seed-revealed`."""
        self.revealed[player.seat] = player.seed
        said, sig = player.revealing(self.ctx, seats_commitment(self.ctx, self.seats, self.trees))
        return self.add("seed-revealed", said | d, player.by, sig=sig)

    def reassign(self, player: Player) -> int:
        """`seat-reassigned` by the organiser, with the new player's key if he has one."""
        said, sig = player.replacing(self.ctx, accounts=self.has_accounts)
        return self.add("seat-reassigned", said, "organiser", sig=sig)

    @property
    def has_accounts(self) -> bool:
        """Whether its table has them."""
        return has_accounts(self.meant())

    def start(self, **d: Any) -> int:
        return self.add("game-started", {"epoch": 0} | d)

    def begin(self, players: list[Player]) -> Log:
        """All take their seats, reveal, and the game starts."""
        for player in players:
            self.take(player)
        for player in players:
            self.reveal(player)
        self.start()
        return self

    # Chance.

    def next_slot(self, kind: str, at: tuple[int, int] | None = None) -> tuple[int, int]:
        """The slot that a draw takes which comes when the count stands `at`, or where it stands now."""
        slot = at or self.slots[-1]
        return slot if self.served.get(slot, kind) == kind else self.after(max(self.served))

    def after(self, slot: tuple[int, int]) -> tuple[int, int]:
        return (slot[0], slot[1] + 1) if slot[1] + 1 < self.draws.slots else (slot[0] + 1, 0)

    def mix(self, e: int) -> bytes:
        seeds = [u8(seat) + self.revealed[seat] for seat in sorted(self.revealed)]
        head = b"gamelog/v1/mix\n" + self.draws.gid + u32(e) + self.draws.roots[e]
        return digest_of(head, u8(len(seeds)), *seeds)

    def stream(self, e: int, n: int) -> Iterator[int]:
        return words(
            self.draws.key(e, n), self.mix(e), b"gamelog/v1/draw\n" + self.draws.gid + u32(e) + u32(n)
        )

    def throw(
        self, *sides: int, slot: tuple[int, int] | None = None, by: str = "table", **members: Any
    ) -> int:
        """`dice-rolled` from the next slot, or from the one that a dishonest operator names."""
        e, n = slot or self.next_slot("throw")
        stream = self.stream(e, n)
        values = [1 + below(stream, s) for s in sides or (6, 6, 6)]
        return self._draw(
            "dice-rolled", (e, n), {"sides": list(sides or (6, 6, 6)), "values": values}, by, members
        )

    def shuffle(
        self, of: list[Any] | None = None, refs: list[str] | None = None, slot: tuple[int, int] | None = None
    ) -> int:
        """`deck-shuffled`: public values, or those committed at places."""
        e, n = slot or self.next_slot("shuffle")
        before = of or [self.card(ref) for ref in refs or ()]
        order = [Hide(value) for value in shuffled(self.stream(e, n), before)]
        kind = "numbers-shuffled" if before and type(before[0]) is int else "deck-shuffled"
        return self._draw(kind, (e, n), {"order": order, "of": of or [], "refs": refs or []}, "table", {})

    def _draw(
        self,
        t: str,
        slot: tuple[int, int],
        draw: dict[str, Any],
        by: str,
        members: dict[str, Any],
        beside: dict[str, Any] | None = None,
    ) -> int:
        self.served[slot] = "shuffle" if "order" in draw else "throw"
        d = {"draw": {"epoch": slot[0], "slot": slot[1]} | draw} | (beside or {})
        i = self.add(t, d, by, **members)
        self.slots[-1] = self.after(slot)
        return i

    def rewind(self, to: int, by: str = "table", *, a: int | None = None, **d: Any) -> int:
        """`rewound`: by a request, or by what `d` names."""
        how = {} if "ruling" in d else {"request": 1}
        i = self.add("rewound", {"to_version": to} | how | d, by, a=a)
        if d.get("rng") == "fresh":
            self.slots[-1] = self.after(max(self.served)) if self.served else (0, 0)
        return i

    # Rulings.

    @property
    def accepting(self) -> bool:
        """Whether its table has the desk in which referees accept."""
        return bool(self.trees[0]["d"]["table"] >= 4)

    def appoint(self, *heads: bool) -> None:
        """Referees from 1 on, True for a head, who accept where the table has that."""
        for referee, head in enumerate(heads, 1):
            self.add("referee-appointed", {"referee": referee, "head": head}, "organiser")
            if self.accepting:
                self.add("referee-accepted", {"referee": referee}, f"referee:{referee}")

    def rule(self, to: int, number: int = 1, *, by: str = "referee:1", **d: Any) -> int:
        """`ruled` by a referee, that the game goes back there. Its action, in which the rest has to follow."""
        said = {"dispute": number, "ruling": number, "referee": 1, "kind": "backed-up", "clauses": []}
        said |= {"findings_hash": b64u(bytes(32)), "remedy": {"to_version": to}}
        said |= ({"judged": len(self.trees)} if self.accepting else {}) | d
        return int(self.trees[self.add("ruled", {n: v for n, v in said.items() if v is not None}, by)]["a"])

    def end(self, a: int | None = None, number: int = 1, by: str = "table", **d: Any) -> int:
        """`ruling-final`. Its action."""
        return int(
            self.trees[self.add("ruling-final", {"dispute": number, "ruling": number} | d, by, a=a)]["a"]
        )

    def ruled_back(self, to: int, number: int = 1, rng: str = "fresh") -> int:
        """A referee rules that the game goes back; nobody appeals, and it does. The action."""
        a = self.end(self.rule(to, number), number)
        self.rewind(to, ruling=number, rng=rng, a=a)
        return a

    def reshuffle(self, a: int | None, *refs: str) -> int:
        """`stack-reshuffled` of what was committed at these places."""
        e, n = self.next_slot("shuffle")
        order = [Hide(value) for value in shuffled(self.stream(e, n), [self.card(ref) for ref in refs])]
        draw = {"order": order, "of": [], "refs": [*refs]}
        members: dict[str, Any] = {"places": [f"/deck/{n}" for n in range(len(refs))]}
        return self._draw("stack-reshuffled", (e, n), draw, "table", {"a": a}, members)

    def value(self, place: str) -> Any:
        i, _, steps = place.partition("/")
        text = self.hidden[int(i), f"/{steps}"]
        return json.loads(unb64u(text))[-1]

    def card(self, place: str) -> Any:
        """The value at a place; of a card committed anew, what it is."""
        value = self.value(place)
        return value["is"] if type(value) is dict and "was" in value else value

    def open(self, *places: str, to: tuple[int, ...] = (0,)) -> int:
        openings = [
            {"of": it, "to": list(to)} | ({"value": self.value(it)} if 0 in to else {}) for it in places
        ]
        return self.add("cards-shown", {"cards": openings})

    # Signed actions.

    def signature(self, player: Player, h: str, i: int | None = None, head: bytes | None = None) -> str:
        assert player.signer is not None
        i = len(self.trees) if i is None else i
        place = self.game.bytes + u8(player.seat) + u64(i) + (head or root(self.leaves[:i]))
        return b64u(player.signer.sign(b"gamelog/v1/action\n" + place + unb64u(h)))

    def signing(self, player: Player, action: dict[str, Any]) -> dict[str, str]:
        """The `sig` of the next entry as the first of an action."""
        i = len(self.trees)
        h = self._disclosed(i, "/sig", jcs([b64u(digest_of(b"salt", u64(i))[:16]), action]))
        return {"h": h, "s": self.signature(player, h)}

    def act(self, player: Player, t: str, d: dict[str, Any], **action: Any) -> int:
        """An action of one event, signed if the player has a key."""
        sig = self.signing(player, {"type": t} | action) if player.key else None
        return self.add(t, d, player.by, sig=sig)

    # Files.

    def audit(self, *, over: bool = True, knows: Callable[[int, str], bool] | None = None) -> Audit:
        """The audit file: of who knows everything, or what `knows` says; shuffles open when it is over."""
        return {
            "format": "kronika-audit/1",
            "game": self.game.hex,
            "origin": self.origin,
            "entries": [jcs(tree) for tree in self.trees],
            "disclosures": [
                {"index": i, "path": place, "disclosure": text}
                for (i, place), text in sorted(self.hidden.items())
                if knows is None or knows(i, place)
            ],
            "seeds": [
                {name: tree["d"][name] for name in ("seat", "seed")}
                for tree in self.meant()
                if tree["t"] == "seed-revealed"
            ],
            "draws": [
                self.draws.opened(*slot)
                for slot, kind in sorted(self.served.items())
                if over or kind == "throw"
            ],
            "checkpoint": self.checkpoint(),
            "cosignatures": [],
            "vkey": self.vkey,
            "ruleset": self.ruleset,
            "edition": "1",
        }


def _planned(created: dict[str, Any], plan: Planned, number: int) -> dict[str, Any]:
    """`tournament` of entry 0; in tables that have a log of logs, it has what game 0 begins with: the same as all others."""
    first = {"first": {name: created[name] for name in ("options", "rules")}} if "log" in created else {}
    return plan.member(number) | first


def file_bytes(audit: Audit) -> bytes:
    return jcs(audit).encode("utf-8", "surrogatepass")


def resigned(audit: Audit, change: Callable[[list[Entry]], object], key: Key = OPERATOR) -> Audit:
    """The audit after a change of its entries, made consistent and signed again by the operator."""
    trees = [json.loads(text) for text in audit["entries"]]
    change(trees)
    return signed_again(audit | {"entries": [jcs(tree) for tree in trees]}, key)


def signed_again(audit: Audit, key: Key = OPERATOR) -> Audit:
    leaves = [leaf(text.encode()) for text in audit["entries"]]
    text = head_text(audit["origin"], len(leaves), root(leaves))
    return audit | {"checkpoint": signed_note(text, audit["origin"], key)}
