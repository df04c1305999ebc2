"""`kronika fsck` says the same by one process and by several, at once and in two goes."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import cli
from cli import cores, fsck
from service.operation.app import compose
from tests.service.conftest import House, settings_in
from tests.service.preparing import prepared
from tests.service.stopping import Killed, stopping_at

GAMES = 20


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data of a service in which every fourth game is damaged."""
    prepared(settings_in(tmp_path))
    with closing(compose(settings_in(tmp_path))) as kronika:
        games = sorted(House(kronika).create(ruleset="nagaraja")[0] for _ in range(GAMES))
    with closing(sqlite3.connect(tmp_path / "kronika.db")) as database, database:
        for game in games[1::4]:
            spoil = "UPDATE stored_events SET state = state || ' ' WHERE originator_id = ?"
            database.execute(spoil, (game,))
    monkeypatch.setenv("KRONIKA_DATA", str(tmp_path))
    monkeypatch.setenv("KRONIKA_DATABASE", settings_in(tmp_path).database)
    monkeypatch.setattr(cli, "end_tidily", lambda: None)
    monkeypatch.setattr(fsck, "end_tidily", lambda: None)
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *how: str) -> dict[str, Any]:
    assert cli.main(["fsck", "--json", *how]) == 1
    return dict(json.loads(capsys.readouterr().out))


@pytest.mark.soak
def test_several_processes_find_the_same_in_the_same_order(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = told(capsys, "--processes", "1")
    assert alone["games"] == GAMES
    found = [one["game"] for one in alone["damages"]]
    assert len(found) == 5
    assert found == sorted(found)
    assert told(capsys, "--processes", "2") == alone


def test_there_are_as_many_processes_as_there_is_work_for(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, each = list[int](), fsck.each

    def counted(*how: Any) -> Any:
        asked.append(how[-1])
        return each(*how[:-1], 1)

    with closing(compose(settings_in(folder))) as kronika:
        events = kronika.store.head()
    monkeypatch.setattr(fsck, "each", counted)
    monkeypatch.setattr(cores.os, "sched_getaffinity", lambda _: range(8))
    for worth in (cores.WORTH_A_PROCESS, events // 3, 1):
        monkeypatch.setattr(cores, "WORTH_A_PROCESS", worth)
        told(capsys)
    assert asked == [1, 3, 8]


@pytest.mark.parametrize("how", [KeyboardInterrupt, Killed])
def test_a_check_that_was_stopped_goes_on_where_it_was(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    how: type[BaseException],
) -> None:
    alone = told(capsys, "--processes", "1")
    monkeypatch.setattr(cores, "SAVED_EVERY", 0.0)
    with monkeypatch.context() as stopped:
        first = stopping_at(stopped, fsck, "find_damage", 12, how)
        if how is Killed:
            with pytest.raises(Killed):
                cli.main(["fsck", "--json", "--processes", "1"])
        else:
            assert cli.main(["fsck", "--json", "--processes", "1"]) == fsck.STOPPED
            said = capsys.readouterr().err
            assert f"stopped after 11 of {GAMES} games" in said
            assert "fsck --resume" in said
    rest = stopping_at(monkeypatch, fsck, "find_damage", -1, how)
    assert told(capsys, "--processes", "1", "--resume") == alone
    assert rest == [game for game in sorted({*first, *rest}) if game not in first[:11]]
    assert len(rest) == GAMES - 11
    rest.clear()
    assert told(capsys, "--resume") == alone
    assert len(rest) == GAMES


def test_a_check_of_a_database_that_was_replaced_begins_anew(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cores, "SAVED_EVERY", 0.0)
    with monkeypatch.context() as stopped:
        stopping_at(stopped, fsck, "find_damage", 12, KeyboardInterrupt)
        assert cli.main(["fsck", "--json", "--processes", "1"]) == fsck.STOPPED
    copy = folder / "copy.db"
    copy.write_bytes((folder / "kronika.db").read_bytes())
    copy.replace(folder / "kronika.db")
    looked = stopping_at(monkeypatch, fsck, "find_damage", -1, Killed)
    assert cli.main(["fsck", "--processes", "1", "--resume"]) == 1
    said = capsys.readouterr()
    assert "another database" in said.err
    assert f"{GAMES} games checked, 5 damaged" in said.out
    assert len(looked) == GAMES


def test_without_resume_it_begins_anew(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / fsck.FILE).write_text('["", "f", []]')
    looked = stopping_at(monkeypatch, fsck, "find_damage", -1, Killed)
    assert cli.main(["fsck", "--processes", "1"]) == 1
    said = capsys.readouterr()
    assert "--resume" in said.err
    assert f"{GAMES} games checked, 5 damaged" in said.out
    assert len(looked) == GAMES
    assert not (folder / fsck.FILE).exists()
