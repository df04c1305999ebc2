"""What has changed, as a page and as a feed."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from api.http.operations import Call, Resource, Returns, kronika, respond
from api.pages import changelog as pages
from api.resources.front import STRICT_POLICY, page

changelog = Resource("changelog", "What has changed in each version.")
HTML, ATOM = "text/html", "application/atom+xml"
FEED = f'<link rel="alternate" type="{ATOM}" title="Changelog" href="/changelog.atom">'


def _returns(what: str, media: str) -> dict[str, Any]:
    return {
        "headers": ["If-None-Match"],
        "returns": {
            200: Returns(what, media_types=[media], headers=["ETag", "Cache-Control", "Link"]),
            304: Returns("The client holds the current response.", media_types=()),
        },
    }


@changelog.on("GET", "/changelog", **_returns("The page.", HTML))
def get_changelog(call: Call) -> Response:
    """Read what users notice of each version, newest first, in English."""
    found = pages.changelog()
    head = f"<title>{found.title} · Kronika</title>{FEED}"
    return _conditional(page("guide.html", STRICT_POLICY, head, found.content), "/changelog.atom", ATOM)


@changelog.on("GET", "/changelog.atom", **_returns("The feed.", ATOM))
def get_changelog_feed(call: Call) -> Response:
    """Follow the versions of this service as an Atom feed (RFC 4287): ids stay, `updated` is when a version last changed."""
    feed = pages.feed(kronika().settings.origin_url)
    response = respond(feed, media_type=f"{ATOM}; charset=utf-8", Cache_Control="public, max-age=300")
    return _conditional(response, "/changelog", HTML)


def _conditional(response: Response, alternate: str, media: str) -> Response:
    """With a strong ETag of its bytes, and a link to the other form."""
    response.headers.add("Link", f'<{alternate}>; rel="alternate"; type="{media}"')
    response.add_etag()
    response.make_conditional(request)
    return response
