"""Every change of an export is detected: no level that the true file passes is passed by a changed one unless all is."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from domain.ledger import note
from domain.ledger.audit import audit_bytes
from domain.ledger.merkle import leaf_hash, tree_root
from domain.ledger.seal import disclosure
from domain.ledger.text import b64, b64u
from tests.verifier import synthetic as toy
from verifier import PASSED, Report, verify

Audit = dict[str, Any]
Change = Callable[[random.Random, Audit], None]


@cache
def original() -> tuple[bytes, str]:
    game = toy.played()
    return audit_bytes(game.audit()), game.notes[6]


def checked(data: bytes | Audit) -> Report:
    return verify(data, original()[1])


def assert_detected(changed: bytes | Audit, what: str) -> None:
    report = checked(changed)
    assert any(level.status != PASSED for level in report.levels), what


def flip_a_bit(rng: random.Random) -> tuple[bytes, str]:
    data = bytearray(original()[0])
    at, bit = rng.randrange(len(data)), rng.randrange(8)
    data[at] ^= 1 << bit
    return bytes(data), f"byte {at}, bit {bit}"


def other(rng: random.Random, count: int, than: int) -> int:
    return (than + rng.randrange(1, count)) % count


def drop_from(name: str) -> Change:
    def change(rng: random.Random, audit: Audit) -> None:
        needed = [n for n, item in enumerate(audit[name]) if "/marks/" not in str(item)]
        del audit[name][rng.choice(needed)]

    return change


def swap_in(name: str) -> Change:
    """Two items change places. (The order of disclosures and draws means nothing, so there parts are exchanged.)"""

    def change(rng: random.Random, audit: Audit) -> None:
        items = audit[name]
        a = rng.randrange(len(items))
        b = other(rng, len(items), a)
        items[a], items[b] = items[b], items[a]

    return change


def exchange_in(name: str, member: str) -> Change:
    def change(rng: random.Random, audit: Audit) -> None:
        items = audit[name]
        a, b = rng.choice(
            [(a, b) for a in items for b in items if a is not b and a[member] != b[member]],
        )
        a[member], b[member] = b[member], a[member]

    return change


def repeat_in(name: str) -> Change:
    def change(rng: random.Random, audit: Audit) -> None:
        items = audit[name]
        items.insert(rng.randrange(len(items) + 1), deepcopy(rng.choice(items)))

    return change


def reorder_entries(rng: random.Random, audit: Audit) -> None:
    turn = rng.randrange(1, len(audit["entries"]))
    audit["entries"] = audit["entries"][turn:] + audit["entries"][:turn]


def renumbered(entries: list[str]) -> list[str]:
    trees = [json.loads(text) | {"i": i} for i, text in enumerate(entries)]
    return [json.dumps(t, sort_keys=True, separators=(",", ":"), ensure_ascii=False) for t in trees]


def drop_and_renumber(rng: random.Random, audit: Audit) -> None:
    del audit["entries"][rng.randrange(1, len(audit["entries"]))]
    audit["entries"] = renumbered(audit["entries"])


def cut_the_end_off(rng: random.Random, audit: Audit) -> None:
    del audit["entries"][rng.randrange(1, len(audit["entries"])) :]


def change_an_entry(rng: random.Random, audit: Audit) -> None:
    i = rng.randrange(len(audit["entries"]))
    tree = json.loads(audit["entries"][i])
    name = rng.choice(["at", "by", "a", "t", "d", "r"])
    tree[name] = {"at": tree["at"] + 1, "by": "seat:9", "a": 99, "t": "other", "d": {}, "r": []}[name]
    audit["entries"][i] = json.dumps(tree, sort_keys=True, separators=(",", ":"))


def move_a_disclosure(rng: random.Random, audit: Audit) -> None:
    item = rng.choice(audit["disclosures"])
    if rng.random() < 0.5:
        item["index"] = other(rng, len(audit["entries"]), item["index"])
    else:
        item["path"] = rng.choice([d["path"] for d in audit["disclosures"] if d["path"] != item["path"]])


def forge_a_disclosure(rng: random.Random, audit: Audit) -> None:
    item = rng.choice(audit["disclosures"])
    name = item["path"].rpartition("/")[2]
    item["disclosure"] = disclosure(rng.randbytes(16), *([] if name.isdigit() else [name]), "joker")


def add_a_disclosure(rng: random.Random, audit: Audit) -> None:
    path = rng.choice(["/d/seat", "/d/card", "/d/deck/order/9", "/d/x", "/t", ""])
    forged = disclosure(rng.randbytes(16), path.rpartition("/")[2], 1)
    audit["disclosures"].append({"index": rng.randrange(20), "path": path, "disclosure": forged})


def note_by(private: Any, name: str, audit: Audit, size: int | None = None) -> str:
    entries = [leaf_hash(text.encode()) for text in audit["entries"]]
    head = note.Checkpoint(name, len(entries) if size is None else size, tree_root(entries))
    return note.sign(head.text(), name, private)


def sign_by_a_stranger(rng: random.Random, audit: Audit) -> None:
    audit["checkpoint"] = note_by(toy.STRANGER, toy.ORIGIN, audit)
    if rng.random() < 0.5:
        audit["vkey"] = toy.make_vkey(toy.STRANGER)


def take_the_log_over(rng: random.Random, audit: Audit) -> None:
    """A stranger rewrites entry 0 as well; who has an older checkpoint sees it."""
    ours, theirs = toy.make_vkey(toy.PRIVATE), toy.make_vkey(toy.STRANGER)
    audit["entries"][0] = audit["entries"][0].replace(ours, theirs)
    audit["vkey"] = theirs
    audit["checkpoint"] = note_by(toy.STRANGER, toy.ORIGIN, audit)


def sign_for_another_log(rng: random.Random, audit: Audit) -> None:
    audit["checkpoint"] = note_by(toy.PRIVATE, toy.ORIGIN.replace("6f1c", "6f1d"), audit)


def alter_the_size(rng: random.Random, audit: Audit) -> None:
    size = rng.choice([n for n in range(20) if n != len(audit["entries"])])
    if rng.random() < 0.5:
        audit["checkpoint"] = note_by(toy.PRIVATE, toy.ORIGIN, audit, size)
    else:
        audit["checkpoint"] = audit["checkpoint"].replace(f"\n{len(audit['entries'])}\n", f"\n{size}\n")


def use_an_older_checkpoint(rng: random.Random, audit: Audit) -> None:
    audit["checkpoint"] = rng.choice(toy.played().notes[:-1])


def rename(rng: random.Random, audit: Audit) -> None:
    audit[rng.choice(["game", "origin", "ruleset", "edition", "format", "vkey"])] += "x"


def drop_a_member(rng: random.Random, audit: Audit) -> None:
    del audit[rng.choice(sorted(audit))]


def add_a_member(rng: random.Random, audit: Audit) -> None:
    places = [audit, *audit["disclosures"], *audit["seeds"], *audit["draws"]]
    rng.choice(places)["more"] = 1


def change_a_seed(rng: random.Random, audit: Audit) -> None:
    seed = rng.choice(audit["seeds"])
    seed.update(rng.choice([{"seed": b64u(rng.randbytes(32))}, {"seat": 3}, {"epoch": 1}]))


def change_a_draw(rng: random.Random, audit: Audit) -> None:
    draw = rng.choice(audit["draws"])
    path = list(draw["path"])
    path[rng.randrange(len(path))] = b64(rng.randbytes(32))
    longer = [*draw["path"], b64(bytes(32))]
    choices = [{"key": b64u(rng.randbytes(32))}, {"slot": 7}, {"epoch": 1}, {"path": path}]
    draw.update(rng.choice([*choices, {"path": draw["path"][1:]}, {"path": longer}]))


def change_the_kind_of_something(rng: random.Random, audit: Audit) -> None:
    """Any value anywhere becomes one of another kind."""
    node, key = audit, rng.choice(sorted(audit))
    while type(node[key]) in (list, dict) and node[key] and rng.random() < 0.8:
        node = node[key]
        key = rng.choice(sorted(node)) if type(node) is dict else rng.randrange(len(node))
    node[key] = rng.choice([v for v in (None, True, -1, 2**60, 1.5, "", "é", [], {}, [[]]) if v != node[key]])


CHANGES: dict[str, Change] = {
    **{f"drop {n}": drop_from(n) for n in ("entries", "disclosures", "seeds", "draws")},
    **{f"repeat {n}": repeat_in(n) for n in ("entries", "disclosures", "seeds", "draws")},
    **{f"swap {n}": swap_in(n) for n in ("entries", "seeds")},
    "exchange disclosures": exchange_in("disclosures", "disclosure"),
    "exchange keys": exchange_in("draws", "key"),
    "exchange paths": exchange_in("draws", "path"),
    "exchange slots": exchange_in("draws", "slot"),
    **{
        change.__name__.replace("_", " "): change
        for change in (
            reorder_entries,
            drop_and_renumber,
            cut_the_end_off,
            change_an_entry,
            move_a_disclosure,
            forge_a_disclosure,
            add_a_disclosure,
            sign_by_a_stranger,
            take_the_log_over,
            sign_for_another_log,
            alter_the_size,
            use_an_older_checkpoint,
            rename,
            drop_a_member,
            add_a_member,
            change_a_seed,
            change_a_draw,
            change_the_kind_of_something,
        )
    },
}


def tampered(rng: random.Random, name: str) -> Audit:
    audit = json.loads(original()[0])
    CHANGES[name](rng, audit)
    return audit


def test_the_true_file_passes_everything():
    assert {level.status for level in checked(original()[0]).levels} == {PASSED}
    assert {level.status for level in checked(json.loads(original()[0])).levels} == {PASSED}


@pytest.mark.parametrize("seed", range(300))
def test_a_flipped_bit_is_detected(seed: int):
    assert_detected(*flip_a_bit(random.Random(seed)))


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_export_is_detected(name: str):
    rng = random.Random(name)
    for _ in range(12):
        audit = tampered(rng, name)
        assert_detected(audit, name)


@pytest.mark.soak
def test_ten_thousand_changes_are_detected():
    rng = random.Random("soak")
    for n in range(5000):
        data, what = flip_a_bit(rng)
        assert_detected(data, what)
        name = rng.choice(list(CHANGES))
        assert_detected(tampered(rng, name), f"{n}: {name}")


@pytest.mark.soak
def test_every_single_bit_of_an_export_is_detected():
    data = original()[0]
    for at in range(len(data)):
        for bit in range(8):
            changed = bytearray(data)
            changed[at] ^= 1 << bit
            assert_detected(bytes(changed), f"byte {at}, bit {bit}")
