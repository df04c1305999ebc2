"""Two ceremonies at the same moment, and a process that is killed in the middle of one, on both engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from domain.table.refusals import Refusal, Refused
from service.accounts import (
    asking,
    bots,
    passkeys,
    personal_tokens,
    recovering,
    recovery_codes,
    renaming,
    signing_in,
)
from service.accounts.ceremonies import RelyingParty
from service.accounts.signing_in import Answer, Door
from service.identity.account_log import load
from service.identity.credentials import Holder, holder_of
from service.operation.app import Kronika, compose, prepare
from service.system.settings import Settings
from tests.accounts.authenticator import ORIGIN, Authenticator
from tests.store.conftest import new_database

WHO = iter(range(10**6))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kronika]:
    folder = tmp_path_factory.mktemp("races")
    if request.param == "sqlite":
        yield from _composed(Settings(database=f"sqlite:///{folder / 'kronika.db'}", data=folder))
    else:
        with new_database(request.getfixturevalue("shared_postgresql")) as url:
            yield from _composed(Settings(database=url, data=folder))


def _composed(settings: Settings) -> Iterator[Kronika]:
    prepare(settings)
    kronika = compose(settings)
    yield kronika
    kronika.close()


class Person:
    """Somebody who signs up at once, unless told otherwise; the ceremonies are complete but for their last step."""

    def __init__(self, kronika: Kronika, name: str = "", signs_up: bool = True) -> None:
        self.signer, self.bot = kronika.signer, ""
        self.store, self.door = kronika.store, Door(kronika.store, RelyingParty(ORIGIN))
        self.name, self.authenticator = name or f"Person {next(WHO)}", Authenticator(counts=True)
        self.holder: Holder | None = None
        self.codes: tuple[str, ...] = ()
        if signs_up:
            self.sign_up(self.answer("sign-up", name=self.name))

    def answer(self, purpose: str, **more: Any) -> Answer:
        issued = asking.ask(self.door, {"purpose": purpose, **more}, self.holder)
        make = self.authenticator.get if purpose in ("sign-in", "assertion") else self.authenticator.create
        session = self.holder.id if self.holder else None
        return Answer(issued.challenge, make(issued.options), "a passkey", "a browser", session)

    def sign_up(self, answer: Answer) -> None:
        done, session = signing_in.sign_up(self.door, answer)
        self.holder, self.codes = holder_of(self.store, session.secret), done.recovery_codes

    def mint(self, holder: Holder, account: str) -> object:
        wanted = personal_tokens.NewToken(account, "a program", frozenset({"read"}), 3600)
        return personal_tokens.mint(self.store, self.signer, holder, wanted, None)

    @property
    def account(self) -> str:
        assert self.holder is not None
        return self.holder.account


Step = Callable[[], object]


def at_once(kronika: Kronika, monkeypatch: pytest.MonkeyPatch, first: Step, second: Step) -> Refused | None:
    """`second` happens completely when `first` has decided and is about to write; gives what `first` is answered."""
    append, pending = kronika.store.append, [second]

    def appending(*what: Any, **more: Any) -> None:
        if pending:
            pending.pop()()
        append(*what, **more)

    with monkeypatch.context() as patch:
        patch.setattr(kronika.store, "append", appending)
        try:
            first()
        except Refused as refused:
            return refused
    return None


def kind(refused: Refused | None) -> Refusal | None:
    return refused and refused.kind


def count(kronika: Kronika, table: str, account: str) -> int:
    column = "id" if table == "accounts" else "account"
    return int(kronika.store.query(f"SELECT count(*) FROM {table} WHERE {column} = ?", (account,))[0][0])


def test_one_name_opens_one_account(service: Kronika, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"Name {next(WHO)}"
    ada, eve = (Person(service, name, signs_up=False) for name in (name, name.upper()))
    answers = [one.answer("sign-up", name=one.name) for one in (ada, eve)]
    refused = at_once(service, monkeypatch, lambda: ada.sign_up(answers[0]), lambda: eve.sign_up(answers[1]))
    assert kind(refused) is Refusal.GONE_ELSEWHERE
    assert [bool(one.holder) for one in (ada, eve)] == [False, True]
    Person(service)


def test_one_credential_opens_one_account(service: Kronika, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, eve = Person(service, signs_up=False), Person(service, signs_up=False)
    ada.authenticator.new_id = eve.authenticator.new_id = f"credential {next(WHO)}".encode()
    answers = [one.answer("sign-up", name=one.name) for one in (ada, eve)]
    refused = at_once(service, monkeypatch, lambda: ada.sign_up(answers[0]), lambda: eve.sign_up(answers[1]))
    assert kind(refused) is Refusal.GONE_ELSEWHERE
    ada.authenticator.new_id = b""
    ada.sign_up(ada.answer("sign-up", name=ada.name))


def test_one_challenge_is_used_once(service: Kronika, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = Person(service, signs_up=False)
    up = ada.answer("sign-up", name=ada.name)
    refused = at_once(service, monkeypatch, lambda: ada.sign_up(up), lambda: ada.sign_up(up))
    assert kind(refused) is Refusal.NOT_VERIFIED
    account, ada.holder = ada.account, None
    answer = ada.answer("sign-in")
    sign_in = lambda: signing_in.sign_in(ada.door, answer)  # noqa: E731
    assert kind(at_once(service, monkeypatch, sign_in, sign_in)) is Refusal.NOT_VERIFIED
    assert count(service, "credentials", account) == 2


def test_of_two_uses_of_one_counter_one_counts(service: Kronika, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copied authenticator answers another challenge at the same moment."""
    ada = Person(service)
    ada.holder = None
    first = ada.answer("sign-in")
    ada.authenticator.passkeys[0].count = 0
    second = ada.answer("sign-in")
    refused = at_once(
        service,
        monkeypatch,
        lambda: signing_in.sign_in(ada.door, first),
        lambda: signing_in.sign_in(ada.door, second),
    )
    assert kind(refused) is Refusal.NOT_VERIFIED


