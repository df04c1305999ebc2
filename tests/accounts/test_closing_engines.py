"""Closing an account on both databases, and in a restore of an earlier state."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.table.refusals import Refused
from service.accounts.challenges import Ask, issue
from service.accounts.closing import close_account
from service.accounts.my_games import my_games
from service.accounts.profiles import profile, public_games
from service.accounts.settings import invitations
from service.identity import hiding
from service.identity.account_roles import still_open
from service.identity.credentials import holder_of
from service.operation.backup.points import Target, find_point
from service.store import Duplicate, Statement, Store
from tests.accounts.kit import person, personal_token, seated
from tests.notices.conftest import services
from tests.service.backup.conftest import Shipped, identity, running, shipped
from tests.service.conftest import House, quick_keys

__all__ = ["identity", "quick_keys", "services", "shipped"]
Open = Callable[[], House]


def names(store: Store, game: str) -> list[str]:
    rows = store.query("SELECT name FROM players WHERE game = ? ORDER BY seat", (game,))
    return [name for (name,) in rows]


def test_an_account_closes_on_both_databases(services: Open) -> None:
    house = services()
    kronika = house.kronika
    ada = person(kronika, "Ada of engines")
    game, _ = house.seated()
    seated(kronika, ada, game, 1)
    assert my_games(kronika.store, ada.account, None, False, 1, None).games[0].seat == 1
    assert invitations(kronika.store, ada.account).invitations == ()
    assert public_games(kronika.store, ada.name, 1, None).games[0].id == game
    with pytest.raises(Refused, match="You, or a bot of yours"):
        close_account(ada.account, kronika.context)
    kronika.store.append(
        "", [], [Statement("UPDATE account_games SET status = 'finished' WHERE game = ?", (game,))]
    )
    assert profile(kronika.store, ada.name).rulesets[0].games == 1
    close_account(ada.account, kronika.context)
    assert names(kronika.store, game)[0] == "somebody"
    assert kronika.repository.get(game).players[1].account is None
    with pytest.raises(Duplicate):
        kronika.store.append("", [], still_open(ada.account))
    with pytest.raises(Refused):
        profile(kronika.store, ada.account)


def test_a_name_of_an_account_is_hidden_and_deleted(services: Open) -> None:
    store = services().kronika.store
    ada = person(services().kronika, "Ada of hiding")
    hiding.hide_names(store, hiding.names_spelled(ada.name))
    with pytest.raises(Refused):
        profile(store, ada.name)
    assert profile(store, ada.account).name == "somebody"
    hiding.show_names(store, hiding.names_spelled(ada.name))
    assert profile(store, ada.name).name == ada.name
    hiding.delete_names(store, hiding.names_spelled(ada.name))
    assert store.query("SELECT name, folded, hidden_name FROM accounts WHERE id = ?", (ada.account,)) == [
        ("somebody", None, None)
    ]


def test_an_account_that_was_closed_is_closed_in_every_restore(shipped: Shipped, tmp_path: Path) -> None:
    shipping = shipped.shipper()
    shipping.look()
    kronika, game = shipped.house.kronika, shipped.play()
    ada = person(kronika, "Ada of back-ups")
    seated(kronika, ada, game, 1)
    shipping.ship()
    at = find_point(shipped.archive, None).header.at
    kronika.store.append(
        "", [], [Statement("UPDATE account_games SET status = 'finished' WHERE game = ?", (game,))]
    )
    close_account(ada.account, kronika.context)
    shipping.ship()
    settings, done = shipped.restored(tmp_path / "two", Target(at=at))
    assert done.erasures == 1
    with running(settings) as house:
        store = house.kronika.store
        assert names(store, game)[0] == "somebody"
        assert store.query("SELECT status, name FROM accounts WHERE id = ?", (ada.account,)) == [
            ("closed", None)
        ]
        for table in ("credentials", "account_games", "account_roles", "account_seats"):
            assert store.query(f"SELECT * FROM {table} WHERE account = ?", (ada.account,)) == []


def test_sessions_and_challenges_end_with_a_restore(shipped: Shipped, tmp_path: Path) -> None:
    """They may have been ended, or used, after the state that is restored. Tokens of programs stay."""
    shipping = shipped.shipper()
    shipping.look()
    kronika = shipped.house.kronika
    ada = person(kronika, "Ada signed out")
    token = personal_token(kronika, ada.account, "read")
    issue(kronika.store, Ask("sign-in"))
    shipping.ship()
    settings, _ = shipped.restored(tmp_path / "two")
    with running(settings) as house:
        store = house.kronika.store
        assert store.query("SELECT kind FROM credentials") == [("token",)]
        assert holder_of(store, token) is not None
        assert store.query("SELECT hash FROM challenges") == []
