"""Names of accounts: their form, and that no two look alike."""

from __future__ import annotations

import os

import pytest
from flask.testing import FlaskClient

from service.operation.app import Kronika
from service.store import Statement
from tests.accounts.signing import Somebody

DAY = 86_400_000


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Żółć 7", "Żółć 7"),
        ("李白", "李白"),
        ("Ａｍａ", "Ama"),
        ("Zoe\u0308 B", "Zoë B"),
        ("a-b_c d", "a-b_c d"),
        ("เน\u0e49", "เน\u0e49"),
        ("x" * 24, "x" * 24),
        ("Ola\u00a0K", "Ola K"),
    ],
)
def test_names_that_accounts_may_have(client: FlaskClient, name: str, shown: str) -> None:
    asked = Somebody(client).challenge("sign-up", name=name)
    assert asked["options"]["user"]["name"] == shown


@pytest.mark.parametrize(
    "name",
    [
        *(
            "A",
            "",
            "x" * 25,
            "Ada  B",
            " Ada",
            "Ada ",
            "-Ada",
            "Ada_",
            "Ada--B",
            "Ada!",
            "\u0301Ada",
            "7\u0301a",
        ),
        *("👍 Ada", "Ad\u115fa", "Ad\u3164a", "Ada\u200d", "Ada\u202e", "Ada\ufe0f", "Ada\n", "1⁄2", "ﷺ" * 2),
        "\U00010570\U00010571",  # letters of Unicode 14
        "Ada\u1acd",  # a mark that no version before 14 has
    ],
)
def test_names_that_no_account_may_have(client: FlaskClient, name: str) -> None:
    answer = Somebody(client).ask("POST", "/v1/challenges", {"for": "sign-up", "name": name})
    assert answer.status_code == 422, answer.text
    assert "name" in str(answer.json["errors"])


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Guest",
            "SOMEBODY",
            "kronika",
            "Krоnika",
            "organiser",
            "Referee",
            "tab1e",
            "Ｔable",
            "gość",
            "KTOŚ",
        ),
        *("Sędzia", "stół", "Organizator", "Seat 3", "Miejsce 2", "sędzia nr 1"),
    ],
)
def test_reserved_words_in_both_languages(client: FlaskClient, name: str) -> None:
    answer = Somebody(client).ask("POST", "/v1/challenges", {"for": "sign-up", "name": name})
    assert (answer.status_code, answer.json["type"]) == (409, "/problems/gone-elsewhere")


@pytest.mark.parametrize(
    ("taken", "name"),
    [
        ("Wanda", "WANDA"),
        ("Olga", "0LGA"),
        ("Ivan", "lVAN"),
        ("Marta", "rnarta"),
        ("Pola", "Роlа"),
        ("Strasse", "Straße"),
    ],
)
def test_no_two_accounts_have_names_that_look_alike(client: FlaskClient, taken: str, name: str) -> None:
    Somebody(client).sign_up(taken)
    answer = Somebody(client).ask("POST", "/v1/challenges", {"for": "sign-up", "name": name})
    assert (answer.status_code, answer.json["type"]) == (409, "/problems/gone-elsewhere")


def test_a_name_is_looked_up_by_equality_and_not_by_looks(client: FlaskClient) -> None:
    account = Somebody(client).sign_up("Looked Up")["id"]
    assert client.get("/v1/accounts/LOOKED UP").json["id"] == account
    assert client.get("/v1/accounts/Ｌooked Up").json["id"] == account
    assert client.get("/v1/accounts/L00ked Up").status_code == 404


def test_an_old_name_stays_reserved_for_90_days_and_its_owner_may_have_it_again(
    client: FlaskClient, kronika: Kronika
) -> None:
    ada, eve = Somebody(client), Somebody(client)
    account = ada.sign_up("Renate")["id"]
    assert ada.ask("PUT", "/v1/me/name", {"name": "Renata"}).json["name"] == "Renata"
    assert client.get("/v1/accounts/Renate").status_code == 404
    too_early = ada.ask("PUT", "/v1/me/name", {"name": "Renate"})
    assert (too_early.status_code, too_early.json["type"]) == (409, "/problems/too-early")
    assert eve.ask("POST", "/v1/challenges", {"for": "sign-up", "name": "RENATE"}).status_code == 409
    age(kronika, account, 30)
    assert ada.ask("PUT", "/v1/me/name", {"name": "RENATE"}).json["name"] == "RENATE"
    age(kronika, account, 30)
    assert ada.ask("PUT", "/v1/me/name", {"name": "Somewhere Else"}).status_code == 200
    assert eve.ask("POST", "/v1/challenges", {"for": "sign-up", "name": "Renate"}).status_code == 409
    age(kronika, account, 89)
    assert eve.ask("POST", "/v1/challenges", {"for": "sign-up", "name": "Renate"}).status_code == 409
    age(kronika, account, 1)
    eve.sign_up("Renate")


def age(kronika: Kronika, account: str, days: int) -> None:
    """So many days pass for an account, but not for its session."""
    kronika.store.append(
        "",
        [],
        [
            Statement("UPDATE account_events SET at = at - ? WHERE account = ?", (days * DAY, account)),
            Statement("UPDATE account_names SET until = until - ? WHERE account = ?", (days * DAY, account)),
        ],
    )


def test_the_store_has_no_names_of_the_past(client: FlaskClient, kronika: Kronika) -> None:
    ada = Somebody(client)
    old = f"Old {os.urandom(3).hex()}"
    ada.sign_up(old)
    assert ada.ask("PUT", "/v1/me/name", {"name": f"New {os.urandom(3).hex()}"}).status_code == 200
    for table in ("account_names", "accounts", "account_events"):
        assert old.lower() not in str(kronika.store.query(f"SELECT * FROM {table}")).lower()
