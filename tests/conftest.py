"""What all tests share: soak tests only when asked for (`make soak`); one browser for all tests of pages; memory to write in."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from hypothesis import is_hypothesis_test, settings
from playwright.sync_api import Browser
from xdist.scheduler import LoadFileScheduling

from tests.browsing import chromium
from tests.in_memory import write_into_memory
from tests.postgresql import postgresql
from tests.same_routes import keep_builders
from tests.soaking import SOAKING

pytest.register_assert_rewrite("conformance")
write_into_memory()
keep_builders()
EXAMPLES = 100 if SOAKING else 30
"""The number of examples that Hypothesis draws for a test that sets no number of its own."""
# No deadline: how long an example takes says nothing on a busy machine.
settings.register_profile("kronika", deadline=None, max_examples=EXAMPLES)
settings.load_profile("kronika")

YOUNG = 100_000
"""New objects between two garbage collections; with Python's 700 they take a twelfth of a process's time."""

LONG = {"web", "whole", "clients", "packaging"}
"""Folders whose tests wait for servers and browsers: begun first, they do not make everybody wait at the end."""

SHARING = ("tests/whole/",)
"""Folders whose tests share a service of some 4 core-seconds and a process that runs commands: each is started once."""

LOOPING = {"api", "hooks", "notices", "service", "store"}
"""Folders whose tests may run event loops, if they have no browser."""

HIDDEN = pytest.StashKey[asyncio.AbstractEventLoop]()
"""The browser's loop, while it is hidden from a test."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the whole run: the library allows one at a time."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def shared_postgresql() -> Iterator[object]:
    """One PostgreSQL server for the whole run, reached by a socket; its databases need not survive a power cut."""
    with postgresql() as running:
        with psycopg.connect(running.get_uri(), autocommit=True) as admin:
            admin.execute("ALTER SYSTEM SET fsync = off")
            admin.execute("SELECT pg_reload_conf()")
        yield running


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Hide the browser's event loop, which runs all the time in a greenlet of its own, from tests that run loops themselves."""
    loops = LOOPING.intersection(item.path.parts) and "browser" not in getattr(item, "fixturenames", ())
    loop = asyncio._get_running_loop() if loops else None
    if loop is not None:
        item.stash[HIDDEN] = loop
        asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        if loop is not None:
            asyncio._set_running_loop(loop)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """The teardown of a process's last test closes the browser, which needs its loop."""
    if nextitem is None and HIDDEN in item.stash:
        asyncio._set_running_loop(item.stash[HIDDEN])
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Do without garbage collection while modules are imported and tests are made: all of it stays until the end.

    Later collections do not look through it either.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(YOUNG)
        gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "soak: long runs, only with KRONIKA_SOAK=1 (make soak)")


class Together(LoadFileScheduling):
    """A process of the tests gets whole files, and one of them all files of `SHARING`."""

    def _split_scope(self, nodeid: str) -> str:
        return next((it for it in SHARING if nodeid.startswith(it)), super()._split_scope(nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Together | None:
    return Together(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Half as many again as there are cores: a third of the time tests wait, for servers, pages and disks."""
    cores = len(os.sched_getaffinity(0))
    return cores + (cores + 1) // 2


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave soak tests out of the everyday suite, and everyday tests out of the soak; begin with the longest files.

    Property tests run in both: the soak draws more examples.
    """
    chosen, others = [], []
    for item in items:
        if SOAKING and is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("soak")
        is_soak = item.get_closest_marker("soak") is not None
        (chosen if is_soak == SOAKING else others).append(item)
    config.hook.pytest_deselected(items=others)
    items[:] = sorted(chosen, key=_turn)


def _turn(item: pytest.Item) -> tuple[bool, bool]:
    """What one process runs alone comes first, because it takes the longest."""
    return not item.nodeid.startswith(SHARING), not LONG.intersection(item.path.parts)