def test_a_removed_passkey_signs_nobody_in(service: Kronika, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = Person(service)
    assert ada.holder
    id = signing_in.add_passkey(ada.door, ada.answer("passkey"), ada.holder)
    holder, ada.holder = ada.holder, None
    answer = ada.answer("sign-in")
    refused = at_once(
        service,
        monkeypatch,
        lambda: signing_in.sign_in(ada.door, answer),
        lambda: passkeys.remove_passkey(ada.store, holder, id),
    )
    assert kind(refused) is Refusal.NOT_VERIFIED


def test_one_of_the_last_two_passkeys_stays(service: Kronika, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = Person(service)
    assert ada.holder
    [first] = load(ada.store, ada.account).passkeys
    second = signing_in.add_passkey(ada.door, ada.answer("passkey"), ada.holder)
    steps = [lambda id=id: passkeys.remove_passkey(ada.store, ada.holder, id) for id in (second, first)]
    refused = at_once(service, monkeypatch, *steps)
    assert kind(refused) in (Refusal.GONE_ELSEWHERE, Refusal.UNAUTHENTICATED)
    assert count(service, "passkeys", ada.account) == 1


def test_one_code_recovers_once(service: Kronika, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = Person(service)
    account, ada.holder = ada.account, None
    answers = [ada.answer("recovery", code=ada.codes[0]) for _ in range(2)]
    steps = [lambda answer=answer: recovering.recover(ada.door, answer) for answer in answers]
    assert kind(at_once(service, monkeypatch, *steps)) is Refusal.NOT_VERIFIED
    assert count(service, "passkeys", account) == 2
    assert count(service, "recovery_codes", account) == 9


CHANGES: dict[str, Callable[[Person, Holder, Answer], object]] = {
    "passkey": lambda ada, holder, answer: signing_in.add_passkey(ada.door, answer, holder),
    "codes": lambda ada, holder, answer: recovery_codes.make_codes(ada.store, holder),
    "name": lambda ada, holder, answer: renaming.rename(ada.store, holder, f"Name {next(WHO)}"),
    "token": lambda ada, holder, answer: ada.mint(holder, holder.account),
    "bot": lambda ada, holder, answer: bots.open_bot(ada.store, holder, f"Bot {next(WHO)}", None),
    "token of a bot": lambda ada, holder, answer: ada.mint(holder, ada.bot),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_session_that_a_recovery_ends_changes_nothing(
    service: Kronika, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    ada = Person(service)
    assert ada.holder
    holder, answer = ada.holder, ada.answer("passkey")
    ada.bot = bots.open_bot(ada.store, holder, f"Bot {next(WHO)}", None).document.account.id
    ada.holder = None
    recovery = ada.answer("recovery", code=ada.codes[0])
    refused = at_once(
        service,
        monkeypatch,
        lambda: CHANGES[change](ada, holder, answer),
        lambda: recovering.recover(ada.door, recovery),
    )
    assert kind(refused) is Refusal.UNAUTHENTICATED
    assert count(service, "passkeys", holder.account) == 2
    assert count(service, "recovery_codes", holder.account) == 9
    assert len(bots.bots(ada.store, holder).bots) == 1
    assert [count(service, "credentials", one) for one in (ada.bot, holder.account)] == [0, 0]


def test_a_recovery_ends_what_is_made_at_the_same_moment(service: Kronika) -> None:
    """In another process, as it were: the writes of one do not run at once."""
    other = compose(service.settings)
    for _ in range(20):
        ada = Person(service)
        holder = _holder(ada)
        bot = bots.open_bot(ada.store, holder, f"Bot {next(WHO)}", None).document.account.id
        ada.holder = None
        recovery = ada.answer("recovery", code=ada.codes[0])
        with ThreadPoolExecutor() as pool:
            recovered = pool.submit(recovering.recover, ada.door, recovery)
            ada.store = other.store
            made = [pool.submit(ada.mint, holder, one) for one in (bot, holder.account)]
        recovered.result()
        assert {type(one.exception()) for one in made} <= {Refused, type(None)}
        assert [count(service, "credentials", one) for one in (bot, holder.account)] == [0, 0]
    other.close()


class Killed(BaseException):
    """The process ends here."""


STEPS: dict[str, Callable[[Person, Answer], object]] = {
    "sign-up": lambda ada, answer: ada.sign_up(answer),
    "passkey": lambda ada, answer: signing_in.add_passkey(ada.door, answer, _holder(ada)),
    "recovery": lambda ada, answer: recovering.recover(ada.door, answer),
    "sign-in": lambda ada, answer: signing_in.sign_in(ada.door, answer),
}


def _holder(ada: Person) -> Holder:
    assert ada.holder
    return ada.holder


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("purpose", STEPS)
def test_a_ceremony_is_there_or_not_after_a_kill(
    service: Kronika, monkeypatch: pytest.MonkeyPatch, purpose: str, after: bool
) -> None:
    ada = Person(service, signs_up=purpose != "sign-up")
    if purpose in ("recovery", "sign-in"):
        ada.holder = None
    more = {"sign-up": {"name": ada.name}, "recovery": {"code": (*ada.codes, "")[0]}}.get(purpose, {})
    answer, before = ada.answer(purpose, **more), _rows(service)
    append = service.store.append

    def killed(*what: Any, **named: Any) -> None:
        if after:
            append(*what, **named)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(service.store, "append", killed)
        with pytest.raises(Killed):
            STEPS[purpose](ada, answer)
    changed = {name: n - before[name] for name, n in _rows(service).items() if n != before[name]}
    assert bool(changed) is after
    if not after:
        STEPS[purpose](ada, answer)
        return
    assert changed["challenge_uses"] == 1
    assert changed.get("passkeys", 0) == (purpose != "sign-in")
    if purpose == "sign-up":
        assert (changed["accounts"], changed["recovery_codes"], changed["credentials"]) == (1, 10, 1)
    with pytest.raises(Refused) as refused:
        STEPS[purpose](ada, answer)
    assert refused.value.kind in (Refusal.NOT_VERIFIED, Refusal.GONE_ELSEWHERE)


def _rows(kronika: Kronika) -> dict[str, int]:
    tables = (
        "accounts",
        "account_events",
        "account_names",
        "passkeys",
        "recovery_codes",
        "credentials",
        "challenge_uses",
    )
    return {name: int(kronika.store.query(f"SELECT count(*) FROM {name}")[0][0]) for name in tables}
