"""A real Chromium for tests of pages, and an ear for what it complains of.

It is the machine's own if there is one. Otherwise Debian's package is installed when that is allowed (as root), and
Playwright's own download when it is not; tests of pages are never left out. The headless shell is taken where there is one:
the whole browser draws windows that nobody sees, and takes half as much processor time again. `make test` installs it once
(`python -m tests.browsing`), where that is allowed.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from tests.running import Found, until

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
UNWANTED = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "TcpPortRandomizationWin,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
)
"""What Playwright switches off, for only the last list counts; and Chromium's own pages beside each of ours, which took a
third of the time."""
APT = ("apt-get", "-q", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=30")
OVERTAKEN = "the server responded with a status of 412"
"""Where several act at once, a move may come after another's: the page signs it anew, and the browser tells of the answer."""
NOT_YET = "/ledger/log"
"""Before the first list of the log of logs the service answers 404 there, and the page asks again."""
BUSY = re.compile(r"/(board|states/\d+)\.svg\?")
"""Pictures that the service has no process free to draw: it answers 503, and the page asks again."""
PLAYWRIGHT = (sys.executable, "-m", "playwright", "install", "chromium")


class NoBrowser(Exception):
    """There is no Chromium, and none could be installed."""


def find_chromium() -> str | None:
    """The path of a Chromium; None stands for Playwright's own. Installs one if there is none."""
    with _alone():
        found = on_path()
        if found is not None:
            return found
        if _debian(SHELL) or _debian("chromium"):
            return on_path()
        if _runs(PLAYWRIGHT):
            return None
    raise NoBrowser(
        "Tests of pages need Chromium, and neither Debian's package nor Playwright's download could be installed: "
        "install chromium and try again."
    )


def install_shell() -> None:
    """The headless shell of Debian, if it is missing and may be installed; without it the tests use what there is."""
    with _alone():
        if shutil.which(SHELL) is None and not _debian(SHELL):
            print(f"{SHELL} could not be installed; tests of pages use another browser.", file=sys.stderr)


def _debian(package: str) -> bool:
    """Whether a package of Debian is installed now."""
    commands = ((*APT, "update"), (*APT, "install", "-y", "--no-install-recommends", package))
    return shutil.which("apt-get") is not None and os.geteuid() == 0 and all(map(_runs, commands))


@contextmanager
def _alone() -> Iterator[None]:
    """Tests run in several processes, and only one may install at a time."""
    with (Path(tempfile.gettempdir()) / f"kronika-chromium-{os.geteuid()}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def on_path() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def _runs(command: tuple[str, ...]) -> bool:
    print(f"Tests of pages need a browser: {' '.join(command)}", file=sys.stderr)
    return subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=[*FLAGS, f"--disable-features={UNWANTED}"]
        )
        yield browser
        browser.close()


@contextmanager
def listening(page: Page, address: str) -> Iterator[list[str]]:
    """What the page complains of meanwhile: errors, broken policies, and requests that leave the service."""
    found: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        url = message.location["url"]
        expected = (
            OVERTAKEN in message.text or url.endswith(NOT_YET) or ("503" in message.text and BUSY.search(url))
        )
        if message.type in ("error", "warning") and not expected:
            found.append(message.text)

    def watch(request: Request) -> None:
        if not request.url.startswith((address, "data:", "blob:")):
            found.append(request.url)

    def fail(error: object) -> None:
        found.append(str(error))

    listeners: list[tuple[Any, Any]] = [("console", hear), ("request", watch), ("pageerror", fail)]
    for event, listener in listeners:
        page.on(event, listener)
    yield found
    for event, listener in listeners:
        page.remove_listener(event, listener)


def await_events(page: Page, true: Callable[[], Found], what: str) -> Found:
    """What `true` gives once what the page tells of has made it so; a test that only waits hears nothing of its pages."""

    def heard() -> Found:
        page.wait_for_timeout(20)
        return true()

    return until(heard, what)


if __name__ == "__main__":
    install_shell()
