"""Precedents: which rulings are found, by what, and what becomes of them when texts are erased; on both engines."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from projections import rulings as projection
from projections.documents.rulings import RulingPage
from projections.full_text import search_for, words
from service.identity import hiding
from service.log.table_projection import TableProjection
from service.operation import erasure
from service.operation.app import compose, prepare
from service.queries.rulings import Search, page, statistics
from service.system.settings import Settings
from tests.service.conftest import House, settings_in
from tests.service.test_desk import AtDesk
from tests.store.conftest import new_database

FINDINGS = "Kostki rzucono dwa razy: Łucja miała rację."
ENGINES = ("sqlite", "postgresql")


@pytest.fixture(params=ENGINES)
def courts(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    """A service of its own on each engine."""
    if request.param == "sqlite":
        yield from _house(settings_in(tmp_path))
        return
    with new_database(request.getfixturevalue("shared_postgresql")) as url:
        yield from _house(Settings(data=tmp_path, database=url))


def _house(settings: Settings) -> Iterator[House]:
    prepare(settings)
    kronika = compose(settings)
    yield House(kronika)
    kronika.close()


class Judged(AtDesk):
    """A game whose referees had accepted before it began, so that no party refuses them."""

    @classmethod
    def set(cls, house: House, heads: tuple[bool, ...] = (False, True), **more: Any) -> Judged:
        game, organiser = house.create(**more)
        desk = cls(house, game, organiser, {})
        for head in heads:
            desk.appoint(head)
        for n in (1, 2):
            desk.seats[n] = house.sit(game, organiser, {"name": f"P{n}"})
        return desk

    def open(self, seat: int = 1) -> dict[str, Any]:
        last = self.house.repository.get(self.game).version
        about, claim = {"from_": last, "to": last}, "He threw twice."
        return self.step(
            self.seats[seat], "disputes", None, about=about, claim=claim, clauses=[], wants="back-up"
        )

    def waive(self) -> None:
        for token in self.seats.values():
            if self.state() == "ruled":
                self.step(token, "waivers")
        assert self.state() == "final"

    def overturn(self, clauses: list[str]) -> None:
        """A head referee rules otherwise on appeal."""
        self.step(self.seats[1], "appeals", grounds="It was otherwise.")
        for token in self.seats.values():
            self.step(token, "answers")
        self.step(self.referees[2], "taking")
        ruling = {"kind": "dismissed", "findings": "Wrong.", "clauses": clauses, "penalties": []}
        self.step(self.referees[2], "decisions", decision="changed", findings="No.", ruling=ruling)
        assert self.state() == "final"


def final(house: House, findings: str = FINDINGS, **more: Any) -> Judged:
    """A case with a final ruling that nobody appealed against."""
    desk = Judged.set(house)
    desk.ruled(findings=findings, **more)
    desk.waive()
    project(house)
    return desk


def overturned(house: House, clauses: list[str]) -> Judged:
    """A case in which a head referee ruled otherwise on appeal."""
    desk = Judged.set(house)
    desk.ruled(clauses=clauses)
    desk.overturn(clauses)
    project(house)
    return desk


def project(house: House) -> None:
    TableProjection(house.repository, projection).catch_up()


def found(house: House, **search: Any) -> RulingPage:
    return page(house.kronika.store, Search(**search), 20, None)


def test_a_final_ruling_is_found_with_its_findings(courts: House) -> None:
    desk = final(courts, clauses=["war.line.2", "table.undo"])
    [ruling] = found(courts).rulings
    assert (ruling.game, ruling.dispute, ruling.ruling, ruling.kind) == (desk.game, 1, 1, "stands")
    assert (ruling.findings.text, ruling.clauses) == (FINDINGS, ("war.line.2", "table.undo"))
    assert (ruling.name, ruling.outcome, ruling.appeal, ruling.on_appeal) == ("Ref 1", "stood", None, False)
    assert ruling.took_ms >= 0


@pytest.mark.parametrize(
    ("search", "finds"),
    [
        ({"words": "kostki"}, 1),
        ({"words": "KOST łuc"}, 1),
        ({"words": "lucja miala"}, 1),
        ({"words": "kostki nic"}, 0),
        ({"words": "ostki"}, 0),
        ({"words": "!?"}, 0),
        ({"words": "a AND b OR (c:* & 'd' | NEAR\"e\"\0"}, 0),
        ({"words": "%_?"}, 0),
        ({"clause": "war.line.2"}, 1),
        ({"clause": "war.line"}, 0),
        ({"kind": "stands", "ruleset": "age-of-war"}, 1),
        ({"kind": "void"}, 0),
        ({"ruleset": "romans"}, 0),
    ],
)
def test_rulings_are_found_by_words_clause_kind_and_ruleset(
    search: dict[str, str], finds: int, one: House
) -> None:
    result = found(one, **search)
    assert (len(result.rulings), result.stood, result.overturned) == (finds, finds, 0)


@pytest.fixture(scope="module", params=ENGINES)
def one(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One final ruling, on each engine."""
    data = tmp_path_factory.mktemp("one")
    if request.param == "sqlite":
        settings = settings_in(data)
        for house in _house(settings):
            final(house, clauses=["war.line.2"])
            yield house
        return
    with new_database(request.getfixturevalue("shared_postgresql")) as url:
        for house in _house(Settings(data=data, database=url)):
            final(house, clauses=["war.line.2"])
            yield house


