"""The leaves of games and tournaments in the log of logs, over HTTP: which there are, when, and with which n and r.

What is expected is read from the game's own entries, as docs/ledger.md says it.
"""

from __future__ import annotations

import random
import zipfile
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from domain.ledger import merkle, note
from domain.ledger.seats import shared_terms, tournament_context
from domain.ledger.text import b64, b64u, from_b64
from service.operation.app import Kronika
from tests.api.desk import Desk
from tests.api.kit import Seated, bearer
from tests.api.test_portable import abroad
from tests.api.test_tournaments import SHORT, filled, finished, founded
from tests.service.conftest import House
from tests.service.leaves import sequence
from tests.service.playing import play
from tests.soaking import sampled
from verifier import FAILED, verify

__all__ = ["abroad"]

WHY = {
    "game-ended": "finished",
    "result-set": "finished",
    "game-abandoned": "abandoned",
    "game-voided": "voided",
}
TERMS = {"answer_within": 0}
"""The seats say nothing to these cases."""


def entries_of(game: Seated) -> list[bytes]:
    return list(game.client.get(f"{game.url}/ledger/entries").data.splitlines())


def expected(entries: list[bytes]) -> list[dict[str, Any]]:
    """The leaves that a game with these entries has, without `at`."""
    read = [orjson.loads(entry) for entry in entries]
    id = b64u(sha256(b"gamelog/v1/log-id\n" + merkle.leaf_hash(entries[0])).digest())
    hashes = [merkle.leaf_hash(entry) for entry in entries]

    def at(n: int) -> dict[str, Any]:
        return {"id": id, "n": n, "r": b64(merkle.tree_root(hashes[:n]))}

    leaves: list[dict[str, Any]] = [{"k": "game", "id": id}]
    free = set(range(1, read[0]["d"]["seats"] + 1))
    for entry in read:
        if entry["t"] in ("seat-taken", "seat-freed"):
            free ^= {entry["d"]["seat"]}
            if not free:
                leaves.append({"k": "seats", **at(entry["i"] + 1)})
        last = all(other["a"] != entry["a"] for other in read[entry["i"] + 1 :])
        outcomes = [it["t"] for it in read if it["a"] == entry["a"] and it["t"] in WHY]
        if last and outcomes:
            leaves.append({"k": "end", **at(entry["i"] + 1), "why": WHY[outcomes[-1]]})
    return leaves


def listed(
    client: FlaskClient, kronika: Kronika, path: str, token: str | None = None
) -> list[dict[str, Any]]:
    """The leaves that `ledger/log` proves, in order, without `at`; the proofs and the head are checked."""
    sequence(kronika)
    found = client.get(f"{path}/ledger/log", headers=bearer(token) if token else {})
    assert found.status_code == 200, found.json
    return proved(kronika, found.json)


def proved(kronika: Kronika, found: dict[str, Any]) -> list[dict[str, Any]]:
    text = note.verify(found["checkpoint"], kronika.signer.vkey("kronika/log"))
    head, indexes = note.parse_checkpoint(text), [it["index"] for it in found["leaves"]]
    assert head.origin == "kronika/log"
    assert indexes == sorted(set(indexes))
    for it in found["leaves"]:
        path = [from_b64(node) for node in it["path"]]
        hashed = merkle.leaf_hash(it["leaf"].encode())
        assert merkle.path_root(hashed, it["index"], head.size, path) == head.root
    leaves = [orjson.loads(it["leaf"]) for it in found["leaves"]]
    times = [leaf.pop("at") for leaf in leaves]
    assert times == sorted(times)
    return leaves


def check(kronika: Kronika, game: Seated, *kinds: str) -> None:
    """That the game has these kinds of leaves, with the members that its entries give them; the audit file has the same."""
    leaves = listed(game.client, kronika, game.url)
    assert leaves == expected(entries_of(game))
    assert tuple(leaf.get("why", leaf["k"]) for leaf in leaves) == kinds
    audit = game.get("/audit")
    assert audit.json["service_log"] == game.get("/ledger/log").json
    assert not [level for level in verify(audit.json).levels if level.status == FAILED]
    part = game.get(f"/audit?after={len(audit.json['entries'])}").json
    assert (part["format"], part["service_log"]) == ("kronika-audit-part/1", audit.json["service_log"])


def test_before_the_first_head_there_is_no_list(client: FlaskClient, kronika: Kronika) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json
    game = Seated(client, made["id"], made["organiser_token"], {})
    missing = game.get("/ledger/log")
    assert (missing.status_code, missing.json["type"]) == (404, "/problems/not-found")
    assert missing.headers["Retry-After"] == "1"
    assert "service_log" not in game.get("/audit").json
    check(kronika, game, "game")


