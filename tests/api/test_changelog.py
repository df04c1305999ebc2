"""The changelog as a page and as an Atom feed (RFC 4287)."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from api.pages import changelog
from tests.checkout import ROOT

ATOM = {"a": "http://www.w3.org/2005/Atom"}
PAGE, FEED = "/changelog", "/changelog.atom"
DATED = "# Changelog\n\n## 2.0.0, unreleased\n\n- New.\n\n## 1.1.0, 2026-10-05\n\n- <b> & *more*.\n\n## 1.0.0\n\n- Old.\n"


def test_the_page_has_what_the_file_says_and_leads_to_the_feed(client: FlaskClient) -> None:
    page = client.get(PAGE)
    assert page.mimetype == "text/html"
    heads = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert [head for head in heads if f">{head}</h2>" not in page.text] == []
    assert f'href="{FEED}"' in page.text
    assert FEED in page.headers["Link"]
    assert [
        href for href in re.findall(r'href="(/docs/[^"#]+)', page.text) if client.get(href).status_code != 200
    ] == []


@pytest.mark.parametrize("path", [PAGE, FEED])
def test_both_are_cached_and_revalidated(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert client.head(path).headers["ETag"] == first.headers["ETag"]


def one(element: ElementTree.Element, name: str) -> str:
    """The text of the only child of this name, as the standard demands."""
    (found,) = element.findall(f"a:{name}", ATOM)
    return found.text or ""


def test_the_feed_is_valid(client: FlaskClient) -> None:
    served = client.get(FEED)
    assert served.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(served.data)
    links = {it.get("rel"): it.get("href", "") for it in feed.findall("a:link", ATOM)}
    assert links["self"].endswith(FEED)
    assert one(feed.findall("a:author", ATOM)[0], "name") == "Kronika"
    entries = feed.findall("a:entry", ATOM)
    assert entries
    for element in (feed, *entries):
        assert re.fullmatch("urn:uuid:[0-9a-f-]{36}", one(element, "id"))
        assert datetime.fromisoformat(one(element, "updated")).tzinfo is not None
        assert one(element, "title")
        assert any(it.get("rel") == "alternate" for it in element.findall("a:link", ATOM))
    assert one(feed, "updated") == max(one(entry, "updated") for entry in entries)


def test_ids_stay_and_dates_are_those_of_the_releases(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "CHANGELOG.md"
    file.write_text(DATED)
    monkeypatch.setattr(changelog, "FILE", file)
    here, there = (
        ElementTree.fromstring(changelog.feed(site))
        for site in ("https://here.example", "https://there.example")
    )
    new, old = here.findall("a:entry", ATOM)
    assert [one(entry, "title") for entry in (new, old)] == ["Kronika 2.0.0", "Kronika 1.1.0"]
    assert one(old, "updated") == "2026-10-05T00:00:00+00:00"
    assert "&lt;b&gt; &amp; <em>more</em>" in one(old, "content") or "<b> &amp; <em>more</em>" in one(
        old, "content"
    )
    assert [one(it, "id") for it in there.findall("a:entry", ATOM)] == [one(new, "id"), one(old, "id")]
    assert len({one(here, "id"), one(new, "id"), one(old, "id")}) == 3
