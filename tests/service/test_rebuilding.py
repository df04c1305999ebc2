"""`kronika rebuild` makes the same tables by one process and by several, at once and in two goes."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import cli
from cli import rebuild
from projections import statistics
from service.log.table_projection import TableProjection
from service.operation.app import compose
from service.store import Statement
from tests.service.conftest import House, settings_in
from tests.service.preparing import prepared
from tests.service.stopping import Killed, stopping_at
from tests.soaking import soaked

GAMES = 8
TABLES = ("statistics", "statistics_totals", "standings", "listed", "players")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    prepared(settings_in(tmp_path))
    with closing(compose(settings_in(tmp_path))) as kronika:
        house = House(kronika)
        for _ in range(GAMES // 2):
            house.seated(ruleset="nagaraja")
            house.create(ruleset="nagaraja")
        for projection in rebuild.REBUILT.values():
            TableProjection(house.repository, projection).catch_up()
    monkeypatch.setenv("KRONIKA_DATA", str(tmp_path))
    monkeypatch.setenv("KRONIKA_DATABASE", settings_in(tmp_path).database)
    monkeypatch.setattr(rebuild, "end_tidily", lambda: None)
    return tmp_path


def tables(folder: Path) -> dict[str, list[Any]]:
    with closing(compose(settings_in(folder))) as kronika:
        return {name: sorted(kronika.store.query(f"SELECT * FROM {name}"), key=str) for name in TABLES}


def spoilt(folder: Path) -> None:
    with closing(compose(settings_in(folder))) as kronika:
        for sql in (*statistics.EMPTY, ("UPDATE listed SET cell = '', span = 3", ())):
            kronika.store.append("", [], [Statement(*sql)])


@pytest.mark.soak
def test_several_processes_make_the_same_tables(folder: Path) -> None:
    sound = tables(folder)
    for number in ("1", "2"):
        spoilt(folder)
        assert cli.main(["rebuild", "statistics", "lobby", "--processes", number]) == 0
        assert tables(folder) == sound
    assert not list(folder.glob("rebuild-*"))


@pytest.mark.parametrize("how", soaked([KeyboardInterrupt, Killed], rare=[KeyboardInterrupt]))
def test_what_was_stopped_goes_on_where_it_was(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    how: type[BaseException],
) -> None:
    """Somebody creates a game and sits down in another meanwhile: both are as they are in the end."""
    spoilt(folder)
    with monkeypatch.context() as stopped:
        first = stopping_at(stopped, rebuild, "rows_of", 6, how)
        if how is Killed:
            with pytest.raises(Killed):
                cli.main(["rebuild", "statistics"])
        else:
            assert cli.main(["rebuild", "statistics"]) == rebuild.STOPPED
            assert "kronika rebuild --resume statistics" in capsys.readouterr().err
    with closing(compose(settings_in(folder))) as kronika:
        assert kronika.store.query("SELECT * FROM statistics") == []
        house = House(kronika)
        house.seated(ruleset="nagaraja")
    rest = stopping_at(monkeypatch, rebuild, "rows_of", -1, how)
    assert cli.main(["rebuild", "statistics", "--resume"]) == 0
    assert not set(first[:5]) & set(rest)
    assert len(rest) == GAMES - 5 + 1
    resumed = tables(folder)
    assert cli.main(["rebuild", "statistics"]) == 0
    assert tables(folder) == resumed
    assert len(resumed["statistics"]) == GAMES + 1


def test_rows_of_another_layout_are_not_gone_on_with(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = tables(folder)
    (folder / "rebuild-statistics.jsonl").write_text(
        '"statistics for layout 3"\n"DELETE FROM x"\n[9,[[0,[]]]]\n'
    )
    opened = stopping_at(monkeypatch, rebuild, "rows_of", -1, Killed)
    assert cli.main(["rebuild", "statistics", "--resume"]) == 0
    assert len(opened) == GAMES
    assert tables(folder) == sound


def test_a_line_that_is_not_whole_is_made_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = tables(folder)
    with monkeypatch.context() as stopped:
        stopping_at(stopped, rebuild, "rows_of", 6, Killed)
        with pytest.raises(Killed):
            cli.main(["rebuild", "statistics"])
    file = folder / "rebuild-statistics.jsonl"
    file.write_bytes(file.read_bytes()[:-3])
    opened = stopping_at(monkeypatch, rebuild, "rows_of", -1, Killed)
    assert cli.main(["rebuild", "statistics", "--resume"]) == 0
    assert len(opened) == GAMES - 4
    assert tables(folder) == sound
