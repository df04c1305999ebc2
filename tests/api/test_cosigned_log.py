"""The log of logs of one service, cosigned by others: all of them in this process, joined by WSGI."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from flask.testing import FlaskClient

from api.app import create_app
from domain.ledger import cosignature, note
from domain.table.events import Witnessed
from service.log import log_cosigning, submitting
from service.log.cosignatures import REQUEST
from service.log.cosigning import WitnessClient
from service.log.log_cosigning import LogCosigner
from service.log.transparency.cosigned_heads import cosignatures_of, heads_with_quorum
from service.operation.app import Kronika, compose, prepare
from service.store import Statement
from service.system.settings import Settings
from tests.api.conforming import ConformingClient
from tests.service.leaves import sequence
from tests.service.preparing import prepared
from tests.soaking import soaked
from tests.store.conftest import new_database
from verifier import verify

NAMES = ("w1.example", "w2.example", "w3.example")


class Silent(httpx.BaseTransport):
    """A witness that cannot be reached."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("no route")


def _client(kronika: Kronika) -> FlaskClient:
    app = create_app(kronika)
    app.test_client_class = ConformingClient
    return app.test_client()


class Hall:
    """A service, its three witnesses, and the connections between them."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, urls: Mapping[str, str]) -> None:
        self.folder, self.urls = folder, urls
        self.mounts: dict[str, httpx.BaseTransport] = {}
        client = httpx.Client
        monkeypatch.setattr(
            submitting.httpx, "Client", lambda **given: client(transport=Switch(self.mounts), **given)
        )
        service = prepare(self.settings("a.example"))
        self.vkey = service.vkey("a.example")
        self.witnesses = {name: self.open_witness(name) for name in NAMES}
        self.vkeys = [self.witnesses[name].signer.witness_vkey(name) for name in NAMES]
        pairs = zip(self.vkeys, NAMES, strict=True)
        self.kronika = compose(
            self.settings(
                "a.example",
                KRONIKA_WITNESSES=",".join(
                    f"{vkey} http://{name}/v1/witness/checkpoints" for vkey, name in pairs
                ),
                KRONIKA_QUORUM="2",
            )
        )
        self.client = _client(self.kronika)
        self.cosigner = self.new_cosigner()

    def settings(self, name: str, **more: str) -> Settings:
        return Settings.from_env(
            {
                "KRONIKA_DATA": str(self.folder / name),
                "KRONIKA_DATABASE": self.urls.get(name, ""),
                "KRONIKA_ORIGIN": name,
                "KRONIKA_LIMITS": "off",
                **more,
            }
        )

    def open_witness(self, name: str) -> Kronika:
        settings = self.settings(name, KRONIKA_WITNESSED=self.vkey)
        prepared(settings)
        kronika = compose(settings)
        self.mounts[name] = httpx.WSGITransport(create_app(kronika))
        return kronika

    def new_cosigner(self) -> LogCosigner:
        kronika = self.kronika
        return LogCosigner(kronika.store, kronika.repository.logs, kronika.signer, kronika.settings.witnesses)

    def game(self) -> str:
        """A game that has begun; all its leaves are sequenced."""
        made = self.client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json
        for name in ("Ada", "Bo"):
            self.client.post(f"/v1/games/{made['id']}/seats", json={"name": name})
        sequence(self.kronika)
        return str(made["id"])

    def cosign(self) -> None:
        self.cosigner.ask()
        sequence(self.kronika)

    def who(self) -> set[str]:
        """The witnesses that have cosigned the newest head; their cosignatures are good."""
        log = self.kronika.repository.logs.current()
        head = log.head()
        found = cosignatures_of(self.kronika.store, log.origin, head.size)
        for it in found:
            assert cosignature.verified(it.note, it.vkey) == it.note
            assert note.parse_checkpoint(note.split(it.note)[0])[1:] == (head.size, head.root)
        return {it.vkey.partition("+")[0] for it in found}

    def roll_back(self, name: str) -> None:
        """Put the witness's files back as they were at `keep`."""
        self.witnesses[name].close()
        shutil.rmtree(self.folder / name)
        shutil.copytree(self.folder / f"{name}.kept", self.folder / name)
        self.witnesses[name] = self.open_witness(name)

    def keep(self, name: str) -> None:
        self.witnesses[name].close()
        shutil.copytree(self.folder / name, self.folder / f"{name}.kept")
        self.witnesses[name] = self.open_witness(name)

    def close(self) -> None:
        for kronika in (self.kronika, *self.witnesses.values()):
            kronika.close()


