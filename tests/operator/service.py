"""A service whose operator has changed its code, and the honest clients that play there over HTTP."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
from kronika_client.heads import NotYet, SplitView

from api.app import create_app
from api.resources import boards
from domain.table.fold import Fold
from service.log.head_journal import FILE as HEADS
from service.operation.app import Kronika, compose, prepare
from service.system.settings import Settings
from tests.api.kit import bearer
from tests.clients.trusting import Player
from tests.few_draws import few_draws
from tests.service.leaves import sequence
from verifier.known import now
from verifier.tiles import log_at
from verifier.whole_log import read_log

Json = dict[str, Any]
KEYS = ("signing.key", "secret.key")
NAME = "play.example.org"
OF_THE_LOG = ("/ledger/log", "/audit", "/log/checkpoint")
"""The ends of paths whose answers depend on the log of logs."""
DATABASE, LOG = "kronika.db", "log"


class Transport(httpx.BaseTransport):
    """Leads to a service whose background worker has run before each request that asks for something of the log of logs."""

    def __init__(self, kronika: Kronika) -> None:
        self._kronika, self._app = kronika, httpx.WSGITransport(app=create_app(kronika))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.method == "GET" and request.url.path.endswith(OF_THE_LOG):
            sequence(self._kronika)
        return self._app.handle_request(request)


class Operator:
    """Runs one service in `folder`, and may run copies of it under the same keys."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.folder = folder
        self.settings = Settings(
            database=f"sqlite:///{folder / DATABASE}", data=folder, origin=NAME, limits=None, **settings
        )
        prepare(self.settings)
        self._less = ExitStack()
        self._less.enter_context(few_draws())
        undrawn = patch.object(boards, "drawing", lambda: None)  # drawing a judgment's boards takes seconds
        self._less.enter_context(undrawn)
        self.others: list[Operator] = []
        self.organisers: dict[str, str] = {}
        self.start()

    def start(self) -> None:
        self.kronika: Kronika = compose(self.settings)
        self.http = httpx.Client(transport=Transport(self.kronika), base_url=f"http://{NAME}")

    def close(self) -> None:
        for other in self.others:
            other.close()
        self.http.close()
        self.kronika.close()
        self._less.close()

    @contextmanager
    def changed(self, owner: Any, name: str, replacement: Any) -> Iterator[None]:
        """Meanwhile the service runs with this function replaced. Its clients and its readers use none of it."""
        with patch.object(owner, name, replacement):
            yield

    # -- requests

    def post(self, path: str, body: Json | None = None, token: str = "", version: int | None = None) -> Json:
        """`version` is the one that the request is for."""
        headers = (bearer(token) if token else {}) | ({} if version is None else {"If-Match": f'"{version}"'})
        answer = self.http.post(f"/v1/{path}", json=body or {}, headers=headers)
        assert answer.is_success, answer.text
        return dict(answer.json())

    def get(self, path: str, token: str = "") -> Json:
        return dict(self.http.get(f"/v1/{path}", headers=bearer(token) if token else {}).json())

    def create(self, ruleset: str = "age-of-war", **terms: Any) -> str:
        made = self.post("games", {"ruleset": ruleset, "seats": 2, **terms})
        self.organisers[made["id"]] = made["organiser_token"]
        return str(made["id"])

    def audit(self, game: str) -> Json:
        """The audit file, as a stranger gets it."""
        return self.get(f"games/{game}/audit")

    def as_organiser(self, game: str, path: str, body: Json | None = None) -> Json:
        return self.post(f"games/{game}/{path}", body, self.organisers[game])

    def abandoned(self, game: str) -> Json:
        """The audit file once the organiser has ended the game, so that all of it is disclosed."""
        self.as_organiser(game, "abandonment")
        return self.audit(game)

    def referee(self, game: str, head: bool = True) -> str:
        """The token of a referee whom the organiser appoints."""
        made = self.as_organiser(game, "referees", {"head": head})
        body = {"code": made["code"], "name": f"Ref {made['referee']}"}
        return str(self.post(f"games/{game}/referees/acceptances", body)["token"])

    def whole_log(self, later: int = 0) -> Json:
        """What a reader knows who has read the whole log, so many milliseconds from now."""
        sequence(self.kronika)
        at = now() + later
        folder = self.kronika.repository.logs.current().folder.path
        return {"log": read_log(log_at(str(folder)), at), "now": at}

    # -- clients

    def seated(self, game: str) -> list[Player]:
        """Two honest clients, each with a key and a seed; nobody has revealed one."""
        players = [Player(self.http, game, seat) for seat in (1, 2)]
        for player in players:
            player.sit_down(f"P{player.seat}")
        return players

    def begun(self, ruleset: str = "age-of-war", **terms: Any) -> list[Player]:
        players = self.seated(self.create(ruleset, **terms))
        for player in players:
            player.reveal()
        for player in players:
            player.check_start()
        return players

    # -- the operator's own hands

    def write(self, game: str, *events: tuple[str, Any], one_action: bool = False) -> None:
        """Write events that nobody decided: (actor, event) each, as actions of their own or as one."""
        loaded = self.kronika.repository.get(game)
        fold = Fold(loaded.ruleset, loaded.table)
        fold.log = self.kronika.repository.versions.log(loaded)
        for n, (actor, event) in enumerate(events):
            if n == 0 or not one_action:
                fold.begin_action(actor)
            fold.actor = actor
            fold.record(event)
        self.kronika.repository.commit(loaded, fold)

    def copy(self, **settings: Any) -> Operator:
        """Another service with the same keys and the same past, for other eyes."""
        folder = self.folder / f"copy-{len(self.others)}"
        self.back_up(folder)
        for key in KEYS:
            shutil.copy(self.folder / key, folder / key)
        copy = self.beside(Operator(folder, **settings))
        copy.organisers = dict(self.organisers)
        return copy

    def beside(self, other: Operator) -> Operator:
        """Another service, which is closed with this one."""
        self.others.append(other)
        return other

    def another(self, **settings: Any) -> Operator:
        """A new service beside this one, under keys of its own."""
        folder = self.folder / f"another-{len(self.others)}"
        folder.mkdir()
        return self.beside(Operator(folder, **settings))

    def back_up(self, target: Path) -> None:
        """Copy the database and the log of logs into a new folder."""
        sequence(self.kronika)
        target.mkdir()
        shutil.copytree(self.folder / LOG, target / LOG)
        source, copied = sqlite3.connect(self.folder / DATABASE), sqlite3.connect(target / DATABASE)
        source.backup(copied)
        source.close()
        copied.close()

    def restore(self, backup: Path) -> None:
        """Go back to a backup, with the log of logs, and forget the heads that were signed since."""
        self.http.close()
        self.kronika.close()
        for file in (*self.folder.glob(f"{DATABASE}*"), *self.folder.glob(f"{HEADS}*")):
            file.unlink()
        shutil.rmtree(self.folder / LOG)
        shutil.copytree(backup, self.folder, dirs_exist_ok=True)
        prepare(self.settings)
        self.start()


def turn(players: Sequence[Player]) -> Player:
    return players[players[0].document()["to_act"][0] - 1]


def play(players: Sequence[Player], actions: int = 1) -> Player:
    """So many actions, each the first legal one of whoever is to act; the player who acted last."""
    for _ in range(actions):
        player = turn(players)
        player.act(player.legal_actions()[0])
    return player


def take_back(player: Player) -> None:
    """A signed request to take back the player's last action."""
    signed = player.signed({"type": "table.undo-request"}, player.follow())
    player.post("/undo-requests", {"signed": signed})


def unlisted(file: Json) -> Json:
    """A file whose leaves in the log of logs are held back, because L1 would fail."""
    return {name: value for name, value in file.items() if name != "service_log"}


def complaint(does: Callable[[], object]) -> str:
    """What an honest client says when it stops there; nothing if it does not."""
    try:
        does()
    except (SplitView, NotYet) as stopped:
        return str(stopped)
    return ""
