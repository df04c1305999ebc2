"""Meetings below HTTP, on both engines: rows that change at many tables at once, deadlines in the queue, who is sent what."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import orjson
import pytest

from api.streaming.looks import Looks, Query, Question
from api.streaming.subscription import QUEUES, Kind
from domain.table.refusals import Refusal, Refused
from projections.case_lists import QueueFilter
from service.disputes import appointments, places, queries
from service.identity import hiding
from service.identity.tokens import revoke
from service.queries import exporting, meetings
from service.store.engine import NO_END
from service.system.settings import Settings
from service.tables import creating, importing, suspension
from service.tables.meetings import CreateMeeting, create_meeting
from tests.service.conftest import House, house_with, said
from tests.service.test_desk import HOUR, AtDesk, later
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url

__all__ = ["later", "postgres_url", "server", "sqlite_url", "url"]
EVERYTHING = QueueFilter()


@pytest.fixture
def house(tmp_path: Path, url: str) -> Iterator[House]:
    with house_with(Settings(data=tmp_path, database=url)) as house:
        yield house


class Gathering:
    """A meeting with one referee, a head referee."""

    def __init__(self, house: House) -> None:
        made = create_meeting(CreateMeeting("Open"), house.context).document
        self.house, self.id, self.organiser = house, made.id, made.organiser_token
        appointed = places.appoint(
            places.MEETING, appointments.Appoint(self.id, self.organiser, True), house.context
        )
        code = appointed.document.code
        accepted = places.accept(
            places.MEETING, appointments.Accept(self.id, None, code, "Hela"), house.context
        )
        self.judge = accepted.document.token

    def table(self, **more: Any) -> AtDesk:
        terms = {"ruleset": "age-of-war", "seats": 2, "meeting": self.id, **more}
        made = said(creating.create(creating.Create(terms, None, self.organiser), self.house.context))
        game, organiser = made["id"], made["organiser_token"]
        seats = {n: self.house.sit(game, organiser, {"name": f"P{n}"}) for n in (1, 2)}
        return AtDesk(self.house, game, organiser, seats)

    def rows(self, token: str | None = None) -> list[Any]:
        store = self.house.repository.store
        return meetings.queue(store, self.id, token, EVERYTHING, 500, None).rows

    def changes(self, after: int, role: str = "spectator") -> tuple[list[dict[str, Any]], int]:
        store = self.house.repository.store
        upto = meetings.queue_head(store, self.id)
        messages, reached = meetings.queue_changes(store, self.id, role, after, upto)
        return [orjson.loads(it.data) for it in messages], reached


def test_a_follower_misses_no_row_that_changes_at_many_tables_at_once(house: House) -> None:
    meeting = Gathering(house)
    tables = [meeting.table() for _ in range(6)]
    known, position = dict[str, str](), 0

    def use(desk: AtDesk) -> None:
        for seat in (1, 2):
            desk.open(seat)
            desk.step(desk.seats[seat], "withdrawals", seat)
        desk.open(1)

    with ThreadPoolExecutor(len(tables)) as pool:
        doing = [pool.submit(use, desk) for desk in tables]
        while not all(it.done() for it in doing):
            rows, position = meeting.changes(position)
            known |= {f"{row['game']}/{row['number']}": row["state"] for row in rows}
        for it in doing:
            it.result()
    rows, position = meeting.changes(position)
    known |= {f"{row['game']}/{row['number']}": row["state"] for row in rows}
    assert known == {f"{row.game}/{row.number}": row.state for row in meeting.rows()}
    assert len(known) == 3 * len(tables)
    assert meeting.changes(position) == ([], position)


def test_positions_of_one_writer_count_nothing(house: House) -> None:
    """The next position does not tell how much has happened at private tables since the last one."""
    meeting = Gathering(house)
    meeting.table().open()
    first = meetings.queue_head(house.repository.store, meeting.id)
    if house.repository.store.places_settled() == NO_END:
        assert first == house.repository.store.query("SELECT max(created_at) FROM cases")[0][0]


def test_a_case_that_expires_leaves_its_place_in_the_queue(house: House, later: Any) -> None:
    meeting = Gathering(house)
    short, long = (meeting.table(disputes={"rule_within": seconds}) for seconds in (3600, 9000))
    for desk in (long, short):
        desk.open()
    assert [row.game for row in meeting.rows()] == [short.game, long.game]
    later(HOUR + 1000)
    house.kronika.clocks().look()
    assert [(row.game, row.state, row.due_at is None) for row in meeting.rows()] == [
        (long.game, "open", False),
        (short.game, "expired", True),
    ]


def test_a_stream_ends_with_the_token_that_opened_it(house: House) -> None:
    meeting = Gathering(house)
    store = house.repository.store
    meeting.table().open()

    def answers() -> list[bool]:
        questions = [
            Question(Kind(QUEUES + meeting.id, token, chunked=False), [(0, 0)])
            for token in (None, meeting.judge)
        ]
        [found] = Looks(store).look([Query(QUEUES + meeting.id, None, questions)])
        assert found is not None
        return [answer is not None and bool(answer.pages) for answer in found.answers]

    assert answers() == [True, True]
    store.append("", [], [revoke(meeting.judge)])
    assert answers() == [True, False]


def test_a_game_that_comes_in_a_file_is_at_no_meeting(house: House, tmp_path: Path) -> None:
    desk = Gathering(house).table()
    desk.open()
    desk.step(desk.seats[1], "withdrawals")
    abandoned = suspension.ChangeStatus(desk.game, desk.organiser, "abandon")
    suspension.change_status(abandoned, house.context)
    file = importing.Import(exporting.export(house.repository, desk.game, None))
    elsewhere = tmp_path / "elsewhere"
    with house_with(Settings(data=elsewhere, database=f"sqlite:///{elsewhere}/kronika.db")) as other:
        importing.import_file(file, other.context)
        for table in ("cases", "meeting_games"):
            assert other.kronika.store.query(f"SELECT * FROM {table}") == []


def test_a_meetings_organiser_reads_no_private_table_and_organises_none(house: House) -> None:
    meeting = Gathering(house)
    private = meeting.table(visibility="private")
    assert [row.game for row in meeting.rows(meeting.judge)] == []
    private.open()
    assert [row.game for row in meeting.rows(meeting.judge)] == [private.game]
    assert meeting.rows(meeting.organiser) == meeting.rows() == []
    with pytest.raises(Refused) as refused:
        appointments.appoint(appointments.Appoint(private.game, meeting.organiser), house.context)
    assert refused.value.kind == Refusal.NOT_FOUND


def test_what_the_operator_hides_is_for_nobody_but_its_own(house: House) -> None:
    meeting, store = Gathering(house), house.repository.store
    desk = meeting.table()
    desk.open()
    hiding.hide(store, desk.game)
    assert meeting.rows() == []
    assert [row.game for row in meeting.rows(meeting.judge)] == [desk.game]
    assert [it.game for it in queries.page(house.repository, meeting.judge, None, 9, None).disputes] == [
        desk.game
    ]
    hiding.delete(store, desk.game)
    assert meeting.rows(meeting.judge) == []
    assert queries.page(house.repository, meeting.judge, None, 9, None).disputes == []
    hiding.hide(store, meeting.id)
    with pytest.raises(Refused, match="There is no such meeting"):
        meeting.rows()
    assert meetings.document(store, meeting.id, meeting.organiser).name == "Open"
    hiding.show(store, meeting.id)
    assert meeting.rows() == []
    hiding.delete(store, meeting.id)
    assert hiding.deleted(store, meeting.id)
    assert store.query("SELECT name FROM meetings WHERE id = ?", (meeting.id,)) == [("#",)]
    for token in (None, meeting.organiser, meeting.judge):
        with pytest.raises(Refused, match="There is no such meeting"):
            meeting.rows(token)
