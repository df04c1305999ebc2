"""The page's files: kept for good where they cannot change, asked for at once, compressed."""

from __future__ import annotations

import gzip
import re

import pytest
from flask.testing import FlaskClient

from api.assets import address, files
from api.modules import STATIC

ADDRESS = re.compile(r'(?:src|href)="(/static/[^"]+)"')
PRELOADED = re.compile(r'<link rel="modulepreload" href="([^"]+)">')
HTML = {"Accept": "text/html"}


def page(client: FlaskClient, path: str) -> str:
    return client.get(path, headers=HTML).text


@pytest.mark.parametrize("path", ["/", "/new", "/desk", "/games/" + "0" * 32, "/embed/games/" + "0" * 32])
def test_every_file_that_a_page_names_may_be_kept_for_good(client: FlaskClient, path: str) -> None:
    named = ADDRESS.findall(page(client, path))
    assert len(named) > 4
    for one in named:
        answer = client.get(one)
        assert answer.status_code == 200, one
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.data == (STATIC / one.removeprefix(address())).read_bytes()


def test_a_page_preloads_all_that_its_modules_begin_with(client: FlaskClient) -> None:
    preloaded = PRELOADED.findall(page(client, "/games/" + "0" * 32))
    assert len(set(preloaded)) == len(preloaded)
    for one in preloaded:
        folder = one.rsplit("/", 1)[0]
        text = client.get(one).text
        for wanted in re.findall(r'^import [^;]*from "\./([\w/-]+\.js)";', text, re.MULTILINE):
            assert f"{folder}/{wanted}" in preloaded, (one, wanted)
    assert {f"{address()}web/{name}.js" for name in ("app", "game", "ui", "game/scrubber")} < set(preloaded)


def test_a_file_is_compressed_for_who_takes_that(client: FlaskClient) -> None:
    name = f"{address()}web/app.js"
    small = client.get(name, headers={"Accept-Encoding": "gzip"})
    whole = client.get(name, headers={"Accept-Encoding": "identity"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in whole.headers
    assert {it.headers["Vary"] for it in (small, whole)} == {"Accept-Encoding"}
    assert gzip.decompress(small.data) == whole.data


@pytest.mark.parametrize(
    "name", ["0" * 16 + "/web/app.js", "MARK/web/nothing.js", "MARK/../app.py", "MARK/%2e%2e/app.py"]
)
def test_what_is_not_there_is_not_there_for_good(client: FlaskClient, name: str) -> None:
    answer = client.get("/static/" + name.replace("MARK", address().split("/")[2]))
    assert answer.status_code == 404
    assert "immutable" not in answer.headers.get("Cache-Control", "")


def test_another_content_has_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    first = address()
    monkeypatch.setitem(files(), "web/app.js", b"other")
    assert address.__wrapped__() != first
