"""What is refused at the desk: each with the rule, and nothing stored. And what somebody might try there."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.log.case_texts import CaseText
from service.operation.app import Kronika
from tests.api.desk import CLAIM, Desk
from tests.api.kit import bearer
from tests.api.signing import Signing


@pytest.fixture
def desk(client: FlaskClient) -> Desk:
    return Desk.at(client, heads=(True, True))


def stored(kronika: Kronika) -> tuple[Any, ...]:
    tables = ("case_texts", "cases", "referees", "idempotency", "tokens")
    rows = [kronika.store.query(f"SELECT count(*) FROM {table}")[0][0] for table in tables]
    return (kronika.store.head(), *rows)


def about(first: int = 3, last: int = 9, **more: Any) -> dict[str, Any]:
    return {"about": {"from": first, "to": last}, "claim": CLAIM, "wants": "back-up", **more}


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (about(claim="x" * 4001), 422, "claim"),
        (about(claim=""), 422, "claim"),
        (about(claim="a\u200bb"), 422, "claim"),
        (about(lang="de"), 422, "lang"),
        (about(wants="money"), 422, "wants"),
        (about(0, 4), 422, "about.from"),
        (about(4, 3), 409, "referee.stretch"),
        (about(3, 4000), 409, "referee.stretch"),
        (about(clauses=["no.such.clause"]), 422, "clauses"),
        (about(clauses=["war.turn.1"] * 21), 409, "referee.limit"),
        (about(more=1), 422, "more"),
        ({"claim": CLAIM, "wants": "result"}, 422, "about"),
    ],
)
def test_a_bad_claim_is_refused_and_nothing_stored(
    desk: Desk, kronika: Kronika, body: dict[str, Any], status: int, said: str
) -> None:
    before = stored(kronika)
    answer = desk.post("/disputes", 1, body)
    assert (answer.status_code, said in (*answer.json.get("errors", {}), answer.json.get("rule"))) == (
        status,
        True,
    )
    assert stored(kronika) == before


def test_no_claim_is_longer_for_the_letters_it_is_written_in(desk: Desk) -> None:
    assert desk.open(claim="Ż" * 4000).status_code == 201


def test_only_parties_and_referees_speak(desk: Desk, client: FlaskClient, kronika: Kronika) -> None:
    other = Desk.at(client)
    before = stored(kronika)
    assert desk.post("/disputes", None, about()).status_code == 401
    for token in (desk.organiser, other.tokens[1], other.referees[1]):
        assert client.post(f"{desk.url}/disputes", json=about(), headers=bearer(token)).status_code == 403
    assert stored(kronika) == before
    desk.opened()
    before = stored(kronika)
    for path, body in (
        ("/1/statements", {"text": "No."}),
        ("/1/waivers", {}),
        ("/1/appeals", {"grounds": "No."}),
    ):
        assert desk.referee(1, path, body).status_code == 403
    for path, body in (
        ("/1/taking", {}),
        ("/1/releases", {"seats": [1], "from": 3, "to": 4, "reason": "So."}),
        ("/1/rulings", {"kind": "stands", "findings": "So.", "clauses": []}),
        ("/1/rulings/previews", {"kind": "stands"}),
        ("/1/appeals/decisions", {"decision": "upheld", "findings": "So."}),
    ):
        assert desk.post(f"/disputes{path}", 1, body).status_code == 403
    assert stored(kronika) == before


def rules(desk: Desk, steps: list[tuple[Any, str, dict[str, Any]]]) -> list[Any]:
    """What each step is refused with; a referee is named by "r1"."""
    told = []
    for who, path, body in steps:
        if isinstance(who, str):
            answer = desk.referee(int(who[1:]), path, body, If_Match=f'"{desk.version}"')
        else:
            answer = desk.post(f"/disputes{path}", who, body)
        told.append((answer.status_code, answer.json.get("rule")))
    return told


RULING = {"kind": "stands", "findings": "So.", "clauses": []}


def test_steps_out_of_their_order_are_refused_with_their_clause(desk: Desk, kronika: Kronika) -> None:
    desk.opened()
    before = stored(kronika)
    assert rules(
        desk,
        [
            (2, "", about()),
            (1, "/1/statements", {"text": "More."}),
            (2, "/1/withdrawals", {}),
            (1, "/1/waivers", {}),
            (1, "/1/appeals", {"grounds": "No."}),
            ("r1", "/1/rulings", RULING),
            ("r2", "/1/appeals/decisions", {"decision": "upheld", "findings": "So."}),
            ("r1", "/7/taking", {}),
        ],
    ) == [
        (409, "referee.open"),
        (409, "referee.statement"),
        (409, "referee.withdrawal"),
        (409, "referee.appeal"),
        (409, "referee.appeal"),
        (409, "referee.state"),
        (409, "referee.appeal"),
        (404, None),
    ]
    assert stored(kronika) == before
    assert desk.referee(1, "/1/taking").status_code == 201
    assert rules(
        desk, [("r2", "/1/taking", {}), ("r1", "/1/rulings", RULING), ("r2", "/1/rulings", RULING)]
    ) == [
        (409, "referee.taking"),
        (409, "referee.statements"),
        (403, "referee.taking"),
    ]


def test_a_remedy_has_to_fit_the_game(desk: Desk, kronika: Kronika) -> None:
    number = desk.stated()
    before = stored(kronika)
    for more, status, said in (
        ({"kind": "backed-up", "remedy": {"to_version": 2}}, 409, "referee.back-up"),
        ({"kind": "backed-up", "remedy": {"to_version": 4000}}, 409, "referee.back-up"),
        ({"kind": "backed-up"}, 409, "referee.remedy"),
        ({"kind": "stands", "remedy": {"to_version": 4}}, 409, "referee.remedy"),
        (
            {"kind": "result", "remedy": {"winners": [1], "ranking": [[1]], "scores": {"1": 1}}},
            409,
            "referee.result",
        ),
        ({"penalties": [{"seat": 1, "kind": "caution", "code": "war.turn.1"}]}, 409, "referee.penalty"),
        (
            {"penalties": [{"seat": 1, "kind": "caution", "code": "referee.conduct.delay"}] * 11},
            409,
            "referee.limit",
        ),
        (
            {"kind": "corrected", "remedy": {"to_version": 4, "seat": 1, "action": {"type": "x"}}},
            422,
            "remedy.action.type",
        ),
        (
            {"kind": "corrected", "remedy": {"to_version": 4, "seat": 1, "action": {"type": 1.5}}},
            422,
            "remedy.action.type",
        ),
    ):
        answer = desk.rule(number, **{"clauses": ["war.turn.1"], **more})
        told = (*answer.json.get("errors", {}), answer.json.get("rule"))
        assert (answer.status_code, said in told) == (status, True), (more, answer.json)
        assert stored(kronika) == before


RESULT = {"winners": [1], "ranking": [[1], [2]], "scores": {"1": 1, "2": 0}}


def test_each_party_appeals_or_waives_once(desk: Desk) -> None:
    number = desk.stated()
    ruled = desk.rule(number, kind="result", remedy=RESULT, clauses=["war.turn.1"], why_not_stand="So.")
    assert ruled.status_code == 201, ruled.json
    assert desk.post(f"/disputes/{number}/waivers", 2, {}).status_code == 201
    assert rules(desk, [(2, f"/{number}/appeals", {"grounds": "But."})]) == [(409, "referee.waiver")]
    assert desk.post(f"/disputes/{number}/appeals", 1, {"grounds": "But."}).status_code == 201
    upheld = {"decision": "upheld", "findings": "So."}
    refused = [(1, f"/{number}/appeals", {"grounds": "And."}), ("r1", f"/{number}/appeals/decisions", upheld)]
    assert rules(desk, refused) == [(409, "referee.appeal"), (409, "referee.answer")]
    desk.answered(number)
    assert rules(desk, [("r1", f"/{number}/appeals/decisions", upheld)]) == [(403, "referee.taking")]
    changed = {"decision": "changed", "findings": "So."}
    answer = desk.referee(2, f"/{number}/appeals/decisions", changed, If_Match=f'"{desk.version}"')
    assert (answer.status_code, [*answer.json["errors"]]) == (422, ["ruling"])


def test_without_a_referee_or_terms_nothing_is_disputed(client: FlaskClient) -> None:
    nobody = Desk.at(client, heads=())
    assert nobody.post("/disputes", 1, about()).json["rule"] == "referee.none"
    without = Desk.at(client, heads=(), disputes=None)
    assert without.as_organiser("POST", "/referees", {}).json["rule"] == "referee.no-game"
    assert without.post("/disputes", 1, about()).json["rule"] == "referee.no-game"
    assert without.read()["terms"] is None


@pytest.mark.parametrize(
    ("terms", "status", "said"),
    [
        ({"answer_within": 600, "rule_within": 600}, 409, "referee.terms"),
        ({"open_within": -1}, 422, "disputes.open_within"),
        ({"rule_within": 10**9}, 422, "disputes.rule_within"),
        ({"pause": 1}, 422, "disputes.pause"),
        (True, 422, "disputes"),
    ],
)
def test_terms_that_nobody_could_keep_are_refused(
    client: FlaskClient, terms: Any, status: int, said: str
) -> None:
    answer = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2, "disputes": terms})
    told = " ".join((*answer.json.get("errors", {}), answer.json.get("rule", "")))
    assert (answer.status_code, said in told) == (status, True)


# -- what somebody might try


def appointed(desk: Desk) -> str:
    code: str = desk.as_organiser("POST", "/referees", {"head": True}).json["code"]
    return code


def test_who_plays_or_has_set_the_table_does_not_referee_it(
    desk: Desk, client: FlaskClient, kronika: Kronika
) -> None:
    code = appointed(desk)
    before, path = stored(kronika), f"{desk.url}/referees/acceptances"
    for token in (desk.organiser, desk.tokens[1]):
        answer = client.post(path, json={"code": code, "name": "Zoe"}, headers=bearer(token))
        assert (answer.status_code, answer.json["rule"]) == (403, "referee.party")
    for name in ("Ada", "aDA", "\uff21da"):
        answer = client.post(path, json={"code": code, "name": name})
        assert (answer.status_code, answer.json["rule"]) == (403, "referee.party")
    assert stored(kronika) == before
    assert client.post(path, json={"code": code, "name": "Zoe"}).status_code == 201
    again = client.post(path, json={"code": code, "name": "Zed"})
    assert again.status_code == 404


def test_who_referees_takes_no_seat(client: FlaskClient) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json
    desk = Desk(client, made["id"], made["organiser_token"], {})
    desk.appoint(name="Zoe")
    seats = f"{desk.url}/seats"
    by_token = client.post(seats, json={"name": "Somebody"}, headers=bearer(desk.referees[1]))
    assert (by_token.status_code, by_token.json["rule"]) == (403, "referee.party")
    by_name = client.post(seats, json={"name": "ZOE"})
    assert (by_name.status_code, by_name.json["rule"]) == (403, "referee.party")
    assert client.post(seats, json={"name": "Ada"}).status_code == 201
    assert desk.get().json["referees"][0]["appointed"] == "before-start"


def test_a_code_is_no_invitation_and_an_invitation_no_code(desk: Desk, client: FlaskClient) -> None:
    code = appointed(desk)
    assert client.get(f"/v1/invitations/{code}").status_code == 404
    assert client.post(f"{desk.url}/seats", json={"name": "Zoe", "invitation": code}).status_code == 404
    invited = desk.as_organiser("POST", "/invitations", {}).json["code"]
    answer = client.post(f"{desk.url}/referees/acceptances", json={"code": invited, "name": "Zoe"})
    assert answer.status_code == 404


def test_nobody_is_dismissed_from_a_case_and_who_resigns_leaves_it_open_for_another(
    desk: Desk, client: FlaskClient
) -> None:
    number = desk.stated()
    asked = {"seats": [1], "from": 3, "to": 4, "reason": "So."}
    assert desk.referee(1, f"/{number}/releases", asked).status_code == 201
    refused = desk.as_organiser("DELETE", "/referees/1")
    assert (refused.status_code, refused.json["rule"]) == (409, "referee.dismissed")
    mine = bearer(desk.referees[1])
    assert client.delete(f"{desk.url}/referees/2", headers=mine).status_code == 403
    assert client.delete(f"{desk.url}/referees/1", headers=mine).status_code == 200
    assert client.get(f"{desk.url}/states/4?as=seat:1", headers=mine).status_code == 401
    assert desk.rule(number).status_code == 401
    assert desk.read(f"/{number}")["state"] == "open"
    assert desk.referee(2, f"/{number}/taking").status_code == 201
    assert desk.appoint() == 3


def test_a_party_refuses_a_referee_who_came_after_the_start(client: FlaskClient) -> None:
    desk = Desk.at(client, heads=())
    for _ in range(2):
        desk.appoint()
    number = desk.stated()
    assert desk.rule(number).json["rule"] == "referee.refusal"
    path = f"/{number}/refusals"
    assert rules(desk, [(1, path, {}), ("r1", path, {"refuse": True})]) == [(422, None), (403, None)]
    assert desk.post(f"/disputes{path}", 2, {"refuse": False}).json["state"] == "taken"
    assert desk.post(f"/disputes{path}", 1, {"refuse": True}).json["state"] == "open"
    assert rules(desk, [("r1", f"/{number}/taking", {}), (1, path, {"refuse": True})]) == [
        (403, "referee.refusal"),
        (409, "referee.refusal"),
    ]
    assert desk.referee(2, f"/{number}/taking").status_code == 201
    assert desk.rule(number, 2).json["state"] == "final"


def test_one_person_has_one_number(desk: Desk, client: FlaskClient) -> None:
    """Another referee's token takes up no appointment, their own does no harm."""
    code, path = appointed(desk), f"{desk.url}/referees/acceptances"
    body = {"code": code, "name": "Zoe", "tokens": [desk.referees[1]]}
    refused = client.post(path, json=body)
    assert (refused.status_code, refused.json["rule"]) == (403, "referee.party")
    key = {"Idempotency-Key": "one-and-the-same-request-key"}
    plain = {"code": code, "name": "Zoe"}
    token = client.post(path, json=plain, headers=key).json["token"]
    again = client.post(path, json={**plain, "tokens": [token]}, headers=key)
    assert (again.status_code, again.json["token"]) == (201, token)


