"""A service that witnesses others' logs: it cosigns what continues the head it saw last, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import create_app
from domain.ledger import cosignature, note
from domain.ledger.cosignature import Submission
from domain.ledger.merkle import consistency_path, leaf_hash, tree_root
from service.operation.app import compose
from service.system.settings import BadSetting, Settings
from tests.api.conforming import ConformingClient
from tests.service.preparing import prepared
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url

__all__ = ["postgres_url", "server", "sqlite_url", "url"]
ORIGIN = "games.example/g/6f1c0b7e-90ab-4d6e-8f3e-0123456789ab"
LOG = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(range(2, 34)))
SERVICE = note.make_vkey("games.example", LOG.public_key().public_bytes_raw())
LEAVES = [leaf_hash(b"entry %d" % n) for n in range(40)]
FORKED = [*LEAVES[:5], *(leaf_hash(b"another %d" % n) for n in range(35))]
PATH = "/v1/witness/checkpoints"


def settings(folder: Path, url: str = "") -> Settings:
    return Settings.from_env(
        {
            "KRONIKA_DATABASE": url,
            "KRONIKA_DATA": str(folder),
            "KRONIKA_ORIGIN": "witness.example",
            "KRONIKA_WITNESSED": SERVICE,
        }
    )


class Asked:
    """A witness with its database at `url`, or in its folder, and a log that asks it."""

    def __init__(self, folder: Path, url: str = "") -> None:
        prepared(settings(folder, url))
        self.kronika = compose(settings(folder, url))
        app = create_app(self.kronika)
        app.test_client_class = ConformingClient
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.vkey = self.kronika.signer.witness_vkey("witness.example")

    def post(self, body: str | bytes) -> TestResponse:
        return self.app.test_client().post(PATH, data=body)

    def ask(
        self,
        old: int,
        size: int,
        leaves: list[bytes] = LEAVES,
        origin: str = ORIGIN,
        key: Ed25519PrivateKey = LOG,
        proof: list[bytes] | None = None,
    ) -> TestResponse:
        signed = note.sign(note.Checkpoint(origin, size, tree_root(leaves[:size])).text(), origin, key)
        path = consistency_path(leaves[:size], min(old, size)) if proof is None else proof
        return self.post(Submission(old, path, signed).text())

    def cosigned(self, answer: TestResponse, size: int, leaves: list[bytes] = LEAVES) -> bool:
        text = note.Checkpoint(ORIGIN, size, tree_root(leaves[:size])).text()
        return (
            answer.status_code == 200
            and cosignature.verified(f"{text}\n{answer.text}", self.vkey) == f"{text}\n{answer.text}"
        )


@pytest.fixture
def witness(tmp_path: Path, url: str) -> Iterator[Asked]:
    asked = Asked(tmp_path, url)
    yield asked
    asked.kronika.close()


def test_heads_that_continue_each_other_are_cosigned(witness: Asked) -> None:
    for old, size in ((0, 3), (3, 4), (4, 17), (17, 40)):
        assert witness.cosigned(witness.ask(old, size), size)


def test_the_same_head_may_be_cosigned_again(witness: Asked) -> None:
    assert witness.cosigned(witness.ask(0, 7), 7)
    assert witness.cosigned(witness.ask(7, 7), 7)


def test_who_does_not_know_the_last_head_is_told_its_size(witness: Asked) -> None:
    witness.ask(0, 7)
    for old, size in ((0, 9), (6, 9), (8, 9), (0, 7)):
        answer = witness.ask(old, size)
        assert (answer.status_code, answer.content_type, answer.data) == (409, "text/x.tlog.size", b"7\n")
    assert witness.cosigned(witness.ask(7, 9), 9)


def test_a_log_that_shrank_is_not_cosigned(witness: Asked) -> None:
    witness.ask(0, 7)
    assert witness.ask(6, 6).data == b"7\n"
    assert witness.ask(7, 6).status_code == 400


def test_a_split_view_is_not_cosigned(witness: Asked) -> None:
    witness.ask(0, 7)
    assert (witness.ask(7, 7, FORKED).status_code, witness.ask(7, 9, FORKED).status_code) == (409, 422)
    assert witness.ask(7, 9, FORKED, proof=consistency_path(LEAVES[:9], 7)).status_code == 422
    assert witness.cosigned(witness.ask(7, 9), 9)


@pytest.mark.parametrize("proof", [[], [bytes(32)], [*consistency_path(LEAVES[:9], 7), bytes(32)]])
def test_a_proof_is_exactly_the_one(witness: Asked, proof: list[bytes]) -> None:
    witness.ask(0, 7)
    assert witness.ask(7, 9, proof=proof).status_code == 422


def test_a_first_head_has_no_proof(witness: Asked) -> None:
    assert witness.ask(0, 7, proof=[bytes(32)]).status_code == 422
    assert witness.cosigned(witness.ask(0, 7), 7)


def test_only_known_logs_with_their_own_key_are_cosigned(witness: Asked) -> None:
    assert witness.ask(0, 7, origin="games.example.org/g/1").status_code == 404
    assert witness.ask(0, 7, origin="games.example").status_code == 404
    assert witness.ask(0, 7, key=STRANGER).status_code == 403
    other = note.sign(note.Checkpoint(ORIGIN, 7, bytes(32)).text(), "games.example/g/2", LOG)
    assert witness.post(Submission(0, (), other).text()).status_code == 403


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"old 0\n",
        b"\xff",
        b"old 0\n\n",
        b"old 0\n\ntext\n\n- a b\n",
        Submission(0, (), note.sign("no head\n", ORIGIN, LOG)).text().encode(),
        Submission(0, (), note.sign(note.Checkpoint(ORIGIN, 2**63, bytes(32)).text(), ORIGIN, LOG))
        .text()
        .encode(),
    ],
)
def test_what_is_no_submission_is_refused_and_leaves_nothing(witness: Asked, body: bytes) -> None:
    assert witness.post(body).status_code == 400
    assert witness.kronika.store.query("SELECT * FROM witnessed_heads") == []


def test_of_requests_at_once_no_two_go_on_from_the_same_head(witness: Asked) -> None:
    witness.ask(0, 5)
    asked = [(size, leaves) for size in range(6, 12) for leaves in (LEAVES, FORKED)]
    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda it: witness.ask(5, it[0], it[1]), asked))
    given = [it for it, answer in zip(asked, answers, strict=True) if answer.status_code == 200]
    assert len(given) == 1
    assert {answer.status_code for answer in answers} == {200, 409}
    size = given[0][0]
    assert witness.ask(0, 30).data == f"{size}\n".encode()


def test_what_was_cosigned_is_known_after_a_new_start(tmp_path: Path, url: str) -> None:
    first = Asked(tmp_path, url)
    first.ask(0, 7)
    first.kronika.close()
    second = Asked(tmp_path, url)
    assert second.vkey == first.vkey
    assert second.ask(0, 5, FORKED).data == b"7\n"
    second.kronika.close()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KRONIKA_WITNESSED", "games.example"),
        ("KRONIKA_WITNESSED", cosignature.make_vkey("games.example", LOG.public_key().public_bytes_raw())),
        ("KRONIKA_WITNESSES", SERVICE),
        ("KRONIKA_WITNESSES", f"{SERVICE} http://w.example/"),
        (
            "KRONIKA_WITNESSES",
            f"{cosignature.make_vkey('w', LOG.public_key().public_bytes_raw())} ftp://w.example/",
        ),
    ],
)
def test_settings_are_checked_when_they_are_read(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=name):
        Settings.from_env({name: value})
