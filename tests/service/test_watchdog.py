"""Code of a package that never returns: its call is ended, and where that is impossible its process is. Others go on."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.packages.guarding import Halted
from domain.table.refusals import Refusal, Refused
from service.play import bots
from service.system import watchdog
from service.system.watchdog import Watchdog
from tests.checkout import ROOT
from tests.harbour import ID, change
from tests.running import PATIENCE
from tests.service.conftest import House
from tests.service.playing import play

FOR_EVER = "while True:\n        try:\n            while True: pass\n        except Exception: pass\n    "
BEGIN = "from service.system import watchdog as it; it.END_SECONDS = 0.2; it.CALL_SECONDS = 0.1; "
CALL = "it.Watchdog().call('a', '__main__', lambda: {})"
HERE = __name__.partition(".")[0]
BLOCKING = ("sum(__import__('itertools').repeat(0))", "__import__('time').sleep(1e6)")
"""Calls into C: one has Python's lock, the other has not."""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "CALL_SECONDS", 0.1)
    monkeypatch.setattr(watchdog, "LOOK_SECONDS", 0.01)


def for_ever() -> None:
    while True:
        pass


def halted(call: Callable[[], object]) -> str:
    with pytest.raises(Halted) as caught:
        call()
    return str(caught.value)


def test_an_endless_loop_is_its_games_alone(house: House, site: Path, request: pytest.FixtureRequest) -> None:
    """The loop even passes over exceptions. Afterwards the ruleset rests, so that its clients do not keep a service busy."""
    change(site, "rules.py", "    hand = of_seat", f"    {FOR_EVER}hand = of_seat")
    game, tokens = house.seated(ruleset=ID)
    other, others = house.seated(ruleset="touche")
    version = house.document(game)["version"]
    request.getfixturevalue("impatient")
    for why in ("was stopped", "a moment ago"):
        with pytest.raises(Refused, match=why) as refused:
            house.act(game, tokens[1], {"type": "place-bid", "card": 3})
        assert refused.value.kind == Refusal.RULESET_FAILED
    play(house, other, others, random.Random(1), 3)
    assert house.repository.versions.load_log(game).version == version


def test_games_of_packages_are_no_work_of_an_event_loop(house: House, site: Path) -> None:
    games = [house.seated(ruleset=id)[0] for id in (ID, "touche")]
    loaded = [house.document(game)["id"] for game in games]
    assert [house.repository.cache.answers_soon(game) for game in loaded] == [False, True]


@pytest.mark.usefixtures("impatient")
def test_after_the_end_of_a_call_no_exception_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "REST_SECONDS", 0)
    watch = Watchdog()
    for _ in range(3):
        monkeypatch.setattr(watchdog, "CALL_SECONDS", 0.1)
        assert "was stopped" in halted(lambda: watch.call("a", HERE, for_ever))
        monkeypatch.setattr(watchdog, "CALL_SECONDS", 60)  # a busy machine may halt a short call, too
        nested = [watch.call("a", HERE, lambda: watch.call("a", HERE, lambda: 1)) for _ in range(100)]
        assert nested == [1] * 100


@pytest.mark.usefixtures("impatient")
def test_the_exception_comes_in_no_code_but_the_packages_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that it calls may hold a lock."""
    monkeypatch.setattr(watchdog, "REST_SECONDS", 0)
    others: dict[str, Any] = {"__name__": "logging"}
    exec("def log(lines):\n    lines[0] += 1\n    for _ in range(200): pass\n    lines[1] += 1", others)
    lines = [0, 0]

    def logs_for_ever() -> None:
        while True:
            others["log"](lines)
            for _ in range(50):
                pass

    for _ in range(3):
        assert "was stopped" in halted(lambda: Watchdog().call("a", HERE, logs_for_ever))
        assert lines[0] == lines[1]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("stopped", "slow", "why"), [(0.1, PATIENCE, "a moment ago"), (PATIENCE, 0.0, "are under way")]
)
def test_only_a_few_calls_run_at_once_and_the_rest_is_refused(
    monkeypatch: pytest.MonkeyPatch, stopped: float, slow: float, why: str
) -> None:
    """Once the first is stopped, or before that if it is slow."""
    monkeypatch.setattr(watchdog, "AT_ONCE", 1)
    monkeypatch.setattr(watchdog, "CALL_SECONDS", stopped)
    monkeypatch.setattr(watchdog, "SLOW_SECONDS", slow)
    watch, reasons = Watchdog(), list[str]()
    begun = threading.Event()

    def first() -> None:
        begun.set()
        for_ever()

    thread = threading.Thread(target=lambda: reasons.append(halted(lambda: watch.call("a", HERE, first))))
    thread.start()
    begun.wait()
    assert why in halted(lambda: watch.call("a", HERE, for_ever))
    assert watch.call("another", HERE, lambda: 1) == 1
    monkeypatch.setattr(watchdog, "CALL_SECONDS", 0.1)
    thread.join()
    assert "was stopped" in reasons[0]


@pytest.mark.parametrize("blocking", BLOCKING)
def test_a_call_that_cannot_be_ended_ends_its_process(blocking: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + CALL.format(blocking)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Timeout (0:00:00.2" in done.stderr


def test_a_ruleset_rests_shorter_than_bots_try_a_game_again() -> None:
    assert 1_000 * (watchdog.CALL_SECONDS + watchdog.REST_SECONDS) < bots.GIVEN_UP
