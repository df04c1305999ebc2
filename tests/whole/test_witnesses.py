"""Two services that witness each other; one of them is killed, and what it was to cosign is cosigned when it is back."""

from __future__ import annotations

import json
import os
import signal
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from domain.ledger import cosignature
from domain.ledger.note import BadNote, parse_checkpoint, split
from service.operation.app import prepare
from service.system.settings import Settings
from tests.running import Server, free_port, start, stop, until


class Side:
    """One of the two services: it asks the other and is asked by it."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name, self.port = folder / name, name, free_port()
        self.folder.mkdir()
        database = f"sqlite:///{self.folder}/kronika.db"
        signer = prepare(Settings(data=self.folder, database=database, origin=name))
        self.vkey, self.witness_vkey = signer.vkey(name), signer.witness_vkey(name)

    def start(self, other: Side) -> Server:
        return start(
            self.folder,
            self.port,
            KRONIKA_ORIGIN=self.name,
            KRONIKA_WORKERS="1",
            KRONIKA_WITNESSED=other.vkey,
            KRONIKA_WITNESSES=f"{other.witness_vkey} http://127.0.0.1:{other.port}/v1/witness/checkpoints",
        )


def ask(server: Server, path: str, body: Any = None, token: str | None = None) -> Any:
    headers = {"Content-Type": "application/json"}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server.url + path, data, headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def begun(server: Server) -> tuple[str, str]:
    """A game that has begun: its id and the organiser's token."""
    made = ask(server, "/v1/games", {"ruleset": "age-of-war", "seats": 2})
    for name in ("Ada", "Bo"):
        ask(server, f"/v1/games/{made['id']}/seats", {"name": name})
    return made["id"], made["organiser_token"]


def cosigned(server: Server, game: str, number: int) -> list[dict[str, str]]:
    """The game's cosignatures, as soon as there are so many."""

    def found() -> list[dict[str, str]]:
        there: list[dict[str, str]] = ask(server, f"/v1/games/{game}/ledger/cosignatures")["cosignatures"]
        return there if len(there) >= number else []

    return until(found, f"{number} cosignatures")


def log_cosigned(server: Server, vkey: str) -> str:
    """The newest checkpoint of the log of logs, as soon as this witness has cosigned it."""

    def found() -> str:
        with urllib.request.urlopen(f"{server.url}/v1/log/checkpoint", timeout=60) as response:
            return cosignature.verified(response.read().decode(), vkey)

    return until(found, "a cosigned log", BadNote)


def kill(server: Server) -> None:
    assert server.process is not None
    os.killpg(server.process.pid, signal.SIGKILL)
    server.process.wait()


@pytest.mark.soak
def test_two_services_witness_each_other_and_a_kill_loses_nothing(tmp_path: Path) -> None:
    ada, bo = Side(tmp_path, "ada.example"), Side(tmp_path, "bo.example")
    here = ada.start(bo)
    there = bo.start(ada)
    try:
        game, organiser = begun(here)
        theirs, _ = begun(there)
        assert cosigned(there, theirs, 1)[0]["vkey"] == ada.witness_vkey
        [at_start] = cosigned(here, game, 1)
        before = parse_checkpoint(split(log_cosigned(here, bo.witness_vkey))[0])
        kill(there)
        assert ask(here, f"/v1/games/{game}/abandonment", {}, organiser)["status"] == "abandoned"
        assert ask(here, f"/v1/games/{game}/ledger/cosignatures")["cosignatures"] == [at_start]
        there = bo.start(ada)
        both = cosigned(here, game, 2)
        after = parse_checkpoint(split(log_cosigned(here, bo.witness_vkey))[0])
        assert after.origin == before.origin == "ada.example/log"
        assert after.size > before.size > 0
        file = ask(here, f"/v1/games/{game}/audit")
        assert file["cosignatures"] == both
        assert both[0] == at_start
        check(both, file["entries"], file["checkpoint"], bo.witness_vkey)
        rolled_back(there, file["checkpoint"], len(file["entries"]))
    finally:
        stop(here)
        stop(there)


def check(cosignatures: list[dict[str, str]], entries: list[str], checkpoint: str, vkey: str) -> None:
    heads = [parse_checkpoint(split(it["note"])[0]) for it in cosignatures]
    for it in cosignatures:
        assert it["vkey"] == vkey
        assert cosignature.verified(it["note"], vkey) == it["note"]
    kinds = [json.loads(entry)["t"] for entry in entries]
    assert kinds.index("game-started") < heads[0].size < heads[1].size == len(entries)
    assert heads[1] == parse_checkpoint(split(checkpoint)[0])


def rolled_back(witness: Server, checkpoint: str, size: int) -> None:
    """Killed and back, the witness still knows the head that it cosigned last."""
    request = urllib.request.Request(
        f"{witness.url}/v1/witness/checkpoints", f"old 0\n\n{checkpoint}".encode()
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=60)
    assert (refused.value.code, refused.value.read()) == (409, f"{size}\n".encode())
