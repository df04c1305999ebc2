"""The layouts of the service itself: what stood in an older one is found in the newest, on both engines."""

from __future__ import annotations

from collections.abc import Callable

import orjson

from service.migrations import MIGRATIONS
from service.store import Row, Statement, Store

ROW = """INSERT INTO lobby (game, ruleset, visibility, status, seats, version, to_act, created_at, updated_at, checkpoint)
    VALUES (?, 'age-of-war', ?, 'finished', '[]', ?, '[1]', 1, ?, 'signed')"""
PLAYER = "INSERT INTO players (game, seat, name, bot) VALUES (?, ?, ?, ?)"
TOKEN = "INSERT INTO tokens (hash, game, role, expires_at) VALUES (?, ?, ?, ?)"
COUNTED = "INSERT INTO statistics VALUES (?, 'age-of-war', 'playing', 2, 1, 1, NULL, '[]')"
GAMES = (
    ("old", "public", 7, 20),
    ("new", "public", 5, 30),
    ("secret", "private", 9, 25),
    ("taken-in", "public", 3, 40),
)


def in_layout_1(store: Store) -> None:
    """A database of layout 1: two public games, one of them with a bot, a private one, and one that came in a file."""
    store.migrate(MIGRATIONS[:1])
    statements = [Statement(ROW, game) for game in GAMES]
    statements += [Statement(COUNTED, (game,)) for game, *_ in GAMES]
    statements += [
        Statement(PLAYER, (game, seat, name, bot))
        for game, seat, name, bot in (
            ("old", 1, "Ada", None),
            ("new", 1, "Ada", None),
            ("new", 2, "Bot", "random"),
        )
    ]
    statements += [
        Statement(TOKEN, (role, "old", role, expires))
        for role, expires in (("referee", 99), ("organiser", None), ("seat:1", None))
    ]
    store.append("", [], statements)
    for game, *_ in GAMES:
        beside = b'{"imported":{}}' if game == "taken-in" else b'{"master":"","salt":""}'
        store.append(game, [Row(1, "game-created", b"{}", beside)])


def test_layout_4_keeps_every_row_and_numbers_the_public_games(opened: Callable[[], Store]) -> None:
    store = opened()
    in_layout_1(store)
    before = store.query("SELECT game, visibility, version, updated_at, checkpoint FROM lobby ORDER BY game")
    store.migrate(MIGRATIONS)
    assert (
        store.query("SELECT game, visibility, version, updated_at, checkpoint FROM lobby ORDER BY game")
        == before
    )
    added = "game, position, bot, imported, imported_at, outcome, first_seat, players"
    assert store.query(f"SELECT {added} FROM lobby ORDER BY game") == [
        ("new", 12, 1, 0, None, None, None, None),
        ("old", 7, 0, 0, None, None, None, None),
        ("secret", None, 0, 0, None, None, None, None),
        ("taken-in", None, 0, 1, None, None, None, None),
    ]


def test_layout_4_counts_neither_private_nor_imported_games(opened: Callable[[], Store]) -> None:
    store = opened()
    in_layout_1(store)
    store.migrate(MIGRATIONS)
    assert store.query("SELECT game FROM statistics ORDER BY game") == [("new",), ("old",)]


def test_layout_4_calls_the_old_referees_auditors(opened: Callable[[], Store]) -> None:
    store = opened()
    in_layout_1(store)
    store.migrate(MIGRATIONS)
    assert store.query("SELECT hash, game, role, expires_at FROM tokens ORDER BY hash") == [
        ("organiser", "old", "organiser", None),
        ("referee", "old", "auditor", 99),
        ("seat:1", "old", "seat:1", None),
    ]


def test_layout_9_leaves_names_in_one_place_only(opened: Callable[[], Store]) -> None:
    store = opened()
    in_layout_1(store)
    store.migrate(MIGRATIONS[:8])
    seat = {"side": None, "bot": None, "key": None}
    seats = [{"seat": 1, "name": "Ada", **seat}, {"seat": 2, "name": None, **seat}]
    told = Statement(
        "UPDATE lobby SET seats = ?, players = ? WHERE game = 'old'",
        (orjson.dumps(seats).decode(), '["Ada"]'),
    )
    parted = Statement("INSERT INTO former_players VALUES ('old', 1, 3, 'Eve', NULL)")
    store.append("", [], [told, parted])
    store.migrate(MIGRATIONS)
    [(kept, players, hidden, renamed)] = store.query(
        "SELECT seats, players, hidden, renamed FROM lobby WHERE game = 'old'"
    )
    assert orjson.loads(kept) == [{**seats[0], "name": "#1"}, seats[1]]
    assert (players, hidden, renamed) == (None, 0, 0)
    assert store.query("SELECT name, hidden_name FROM players WHERE game = 'old'") == [("Ada", None)]
    assert store.query("SELECT name, hidden_name FROM former_players") == [("Eve", None)]
    assert store.query("SELECT seats FROM lobby WHERE game = 'new'") == [("[]",)]


def test_layout_10_knows_analyses_by_their_second_entry(opened: Callable[[], Store]) -> None:
    store = opened()
    in_layout_1(store)
    store.migrate(MIGRATIONS[:9])
    store.append("", [], [Statement(ROW, ("analysis", "private", 2, 50))])
    entries = [b'{"t":"game-created","d":{}}', b'{"t":"forked","d":{"game":"old","version":3}}']
    store.append("analysis", [Row(n, "", entry) for n, entry in enumerate(entries, 1)])
    store.migrate(MIGRATIONS)
    assert store.query("SELECT game, forked FROM lobby WHERE forked IS NOT NULL") == [("analysis", "old")]