def test_what_an_appeal_changed_is_overturned_and_the_ruling_in_its_place_stood(courts: House) -> None:
    overturned(courts, ["war.line.2"])
    result = found(courts, clause="war.line.2")
    assert (result.stood, result.overturned) == (1, 1)
    later, first = result.rulings
    assert (first.outcome, first.on_appeal, later.outcome, later.on_appeal) == (
        "overturned",
        False,
        "stood",
        True,
    )
    assert first.appeal is not None
    assert (first.appeal.decision, first.appeal.referee) == ("changed", 2)
    assert later.appeal is None


def test_open_cases_private_and_hidden_games_are_not_found(courts: House) -> None:
    Judged.set(courts).ruled()
    project(courts)
    assert found(courts).rulings == []
    hidden = final(courts)
    hiding.hide(courts.kronika.store, hidden.game)
    assert found(courts).rulings == []
    hiding.show(courts.kronika.store, hidden.game)
    assert len(found(courts).rulings) == 1


def test_erased_findings_are_neither_shown_nor_found_nor_found_again_after_a_rebuild(courts: House) -> None:
    desk = final(courts)
    erasure.erase(courts.repository, desk.game, 1)
    for _ in range(2):
        [ruling] = found(courts).rulings
        assert (ruling.findings.status, ruling.findings.text) == ("erased", None)
        assert found(courts, words="kostki").rulings == []
        TableProjection(courts.repository, projection).rebuild()


def test_findings_erased_while_they_are_projected_leave_no_words(courts: House) -> None:
    """The projection has read the text when the operator erases it."""
    desk = Judged.set(courts)
    desk.ruled(findings=FINDINGS)
    desk.waive()
    follower = TableProjection(courts.repository, projection)
    rows = follower.rows_of([desk.game])
    erasure.erase(courts.repository, desk.game, 1)
    follower.replace_rows(courts.kronika.store.head(), rows)
    assert found(courts, words="kostki").rulings == []
    assert len(found(courts).rulings) == 1


def test_erased_words_are_not_in_the_file_any_more(tmp_path: Path) -> None:
    """FTS5 would keep them in its index until it is merged some day."""
    for house in _house(settings_in(tmp_path)):
        desk = final(house, "Zażółcili gęślą jaźń.")
        assert b"zazolcili" in _stored(tmp_path)
        erasure.erase(house.repository, desk.game, 1)
        assert b"zazolcili" not in _stored(tmp_path)


def _stored(data: Path) -> bytes:
    """All that the tables of the search hold."""
    with sqlite3.connect(data / "kronika.db") as database:
        tables = ("content", "data")
        rows = [row for it in tables for row in database.execute(f"SELECT * FROM ruling_words_{it}")]
    return b"".join(it if isinstance(it, bytes) else str(it).encode() for row in rows for it in row)


def test_a_rebuild_is_the_same_as_what_followed_the_log(courts: House) -> None:
    overturned(courts, ["war.line.2", "table.undo"])
    final(courts)
    tables = ("rulings", "ruling_clauses", "ruling_words")
    query = courts.kronika.store.query
    followed = {it: sorted(query(f"SELECT * FROM {it}")) for it in tables}
    assert len(followed["rulings"]) == 3
    TableProjection(courts.repository, projection).rebuild()
    assert {it: sorted(query(f"SELECT * FROM {it}")) for it in tables} == followed


def test_games_without_a_new_final_case_are_not_loaded(courts: House) -> None:
    final(courts)
    Judged.set(courts).open()
    games = [game for (game,) in courts.kronika.store.query("SELECT game FROM lobby")]
    assert TableProjection(courts.repository, projection)._changed(games) == []


def test_pages_go_on_where_the_last_one_ended(courts: House) -> None:
    for _ in range(3):
        final(courts)
    first = page(courts.kronika.store, Search(), 2, None)
    second = page(courts.kronika.store, Search(), 2, first.next)
    assert (len(first.rulings), len(second.rulings), second.next) == (2, 1, None)
    assert len({it.game for it in (*first.rulings, *second.rulings)}) == 3
    assert (first.stood, second.stood) == (3, 3)


def test_statistics_by_referee_clause_and_wish(courts: House) -> None:
    overturned(courts, ["war.line.2"])
    final(courts, clauses=["war.line.2", "table.undo"])
    counted = statistics(courts.kronika.store, "age-of-war")
    assert [(it.clause, it.rulings, it.overturned) for it in counted.clauses] == [
        ("war.line.2", 3, 1),
        ("table.undo", 1, 0),
    ]
    assert [(it.wants, it.rulings, it.overturned) for it in counted.wants] == [("back-up", 3, 1)]
    assert sorted((it.name, it.rulings, it.overturned) for it in counted.referees) == [
        ("Ref 1", 1, 0),
        ("Ref 1", 1, 1),
        ("Ref 2", 1, 0),
    ]
    assert statistics(courts.kronika.store, "romans").referees == []


def test_words_have_no_case_accents_or_punctuation() -> None:
    assert words("Ale: „Łódź” — ŻÓŁĆ_1!") == "ale lodz zolc 1"
    assert search_for("  Łódź, żó ") == '"lodz"* AND "zo"*'
    assert search_for("—!") is None
