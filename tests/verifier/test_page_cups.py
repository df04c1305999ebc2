"""The page's verifier on games of tournaments under the service's log: it finds what the independent one finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.verifier.bundles import manifested, zipped
from tests.verifier.cases import files as case_files
from tests.verifier.logbook import Logbook, log_id
from tests.verifier.page_verifier import Both
from tests.verifier.primitives import b64u, jcs
from tests.verifier.synthetic import Audit, Log, signed_again
from tests.verifier.test_page_log import promising, said, seated
from tests.verifier.test_service_log import L1, entered, promised_game, report, tournament_file
from verifier import FAILED, NOT_AVAILABLE, PASSED

Rows = Callable[[Logbook, Log, str], list[int]]


def without(*out: int) -> Rows:
    return lambda book, log, of: [row for n, row in enumerate(entered(book, log, of)) if n not in out]


def changed(**changes: dict[str, Any]) -> Rows:
    return lambda book, log, of: entered(book, log, of, **changes)


def ended(why: str) -> Rows:
    return lambda book, log, of: [*entered(book, log, of), book.add("tournament-end", of, why=why)]


def ended_twice(book: Logbook, log: Log, of: str) -> list[int]:
    return [*ended("finished")(book, log, of), book.add("tournament-end", of, why="finished")]


def over_before(book: Logbook, log: Log, of: str) -> list[int]:
    """The tournament ends before its game is created."""
    [cup, seats, *_] = entered(book, log, of)
    end = book.add("tournament-end", of, why="abandoned")
    return [
        cup,
        seats,
        end,
        book.add("game", log_id(log.leaves[0]), of=of, number=1),
        book.at("seats", log, 3),
    ]


CUPS: dict[str, tuple[Rows, str]] = {
    "honest": (entered, PASSED),
    "over": (ended("finished"), PASSED),
    "lost": (ended("lost"), NOT_AVAILABLE),
    "over before the game": (over_before, FAILED),
    "over twice": (ended_twice, FAILED),
    "another count": (changed(tournament={"games": 4}), FAILED),
    "other seats": (changed(seats={"c": b64u(bytes(32))}), FAILED),
    "another number": (changed(game={"number": 0}), FAILED),
    "another tournament": (changed(game={"of": b64u(bytes(32))}), FAILED),
    "no tournament": (without(0), FAILED),
    "no seats of it": (without(1), FAILED),
    "neither": (without(0, 1), FAILED),
    "no game": (without(2), FAILED),
}


@pytest.mark.parametrize("what", CUPS)
def test_a_tournaments_leaves_are_judged_alike(both: Both, what: str) -> None:
    rows, status = CUPS[what]
    file = tournament_file(rows)
    assert said(both, file)["logged"][0] == status, said(both, file)
    assert L1(file).status == status


def test_a_lone_game_has_no_leaf_of_a_tournament(both: Both) -> None:
    log, book = promising(), Logbook()
    rows = [*seated(book, log), book.add("tournament", log_id(log.ctx), games=1)]
    assert said(both, log.audit() | {"service_log": book.listed(rows)})["logged"][0] == FAILED


@pytest.mark.parametrize("number", [0, 1])
def test_the_terms_bind_the_first_game(both: Both, number: int) -> None:
    def agreed(file: Audit) -> str | None:
        page, other = both.judge(file)
        assert page.agrees(other), (page, other)
        return page.failed

    log, other = promised_game(number), promised_game(number)
    assert agreed(log.audit()) is None
    other.trees[0]["d"]["tournament"]["first"] = {"options": {"long": False}, "rules": 1}
    file = signed_again(log.audit() | {"entries": [jcs(tree) for tree in other.trees]})
    assert agreed(file) == ("L0" if number == 0 else "L2")
    assert not report(file).ok


def test_a_bundle_has_nothing_of_the_services_log(both: Both) -> None:
    log, book = promising(), Logbook()
    listed = {"service_log": book.listed(seated(book, log))}
    for more, status in (({}, PASSED), (listed, FAILED)):
        files = case_files() | {"audit.json": jcs(log.audit() | more).encode()}
        page, other = both.judge_bundle(zipped(manifested(log, files)))
        assert page.agrees(other), (page, other)
        assert page.levels["L0"] == status
