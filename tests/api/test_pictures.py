"""Positions as pictures: drawn by the page's boards, of what everybody may see, by a process that comes and goes."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import struct
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from flask.testing import FlaskClient

from api.pages import modules
from api.pictures import painter
from api.pictures.painter import NotDrawn, Painter
from api.resources import boards, link_previews, positions
from conformance.kit import Sitting, mixed
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.state import Table
from projections.document import view_of
from projections.judgment.boards import Position
from projections.people import Player, seats_of
from service.operation.app import Kronika
from tests.accounts.kit import person
from tests.api.kit import Seated, bearer
from tests.api.test_forks import forked
from tests.soaking import soaked

STATES = Path(__file__).parents[1] / "web" / "states"
DRAWN = (
    "svg",
    "g",
    "rect",
    "path",
    "circle",
    "text",
    "tspan",
    "defs",
    "clipPath",
    "linearGradient",
    "stop",
    "ellipse",
    "line",
    "polygon",
    "use",
    "polyline",
)
DASHED = b'stroke-dasharray="4 3"'
"""Of a relic that lies face down and is known."""
SHOWN = soaked(
    (
        "age-of-war-siege",
        "age-of-war-ended",
        "romans-ended",
        "nagaraja-ended",
        "nagaraja-slide-line",
        "touche-ended",
    ),
    rare=("age-of-war-siege", "age-of-war-ended", "nagaraja-ended", "nagaraja-slide-line"),
)


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def texts(svg: bytes) -> list[str]:
    """What is written in a picture, which is nothing but a picture."""
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        assert element.tag.partition("}")[2] in DRAWN
        assert not [name for name in element.attrib if name.startswith("on") or "href" in name]
        assert not re.search(r"url\((?!#)", " ".join(element.attrib.values()))
    return [element.text or "" for element in root.iter() if element.tag.endswith("}text")]


def captured(name: str) -> tuple[str, dict[str, Any]]:
    state = json.loads((STATES / f"{name}.json").read_text())
    rulesets = json.loads((STATES / "rulesets.json").read_text())
    ruleset = next(id for id in rulesets if name.startswith(id))
    return ruleset, {**state, "legal": [], "seat": None, "ruleset": rulesets[ruleset], "lang": "en"}


def test_a_position_comes_as_svg(game: Seated) -> None:
    game.act()
    svg = game.get(f"/states/{game.get().json['version']}.svg")
    assert svg.mimetype == "image/svg+xml"
    assert {"Ada", "Bo", "Matsumoto", "No castles yet."} <= set(texts(svg.data))


@pytest.mark.soak
def test_a_position_comes_as_png(game: Seated) -> None:
    game.act()
    png = game.get(f"/states/{game.get().json['version']}.png?width=600")
    assert png.mimetype == "image/png"
    assert size(png.data) == (600, 375)
    polish = game.get(f"/states/{game.get().json['version']}.svg?lang=pl&theme=dark").data
    assert "Jeszcze bez zamków." in texts(polish)
    assert b'opacity="0.12"' in polish


def places(element: ElementTree.Element, x: float = 0, y: float = 0) -> Iterator[tuple[str, float, float]]:
    """What is written, and where it stands in the drawing."""
    moved = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    if element.tag.endswith("}text"):
        yield element.text or "", x + float(element.get("x", "0")), y + float(element.get("y", "0"))
    for child in element:
        yield from places(child, x, y)


@pytest.mark.parametrize("name", SHOWN)
def test_every_board_draws_without_a_browser(shared_painter: Painter, name: str) -> None:
    """A picture has the stage's proportions, and everything that is written in it stands within them."""
    ruleset, state = captured(name)
    svg = shared_painter.draw({"ruleset": ruleset, "state": state, "width": 900, "dark": False, "png": False})
    written = " ".join(texts(svg))
    for seat in state["seats"]:
        assert seat["name"] in written
    root = ElementTree.fromstring(svg)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("900", "563", "0 0 1600 1000")
    for text, x, y in places(root):
        assert 0 <= x <= 1600, text
        assert 0 <= y <= 1000, text


@pytest.mark.parametrize("ruleset", ["romans", "touche", "nagaraja"])
def test_a_picture_follows_from_what_its_viewer_sees(shared_painter: Painter, ruleset: str) -> None:
    """Not from what lies hidden, nor from what was drawn before: no attribute tells cards apart that lie face down."""
    rules, rng = registry()[ruleset], random.Random(1)
    sitting = Sitting(rules, 2, msgspec.convert({}, rules.options), "pictures", "free")
    *_, table = islice(sitting.play(mixed, rng), 40)
    for viewer in (None, 1, 2):
        other = rules.redraw(table.game, viewer, rng.randrange)
        assert other != table.game
        worlds = (table, msgspec.structs.replace(table, game=other))
        first, second = (shared_painter.draw(seen_by(viewer, rules, world)) for world in worlds)
        assert first == second


