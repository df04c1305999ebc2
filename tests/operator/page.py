"""docs/reference/attacks.md, written from the tables that the tests go through: `python -m tests.operator.page`."""

from __future__ import annotations

from pathlib import Path

from tests.operator.attack import NOBODY
from tests.operator.attack import Attack as Played
from tests.operator.every import EVERY
from tests.verifier.attacks import ATTACKS, Attack
from tests.verifier.changes import CHANGES, Change
from tests.verifier.clock_changes import CHANGES as OF_CLOCKS
from tests.verifier.clock_changes import ClockChange
from tests.verifier.forged_bundles import FORGED, Forged

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "attacks.md"
HEAD = """# Attacks, and what detects them

This page is for auditors and players: it lists what a dishonest operator could try, and which check detects
it, or that nothing does. The tests go through all tables (`tests/operator`, and `attacks.py`, `changes.py`,
`clock_changes.py` and `forged_bundles.py` of `tests/verifier`), and this page is generated from them. The [ledger
format](../ledger.md) defines the levels (section 10) and the verdict (section 11).

## Changed code

Here an operator has changed the code of this service, and honest clients play there over HTTP. Three readers
then judge the audit file: the independent verifier (`python -m verifier`), the verifier of the web page, and
the service's own reader, which also judges L4 (`kronika verify`). None of them runs the changed code. Attacks on
the bundle of a case leave that bundle in place of an audit file. In a checkout, the commands below repeat the
attacks, each against a new service, and print what each reader says. Use the Python of `.venv`:

    .venv/bin/python -m tests.operator all-sixes

*L0*, *L2* and *L3* mean that this level fails for all three readers. Files of one tournament are compared with
each other by `python -m verifier` and `kronika verify` only. *L1* means that it fails for a reader who saved a
checkpoint (the service's reader has none), or, where the message is about a leaf, for all three. *L4* means that
it fails for `kronika verify`; the other two say that L4 was not checked. In the other rows no level fails.
*B2* means that the bundle disagrees with the log and the texts, for all three readers. *Procedure* is the part of
B2 that the page does not judge, and says so: the case did not follow the rules of the desk ([section
17](../ledger.md)). In an audit file without a bundle, L4 fails instead. *B3* means that only `kronika verify` finds it,
because only it has the sentences and the rules.
*Verdict* and *account* mean that these report it. If the message has numbers of the log of logs, they do so only for a
reader who reads that whole log (`--log`). *Not available* means that L1 is not available and says what is missing.
*Client*, *witness* and *monitor* mean that an honest one stops there: a client saves both notes and reveals
nothing ([section 12](../ledger.md)), a witness does not cosign, and a monitor (`kronika monitor`) reports and saves
the head that it got. *Nobody* is explained [below](#what-remains).

Some rows name L3 although the log of logs would make L1 fail first: their files lack `service_log`.

| attack | changed | found by | message | command |
|---|---|---|---|---|
"""
REMAINING = """
## What remains

No reader of a file and no honest client can detect these. The commands repeat them, and show that no level fails.

| attack | changed | why nobody finds it | command |
|---|---|---|---|
"""
LOGS = """
Several rows above end in the verdict, where the reader has to draw the conclusion:

- An organiser may appoint a friend as referee, who follows every rule of the desk. The account names each
  ruling that moved draws, a result or the game, with its entry. Only people can judge whether a ruling was just.
- A reading records that a referee began to see what a seat sees. No file shows whether the operator looked without
  one, or showed a referee more.
- An organiser may give a taken seat to somebody else, with another key or without one. The seed remains. The
  account has a sentence about each such seat, and another where a key was dropped.
- The log names the account at a seat only by a salted hash. Anyone who has the id and the 16 random bytes can check it
  (`verifier.accounts.is_hash_of`); for the name beside it there is only the operator's word. The operator, or a thief
  of an account's session, may continue at its seat on another device. The account of the game says so,
  unless the previous key agreed.
- Games may be given up, and a log of another name may be started, after which the numbers begin at zero. The
  verdict names the log and the date of its first leaf, and `GET /` names all logs that the service ever had.
  "Given up" and "finished" are the operator's words: the players of a game can tell whether they are true.
- The acts of the operator from outside the games are in a log of their own ([section 18](../ledger.md)). A reader with
  an older export finds acts that were changed or dropped since (L1). No file shows that an act was never recorded. An
  act that concerns a game is in the log of that game, too.
- A seat that plays in the service's own page uses a seed and a key that this page makes. If the page sends
  them to the operator, no log shows it. Players who bring their own client do not depend on the page.
- Several seats may belong to the operator, and a bot may play at the seat of a person. The verdict is about
  seats. It says something about people only to a reader who knows one of the seeds or keys.
- L1 needs a head that the reader saved, of the game or of the log of logs, or a witness whose key the reader
  knows. A witness that works for the operator cosigns whatever it gets: name one that does not.

## A dishonest operator's logs

Here the operator writes the log without the service, and signs anything with the real key. *Before* is the
result of the levels L0 to L3 for the same attack under an earlier form of the format, in which the service could
give seeds, tournaments were not planned, only the service signed, and entries could have members that no table
names. *Verdict* and *account* mean that no level fails, because such a log is possible, and that these tell the
reader what they need to know. *L4* means that only the rules can detect it; the verdict says whether they were
checked.
This command repeats an attack:

    .venv/bin/python -m pytest tests/verifier/test_attacks.py -k other_dice

| attack | before | now | message | `-k` |
|---|---|---|---|---|
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
token of a seat, of the organiser or of another referee there, and the web page shows all the tokens that it has. A
client that withholds them, or another browser, is not detected, and no log shows it. So the case marks referees who
accepted after the start, and each party may refuse one of them.

## Changes to a file

Each row is one change to an honest file. *Signed again* means that the operator made the log consistent and
signed it with the real key. If no level detects such a change, L1 still shows it to anyone who saved an older
checkpoint or trusts a witness; a test covers this too. `make soak` flips 20,000 bits of synthetic files and
20,000 bits of files from the service (including a signed game and a tournament), one at a time; the everyday
suite flips 1,500. A change that goes unnoticed fails the test.

| change | signed again | detected by |
|---|---|---|
"""


