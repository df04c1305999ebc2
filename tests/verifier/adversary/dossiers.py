"""Bundles of the adversary's games: honest, or with something else in their files, manifest or container."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from tests.verifier.adversary.clerk import Clerk
from tests.verifier.adversary.games import STUMBLES, Game
from tests.verifier.adversary.leaves import Listing, listing
from tests.verifier.adversary.papers import Writer
from tests.verifier.adversary.spellings import respelt, zipped_otherwise
from tests.verifier.adversary.twists import twisted
from tests.verifier.bundles import Files, manifested, text, zipped
from tests.verifier.primitives import jcs, unb64u
from tests.verifier.synthetic import Audit, file_bytes

VIEWERS = ("spectator", "spectator", "organiser", "auditor")
PAPERS, OTHERS = ("case.json", "names.json", "timeline.json"), ("README.txt", "clauses.json", "timeline.html")
"""The files of a bundle that the log makes, and those of which only their bytes count here."""


def list_of(game: Game, rng: random.Random, lying: bool) -> Listing:
    """The list that the file has of the service's log, if any; an honest one only where that log is promised."""
    promised = game.log.truths[0]["d"].get("log") is not None and "table" in game.log.truths[0]["d"]
    if not lying and not (promised and rng.random() < 0.5):
        return Listing(None)
    try:
        return listing(game.log, rng, lying)
    except (*STUMBLES, UnicodeEncodeError):
        return Listing(None)


def bundle_of(game: Game, rng: random.Random) -> tuple[bytes, str] | None:
    """The bundle of a case, with something else in one of its files, its manifest, or its container, and what that is.

    None where there is no case.
    """
    numbers = [it["d"]["dispute"] for it in game.log.truths if it["t"] == "dispute-opened"]
    if not numbers:
        return None
    dispute, how, viewer = rng.choice(numbers), rng.random(), rng.choice(_viewers(game))
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
        return data, f"bundle: {did}"
    if 0.56 < how < 0.61 and not did:
        did, whole = _other_text(whole, rng)
    return zipped(whole), f"bundle: {did}" if did else ""


def _viewers(game: Game) -> list[str]:
    """Everybody who may have a bundle of the game."""
    referees = [f"referee:{it['d']['referee']}" for it in game.log.truths if it["t"] == "referee-appointed"]
    return [*VIEWERS, *(f"seat:{seat}" for seat in game.seats), *referees]


def _files(game: Game, dispute: int, viewer: str, rng: random.Random) -> Files:
    listed = {}
    if not game.log.did and rng.random() < 0.03 and (its := list_of(game, rng, True)).listed is not None:
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
