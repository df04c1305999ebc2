"""`kronika regress`: games under today's rules."""

from __future__ import annotations

import json
import random
from contextlib import closing
from pathlib import Path

import orjson
import pytest

from service.operation.app import compose
from service.queries.auditing import audit
from tests.service.conftest import house_with, quick_keys, settings_in
from tests.service.playing import play
from tests.soaking import SOAKING
from tests.whole.command import kronika

__all__ = ["quick_keys"]

PLAYED = ("age-of-war", "nagaraja") if SOAKING else ("nagaraja",)
"""Every day the one with hidden things, of which more is recorded."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("regress")


@pytest.fixture(scope="module")
def games(folder: Path, quick_keys: None) -> dict[str, str]:
    """One finished game of each ruleset, by ruleset."""
    found = {}
    with house_with(settings_in(folder)) as house:
        for ruleset in PLAYED:
            found[ruleset], tokens = house.seated(ruleset=ruleset)
            play(house, found[ruleset], tokens, random.Random(4))
    return found


def audit_of(folder: Path, game: str) -> dict[str, object]:
    with closing(compose(settings_in(folder))) as kronika:
        return dict(orjson.loads(audit(kronika.repository, game, None)))


@pytest.mark.soak
def test_games_of_the_store_go_the_same(games: dict[str, str], folder: Path) -> None:
    done = kronika(folder, "regress")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "2 games, 0 would differ, 0 could not be tried"
    told = json.loads(kronika(folder, "regress", "--json").stdout)
    assert {one["game"] for one in told} == set(games.values())
    assert all(one["same"] for one in told)


@pytest.mark.soak
def test_what_would_go_otherwise_is_told_with_both_outcomes_and_clauses(
    games: dict[str, str], folder: Path, tmp_path: Path
) -> None:
    """A file whose second throw cites another clause, as the rules of long ago might have."""
    audit = audit_of(folder, games["age-of-war"])
    entries = [json.loads(entry) for entry in audit["entries"]]  # type: ignore[attr-defined]
    changed = [entry for entry in entries if entry["t"] == "dice-rolled"][1]
    today = list(changed["r"])
    changed["r"] = ["war.score.1"]
    audit["entries"] = [
        json.dumps(e, sort_keys=True, separators=(",", ":"), ensure_ascii=False) for e in entries
    ]
    file = tmp_path / "old.json"
    file.write_text(json.dumps(audit))
    done = kronika(folder, "regress", str(file))
    assert done.returncode == 1, done.stderr
    assert f"different from version {changed['i'] + 1} on" in done.stdout
    logged, now = [
        line
        for line in done.stdout.splitlines()
        if "dice-rolled" in line and line.startswith(("  logged", "  today"))
    ]
    assert logged.startswith("  logged")
    assert logged.endswith("[war.score.1]")
    assert now.startswith("  today")
    assert now.endswith(f"[{', '.join(today)}]")
    assert logged.split("[")[0].split("dice-rolled")[1] == now.split("[")[0].split("dice-rolled")[1]
    assert f"  first   clause war.score.1 of dice-rolled in the log, {today[0]} today" in done.stdout


def test_choices_and_views_are_recorded_and_compared(
    games: dict[str, str], folder: Path, tmp_path: Path
) -> None:
    record = tmp_path / "record.ndjson"
    done = kronika(folder, "regress", "--record", str(record))
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    assert done.stdout.splitlines()[-1] == f"{len(lines)} decisions recorded"
    assert {line["game"] for line in lines} == set(games.values())
    assert record.stat().st_mode & 0o077 == 0
    assert "already exists" in kronika(folder, "regress", "--record", str(record)).stderr
    done = kronika(folder, "regress", "--against", str(record))
    assert done.returncode == 0, done.stderr
    assert (
        done.stdout.splitlines()[-1] == f"{len(lines)} of the {len(lines)} decisions of the record compared"
    )
    changed = next(line for line in lines if line["game"] == games["nagaraja"])
    changed["decision"]["views"]["spectator"] = "0" * 8
    record.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    done = kronika(folder, "regress", "--against", str(record))
    assert done.returncode == 1, done.stderr
    version, seen = changed["decision"]["version"], "the view of spectators was 00000000"
    assert f"game {games['nagaraja']} (nagaraja): different from version {version} on: {seen}" in done.stdout
    record.write_text("no record\n")
    assert "cannot be read as a record" in kronika(folder, "regress", "--against", str(record)).stderr


def test_a_redacted_file_cannot_be_tried(games: dict[str, str], folder: Path, tmp_path: Path) -> None:
    audit = audit_of(folder, games["nagaraja"])
    file = tmp_path / "redacted.json"
    file.write_text(json.dumps({**audit, "disclosures": []}))
    done = kronika(folder, "regress", str(file))
    assert done.returncode == 2
    assert "the file does not disclose every secret" in done.stdout
    assert kronika(folder, "regress", str(tmp_path / "none.json")).returncode == 1
