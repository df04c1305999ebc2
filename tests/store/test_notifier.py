"""The moments between subscribing and looking, which only a purpose-made log can hold still."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from time import monotonic, sleep

import pytest

from service.store import StoreUnusable
from service.store.engine import NO_END
from service.store.notifier import EVERY_GAME, FOLLOWERS, Notifier
from tests.running import until

LONG = 120.0


class Log:
    """A log of games, and its changes. The test can block both or make them fail."""

    def __init__(self) -> None:
        self.games: list[str] = []
        self.changed, self.may_look, self.looking = Event(), Event(), Event()
        self.awaited, self.left = Event(), Event()
        self.may_look.set()
        self.failures = 0

    def commit(self, game_id: str) -> None:
        self.games.append(game_id)
        self.changed.set()

    def head(self) -> int:
        self.looking.set()
        self.may_look.wait(LONG)
        return len(self.games)

    def heads(self, position: int) -> list[tuple[int, str]]:
        return list(enumerate(self.games, 1))[position:]

    def wait(self, soon: bool) -> bool:
        self.awaited.set()
        if self.failures:
            self.failures -= 1
            raise StoreUnusable("The server is gone.")
        if not self.changed.wait(0.01):
            return False  # without clearing it: a commit may arrive just now
        self.changed.clear()
        return True

    def wake(self) -> None:
        self.changed.set()

    def close(self) -> None:
        self.left.set()


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture
def notifier(log: Log) -> Iterator[Notifier]:
    made = Notifier(lambda: log, lambda: NO_END, log.head, log.heads)
    yield made
    log.may_look.set()
    made.close()


def test_a_commit_before_the_notifier_has_looked_wakes(notifier: Notifier, log: Log) -> None:
    """The waiter looked before the commit, and the notifier starts after it: the waiter must look again all the same."""
    log.may_look.clear()
    with notifier.subscribed("g") as signal:
        assert log.looking.wait(LONG)
        log.games.append("g")
        log.may_look.set()
        assert signal.wait(LONG)


def test_only_waiters_of_the_game_are_woken(notifier: Notifier, log: Log) -> None:
    with notifier.subscribed("g") as one, notifier.subscribed("h") as other, notifier.subscribed() as every:
        assert log.awaited.wait(LONG)  # so the initial wake-up of all waiters is over
        assert one.is_set()
        for signal in (one, other, every):
            signal.clear()
        log.commit("g")
        assert one.wait(LONG)
        assert every.wait(LONG)
        assert not other.wait(0.05)


def test_after_a_failure_all_waiters_look_again(
    notifier: Notifier, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.notifier.RETRY_SECONDS", 0.01)
    with notifier.subscribed("g") as signal:
        assert signal.wait(LONG)
        signal.clear()
        log.failures = 3
        assert signal.wait(LONG)
        signal.clear()
        log.commit("g")
        assert signal.wait(LONG)


def test_without_waiters_the_log_is_not_read(notifier: Notifier, log: Log) -> None:
    with notifier.subscribed("g") as signal:
        assert signal.wait(LONG)
    assert log.left.wait(LONG)
    log.looking.clear()
    log.commit("g")
    sleep(0.1)
    assert not log.looking.is_set()
    assert log.changed.is_set()


def follower_told_once(notifier: Notifier, log: Log) -> Event:
    """A follower that was told of a first commit; the notifier then pauses for longer than any test takes."""
    signal = notifier.new_signal(FOLLOWERS)
    assert log.awaited.wait(LONG)  # so the initial wake-up of all waiters is over
    signal.clear()
    log.commit("g")
    assert signal.wait(LONG)
    signal.clear()
    log.commit("g")
    return signal


def test_followers_alone_are_told_at_once_and_then_of_many_commits_together(
    notifier: Notifier, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.notifier.BATCH_SECONDS", LONG)
    signal = follower_told_once(notifier, log)
    assert not signal.wait(0.05)
    assert log.changed.is_set()


def test_followers_are_told_at_once_after_changes_without_events(
    notifier: Notifier, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as those of other tables, or a wait on PostgreSQL that is over without any."""
    monkeypatch.setattr("service.store.notifier.BATCH_SECONDS", LONG)
    with notifier.subscribed(FOLLOWERS) as signal:
        assert log.awaited.wait(LONG)
        signal.clear()
        log.changed.set()
        until(lambda: not log.changed.is_set())
        log.awaited.clear()
        assert log.awaited.wait(LONG / 4)
        log.commit("g")
        assert signal.wait(LONG / 4)


@pytest.mark.parametrize("what", ["g", EVERY_GAME])
def test_whoever_is_in_a_hurry_is_told_at_once_and_followers_with_them(
    notifier: Notifier, log: Log, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr("service.store.notifier.BATCH_SECONDS", LONG)
    following = follower_told_once(notifier, log)
    with notifier.subscribed(what) as hurried:
        for _ in range(3):
            assert hurried.wait(LONG)
            assert following.wait(LONG)
            hurried.clear()
            following.clear()
            log.commit("g")


def test_a_notifier_that_lets_a_batch_grow_closes_at_once(
    notifier: Notifier, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.notifier.BATCH_SECONDS", LONG)
    follower_told_once(notifier, log)
    began = monotonic()
    notifier.close()
    assert monotonic() - began < LONG / 2


def test_a_failing_notifier_closes_at_once(
    notifier: Notifier, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.notifier.RETRY_SECONDS", LONG)
    log.failures = 1 << 30
    with notifier.subscribed("g"):
        sleep(0.05)
        began = monotonic()
        notifier.close()
        assert monotonic() - began < LONG / 2