def test_an_appeal_has_to_go_to_somebody_else(client: FlaskClient) -> None:
    desk = Desk.at(client, heads=(True,))
    number = desk.stated()
    assert desk.rule(number).json["state"] == "final"


def test_previews_do_nothing(desk: Desk, kronika: Kronika) -> None:
    desk.act()
    number = desk.stated()
    before = stored(kronika)
    reachable = desk.read(f"/{number}/assessment")["reachable"][0]["version"]
    told = desk.referee(
        1, f"/{number}/rulings/previews", {"kind": "backed-up", "remedy": {"to_version": reachable}}
    )
    assert (told.status_code, told.json["back"]["version"]) == (200, reachable)
    assert desk.referee(2, f"/{number}/rulings/previews", {"kind": "stands"}).status_code == 403
    assert stored(kronika) == before


SALT = "AAAAAAAAAAAAAAAAAAAAAA"


@pytest.fixture
def signing(client: FlaskClient) -> tuple[Signing, Desk]:
    game = Signing.at(client)
    desk = Desk(client, game.id, game.organiser, game.tokens)
    desk.appoint()
    return game, desk


def signed_claim(game: Signing) -> dict[str, Any]:
    """Signed anew each time, with the same text and the same salt of it."""
    action = {
        "type": "table.dispute",
        "from": 3,
        "to": 4,
        "wants": "back-up",
        "claim_hash": CaseText(CLAIM, "en", SALT).hash,
        "clauses": [],
    }
    return about(3, 4, **game.signed(action), salt=SALT)