def seen_by(viewer: int | None, ruleset: Ruleset[Any], table: Table) -> dict[str, Any]:
    players = {seat: Player(name, None) for seat, name in enumerate(("Ala", "Bo"), 1)}
    seats = msgspec.to_builtins(seats_of(ruleset, table, players))
    seen = Position(ruleset.id, view_of(ruleset, table, viewer), seats, table.status, table.to_act)
    return boards.job(seen, boards.Look("en"))


def test_a_relic_that_its_owner_knows_is_not_drawn_as_if_it_lay_face_up(shared_painter: Painter) -> None:
    ruleset, state = captured("nagaraja-spend-naga")
    relics = state["view"]["players"][0]["temple"]["relics"]
    known = [place for place, it in relics.items() if it["relic"] and not it["face_up"]]
    asked = {"ruleset": ruleset, "state": state, "width": 900, "dark": False, "png": False}
    dashed = shared_painter.draw(asked).count(DASHED)
    for place in known:
        relics[place]["face_up"] = True
    assert (len(known), shared_painter.draw(asked).count(DASHED)) == (1, dashed - 1)


@pytest.mark.parametrize("dark", [False, True])
def test_a_ruleset_without_a_drawing_is_listed(shared_painter: Painter, dark: bool) -> None:
    _, state = captured("touche-watched")
    svg = shared_painter.draw(
        {"ruleset": "a-new-one", "state": state, "width": 900, "dark": dark, "png": False}
    )
    assert any("Ada" in text for text in texts(svg))
    assert (b'opacity="0.12"' in svg) is dark


def test_the_modules_of_boards_are_found_as_the_page_finds_them() -> None:
    listed = dict(
        re.findall(
            r'\["([a-z-]+)", \(\) => import\("\./([a-z-]+\.js)"\)\]',
            (modules.WEB / "boards/index.js").read_text(),
        )
    )
    assert len(listed) >= 4
    for ruleset in registry():
        assert modules.board_of(ruleset) == f"boards/{listed.get(ruleset, 'plain.js')}"
    assert modules.board_of("../harness") == modules.PLAIN_BOARD
    assert modules.board_of("a-new-one") == modules.PLAIN_BOARD


