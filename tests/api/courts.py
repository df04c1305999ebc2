"""A table whose referees accepted before the start, so that nobody is marked, and the bundles of its cases."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from flask.testing import FlaskClient

from cli.verify import check
from domain.ledger.bundle import MANIFEST, BundleId, bundle
from service.operation.app import Kronika
from tests.api.desk import Desk
from tests.api.kit import bearer
from verifier import Known, Report

Files = dict[str, bytes]


class Court(Desk):
    """A game that has begun under its referees."""

    @classmethod
    def at(cls, client: FlaskClient, heads: tuple[bool, ...] = (False, True), **more: Any) -> Court:
        made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2, **more}).json
        game = cls(client, made["id"], made["organiser_token"], {})
        for head in heads:
            game.appoint(head)
        for name in ("Ada", "Bo"):
            taken = client.post(f"{game.url}/seats", json={"name": name}).json
            game.tokens[taken["seat"]] = taken["token"]
        game.played = game.version
        return game

    def heard(self, **more: Any) -> int:
        """A case that both seats have spoken in, which referee 1 has taken."""
        about = {"from": self.played - 1, "to": self.played}
        number = self.opened(**{"about": about, **more})
        given = self.post(f"/disputes/{number}/statements", 2, {"text": "Nie.", "lang": "pl"})
        assert given.status_code == 201, given.json
        assert self.referee(1, f"/{number}/taking").status_code == 201
        return number

    def bundle(self, token: str | None = None, number: int = 1) -> bytes:
        opened = bearer(token) if token else {}
        answer = self.client.get(f"{self.url}/disputes/{number}/bundle", headers=opened)
        assert (answer.status_code, answer.mimetype) == (200, "application/zip"), answer.data
        return bytes(answer.data)


def files(data: bytes) -> Files:
    with ZipFile(BytesIO(data)) as container:
        return {name: container.read(name) for name in container.namelist()}


def judged(data: bytes) -> Report:
    """What `kronika verify` says of a bundle."""
    return check({"": data}, Known())[""]


def signed(kronika: Kronika, data: bytes, **changed: Any) -> bytes:
    """The bundle with other files and members of its manifest (by their names), signed again by the key of the game."""
    content = files(data)
    manifest = json.loads(content.pop(MANIFEST))
    about = {name: changed.pop(name, manifest[name]) for name in BundleId._fields}
    content |= {name.replace("_", "."): it for name, it in changed.items()}
    return bundle(BundleId(**about), content, kronika.repository.signer.checkpoint)


def forged(kronika: Kronika, data: bytes, name: str, change: Callable[[Any], Any]) -> bytes:
    """The bundle with something changed in one of its JSON files, signed again by the key of the game."""
    tree = json.loads(files(data)[name])
    change(tree)
    return signed(kronika, data, **{name.replace(".", "_"): written(tree)})


def written(tree: Any) -> bytes:
    """A JSON file of a bundle."""
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
