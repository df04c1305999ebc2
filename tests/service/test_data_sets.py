"""The nightly data set: what is in it and what never is, its note, and what becomes of it when something fails."""

from __future__ import annotations

import gzip
import random
import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

import kronika as engine
from api.app import create_app
from domain.rulesets.age_of_war.components import FACES
from service.identity import hiding
from service.operation import dataset_files, datasets
from service.operation.dataset_files import FILES, today
from service.queries.exporting import export
from service.store import SecretsAltered, Statement, StoreUnusable
from tests.service.conftest import House
from tests.service.conftest import house as house
from tests.service.data_sets import make_data_set
from tests.service.playing import play
from tests.service.test_forking import fork

LATEST = "/v1/datasets/latest"


@pytest.fixture
def client(house: House) -> FlaskClient:
    return create_app(house.kronika).test_client()


def over(house: House, **terms: Any) -> str:
    """A game that is played to its end."""
    game, tokens = house.seated(ruleset="nagaraja", **terms)
    play(house, game, tokens, random.Random(1))
    return game


def lines(client: FlaskClient, name: str, day: str = "latest") -> list[dict[str, Any]]:
    answer = client.get(f"/v1/datasets/{day}/{name}")
    assert (answer.status_code, answer.mimetype) == (200, "application/gzip")
    return [orjson.loads(line) for line in gzip.decompress(answer.data).splitlines()]


def games_in(client: FlaskClient) -> tuple[set[str], set[str]]:
    rows, whole = (lines(client, name) for name in FILES[:2])
    return {row["game"] for row in rows}, {file["audit"]["game"] for file in whole}


