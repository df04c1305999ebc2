"""The page's verifier, run by Node.js, beside the independent one: what each says of a file, in the same words."""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from verifier import FAILED, NOT_AVAILABLE, PASSED, Report, verify

Json = dict[str, Any]
SCRIPT = Path(__file__).with_name("page.mjs")
NODE = Path(sys.executable).with_name("node")
LEVELS = {
    "container": "B0",
    "manifest": "B1",
    "texts": "B2",
    "case": "B2",
    "timeline": "B2",
    "names": "B2",
    "form": "L0",
    "log": "L0",
    "signature": "L0",
    "older": "L1",
    "logged": "L1",
    "values": "L2",
    "seats": "L2",
    "draws": "L3",
    "clocks": "L3",
}
"""The level that each check of the page belongs to."""
FILE_LEVELS = ("L0", "L1", "L2", "L3")
BUNDLE_LEVELS = ("B0", "L0", "L2", "L3", "B1", "B2")
NO_LOG = ("the game was begun before the service had a log of games", "an analysis is in no log of games")
WORST = (FAILED, NOT_AVAILABLE, PASSED)


class Judgement(NamedTuple):
    """What a verifier says: the status of each level, verdict and account. `details` are its own words."""

    levels: dict[str, str]
    entropy: Json | None
    account: Json | None
    details: list[str]

    @property
    def failed(self) -> str | None:
        """The level that fails."""
        return next((name for name, status in self.levels.items() if status == FAILED), None)

    def agrees(self, other: Judgement) -> bool:
        return (self.levels, self.entropy, self.account) == (other.levels, other.entropy, other.account)


def of_page(
    checks: list[list[str]], verdict: Json | None, account: Json | None, levels: tuple[str, ...] = FILE_LEVELS
) -> Judgement:
    """`checks` are [name, status, message]. A level that the page has no check of was not judged."""
    statuses: dict[str, list[str]] = {name: [] for name in levels}
    for name, status, _ in checks:
        if LEVELS.get(name) in statuses and not _beside(name, status, checks):
            statuses[LEVELS[name]].append(status)
    found = {name: min(its or [NOT_AVAILABLE], key=WORST.index) for name, its in statuses.items()}
    return Judgement(found, verdict, account, [": ".join(check) for check in checks])


def _beside(name: str, status: str, checks: list[list[str]]) -> bool:
    """Whether a check leaves its level to another one: where a log is promised, an older checkpoint can only fail."""
    [logged] = [message for other, _, message in checks if other == "logged"] or [""]
    return name == "logged" if logged in NO_LOG else name == "older" and status != FAILED


def of_independent(report: Report, levels: tuple[str, ...] = FILE_LEVELS) -> Judgement:
    statuses = {it.name: it.status for it in report.levels}
    found = {name: statuses.get(name, NOT_AVAILABLE) for name in levels}
    return Judgement(
        found, report.entropy, report.account, [f"{it.name}: {it.detail}" for it in report.levels]
    )


class Both:
    """Both verifiers."""

    def __init__(self, node: subprocess.Popen[str]) -> None:
        self._node = node

    def ask(self, question: Json) -> Json:
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.write(json.dumps(question) + "\n")
        self._node.stdin.flush()
        return json.loads(self._node.stdout.readline())  # type: ignore[no-any-return]

    def page(self, file: Json | str, **known: str | None) -> Judgement:
        """What the page's verifier says of a file: an object, or a file's text."""
        found = self.ask({"file": file, **known})
        return of_page(found["checks"], found["verdict"], found["account"])

    def page_of_bundle(self, data: bytes) -> Judgement:
        found = self.ask({"bundle": b64encode(data).decode()})
        return of_page(found["checks"], found["verdict"], found["account"], BUNDLE_LEVELS)

    def judge(self, file: Json | str) -> tuple[Judgement, Judgement]:
        """What the page's verifier and the independent one say of a file."""
        report = verify(file.encode() if isinstance(file, str) else file)
        return self.page(file), of_independent(report)

    def judge_bundle(self, data: bytes) -> tuple[Judgement, Judgement]:
        return self.page_of_bundle(data), of_independent(verify(data), BUNDLE_LEVELS)


@contextmanager
def both_verifiers() -> Iterator[Both]:
    with subprocess.Popen(
        [NODE, "--no-warnings", SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as node:
        try:
            yield Both(node)
        finally:
            assert node.stdin
            node.stdin.close()
