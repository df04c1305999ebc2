"""`kronika fsck`: is every game's log still the one that was signed?"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from typing import NamedTuple

from rich.console import Console
from rich.progress import track

from domain.ledger import canonical, note
from domain.ledger.merkle import leaf_hash, tree_root
from service.app import Kronika, compose
from service.settings import Settings

HELP = "Recompute every game's log and compare it with the last signed checkpoint."


class Damage(NamedTuple):
    """What is wrong with a game; `entry` is the first bad one, None when it is not about one entry."""

    game: str
    entry: int | None
    why: str


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    kronika = compose(Settings.from_env(os.environ))
    games = kronika.store.games()
    shown = track(games, "checking", console=Console(stderr=True), disable=args.json)
    damages = [damage for game in shown for damage in check(kronika, game)]
    if args.json:
        print(json.dumps({"games": len(games), "damages": [d._asdict() for d in damages]}))
    else:
        _print(len(games), damages)
    return 1 if damages else 0


def _print(games: int, damages: list[Damage]) -> None:
    for damage in damages:
        where = "" if damage.entry is None else f", entry {damage.entry}"
        print(f"game {damage.game}{where}: {damage.why}")
    print(f"{games} games checked, {len({d.game for d in damages})} damaged")


def check(kronika: Kronika, game: str) -> Iterator[Damage]:
    """The first thing that is wrong with a game's log, if anything is."""
    entries = kronika.store.entries(game)
    for index, entry in enumerate(entries):
        if (why := _bad_entry(entry, index)) is not None:
            yield Damage(game, index, why)
            return
    signed = kronika.store.query("SELECT checkpoint FROM lobby WHERE game = ?", (game,))
    yield from _compare(kronika, game, entries, [text for (text,) in signed])


def _bad_entry(entry: bytes, index: int) -> str | None:
    try:
        found = canonical.decode(entry, sealed=True)
    except ValueError as error:
        return f"these are not the bytes of an entry: {error}"
    return None if found.get("i") == index else f"this is entry {found.get('i')}"


def _compare(kronika: Kronika, game: str, entries: list[bytes], signed: list[str]) -> Iterator[Damage]:
    if not signed:
        yield Damage(game, None, "there is no signed checkpoint")
        return
    vkey = canonical.decode(entries[0], sealed=True)["d"]["vkey"]
    try:
        head = note.parse_checkpoint(note.verify(signed[0], vkey))
    except note.BadNote as error:
        yield Damage(game, None, f"the checkpoint does not hold: {error}")
        return
    if head.size != len(entries):
        yield Damage(game, None, f"{len(entries)} entries are stored, {head.size} were signed")
    elif tree_root(list(map(leaf_hash, entries))) != head.root:
        yield Damage(game, None, "the entries are not those that were signed")
