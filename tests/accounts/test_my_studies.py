"""The analyses of one's own: listed for the account that made them, with the titles that their analysts gave them."""

from __future__ import annotations

import io
import zipfile
from typing import Any
from uuid import uuid4

import orjson
import pytest
from flask.testing import FlaskClient

from service.accounts import erasure
from service.identity import hiding
from service.operation.app import Kronika
from tests.accounts.kit import Person, person, personal_token
from tests.api.kit import Seated, bearer
from tests.api.test_forks import forked


def study(game: Seated, headers: dict[str, str]) -> Seated:
    version = game.client.get(game.url, headers=headers).json["version"]
    answer = game.client.post(f"{game.url}/forks", json={"version": version}, headers=headers)
    assert answer.status_code == 201, answer.json
    made = answer.json
    return Seated(game.client, made["id"], made["token"], dict.fromkeys(game.tokens, made["token"]))


def title(study: Seated, text: str, token: str | None = None) -> int:
    answer = study.client.put(
        f"{study.url}/title", json={"title": text}, headers=bearer(token or study.tokens[1])
    )
    return int(answer.status_code)


def mine(client: FlaskClient, who: Person, query: str = "") -> dict[str, Any]:
    answer = client.get(f"/v1/me/studies{query}", headers=who.headers)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-store")
    found: dict[str, Any] = answer.json
    return found


def rows(kronika: Kronika, *studies: Seated) -> list[tuple[Any, ...]]:
    found = [kronika.store.query("SELECT title FROM studies WHERE game = ?", (it.id,)) for it in studies]
    return [row for some in found for row in some]


@pytest.fixture
def ada(kronika: Kronika) -> Person:
    return person(kronika, f"Ada {uuid4().hex}")


def test_one_lists_what_one_made_newest_first_page_by_page(
    game: Seated, kronika: Kronika, ada: Person
) -> None:
    first = study(game, ada.headers)
    second = study(first, bearer(first.tokens[1]))  # by the token, which says nothing of an account
    third = study(game, bearer(personal_token(kronika, ada.account, "play")))
    assert title(first, "  Why not Edo? ") == 200
    noted = first.client.put(f"{first.url}/notes/3", json={"text": "Here."}, headers=bearer(first.tokens[1]))
    assert noted.status_code == 200
    page = mine(game.client, ada, "?limit=1")
    rest = mine(game.client, ada, f"?cursor={page['next']}")
    listed = [*page["studies"], *rest["studies"]]
    assert {it["id"] for it in listed} == {first.id, third.id}
    assert second.id not in str(listed)
    assert rest["next"] is None
    assert [it["created_at"] for it in listed] == sorted((it["created_at"] for it in listed), reverse=True)
    [found] = [it for it in listed if it["id"] == first.id]
    del found["created_at"]
    assert found == {
        "id": first.id, "title": "Why not Edo?", "ruleset": "age-of-war", "of": game.id, "notes": 1,
    }  # fmt: skip


def test_others_and_guests_list_nothing_of_it(game: Seated, kronika: Kronika, ada: Person) -> None:
    made = study(game, ada.headers)
    assert mine(game.client, person(kronika, "Bo of studies")) == {"studies": [], "next": None}
    guests = [{}, bearer(made.tokens[1]), bearer(game.tokens[1])]
    assert [game.client.get("/v1/me/studies", headers=it).status_code for it in guests] == [401] * 3
    plays = bearer(personal_token(kronika, ada.account, "play"))
    assert game.client.get("/v1/me/studies", headers=plays).status_code == 403
    assert game.client.get(made.url, headers=ada.headers).status_code == 404  # listing opens nothing


def test_only_the_analyst_gives_a_title_and_who_reads_the_notes_reads_it(game: Seated) -> None:
    made = forked(game)
    watcher = made.client.post(f"{made.url}/shares", json={}, headers=bearer(made.tokens[1])).json["token"]
    assert title(made, "Zażółć") == 200
    before = made.get("/notes", 1)
    read = made.client.get(f"{made.url}/notes", headers=bearer(watcher))
    assert (before.json["title"], read.json["title"]) == ("Zażółć", "Zażółć")
    assert title(made, "", watcher) == 403
    assert title(game, "A game", game.tokens[1]) == 403
    assert title(game, "A game", game.organiser) == 403
    assert made.client.put(f"{made.url}/title", json={"title": "x"}).status_code == 401
    refused = [title(made, text) for text in ("a\nb", "a\u202eb", "a" * 101)]
    assert refused == [422] * 3
    assert made.get("/notes", 1).json["title"] == "Zażółć"
    assert title(made, " \u3164 ") == 200
    after = made.get("/notes", 1)
    assert "title" not in after.json
    assert after.headers["ETag"] != before.headers["ETag"]


def test_titles_are_encrypted_and_go_with_the_analysis(game: Seated, kronika: Kronika, ada: Person) -> None:
    gone, erased = study(game, ada.headers), study(game, ada.headers)
    assert {title(one, "A secret plan") for one in (gone, erased)} == {200}
    stored = rows(kronika, gone, erased)
    assert len(stored) == 2
    assert not any(b"secret" in bytes(row[0]) for row in stored)
    assert gone.client.delete(gone.url, headers=bearer(gone.tokens[1])).status_code == 204
    assert [it["id"] for it in mine(game.client, ada)["studies"]] == [erased.id]
    hiding.hide(kronika.store, erased.id)
    assert mine(game.client, ada)["studies"]
    hiding.delete(kronika.store, erased.id)
    assert mine(game.client, ada)["studies"] == []
    assert rows(kronika, gone, erased) == []


def test_studies_are_in_the_accounts_export_and_go_with_it(
    game: Seated, kronika: Kronika, ada: Person
) -> None:
    made = study(game, ada.headers)
    assert title(made, "Mine") == 200
    zipped = game.client.get("/v1/me/export", headers=ada.headers)
    with zipfile.ZipFile(io.BytesIO(zipped.data)) as archive:
        [line] = archive.read("studies.ndjson").splitlines()
    assert (orjson.loads(line)["id"], orjson.loads(line)["title"]) == (made.id, "Mine")
    erasure.erase_account(kronika.store, ada.account)
    assert rows(kronika, made) == []
    assert "title" not in made.get("/notes", 1).json
