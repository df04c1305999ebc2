"""Games as rows of the lobby, and its pages against a plain filter over all of them."""

from __future__ import annotations

from projections import listing, lobby
from projections.lobby import GameFilter
from projections.paging import all_true
from service.store import Statement, Store

T0 = 1_700_000_000_000
ROW = """INSERT INTO lobby (game, ruleset, visibility, status, seats, version, to_act, created_at, updated_at, checkpoint,
    outcome, bot, imported, hidden) VALUES (?, ?, ?, ?, '[]', 1, '[]', ?, ?, '', ?, ?, ?, ?)"""
PLAYER = "INSERT INTO players (game, seat, name, bot) VALUES (?, ?, ?, NULL)"


def outcome(reason: str | None) -> str | None:
    """Of a game that ended so; none of one that goes on."""
    return f'{{"winners":[1],"ranking":[[1]],"scores":{{}},"reason":"{reason}"}}' if reason else None


def listed_anew(game: str, imported: int, kind: str) -> list[Statement]:
    """What a game of the lobby is looked for by, made from its row."""
    return [
        Statement(listing.RELIST, (imported, kind, kind, game, 1)),
        Statement(listing.BESIDE_NAMES.format("players.game = ?"), (game,)),
    ]


def by_reading_all(store: Store, wanted: GameFilter) -> list[str]:
    where, params = all_true(wanted.conditions())
    found = store.query(f"SELECT created_at, game FROM lobby WHERE {where}", params)
    return [game for _, game in sorted(found, reverse=True)]


def by_pages(store: Store, wanted: GameFilter, limit: int) -> list[str]:
    found, cursor = [], None
    while True:
        page = lobby.page(store.query, wanted, limit, cursor)
        assert len(page.games) == limit or page.next is None
        found += [game.id for game in page.games]
        cursor = page.next
        if cursor is None:
            return found


def one_by_one(store: Store, wanted: GameFilter) -> list[str]:
    found, place = [], (-1, "")
    while (after := lobby.next_after(wanted, store.query, place)) is not None:
        place = after
        found.append(place[1])
    return found
