"""The guides at /docs/...: every page of docs/, with links that lead somewhere, and nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md"))
FETCHED = re.compile(r'<(?:link|script|img)\b[^>]*?(?:href|src)="([^"]+)"')
LINK = re.compile(r'<a href="(/docs/[^"#]*|)(#[^"]*)?"')


def address(page: str) -> str:
    return "/docs/guides" if page == "index" else f"/docs/{page}"


def read(client: FlaskClient, path: str) -> str:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 200, path
    return answer.text


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_the_documentation_is_served(client: FlaskClient, page: str) -> None:
    answer = client.get(address(page), headers={"Accept": "text/html"})
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    [heading] = re.findall(
        r"^# (.+)$", re.sub(r"```.*?```", "", (DOCS / f"{page}.md").read_text(), flags=re.S), re.M
    )
    [title] = re.findall(r"<title>(.*) · Kronika</title>", answer.text)
    assert title == heading.replace("`", "")
    assert answer.text.count("<h1") == 1


def test_every_link_leads_to_a_page_and_a_heading_that_exist(client: FlaskClient) -> None:
    followed = 0
    for page in PAGES:
        for path, anchor in LINK.findall(read(client, address(page))):
            target = read(client, path or address(page))
            assert not anchor or f'id="{anchor[1:]}"' in target, (page, path, anchor)
            followed += 1
    assert followed > 50


def test_a_page_fetches_from_this_service_only(client: FlaskClient) -> None:
    for page in PAGES:
        fetched = FETCHED.findall(read(client, address(page)))
        assert fetched
        for one in fetched:
            assert client.get(one).status_code == 200, (page, one)


def test_pictures_are_served(client: FlaskClient) -> None:
    for picture in DOCS.rglob("*.png"):
        answer = client.get(f"/docs/{picture.relative_to(DOCS).as_posix()}")
        assert (answer.status_code, answer.mimetype) == (200, "image/png")
        assert answer.data == picture.read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "nowhere",
        "index",
        "ledger.md",
        "how-to/",
        "how-to",
        "../setup.cfg",
        "monitoring/alerts.yml",
        "%2e%2e/README",
    ],
)
def test_nothing_else_is_served(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/docs/{path}")
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_the_service_links_to_its_guides(client: FlaskClient) -> None:
    assert client.get("/").json["links"]["guides"] == "/docs/guides"
    for path in ("/", "/docs"):
        assert 'href="/docs/guides"' in read(client, path)


def test_guides_and_the_page_of_the_api_have_the_letters_and_colours_of_the_page(client: FlaskClient) -> None:
    for path in ("/docs", "/docs/guides"):
        (address,) = re.findall(r'href="(\S+/web/style.css)"', read(client, path))
        assert "@font-face" in client.get(address).text
        assert "font-src 'self'" in client.get(path).headers["Content-Security-Policy"]


@pytest.mark.soak
def test_what_renders_is_loaded_with_the_first_guide() -> None:
    """A service whose guides nobody reads does without."""
    code = "import sys, wsgi, api.app; print('markdown_it' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=DOCS.parent
    )
    assert done.stdout.strip() == "False"
