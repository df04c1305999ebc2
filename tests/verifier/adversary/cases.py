"""The cases of the adversary: of each seed one file or bundle, honest or with one thing wrong in it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from tests.verifier.adversary.clerk import Clerk
from tests.verifier.adversary.games import STUMBLES, Game
from tests.verifier.adversary.leaves import Listing, listing
from tests.verifier.adversary.mischief import MISCHIEF
from tests.verifier.adversary.papers import Writer
from tests.verifier.adversary.spellings import respelt, zipped_otherwise
from tests.verifier.adversary.twists import Node, reordered, twisted
from tests.verifier.bundles import Files, manifested, text, zipped
from tests.verifier.primitives import b64u, digest_of, head_text, jcs, signed_note, unb64u
from tests.verifier.synthetic import OPERATOR, STRANGER, Audit, file_bytes, signed_again

VIEWERS = ("spectator", "spectator", "seat:1", "referee:2", "organiser", "auditor")
PAPERS, OTHERS = ("case.json", "names.json", "timeline.json"), ("README.txt", "clauses.json", "timeline.html")
"""The files of a bundle that the log makes, and those of which only their bytes count here."""
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
        return _bundle(_game(rng, lying and rng.random() < 0.5, disputed=True), rng)
    game = _game(rng, lying)
    its = _leaves(game, rng, 0.46 < how < 0.58 and not game.log.did)
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


def _leaves(game: Game, rng: random.Random, lying: bool) -> Listing:
    """The list that the file has of the service's log, if any; an honest one only where that log is promised."""
    promised = game.log.truths[0]["d"].get("log") is not None and "table" in game.log.truths[0]["d"]
    if not lying and not (promised and rng.random() < 0.5):
        return Listing(None)
    try:
        return listing(game.log, rng, lying)
    except (*STUMBLES, UnicodeEncodeError):
        return Listing(None)


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


# A bundle.


def _bundle(game: Game, rng: random.Random) -> Case:
    """The bundle of a case, with something else in one of its files, its manifest, or its container."""
    numbers = [it["d"]["dispute"] for it in game.log.truths if it["t"] == "dispute-opened"]
    if not numbers:
        return _case(game.audit(), game.log.did, 0.5, rng)
    dispute, how, viewer = rng.choice(numbers), rng.random(), rng.choice(VIEWERS)
    files = _files(game, dispute, viewer, rng)
    did = game.log.did
    if how < 0.2 and not did:
        did, files = _other_json(files, rng.choice((*["case.json"] * 3, "timeline.json", "names.json")), rng)
    if 0.2 < how < 0.28 and not did:
        did, files = _other_words(files, rng)
    its = {"format": "kronika-bundle/2", "documents": 1}
    its |= {"dispute": dispute, "version": len(game.log.trees), "viewer": viewer}
    whole = manifested(game.log, files, **its)
    if 0.28 < how < 0.42 and not did:
        did, whole = _other_json(whole, rng.choice((*["manifest.json"] * 4, "clauses.json")), rng)
    if 0.42 < how < 0.56 and not did:
        did, data = zipped_otherwise(whole, rng)
        return Case(data, f"bundle: {did}")
    if 0.56 < how < 0.61 and not did:
        did, whole = _other_text(whole, rng)
    return Case(zipped(whole), f"bundle: {did}" if did else "")


def _files(game: Game, dispute: int, viewer: str, rng: random.Random) -> Files:
    listed = {}
    if not game.log.did and rng.random() < 0.03 and (its := _leaves(game, rng, True)).listed is not None:
        listed, game.log.did = {"service_log": its.listed}, "a list in a bundle"
    audit, all_there = game.audit() | listed, rng.random() < 0.6
    rows = [
        text(i, member, game.teller.texts.get(str(hashed)) if all_there or rng.random() < 0.8 else None)
        for i, member, hashed in _hashes(game.log.trees, dispute)
    ]
    papers = dict.fromkeys(PAPERS, b"{}")
    try:
        if game.has_desk:
            papers = _papers(game, dispute, viewer, rows, audit, rng)
    except (*STUMBLES, OverflowError, OSError):  # of a log that makes no sense there are none
        if not game.log.did:
            raise
    return {**dict.fromkeys(OTHERS, b"{}"), "audit.json": file_bytes(audit), **papers}


def _papers(
    game: Game, dispute: int, viewer: str, rows: list[dict[str, Any]], audit: Audit, rng: random.Random
) -> Files:
    """What is derived from the log: that of the entries as they were told."""
    texts = {(row["entry"], row["member"]): row["text"] for row in rows}
    actions = {
        row["index"]: json.loads(unb64u(row["disclosure"]))[-1]
        for row in audit["disclosures"]
        if row["path"] == "/d/remedy/action"
    }
    absent = rng.choice(("withheld", "erased"))
    writer = Writer(Clerk(game.log.trees), dispute, viewer, texts, absent, actions)
    whole = {"format": "kronika-case/2", "texts": rows, "assessment": {}, "explanations": []}
    papers = {
        "case.json": whole | {"case": writer.case()},
        "timeline.json": writer.timeline(_counting(game.log.trees)),
        "names.json": writer.names(),
    }
    return {name: jcs(tree).encode("utf-8", "surrogatepass") for name, tree in papers.items()}


def _counting(trees: list[dict[str, Any]]) -> set[int]:
    """The numbers of the entries that count at the end."""
    found, version = set[int](), len(trees)
    while version > 0:
        entry = trees[version - 1]
        found.add(version - 1)
        version = entry["d"]["to_version"] if entry["t"] == "rewound" else version - 1
    return found


def _hashes(trees: list[dict[str, Any]], dispute: int) -> Iterator[tuple[int, str, Any]]:
    """Entry, member and hash of every text of a case (section 13)."""
    for i, tree in enumerate(trees):
        d = tree["d"] if isinstance(tree.get("d"), dict) else {}
        if d.get("dispute") == dispute:
            yield from ((i, name, d[name]) for name in sorted(d) if name.endswith("_hash"))


def _other_json(files: Files, name: str, rng: random.Random) -> tuple[str, Files]:
    tree: Any = json.loads(files[name])
    did = twisted(tree, rng)
    return f"{name}: {did}", files | {name: jcs(tree).encode("utf-8", "surrogatepass")}


def _other_words(files: Files, rng: random.Random) -> tuple[str, Files]:
    """A text of the case, or its salt, is another; or there is one of another entry."""
    case: Any = json.loads(files["case.json"])
    rows = [row for row in case.get("texts", ()) if row["text"]]
    if not rows:
        return "", files
    row = rng.choice(rows)
    name = rng.choice(("text", "salt", "lang", "entry", "member"))
    if name in row["text"]:
        row["text"][name] = row["text"][name].swapcase()
    else:
        row[name] = rng.choice((row["entry"] + 1, "why_hash", "claim_hash", 0))
    return f"case.json: another {name}", files | {"case.json": jcs(case).encode()}


def _other_text(files: Files, rng: random.Random) -> tuple[str, Files]:
    name = rng.choice(sorted(files))
    did, text = respelt(files[name].decode(), rng)
    return f"{name} respelt: {did}", files | {name: text.encode("utf-8", "surrogatepass")}
