"""The wheel works anywhere: in empty environments, in a folder whose packages are called as ours are in a checkout.

`make dist` names the folder of the release that is to be tested in KRONIKA_DIST.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from setup import OURS, PACKAGES
from tests.running import PATIENCE, environment, free_port, until

ROOT = Path(__file__).parents[2]
PLAY = Path(__file__).with_name("play_in_process.py").read_text()
RULESETS = ["age-of-war", "nagaraja", "romans", "touche"]
VERSION = re.search(r"^version = (.+)$", (ROOT / "setup.cfg").read_text(), re.MULTILINE)[1]  # type: ignore[index]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, made from the sdist."""
    folder = Path(os.environ.get("KRONIKA_DIST") or tmp_path_factory.mktemp("dist")).resolve()
    if "KRONIKA_DIST" not in os.environ:
        done = run(ROOT, sys.executable, "-m", "build", "--no-isolation", "--outdir", folder)
        assert done.returncode == 0, done.stderr
    [found] = folder.glob("kronika-*.whl")
    return found


@pytest.fixture(scope="module")
def client_wheel(wheel: Path) -> Path:
    """The client's wheel, made from its sdist, beside the other one."""
    if "KRONIKA_DIST" not in os.environ:
        build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", wheel.parent]
        done = run(ROOT, *build, "clients/python")
        assert done.returncode == 0, done.stderr
    [found] = wheel.parent.glob("kronika_client-*.whl")
    return found


@pytest.fixture
def users(tmp_path: Path) -> Path:
    """A user's folder, with packages of the names that ours have in a checkout."""
    for name in OURS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("MINE = True\n")
    return tmp_path


