"""Limits: an account counts as one, and invitations spare some sign-ups the limit of their address."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from service.accounts import invited_signups
from service.accounts.invited_signups import OLD_ENOUGH, is_invited
from service.identity.invitations import issue, use
from service.identity.tokens import digest
from service.operation.app import Kronika, compose
from service.store import Statement
from service.system.clock import HOUR, now
from service.system.limits import Limits, Rate
from service.system.settings import Settings
from tests.accounts.kit import Person, organises, person, personal_token
from tests.api.kit import bearer
from tests.service.preparing import prepared


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[tuple[Kronika, FlaskClient]]:
    """A service in which a client writes five times."""
    limits = Limits(actions=Rate(5, 3600), requests=Rate(10_000, 3600), signins=Rate(3, 3600))
    settings = Settings(database=f"sqlite:///{tmp_path}/k.db", data=tmp_path, limits=limits)
    prepared(settings)
    with closing(compose(settings)) as kronika:
        yield kronika, create_app(kronika).test_client(use_cookies=False)


def test_sessions_and_tokens_of_an_account_count_as_one(limited: tuple[Kronika, FlaskClient]) -> None:
    kronika, client = limited
    ada, bo = person(kronika, "Ada"), person(kronika, "Bo")
    own = [ada.headers, bearer(personal_token(kronika, ada.account, "play"))]
    path = f"/v1/games/{'0' * 32}/actions"
    learned = [client.post(path, json={}, headers=headers).status_code for headers in own]
    assert learned == [422, 422]  # these counted for the address
    counted = [client.post(path, json={}, headers=own[n % 2]).status_code for n in range(6)]
    assert counted == [422] * 5 + [429]
    assert client.post(path, json={}, headers=bo.headers).status_code == 422


def test_codes_are_not_tried_without_end(limited: tuple[Kronika, FlaskClient]) -> None:
    _, client = limited
    here = {"Sec-Fetch-Site": "same-origin"}
    tried = [
        client.post("/v1/devices/openings", json={"secret": "x" * 43}, headers=here).status_code
        for _ in range(4)
    ]
    assert tried == [403] * 3 + [429]


def invitation(kronika: Kronika, by: Person, maker: str | None = None) -> tuple[str, str]:
    """An invitation to a table of this account: its code, and its hash."""
    code, game = f"ki_{uuid4().hex}", uuid4().hex
    organises(kronika, by, game)
    kronika.store.append("", [], issue(code, game, None, now() + HOUR, maker))
    return code, digest(code)


def of_age(kronika: Kronika, who: Person, days: int = OLD_ENOUGH) -> None:
    opened = "UPDATE accounts SET opened_at = ? WHERE id = ?"
    kronika.store.append("", [], [Statement(opened, (now() - days, who.account))])


def test_an_invitation_by_an_account_spares_one_sign_up(kronika: Kronika) -> None:
    ada = person(kronika, f"ada{uuid4().hex[:9]}")
    _, young = invitation(kronika, ada)
    assert not is_invited(kronika.store, young)
    of_age(kronika, ada)
    assert is_invited(kronika.store, young)
    assert not is_invited(kronika.store, young)
    assert not is_invited(kronika.store, digest("ki_invented"))
    code, used = invitation(kronika, ada)
    kronika.store.append("", [], [use(code)])
    assert not is_invited(kronika.store, used)


def test_invitations_of_guests_at_its_table_do_not_count(kronika: Kronika) -> None:
    ada = person(kronika, f"ada{uuid4().hex[:9]}")
    of_age(kronika, ada)
    _, by_guest = invitation(kronika, ada, maker=digest("kr_of_a_guest"))
    assert not is_invited(kronika.store, by_guest)


def test_so_many_a_day_and_no_more_at_once(kronika: Kronika, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invited_signups, "MOST_A_DAY", 3)
    ada = person(kronika, f"ada{uuid4().hex[:9]}")
    of_age(kronika, ada)
    hashes = [invitation(kronika, ada)[1] for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        spared = list(pool.map(lambda hash: is_invited(kronika.store, hash), hashes))
    assert sorted(spared) == [False] * 3 + [True] * 3
