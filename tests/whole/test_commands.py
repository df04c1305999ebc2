"""The other commands, as users run them."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
from functools import cache
from pathlib import Path

import httpx
import pytest

from domain.rulesets import registry
from tests.running import Server, children, serving, until
from tests.soaking import soaked
from tests.whole.command import kronika

every_ruleset = pytest.mark.parametrize("ruleset", soaked(registry(), ["romans", "touche", "nagaraja"]))


@pytest.fixture(scope="module")
def running(server: Server) -> Server:
    return server


BOTS = {"age-of-war": "greedy", "romans": "greedy"}
"""Where random bots take thousands of moves to the end, the thoughtful ones play."""


@cache
def played(running: Server, folder: Path, ruleset: str) -> str:
    """A whole game of bots over HTTP, the same one for all tests; its id."""
    bots = BOTS.get(ruleset, "random")
    seats = "2" if 2 in registry()[ruleset].traits.seats else "1"
    how = ("--ruleset", ruleset, "--seats", seats, "--bots", bots, "--seed", "1")
    done = kronika(folder, "play", "--url", running.url, *how)
    assert done.returncode == 0, done.stderr
    first, *_, outcome = done.stdout.splitlines()
    assert json.loads(outcome)["reason"] in registry()[ruleset].end_reasons
    return first.removeprefix("game ")


@every_ruleset
def test_play_replay_and_verify(running: Server, folder: Path, ruleset: str) -> None:
    game = played(running, folder, ruleset)
    polish = kronika(folder, "replay", game, "--lang", "pl")
    assert polish.returncode == 0, polish.stderr
    assert "Gra się zaczyna." in polish.stdout
    from_server = kronika(folder, "replay", game, "--url", running.url)
    assert "The game begins." in from_server.stdout
    token = kronika(folder, "token", game, "--role", "auditor").stdout.strip()
    address = f"{running.url}/v1/games/{game}/audit"
    verified = kronika(folder, "verify", address, "--token", token, "--json")
    assert verified.returncode == 0, verified.stderr
    levels = {level["name"]: level["status"] for level in json.loads(verified.stdout)[address]["levels"]}
    assert levels == {"L0": "passed", "L1": "not available", "L2": "passed", "L3": "passed", "L4": "passed"}


@every_ruleset
def test_explain_argues_events_of_an_exported_game(
    running: Server, folder: Path, tmp_path: Path, ruleset: str
) -> None:
    """The file alone is enough: every argument is the one that the service gives, in the language asked for."""
    game = played(running, folder, ruleset)
    file = tmp_path / "game.json"
    file.write_bytes(httpx.get(f"{running.url}/v1/games/{game}/export", timeout=60).content)
    explained = {cls.__struct_config__.tag for cls in registry()[ruleset].explained}
    events = httpx.get(f"{running.url}/v1/games/{game}/events?limit=1000", timeout=60).json()["events"]
    event = next((it for it in reversed(events) if it["type"] in explained), events[-1])
    served = httpx.get(f"{running.url}/v1/games/{game}/explanations/{event['version']}", timeout=60).json()
    for lang in ("en", "pl"):
        done = kronika(folder, "explain", str(file), str(event["version"]), "--lang", lang)
        assert done.returncode == 0, done.stderr
        said, *steps = done.stdout.splitlines()
        assert said.startswith(f"{event['version']:>6}  ")
        assert [step.strip() for step in steps] == [
            f"{step['text'][lang]} ({step['clause']})" for step in served["steps"]
        ]
        assert bool(steps) == (event["type"] in explained)


@pytest.mark.soak
def test_explain_refuses_what_it_cannot_argue(running: Server, folder: Path, tmp_path: Path) -> None:
    game = played(running, folder, "age-of-war")
    data = httpx.get(f"{running.url}/v1/games/{game}/export", timeout=60).json()
    new = httpx.post(f"{running.url}/v1/games", json={"ruleset": "romans", "seats": 2}, timeout=60).json()[
        "id"
    ]
    for name in ("Ala", "Ola"):
        httpx.post(f"{running.url}/v1/games/{new}/seats", json={"name": name}, timeout=60)
    secretive = httpx.get(f"{running.url}/v1/games/{new}/export", timeout=60).json()
    wrong = {
        "This game has versions 1 to": (data, "99999999"),
        "This is no game that holds together": ({**data, "audit": {}}, "3"),
        "does not disclose every secret": (secretive, "8"),
        "is no game file": ([], "1"),
    }
    for n, (words, (content, version)) in enumerate(wrong.items()):
        (tmp_path / f"{n}.json").write_text(json.dumps(content))
        done = kronika(folder, "explain", str(tmp_path / f"{n}.json"), version)
        assert (done.returncode, words in done.stderr, "Traceback" in done.stderr) == (1, True, False), done
    assert kronika(folder, "explain", str(tmp_path / "none.json"), "1").returncode == 1


def test_verify_finds_a_changed_file(running: Server, folder: Path, tmp_path: Path) -> None:
    game = played(running, folder, "age-of-war")
    file = tmp_path / "audit.json"
    data = httpx.get(f"{running.url}/v1/games/{game}/audit", timeout=60).content
    file.write_bytes(data)
    older = tmp_path / "older.note"
    older.write_text(json.loads(data)["checkpoint"])
    assert kronika(folder, "verify", str(file), "--older", str(older)).returncode == 0
    file.write_bytes(data.replace(b'\\"seat\\":1', b'\\"seat\\":2', 1))
    done = kronika(folder, "verify", str(file))
    assert done.returncode == 1
    assert "failed" in done.stdout


def test_replay_of_a_saved_document(running: Server, folder: Path, tmp_path: Path) -> None:
    game = played(running, folder, "age-of-war")
    saved = tmp_path / "replay.json"
    saved.write_bytes(httpx.get(f"{running.url}/v1/games/{game}/replay", timeout=60).content)
    assert "The game begins." in kronika(folder, "replay", str(saved)).stdout
    assert kronika(folder, "replay", __file__).returncode == 1
    assert kronika(folder, "replay", "no-such-game").returncode == 1


def test_tokens_are_issued_and_revoked(running: Server, folder: Path) -> None:
    game = httpx.post(
        f"{running.url}/v1/games", json={"ruleset": "age-of-war", "seats": 2}, timeout=60
    ).json()["id"]
    token = kronika(folder, "token", game, "--role", "seat:2", "--expires", "1").stdout.strip()
    asked = {"headers": {"Authorization": f"Bearer {token}"}}
    assert httpx.get(f"{running.url}/v1/games/{game}", **asked, timeout=60).json()["viewer"] == "seat:2"
    assert kronika(folder, "token", "--revoke", token).returncode == 0
    assert httpx.get(f"{running.url}/v1/games/{game}", **asked, timeout=60).status_code == 401
    for wrong in (["no-such-game"], [game, "--role", "seat:3"], [game, "--role", "king"], []):
        assert kronika(folder, "token", *wrong).returncode == 1


@pytest.mark.soak
@every_ruleset
def test_simulate_is_the_same_for_the_same_seed(tmp_path: Path, ruleset: str) -> None:
    asked = ["simulate", "--ruleset", ruleset, "--games", "2", "--bots", "mixed", "--json", "--seed"]
    first, again, other = (kronika(tmp_path, *asked, seed).stdout for seed in ("1", "1", "2"))
    assert json.loads(first)["games"] == 2
    assert first == again != other


def test_simulate_refuses_what_is_not_played(tmp_path: Path) -> None:
    for wrong in (["--seats", "9"], ["--options", '{"magic": 1}']):
        done = kronika(tmp_path, "simulate", "--ruleset", "age-of-war", *wrong)
        assert (done.returncode, "Traceback" in done.stderr) == (1, False)


DAMAGE = {
    "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), '\"at\":1', '\"at\":2') AS BLOB)"
    " WHERE originator_version = 7": None,
    "DELETE FROM stored_events WHERE originator_version = 9": 8,
    "UPDATE stored_events SET state = CAST(CAST(state AS TEXT) || ' ' AS BLOB) WHERE originator_version = 5": 4,
}


@pytest.mark.soak
def test_fsck_finds_changed_lost_and_misshapen_entries(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        game = played(server, tmp_path, "nagaraja")
    assert kronika(tmp_path, "fsck").returncode == 0
    sound = (tmp_path / "kronika.db").read_bytes()
    for damage, entry in DAMAGE.items():
        (tmp_path / "kronika.db").write_bytes(sound)
        with sqlite3.connect(tmp_path / "kronika.db") as database:
            database.execute(damage)
        done = kronika(tmp_path, "fsck", "--json")
        assert done.returncode == 1
        [found] = json.loads(done.stdout)["damages"]
        assert (found["game"], found["entry"]) == (game, entry)


@pytest.mark.soak
def test_statistics_follow_the_games_and_survive_a_dead_runner(running: Server, folder: Path) -> None:
    played(running, folder, "touche")
    before = _finished(running, at_least=1)
    os.kill(_runner_below(running.process.pid), signal.SIGKILL)  # type: ignore[union-attr]
    done = kronika(folder, "play", "--url", running.url, "--ruleset", "touche", "--seats", "2", "--quiet")
    assert done.returncode == 0
    assert _finished(running, at_least=before + 1) == before + 1


@pytest.mark.parametrize("how", [(), ("--unsupervised",)])
def test_a_runner_that_outlives_its_parent_ends_by_itself(
    running: Server, folder: Path, how: tuple[str, ...]
) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    assert kronika(folder, "keep", "--under", str(gone.pid), *how).returncode == -signal.SIGKILL


def _finished(running: Server, at_least: int) -> int:
    """Finished games of Touché in the statistics, as soon as there are so many."""

    def counted() -> int:
        told = httpx.get(f"{running.url}/v1/rulesets/touche/statistics", timeout=60).json()
        finished = int(told["games"].get("finished", 0))
        return finished if finished >= at_least else 0

    return until(counted, "the figures of the games")


def _runner_below(pid: int) -> int:
    """The keeping process started by another, as soon as there is one."""

    def keeping() -> list[int]:
        return [child for child in children(pid) if "cli keep" in _command(child)]

    return until(keeping, "the keeper", OSError)[0]


def _command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
