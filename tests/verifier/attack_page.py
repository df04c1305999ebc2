"""docs/reference/attacks.md, written from the tables that the tests go through: `python -m tests.verifier.attack_page`."""

from __future__ import annotations

from pathlib import Path

from tests.verifier.attacks import ATTACKS, Attack
from tests.verifier.changes import CHANGES, Change

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "attacks.md"
HEAD = """# Attacks, and what detects them

This page is for auditors and players: it lists what a dishonest operator could try, and which check detects
it. The tests go through both tables (`tests/verifier/attacks.py` and `changes.py`) and this page is generated
from them. The [ledger format](../ledger.md) defines the levels (section 10) and the verdict (section 11).

## A dishonest operator

Here the operator signs anything with the real key. *Before* is the result of the levels L0 to L3 for the same
attack under an earlier form of the format, in which the service could give seeds, tournaments were not
planned, only the service signed, and entries could have members that no table names. *Verdict* means that no
level fails, because such a log is possible, and that the verdict tells the reader what they need to know. *L4*
means that only the rules can detect it; the verdict says whether they were checked.

| attack | before | now | message |
|---|---|---|---|
"""
MIDDLE = """
`tests/verifier/test_keys.py` tests keys of small order and alternative encodings of keys and signatures, for
seats, logs and witnesses. A bad key of a log or a witness fails L0, a seat's key L2.

A thief who has the token of a seat with a key cannot act in its name, but can give the seat away: the thief
issues an invitation to it, as its player may, and accepts with another key or none. The log shows this
(`seat-reassigned`, with the key that is valid from there on; earlier signatures remain those of the old key).
The old token stops working, so the player notices at once. Nothing else reveals that the new player is
somebody else.

A player or the organiser may try to referee the same game. The service refuses the code if the client shows a
token of a seat or of the organiser, and the web page shows all the tokens that it has. A client that
withholds them, or another browser, is not detected.

## Changes to a file

Each row is one change to an honest file. *Signed again* means that the operator made the log consistent and
signed it with the real key. If no level detects such a change, L1 still shows it to anyone who saved an older
checkpoint or trusts a witness; a test covers this too. `make soak` flips 20,000 bits of synthetic files and
20,000 bits of files from the service (including a signed game and a tournament), one at a time; the everyday
suite flips 1,500. A change that goes unnoticed fails the test.

| change | signed again | detected by |
|---|---|---|
"""


def page() -> str:
    attacks = "".join(_attack(name, attack) for name, attack in ATTACKS.items())
    changes = "".join(_change(name, change) for name, change in CHANGES.items())
    return HEAD + attacks + MIDDLE + changes


def _attack(name: str, attack: Attack) -> str:
    return f"| {name} | {attack.before} | {attack.found} | “{attack.why}” |\n"


def _change(name: str, change: Change) -> str:
    found = change.found or f"none: {change.why}"
    return f"| {name} | {'yes' if change.again else 'no'} | {found} |\n"


if __name__ == "__main__":
    PAGE.write_text(page())
