"""The log of logs over HTTP: what a monitor, a witness or a client reads is the tree under the signed head."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from domain.ledger import merkle, note
from domain.ledger.tiles import Tile, TileTree, from_bundle, tiles_of
from service.log.signing import Signer
from service.operation.app import Kronika, compose
from service.system.clock import now
from service.system.settings import Settings
from tests.service.preparing import prepared
from tests.service.test_log_of_logs import game_leaf, queue, sequence
from verifier.monitor import Monitor

SIZE = 600


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Kronika]:
    settings = Settings(database=f"sqlite:///{tmp_path / 'kronika.db'}", data=tmp_path, limits=None)
    prepared(settings)
    with closing(compose(settings)) as kronika:
        yield kronika


@pytest.fixture
def kronika(empty: Kronika) -> Kronika:
    queue(empty, *map(game_leaf, range(SIZE)))
    sequence(empty)
    return empty


@pytest.fixture
def client(kronika: Kronika) -> FlaskClient:
    return create_app(kronika).test_client()


def test_a_stranger_reads_the_whole_log_and_finds_one_tree(client: FlaskClient, kronika: Kronika) -> None:
    signed = client.get("/v1/log/checkpoint")
    assert signed.mimetype == "text/plain"
    assert signed.headers["Cache-Control"] == "no-store"
    text = note.verify(signed.get_data(as_text=True), kronika.signer.vkey("kronika/log"))
    head = note.parse_checkpoint(text)
    assert head.size == SIZE

    def read(tile: Tile) -> bytes:
        answer = client.get(f"/v1/log/{tile.path}")
        assert answer.status_code == 200
        return answer.data

    assert TileTree(SIZE, read).root() == head.root
    bundles = [from_bundle(read(tile)) for tile in tiles_of(SIZE) if tile.level < 0]
    leaves = [entry for bundle in bundles for entry in bundle]
    assert merkle.tree_root([merkle.leaf_hash(entry) for entry in leaves]) == head.root


@pytest.mark.parametrize(
    ("path", "length", "caching"),
    [
        ("0/000", 256 * 32, "public, max-age=31536000, immutable"),
        ("1/000.p/2", 64, "public, max-age=60"),
        ("0/002.p/5", 160, "public, max-age=60"),
        ("0/000.p/200", 200 * 32, "public, max-age=60"),
    ],
)
def test_full_tiles_may_be_kept_for_ever(client: FlaskClient, path: str, length: int, caching: str) -> None:
    """Narrower ones are cut from wider ones, so that a client with an older head can go on."""
    answer = client.get(f"/v1/log/tile/{path}")
    assert (answer.status_code, len(answer.data)) == (200, length)
    assert answer.headers["Cache-Control"] == caching


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/v1/log/tile/0/002", "The log has 600 leaves"),
        ("/v1/log/tile/0/002.p/89", "The log has 600 leaves"),
        ("/v1/log/tile/2/000.p/1", "The log has 600 leaves"),
        ("/v1/log/tile/0/0", "No tile is called so"),
        ("/v1/log/tile/../checkpoint", "No tile is called so"),
        ("/v1/log/tile/entries/x000/000", "No tile is called so"),
        ("/v1/log/other/checkpoint", "never had a log of this name"),
        ("/v1/log/other/tile/0/000", "never had a log of this name"),
    ],
)
def test_what_the_log_does_not_have_is_not_found(client: FlaskClient, path: str, why: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert why in answer.get_json()["detail"]


def test_the_service_names_all_its_logs(client: FlaskClient, kronika: Kronika, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "log")
    lost = client.get("/v1/log/checkpoint")
    assert lost.status_code == 503
    assert "The log kronika/log cannot be used: checkpoint: No such file" in lost.get_json()["detail"]
    kronika.repository.logs.start("second", kronika.signer)
    assert client.get("/", headers={"Accept": "application/json"}).get_json()["logs"] == [
        {"origin": origin, "path": path, "vkey": kronika.signer.vkey(origin)}
        for origin, path in (("kronika/log", "/v1/log"), ("kronika/log/second", "/v1/log/second"))
    ]
    queue(kronika, game_leaf(1), log="kronika/log/second")
    sequence(kronika)
    signed = client.get("/v1/log/second/checkpoint").get_data(as_text=True)
    assert note.parse_checkpoint(note.verify(signed, kronika.signer.vkey("kronika/log/second"))).size == 1
    assert from_bundle(client.get("/v1/log/second/tile/entries/000.p/1").data)
    assert client.get("/v1/log/checkpoint").status_code == 503


def test_without_its_log_the_service_says_why_it_creates_no_game(client: FlaskClient, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "log")
    for path, body in (
        ("/v1/games", {"ruleset": "age-of-war", "seats": 2}),
        ("/v1/tournaments", {"ruleset": "age-of-war", "seats": 2, "games": 2}),
    ):
        refused = client.post(path, json=body)
        assert refused.status_code == 503, refused.get_json()
        assert "No game is created until its files are back" in refused.get_json()["detail"]
        assert str(tmp_path) not in refused.get_data(as_text=True)


def test_a_monitor_needs_nothing_but_the_address(
    empty: Kronika, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It asks for the key once, and then keeps to it."""
    client, asked = create_app(empty).test_client(), list[str]()

    def download(url: str) -> bytes:
        asked.append(url.removeprefix("http://kronika"))
        answer = client.get(asked[-1])
        if answer.status_code == 404:
            raise FileNotFoundError(url)
        return answer.data

    monkeypatch.setattr("verifier.tiles._download", download)
    follower = Monitor(tmp_path / "kept", [], [], [], now())
    for _ in range(2):
        client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2})
        sequence(empty)
        again = follower.look("http://kronika/v1/log")
        assert (again.new, again.problems) == (1, [])
    assert asked.count("/") == 1

    log = empty.repository.logs.current()
    stranger = Signer(bytes(range(32)))
    log.folder.write("checkpoint", stranger.checkpoint(log.origin, *log.head()[:2]).encode())
    assert follower.look("http://kronika/v1/log").problems == ["the checkpoint is not signed by kronika/log"]


def test_a_monitor_of_a_folder_is_given_its_key(kronika: Kronika, tmp_path: Path) -> None:
    follower = Monitor(tmp_path / "kept", [], [], [], now())
    [problem] = follower.look(str(tmp_path / "log")).problems
    assert problem.endswith("give the key yourself")
