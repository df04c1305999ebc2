"""The board that a package ships: what of it is served, how it is drawn, and what happens when it fails."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.pages import assets, bundling, modules
from api.pictures.painter import Painter
from api.resources import boards, front, rulesets
from conformance.kit import Sitting
from domain.public import NoOptions
from domain.rulesets import registry
from projections.document import view_of
from projections.documents.notes import Arrow
from projections.judgment.boards import Position
from projections.people import Player, seats_of
from tests import harbour
from tests.harbour import ID

GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "package-a-game.md"
BOARD = re.findall(r"```js\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)[0]
FELT = "#27543f"
"""The colour of that board's table."""
INDEX = f"packages/{ID}/index.js"
HTML = {"Accept": "text/html"}
READ_ONCE = ("packaged_modules", "packaged_boards", "files", "asset_prefix", "_gzipped_file", "document_of")


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of an installed package's code, in which the guide's board is."""
    folder = harbour.install(tmp_path)
    (folder / "board").mkdir()
    (folder / "board" / "index.js").write_text(BOARD)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))  # of the process that draws
    with harbour.importable(tmp_path):
        starts_anew(monkeypatch)
        yield folder


def starts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is cached of what a process reads once."""
    harbour.forget()
    places = (modules, bundling, assets, boards, rulesets, front)
    for name in READ_ONCE:
        holders = [place for place in places if hasattr(place, name)]
        anew = cache(inspect.unwrap(getattr(holders[0], name)))
        for place in holders:
            monkeypatch.setattr(place, name, anew)


@pytest.fixture
def browser(client: FlaskClient, code: Path) -> FlaskClient:
    """A client that does not compare answers with the document, which is of the rulesets of all other tests."""
    return FlaskClient(client.application, client.application.response_class)


def served(client: FlaskClient, name: str) -> TestResponse:
    return client.get(f"{assets.asset_prefix()}{name}")


def drawn(painter: Painter, *arrows: Arrow, also: dict[str, Any] | None = None) -> str:
    ruleset = registry()[ID]
    table = Sitting(ruleset, 2, NoOptions(), "board", "free").table
    seats = msgspec.to_builtins(seats_of(ruleset, table, {1: Player("Ala", None), 2: Player("Bo", None)}))
    view = {**view_of(ruleset, table, None), **(also or {})}
    seen = Position(ID, view, seats, table.status, table.to_act)
    return painter.draw(boards.job(seen, boards.Look("en"), arrows)).decode()


@pytest.fixture
def painter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Painter]:
    """One that waits for its process, which gives way to everybody else on a crowded machine."""
    monkeypatch.setattr("api.pictures.painter.PATIENCE", 240.0)
    own = Painter()
    yield own
    own.close()


def test_it_is_served_with_the_page_s_files_and_named_on_pages(browser: FlaskClient, code: Path) -> None:
    answer = served(browser, f"linked/{INDEX}")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, assets.IMMUTABLE)
    assert FELT in answer.text
    page = browser.get("/", headers=HTML)
    assert f'<meta name="packaged-boards" content="{ID}">' in page.text
    assert INDEX not in page.text
    assert "script-src 'self';" in page.headers["Content-Security-Policy"]
    assert INDEX in assets.board_preloads(ID)