CLOCKS = """
## Changes to clocks

Each row is one change to an honest log of a game with a clock, which the operator signed again. *Found by* is the
first level that fails, and the message is a part of what the verifier says. No level of a single file detects the
last rows: that takes the rules (L4), or a reader who knows the log of logs (L1).

| change | found by | message |
|---|---|---|
"""


BUNDLES = """
## Forged bundles

Each row is a bundle in which one thing is false, signed with the game's real key (`tests/verifier/forged_bundles.py`). *B2*:
all three readers find it. *Procedure*: so do `python -m verifier` and `kronika verify`; the page does not judge it, and
says so. What B3 finds (`assessment`, `explanations`, `clauses.json`, the sentences of the timeline) is tested in
`tests/api/test_forged_bundles.py`. For `viewer`, the language of a text, whether a missing text was withheld or
erased, and the names, there is only the operator's word.

| false | found by | message |
|---|---|---|
"""


COMMAND = "python -m tests.operator"


def page() -> str:
    found = "".join(_found(it) for it in EVERY.values() if it.found != NOBODY)
    remaining = "".join(_remaining(it) for it in EVERY.values() if it.found == NOBODY)
    attacks = "".join(_attack(name, attack) for name, attack in ATTACKS.items())
    changes = "".join(_change(name, change) for name, change in CHANGES.items())
    clocks = "".join(
        _clock(name, it) for name, it in sorted(OF_CLOCKS.items(), key=lambda one: not one[1].found)
    )
    bundles = "".join(_bundle(name, it) for name, it in FORGED.items())
    logs = LOGS + attacks + MIDDLE + changes + CLOCKS + clocks + BUNDLES + bundles
    return HEAD + found + REMAINING + remaining + logs


def _found(attack: Played) -> str:
    return f"| {attack.title} | {attack.change} | {attack.found} | “{attack.why}” | `{COMMAND} {attack.name}` |\n"


def _remaining(attack: Played) -> str:
    return f"| {attack.title} | {attack.change} | {attack.why} | `{COMMAND} {attack.name}` |\n"


def _attack(name: str, attack: Attack) -> str:
    return f"| {name} | {attack.before} | {attack.found} | “{attack.why}” | `{attack.make.__name__}` |\n"


def _change(name: str, change: Change) -> str:
    found = change.found or f"none: {change.why}"
    return f"| {name} | {'yes' if change.again else 'no'} | {found} |\n"


def _clock(name: str, change: ClockChange) -> str:
    said = f"“{change.said}”" if change.found and change.said else change.said
    return f"| {name} | {change.found or 'none'} | {said} |\n"


def _bundle(name: str, forged: Forged) -> str:
    return f"| {name} | {forged.found} | “{forged.why}” |\n"


if __name__ == "__main__":
    PAGE.write_text(page())
