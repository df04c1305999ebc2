"""Which draw keys are shown, and when: dice at once, shuffles when the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.draws import Roll
from domain.ledger.audit import OpenedKey, key_json
from domain.table.fold import draws_of
from domain.table.state import Logged
from service.book import Book

OVER = ("finished", "abandoned")


def opened_keys(book: Book, log: Sequence[Logged]) -> list[OpenedKey]:
    """The keys behind the draws of these events that everybody may know now, each slot once."""
    shuffles_too = book.table.status in OVER and book.ruleset.traits.shuffles_open_at_end
    drawn = [draw for logged in log for draw in draws_of(logged.event)]
    slots = dict.fromkeys((d.epoch, d.slot) for d in drawn if shuffles_too or isinstance(d, Roll))
    tree = book.keys.tree
    return [OpenedKey(e, slot, tree.key(e, slot), tree.path(e, slot)) for e, slot in slots]


def opened_draws(book: Book, log: Sequence[Logged]) -> list[dict[str, Any]]:
    return [key_json(opened) for opened in opened_keys(book, log)]