@pytest.fixture
def tomorrow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes it a day later."""
    days = [today()]

    def pass_one() -> None:
        days[0] += timedelta(days=1)

    for module in (dataset_files, datasets):
        monkeypatch.setattr(module, "today", lambda: days[0])
    return pass_one


def test_only_finished_public_games_are_in_it(house: House, client: FlaskClient, tomorrow: Any) -> None:
    """No private, hidden, deleted, running or imported one, and no analysis; nothing of any of them, wherever it is."""
    public, shared = over(house), over(house)
    private, deleted = over(house, visibility="private"), over(house)
    running, tokens = house.seated(ruleset="nagaraja")
    play(house, running, tokens, random.Random(2), actions=5)
    analysis = fork(house, public, None, house.document(public)["version"] // 2)[0]
    hiding.hide(house.kronika.store, shared)
    hiding.delete(house.kronika.store, deleted)
    make_data_set(house.kronika)
    assert games_in(client) == ({public}, {public})
    everything = b"".join(gzip.decompress(client.get(f"{LATEST}/{name}").data) for name in FILES)
    for absent in (private, shared, deleted, running, analysis):
        assert absent.encode() not in everything
    hiding.show(house.kronika.store, shared)
    hiding.hide(house.kronika.store, public)
    tomorrow()
    make_data_set(house.kronika)
    assert games_in(client) == ({shared}, {shared})


def test_it_names_no_person_and_has_none_of_their_words(house: House, client: FlaskClient) -> None:
    game, organiser = house.create(ruleset="nagaraja")
    tokens = {n: house.sit(game, organiser, {"name": f"Name {n}"}) for n in (1, 2)}
    play(house, game, tokens, random.Random(1))
    answer = client.put(
        f"/v1/games/{game}/notes/9",
        json={"text": "A word of mine"},
        headers={"Authorization": f"Bearer {tokens[1]}"},
    )
    assert answer.status_code == 200
    exported = export(house.repository, game, None)
    assert all(word in exported for word in (b"Name 1", b"A word of mine"))
    make_data_set(house.kronika)
    for name in FILES:
        packed = gzip.decompress(client.get(f"{LATEST}/{name}").data)
        assert not any(word in packed for word in (b"Name ", b"A word of mine"))
    (row,), (whole,) = lines(client, FILES[0]), lines(client, FILES[1])
    assert row["players"] == ["#1", "#2"] == [it["name"] for it in whole["players"]]
    assert whole["audit"] == orjson.loads(exported)["audit"]


def test_the_note_proves_the_files(house: House, client: FlaskClient, tmp_path: Path) -> None:
    over(house)
    make_data_set(house.kronika)
    (listed,) = client.get("/v1/datasets").json["datasets"]
    note = client.get(listed["note"]).text
    assert note == client.get(f"{LATEST}/note").text
    for it in listed["files"]:
        file = tmp_path / it["name"]
        file.write_bytes(client.get(it["path"]).data)
        said = engine.verify_dataset(file, note, listed["vkey"])
        assert (said.origin, said.day) == ("kronika/log", listed["day"])
        assert (it["name"], it["rows"]) in {(found.name, found.rows) for found in said.files}
        assert (it["size"], it["rows"]) == (file.stat().st_size, len(lines(client, it["name"])))
    file = tmp_path / FILES[0]
    file.write_bytes(file.read_bytes() + b"\0")
    other = house.kronika.signer.vkey("kronika/log/other")
    for wrong in ((file, note, listed["vkey"]), (tmp_path / FILES[1], note, other)):
        with pytest.raises(engine.BadFile):
            engine.verify_dataset(*wrong)
    forged = note.replace(" 1 ", " 2 ")
    with pytest.raises(engine.BadFile):
        engine.verify_dataset(tmp_path / FILES[1], forged, listed["vkey"])
    head = client.get("/v1/log/checkpoint").text
    with pytest.raises(engine.BadFile):
        engine.verify_dataset(tmp_path / FILES[1], head, listed["vkey"])


def test_a_part_of_a_file_is_sent_and_an_unchanged_one_is_not(house: House, client: FlaskClient) -> None:
    over(house)
    make_data_set(house.kronika)
    path = f"{LATEST}/{FILES[1]}"
    whole = client.get(path)
    part = client.get(path, headers={"Range": "bytes=10-19", "If-Range": whole.headers["ETag"]})
    assert (part.status_code, part.data) == (206, whole.data[10:20])
    assert part.headers["Content-Range"] == f"bytes 10-19/{len(whole.data)}"
    changed = client.get(path, headers={"Range": "bytes=10-19", "If-Range": '"another"'})
    assert (changed.status_code, changed.data) == (200, whole.data)
    assert client.get(path, headers={"If-None-Match": whole.headers["ETag"]}).status_code == 304
    beyond = client.get(path, headers={"Range": "bytes=99999999-"})
    assert (beyond.status_code, beyond.json["type"]) == (416, "/problems/range-not-satisfiable")
    assert beyond.headers["Content-Range"] == f"bytes */{len(whole.data)}"
    for other in ("items=0-9", "10-19", "bytes=0-1,5-9", "bytes=99999999-,0-1", "bytes=x"):
        ignored = client.get(path, headers={"Range": other})
        assert (ignored.status_code, ignored.data) == (200, whole.data)
        ignored.close()  # its place is free again


def test_downloads_wait_for_a_place(house: House, client: FlaskClient) -> None:
    """Each that ends, or fails, gives its place back."""
    make_data_set(house.kronika)
    places = client.application.extensions["long_responses"]
    free = places.free
    for headers in ({}, {"Range": "bytes=0-1"}, {"Range": "bytes=99999999-"}):
        client.get(f"{LATEST}/{FILES[0]}", headers=headers, buffered=False).close()
    client.head(f"{LATEST}/{FILES[0]}").close()
    assert places.free == free


def test_a_crash_in_the_middle_leaves_the_one_before(
    house: House, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tomorrow: Any
) -> None:
    over(house)
    make_data_set(house.kronika)
    before = client.get(f"{LATEST}/note").text
    tomorrow()
    made = datasets.impersonal_file

    def full(*_: Any) -> bytes:
        raise OSError("No space left on device")

    monkeypatch.setattr(datasets, "impersonal_file", full)
    with pytest.raises(OSError, match="No space"):
        make_data_set(house.kronika)
    folder = house.kronika.settings.data / dataset_files.FOLDER
    assert not [*folder.glob("*.part")], "a full disk gets its room back"
    assert client.get(f"{LATEST}/note").text == before
    assert len(client.get("/v1/datasets").json["datasets"]) == 1
    monkeypatch.setattr(datasets, "impersonal_file", made)
    make_data_set(house.kronika)
    assert client.get(f"{LATEST}/note").text != before
    assert sorted(it.name for it in folder.iterdir()) == sorted(
        it["day"] for it in client.get("/v1/datasets").json["datasets"]
    )


def test_no_set_lacks_games_because_the_database_was_away(
    house: House, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One game that cannot be read is left out; without a database there is no data set."""
    altered, sound = over(house), over(house)
    made, failing = datasets.impersonal_file, [StoreUnusable("The database is away.")]

    def fails(repository: Any, loaded: Any) -> bytes:
        if loaded.id == altered:
            raise failing[0]
        return made(repository, loaded)

    monkeypatch.setattr(datasets, "impersonal_file", fails)
    with pytest.raises(StoreUnusable):
        make_data_set(house.kronika)
    assert client.get("/v1/datasets").json == {"datasets": []}
    failing[0] = SecretsAltered("Its secrets were altered.")
    make_data_set(house.kronika)
    assert games_in(client) == ({sound}, {sound})


