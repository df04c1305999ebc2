"""The changelog as a page and as a feed, from CHANGELOG.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from api.http.once import once
from api.pages.guides import DOCS, Guide, rendered

FILE = DOCS.parent / "CHANGELOG.md"
"""In a checkout and in the wheel."""
HEAD = re.compile(r"^## (?P<version>\S+?)(?:, (?P<date>\d{4}-\d{2}-\d{2}|unreleased))?$", re.MULTILINE)
ATOM = "http://www.w3.org/2005/Atom"
IDS = "https://kronika.invalid/changelog"
"""Ids are the same at every address of the service, so that readers know entries again after it has moved."""


class Release(NamedTuple):
    """One version: what CHANGELOG.md says of it, as HTML, and when it last changed."""

    version: str
    content: str
    updated: datetime


@once
def changelog() -> Guide:
    """The whole page."""
    return rendered(FILE.read_text("utf-8"), "../CHANGELOG")


def releases() -> Iterator[Release]:
    """Versions with a date, and the one that is not released yet: it changes with the file. Newest first."""
    text = FILE.read_text("utf-8")
    heads = list(HEAD.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    for head, end in zip(heads, ends, strict=True):
        if head["date"] is not None:
            content = rendered(text[head.end() : end], "../CHANGELOG").content
            yield Release(head["version"], content, _updated(head["date"]))


def _updated(date: str) -> datetime:
    if date == "unreleased":
        return datetime.fromtimestamp(int(FILE.stat().st_mtime), UTC)
    return datetime.fromisoformat(date).replace(tzinfo=UTC)


@once
def feed(site: str) -> bytes:
    """The releases as Atom (RFC 4287); `site` is the service's own address."""
    found = list(releases())
    root = ElementTree.Element("feed", {"xmlns": ATOM, "xml:lang": "en"})
    _add(root, "title", "Kronika: changelog")
    _add(root, "id", _id())
    _add(root, "updated", max(release.updated for release in found).isoformat())
    _add(_add(root, "author"), "name", "Kronika")
    _add(root, "link", rel="self", type="application/atom+xml", href=f"{site}/changelog.atom")
    _add(root, "link", rel="alternate", type="text/html", href=f"{site}/changelog")
    for release in found:
        _add_entry(root, release, site)
    return bytes(ElementTree.tostring(root, "utf-8", xml_declaration=True))


def _add_entry(root: ElementTree.Element, release: Release, site: str) -> None:
    entry = _add(root, "entry")
    _add(entry, "title", f"Kronika {release.version}")
    _add(entry, "id", _id(release.version))
    _add(entry, "updated", release.updated.isoformat())
    _add(entry, "link", rel="alternate", type="text/html", href=f"{site}/changelog")
    _add(entry, "content", release.content, type="html")


def _add(parent: ElementTree.Element, tag: str, text: str = "", **attributes: str) -> ElementTree.Element:
    made = ElementTree.SubElement(parent, tag, attributes)
    made.text = text or None
    return made


def _id(version: str = "") -> str:
    return uuid5(NAMESPACE_URL, f"{IDS}/{version}").urn
