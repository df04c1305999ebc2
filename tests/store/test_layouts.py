"""The layouts of the service itself: what stood in an older one is found in the newest, on both engines."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import orjson
import pytest

from domain.ledger.text import b64u, from_b64u
from service.identity.invitations import open_invitation
from service.identity.tokens import digest
from service.log import notes
from service.log.case_texts import (
    CaseText,
    erase_case,
    insert,
    texts_of,
)
from service.log.migrations import MIGRATIONS
from service.store import Duplicate, Row, Statement, Store
from service.system.clock import now

ROW = """INSERT INTO lobby (game, ruleset, visibility, status, seats, version, to_act, created_at, updated_at, checkpoint)
    VALUES (?, 'age-of-war', ?, 'finished', '[]', ?, '[1]', 1, ?, 'signed')"""
PLAYER = "INSERT INTO players (game, seat, name, bot) VALUES (?, ?, ?, ?)"
TOKEN = "INSERT INTO tokens (hash, game, role, expires_at) VALUES (?, ?, ?, ?)"
KEY = """INSERT INTO idempotency (scope, actor, key, fingerprint, game, first, last)
    VALUES (?, 'a', ?, 'f', 'old', 1, 2)"""
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
    [(texts_of, players, hidden, renamed)] = store.query(
        "SELECT seats, players, hidden, renamed FROM lobby WHERE game = 'old'"
    )
    assert orjson.loads(texts_of) == [{**seats[0], "name": "#1"}, seats[1]]
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


@pytest.mark.parametrize(
    ("url", "layout"),
    [
        pytest.param(engine, layout, marks=[pytest.mark.soak] if layout % share else [])
        for engine, share in (("sqlite", 3), ("postgresql", 12))
        for layout in range(1, len(MIGRATIONS))
    ],
    indirect=["url"],
)
def test_the_newest_layout_keeps_what_every_older_one_held(opened: Callable[[], Store], layout: int) -> None:
    store = opened()
    in_layout_1(store)
    store.migrate(MIGRATIONS[:layout])
    key = Statement(KEY, ("old", "old"))
    store.append("", [], [key])
    store.migrate(MIGRATIONS)
    assert store.layout.number() == len(MIGRATIONS)
    assert store.query("SELECT game, seat, name FROM players ORDER BY game, seat") == [
        ("new", 1, "Ada"),
        ("new", 2, "Bot"),
        ("old", 1, "Ada"),
    ]
    assert [game for (game,) in store.query("SELECT game FROM lobby ORDER BY game")] == sorted(
        game for game, *_ in GAMES
    )
    assert store.query("SELECT count(*) FROM tokens") == [(3,)]
    assert store.query("SELECT actor, first, last FROM idempotency") == [("a", 1, 2)]


def test_layout_12_has_room_for_disputes(opened: Callable[[], Store]) -> None:
    store = opened()
    in_layout_1(store)
    store.migrate(MIGRATIONS)
    referee = "INSERT INTO referees (place, number, head, before_start, code) VALUES ('old', 1, 0, 1, ?)"
    store.append("", [], [Statement(referee, ("code",))])
    with pytest.raises(Duplicate):
        store.append("", [], [Statement(referee.replace("'old', 1", "'old', 2"), ("code",))])
    assert store.query("SELECT name, dismissed FROM referees") == [(None, 0)]
    for table in ("cases", "case_texts"):
        assert store.query(f"SELECT * FROM {table}") == []


def test_layout_14_has_one_note_a_version_and_author(opened: Callable[[], Store]) -> None:
    store = opened()
    in_layout_1(store)
    store.migrate(MIGRATIONS)
    rows = [
        notes.upsert(store, "old", 3, "seat:1", at, notes.WrittenNote(text))
        for at, text in ((1, "Ä"), (2, "Würfel"))
    ]
    store.append("", [], [*rows, notes.upsert(store, "old", 4, "seat:1", 3, notes.WrittenNote("x"))])
    assert store.query("SELECT version, author, at FROM notes ORDER BY version") == [
        (3, "seat:1", 2),
        (4, "seat:1", 3),
    ]
    assert notes.count_elsewhere(store, "old", 3, "seat:1") == 1
    stored = b"".join(bytes(sealed) for (sealed,) in store.query("SELECT sealed FROM notes"))
    assert "Würfel".encode() not in stored


def test_layout_15_has_room_for_one_analysis_a_game(opened: Callable[[], Store]) -> None:
    store = opened()
    in_layout_1(store)
    store.migrate(MIGRATIONS)
    queued = "INSERT INTO game_analyses (game, version, status, progress, asked_at) VALUES ('old', 7, 'queued', 0.5, 1)"
    store.append("", [], [Statement(queued)])
    with pytest.raises(Duplicate):
        store.append("", [], [Statement(queued)])
    found = store.query("SELECT progress, done_at, run, sealed FROM game_analyses")
    assert found == [(0.5, None, None, None)]


def test_layout_21_has_room_for_folds_and_none_yet(opened: Callable[[], Store]) -> None:
    store = opened()
    in_layout_1(store)
    store.migrate(MIGRATIONS)
    assert store.query("SELECT * FROM folds") == store.query("SELECT * FROM folded_games") == []
    store.append("", [], [Statement("INSERT INTO folds VALUES ('old', 128, ?)", (b"\x00",))])
    with pytest.raises(Duplicate):
        store.append("", [], [Statement("INSERT INTO folds VALUES ('old', 128, ?)", (b"\x01",))])
    assert store.query("SELECT version, sealed FROM folds WHERE game = 'old'") == [(128, b"\x00")]


def test_invitations_of_before_were_made_by_organisers_and_count_on(opened: Callable[[], Store]) -> None:
    store = opened()
    store.migrate(MIGRATIONS[:21])
    old = "INSERT INTO invitations (hash, id, game, seat, expires_at) VALUES (?, 'id', 'old', 1, ?)"
    store.append("", [], [Statement(old, (digest("ki_old"), now() + 60_000))])
    store.migrate(MIGRATIONS)
    assert open_invitation(store, "ki_old").seat == 1


def test_layout_23_takes_it_that_everybody_knows_the_games_that_are_listed(
    opened: Callable[[], Store],
) -> None:
    store = opened()
    in_layout_1(store)
    store.migrate(MIGRATIONS)
    assert store.query("SELECT game, first_position FROM lobby ORDER BY game") == [
        ("new", 1),
        ("old", 1),
        ("secret", None),
        ("taken-in", None),
    ]


def test_a_text_is_opened_by_its_hash_until_it_is_erased(opened: Callable[[], Store]) -> None:
    store = opened()
    in_layout_1(store)
    store.migrate(MIGRATIONS)
    claim, other = CaseText.now("Die Würfel lagen schief. Źle!\r\n", "en"), CaseText.now("Nie.", "pl")
    rows = [insert(store, "old", 1, 6, claim), insert(store, "old", 2, 9, other)]
    requests = [Statement(KEY.replace("1, 2", f"{n}, {n}"), ("old", key)) for n, key in ((6, "a"), (7, "b"))]
    store.append("", [], [*rows, *requests])
    assert texts_of(store, "old", 1) == {claim.hash: claim}
    assert claim.hash == b64u(sha256(from_b64u(claim.salt) + claim.text.encode()).digest())
    stored = b"".join(bytes(sealed) for (sealed,) in store.query("SELECT sealed FROM case_texts"))
    assert "Würfel".encode() not in stored
    store.append("", [], erase_case("old", 1))
    assert (texts_of(store, "old", 1), texts_of(store, "old", 2)) == ({}, {other.hash: other})
    assert store.query("SELECT key FROM idempotency") == [("b",)]


def test_the_same_words_twice_have_two_hashes() -> None:
    assert CaseText.now("No.", "en").hash != CaseText.now("No.", "en").hash


TOURNAMENT = """INSERT INTO tournaments (id, created_at, ruleset, seats, games, options, scale, visibility, undo, planned, hidden)
    VALUES (?, 1, 'touche', 1, 1, '{}', 'null', 'public', 'free', 2, ?)"""
ENTERED = "INSERT INTO tournament_seats (tournament, seat, name, seed_commitment) VALUES (?, 1, 'Ada', ?)"
ANALYSED = "INSERT INTO game_analyses (game, version, status, progress, asked_at) VALUES (?, 1, ?, 1, 1)"


def test_layout_26_has_news_of_tournaments_that_are_due_and_counts_analyses_that_have_ended(
    opened: Callable[[], Store],
) -> None:
    store = opened()
    in_layout_1(store)
    store.migrate(MIGRATIONS[:25])
    tournaments = (("due", 0), ("seedless", 0), ("empty", 0), ("played", 0), ("deleted", 2))
    rows = [Statement(TOURNAMENT, one) for one in tournaments]
    rows += [
        Statement(ENTERED, (id, "c" if id == "seedless" else None)) for id, _ in tournaments if id != "empty"
    ]
    rows += [
        Statement("INSERT INTO tournament_games VALUES ('played', 1, 'old')"),
        Statement("UPDATE lobby SET outcome = '{}' WHERE game = 'old'"),
    ]
    analyses = (("old", "done"), ("new", "failed"), ("secret", "done"), ("taken-in", "queued"))
    store.append("", [], [*rows, *(Statement(ANALYSED, one) for one in analyses)])
    store.migrate(MIGRATIONS)
    assert store.query("SELECT tournament FROM tournament_news") == [("due",)]
    counted = store.query("SELECT status, amount FROM analyses_ended ORDER BY status")
    assert counted == [("done", 1), ("failed", 1)]


def test_layout_36_reads_from_logs_who_opened_the_cases(opened: Callable[[], Store]) -> None:
    store = opened()
    in_layout_1(store)
    store.migrate(MIGRATIONS[:35])
    case = "INSERT INTO cases (id, created_at, game, dispute, state, updated_at) VALUES (?, 1, 'old', ?, 'final', 2)"
    store.append("", [], [Statement(case, (f"old-00{n}", n)) for n in (1, 2)])
    told = {"wants": "result", "clauses": ["war.turn.1"]}
    by = (
        {"by": "seat:2", "d": {**told, "dispute": 1, "seat": 2}},
        {"by": "referee:1", "d": {**told, "dispute": 2}},
    )
    entries = [{"t": "game-created", "d": {}}, *({"t": "dispute-opened", **it} for it in by)]
    rows = [Row(n, it["t"], orjson.dumps(it)) for n, it in enumerate(entries[1:], 2)]
    store.append("old", rows)
    store.migrate(MIGRATIONS)
    found = store.query("SELECT kind, opener, wants, clauses, meeting FROM cases ORDER BY id")
    assert found == [("case", opener, "result", '["war.turn.1"]', None) for opener in ("seat:2", "referee:1")]
