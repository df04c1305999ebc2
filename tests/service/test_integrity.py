"""What `fsck` looks at: sound games of every kind pass, and whatever is done to the database is noticed."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import cycle
from pathlib import Path
from typing import Any

import orjson
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.ledger import canonical, note
from domain.ledger.merkle import leaf_hash, tree_root
from domain.rulesets import registry
from service.operation.app import compose
from service.operation.integrity import Damage, every_game, find_damage
from service.queries import exporting
from service.store import Store
from service.tables import forking, importing
from tests.service.conftest import House, said, settings_in
from tests.service.playing import auditor, fewest_seats, play
from tests.service.preparing import prepared
from tests.soaking import soaked

GAME_A = "(SELECT min(game) FROM lobby)"
GAME_B = "(SELECT max(game) FROM lobby)"


def damages(house: House) -> list[Damage]:
    found = [
        find_damage(house.kronika.store, house.kronika.signer, game)
        for game in every_game(house.kronika.store)
    ]
    return [it for it in found if it is not None]


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("age-of-war", "nagaraja", "touche")))
def test_sound_games_forks_and_imports_pass(house: House, tmp_path: Path, ruleset: str) -> None:
    game, tokens = house.seated(seats=fewest_seats(ruleset), ruleset=ruleset)
    play(house, game, tokens, random.Random(1))
    token = auditor(house, game)
    forking.fork(forking.Fork(game, token, house.document(game)["version"]), house.context)
    prepared(settings_in(tmp_path / "abroad"))
    abroad = House(compose(settings_in(tmp_path / "abroad")))
    said(
        importing.import_file(
            importing.Import(exporting.export(house.repository, game, token)), abroad.context
        )
    )
    assert (len(every_game(house.kronika.store)), damages(house)) == (2, [])
    assert (every_game(abroad.kronika.store), damages(abroad)) == ([game], [])
    abroad.kronika.close()


class Busy:
    """The store of a game in which somebody acts before each reading."""

    def __init__(self, store: Store, act: Callable[[], object]) -> None:
        self._store, self._act = store, act

    def __getattr__(self, name: str) -> Any:
        self._act()
        return getattr(self._store, name)


def test_a_game_that_goes_on_meanwhile_is_sound(house: House) -> None:
    game, tokens = house.seated()
    moves = cycle(({"type": "roll"}, {"type": "set-aside"}))
    busy = Busy(house.kronika.store, lambda: house.act(game, house.turn(game, tokens), next(moves)))
    before = house.kronika.store.version(game)
    assert find_damage(busy, house.kronika.signer, game) is None
    assert house.kronika.store.version(game) > before + 2


def swap(database: sqlite3.Connection) -> None:
    """The log of one game in the place of another's, with its checkpoint."""
    database.executescript(
        f"""DELETE FROM stored_events WHERE originator_id = {GAME_A};
        INSERT INTO stored_events (originator_id, originator_version, topic, state)
        SELECT {GAME_A}, originator_version, topic, state FROM stored_events WHERE originator_id = {GAME_B};
        UPDATE lobby SET checkpoint = (SELECT checkpoint FROM lobby WHERE game = {GAME_B});"""
    )


def forge(database: sqlite3.Connection) -> None:
    """A log changed and signed anew by somebody who has the database, but not the service's key."""
    key = Ed25519PrivateKey.generate()
    found = database.execute(
        f"SELECT rowid, state FROM stored_events WHERE originator_id = {GAME_A} ORDER BY originator_version"
    ).fetchall()
    entries = {rowid: orjson.loads(state) for rowid, state in found}
    first, *_, last = entries.values()
    origin = first["d"]["origin"]
    first["d"]["vkey"] = note.make_vkey(origin, key.public_key().public_bytes_raw())
    last["at"] += 1
    forged = {rowid: canonical.dumps(entry) for rowid, entry in entries.items()}
    root = tree_root([leaf_hash(entry) for entry in forged.values()])
    signed = note.sign(note.Checkpoint(origin, len(forged), root).text(), origin, key)
    database.executemany(
        "UPDATE stored_events SET state = ? WHERE rowid = ?", [(e, r) for r, e in forged.items()]
    )
    database.execute(f"UPDATE lobby SET checkpoint = ? WHERE game = {GAME_A}", (signed,))


SQL = {
    "UPDATE stored_events SET state = CAST('5' AS BLOB) WHERE {event} = 5": (4, "not an entry"),
    "UPDATE stored_events SET state = CAST('{{\"i\":0}}' AS BLOB) WHERE {event} = 1": (
        0,
        "not create a game",
    ),
    "UPDATE stored_events SET state = CAST('[1' AS BLOB) WHERE {event} = 3": (2, "not the bytes"),
    "UPDATE stored_events SET topic = 'game-started' WHERE {event} = 6": (5, "not the one in the log"),
    "UPDATE stored_events SET originator_version = 99 WHERE {event} = {last}": (None, "for 99 versions"),
    "DELETE FROM stored_events WHERE {event} > 6": (None, "6 entries are stored"),
    "DELETE FROM stored_events WHERE {event} > 0": (None, "0 entries are stored"),
    "DELETE FROM event_secrets WHERE {secrets} = 1": (0, "keys are lost"),
    "DELETE FROM event_secrets WHERE {secrets} > 1": (4, "cannot be read"),
    "DELETE FROM lobby WHERE game = {game}": (None, "no signed checkpoint"),
    "UPDATE lobby SET checkpoint = 'x' WHERE game = {game}": (None, "does not hold"),
}
PLACES = {
    "game": GAME_A,
    "last": f"(SELECT max(originator_version) FROM stored_events WHERE originator_id = {GAME_A})",
    "event": f"originator_id = {GAME_A} AND originator_version",
    "secrets": f"game_id = {GAME_A} AND version",
}


def noticed(house: House, tmp_path: Path, change: Callable[[sqlite3.Connection], object]) -> Damage:
    """What is said about the one of two games that was changed."""
    for seed in (1, 2):
        game, tokens = house.seated(ruleset="nagaraja")
        play(house, game, tokens, random.Random(seed), actions=6)
    assert damages(house) == []
    broken = every_game(house.kronika.store)[0]
    with closing(sqlite3.connect(tmp_path / "kronika.db")) as database, database:
        change(database)
    [found] = damages(house)
    assert found.game == broken
    return found


@pytest.mark.parametrize(("statement", "entry", "why"), [(sql, *told) for sql, told in SQL.items()])
def test_damage_is_noticed(house: House, tmp_path: Path, statement: str, entry: int | None, why: str) -> None:
    found = noticed(house, tmp_path, lambda database: database.execute(statement.format(**PLACES)))
    assert why in found.why
    assert found.entry == entry


@pytest.mark.parametrize(("change", "why"), [(swap, "not create this game"), (forge, "not this service's")])
def test_another_log_in_its_place_is_noticed(
    house: House, tmp_path: Path, change: Callable[[sqlite3.Connection], object], why: str
) -> None:
    found = noticed(house, tmp_path, change)
    assert why in found.why
    assert found.entry == 0
