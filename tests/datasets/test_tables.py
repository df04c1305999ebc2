"""The tables of `kronika dataset` beside those of games and events, their formats, and what is verified."""

from __future__ import annotations

import base64
import gzip
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson
import pytest

import kronika
from cli import main
from engine.dataset.tables import TABLES
from projections.lobby import GameFilter
from service.operation.app import compose
from service.queries.exporting import export_all
from tests.few_draws import quick_keys
from tests.service.conftest import House, settings_in
from tests.service.playing import choose
from tests.service.preparing import prepared
from tests.soaking import soaked

__all__ = ["quick_keys"]
CLOCK = {"bank": 600}
Decided = list[tuple[str, int, int, dict[str, Any]]]
"""The game, version and seat of each decision, and its action."""


class Exported:
    """Games that were played here, the file with them, and what was decided in them."""

    def __init__(self, folder: Path) -> None:
        self.waited = Counter[int]()
        """For how many milliseconds each seat was to act, in the game with a clock."""
        self.file, self.decided = folder / "portable.ndjson", list[tuple[str, int, int, dict[str, Any]]]()
        settings = settings_in(folder / "data")
        prepared(settings)
        with closing(compose(settings)) as service:
            house, rng = House(service), random.Random(1)
            self.plain = self._play(house, rng, ruleset="romans", draws="tables")
            self.clocked = self._play(house, rng, ruleset="nagaraja", draws="tables", clock=CLOCK)
            self.file.write_bytes(b"".join(export_all(house.repository, GameFilter(status="finished"))))

    def _play(self, house: House, rng: random.Random, **terms: Any) -> str:
        game, tokens = house.seated(**terms)
        while (table := house.repository.get(game).table).to_act:
            seat = rng.choice(table.to_act)
            action = choose(house, game, seat, rng)
            began = house.repository.get(game).at
            house.act(game, tokens[seat], action)
            if "clock" in terms:
                took = house.repository.get(game).at - began
                self.waited.update(dict.fromkeys(table.to_act, took))
            self.decided.append((game, table.version, seat, orjson.loads(orjson.dumps(action))))
        return game


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    return Exported(tmp_path_factory.mktemp("tables"))


def rows(exported: Exported, table: str, tmp_path: Path, *options: str) -> list[dict[str, Any]]:
    out = tmp_path / f"{table}.jsonl"
    assert main(["dataset", str(exported.file), "--table", table, "--output", str(out), *options]) == 0
    return [orjson.loads(line) for line in out.read_bytes().splitlines()]


def test_decisions_are_those_that_were_sent(exported: Exported, tmp_path: Path) -> None:
    """Each with all legal actions, among which the index finds the one that was sent."""
    found = rows(exported, "decisions", tmp_path)
    assert exported.decided == [
        (row["game"], row["version"], row["seat"], orjson.loads(row["chosen"])) for row in found
    ]
    for row in found:
        legal = orjson.loads(row["legal"])
        assert (len(legal), legal[row["index"]]) == (row["choices"], orjson.loads(row["chosen"]))
        assert row["actor"] == f"seat:{row['seat']}"
    assert {rule.partition(".")[0] for row in found for rule in row["rules"]} == {"romans", "nagaraja"}


def test_clocks_say_what_was_used(exported: Exported, tmp_path: Path) -> None:
    found = rows(exported, "clocks", tmp_path)
    assert [(row["game"], row["seat"]) for row in found] == [(exported.clocked, 1), (exported.clocked, 2)]
    for row in found:
        assert (row["bank"], row["flags"], row["pace"]) == (600_000, 0, "live")
        assert row["used"] == exported.waited[row["seat"]] > 0
        assert row["bank"] - row["left"] <= row["used"]