def test_a_seat_with_a_key_disputes_signed(signing: tuple[Signing, Desk]) -> None:
    game, desk = signing
    body = signed_claim(game)
    assert desk.post("/disputes", 1, about(3, 4)).status_code == 403
    other = desk.post("/disputes", 1, {**body, "claim": "Other."})
    assert (other.status_code, [*other.json["errors"]]) == (422, ["signed.disclosure"])
    opened = desk.post("/disputes", 1, body)
    assert opened.status_code == 201, opened.json
    assert desk.post("/disputes", 1, body).json == opened.json
    assert desk.read("/1", desk.tokens[1])["claim"]["text"] == CLAIM


def test_a_text_does_not_come_twice_with_the_same_salt(signing: tuple[Signing, Desk]) -> None:
    """Whoever sees the same hash twice would know that the texts are the same, though both are hidden."""
    game, desk = signing
    assert desk.post("/disputes", 1, signed_claim(game)).status_code == 201
    again = desk.post("/disputes", 1, signed_claim(game))
    assert (again.status_code, [*again.json["errors"]]) == (422, ["salt"])


def test_a_referee_takes_no_seat_by_an_invitation_and_a_substitute_reads_nothing_of_who_left(
    desk: Desk,
) -> None:
    number = desk.opened()
    assert desk.post(f"/disputes/{number}/withdrawals", 1, {}).status_code == 201
    invited = desk.as_organiser("POST", "/invitations", {"seat": 1}).json["code"]
    entrant = {"name": "Eve", "seat": 1, "invitation": invited}
    path = f"{desk.url}/seats"
    party = desk.client.post(path, json=entrant, headers=bearer(desk.referees[2]))
    assert (party.status_code, party.json["rule"]) == (403, "referee.party")
    assert desk.read(f"/{number}", desk.tokens[1])["claim"]["status"] == "shown"
    taken = desk.client.post(path, json=entrant)
    assert taken.status_code == 201, taken.json
    assert desk.read(f"/{number}", taken.json["token"])["claim"]["status"] == "withheld"
    assert desk.read(f"/{number}", desk.referees[1])["claim"]["status"] == "shown"


