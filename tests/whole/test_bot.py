"""`kronika bot` with the bot of the tutorial plays its games to their ends, though it is killed, and says what is wrong."""

from __future__ import annotations

import fcntl
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.checkout import ROOT
from tests.clients.cutting import cutting
from tests.running import Server, until
from tests.whole.command import kronika

GUIDE = (ROOT / "docs" / "tutorials" / "first-bot.md").read_text()


def program(title: str) -> str:
    [found] = re.findall(rf'```python title="{re.escape(title)}"\n(.*?)```', GUIDE, re.DOTALL)
    return str(found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "there is no file"),
        ("def play(turn): ...", r"defines no function choose\(turn\)"),
    ],
)
def test_a_file_without_a_bot_is_refused_in_a_sentence(tmp_path: Path, text: str | None, said: str) -> None:
    if text is not None:
        (tmp_path / "my_bot.py").write_text(text)
    done = kronika(tmp_path, "bot", str(tmp_path / "my_bot.py"))
    assert (done.returncode, done.stdout) == (1, "")
    assert re.search(said, done.stderr)
    assert "Traceback" not in done.stderr


def test_a_state_that_another_program_uses_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(program("my_bot.py"))
    with (tmp_path / "my_bot.py.state.json.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = kronika(tmp_path, "bot", str(tmp_path / "my_bot.py"))
    assert (done.returncode, "another program is using" in done.stderr) == (1, True)


@pytest.mark.soak
def test_the_tutorial_s_bot_is_killed_and_plays_all_its_games(server: Server, tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(program("my_bot.py"))
    state = tmp_path / "my_bot.py.state.json"
    with cutting(server.port, bytes=30_000) as proxy:
        command = [sys.executable, "-m", "cli", "bot", str(tmp_path / "my_bot.py"), "--server", proxy.url]
        command += ["--games", "2"]
        with subprocess.Popen(command, cwd=ROOT) as first:
            until(lambda: state.exists() and json.loads(state.read_text())["games"][0]["seat"])
            first.kill()
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert state.stat().st_mode & 0o777 == 0o600
    games = json.loads(state.read_text())["games"]
    assert len(games) == 2
    documents = [httpx.get(f"{server.url}/v1/games/{game['id']}", timeout=60).json() for game in games]
    assert [document["status"] for document in documents] == ["finished"] * 2
    made = httpx.get(f"{server.url}/v1/games?player=Bot&limit=100", timeout=60).json()["games"]
    assert {game["id"] for game in made} == {game["id"] for game in games}


@pytest.mark.soak
def test_two_bots_meet_at_a_table_and_one_plays_by_its_address(server: Server, tmp_path: Path) -> None:
    """The tutorial's program for an event loop plays against `kronika bot --against anybody`."""
    (tmp_path / "my_bot.py").write_text(program("my_bot.py"))
    (tmp_path / "one_game.py").write_text(program("one_game.py"))
    made = httpx.post(f"{server.url}/v1/games", json={"ruleset": "nagaraja", "seats": 2}, timeout=60).json()
    game = f"{server.url}/v1/games/{made['id']}"
    token = httpx.post(f"{game}/seats", json={"name": "Loop"}, timeout=60).json()["token"]
    command = [sys.executable, "one_game.py", game, token]
    with subprocess.Popen(command, cwd=tmp_path) as looping:
        bot = ["bot", str(tmp_path / "my_bot.py"), "--server", server.url, "--ruleset", "nagaraja"]
        done = kronika(tmp_path, *bot, "--against", "anybody")
        assert looping.wait(timeout=300) == 0
    assert done.stdout.split()[0] == made["id"], done.stderr


@contextmanager
def bots(server: Server, folder: Path, count: int, *args: str) -> Iterator[list[subprocess.Popen[str]]]:
    """So many programs that start at once and play against anybody, with the states `0`, `1`, ... in the folder."""
    (folder / "my_bot.py").write_text(program("my_bot.py"))
    command = [sys.executable, "-m", "cli", "bot", str(folder / "my_bot.py"), "--server", server.url]
    command += ["--against", "anybody", *args, "--state"]
    with ExitStack() as stack:
        started = [
            subprocess.Popen([*command, str(folder / str(n))], cwd=ROOT, stdout=subprocess.PIPE, text=True)
            for n in range(count)
        ]
        for one in started:
            stack.enter_context(one)
            stack.callback(one.kill)
        yield started


def waiting(server: Server, ruleset: str) -> list[str]:
    found = httpx.get(f"{server.url}/v1/games?status=waiting&ruleset={ruleset}&limit=100", timeout=60)
    return [game["id"] for game in found.json()["games"]]


def table_of(state: Path) -> Any:
    """Where this program's first game has begun, if it has."""
    game = json.loads(state.read_text())["games"][0]
    return game["begun"] and game["id"]


@pytest.mark.soak
@pytest.mark.parametrize(("count", "ruleset"), [(2, "touche"), (3, "age-of-war"), (3, "nagaraja")])
def test_bots_that_start_at_once_meet_at_one_table(
    server: Server, tmp_path: Path, count: int, ruleset: str
) -> None:
    """They leave no table open that they have left, and of three for two seats the third waits until a fourth comes."""
    seats = 2 if ruleset == "nagaraja" else count
    with bots(server, tmp_path, count, "--ruleset", ruleset, "--seats", str(seats)):
        states = [tmp_path / str(n) for n in range(count)]
        until(lambda: sum(bool(table_of(state)) for state in states) == seats, "a game", FileNotFoundError)
        playing = {table_of(state) for state in states} - {False}
        assert len(playing) == 1
        until(lambda: len(waiting(server, ruleset)) == count - seats)
        if count > seats:
            (tmp_path / "later").mkdir()
            with bots(server, tmp_path / "later", 1, "--ruleset", ruleset):
                until(lambda: table_of(tmp_path / "later" / "0"), "a second game", FileNotFoundError)
            until(lambda: all(map(table_of, states)))


@pytest.mark.soak
def test_a_table_that_somebody_has_set_and_left_is_used(server: Server, tmp_path: Path) -> None:
    new = {"ruleset": "romans", "seats": 2}
    made = httpx.post(f"{server.url}/v1/games", json=new, timeout=60).json()["id"]
    with bots(server, tmp_path, 2, "--ruleset", "romans"):
        for n in range(2):
            state = tmp_path / str(n)
            assert until(lambda at=state: table_of(at), "a game", FileNotFoundError) == made  # type: ignore[misc]


@pytest.mark.soak
@pytest.mark.parametrize("meanwhile", ["it begins", "it is closed"])
def test_a_bot_that_was_killed_while_leaving_does_not_come_back(
    server: Server, tmp_path: Path, meanwhile: str
) -> None:
    """Its token has ended with its seat, so it cannot play at that table, where others may sit by now."""
    (tmp_path / "my_bot.py").write_text(program("my_bot.py"))
    with httpx.Client(base_url=server.url, timeout=60) as client:
        made = client.post("/v1/games", json={"ruleset": "touche", "seats": 2}).json()
        table, organiser = f"/v1/games/{made['id']}", {"Authorization": f"Bearer {made['organiser_token']}"}
        left = client.post(f"{table}/seats", json={"name": "Bot"}).json()
        client.delete(f"{table}/seats/1", headers={"Authorization": f"Bearer {left['token']}"})
        if meanwhile == "it begins":
            [client.post(f"{table}/seats", json={"name": name}) for name in ("Ala", "Bo")]
        else:
            client.post(f"{table}/abandonment", headers=organiser)
    begun = {"key": "0" * 32, "id": made["id"], "seat": 1, "token": left["token"], "name": None}
    begun |= {"opened": made["id"], "organiser": made["organiser_token"], "leaving": True, "over": False}
    (tmp_path / "state").write_text(json.dumps({"server": server.url, "games": [begun]}))
    bot = ("bot", str(tmp_path / "my_bot.py"), "--server", server.url, "--ruleset", "touche", "--games", "1")
    done = kronika(tmp_path, *bot, "--state", str(tmp_path / "state"))
    assert done.returncode == 0, done.stderr
    assert made["id"] not in done.stdout