@pytest.mark.parametrize("table", soaked([*TABLES][:4], ["decisions"]))
def test_all_formats_hold_the_same(exported: Exported, tmp_path: Path, table: str) -> None:
    import pandas as pd  # here, because each process of the tests would pay two seconds for both
    import polars as pl

    told = rows(exported, table, tmp_path)
    for ending in ("parquet", "csv"):
        out = tmp_path / f"{table}.{ending}"
        assert main(["dataset", str(exported.file), "--table", table, "--output", str(out)]) == 0
    parquet = pl.read_parquet(tmp_path / f"{table}.parquet")
    assert parquet.columns == [*TABLES[table].row.__struct_fields__]
    times = [name for name, kind in parquet.schema.items() if kind == pl.Datetime("ms", "UTC")]
    assert times == [name for name in parquet.columns if name in ("at", "began_at", "ended_at")]
    as_text = parquet.with_columns(pl.col(name).dt.strftime("%Y-%m-%dT%H:%M:%S%.3fZ") for name in times)
    assert as_text.to_dicts() == told
    assert len(pd.read_parquet(tmp_path / f"{table}.parquet")) == len(told)
    flat = pl.read_csv(tmp_path / f"{table}.csv", infer_schema=False).to_dicts()
    assert [{name: _text(value) for name, value in row.items()} for row in told] == flat


def _text(value: Any) -> str | None:
    """As CSV has it: a list as JSON."""
    return orjson.dumps(value).decode() if isinstance(value, list) else None if value is None else str(value)


@pytest.mark.parametrize("table", ["games", "events"])
def test_nothing_is_lost_where_nothing_is_decided_again(
    exported: Exported, tmp_path: Path, table: str
) -> None:
    def told(verify: str) -> list[dict[str, Any]]:
        found = rows(exported, table, tmp_path, "--verify", verify)
        return [
            {name: orjson.loads(it) if name == "data" else it for name, it in row.items()} for row in found
        ]

    assert told("head") == told("rules") == told("nothing")


def lines_of(exported: Exported) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in exported.file.read_bytes().splitlines()]


def with_other_entry(file: dict[str, Any]) -> None:
    file["audit"]["entries"][-1] = file["audit"]["entries"][-1].replace('"v":1', '"v": 1')


def with_entry_less(file: dict[str, Any]) -> None:
    del file["audit"]["entries"][-1]


def with_other_head(file: dict[str, Any]) -> None:
    file["audit"]["checkpoint"] = file["audit"]["checkpoint"].replace("\n\n", "\n \n", 1)


def with_swapped_cards(file: dict[str, Any]) -> None:
    first, second = file["audit"]["disclosures"][:2]
    first["disclosure"], second["disclosure"] = second["disclosure"], first["disclosure"]


def with_other_card(file: dict[str, Any]) -> None:
    disclosed = file["audit"]["disclosures"][0]
    disclosed["disclosure"] = base64.urlsafe_b64encode(b'["AAAAAAAAAAAAAAAAAAAAAA","niefort-1"]').decode()


def with_hidden_card(file: dict[str, Any]) -> None:
    del file["audit"]["disclosures"][0]


def of_another_game(file: dict[str, Any]) -> None:
    file["audit"]["game"] = "0" * 32


FORGERIES = {
    with_other_entry: "not those whose head was signed",
    with_entry_less: "its signed head is over another log",
    with_other_head: "holds together",
    with_swapped_cards: "not the one that was committed",
    with_other_card: "not the one that was committed",
    with_hidden_card: "does not disclose every secret",
    of_another_game: "another game than its first entry",
}


@pytest.mark.parametrize("table", ["games", "events"])
def test_what_the_head_does_not_prove_is_left_out_with_its_line(
    exported: Exported, tmp_path: Path, capsys: pytest.CaptureFixture[str], table: str
) -> None:
    files = []
    for forge in FORGERIES:
        file = lines_of(exported)[0]
        forge(file)
        files.append(orjson.dumps(file))
    bad = tmp_path / "bad.ndjson.gz"
    bad.write_bytes(
        gzip.compress(b"\n".join([*files, b"{", b"[]", *exported.file.read_bytes().splitlines()]))
    )
    assert main(["dataset", str(bad), "--table", table]) == 1
    said = capsys.readouterr()
    for number, why in enumerate([*FORGERIES.values(), "unexpected end of data", "no game file"], 1):
        assert why in next(line for line in said.err.splitlines() if f", line {number}: " in line)
    assert f"{len(FORGERIES) + 2} of the lines" in said.err
    assert {orjson.loads(line)["game"] for line in said.out.splitlines()} == {
        exported.plain,
        exported.clocked,
    }


