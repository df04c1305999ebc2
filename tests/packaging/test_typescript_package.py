"""The client's package works where nothing else is installed: it is typed, plays whole games, and trusts nobody.

`make dist` names the folder of the release that is to be tested in KRONIKA_DIST.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import tarfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from werkzeug.serving import make_server

from api.app import create_app
from service.operation.app import compose
from tests.accounts.kit import personal_token
from tests.api.kit import bearer
from tests.checkout import ROOT
from tests.clients.typescript_client import (
    PROGRAMS,
    environment,
    installed,
    packed,
    played,
    programs,
    run_well,
)
from tests.node_packages import NODE, packages, run
from tests.notices.kit import people
from tests.operator.service import OF_THE_LOG, Operator
from tests.running import Server, serving
from tests.service.conftest import settings_in
from tests.service.leaves import sequence
from verifier.note import read_note
from verifier.text import encode

pytestmark = pytest.mark.soak
VERSION = re.search(r"^version = (.+)$", (ROOT / "setup.cfg").read_text(), re.MULTILINE)[1]  # type: ignore[index]
GUIDES = programs("how-to/typescript.md") | programs("how-to/webhooks.md")
RULESETS = ("age-of-war", "nagaraja", "romans", "touche")
WRONG = {
    "view": ("document.view.players", "document.view.tower"),
    "options": ("neutral_clans: 1", "tower: 1"),
    "path": ("path: { game }, query", "query"),
    "query": ("from: 0", "tower: 0"),
    "data": ("event.data.points", "event.data.tower"),
    "type": ('event.type === "fort-captured"', 'event.type === "tower"'),
    "turn": ("turn.view.players", "turn.view.tower"),
    "action": ("action.castle", "action.tower"),
    "kind": ('problem.kind === "illegal-action"', 'problem.kind === "tower"'),
    "notice": ("notice.from : notice.at", "notice.from : notice.tower"),
    "nothing": ("Promise<undefined>", "Promise<string>"),
    "stream": ('"GET", "/v1/me/export"', '"GET", "/v1/me/stream"'),
}
"""What a program says, and what would be wrong in its place."""


@pytest.fixture(scope="module")
def tarball(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if "KRONIKA_DIST" not in os.environ:
        return packed(tmp_path_factory.mktemp("packed"))
    [found] = Path(os.environ["KRONIKA_DIST"]).resolve().glob("kronika-client-*.tgz")
    return found


@pytest.fixture(scope="module")
def empty(tarball: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = installed(tarball, tmp_path_factory.mktemp("empty"))
    shutil.copytree(PROGRAMS, folder, dirs_exist_ok=True)
    for title, program in GUIDES.items():
        (folder / title).write_text(program)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder) as running:
        yield running


def test_it_has_the_version_of_the_service_and_needs_nothing(tarball: Path) -> None:
    with tarfile.open(tarball) as packed:
        about = json.load(packed.extractfile("package/package.json"))  # type: ignore[arg-type]
    assert (about["name"], about["version"]) == ("@kronika/client", VERSION)
    assert not [name for name in about if "ependenc" in name or name == "scripts"]


def test_it_has_compiled_modules_and_types_only(tarball: Path) -> None:
    with tarfile.open(tarball) as packed:
        files = {one.name: packed.extractfile(one).read() for one in packed}  # type: ignore[union-attr]
    modules = {name for name in files if name.endswith((".js", ".d.ts"))}
    assert set(files) - modules == {"package/package.json", "package/README.md"}
    assert [name for name, file in files.items() if str(ROOT).encode() in file] == []
    imported = {
        os.path.normpath(f"{Path(name).parent}/{found.decode()}")
        for name, file in files.items()
        for found in re.findall(rb"""^(?:import|export)\b.* from "(.+)";$""", file, re.MULTILINE)
        if name.endswith(".js")
    }
    assert imported <= modules


@pytest.fixture(scope="module")
def said(empty: Path) -> str:
    """What the compiler says of a program, and of each wrong one."""
    source = (empty / "typed.ts").read_text()
    for name, (right, wrong) in WRONG.items():
        assert source.count(right) == 1, right
        (empty / f"wrong-{name}.ts").write_text(source.replace(right, wrong))
    (empty / "node_modules" / "@types").symlink_to(packages("@types") / "@types")
    (empty / "node_modules" / "undici-types").symlink_to(packages("undici-types") / "undici-types")
    return run(empty, "node", str(packages("typescript") / "typescript" / "bin" / "tsc"))


def test_programs_and_guides_type_check(said: str) -> None:
    assert {line.partition("(")[0] for line in said.splitlines() if line[0] != " "} == {
        f"wrong-{name}.ts" for name in WRONG
    }, said


@pytest.mark.parametrize("signed", [False, True], ids=["plain", "signed"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_game_is_played_over_cut_connections(
    empty: Path, server: Server, ruleset: str, signed: bool
) -> None:
    game = played(empty, server.url, ruleset, signed=signed)
    assert game["status"] == "finished"


def test_an_audit_file_is_checked(empty: Path, tmp_path: Path) -> None:
    operator = Operator(tmp_path)
    file = operator.abandoned(operator.begun()[0].game)
    operator.close()
    (empty / "good.json").write_text(encode(file).decode())
    (empty / "bad.json").write_text(encode({**file, "entries": file["entries"][:-1]}).decode())
    good, bad = map(json.loads, run_well(empty, NODE, "audit.mjs", "good.json", "bad.json").splitlines())
    assert good["ok"], good
    assert good["verdict"][0] == "Only the operator together with all of seats 1, 2 could have chosen."
    assert [check["message"] for check in bad["checks"] if check["status"] == "failed"] == [
        f"the checkpoint is over {len(file['entries'])} entries"
    ]


def test_the_guides_bot_and_viewer_are_short() -> None:
    lines = {title: len(GUIDES[title].splitlines()) for title in ("bot.ts", "viewer.ts")}
    assert lines["bot.ts"] <= 15
    assert lines["viewer.ts"] <= 25


def test_the_guides_bot_plays_and_its_viewer_sees_all(empty: Path, server: Server) -> None:
    first, last = run_well(empty, NODE, "bot.ts", KRONIKA_URL=server.url).splitlines()
    url = first.split()[2]
    assert last.startswith("won by")
    seats, *events, outcome = run_well(empty, NODE, "viewer.ts", url).splitlines()
    document = httpx.get(url.replace("/games/", "/v1/games/")).json()
    assert seats == "touche: House, My bot"
    assert [line[:5] for line in events if line[4] == " " and line[:5].strip()] == [
        f"{version:4} " for version in range(1, document["version"] + 1)
    ]
    assert outcome == last


def test_the_guides_trusting_player_is_in_the_mix(empty: Path, server: Server) -> None:
    made = httpx.post(f"{server.url}/v1/games", json={"ruleset": "nagaraja", "seats": 2}).json()
    seats, house = f"{server.url}/v1/games/{made['id']}/seats", {"name": "House", "bot": "random", "seat": 2}
    httpx.post(seats, json=house, headers=bearer(made["organiser_token"])).raise_for_status()
    told = run_well(empty, NODE, "trusting.ts", f"{server.url}/games/{made['id']}", "1")
    assert told == "Only the operator together with seat 1 could have chosen.\n"


def test_the_guides_account_plays_games_that_run_and_those_that_begin(
    empty: Path, server: Server, folder: Path
) -> None:
    with closing(compose(settings_in(folder))) as kronika:
        [account] = people(kronika, "Ada")
        token = personal_token(kronika, account, "read", "play", "tables")
    games = [against_the_house(server, token)]
    env = environment() | {"KRONIKA_URL": server.url, "KRONIKA_TOKEN": token}
    command, own = [NODE, "account.ts"], {"start_new_session": True}  # NODE only starts Node.js
    with subprocess.Popen(command, cwd=empty, env=env, stdout=subprocess.PIPE, text=True, **own) as bot:
        assert bot.stdout is not None
        first = bot.stdout.readline()
        games.append(against_the_house(server, token))
        told = [first, bot.stdout.readline()]
        os.killpg(bot.pid, signal.SIGKILL)
    assert told == [f"{game} is over\n" for game in games]


def against_the_house(server: Server, token: str) -> str:
    """A game of an account that has begun."""
    with httpx.Client(base_url=server.url, headers=bearer(token)) as http:
        game = str(http.post("/v1/games", json={"ruleset": "nagaraja", "seats": 2}).json()["id"])
        for who in ({"name": "House", "bot": "random"}, {}):
            http.post(f"/v1/games/{game}/seats", json=who).raise_for_status()
    return game


class Site:
    """A service over HTTP, in whose place another one may answer."""

    def __init__(self, operator: Operator) -> None:
        self.operator = operator
        self._server = make_server("127.0.0.1", 0, self._answer, threaded=True)
        self.url = f"http://127.0.0.1:{self._server.port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.show(operator)

    def show(self, operator: Operator) -> None:
        self._shown, self._app = operator.kronika, create_app(operator.kronika)

    def _answer(self, environ: dict[str, Any], start_response: Any) -> Any:
        if environ["PATH_INFO"].endswith(OF_THE_LOG):
            sequence(self._shown)
        return self._app(environ, start_response)

    def close(self) -> None:
        self._server.shutdown()
        self.operator.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = Site(Operator(tmp_path))
    yield made
    made.close()


def test_a_log_that_was_forked_stops_the_client_with_both_notes(empty: Path, site: Site) -> None:
    game = site.operator.create()
    command = [NODE, "honest.mjs", site.url, game]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=empty, env=environment(), text=True, **pipes) as player:
        assert player.stdout is not None
        assert player.stdin is not None
        assert player.stdout.readline() == "ready\n"
        copy = site.operator.copy()
        for _ in range(3):  # so that it becomes the longer one
            copy.as_organiser(game, "referees")
        copy.abandoned(game)
        player.stdin.write("\n")
        player.stdin.flush()
        assert player.stdout.readline() == "ready\n"
        site.show(copy)
        told, _ = player.communicate("\n", timeout=60)
    found = json.loads(told)
    vkey = json.loads(copy.audit(game)["entries"][0])["d"]["vkey"]
    kept, shown = (read_note(found[name], vkey) for name in ("known", "given"))
    assert found["why"] == "The log is not the one that this browser has seen before."
    assert kept.origin == shown.origin
    assert kept.root != shown.root
