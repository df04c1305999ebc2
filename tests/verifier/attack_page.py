"""docs/attacks.md, written from the tables that the tests go through: `python -m tests.verifier.attack_page`."""

from __future__ import annotations

from pathlib import Path

from tests.verifier.attacks import ATTACKS, Attack
from tests.verifier.changes import CHANGES, Change

PAGE = Path(__file__).parents[2] / "docs" / "attacks.md"
HEAD = """# Attacks, and what finds them

Two tables that the tests go through (`tests/verifier/attacks.py` and `changes.py`; this page is written from them). Levels and
verdict are those of `docs/ledger.md`, sections 10 and 11.

## A dishonest operator

An operator signs with the real key whatever suits. *Before* is what L0 to L3 said of the same deed in an earlier form of the
format: while seeds were given directly or by the service, tournaments were not planned, nobody signed but the service, and
entries might have members that no table named. *Verdict* means that no level fails, for the log is a possible one, and the
verdict says what a reader has to know; *L4* that only the rules can tell, and the verdict says whether they were asked.

| attack | before | now | what it says |
|---|---|---|---|
"""
MIDDLE = """
Keys of small order and second spellings of keys and signatures, for seats, logs and witnesses: `tests/verifier/test_keys.py`.
A log's vkey and a witness's fail L0, a seat's key L2.

Who has stolen the token of a seat with a key cannot act in its name, but can give the seat away: the thief invites to it as its
player may, and takes it with another key or none. The log shows it (`seat-reassigned`, with the key that counts from there on;
what was signed before stays the old key's), and the old token is dead, so whoever sat there notices at once. Nothing else tells
that it was somebody else.

Whoever plays or organises may try to referee the same game. The service refuses the code to who shows a token of a seat or of the
organiser, and the page shows all that it holds; a client that withholds them, or another browser, is not caught.

## Changes of a file

Honest files with one change each. *Signed again*: the operator made the log consistent and signed it with the real key. What was
signed again and no level finds is seen at L1 by whoever kept an older checkpoint or trusts a witness; that is tested too.
`make soak` changes 20,000 bits of made-up files and 20,000 of files of the service (a signed game's and a tournament's among
them), one at a time, the everyday suite 1,500: a change that is not noticed fails the test.

| change | signed again | found by |
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