def test_a_set_of_a_wrong_clock_is_not_the_latest(house: House, client: FlaskClient) -> None:
    make_data_set(house.kronika)
    folder = house.kronika.settings.data / dataset_files.FOLDER
    shutil.copytree(folder / str(today()), folder / "2999-01-01")
    assert [it["day"] for it in client.get("/v1/datasets").json["datasets"]] == [str(today())]
    make_data_set(house.kronika)
    assert [it.name for it in folder.iterdir()] == [str(today())]


def test_two_days_are_served_and_no_more_are_stored(house: House, client: FlaskClient, tomorrow: Any) -> None:
    folder = house.kronika.settings.data / dataset_files.FOLDER
    assert client.get(f"{LATEST}/note").status_code == 404
    assert client.get("/v1/datasets").json == {"datasets": []}
    days = []
    for _ in range(4):
        make_data_set(house.kronika)
        days.append(client.get("/v1/datasets").json["datasets"][0]["day"])
        tomorrow()
    assert sorted(it.name for it in folder.iterdir()) == days[-2:]
    assert [it["day"] for it in client.get("/v1/datasets").json["datasets"]] == days[-1:], "a day has passed"
    assert client.get(f"/v1/datasets/{days[-2]}/note").status_code == 404
    tomorrow()
    assert client.get(f"{LATEST}/note").status_code == 404, (
        "no worker made one, so what is stale is not served"
    )
    make_data_set(house.kronika)
    again = client.get(f"{LATEST}/note").text
    make_data_set(house.kronika)
    assert client.get(f"{LATEST}/note").text == again, "it is made once a day"


def test_nothing_else_is_served(house: House, client: FlaskClient) -> None:
    make_data_set(house.kronika)
    for day in ("2020-01-01", "..", "%2e%2e", "latest/..", "note"):
        for name in ("note", FILES[0], "signing.key"):
            assert client.get(f"/v1/datasets/{day}/{name}").status_code == 404, (day, name)
    assert client.get(f"{LATEST}/signing.key").status_code == 404


def test_refusals_are_counted_by_clause_and_day_without_who(
    house: House, client: FlaskClient, tomorrow: Any
) -> None:
    """Small counts are left out, for they could tell what one seat has tried."""
    for terms in ({}, {}, {"visibility": "private"}):
        game, tokens = house.seated(ruleset="age-of-war", **terms)
        to_act = house.document(game, tokens[1])["to_act"][0]
        bearer = {"Authorization": f"Bearer {tokens[to_act]}"}
        action = {"type": "fill-line", "castle": "nowhere", "line": 1, "dice": [FACES[0]]}
        refused = client.post(f"/v1/games/{game}/actions", json=action, headers=bearer)
        assert refused.json["type"] == "/problems/illegal-action", refused.json
    stored = "SELECT * FROM refusals"
    assert house.kronika.store.query(stored) == []
    house.kronika.refusals.flush()
    house.kronika.refusals.flush()
    assert [*map(tuple, house.kronika.store.query(stored))] == [
        (str(today()), "age-of-war", refused.json["rule"], 2)
    ]
    count = "INSERT INTO refusals VALUES (?, 'romans', ?, ?)"
    day = str(today())
    house.kronika.store.append(
        "", [], [Statement(count, (day, "few", 9)), Statement(count, (day, "many", 10))]
    )
    make_data_set(house.kronika)
    assert lines(client, "refusals.jsonl.gz") == [], "the day is not over"
    tomorrow()
    make_data_set(house.kronika)
    (row,) = lines(client, "refusals.jsonl.gz")
    assert row == {"day": day, "ruleset": "romans", "rule": "many", "refused": 10}
