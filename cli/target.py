"""The target of `kronika hide` and `kronika delete`: a game, a tournament, or names."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from cli import Sorry
from service.identity.hiding import (
    Names,
    exists,
    names_at_seat,
    names_spelled,
)
from service.store import Store
from service.system.texts import InvisibleCharacter


class Chosen(NamedTuple):
    """A game or tournament, or `names`; `description` is for people."""

    id: str
    names: Names | None
    description: str


def chosen_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", help="the id of a game, or of a tournament and so of all its games")
    parser.add_argument(
        "--seat", type=int, help="only the name of the current and former players of this seat"
    )
    parser.add_argument("--name", help="exactly this name, wherever it occurs")


def chosen(store: Store, args: argparse.Namespace) -> Chosen:
    """`Sorry` if it does not exist."""
    if (args.id is None) == (args.name is None) or (args.name is not None and args.seat is not None):
        raise Sorry("name a game or tournament, with --seat for a name in it, or a --name.")
    if args.id is not None and not exists(store, args.id):
        raise Sorry(f"there is no game or tournament {args.id} in this database.")
    if args.id is not None and args.seat is None:
        return Chosen(args.id, None, args.id)
    return _names(store, _named(args.name) if args.id is None else names_at_seat(args.id, args.seat))


def _named(name: str) -> Names:
    try:
        return names_spelled(name)
    except InvisibleCharacter as error:
        raise Sorry(f"nobody can have this name: {error}") from error


def _names(store: Store, names: Names) -> Chosen:
    found = names.found(store)
    if not found:
        raise Sorry("nobody of this name, or at this seat, is in this database.")
    return Chosen("", names, "".join(f"\n  {id} {what} {n}: {name}" for id, what, n, name in found))
