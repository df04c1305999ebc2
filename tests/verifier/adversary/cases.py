"""The cases of the adversary: of each seed one file or bundle, honest or with one thing wrong in it."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any, NamedTuple

from tests.verifier.adversary.dossiers import bundle_of, list_of
from tests.verifier.adversary.games import STUMBLES, Game
from tests.verifier.adversary.mischief import MISCHIEF
from tests.verifier.adversary.spellings import respelt
from tests.verifier.adversary.twists import Node, reordered, twisted
from tests.verifier.primitives import b64u, digest_of, head_text, jcs, signed_note, unb64u
from tests.verifier.synthetic import OPERATOR, STRANGER, Audit, file_bytes, signed_again

LISTS = ("disclosures", "seeds", "draws", "cosignatures")


class Case(NamedTuple):
    """A file as bytes, what was done to it ("" for nothing), and what its reader has kept.

    `older` is a checkpoint of the game, `head` one of the service's log; `compared` is how the page finds that head to
    compare with the file's.
    """

    data: bytes
    did: str = ""
    older: str | None = None
    head: str | None = None
    compared: str | None = None

    @property
    def is_bundle(self) -> bool:
        return self.data.startswith(b"PK\x03\x04")


def case_of(seed: int) -> Case:
    """The case of a seed, always the same."""
    rng = random.Random(seed)
    how, lying = rng.random(), rng.random() < 0.55
    if how < 0.15:
        game = _game(rng, lying and rng.random() < 0.5, disputed=True)
        if (found := bundle_of(game, rng)) is not None:
            return Case(*found)
    else:
        game = _game(rng, lying)
    its = list_of(game, rng, 0.46 < how < 0.58 and not game.log.did)
    case = _case(
        game.audit() | ({} if its.listed is None else {"service_log": its.listed}),
        game.log.did or its.did,
        how,
        rng,
    )
    older, forked = _older(game, rng)
    did = case.did or forked or ("two heads of the service's log" if its.compared == "another" else "")
    return case._replace(did=did, older=older, head=its.head, compared=its.compared)


def _case(audit: Audit, did: str, how: float, rng: random.Random) -> Case:
    """The file, with something else in it unless its operator has lied already."""
    for share, change in (
        (0.2, _file),
        (0.27, _file_text),
        (0.34, _entry),
        (0.38, _entry_text),
        (0.46, _disclosure),
    ):
        if how < share and not did:
            return change(audit, rng)
    return Case(file_bytes(audit), did)


def _older(game: Game, rng: random.Random) -> tuple[str | None, str]:
    """A checkpoint that the reader has kept, and what is wrong if it is not of this log."""
    how, log = rng.random(), game.log
    if how > 0.12:
        return None, ""
    if how > 0.02:
        return log.checkpoint(rng.randint(0, len(log.trees))), ""
    head = head_text(log.origin, rng.choice((1, 99)), bytes(32))
    return signed_note(
        head, log.origin, rng.choice((OPERATOR, STRANGER))
    ), "an older checkpoint of another log"


def _game(rng: random.Random, lying: bool, disputed: bool = False) -> Game:
    """A game that an operator who lies in entry 0 cannot begin is begun by an honest one."""
    mischief = rng.choice(MISCHIEF) if lying and rng.random() < 0.45 else None
    lie_at = rng.choice((0, *range(16))) if lying and mischief is None else None
    try:
        game = Game(rng, lie_at, mischief, disputed)
    except STUMBLES:
        game = Game(rng, disputed=disputed)
    return game.tell(rng.randint(6, 16) + 4 * (mischief is not None) + disputed * rng.randint(8, 28))


# A file.


def _file(audit: Audit, rng: random.Random) -> Case:
    """Something else in the file, but for its entries."""
    tree = deepcopy({name: value for name, value in audit.items() if name != "entries"})
    how = rng.random()
    if how < 0.25 and any(tree[name] for name in LISTS):
        did = _row_again(tree, rng)
    else:
        did = twisted(tree, rng, lambda path: len(path) == 1 or how > 0.5)
    return Case(file_bytes({"entries": audit["entries"]} | tree), f"file: {did}")


def _row_again(tree: Audit, rng: random.Random) -> str:
    """A row of a list stands in it twice."""
    name = rng.choice([name for name in LISTS if tree[name]])
    tree[name].insert(rng.randint(0, len(tree[name])), deepcopy(rng.choice(tree[name])))
    return f"a row of {name} twice"


def _file_text(audit: Audit, rng: random.Random) -> Case:
    did, text = respelt(jcs(audit), rng)
    return Case(text.encode("utf-8", "surrogatepass"), f"file respelt: {did}")


def _entry(audit: Audit, rng: random.Random) -> Case:
    """Entries are more, fewer, doubled or reordered, or one says something else, and the operator signs them again."""
    trees: list[Any] = [json.loads(entry) for entry in audit["entries"]]
    if rng.random() < 0.6:
        did = (reordered if rng.random() < 0.4 else twisted)(trees, rng)
        entries = [tree if isinstance(tree, str) else jcs(tree) for tree in trees]
    else:
        entries = [*audit["entries"]]
        did = twisted(entries, rng)
        entries = [
            jcs(_renumbered(text, i)) if rng.random() < 0.9 else text for i, text in enumerate(entries)
        ]
    return _again(audit, entries, f"entries: {did}")


def _renumbered(text: Any, i: int) -> Any:
    """The entry under another number, where its text is one."""
    try:
        return json.loads(text) | {"i": i}
    except (ValueError, TypeError):
        return text


def _entry_text(audit: Audit, rng: random.Random) -> Case:
    n = rng.randrange(len(audit["entries"]))
    did, text = respelt(audit["entries"][n], rng)
    return _again(
        audit, [*audit["entries"][:n], text, *audit["entries"][n + 1 :]], f"entry {n} respelt: {did}"
    )


def _again(audit: Audit, entries: list[str], did: str) -> Case:
    """The file with other entries and a checkpoint over them, as far as they are texts that can be hashed.

    What leaves tell of those entries is left out, so that the file fails for the entries alone.
    """
    audit = {name: value for name, value in audit.items() if name != "service_log"}
    try:
        return Case(file_bytes(signed_again(audit | {"entries": entries})), did)
    except (AttributeError, UnicodeEncodeError):
        return Case(file_bytes(audit | {"entries": entries}), did)


def _disclosure(audit: Audit, rng: random.Random) -> Case:
    """Something else is disclosed, and its digest stands in the entry that commits it."""
    if not audit["disclosures"]:
        return Case(file_bytes(audit))
    n = rng.randrange(len(audit["disclosures"]))
    row = audit["disclosures"][n]
    content: Node = json.loads(unb64u(row["disclosure"]))
    did, text = "", jcs(content)
    if rng.random() < 0.3:
        did, text = respelt(text, rng)
    else:
        did = twisted(content, rng)
        text = jcs(content)
    new = b64u(text.encode("utf-8", "surrogatepass"))
    old, digest = (b64u(digest_of(it.encode())) for it in (row["disclosure"], new))
    entries = [jcs(_in_order(json.loads(entry.replace(old, digest)))) for entry in audit["entries"]]
    rows = [*audit["disclosures"][:n], row | {"disclosure": new}, *audit["disclosures"][n + 1 :]]
    return _again(audit | {"disclosures": rows}, entries, f"disclosure {row['index']}{row['path']}: {did}")


def _in_order(tree: Any) -> Any:
    if isinstance(tree, list):
        return [_in_order(item) for item in tree]
    if not isinstance(tree, dict):
        return tree
    return {
        name: sorted(item)
        if name == "_sd" and isinstance(item, list) and all(type(it) is str for it in item)
        else _in_order(item)
        for name, item in tree.items()
    }
