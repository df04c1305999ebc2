"""Rows for dataframes: from exported games and from simulated ones; the programs of docs/how-to/datasets.md run."""

from __future__ import annotations

import contextlib
import gzip
import io
import random
import re
import subprocess
import sys
from collections import Counter
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import orjson
import pytest

from cli import main
from projections.lobby import GameFilter
from service.identity.viewpoint import RequestedViewpoint
from service.queries import history, lobby
from service.queries.exporting import export_all
from tests.service.conftest import House, settings_in
from tests.service.conftest import house as house
from tests.service.playing import play
from tests.soaking import soaked

HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "docs" / "how-to" / "datasets.md"
THOUSAND = HERE / "thousand.ndjson.gz"
SIMULATED = "simulate --ruleset age-of-war --seats 2 --games {} --bots greedy --seed 1 --rows"
"""A thousand such games make the file; a few of them are played again here. When the rules change it is made anew."""


def said(command: str) -> list[dict[str, Any]]:
    """What the command prints, line by line."""
    out = io.TextIOWrapper(io.BytesIO())
    with contextlib.redirect_stdout(out):
        assert main(command.split()) == 0
        out.flush()
    assert isinstance(out.buffer, io.BytesIO)
    return [orjson.loads(line) for line in out.buffer.getvalue().splitlines()]


def thousand() -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in gzip.decompress(THOUSAND.read_bytes()).splitlines()]


def programs() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


def test_the_thousand_games_are_those_that_are_simulated() -> None:
    page = " ".join(PAGE.read_text().split())
    assert all(word in page for word in SIMULATED.format(1000).split())
    games = thousand()
    assert len({game["game"] for game in games}) == 1000
    assert said(SIMULATED.format(4)) == games[:4]


NIGHTLY, POLARS, PANDAS = programs()


@pytest.mark.parametrize("program", soaked([POLARS, PANDAS], [PANDAS]), ids=["polars", "pandas"])
def test_the_programs_count_who_wins(program: str, tmp_path: Path) -> None:
    """The same figure as counting by hand, in at most 60 lines."""
    assert len(program.splitlines()) <= 60
    (tmp_path / "games.ndjson").write_bytes(gzip.decompress(THOUSAND.read_bytes()))
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stderr
    games, wins = Counter[int](), Counter[int]()
    for game in thousand():
        first = game["first_seat"]
        games[first] += 1
        wins[first] += (1 / len(game["winners"])) if first in game["winners"] else 0
    for seat, line in zip((1, 2), ran.stdout.splitlines(), strict=True):
        assert line.startswith(f"age-of-war, first seat {seat} of 2: {wins[seat] / games[seat]:.3f} ±")
        assert f" of {games[seat]} games " in line
        assert line in PAGE.read_text()


def test_the_first_program_reads_the_nightly_data_set(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class DataSet(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/v1/datasets/latest/games.jsonl.gz" else 404)
            self.end_headers()
            self.wfile.write(THOUSAND.read_bytes())

        def log_message(self, format: str, *args: Any) -> None: ...

    with HTTPServer(("127.0.0.1", 0), DataSet) as server:
        serving = Thread(target=server.serve_forever)
        serving.start()
        monkeypatch.setenv("KRONIKA_URL", f"http://127.0.0.1:{server.server_port}")
        try:
            exec(NIGHTLY, {})
        finally:
            server.shutdown()
            serving.join()
    assert "age-of-war" in (said := capsys.readouterr().out)
    assert "1000" in said
    assert len([line for line in NIGHTLY.splitlines() if line and "import" not in line]) <= 5


@pytest.mark.parametrize("ruleset", soaked(["nagaraja", "romans"], ["romans"]))
def test_rows_of_exported_games_tell_what_the_service_tells(
    house: House, tmp_path: Path, ruleset: str
) -> None:
    game, tokens = house.seated(ruleset=ruleset)
    play(house, game, tokens, random.Random(1))
    file = tmp_path / "portable.ndjson"
    file.write_bytes(b"".join(export_all(house.repository, GameFilter(status="finished"))))
    (row,) = said(f"dataset {file}")
    document, outcome = house.document(game), house.document(game)["outcome"]
    listed = orjson.loads(lobby.page(house.repository, GameFilter(), 1)[0])["games"][0]
    assert (row["game"], row["status"], row["reason"]) == (game, "finished", outcome["reason"])
    assert (row["winners"], row["first_seat"]) == (outcome["winners"], listed["first_seat"])
    assert row["scores"] == [outcome["scores"].get(str(seat)) for seat in tokens]
    assert [tokens_at(outcome["ranking"], seat) for seat in tokens] == row["ranks"]
    assert (row["players"], row["bots"]) == (["P1", "P2"], [None, None])
    assert (row["began_at"], row["ended_at"]) == (listed["created_at"], document["updated_at"])
    assert orjson.loads(row["options"]) == document["options"]
    events = said(f"dataset {file} --events")
    shown = orjson.loads(
        history.events(house.repository, game, None, 0, 1000, RequestedViewpoint(reveal=True)).body
    )["events"]
    assert len(events) == row["events"] == document["version"]
    assert [{**event, "data": orjson.loads(event["data"])} for event in events] == [
        {"game": game, **{name: value for name, value in event.items() if name != "ruleset"}}
        for event in shown
    ]


def tokens_at(ranking: list[list[int]], seat: int) -> int:
    """The rank of a seat: one more than there are seats before it."""
    place = next(n for n, sharing in enumerate(ranking) if seat in sharing)
    return 1 + sum(map(len, ranking[:place]))


def test_what_is_no_finished_game_is_refused_with_its_line(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from service.queries.exporting import export

    game, _ = house.seated()
    file = tmp_path / "portable.ndjson"
    for text, why in (
        (export(house.repository, game, None), "is not over"),
        (b"[]", "no game file"),
        (b'{"a": 1}', "no game"),
        (b"{", "line 1"),
    ):
        file.write_bytes(text)
        assert main(["dataset", str(file)]) == 1
        told = capsys.readouterr().err
        assert "line 1" in told
        assert why in told
    assert main(["dataset", str(tmp_path / "missing")]) == 1


def test_an_operator_writes_a_file_that_only_he_reads(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    public, tokens = house.seated(ruleset="nagaraja")
    play(house, public, tokens, random.Random(1))
    private, tokens = house.seated(ruleset="nagaraja", visibility="private")
    play(house, private, tokens, random.Random(1))
    monkeypatch.setenv("KRONIKA_DATA", str(tmp_path))
    monkeypatch.setenv("KRONIKA_DATABASE", settings_in(tmp_path).database)
    for option, games in ((), {public}), (("--all",), {public, private}):
        file = tmp_path / f"games{len(games)}"
        assert main(["export", str(file), *option]) == 0
        assert {orjson.loads(line)["audit"]["game"] for line in file.read_bytes().splitlines()} == games
        assert file.stat().st_mode & 0o777 == 0o600
        assert main(["export", str(file), *option]) == 1