def test_every_ruleset_is_introduced_by_a_board_in_the_middle_of_a_game(client: FlaskClient) -> None:
    for ruleset in registry():
        found = client.get(f"/v1/rulesets/{ruleset}/board.svg?lang=pl&theme=dark")
        assert (found.status_code, found.mimetype) == (200, "image/svg+xml")
        assert {"Ala", "Bo"} <= {word for text in texts(found.data) for word in text.split()}
        again = client.get(found.request.full_path, headers={"If-None-Match": found.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
    small = client.get("/v1/rulesets/touche/board.svg", headers={"Accept-Encoding": "gzip"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert client.get("/v1/rulesets/chess/board.svg").status_code == 404


def test_pictures_show_what_spectators_see_whoever_asks(
    client: FlaskClient, shared_painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs: list[dict[str, Any]] = []
    monkeypatch.setattr(shared_painter, "draw", lambda job: jobs.append(job) or b"<svg/>")
    game = Seated.at(client, ruleset="romans")
    game.act()
    version = game.get().json["version"]
    seen = game.get(f"/states/{version}").json
    own = game.get(f"/states/{version}", seat=1).json
    assert seen["view"] != own["view"]
    for headers in ({}, bearer(game.tokens[1]), bearer(game.organiser)):
        assert client.get(f"{game.url}/states/{version}.svg", headers=headers).status_code == 200
    assert jobs
    for job in jobs:
        assert job["state"]["view"] == seen["view"]
        assert job["state"]["seats"] == seen["seats"]


def test_private_games_have_no_pictures(private_game: Seated) -> None:
    for seat in (None, 1):
        assert private_game.get("/states/1.png", seat).status_code == 404
        assert private_game.get("/states/1.svg", seat).status_code == 404


def test_a_version_that_there_is_not(game: Seated) -> None:
    assert game.get("/states/99.svg").status_code == 404
    assert game.get("/states/1.gif").status_code == 404
    for wrong in ("width=10", "width=9999", "theme=pink", "lang=de", "as=seat:1"):
        assert game.get(f"/states/1.svg?{wrong}").status_code == 422


def test_a_table_that_waits_for_players_has_no_picture(client: FlaskClient) -> None:
    """An empty one would stand in every preview of a link that invites to it."""
    game = client.post("/v1/games", json={"ruleset": "touche", "seats": 2}).json["id"]
    page = client.get(f"/games/{game}", headers={"Accept": "text/html"}).text
    assert "og:title" in page
    assert "og:image" not in page
    refused = client.get(f"/v1/games/{game}/states/1.png")
    assert refused.status_code == 404
    assert "no board before the game begins" in refused.json["detail"]


@pytest.mark.usefixtures("undrawn")
def test_who_holds_a_picture_is_not_drawn_it_again(
    game: Seated, shared_painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = game.get().json["version"]
    first = game.get(f"/states/{version}.svg")
    monkeypatch.setattr(shared_painter, "draw", lambda job: pytest.fail("drawn again"))
    assert game.get(f"/states/{version}.svg", If_None_Match=first.headers["ETag"]).status_code == 304
    assert game.get(f"/states/{version}.svg").data == first.data
    assert first.headers["Cache-Control"] == "private, no-cache"
    revision = game.get().json["document_revision"]
    asked = f"/states/{version}.svg?document_revision={revision}"
    kept = game.get(f"{asked}&drawing={painter.drawing()}")
    assert "immutable" in kept.headers["Cache-Control"]
    assert kept.headers["ETag"] == first.headers["ETag"]
    for old in (asked, f"{asked}&drawing={'0' * 16}", f"/states/{version}.svg?drawing={painter.drawing()}"):
        found = game.get(old)
        assert (found.status_code, found.data) == (200, first.data)
        assert found.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.usefixtures("undrawn")
def test_pictures_are_others_when_boards_are(game: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    version = game.get().json["version"]
    before = game.get(f"/states/{version}.svg").headers["ETag"]
    revision = game.get().json["document_revision"]
    asked = f"/states/{version}.svg?document_revision={revision}&drawing={painter.drawing()}"
    assert "immutable" in game.get(asked).headers["Cache-Control"]
    for module in (painter, positions):
        monkeypatch.setattr(module, "revision", lambda: "other boards")
    assert game.get(f"/states/{version}.svg").headers["ETag"] != before
    assert game.get(f"/states/{version}.svg?drawing={'f' * 16}").status_code == 200
    assert "immutable" not in game.get(asked).headers["Cache-Control"]


@pytest.mark.soak
def test_a_service_without_what_draws_says_so(
    client: FlaskClient, game: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = client.get(f"/games/{game.id}", headers={"Accept": "text/html"}).text
    (address,) = re.findall(r'property="og:image" content="http://localhost:8000(/[^"]+)"', page)
    assert size(client.get(address.replace("&amp;", "&")).data)[0] == 900
    for module in (positions, link_previews):
        monkeypatch.setattr(module, "available", lambda: False)
    refused = game.get("/states/1.png")
    assert refused.status_code == 501
    assert refused.json["type"] == "/problems/not-provided"
    assert "og:image" not in client.get(f"/games/{game.id}", headers={"Accept": "text/html"}).text


@pytest.mark.usefixtures("undrawn")
def test_who_comes_when_too_many_wait_is_told_to_come_again(game: Seated, shared_painter: Painter) -> None:
    for _ in range(painter.WAITING):
        shared_painter._places.acquire()
    version = game.get().json["version"]
    refused = game.get(f"/states/{version}.svg")
    for _ in range(painter.WAITING):
        shared_painter._places.release()
    assert (refused.status_code, refused.json["type"]) == (503, "/problems/busy")
    assert "Retry-After" in refused.headers
    assert game.get(f"/states/{version}.svg").status_code == 200


@pytest.fixture
def job() -> dict[str, Any]:
    ruleset, state = captured("touche-ended")
    return {"ruleset": ruleset, "state": state, "width": 900, "dark": False, "png": False}


@pytest.fixture
def own() -> Iterator[Painter]:
    """One that nobody else asks."""
    painter = Painter()
    yield painter
    painter.close()


@pytest.mark.soak
def test_what_draws_may_fail_and_die_and_the_next_picture_comes(own: Painter, job: dict[str, Any]) -> None:
    with pytest.raises(NotDrawn, match="failed"):
        own.draw({**job, "state": {**job["state"], "view": {"broken": True}}})
    first = own.draw(job)
    assert own._process is not None
    os.kill(own._process.pid, signal.SIGKILL)
    own._process.wait()
    assert own.draw(job) == first
    child_of_it = own._process
    assert child_of_it.stdin is not None
    child_of_it.stdin.close()
    assert child_of_it.wait(60) == 0


@pytest.mark.soak
def test_what_draws_does_not_grow_for_ever(
    own: Painter, job: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is ended as soon as it holds too much, and the next picture comes from another one."""
    first = own.draw(job)
    kept = own._process
    assert kept is not None
    assert own.draw(job) == first
    assert own._process is kept
    monkeypatch.setattr(painter, "MOST_MEMORY", 1)
    assert own.draw(job) == first
    assert kept.poll() is not None
    assert own.draw(job) == first


@pytest.mark.soak
def test_who_is_about_to_go_to_sleep_gets_no_job(
    own: Painter, job: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be lost with the process."""
    first = own.draw(job)
    before = own._process
    assert before is not None
    before.send_signal(signal.SIGSTOP)  # as slow as can be at its end
    monkeypatch.setattr(painter, "IDLE", painter.ENDS_SOON)
    assert own.draw(job) == first
    assert own._process is not before


@pytest.mark.soak
def test_a_process_that_reads_nothing_keeps_nobody_waiting_for_ever(
    own: Painter, job: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = own.draw(job)
    assert own._process is not None
    own._process.send_signal(signal.SIGSTOP)
    monkeypatch.setattr(painter, "PATIENCE", 0.2)
    with pytest.raises(NotDrawn, match="no job was taken"):
        own.draw({**job, "more": "x" * 2**20})
    monkeypatch.undo()
    assert own.draw(job) == first


def test_what_draws_knows_no_secrets_of_the_service(
    own: Painter, job: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KRONIKA_SECRET_KEY", "c2VjcmV0")
    own._sent(json.dumps(job).encode())
    assert own._process is not None
    assert b"KRONIKA" not in Path(f"/proc/{own._process.pid}/environ").read_bytes()


def test_a_picture_has_exactly_the_size_that_is_asked_for(game: Seated) -> None:
    """The board is as large as it fits, undistorted, in the middle of the page's background."""
    game.act()
    at = f"/states/{game.get().json['version']}.svg"
    wide = ElementTree.fromstring(game.get(f"{at}?width=800&height=300&theme=dark").data)
    assert (wide.get("width"), wide.get("height")) == ("800", "300")
    ground, board = wide
    assert (ground.get("width"), ground.get("height"), ground.get("fill")) == ("800", "300", "#16130f")
    assert [float(board.get(side, "")) for side in ("x", "y", "width", "height")] == [160, 0, 480, 300]
    high = ElementTree.fromstring(game.get(f"{at}?width=400&height=400").data)
    assert [float(high[1].get(side, "")) for side in ("x", "y", "width", "height")] == [0, 75, 400, 250]
    etags = {game.get(f"{at}?width=400{more}").headers["ETag"] for more in ("", "&height=300", "&height=400")}
    assert len(etags) == 3
    refused = game.get(f"{at}?height=179")
    assert refused.status_code == 422
    assert list(refused.json["errors"]) == ["height"]


def test_an_analysis_is_drawn_for_its_token_with_the_arrows_of_its_notes(game: Seated) -> None:
    analysis = forked(game)
    version = analysis.get("", 1).json["version"]
    at = f"/states/{version}.svg"
    assert analysis.get(at).status_code == 404
    bare = analysis.get(at, 1)
    assert bare.headers["Cache-Control"] == "private, no-store"
    assert bare.headers["ETag"].startswith(f'"{version}-')
    arrows = [
        {"start": "castle:azuchi", "end": "castle:edo"},
        {"start": "castle:edo", "end": "castle:nowhere"},
    ]
    noted = {"text": "", "arrows": arrows}
    path = f"{analysis.url}/notes/{version}"
    assert analysis.client.put(path, json=noted, headers=bearer(analysis.tokens[1])).status_code == 200
    drawn = analysis.get(at, 1)
    assert drawn.headers["ETag"] != bare.headers["ETag"]
    assert drawn.data.count(b"<path") == bare.data.count(b"<path") + 4  # shaft and head, each with its halo
    assert analysis.get(at, 1, If_None_Match=drawn.headers["ETag"]).status_code == 304


def test_a_token_makes_no_difference_to_the_picture_of_a_game(game: Seated) -> None:
    game.act()
    at = f"/states/{game.get().json['version']}.svg"
    assert game.get(at, 1).data == game.get(at).data


def test_a_credential_that_opens_nothing_counts_as_none(game: Seated) -> None:
    """Pictures read none before they could be those of an analysis."""
    at = f"{game.url}/states/{game.get().json['version']}.svg"
    bare = game.client.get(at)
    for header in ("Basic abc", "Bearer", bearer(f"ka_{'A' * 43}")["Authorization"], "Bearer kr_unknown"):
        found = game.client.get(at, headers={"Authorization": header})
        assert (found.status_code, found.data) == (200, bare.data), header


def test_a_session_does_not_keep_pictures_from_being_cached(game: Seated, kronika: Kronika) -> None:
    """The page of somebody who is signed in has the same pictures, each of them read once."""
    version, revision = (game.get().json[name] for name in ("version", "document_revision"))
    asked = f"{game.url}/states/{version}.svg?document_revision={revision}&drawing={painter.drawing()}"
    held = game.client.get(asked, headers=person(kronika, "Who looks at pictures").headers)
    assert "immutable" in held.headers["Cache-Control"]