def test_a_table_that_fails_leaves_the_file_as_it_was(exported: Exported, tmp_path: Path) -> None:
    cut, out = tmp_path / "cut.gz", tmp_path / "games.parquet"
    cut.write_bytes(gzip.compress(exported.file.read_bytes())[:-100])
    out.write_text("as it was")
    assert main(["dataset", str(cut), "--output", str(out)]) == 1
    assert (out.read_text(), [*tmp_path.glob("*.part")]) == ("as it was", [])


def test_the_command_needs_the_engine_alone(exported: Exported) -> None:
    """As where neither the service nor pyarrow is installed."""
    missing = (
        "import sys; sys.modules |= dict.fromkeys(('flask', 'eventsourcing', 'rich', 'pyarrow', 'structlog'))"
    )
    program = f"{missing}; from kronika.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "dataset", str(exported.file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 2), done.stderr
    lacking = subprocess.run([*command, "--format", "csv"], capture_output=True, text=True, timeout=120)
    assert (lacking.returncode, "pip install 'kronika[data]'" in lacking.stderr) == (1, True)


def test_games_are_read_from_whatever_holds_them(exported: Exported, tmp_path: Path) -> None:
    line = exported.file.read_bytes().splitlines()[0]
    packed, many = tmp_path / "game.gz", tmp_path / "games.gz"
    packed.write_bytes(gzip.compress(line))
    many.write_bytes(gzip.compress(exported.file.read_bytes()))
    game = kronika.read(json.loads(line))
    for source in (line.decode(), gzip.compress(line), packed):
        assert kronika.read(source).log() == game.log()
    for source in (many, exported.file.read_bytes()):
        with pytest.raises(kronika.BadFile, match=r"kronika\.read_all"):
            kronika.read(source)
    games = kronika.read_all(many)
    assert next(games).log() == game.log()
    assert next(games).table.setup.game == exported.clocked
    assert next(games, None) is None


def test_what_is_no_game_says_so(exported: Exported, tmp_path: Path) -> None:
    (tmp_path / "broken.gz").write_bytes(gzip.compress(exported.file.read_bytes())[:-100])
    for bad in (b"", b"{", "{", b"[1]", b"\x1f\x8bno", tmp_path / "broken.gz"):
        with pytest.raises(kronika.BadFile):
            kronika.read(bad)
    games: Iterator[kronika.Game] = kronika.read_all(exported.file.read_bytes().splitlines()[0] + b"\n{}\n")
    assert next(games).outcome is not None
    with pytest.raises(kronika.BadFile, match="Line 2: "):
        next(games)
    with pytest.raises(kronika.BadFile, match="cannot be decompressed"):
        list(kronika.read_all(tmp_path / "broken.gz"))


@pytest.mark.parametrize("table", soaked(["refusals", "tournaments"], ["refusals"]))
def test_rows_of_the_service_are_turned_into_other_formats(tmp_path: Path, table: str) -> None:
    row = {
        "refusals": {"day": "2026-11-27", "ruleset": "romans", "rule": "romans.orders.3", "refused": 2},
        "tournaments": {
            "tournament": "0" * 32,
            "ruleset": "touche",
            "seats": 2,
            "games": 3,
            "created_at": "2026-11-27T00:00:00.000Z",
            "place": 1,
            "side": None,
            "side_seats": [1],
            "points": 7,
            "wins": 2,
        },
    }[table]
    given, out = tmp_path / "given.jsonl", tmp_path / "rows.parquet"
    given.write_bytes(orjson.dumps(row))
    assert main(["dataset", str(given), "--table", table, "--output", str(out)]) == 0
    import polars as pl  # as above

    assert pl.read_parquet(out).drop("created_at", strict=False).to_dicts() == [
        {name: it for name, it in row.items() if name != "created_at"}
    ]
