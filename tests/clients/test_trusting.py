"""The example client plays a game of its own, and refuses a service that shows different people different logs."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from kronika_client import Problem
from kronika_client.heads import SplitView

from api.app import create_app
from service.identity.tokens import grant
from service.operation.app import Kronika, compose, prepare
from service.system.settings import Settings
from tests.api.kit import bearer
from tests.clients.trusting import Player
from tests.service.leaves import sequence
from verifier import PASSED, verify
from verifier.note import read_note


class Operator:
    """A service whose operator may go on with a copy of it, under the same key, and show that to whom he likes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.views: list[Kronika] = []
        self.organiser = ""
        self.open("true")
        self.http = httpx.Client(transport=self.transport(0), base_url="http://kronika.example")

    def open(self, name: str) -> None:
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        settings = Settings(database=f"sqlite:///{folder / 'kronika.db'}", data=folder)
        prepare(settings)
        self.views.append(compose(settings))

    def transport(self, view: int) -> httpx.WSGITransport:
        return httpx.WSGITransport(app=create_app(self.views[view]))

    def fork(self) -> httpx.Client:
        """Another log with the same past, for other eyes."""
        name = f"copy-{len(self.views)}"
        (self.folder / name).mkdir()
        for key in ("signing.key", "secret.key"):
            shutil.copy(self.folder / "true" / key, self.folder / name / key)
        source = sqlite3.connect(self.folder / "true" / "kronika.db")
        target = sqlite3.connect(self.folder / name / "kronika.db")
        source.backup(target)
        source.close()
        target.close()
        self.open(name)
        return httpx.Client(transport=self.transport(-1), base_url="http://kronika.example")

    def table(self) -> str:
        made = self.http.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json()
        self.organiser = str(made["organiser_token"])
        return str(made["id"])


@pytest.fixture
def operator(tmp_path: Path) -> Iterator[Operator]:
    made = Operator(tmp_path)
    yield made
    for view in made.views:
        view.close()


def begun(operator: Operator) -> list[Player]:
    game = operator.table()
    players = [Player(operator.http, game, seat) for seat in (1, 2)]
    for player in players:
        player.sit_down(f"P{player.seat}")
    sequence(operator.views[0])
    for player in players:
        player.reveal()
    for player in players:
        player.check_start()
    return players


def turn(players: list[Player]) -> Player:
    return players[players[0].document()["to_act"][0] - 1]


def act(player: Player) -> None:
    player.act(player.legal_actions()[0])


def test_two_such_clients_play_and_nobody_could_have_chosen_without_both(operator: Operator) -> None:
    players = begun(operator)
    for _ in range(6):
        act(turn(players))
    players[0].follow()
    file = operator.http.get(f"/v1/games/{players[0].game}/audit").json()
    report = verify(file)
    assert [report[name].status for name in ("L0", "L2", "L3")] == [PASSED] * 3, report.as_dict()
    assert file["entries"] == [entry.decode() for entry in players[0].entries]


def test_a_log_that_was_forked_after_the_start_stops_the_client_with_both_notes(operator: Operator) -> None:
    players = begun(operator)
    elsewhere = operator.fork()
    player = turn(players)
    act(player)
    elsewhere.post(
        f"/v1/games/{player.game}/abandonment", headers=bearer(operator.organiser)
    ).raise_for_status()
    player.http = elsewhere
    with pytest.raises(SplitView) as split:
        player.follow()
    kept, shown = (read_note(note, player.vkey) for note in (split.value.known, split.value.given))
    assert kept.origin == shown.origin
    assert kept.root != shown.root
    player.http = operator.http
    with pytest.raises(SplitView):
        act(player)


class Divided(httpx.BaseTransport):
    """Takes what a client sends to one log, and shows it another."""

    def __init__(self, told: httpx.BaseTransport, shown: httpx.BaseTransport) -> None:
        self.told, self.shown = told, shown

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return (self.shown if request.method == "GET" else self.told).handle_request(request)


def test_who_is_shown_another_at_his_seat_keeps_his_seed(operator: Operator) -> None:
    game = operator.table()
    elsewhere = operator.fork()
    divided = httpx.Client(
        transport=Divided(operator.transport(0), operator.transport(-1)), base_url="http://kronika.example"
    )
    mine, theirs = Player(divided, game, 1), Player(operator.http, game, 2)
    with pytest.raises(Problem):
        mine.sit_down("Ada")
    theirs.sit_down("Bo")
    for seat in (1, 2):
        elsewhere.post(f"/v1/games/{game}/seats", json={"name": f"X{seat}", "seat": seat}).raise_for_status()
    operator.views[-1].store.append("", [], [grant(mine.token, game, "seat:1")])
    with pytest.raises(SplitView, match="somebody else at my seat"):
        mine.reveal()
    assert b"seed-revealed" not in b"".join(operator.views[0].repository.store.entries(game))


def test_a_head_that_shrinks_but_fits_is_no_split_view(operator: Operator) -> None:
    """An old head that the log grew from is nothing to complain of; one goes on with the newer one."""
    players = begun(operator)
    player = turn(players)
    behind = operator.fork()
    act(player)
    kept = player.note
    player.http = behind
    player.follow()
    assert player.note == kept
