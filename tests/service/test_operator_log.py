"""The operator's log: every act is in it, and neither a changed row nor an older database leads to a second log."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from domain.table.refusals import Refused
from service.operation.app import compose
from service.operation.closed_games import ClosedGames
from service.operation.moderation import blocking, pausing
from service.operation.reconciling import incomplete_logs
from service.operation.status import operator_log_of, status_of
from service.store import Statement
from service.system.clock import now
from tests.service.conftest import House, settings_in
from verifier import FAILED, NOT_AVAILABLE, PASSED, Known, Report, verify_all

ADDRESS = "203.0.113.7"
Change = Callable[[House], None]


def act(house: House) -> None:
    """Four acts, each under a head of its own."""
    for n in range(2):
        blocking.block(house.context, ADDRESS, now() + 3_600_000, f"It floods us, for time {n}.")
        operator_log_of(house.kronika).sign()
        blocking.unblock(house.context, ADDRESS, "It has stopped – dziękujemy.")
        operator_log_of(house.kronika).sign()


def judged(file: bytes, older: bytes | None = None) -> Report:
    return verify_all({"": file}, Known(older))[""]


def change(house: House, sql: str) -> None:
    house.kronika.store.append("", [], [Statement(sql)])


def test_every_act_is_an_entry_of_the_file(house: House) -> None:
    act(house)
    file = operator_log_of(house.kronika).export()
    report = judged(file)
    assert [level.status for level in report.levels] == [PASSED, NOT_AVAILABLE]
    assert (report.game, report.size, report.exit_code) == ("kronika/operator", 4, 0)
    entries = [json.loads(entry) for entry in json.loads(file)["entries"]]
    assert [entry["t"] for entry in entries] == ["block", "unblock"] * 2
    assert {entry["d"]["subject"] for entry in entries} == {ADDRESS}
    assert entries[0]["d"]["reason"] == "It floods us, for time 0."


def test_an_empty_log_is_a_log(house: House) -> None:
    assert judged(operator_log_of(house.kronika).export()).size == 0


def test_a_longer_log_continues_the_older_one(house: House) -> None:
    act(house)
    older = operator_log_of(house.kronika).export()
    pausing.pause_games(house.context, "We upgrade at noon.")
    newer = operator_log_of(house.kronika).export()
    assert judged(newer, older)["L1"].status == PASSED
    assert judged(newer, json.loads(older)["checkpoint"].encode())["L1"].status == PASSED
    assert judged(older, newer)["L1"].status == FAILED


DISHONEST: dict[str, str] = {
    "another reason": "UPDATE operator_acts SET reason = 'Quite another one.' WHERE id = 1",
    "another subject": "UPDATE operator_acts SET subject = '203.0.113.8' WHERE id = 2",
    "another time": "UPDATE operator_acts SET at = at - 1 WHERE id = 3",
    "the first act dropped": "DELETE FROM operator_acts WHERE id = 1",
    "the last act dropped": "DELETE FROM operator_acts WHERE id = 4",
    "all dropped": "DELETE FROM operator_acts",
}


@pytest.mark.parametrize("sql", DISHONEST.values(), ids=DISHONEST)
def test_an_operator_who_changes_rows_is_noticed(house: House, tmp_path: Path, sql: str) -> None:
    """The service signs no other log; without its head journal whoever has an older file notices."""
    act(house)
    older = operator_log_of(house.kronika).export()
    change(house, sql)
    with pytest.raises(Refused, match="4 acts of the operator were signed") as refused:
        operator_log_of(house.kronika).export()
    assert refused.value.more["signed"] == 4
    assert status_of(house.kronika).operator_log.problem
    forget_heads(house)
    report = judged(operator_log_of(house.kronika).export(), older)
    assert report.exit_code == 1


def forget_heads(house: House) -> None:
    """What an operator does who wants to sign another log."""
    journal = house.kronika.head_journal
    journal._writer.execute("DELETE FROM heads")


def test_an_older_database_signs_no_second_log(house: House, tmp_path: Path) -> None:
    act(house)
    log = operator_log_of(house.kronika)
    signed = log.sign()
    change(house, "DELETE FROM operator_acts WHERE id > 2")  # as an older copy has it
    pausing.pause_games(house.context, "An act that is none of those.")
    for _ in range(3):
        with pytest.raises(Refused, match="restore a newer copy"):
            log.sign()
        pausing.pause_games(house.context, "The log is never long enough to be another one.")
    assert house.kronika.head_journal.last(log.origin).size == len(signed.entries) == 4  # type: ignore[union-attr]


def test_what_was_not_signed_before_the_process_died_is_signed_later(house: House) -> None:
    act(house)
    pausing.pause_games(house.context, "And then the power went.")
    assert house.kronika.head_journal.last("kronika/operator").size == 4  # type: ignore[union-attr]
    assert len(operator_log_of(house.kronika).sign().entries) == 5
    assert house.kronika.head_journal.last("kronika/operator").size == 5  # type: ignore[union-attr]


def test_the_log_is_no_game(house: House) -> None:
    game, _ = house.seated()
    act(house)
    journal = house.kronika.head_journal
    assert [id for id, _ in journal.all()] == [game]
    assert journal.count() == 1
    ClosedGames(house.repository).scan()
    assert list(incomplete_logs(house.repository)) == status_of(house.kronika).closed == []


def test_games_that_miss_entries_are_found_by_their_sizes_alone(house: House, tmp_path: Path) -> None:
    """Of an older copy of the database beside the same heads."""
    behind, tokens = house.seated()
    level, _ = house.seated()
    folder = house.kronika.settings.data
    older = tmp_path / "older"
    older.mkdir()
    house.kronika.store.copy_out(older)
    turn = house.turn(behind, tokens)
    house.act(behind, turn, house.legal(behind, turn)[0])
    for name in ("heads.db", "signing.key", "secret.key"):
        shutil.copy(folder / name, older / name)
    shutil.copytree(folder / "log", older / "log")
    change_wal(folder, older)
    with closing(compose(settings_in(older))) as restored:
        ClosedGames(restored.repository).scan()
        assert [one.game for one in incomplete_logs(restored.repository)] == [behind]
        status = status_of(restored)
        assert (status.closed_games, status.closed[0].id) == (1, behind)
        assert status.ways_back
    assert level


def change_wal(folder: Path, older: Path) -> None:
    for file in folder.glob("heads.db-*"):
        shutil.copy(file, older / file.name)