def test_the_seats_leaf_ends_with_the_last_seat(client: FlaskClient, kronika: Kronika) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json
    game = Seated(client, made["id"], made["organiser_token"], {})
    for seat, name in ((2, "Ada"), (1, "Bo")):
        taken = client.post(f"{game.url}/seats", json={"name": name, "seat": seat})
        game.tokens[seat] = taken.json["token"]
        if seat == 2:
            client.delete(f"{game.url}/seats/2", headers=bearer(game.organiser))
            check(kronika, game, "game")
            again = client.post(f"{game.url}/seats", json={"name": "Cy", "seat": 2})
            game.tokens[seat] = again.json["token"]
    check(kronika, game, "game", "seats")
    last = [entry["t"] for entry in map(orjson.loads, entries_of(game))].index("game-started")
    assert listed(client, kronika, game.url)[1]["n"] == last
    game.act()
    check(kronika, game, "game", "seats")


def test_a_table_that_bots_fill_at_once(client: FlaskClient, kronika: Kronika) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json
    game = Seated(client, made["id"], made["organiser_token"], {})
    for _ in range(2):
        client.post(
            f"{game.url}/seats", json={"name": "Bot", "bot": "greedy"}, headers=bearer(game.organiser)
        )
    finished(client, game.url)
    check(kronika, game, "game", "seats", "finished")


def test_a_game_played_to_its_end(client: FlaskClient, kronika: Kronika) -> None:
    game = Seated.at(client, undo="free")
    play(House(kronika), game.id, game.tokens, random.Random(1), 10)
    check(kronika, game, "game", "seats")
    play(House(kronika), game.id, game.tokens, random.Random(1))
    check(kronika, game, "game", "seats", "finished")


@pytest.mark.parametrize("names", [(), ("Ada",), ("Ada", "Bo")])
def test_an_abandoned_game(client: FlaskClient, kronika: Kronika, names: tuple[str, ...]) -> None:
    game = Seated.at(client, names)  # type: ignore[arg-type]
    assert client.post(f"{game.url}/abandonment", headers=bearer(game.organiser)).status_code == 200
    check(kronika, game, "game", *(["seats"] if len(names) == 2 else []), "abandoned")


def rule(desk: Desk, kind: str, remedy: Callable[[int], dict[str, Any]] | None = None) -> None:
    """A case of the referee's own motion about the whole game; `remedy` takes its number."""
    claim = {"about": {"from": 1, "to": desk.version}, "claim": "Look.", "wants": "back-up"}
    case = desk.referee(1, "", claim).json["dispute"]
    assert desk.referee(1, f"/{case}/taking").status_code == 201
    with_remedy = {} if remedy is None else {"remedy": remedy(case)}
    answer = desk.rule(
        case,
        kind=kind,
        **with_remedy,
        why_not_stand="It was not as it is played.",
        clauses=["referee.result"],
    )
    assert answer.status_code == 201, answer.json
    assert answer.json["state"] == "final"


def void(desk: Desk) -> None:
    rule(desk, "void")


def set_result(desk: Desk) -> None:
    rule(desk, "result", lambda case: {"ranking": [[2], [1]], "winners": [2], "scores": {"1": 0, "2": 3}})


@pytest.mark.parametrize(
    ("ending", "why"), [(void, "voided"), (set_result, "finished")], ids=["voided", "result-set"]
)
@pytest.mark.parametrize("over", sampled([True, False], 2))
def test_a_ruling_ends_a_game_or_changes_its_result(
    client: FlaskClient, kronika: Kronika, ending: Callable[[Desk], None], why: str, over: bool
) -> None:
    desk = Desk.at(client, (True,), disputes=TERMS)
    play(House(kronika), desk.id, desk.tokens, random.Random(2), None if over else 4)
    ending(desk)
    check(kronika, desk, "game", "seats", *(["finished"] if over else []), why)


def test_a_bundle_has_no_list(client: FlaskClient, kronika: Kronika) -> None:
    desk = Desk.at(client, (True,), disputes=TERMS)
    void(desk)
    check(kronika, desk, "game", "seats", "voided")
    bundle = zipfile.ZipFile(BytesIO(desk.get("/disputes/1/bundle").data))
    assert "service_log" not in orjson.loads(bundle.read("audit.json"))


