"""The guides for builders are true: each has a program of at most 60 lines that does what the guide says."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import polars as pl
import pytest

from service.operation.app import Kronika, compose
from tests.accounts.kit import personal_token
from tests.checkout import ROOT
from tests.notices.kit import people
from tests.running import Server, until
from tests.service.conftest import settings_in

PAGES = (
    "tutorials/first-bot",
    "how-to/replay-viewer",
    "how-to/python-client",
    "how-to/study",
    "how-to/tournament",
    "how-to/simulate",
    "how-to/clocks",
)
GUIDES = {page.partition("/")[2]: (ROOT / "docs" / f"{page}.md").read_text() for page in PAGES}


@pytest.fixture(scope="module")
def bot(server: Server, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The games of the guide's bot, played to their ends. It was killed once in between."""
    with closing(compose(settings_in(folder))) as kronika:
        [account] = people(kronika, "The bot")
        token = personal_token(kronika, account, "read", "play", "tables")
        at = tmp_path_factory.mktemp("bot")
        env = {"KRONIKA_URL": server.url, "KRONIKA_TOKEN": token}
        with started(at, "first-bot", "3", **env) as first:
            until(lambda: len(games(kronika, account)) == 3)
            first.kill()
        with started(at, "first-bot", "0", **env):
            until(
                lambda: not [game for game, status in games(kronika, account).items() if status == "playing"]
            )
        return list(games(kronika, account))


def games(kronika: Kronika, account: str) -> dict[str, str]:
    """The games in which an account has a seat, and their status."""
    sql = "SELECT game, status FROM lobby JOIN account_roles ON place = game WHERE account = ? AND role LIKE 'seat:%'"
    return dict(kronika.store.query(sql, (account,)))


@contextmanager
def started(folder: Path, guide: str, *arguments: str, **env: str) -> Iterator[subprocess.Popen[bytes]]:
    """The program of a guide, while it runs."""
    write_program(folder, guide)
    program = subprocess.Popen(
        [sys.executable, "program.py", *arguments], cwd=folder, env={**os.environ, **env}
    )
    try:
        yield program
        assert program.poll() in (None, -signal.SIGKILL)
    finally:
        program.kill()
        program.wait()


def run(server: Server, folder: Path, guide: str, *arguments: str) -> str:
    return run_alone(folder, guide, *arguments, KRONIKA_URL=server.url)


def write_program(folder: Path, guide: str) -> None:
    [program] = re.findall(r"```python\n(.*?)```", GUIDES[guide], re.DOTALL)
    (folder / "program.py").write_text(program)


def run_alone(folder: Path, guide: str, *arguments: str, **env: str) -> str:
    """What the program of a guide prints."""
    write_program(folder, guide)
    done = subprocess.run(
        [sys.executable, "program.py", *arguments],
        cwd=folder,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("guide", GUIDES)
def test_a_program_has_at_most_sixty_lines(guide: str) -> None:
    [program] = re.findall(r"```python\n(.*?)```", GUIDES[guide], re.DOTALL)
    assert len(program.splitlines()) <= 60


@pytest.mark.soak
def test_the_bot_plays_all_its_games_to_their_ends_though_it_was_killed(
    server: Server, bot: list[str]
) -> None:
    documents = [httpx.get(f"{server.url}/v1/games/{game}", timeout=60).json() for game in bot]
    assert [document["status"] for document in documents] == ["finished"] * 3


@pytest.mark.soak
def test_the_bot_with_a_clock_plays_to_the_end_in_time(server: Server, tmp_path: Path) -> None:
    done = run(server, tmp_path, "clocks")
    found = re.fullmatch(r"([0-9a-f]{32}) (\S+) with at least (\d+) seconds left\n", done)
    assert found
    game, reason, left = found.groups()
    assert (reason != "time", int(left) > 10) == (True, True)
    document = httpx.get(f"{server.url}/v1/games/{game}", timeout=60).json()
    assert document["clock"]["terms"]["bank"] == 60


@pytest.mark.soak
def test_the_viewer_tells_the_game(server: Server, bot: list[str], tmp_path: Path) -> None:
    game = bot[0]
    told = run(server, tmp_path, "replay-viewer", game, "pl")
    replay = httpx.get(f"{server.url}/v1/games/{game}/replay?lang=pl", timeout=60).json()
    assert all(frame["text"] in told for frame in replay["frames"])
    assert f"winners: {replay['outcome']['winners']}" in told


@pytest.mark.soak
def test_a_study_names_the_turning_points(server: Server, bot: list[str], tmp_path: Path) -> None:
    told = run(server, tmp_path, "study", bot[0])
    analysis = httpx.get(f"{server.url}/v1/games/{bot[0]}/analysis", timeout=60).json()
    turning = [moment["version"] for moment in analysis["moments"] if moment["turning"]]
    assert [
        int(version) for version in re.findall(r"^ *(\d+) .* \(before: seat 1 \d+%", told, re.MULTILINE)
    ] == turning


@pytest.mark.soak
def test_signed_seats_play_and_one_resumes_from_its_file(server: Server, tmp_path: Path) -> None:
    told = run(server, tmp_path, "python-client")
    assert told == str(dict.fromkeys(("L0", "L2", "L3"), "passed")) + "\n"
    assert (tmp_path / "Ola.seat").stat().st_mode & 0o777 == 0o600


@pytest.mark.soak
def test_the_tournament_tool_writes_the_standings(server: Server, tmp_path: Path) -> None:
    heading, *rows = run(server, tmp_path, "tournament").splitlines()
    assert heading == "place,name,points,wins"
    assert sorted(row.split(",")[1] for row in rows) == ["Ala", "Ela", "Ola"]


@pytest.mark.soak
def test_tables_are_made_and_an_agent_plays(tmp_path: Path) -> None:
    """Without a service: figures of seat 1's own points go with winning, and chance loses against thought."""
    done = run_alone(tmp_path, "simulate", "6")
    assert "three-fortheca" in done or "third-round" in done
    named = dict(re.findall(r"^([\w/-]+): ([+-][\d.]+)$", done, re.MULTILINE))
    assert len(named) == 5
    positions = pl.read_parquet(tmp_path / "positions.parquet")
    assert set(named) <= set(positions.columns)
    assert positions["game"].n_unique() == 6
    [worth] = re.findall(r"bot: (\S+) a game", done)
    assert float(worth) < 0