class Switch(httpx.BaseTransport):
    """Finds the witness by its name at each request: it may have been started again."""

    def __init__(self, mounts: dict[str, httpx.BaseTransport]) -> None:
        self._mounts = mounts

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._mounts[request.url.host].handle_request(request)


@pytest.fixture(params=soaked(["sqlite", "postgresql"], rare=["postgresql"]))
def urls(request: pytest.FixtureRequest) -> Iterator[Mapping[str, str]]:
    """The database of the service, which is on PostgreSQL in the soak, and of one of its witnesses."""
    if request.param == "sqlite":
        yield {}
        return
    server = request.getfixturevalue("shared_postgresql")
    with new_database(server) as own, new_database(server) as of_witness:
        yield {"a.example": own, NAMES[2]: of_witness}


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, urls: Mapping[str, str]) -> Iterator[Hall]:
    made = Hall(tmp_path, monkeypatch, urls)
    yield made
    made.close()


def audit(hall: Hall, game: str) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(hall.client.get(f"/v1/games/{game}/audit").data)
    return found


def test_a_log_that_has_grown_is_cosigned_and_files_have_the_quorum(hall: Hall) -> None:
    game = hall.game()
    assert "service_log" not in audit(hall, game)
    hall.cosign()
    assert hall.who() == set(NAMES)
    file = audit(hall, game)
    assert {it["vkey"] for it in file["service_log"]["cosignatures"]} == set(hall.vkeys)
    [l1] = [level for level in verify(file, witnesses=hall.vkeys).levels if level.name == "L1"]
    assert l1.status == "passed", l1
    second = hall.game()
    assert hall.who() == set()
    hall.cosign()
    assert hall.who() == set(NAMES)
    assert "service_log" in audit(hall, second)
    assert audit(hall, game)["service_log"] == file["service_log"]


def test_the_checkpoint_that_is_served_has_the_cosignatures(hall: Hall) -> None:
    hall.game()
    alone = hall.client.get("/v1/log/checkpoint").text
    hall.cosign()
    together = hall.client.get("/v1/log/checkpoint").text
    assert together.startswith(alone)
    for vkey in hall.vkeys:
        assert cosignature.verified(together, vkey)
    note.verify(together, hall.kronika.signer.vkey("a.example/log"))


def test_an_empty_log_is_not_sent(hall: Hall) -> None:
    hall.mounts |= dict.fromkeys(NAMES, Silent())
    hall.cosign()
    assert hall.who() == set()
    hall.mounts.clear()  # nobody may be asked
    hall.cosign()


def test_a_silent_witness_delays_nobody_and_is_asked_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaks = hall.mounts["w3.example"]
    hall.mounts["w3.example"] = Silent()
    game = hall.game()
    hall.cosign()
    assert hall.who() == {"w1.example", "w2.example"}
    assert len(audit(hall, game)["service_log"]["cosignatures"]) == 2
    hall.mounts["w3.example"] = speaks
    hall.cosign()
    assert hall.who() == {"w1.example", "w2.example"}
    later = log_cosigning.time.monotonic() + log_cosigning.LONGEST_PAUSE
    monkeypatch.setattr(log_cosigning.time, "monotonic", lambda: later)
    hall.cosign()
    assert hall.who() == set(NAMES)


def test_less_than_the_quorum_settles_nothing(hall: Hall) -> None:
    hall.mounts |= {"w2.example": Silent(), "w3.example": Silent()}
    game = hall.game()
    hall.cosign()
    assert hall.who() == {"w1.example"}
    assert "service_log" not in audit(hall, game)


