"""Precedents over HTTP."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from projections import rulings as projection
from service.log.table_projection import TableProjection
from tests.api.desk import Desk
from tests.api.kit import bearer, dashed

FINDINGS = "The line was broken, plainly."


@pytest.fixture
def precedent(client: FlaskClient) -> Desk:
    """A final ruling that cites war.line.2, by a referee who had accepted before the game began."""
    desk = Desk.begun_with_referees(client)
    desk.final(findings=FINDINGS, clauses=["war.line.2"])
    kronika = client.application.extensions["kronika"]
    TableProjection(kronika.repository, projection).catch_up()
    return desk


def test_everybody_searches_the_rulings_of_public_games(precedent: Desk) -> None:
    client = precedent.client
    found = client.get("/v1/rulings?ruleset=age-of-war&clause=war.line.2&q=plain&kind=stands").json
    [ruling] = [it for it in found["rulings"] if it["game"] == precedent.id]
    assert (ruling["findings"]["text"], ruling["outcome"], ruling["name"]) == (FINDINGS, "stood", "Ref 1")
    assert found["stood"] >= 1
    assert client.get("/v1/rulings?q=nothing+of+this").json["rulings"] == []


def test_a_page_leads_to_the_next_one(precedent: Desk) -> None:
    first = precedent.client.get("/v1/rulings?limit=1")
    if first.json["next"] is not None:
        assert f"cursor={first.json['next']}" in first.headers["Link"].replace("%3D", "=")


@pytest.mark.parametrize(
    "query", ["kind=odd", "clause=A%20B", "cursor=x", "limit=0", "q=" + "x" * 101, "odd=1"]
)
def test_what_cannot_be_searched_for_is_refused(client: FlaskClient, query: str) -> None:
    assert client.get(f"/v1/rulings?{query}").status_code == 422


@pytest.mark.parametrize("words", ["%22", "a%00b", "%2A", "NEAR(a,b)", "%F0%9F%8E%B2", "-"])
def test_no_words_upset_the_search(client: FlaskClient, words: str) -> None:
    assert client.get(f"/v1/rulings?q={words}").status_code == 200


def test_statistics_tell_how_long_rulings_took_and_how_many_were_overturned(precedent: Desk) -> None:
    told = precedent.client.get("/v1/rulings/statistics?ruleset=age-of-war").json
    [cited] = [it for it in told["clauses"] if it["clause"] == "war.line.2"]
    assert cited["rulings"] >= 1
    assert cited["overturned"] == 0
    assert any(it["name"] == "Ref 1" and it["place"] == precedent.id for it in told["referees"])
    assert [it["wants"] for it in told["wants"]] == ["back-up"]


@pytest.mark.parametrize("path", ["export", "audit", "ledger/draws", "ledger/disclosures"])
def test_files_and_draw_keys_know_no_eyes_of_others(precedent: Desk, path: str) -> None:
    headers = bearer(precedent.referees[1])
    refused = precedent.client.get(f"{precedent.url}/{path}?as=seat:1", headers=headers)
    assert refused.status_code == 422
    assert "as" in refused.json["errors"]
    assert precedent.client.get(f"{precedent.url}/{path}", headers=headers).status_code == 200


def test_forks_know_no_eyes_of_others(precedent: Desk) -> None:
    opened = {**bearer(precedent.referees[1]), **dashed({})}
    path = f"{precedent.url}/forks?as=seat:1"
    assert precedent.client.post(path, json={"version": 3}, headers=opened).status_code == 422