@pytest.mark.usefixtures("checked_here")
def test_an_imported_game_keeps_its_list_and_is_told_nowhere_else(
    client: FlaskClient, kronika: Kronika, abroad: FlaskClient
) -> None:
    game = Seated.at(client)
    assert client.post(f"{game.url}/abandonment", headers=bearer(game.organiser)).status_code == 200
    without = client.get(f"{game.url}/export").json
    assert "service_log" not in without["audit"]
    check(kronika, game, "game", "seats", "abandoned")
    file = client.get(f"{game.url}/export").json
    assert file["audit"]["service_log"] == game.get("/ledger/log").json
    for sent in (without, file):
        assert client.post("/v1/imports", json=sent).status_code == 200, "it is this very game"
    assert abroad.post("/v1/imports", json=file).status_code == 201
    assert abroad.get(f"{game.url}/export").json["audit"] == file["audit"]
    assert abroad.get(f"{game.url}/ledger/log").json == file["audit"]["service_log"]
    elsewhere = abroad.application.extensions["kronika"]
    sequence(elsewhere)
    assert elsewhere.repository.logs.current().head().size == 0
    assert [abroad.post("/v1/imports", json=sent).status_code for sent in (without, file)] == [200, 200]


def test_an_analysis_is_in_no_log(client: FlaskClient, kronika: Kronika) -> None:
    game = Seated.at(client)
    made = game.post("/forks", 1, {"version": game.get().json["version"]}).json
    sequence(kronika)
    analysis = client.get(f"/v1/games/{made['id']}", headers=bearer(made["token"])).json
    assert (analysis["log"], analysis["witnessed"]) == (None, None)
    missing = client.get(f"/v1/games/{made['id']}/ledger/log", headers=bearer(made["token"]))
    assert missing.status_code == 404
    document = game.get().json
    assert (document["log"], document["witnessed"]) == ("kronika/log", None)


def test_the_leaves_of_a_private_game_are_for_who_may_read_its_log(
    client: FlaskClient, kronika: Kronika, private_game: Seated
) -> None:
    assert listed(client, kronika, private_game.url, private_game.tokens[1])
    assert client.get(f"{private_game.url}/ledger/log").status_code == 404
    path, organiser = founded(client, visibility="private")
    sequence(kronika)
    assert client.get(f"{path}/ledger/log").status_code == 404
    assert client.get(f"{path}/ledger/log", headers=organiser).status_code == 200


def tournament_id(client: FlaskClient, path: str) -> str:
    """The id of a tournament's leaves, from its plan."""
    plan = client.get(f"{path}/plan").json
    tid, root = bytes.fromhex(plan["tournament"]), from_b64(plan["root"])
    ctx = tournament_context(tid, plan["games"], root, plan["terms"].encode())
    return b64u(sha256(b"gamelog/v1/log-id\n" + ctx).digest())


def test_a_tournament_tells_of_itself_and_its_games_in_order(client: FlaskClient, kronika: Kronika) -> None:
    path, tokens = filled(client, options=SHORT)
    games = []
    for n in range(2):
        games.append(Seated(client, client.get(path).json["games"][n]["id"], "", tokens))
        while games[-1].get().json["status"] == "playing":
            assert games[-1].act().status_code == 201
    own, id = listed(client, kronika, path), tournament_id(client, path)
    seats = own[1]["c"]
    assert own == [
        {"k": "tournament", "id": id, "games": 4},
        {"k": "tournament-seats", "id": id, "c": seats},
        {"k": "tournament-end", "id": id, "why": "finished"},
    ]
    for number, game in enumerate(games):
        first, *others = expected(entries_of(game))
        told = [own[0], own[1], first | {"of": id, "number": number}, *others, own[2]]
        assert listed(client, kronika, game.url) == (told if number else [*told[:-1], own[2]])
        assert [leaf["k"] for leaf in told] == [
            *("tournament", "tournament-seats", "game", "seats", "end", "tournament-end")
        ]
        audit = game.get("/audit").json
        assert audit["service_log"] == game.get("/ledger/log").json
        created = orjson.loads(audit["entries"][0])["d"]
        assert created["tournament"]["first"] == {
            "options": SHORT | created["tournament"]["first"]["options"],
            "rules": created["rules"],
        }
        assert shared_terms(created).decode() == client.get(path).json["terms"]
        assert all(level.status != FAILED for level in verify(audit).levels)


def test_a_tournament_whose_games_are_used_up_is_abandoned(client: FlaskClient, kronika: Kronika) -> None:
    path, organiser = founded(client, options=SHORT)
    for name in "AB":
        client.post(f"{path}/seats", json={"name": name})
    for n in range(4):
        assert [leaf["k"] for leaf in listed(client, kronika, path)] == ["tournament", "tournament-seats"]
        game = client.get(path).json["games"][n]["id"]
        assert client.post(f"/v1/games/{game}/abandonment", headers=organiser).status_code == 200
    assert [leaf.get("why") for leaf in listed(client, kronika, path)] == [None, None, "abandoned"]


def test_a_seat_of_a_tournament_that_is_not_the_last_tells_nothing(
    client: FlaskClient, kronika: Kronika
) -> None:
    path, _ = founded(client)
    client.post(f"{path}/seats", json={"name": "A"})
    assert [leaf["k"] for leaf in listed(client, kronika, path)] == ["tournament"]