def test_the_same_head_is_cosigned_again_after_hours(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.game()
    hall.cosign()
    before = hall.client.get("/v1/log/checkpoint").text
    kept = dict(hall.mounts)
    hall.mounts.clear()  # nobody may be asked
    hall.cosign()
    hall.mounts |= kept
    later = log_cosigning.now() + log_cosigning.AGAIN
    for module in ("log_cosigning", "witnessing", "transparency.cosigned_heads"):
        monkeypatch.setattr(f"service.log.{module}.now", lambda: later)
    hall.cosign()
    after = hall.client.get("/v1/log/checkpoint").text
    assert hall.who() == set(NAMES)
    assert after != before
    assert after.partition("\n\n")[0] == before.partition("\n\n")[0]


def test_two_heads_a_day_at_least() -> None:
    assert 2 * (log_cosigning.AGAIN + 1000 * log_cosigning.LONGEST_PAUSE) < 24 * 3_600_000


@pytest.mark.parametrize("again", ["the same head", "a larger head"])
def test_a_witness_that_was_rolled_back_is_shown_its_own_cosignature(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, again: str
) -> None:
    hall.game()
    hall.cosign()
    hall.keep("w1.example")
    hall.game()
    hall.cosign()
    hall.roll_back("w1.example")
    if again == "a larger head":
        hall.game()
    else:
        later = log_cosigning.now() + log_cosigning.AGAIN
        monkeypatch.setattr(log_cosigning, "now", lambda: later)
    hall.cosign()
    with hall.witnesses["w1.example"].witness._file.locked() as heads:
        last = heads.last("a.example/log")
    assert last is not None
    assert last.stopped
    if again == "a larger head":
        assert hall.who() == {"w2.example", "w3.example"}


def test_a_witness_of_games_that_was_rolled_back_is_shown_its_own_cosignature(hall: Hall) -> None:
    """The witness cosigned the start; then it lost that, and has to cosign the end."""
    game, witness = hall.game(), hall.kronika.settings.witnesses[0]
    origin = str(orjson.loads(audit(hall, game)["entries"][0])["d"]["origin"])

    def cosign(stage: str) -> bool:
        hall.kronika.store.append("", [], [Statement(REQUEST, (game, witness.vkey, stage))])
        return WitnessClient(hall.kronika.repository, witness).request_cosignatures()

    hall.keep("w1.example")
    assert cosign("start")
    hall.roll_back("w1.example")
    assert not cosign("end")
    with hall.witnesses["w1.example"].witness._file.locked() as heads:
        last = heads.last(origin)
    assert last is not None
    assert last.stopped


def test_a_quorum_counts_promised_witnesses_of_one_head(hall: Hall) -> None:
    hall.game()
    hall.cosign()
    log, store = hall.kronika.repository.logs.current(), hall.kronika.store
    size = log.head().size
    for promised, number in (
        (Witnessed(3, tuple(hall.vkeys)), 1),
        (Witnessed(2, tuple(hall.vkeys[:2])), 1),
        (Witnessed(2, (hall.vkeys[0], "other+00000000+AAAA")), 0),
    ):
        assert len(list(heads_with_quorum(store, log.origin, promised, 1))) == number
    assert list(heads_with_quorum(store, log.origin, Witnessed(1, tuple(hall.vkeys)), size + 1)) == []


def test_the_document_says_how_far_a_game_is_cosigned_and_who_is_silent(hall: Hall) -> None:
    game = hall.game()
    url, witnesses = f"/v1/games/{game}", hall.kronika.settings.witnesses
    first = hall.client.get(url)
    assert "cosigned" not in first.json
    for witness in witnesses:
        hall.kronika.store.append("", [], [Statement(REQUEST, (game, witness.vkey, "start"))])
    asked = hall.client.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert asked.json["cosigned"] == {"entries": 0, "at": None, "by": 0, "of": 3, "silent": list(NAMES)}
    for witness in witnesses[:2]:
        WitnessClient(hall.kronika.repository, witness).request_cosignatures()
    then = hall.client.get(url, headers={"If-None-Match": asked.headers["ETag"]})
    told = then.json["cosigned"]
    assert (told["entries"], told["by"], told["of"]) == (then.json["version"], 2, 3)
    assert told["silent"] == ["w3.example"]
    assert told["at"] is not None
    same = hall.client.get(url, headers={"If-None-Match": then.headers["ETag"]})
    assert same.status_code == 304
    state = hall.client.get(f"{url}/states/{then.json['version']}")
    assert "cosigned" not in state.json  # it may be cached for good
