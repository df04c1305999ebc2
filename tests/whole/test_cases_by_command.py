"""Whoever runs the service lists cases, checks their bundles and erases what was written in them, by command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.kit import bearer
from tests.running import Server
from tests.whole.command import kronika

CLAIM = "He took the dice up before anybody had read them."


class Case:
    """A case of a game of Age of War that the first seat has opened, and the referee who has it."""

    def __init__(self, client: httpx.Client, data: Path) -> None:
        self.client, self.data = client, data
        made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json()
        self.game, self.url = made["id"], f"/v1/games/{made['id']}"
        seats = [client.post(f"{self.url}/seats", json={"name": name}).json() for name in ("Ada", "Bo")]
        organiser = bearer(made["organiser_token"])
        code = client.post(f"{self.url}/referees", json={}, headers=organiser).json()["code"]
        accepted = {"code": code, "name": "Ref"}
        self.referee = client.post(f"{self.url}/referees/acceptances", json=accepted).json()["token"]
        claim = {"about": {"from": 3, "to": 4}, "claim": CLAIM, "wants": "explanation"}
        self.did("/disputes", claim, seats[0]["token"])
        self.did("/disputes/1/statements", {"text": "I did not."}, seats[1]["token"])

    def did(self, path: str, body: dict[str, Any], token: str, **headers: str) -> None:
        done = self.client.post(f"{self.url}{path}", json=body, headers={**bearer(token), **headers})
        assert done.status_code == 201, done.text

    def rule(self) -> None:
        """With nobody to appeal to the ruling is final at once."""
        self.did("/disputes/1/taking", {}, self.referee)
        version = self.client.get(self.url).json()["version"]
        ruling = {"kind": "stands", "findings": "All had read them.", "clauses": []}
        self.did("/disputes/1/rulings", ruling, self.referee, **{"If-Match": f'"{version}"'})

    def read(self, path: str = "") -> httpx.Response:
        return self.client.get(f"{self.url}/disputes/1{path}", headers=bearer(self.referee))

    def bundle(self, name: str) -> str:
        file = self.data / name
        file.write_bytes(self.read("/bundle").content)
        return str(file)


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        yield client


@pytest.fixture
def case(client: httpx.Client, folder: Path) -> Case:
    return Case(client, folder)


def found(level: str, told: str) -> str:
    """What a verdict has beside a level."""
    row = next(line for line in told.splitlines() if line.startswith(f"│ {level} "))
    return row.split("│")[3].strip()


@pytest.mark.soak
def test_cases_are_listed_checked_and_erased_when_they_are_over(case: Case) -> None:
    listed = kronika(case.data, "disputes", "--game", case.game)
    assert listed.returncode == 0, listed.stderr
    assert "age-of-war" in listed.stdout
    assert case.game in listed.stdout  # whole, though nobody's terminal is so wide
    narrow = kronika(case.data, "disputes", "--game", case.game, FORCE_COLOR="1", COLUMNS="80").stdout
    assert case.game in narrow
    assert "…" not in narrow
    told = json.loads(kronika(case.data, "disputes", "--json", "--game", case.game).stdout)
    assert [(it["game"], it["dispute"], it["state"]) for it in told["disputes"]] == [(case.game, 1, "open")]
    assert "open" in listed.stdout
    early = kronika(case.data, "erase", case.game, "1", "--yes")
    assert early.returncode != 0
    assert CLAIM in case.read().text

    case.rule()
    assert "final" in kronika(case.data, "disputes", "--status", "final").stdout
    assert case.game not in kronika(case.data, "disputes", "--status", "open").stdout
    before = kronika(case.data, "verify", case.bundle("before.zip"))
    assert before.returncode == 0, before.stdout + before.stderr

    erased = kronika(case.data, "erase", case.game, "1", "--yes")
    assert (erased.returncode, erased.stdout) == (0, f"erased: 3 texts of case 1 of game {case.game}\n")
    assert CLAIM not in case.read().text
    after = kronika(case.data, "verify", case.bundle("after.zip"))
    assert after.returncode == 0, after.stdout + after.stderr
    assert found("B2", before.stdout) == "passed"
    assert found("B2", after.stdout) == "not available"


@pytest.mark.soak
def test_nothing_is_erased_unasked(case: Case) -> None:
    case.rule()
    done = kronika(case.data, "erase", case.game, "1")
    assert done.returncode != 0
    assert "nothing was erased" in done.stderr
    assert CLAIM in case.read().text
