"""The built documentation asks no other host for anything: `python -m tests.documents.site FOLDER`, a part of `make docs`.

Pages and style sheets are read for addresses elsewhere; then a headless Chromium opens every page, with Mermaid's diagrams, and
whatever it asks for has to come from the site.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Page, Request, expect

from tests.browsing import chromium

LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
"""What a browser fetches by itself, and where the address is."""
NAMES_ONLY = {"canonical", "alternate", "next", "prev"}
"""Relations of `link` that name a page and fetch nothing."""
ELSEWHERE = re.compile(r"(?:https?:)?//")
STYLED = re.compile(r"(?:url\(|@import)\s*['\"]?((?:https?:)?//[^'\")]+)")
DIAGRAMS = "explanation/architecture/"


class Addresses(HTMLParser):
    """Collects what a page has a browser fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in LOADED and given.get("rel") not in NAMES_ONLY:
            self.found.append(given.get(LOADED[tag]) or "")


def read(site: Path) -> Iterator[str]:
    """Addresses elsewhere that stand in pages and style sheets."""
    for page in site.rglob("*.html"):
        addresses = Addresses()
        addresses.feed(page.read_text("utf-8"))
        yield from (f"{page}: {one}" for one in addresses.found if ELSEWHERE.match(one))
    for sheet in site.rglob("*.css"):
        yield from (f"{sheet}: {one}" for one in STYLED.findall(sheet.read_text("utf-8")))


def browsed(site: Path) -> Iterator[str]:
    """Requests to other hosts, and to files that do not exist, while a browser goes through all pages."""
    asked: list[str] = []
    with served(site) as url, chromium() as browser:
        page = browser.new_page()
        page.on("request", partial(_elsewhere, url, asked))
        page.on("response", lambda answer: asked.append(answer.url) if answer.status >= 400 else None)
        for path in sorted(site.rglob("index.html")):
            page.goto(f"{url}/{path.parent.relative_to(site).as_posix()}/", wait_until="load")
        page.goto(f"{url}/{DIAGRAMS}")
        drawn(page)
    yield from asked


def _elsewhere(url: str, asked: list[str], request: Request) -> None:
    if not request.url.startswith((url, "data:", "blob:")):
        asked.append(request.url)


def drawn(page: Page) -> None:
    """Every diagram of the page is a picture now, and no text."""
    expect(page.locator("pre.mermaid")).to_have_count(0)
    expect(page.locator("div.mermaid")).to_have_count(3)


@contextmanager
def served(site: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def main() -> None:
    site = Path(sys.argv[1])
    wrong = [*read(site), *browsed(site)]
    if wrong or not any(site.rglob("index.html")):
        sys.exit("\n".join([f"{site} is not complete in itself:", *wrong]))


if __name__ == "__main__":
    main()