def test_another_script_has_another_address_and_the_package_another_hash(
    browser: FlaskClient, code: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefix, package = assets.asset_prefix(), registry()[ID].package
    (code / "board" / "index.js").write_text(BOARD.replace(FELT, "#ffffff"))
    starts_anew(monkeypatch)
    changed = registry()[ID].package
    assert package is not None
    assert changed is not None
    assert (changed.hash == package.hash, assets.asset_prefix() == prefix) == (False, False)
    assert browser.get(f"{prefix}linked/{INDEX}").status_code == 404


def test_nothing_but_its_scripts_is_served(
    browser: FlaskClient, code: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (code / "board" / "notes.txt").write_text("secret")
    (code.parent / "outside.js").write_text("secret")
    (code / "board" / "link.js").symlink_to(code.parent / "outside.js")
    (code / "secret.js").write_text("secret")
    (code / "board" / "folder").symlink_to(code.parent)
    starts_anew(monkeypatch)
    assert list(modules.packaged_modules()) == [INDEX]
    at = f"packages/{ID}"
    for name in (
        "notes.txt",
        "link.js",
        "../secret.js",
        "../rules.py",
        "folder/outside.js",
        "%2e%2e/secret.js",
    ):
        for folder in ("web", "linked"):
            assert served(browser, f"{folder}/{at}/{name}").status_code == 404, name


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('import { x } from "../../../../../../etc/hosts.js";', "There is no module"),
        ('import { x } from "../../boards/parts/gone.js";', "There is no module boards/parts/gone.js"),
        ('import { x } from "../other/index.js";', "is another package's"),
        ('import x from "https://elsewhere.example/x.js";', "bundling does not support"),
    ],
)
def test_a_board_that_imports_what_is_not_there_is_left_out(
    browser: FlaskClient, code: Path, monkeypatch: pytest.MonkeyPatch, line: str, reason: str
) -> None:
    (code / "board" / "index.js").write_text(f"{line}\n{BOARD}")
    starts_anew(monkeypatch)
    usable, broken = bundling.packaged_boards()
    assert not usable
    assert reason in broken[ID]
    assert served(browser, f"linked/{INDEX}").status_code == 404
    assert "packaged-boards" not in browser.get("/", headers=HTML).text


def test_pictures_are_drawn_by_it(code: Path, painter: Painter) -> None:
    assert FELT in drawn(painter)


@pytest.mark.parametrize(
    "failure",
    [
        "throw new Error();",
        pytest.param("}", marks=pytest.mark.soak),
        pytest.param("for (;;);", marks=pytest.mark.soak),
    ],
)
def test_pictures_are_plain_where_it_fails(
    code: Path, painter: Painter, monkeypatch: pytest.MonkeyPatch, failure: str
) -> None:
    (code / "board" / "index.js").write_text(BOARD.replace("  const [width", f"  {failure}\n  const [width"))
    starts_anew(monkeypatch)
    assert "Prize" in drawn(painter)


def test_arrows_on_a_plain_board_begin_and_end_at_its_words(painter: Painter, code: Path) -> None:
    """Between the lines of two members, around one with all its lines, and none to what is not on it."""
    (code / "board" / "index.js").unlink()
    bare = drawn(painter)
    assert "Box: In the pile: 0" in bare
    lines = {word: float(y) for y, word in re.findall(r'y="(\d+)"[^>]*>(\w+)', bare)}
    between = drawn(painter, Arrow(start="view:state:box", end="view:state:prize"))
    [(x, y), *_] = re.findall(r'<path d="M([\d.]+) ([\d.]+)Q', between)
    assert 24 < float(x) < 200
    assert lines["Box"] < float(y) < lines["Players"]
    ring = drawn(painter, Arrow(start="view:state:players:0", end="view:state:players:0"))
    boxes = re.findall(r'<rect x="[\d.]+" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx', ring)
    for y, width, height in [map(float, box) for box in boxes]:
        assert lines["Seat"] < y < lines["Ala"] < y + height < lines["Bo"]
        assert 200 < width < 600
    assert len(boxes) == 2  # with its halo
    assert drawn(painter, Arrow(start="view:state:prize", end="view:state:nothing")) == bare


def test_arrows_end_where_a_long_line_is_cut_and_many_lines_are_drawn(painter: Painter, code: Path) -> None:
    (code / "board" / "index.js").unlink()
    view = {"cards": list(range(100)), "deep": [[[[[{"n": n}] for n in range(250)] for _ in range(4)]]]}
    picture = drawn(painter, Arrow(start="view:cards:99", end="view:cards:98"), also=view)
    ends = [float(x) for x in re.findall(r'<path d="M([\d.]+) ', picture)]
    assert ends
    assert max(ends) < 900
