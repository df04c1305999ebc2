from flask.testing import FlaskClient

from tests.accounts.signing import Somebody


def test_somebody_signs_up_and_in(client: FlaskClient) -> None:
    ada = Somebody(client)
    account = ada.sign_up("Ada 1")
    print(account, ada.codes, ada.cookie)
    print(ada.me().json)
    r = ada.sign_in()
    print(r.json, r.headers)
    print(ada.assertion().json)
    print(ada.ask("GET", "/v1/me/passkeys").json)
    print(ada.ask("POST", "/v1/me/recovery-codes", {}).json)
    print(ada.ask("POST", "/v1/me/passkeys", ada.created("passkey")).json)
    print(ada.ask("PUT", "/v1/me/name", {"name": "Bob 1"}).json)
    print(ada.ask("PUT", "/v1/me/name", {"name": "Bob 2"}).json)
    assert 0
