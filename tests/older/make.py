"""Makes the fixtures from a checkout of an earlier commit: `python -m tests.older.make CHECKOUT NAME [ENGINE]`.

Its service is started on SQLite and on PostgreSQL, and of each ruleset a game is played by bots to its end, and another one begun
by people. NAME is the folder that is written, named after the layout and the format of the log.
"""

from __future__ import annotations

import json
import lzma
import random
import shutil
import sqlite3
import sys
import tempfile
import uuid
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import psycopg

from service.store.postgres_copy import copy_out
from tests.postgresql import Database, postgresql
from tests.running import serving, until

FOLDER = Path(__file__).parent
RULESETS = ("age-of-war", "nagaraja", "romans", "touche")
ACTIONS = 6
"""By people, in the game that is not over."""
PLACES_SINCE = 24
"""The first layout whose back-ups have places."""
ENGINES = ("sqlite", "postgres")
KEYS = ("signing.key", "secret.key")


class Client:
    def __init__(self, url: str) -> None:
        self._http = httpx.Client(base_url=url, timeout=120)

    def ask(self, path: str, body: Any = None, token: str | None = None, **headers: str) -> Any:
        more = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            more |= {"Idempotency-Key": uuid.uuid4().hex}
        method = "GET" if body is None else "POST"
        answer = self._http.request(method, f"/v1/games{path}", json=body, headers={**more, **headers})
        return answer.raise_for_status().json()

    def play(self, ruleset: str) -> str:
        made = self.ask("", {"ruleset": ruleset, "seats": 2})
        game = f"/{made['id']}"
        for n in (1, 2):
            self.ask(f"{game}/seats", {"name": f"Bot {n}", "bot": "greedy"}, made["organiser_token"])
        until(lambda: self.ask(game)["status"] == "finished", "the end")
        return str(made["id"])

    def begin(self, ruleset: str) -> dict[str, Any]:
        made = self.ask("", {"ruleset": ruleset, "seats": 2})
        game = f"/{made['id']}"
        seats = [self.ask(f"{game}/seats", {"name": name}) for name in ("Ada", "Zoë")]
        tokens = {str(seat["seat"]): seat["token"] for seat in seats}
        for _ in range(ACTIONS):
            token = tokens[str(self.ask(game)["to_act"][0])]
            legal = self.ask(f"{game}/legal-actions", token=token)
            self.ask(f"{game}/actions", random.choice(legal["actions"]), token)
        return {"id": made["id"], "organiser": made["organiser_token"], "tokens": tokens}


def games(url: str) -> dict[str, Any]:
    client = Client(url)
    return {one: {"finished": client.play(one), "playing": client.begin(one)} for one in RULESETS}


def keep(folder: Path, name: str, data: Path, played: dict[str, Any]) -> None:
    (folder / f"{name}.json").write_text(json.dumps(played, indent=1) + "\n")
    for key in KEYS:
        if (data / key).exists():
            shutil.copy(data / key, folder / f"{name}.{key}")


def sqlite(checkout: Path, folder: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        data = Path(temporary)
        with serving(data, checkout) as server:
            played = games(server.url)
        with closing(sqlite3.connect(data / "kronika.db", isolation_level=None)) as database:
            found = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'keys_ahead'").fetchone()
            if found:
                database.execute("DELETE FROM keys_ahead")
            database.execute("PRAGMA journal_mode = DELETE")
            database.execute("VACUUM")
        (folder / "sqlite.db.xz").write_bytes(lzma.compress((data / "kronika.db").read_bytes()))
        keep(folder, "sqlite", data, played)


def postgres(checkout: Path, folder: Path) -> None:
    with postgresql() as running, tempfile.TemporaryDirectory() as temporary:
        database, data = Database(running), Path(temporary)
        with serving(data, checkout, KRONIKA_DATABASE=database.url) as server:
            played = games(server.url)
        with psycopg.connect(database.url, autocommit=True) as admin:
            if admin.execute("SELECT to_regclass('keys_ahead')").fetchone() != (None,):
                admin.execute("DELETE FROM keys_ahead")
            admin.execute("CREATE SEQUENCE IF NOT EXISTS kronika_places")  # copying asks for it
            layout = admin.execute("SELECT max(number) FROM migrations").fetchone()
        assert layout is not None
        rows = data / "rows"
        rows.mkdir()
        copy_out(psycopg.connect(database.url, autocommit=True), rows)
        (rows / "layout").write_text(str(layout[0]))
        if layout[0] < PLACES_SINCE:
            (rows / "places.json").unlink()
        with zipfile.ZipFile(folder / "postgresql.zip", "w", zipfile.ZIP_LZMA) as packed:
            for file in sorted(rows.iterdir()):
                packed.write(file, file.name)
        keep(folder, "postgresql", data, played)


if __name__ == "__main__":
    checkout, folder = Path(sys.argv[1]), FOLDER / sys.argv[2]
    folder.mkdir(exist_ok=True)
    for make in (sqlite, postgres):
        if make.__name__ in (sys.argv[3:] or ENGINES):
            make(checkout, folder)