@pytest.fixture(scope="module")
def engine(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(str(wheel), tmp_path_factory.mktemp("engine"))


@pytest.fixture(scope="module")
def service(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(f"{wheel}[service]", tmp_path_factory.mktemp("service"))


def installed(what: str, folder: Path) -> Path:
    """The programs of an empty environment into which this was installed, with the versions of the lock."""
    lock = (ROOT / "requirements.lock").read_text()
    (folder / "versions.txt").write_text("\n".join(re.findall(r"^\S+==\S+", lock, re.MULTILINE)))
    venv.create(folder / "env")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        folder / "env/bin/python",
        "install",
        "--quiet",
        "--no-compile",
    ]
    done = run(folder, *pip, "-c", "versions.txt", what)
    assert done.returncode == 0, done.stderr
    return folder / "env" / "bin"


def run(
    folder: Path, *command: str | Path, seconds: int = 1200, **env: str
) -> subprocess.CompletedProcess[str]:
    """In this folder, whose packages can be imported."""
    paths = {**os.environ, "PYTHONPATH": str(folder), **env}
    return subprocess.run(command, cwd=folder, env=paths, capture_output=True, text=True, timeout=seconds)


@pytest.mark.soak
def test_everything_stands_below_one_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        tops = {name.partition("/")[0] for name in packed.namelist()}
    assert tops == {"kronika", f"kronika-{VERSION}.dist-info"}


@pytest.mark.soak
def test_nothing_of_the_checkout_is_left_out(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    files = [file for name in PACKAGES for file in (ROOT / name).rglob("*.*") if file.suffix != ".pyc"]
    guides = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.png")]
    wanted = {
        f"kronika/{file.relative_to(ROOT).as_posix()}"
        for file in [*files, *guides, ROOT / "wsgi.py", ROOT / "CHANGELOG.md"]
    }
    some = {
        "kronika/domain/table/pl.po",
        "kronika/api/static/web/index.html",
        "kronika/docs/index.md",
        "kronika/CHANGELOG.md",
    }
    assert some < wanted <= names


@pytest.mark.soak
def test_a_container_s_image_gets_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    """deploy/Containerfile makes it from what .dockerignore admits."""
    admitted = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    for name in admitted:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", "made"]
    done = run(tmp_path, *build, PYTHONPATH="")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(wheel) as packed, zipfile.ZipFile(next((tmp_path / "made").iterdir())) as images:
        assert set(images.namelist()) == set(packed.namelist())


@pytest.mark.soak
def test_the_engine_plays_in_process(engine: Path, users: Path) -> None:
    (users / "play.py").write_text(PLAY)
    done = run(users, engine / "python", "play.py")
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == RULESETS


@pytest.mark.soak
def test_the_engine_is_typed(engine: Path, users: Path) -> None:
    """A type checker knows what it gives, and finds what is wrong with a program."""
    (users / "typed.py").write_text(TYPED)
    there = ["--python-executable", engine / "python", "--cache-dir", users / "types"]
    done = run(users, sys.executable, "-m", "mypy", "--strict", *there, "typed.py")
    assert [line.partition(" ")[2] for line in done.stdout.splitlines()[:-1]] == [
        'error: "Outcome" has no attribute "winer"; maybe "winners"?  [attr-defined]',
        'error: Argument 1 to "new" has incompatible type "int"; expected "str"  [arg-type]',
    ]


TYPED = """\
import kronika

game = kronika.new("touche", seats=2)
seat: int = game.to_act[0]
action: kronika.Action = game.legal(seat)[0]
reason: str = game.outcome.reason if game.outcome else "goes on"
winner = game.outcome.winer if game.outcome else None
kronika.new(4, seats=2)
"""


@pytest.mark.soak
def test_the_engine_brings_no_service(engine: Path, users: Path) -> None:
    listed = run(
        users, sys.executable, "-m", "pip", "--python", engine / "python", "list", "--format", "json"
    )
    names = {package["name"].lower() for package in json.loads(listed.stdout)}
    assert names == {"kronika", "msgspec", "orjson", "babel", "cryptography", "cffi", "pycparser"}
    done = run(users, engine / "kronika", "serve")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "pip install 'kronika[service]'" in done.stderr


@pytest.fixture
def server(service: Path, users: Path) -> Iterator[str]:
    """The address of `kronika serve`, started in the user's folder."""
    port = free_port()
    env = environment(users / "data", port, PYTHONPATH=str(users))
    with (users / "server.log").open("w") as log:
        process = subprocess.Popen([service / "kronika", "serve"], cwd=users, env=env, stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}"
    try:
        await_answer(f"{url}/health/ready", process, users / "server.log")
        yield url
    finally:
        process.terminate()
        process.wait(timeout=30)


def await_answer(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            httpx.get(url, timeout=60).raise_for_status()
            return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise AssertionError(log.read_text())


@pytest.mark.soak
def test_the_service_plays_over_http(engine: Path, service: Path, users: Path, server: str) -> None:
    """With its page, its documents, a client beside it, and a projection that counts the game; the engine checks it."""
    assert "<script" in httpx.get(server, headers={"Accept": "text/html"}, timeout=60).text
    assert httpx.get(f"{server}/openapi.json", timeout=60).json()["info"]["version"] == VERSION
    done = run(users, service / "kronika", "play", "--url", server, "--ruleset", "touche", "--seats", "2")
    assert done.returncode == 0, done.stderr
    game = done.stdout.split()[1]
    (users / "audit.json").write_bytes(httpx.get(f"{server}/v1/games/{game}/audit", timeout=60).content)
    checked = run(users, service / "kronika", "verify", "audit.json", "--json")
    levels = json.loads(checked.stdout)["audit.json"]["levels"]
    assert [level["status"] for level in levels if level["name"] == "L4"] == ["passed"]
    assert run(users, engine / "python", "-m", "kronika.verifier", "audit.json").returncode == 0
    assert counted(server, "touche") == 1


def counted(server: str, ruleset: str) -> int:
    """Finished games in the statistics, as soon as there are any."""

    def finished() -> int:
        told = httpx.get(f"{server}/v1/rulesets/{ruleset}/statistics", timeout=60).json()
        return int(told["games"].get("finished", 0))

    return until(finished, "the figures of the games")


@pytest.mark.soak
def test_the_client_plays_from_an_environment_of_its_own(
    client_wheel: Path, users: Path, server: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """With a type checker's eyes, a signed seat, and the audit file verified; nothing else comes with it."""
    client = installed(f"{client_wheel}[verify]", tmp_path_factory.mktemp("client"))
    listed = run(
        users, sys.executable, "-m", "pip", "--python", client / "python", "list", "--format", "json"
    )
    names = {package["name"] for package in json.loads(listed.stdout)}
    assert {"kronika_client", "kronika-client"} & names
    assert not {"kronika", "flask", "orjson"} & names
    (users / "play.py").write_text(CLIENT)
    there = ["--python-executable", client / "python", "--cache-dir", users / "types"]
    typed = run(users, sys.executable, "-m", "mypy", "--strict", *there, "play.py")
    assert typed.returncode == 0, typed.stdout
    done = run(users, client / "python", "play.py", KRONIKA_URL=server)
    assert (done.stdout.split(), done.stderr) == ([VERSION, "finished", "L3", "passed"], "")


CLIENT = """\
import os

import kronika_client
from kronika_client import Client, api

with Client(os.environ["KRONIKA_URL"]) as client:
    made = client.send(api.create_game({"ruleset": "nagaraja", "seats": 2}))
    client.send(api.take_seat(made.id, {"name": "House", "bot": "greedy"}), made.organiser_token)
    seat = client.sit(made.id, "Ala", signed=True)
    for turn in client.play(seat):
        turn.act(turn.legal[0])
    game = client.send(api.get_game(made.id))
    report = client.verify(made.id)
print(kronika_client.__version__, game.status, "L3", report["L3"].status)
"""


@pytest.mark.soak
def test_simulate_plays_without_a_server(service: Path, users: Path) -> None:
    done = run(users, service / "kronika", "simulate", "--ruleset", "nagaraja", "--games", "2", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 2


def test_the_changelog_begins_with_this_version() -> None:
    heads = re.findall(r"^## ([^\s,]+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert heads[0] == VERSION
