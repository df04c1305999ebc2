"""Operator's logs, written from docs/ledger.md alone: honest, and each with one thing wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.verifier.primitives import Key, head_text, jcs, leaf, root, signed_note, vkey_of
from verifier import FAILED, NOT_AVAILABLE, PASSED, Known, verify_all
from verifier.__main__ import main

ORIGIN = "play.example.org/operator"
OPERATOR, STRANGER = Key("operator"), Key("stranger")
Tree = dict[str, Any]


def entry(i: int, **more: Any) -> Tree:
    act = {"subject": "203.0.113.7", "reason": "It floods us.", "details": {"until": 1_800_000_000_000}}
    tree = {"v": 1, "i": i, "t": "block", "at": 1_700_000_000_000 + i, "by": "operator", "d": act}
    return tree | more


def file(entries: list[Tree], key: Key = OPERATOR, signed: int | None = None, **more: Any) -> bytes:
    """The file of these entries; its head covers the first `signed` of them."""
    data = [jcs(tree) for tree in entries]
    leaves = [leaf(text.encode()) for text in data][:signed]
    origin = more.get("origin", ORIGIN)
    return jcs(
        {
            "format": "kronika-operator/1",
            "origin": origin,
            "vkey": vkey_of(origin, OPERATOR.public),
            "entries": data,
            "checkpoint": signed_note(head_text(origin, len(leaves), root(leaves)), origin, key),
            **more,
        }
    ).encode()


THREE = [entry(i) for i in range(3)]
HONEST = file(THREE)


def statuses(data: bytes, **known: Any) -> list[str]:
    return [level.status for level in verify_all({"": data}, Known(**known))[""].levels]


def test_an_honest_one() -> None:
    assert statuses(HONEST) == [PASSED, NOT_AVAILABLE]
    assert statuses(HONEST + b"\n", vkey=vkey_of(ORIGIN, OPERATOR.public)) == [PASSED, NOT_AVAILABLE]
    assert statuses(file([])) == [PASSED, NOT_AVAILABLE]
    assert statuses(HONEST, older=file(THREE[:2])) == [PASSED, PASSED]


WRONG: dict[str, Callable[[], bytes]] = {
    "a changed entry": lambda: HONEST.replace(b"It floods us.", b"It fl00ds us.", 1),
    "a head of fewer": lambda: file(THREE, signed=2),
    "a gap": lambda: file([entry(0), entry(2)]),
    "a stranger's signature": lambda: file(THREE, key=STRANGER),
    "a further member": lambda: file(THREE, note="x"),
    "a further member of an entry": lambda: file([entry(0, seen="x")]),
    "another actor": lambda: file([entry(0, by="table")]),
    "a log of logs": lambda: file(THREE, origin="play.example.org/log"),
    "white space": lambda: HONEST.replace(b",", b", ", 1),
    "a fraction": lambda: HONEST.replace(b"1700000000000", b"1700000000000.0"),
}


@pytest.mark.parametrize("make", WRONG.values(), ids=WRONG)
def test_one_thing_wrong(make: Callable[[], bytes]) -> None:
    assert statuses(make()) == [FAILED, NOT_AVAILABLE]


def test_another_one_than_an_older_file() -> None:
    other = [entry(0), entry(1, t="unblock"), entry(2), entry(3)]
    assert statuses(file(other), older=HONEST) == [PASSED, FAILED]
    assert statuses(file(THREE[:2]), older=HONEST) == [PASSED, FAILED]
    assert statuses(HONEST, vkey=vkey_of(ORIGIN, STRANGER.public)) == [FAILED, NOT_AVAILABLE]


def test_by_command(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.json"
    path.write_bytes(HONEST)
    assert main([str(path)]) == 0
    assert "3 acts under one signed head" in capsys.readouterr().out
    path.write_bytes(WRONG["a head of fewer"]())
    assert main([str(path)]) == 1