def test_whoever_shows_a_partys_token_in_the_body_becomes_no_referee(client: FlaskClient) -> None:
    desk = Desk.at(client)
    code = desk.as_organiser("POST", "/referees", {}).json["code"]
    path, before = f"{desk.url}/referees/acceptances", desk.version
    for token in (desk.organiser, desk.tokens[1]):
        body = {"code": code, "name": "Nobody", "tokens": ["unknown", token]}
        refused = client.post(path, json=body)
        assert (refused.status_code, refused.json["rule"]) == (403, "referee.party")
        assert token not in refused.text
    assert desk.version == before
    assert client.post(path, json={"code": code, "name": "Nobody", "tokens": ["unknown"]}).status_code == 201


@pytest.mark.parametrize("kind", ["games", "tournaments"])
def test_tokens_in_a_body_are_written_nowhere(
    client: FlaskClient, kronika: Kronika, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    more = {"games": 1} if kind == "tournaments" else {}
    made = client.post(f"/v1/{kind}", json={"ruleset": "age-of-war", "seats": 2, **more})
    path, organiser = made.headers["Location"], made.json["organiser_token"]
    code = client.post(f"{path}/referees", json={}, headers=bearer(organiser)).json["code"]
    other = "kr_somebody-elses-token-that-is-not-known-here"
    for body, status in (
        ({"tokens": [organiser, other]}, 403),
        ({"tokens": [other, "not a token!"]}, 422),
        ({"tokens": [other]}, 201),
    ):
        answer = client.post(f"{path}/referees/acceptances", json={"code": code, "name": "Zoe", **body})
        assert (answer.status_code, organiser in answer.text, other in answer.text) == (status, False, False)
    referee = answer.json["token"]
    for body, status in (({"tokens": [referee, other]}, 403), ({"tokens": [organiser, other]}, 201)):
        answer = client.post(f"{path}/seats", json={"name": "Ada", **body})
        assert (answer.status_code, referee in answer.text, other in answer.text) == (status, False, False)
    logged = capsys.readouterr().out
    assert logged.count("acceptances") >= 3
    assert not any(token in logged + str(dumped(kronika)) for token in (organiser, referee, other))


def dumped(kronika: Kronika) -> list[tuple[object, ...]]:
    """Every row of the database."""
    store = kronika.store
    tables = [name for (name,) in store.query("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [row for table in tables for row in store.query(f"SELECT * FROM {table}")]
