"""Structural changes of honest files, most of them signed again by the operator, and the level that finds each.

`found` is the first level that fails, or None. Then `why` says why that is right; such a change that the operator signed
again is seen by L1 for a reader who kept a checkpoint, unless nothing that was signed has changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

from tests.verifier.games import WITNESS, WITNESS_NAME, begun, cosigned_audit, people, played, tournament
from tests.verifier.primitives import Key, b64, b64u, cosigned, jcs, vkey_of
from tests.verifier.synthetic import STRANGER, Audit, Entry, Log, signed_again

Alter = Callable[[Any], Any]
REDACTED = "this is a redacted export: L3 is not available, and nothing in it is wrong"
NO_ORDER = "the order of this list means nothing"
RULES = "only the rules can detect it (L4)"
REWRITTEN = "the operator may rewrite what no player has bound or seen"
BOTS = "nobody but the operator vouches for the player of a seat without key and seed, and the verdict counts on no such seat"
LATER = "a reader who does not know the table says so: L2 to L4 are not available, and there is no verdict"
EARLIER = (
    "it is of a format from before the closed tables: L3 and L4 are not available, and there is no verdict"
)
CLAIM = "a client without a key only claims it; a signature binds its place"


class Change(NamedTuple):
    base: str
    alter: Alter
    found: str | None
    why: str
    again: bool
    """Whether the operator signs it again."""


CHANGES: dict[str, Change] = {}


@cache
def _bases() -> dict[str, Audit]:
    game = tournament(3)[1]
    game.throw()
    waiting = Log()
    for player in people():
        waiting.take(player)
    return {
        "game": cosigned_audit(played(), 9),
        "signed": played(seen=False).audit(),
        "plain": played(key=False, seen=False).audit(),
        "seen": played(key=False).audit(),
        "tournament": game.audit(),
        "waiting": waiting.audit(),
    }


def base(name: str) -> Audit:
    """The honest file that a change begins from."""
    return deepcopy(_bases()[name])


def changed(change: Change) -> Audit:
    audit = base(change.base)
    if not change.again:
        altered = change.alter(audit)
        return altered if type(altered) is dict and "format" in altered else audit
    trees = [json.loads(text) for text in audit["entries"]]
    altered = change.alter(trees)
    return signed_again(
        audit | {"entries": [jcs(tree) for tree in (altered if type(altered) is list else trees)]}
    )


def in_file(name: str, alter: Alter, found: str | None, why: str = "") -> None:
    """A change of the file, whose entries and checkpoint stay what the operator signed."""
    CHANGES[name] = Change("game", alter, found, why, False)


def in_log(
    name: str, alter: Callable[[list[Entry]], Any], found: str | None, why: str = "", of: str = "plain"
) -> None:
    """A change of entries that the operator signs again."""
    CHANGES[name] = Change(of, alter, found, why, True)


def member(*steps: str | int, to: Any) -> Callable[[Any], None]:
    """Sets what the steps lead to."""

    def alter(tree: Any) -> None:
        for step in steps[:-1]:
            tree = tree[step]
        tree[steps[-1]] = to(tree[steps[-1]]) if callable(to) else to

    return alter


def without(*steps: str | int) -> Callable[[Any], None]:
    def alter(tree: Any) -> None:
        for step in steps[:-1]:
            tree = tree[step]
        del tree[steps[-1]]

    return alter


def _nothing(tree: Entry) -> Entry:
    """The same entry with something in it that changes nothing."""
    return tree | {"t": "card-named", "d": {"card": 1}}


def exchange(items: list[Any], a: int, b: int, *names: str) -> None:
    """Two items change places, or two members of theirs."""
    if not names:
        items[a], items[b] = items[b], items[a]
    for name in names:
        items[a][name], items[b][name] = items[b][name], items[a][name]


def place(audit: Audit, path: str) -> int:
    """The number of the disclosure with this path."""
    return next(n for n, item in enumerate(audit["disclosures"]) if item["path"] == path)


# The file.

in_file("an entry is removed", without("entries", 8), "L0")
in_file("the last entry is removed", without("entries", -1), "L0")
in_file("an entry appears twice", lambda a: a["entries"].insert(8, a["entries"][8]), "L0")
in_file("two entries swap places", lambda a: exchange(a["entries"], 8, 9), "L0")
in_file("an entry is encoded differently", member("entries", 8, to=lambda t: t.replace('":', '": ', 1)), "L0")
in_file("an entry has a member twice", member("entries", 8, to=lambda t: '{"a":1,' + t[1:]), "L0")
in_file("no entries", member("entries", to=[]), "L0")
in_file("a member is missing", without("cosignatures"), "L0")
in_file("an unknown member", lambda a: a.update(more=1), "L0")
in_file("another format", member("format", to="kronika-audit/2"), "L0")
in_file("another game", member("game", to="0" * 32), "L0")
in_file("another origin", member("origin", to=lambda t: "x" + t), "L0")
in_file("another ruleset", member("ruleset", to="other"), "L0")
in_file("another edition", member("edition", to="2"), "L0")
in_file("a vkey of someone else", lambda a: a.update(vkey=vkey_of(a["origin"], STRANGER.public)), "L0")
in_file("an older checkpoint", lambda a: a.update(checkpoint=played().checkpoint(9)), "L0")
in_file("a checkpoint of another log", lambda a: a.update(checkpoint=begun().checkpoint()), "L0")
in_file("a checkpoint signed by someone else", lambda a: signed_again(a, STRANGER), "L0")
in_file(
    "a checkpoint over another size", member("checkpoint", to=lambda t: t.replace("\n26\n", "\n27\n")), "L0"
)
in_file("a second signature", member("checkpoint", to=lambda t: t + t.rpartition("\n\n")[2]), "L0")
in_file(
    "a cosignature is removed",
    member("cosignatures", to=[]),
    None,
    "it is a redacted export: L1 has less evidence",
)
in_file("a cosignature of another head", lambda a: a.update(cosignatures=[_cosigned(begun().head())]), "L0")
in_file(
    "a cosignature under another key",
    member("cosignatures", 0, "vkey", to=vkey_of(WITNESS_NAME, STRANGER.public, 4)),
    "L0",
)
in_file("a public disclosure is removed", lambda a: a["disclosures"].pop(place(a, "/d/draw/order/0")), "L2")
in_file(
    "a private disclosure is removed",
    lambda a: a["disclosures"].pop(place(a, "/d/draw/order/1")),
    None,
    REDACTED,
)
in_file("all disclosures are removed", member("disclosures", to=[]), None, REDACTED)
in_file("two disclosures swap places", lambda a: exchange(a["disclosures"], 0, 1), None, NO_ORDER)
in_file("two disclosures swap contents", lambda a: exchange(a["disclosures"], 0, 1, "disclosure"), "L2")
in_file("a disclosure appears twice", lambda a: a["disclosures"].append(a["disclosures"][0]), "L2")
in_file("a disclosure at another entry", member("disclosures", 0, "index", to=8), "L2")
in_file("a disclosure at another path", member("disclosures", 0, "path", to="/d/x"), "L2")
in_file(
    "a forged disclosure",
    member("disclosures", 0, "disclosure", to=b64u(jcs([b64u(bytes(16)), "joker"]).encode())),
    "L2",
)
in_file(
    "a forged action", lambda a: member("disclosures", place(a, "/sig"), "disclosure", to=_FORGED)(a), "L2"
)
in_file(
    "a disclosure of nothing", lambda a: a["disclosures"].append(a["disclosures"][0] | {"index": 3}), "L2"
)
in_file("a seed is removed", without("seeds", 0), "L3")
in_file("a seed appears twice", lambda a: a["seeds"].append(a["seeds"][0]), "L3")
in_file("two seeds swap places", lambda a: exchange(a["seeds"], 0, 1), "L3")
in_file("another seed", member("seeds", 0, "seed", to=b64u(bytes(32))), "L3")
in_file("a seed of another seat", member("seeds", 0, "seat", to=3), "L3")
in_file("a seed names its author", lambda a: a["seeds"][0].update(by="seat"), "L0")
in_file("the key of a throw is removed", lambda a: a["draws"].pop(_throws(a)), "L3")
in_file("the key of a shuffle is removed", without("draws", 0), None, REDACTED)
in_file("two draw keys swap places", lambda a: exchange(a["draws"], 0, 1), None, NO_ORDER)
in_file("two draw keys swap contents", lambda a: exchange(a["draws"], 0, 1, "key"), "L3")
in_file("two paths swap contents", lambda a: exchange(a["draws"], 0, 1, "path"), "L3")
in_file("a key of another slot", member("draws", 0, "slot", to=7), "L3")
in_file("a key of another epoch", member("draws", 0, "epoch", to=1), "L3")
in_file("a draw key appears twice", lambda a: a["draws"].append(a["draws"][0]), "L3")
in_file("a key of an unused slot", lambda a: a["draws"].append(_unused()), "L3")
in_file("a shorter path", lambda a: a["draws"][0]["path"].pop(), "L3")
in_file("a longer path", lambda a: a["draws"][0]["path"].append(b64(bytes(32))), "L3")


def _cosigned(text: str) -> dict[str, str]:
    return cosigned(text, WITNESS_NAME, WITNESS)


_FORGED = b64u(jcs([b64u(bytes(16)), {"type": "forged"}]).encode())


def _unused() -> dict[str, Any]:
    return played().draws.opened(0, 7)


# Entries in general, signed again.

in_log("the newest entry is removed", lambda t: t[:-1], None, REWRITTEN, of="waiting")
in_log("an entry is taken out and the rest renumbered", lambda t: _renumbered(t[:10] + t[11:]), "L0")
in_log("two entries swap places and numbers", lambda t: _renumbered([*t[:10], t[11], t[10], *t[12:]]), "L0")
in_log("a number is skipped", member(10, "i", to=11), "L0")
in_log("an action is skipped", member(-1, "a", to=lambda a: a + 1), "L0")
in_log("an action goes back", member(-1, "a", to=lambda a: a - 2), "L0")
in_log("a time goes back", member(10, "at", to=0), "L0")
in_log("all times are shifted", lambda t: [e | {"at": e["at"] + 5} for e in t], "L3")
in_log(
    "the last time is changed", member(-1, "at", to=lambda at: at + 5), None, "times are the operator's word"
)
in_log("an actor that does not exist", member(-1, "by", to="seat:01"), "L0")
in_log("an actor of another kind", member(-1, "by", to="player:1"), "L0")
in_log("another actor without a key", member(-1, "by", to="seat:2"), None, RULES)
in_log("an actor with a key", member(-1, "by", to="seat:1"), "L2", of="signed")
in_log("other clauses", member(-1, "r", to=["toy.2"]), None, RULES)
in_log("a type that the table does not have", member(-1, "t", to="other"), "L2")
in_log("an actor of ten digits", member(-1, "by", to="seat:1234567890"), "L0")
in_log("an unknown member of an entry", lambda t: t[-1].update(more=1), "L0")
in_log("another format of entries", member(-1, "v", to=2), "L0")
in_log("a number with a fraction", member(-1, "d", "draw", "slot", to=0.5), "L0")
in_log("a number beyond 53 bits", lambda t: t[-1]["d"].update(x=2**53), "L0")
in_log(
    "a seen head that cannot have existed", lambda t: t[-1].update(seen={"n": 99, "r": b64(bytes(32))}), "L0"
)
in_log("a seen head of another log", lambda t: t[-1].update(seen={"n": 3, "r": b64(bytes(32))}), "L0")
in_log("a seen head is removed", without(11, "seen"), None, CLAIM, of="seen")

# Entry 0, signed again. It is what the seeds are given for.

in_log("an unknown member of entry 0", lambda t: t[0]["d"].update(more=1), "L0")
in_log("a member of entry 0 is missing", without(0, "d", "disputes"), "L0")
in_log("another nonce", member(0, "d", "nonce", to=b64u(b"x" * 16)), "L3")
in_log("another revision of the rules", member(0, "d", "rules", to=2), "L3")
in_log("other options", member(0, "d", "options", to={}), "L3")
in_log("another kind of undo", member(0, "d", "undo", to="none"), "L3")
in_log("other data of the edition", member(0, "d", "edition_hash", to="1" * 64), "L3")
in_log("other draw roots", member(0, "d", "draw_roots", to=lambda r: r[::-1]), "L3")
in_log("fewer draws an epoch", member(0, "d", "draw_count", to=4), "L2")
in_log("another number of seats", member(0, "d", "seats", to=2), "L3")
in_log("a second creation", member(-1, "t", to="game-created"), "L0")
in_log("a log that does not begin with its creation", member(0, "t", to="started"), "L0")
in_log(
    "a game of a tournament that it does not belong to", lambda t: t[0]["d"].update(tournament=_PLACE), "L3"
)
in_log(
    "another number in the tournament", member(0, "d", "tournament", "number", to=0), "L2", of="tournament"
)
in_log("another tournament", member(0, "d", "tournament", "id", to="0" * 32), "L2", of="tournament")
in_log("more games in the tournament", member(0, "d", "tournament", "games", to=4), "L2", of="tournament")
in_log("a number beyond the games", member(0, "d", "tournament", "number", to=3), "L0", of="tournament")
in_log("another plan", member(0, "d", "tournament", "path", 0, to=b64(bytes(32))), "L2", of="tournament")
in_log("a shorter way to the plan", lambda t: t[0]["d"]["tournament"]["path"].pop(), "L0", of="tournament")
in_log("other terms than the tournament's", member(0, "d", "undo", to="none"), "L2", of="tournament")
in_log("a tournament's game without it", without(0, "d", "tournament"), "L2", of="tournament")
in_log("other options in a tournament", member(0, "d", "options", to={}), None, RULES, of="tournament")

_PLACE = {"id": "0" * 32, "number": 0, "games": 1, "path": []}

# The beginning, signed again.

in_log("a seat is taken by someone else", member(3, "d", "seat", to=1), "L3")
in_log("another commitment", member(3, "d", "seed_commitment", to=b64u(bytes(32))), "L3")
in_log("a commitment is removed", without(3, "d", "seed_commitment"), "L3")
in_log("a malformed commitment", member(3, "d", "seed_commitment", to=None), "L2")
in_log("a key is removed", without(4, "d", "key"), "L2", of="signed")
in_log("a key for a seat that has none", lambda t: t[3]["d"].update(key=b64u(Key("x").public)), "L2")
in_log("the signature of a seat is removed", without(4, "sig"), "L2", of="signed")
in_log("a seat is taken by the organiser, with a key", member(4, "by", to="organiser"), "L2", of="signed")
in_log("a bot becomes a person", without(5, "d", "bot"), None, BOTS)
in_log("a person becomes a bot", lambda t: t[3]["d"].update(bot="greedy"), "L3")
in_log("a taken seat is not freed", member(2, to=_nothing), "L3")
in_log("another seat is freed", member(2, "d", "seat", to=1), "L3")
in_log("another seed is revealed", member(6, "d", "seed", to=b64u(bytes(32))), "L3")
in_log("a seed of another seat is revealed", member(6, "d", "seat", to=3), "L3")
in_log("a reveal is removed", member(6, to=_nothing), "L3")
in_log("the start is removed", member(8, to=_nothing), "L3")
in_log("the start has an additional member", lambda t: t[8]["d"].update(more=1), "L2")
in_log("another epoch at the start", member(8, "d", "epoch", to=1), "L3")

# The game, signed again.

in_log("other dice", member(11, "d", "draw", "values", to=lambda v: [7 - x for x in v]), "L3")
in_log("other sides", member(11, "d", "draw", "sides", 0, to=20), "L3")
in_log("an additional die", lambda t: t[11]["d"]["draw"]["values"].append(1), "L2")
in_log("another slot", member(11, "d", "draw", "slot", to=5), "L3")
in_log("another epoch", member(11, "d", "draw", "epoch", to=1), "L3")
in_log("a malformed throw", member(11, "d", "draw", to=lambda d: d | {"x": 1}), "L2")
in_log("two positions of a deck are swapped", lambda t: exchange(t[9]["d"]["draw"]["order"], 0, 1), "L2")
in_log("a position of a deck is revealed", member(9, "d", "draw", "order", 0, to="ace"), "L2")
in_log("another deck", member(9, "d", "draw", "of", 0, to="joker"), "L3")
in_log("another value opened", member(14, "d", "cards", 0, "value", to="joker"), "L2")
in_log("another place opened", member(14, "d", "cards", 0, "of", to="9/d/draw/order/5"), "L2")
in_log("a place that was never committed", member(10, "d", "cards", 0, "of", to="9/d/draw/order/6"), "L2")
in_log("seats twice in an opening", member(10, "d", "cards", 0, "to", to=[1, 1]), "L2")
in_log("seats out of order in an opening", member(10, "d", "cards", 0, "to", to=[2, 1]), "L2")
in_log("an opening to nobody", member(10, "d", "cards", 0, "to", to=[]), "L2")
in_log("an opening to everybody without a value", member(10, "d", "cards", 0, "to", to=[0]), "L2")
in_log("an opening to some with a value", lambda t: t[10]["d"]["cards"][0].update(value="ace"), "L2")
in_log("digests out of order", lambda t: t[12]["d"]["_sd"].reverse(), "L2")
in_log("a digest twice", member(9, "d", "draw", "order", to=lambda o: [o[0], *o[:-1]]), "L2")
in_log("another hash of an action", member(12, "sig", "h", to=b64u(bytes(32))), "L2", of="signed")
in_log("another signature of an action", member(12, "sig", "s", to=b64u(bytes(64))), "L2", of="signed")
in_log("a malformed signature", member(12, "sig", "s", to="x"), "L0", of="signed")
in_log("a signature without a hash", without(12, "sig", "h"), "L2", of="signed")
in_log("a signature is removed", without(12, "sig"), "L2", of="signed")
in_log("a signed action by another", member(12, "by", to="seat:2"), "L2", of="signed")
in_log("an entry before a signed action", member(11, "r", to=["toy.2"]), "L2", of="signed")
in_log("a signature where nobody has a key", lambda t: t[-1].update(sig=t[12]["sig"]), "L2", of="signed")
in_log("another order of a shuffle", lambda t: exchange(t[15]["d"]["draw"]["refs"], 0, 1), "L3")
in_log("a place twice in a shuffle", member(15, "d", "draw", "refs", to=lambda r: [r[0], *r[:-1]]), "L2")
in_log("a place that was never committed in a shuffle", member(15, "d", "draw", "refs", 0, to="14/d/x"), "L3")
in_log("another undo", member(18, "d", "to_version", to=10), "L3")
in_log("an undo to before the start", member(18, "d", "to_version", to=8), "L3")
in_log("an undo is removed", member(18, to=_nothing), None, RULES)
in_log("fresh draws are removed", without(22, "d", "rng"), "L3")
in_log("fresh draws by another", member(22, "by", to="seat:2"), "L3")
in_log("fresh draws without a ruling", without(22, "d", "ruling"), "L3")
in_log("fresh draws of a third kind", member(22, "d", "rng", to="new"), "L3")
in_log("a ruling by another referee than it names", member(20, "d", "referee", to=2), "L3")
in_log("a ruling with another end", member(21, "d", "ruling", to=2), "L3")
in_log("a ruling of another case", member(21, "d", "dispute", to=2), "L3")
in_log("the end of a ruling by a referee", member(21, "by", to="referee:1"), "L3")
in_log("an undo outside the action in which its ruling becomes final", lambda t: _later(t, 22), "L3")
in_log("a ruling of another kind", member(20, "d", "kind", to="stands"), "L2")
in_log("a ruling without what it does", without(20, "d", "remedy"), "L2")
in_log("a ruling that leads elsewhere", member(20, "d", "remedy", "to_version", to=16), "L3")
in_log("the referee was not appointed", member(16, to=_nothing), "L3")


# Every object of a file has a closed list of members.

for _path in (("disclosures", 0), ("seeds", 0), ("draws", 0), ("cosignatures", 0)):
    in_file(
        f"an unknown member of one of the {_path[0]}", member(*_path, to=lambda it: it | {"more": 1}), "L0"
    )
in_file("a whole file with a starting position", lambda a: a.update({"from": 9}), "L0")
in_file("a part of a file", lambda a: a.update({"format": "kronika-audit-part/1", "from": 9}), "L0")
in_log("an unknown member of a seat", lambda t: t[3]["d"].update(more=1), "L2")
in_log("an unknown member of an opening", lambda t: t[10]["d"]["cards"][0].update(more=1), "L2")
in_log("an unknown member of a record", lambda t: t[12]["d"]["marks"][0].update(more=1), "L2")
in_log("an unknown member of a hidden element", lambda t: t[9]["d"]["draw"]["order"][0].update(more=1), "L2")
in_log("an unknown member of a remedy", lambda t: t[20]["d"]["remedy"].update(chapter=1), "L2")
in_log("a surplus digest", lambda t: t[12]["d"]["_sd"].append(b64u(b"\xff" * 32)), "L2")
in_log("a missing digest", lambda t: t[12]["d"]["_sd"].pop(), "L2")
in_log("a digest where nothing is hidden", lambda t: t[11]["d"].update(_sd=[b64u(bytes(32))]), "L2")
in_log("a later table", member(0, "d", "table", to=99), None, LATER)
in_log("no table", without(0, "d", "table"), None, EARLIER)


def _renumbered(trees: list[Entry]) -> list[Entry]:
    return [tree | {"i": i} for i, tree in enumerate(trees)]


def _later(trees: list[Entry], at: int) -> list[Entry]:
    """The entries from there on belong to the next action."""
    return [tree | {"a": tree["a"] + (tree["i"] >= at)} for tree in trees]


def _throws(audit: Audit) -> int:
    """The number of the key of a throw."""
    return next(n for n, item in enumerate(audit["draws"]) if item["slot"] == 1)
