"""The referee's desk over HTTP: from a claim to a final ruling, and who reads what on the way."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from service.operation.app import Kronika
from tests.api.desk import CLAIM, Desk
from tests.api.kit import bearer


@pytest.fixture
def desk(client: FlaskClient) -> Desk:
    return Desk.at(client)


def test_a_dispute_goes_from_claim_to_final_ruling(desk: Desk) -> None:
    answer = desk.open()
    assert answer.status_code == 201
    told = answer.json
    assert (told["dispute"], told["state"], told["ruling"], told["status"]) == (1, "open", None, "suspended")
    assert told["version"] == desk.version
    assert answer.headers["ETag"] == f'"{desk.version}"'
    assert desk.post("/disputes/1/statements", 2, {"text": "Nie.", "lang": "pl"}).status_code == 201
    assert desk.referee(1, "/1/taking").json["state"] == "taken"
    ruled = desk.rule(1)
    assert (ruled.json["state"], ruled.json["ruling"], ruled.json["status"]) == ("ruled", 1, "playing")
    appealed = desk.post("/disputes/1/appeals", 1, {"grounds": "Twice!"})
    assert appealed.json["state"] == "appealed"
    desk.answered(1)
    decision = {"decision": "upheld", "findings": "Once."}
    final = desk.referee(2, "/1/appeals/decisions", decision, If_Match=f'"{desk.version}"')
    assert (final.status_code, final.json["state"]) == (201, "final")
    case = desk.read("/1", desk.referees[1])
    assert case["claim"] | {"hash": "", "salt": ""} == {
        "hash": "",
        "status": "shown",
        "text": CLAIM,
        "lang": "en",
        "salt": "",
    }
    assert case["statements"][0]["statement"]["text"] == "Nie."
    assert case["rulings"][0]["findings"]["text"] == "He threw once."
    assert (case["appeal"]["decision"], case["appeal"]["findings"]["text"]) == ("upheld", "Once.")
    assert (case["due"], case["closed"]) == ([], desk.version)


def test_a_claim_is_read_by_its_author_and_referees_while_the_game_runs(desk: Desk) -> None:
    number = desk.stated()
    for token, reads in (
        (desk.tokens[1], True),
        (desk.tokens[2], False),
        (desk.referees[1], True),
        (desk.referees[2], True),
        (desk.organiser, False),
        (None, False),
    ):
        claim = desk.read(f"/{number}", token)["claim"]
        assert (claim["status"], claim["text"], claim["salt"] is None) == (
            ("shown", CLAIM, False) if reads else ("withheld", None, True)
        )
    assert desk.rule(number).status_code == 201
    assert desk.read(f"/{number}")["rulings"][0]["findings"]["text"] == "He threw once."


def test_the_list_says_what_is_due(desk: Desk) -> None:
    desk.opened()
    told = desk.read()
    assert told["terms"]["rule_within"] == 3600
    assert [(it["referee"], it["head"], it["name"], it["appointed"]) for it in told["referees"]] == [
        (1, False, "Ref 1", "before-start"),
        (2, True, "Ref 2", "before-start"),
    ]
    [case] = told["disputes"]
    assert [(due["what"], due["seats"]) for due in case["due"]] == [("statement", [2]), ("taking", [])]


def test_the_desk_lists_the_cases_of_a_token_or_of_public_games(
    client: FlaskClient, kronika: Kronika
) -> None:
    public, private = Desk.at(client), Desk.at(client, visibility="private")
    public.opened()
    private.opened()
    listed = client.get("/v1/disputes?limit=100").json["disputes"]
    assert public.id in [case["game"] for case in listed]
    assert private.id not in [case["game"] for case in listed]
    own = client.get("/v1/disputes", headers=bearer(private.referees[1])).json["disputes"]
    assert [(case["game"], case["dispute"], case["state"]) for case in own] == [(private.id, 1, "open")]
    assert client.get("/v1/disputes?status=final", headers=bearer(private.tokens[1])).json["disputes"] == []
    assert client.get("/v1/disputes", headers=bearer("nobody")).status_code == 401
    assert client.get(f"{private.url}/disputes").status_code == 404


def test_a_ruling_needs_the_version_that_was_judged(desk: Desk) -> None:
    number = desk.stated()
    body = {"kind": "stands", "findings": "So.", "clauses": []}
    assert desk.referee(1, f"/{number}/rulings", body).status_code == 422
    before = desk.version
    several = desk.referee(1, f"/{number}/rulings", body, If_Match=f'"{before}", "{before + 1}"')
    assert (several.status_code, desk.version) == (422, before)
    stale = desk.referee(1, f"/{number}/rulings", body, If_Match=f'"{before - 1}"')
    assert (stale.status_code, stale.json["version"], desk.version) == (412, before, before)
    ahead = desk.referee(1, f"/{number}/rulings", body, If_Match=f'"{before + 1}"')
    assert (ahead.status_code, ahead.json["detail"].split(";")[0]) == (
        412,
        f"This game has versions 1 to {before}",
    )
    assert desk.rule(number).status_code == 201


def test_the_same_key_with_another_version_judged_is_another_request(desk: Desk) -> None:
    number = desk.stated()
    body, version = {"kind": "stands", "findings": "So.", "clauses": []}, desk.version
    asked = [version, version, version - 1]
    told = [
        desk.referee(1, f"/{number}/rulings", body, If_Match=f'"{judged}"', Idempotency_Key="once")
        for judged in asked
    ]
    assert [it.status_code for it in told] == [201, 201, 422]
    assert told[2].json["type"] == "/problems/idempotency-conflict"


def test_the_same_key_gives_the_same_answer(desk: Desk) -> None:
    version = desk.version
    body = {"about": {"from": 3, "to": desk.played}, "claim": CLAIM, "wants": "result"}
    answers = [desk.post("/disputes", 1, body, Idempotency_Key="claim") for _ in range(2)]
    assert answers[0].json == answers[1].json
    assert desk.version == version + 1
    other = desk.post("/disputes", 1, {**body, "claim": "Other."}, Idempotency_Key="claim")
    assert other.status_code == 422


# -- seeing as a seat


def hiding(client: FlaskClient) -> tuple[Desk, int]:
    """A game of Nagaraja with a case that referee 1 has taken, and a version at which seat 1 holds what seat 2 cannot see."""
    desk = Desk.at(client, ruleset="nagaraja")
    number = desk.stated()
    return desk, number


def seen_as(desk: Desk, path: str, token: str) -> object:
    answer = desk.client.get(desk.url + path, headers=bearer(token))
    assert answer.status_code == 200, answer.json
    assert answer.headers["Cache-Control"] == "private, no-store"
    return answer.json


def views(desk: Desk, version: int) -> list[object]:
    """What a spectator and both seats see at a version."""
    paths = [desk.get(f"/states/{version}", seat).json["view"] for seat in (None, 1, 2)]
    assert paths[0] != paths[1] != paths[2]
    return paths


def test_a_referee_is_a_spectator_until_a_seat_is_released_to_him(client: FlaskClient) -> None:
    desk, number = hiding(client)
    version = case_stretch(desk, number)
    spectator, one, _ = views(desk, version)
    path = f"/states/{version}?as=seat:1"
    refused = client.get(desk.url + path, headers=bearer(desk.referees[1]))
    assert (refused.status_code, refused.json["rule"]) == (403, "referee.reading")
    assert seen_as(desk, f"/states/{version}", desk.referees[1])["view"] == spectator  # type: ignore[index]
    desk.released(number, version, version, 1, reason="What did he hold?")
    assert seen_as(desk, path, desk.referees[1])["view"] == one  # type: ignore[index]
    assert seen_as(desk, f"/states/{version}", desk.referees[1])["view"] == spectator  # type: ignore[index]
    for other in (
        f"/states/{version - 1}?as=seat:1",
        f"/states/{version + 1}?as=seat:1",
        f"/states/{version}?as=seat:2",
    ):
        assert client.get(desk.url + other, headers=bearer(desk.referees[1])).status_code == 403
    for token in (desk.referees[2], desk.tokens[2], desk.organiser):
        assert client.get(desk.url + path, headers=bearer(token)).status_code == 403
    assert client.get(desk.url + path).status_code == 403
    told = desk.read(f"/{number}")["releases"]
    assert [(it["referee"], it["seats"], it["about"], it["reason"]["status"]) for it in told] == [
        (1, [1], {"from": version, "to": version}, "withheld")
    ]
    assert desk.rule(number).status_code == 201
    assert client.get(desk.url + path, headers=bearer(desk.referees[1])).status_code == 403


def case_stretch(desk: Desk, number: int) -> int:
    found: int = desk.read(f"/{number}")["about"]["to"]
    return found


def test_events_replay_and_legal_actions_are_seen_as_a_seat_in_the_stretch_alone(client: FlaskClient) -> None:
    desk = Desk.at(client, ruleset="nagaraja")
    last = desk.played
    number = desk.opened(about={"from": last, "to": last})
    assert desk.post(f"/disputes/{number}/statements", 2, {"text": "No."}).status_code == 201
    assert desk.referee(1, f"/{number}/taking").status_code == 201
    desk.released(number, last, last, 1, 2)
    for seat in (1, 2):
        for path in ("/events?limit=1000", "/replay?lang=pl"):
            lent = seen_as(desk, f"{path}&as=seat:{seat}", desk.referees[1])
            name = "events" if path.startswith("/events") else "frames"
            own, none = (desk.get(path, who).json[name] for who in (seat, None))
            assert lent[name] == [*none[: last - 1], own[last - 1], *none[last:]]  # type: ignore[index]
        legal = seen_as(desk, f"/legal-actions?version={last}&as=seat:{seat}", desk.referees[1])
        assert legal == desk.get(f"/legal-actions?version={last}", seat).json
        why = seen_as(desk, f"/explanations/{last}?as=seat:{seat}", desk.referees[1])
        assert why == desk.get(f"/explanations/{last}", seat).json
    refused = client.get(f"{desk.url}/legal-actions?as=seat:1", headers=bearer(desk.referees[1]))
    assert refused.status_code == 403


def test_where_a_game_hides_nothing_whoever_has_no_seat_reads_what_any_seat_could_do(
    desk: Desk, client: FlaskClient
) -> None:
    act = desk.get().json["to_act"][0]
    own = desk.get("/legal-actions", act).json
    assert own["actions"]
    for token in (None, desk.referees[1], desk.organiser):
        path = f"{desk.url}/legal-actions?seat={act}"
        assert client.get(path, headers=bearer(token) if token else {}).json == own
    assert client.get(f"{desk.url}/legal-actions").json["actions"] == []
    assert client.get(f"{desk.url}/legal-actions?seat=9").status_code == 404
    hidden = Desk.at(client, ruleset="nagaraja")
    for seat in (1, 2):
        assert client.get(f"{hidden.url}/legal-actions?seat={seat}").json["actions"] == []


def test_forks_exports_audits_and_streams_know_no_lent_eyes(client: FlaskClient) -> None:
    desk, number = hiding(client)
    version = case_stretch(desk, number)
    desk.released(number, version, version, 1)
    for path in ("/export", "/audit", "/ledger/disclosures", "/ledger/draws"):
        lent = client.get(f"{desk.url}{path}", headers=bearer(desk.referees[1]))
        assert lent.data == desk.get(path).data


def test_a_ruling_sets_a_bank(client: FlaskClient) -> None:
    desk = Desk.at(client, clock={"bank": 900})
    number, token = desk.stated(), desk.referees[1]
    asked = {"kind": "stands", "remedy": {"clock": {"1": 1_000_000}}}
    seen = client.post(f"{desk.url}/disputes/{number}/rulings/previews", json=asked, headers=bearer(token))
    assert seen.status_code == 200, seen.json
    assert next(row["left"] for row in seen.json["clocks"] if row["seat"] == 1) == 1_000_000
    refused = desk.rule(number, remedy={"clock": {"1": 1}})
    assert (refused.status_code, refused.json["rule"]) == (409, "clock.ruling")
    ruled = desk.rule(number, remedy={"clock": {"1": 1_000_000}})
    assert (ruled.status_code, ruled.json["state"], ruled.json["status"]) == (201, "ruled", "suspended")
