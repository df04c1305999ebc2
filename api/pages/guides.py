"""The guides at /docs/...: the Markdown of docs/, rendered when a page is first requested.

The documentation site is built from the same files by a tool that only development needs. The service renders them itself with
markdown-it-py, which `rich` requires anyway: no built copy is committed that could become stale, the wheel carries only the
Markdown, and `make run` needs no further package.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from html import escape
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from api.http.once import once
from api.pages.modules import STATIC

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

DOCS = STATIC.parents[1] / "docs"
"""In a checkout and in the wheel."""
BASE = "/docs/"
FIRST = "guides"
"""The address of index.md below `BASE`."""
PICTURES = frozenset({".png", ".svg"})


class Guide(NamedTuple):
    """A page: its title, as HTML, and its content."""

    title: str
    content: str


@once
def pages() -> frozenset[str]:
    """The names of all pages below `BASE`."""
    found = (path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md"))
    return frozenset(FIRST if name == "index" else name for name in found)


@once
def pictures() -> frozenset[str]:
    """The paths of all pictures below `BASE`."""
    found = (path for path in DOCS.rglob("*") if path.suffix in PICTURES)
    return frozenset(path.relative_to(DOCS).as_posix() for path in found)


@once
def guide(name: str) -> Guide:
    """One of `pages()`. All of them together take about a megabyte."""
    return rendered((DOCS / f"{'index' if name == FIRST else name}.md").read_text("utf-8"), name)


def rendered(text: str, name: str) -> Guide:
    """Markdown as HTML; `name` is the page's path below `BASE`, from which its links are relative."""
    tokens = _markdown().parse(text)
    used: set[str] = set()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _unused(slug(_text(tokens[place + 1])), used))
        elif token.type == "table_open":
            token.attrSet("tabindex", "0")  # a wide one is scrolled by keyboard, too
        for child in token.children or ():
            _turn(child, name)
    title = next((_text(tokens[at + 1]) for at, token in enumerate(tokens) if token.tag == "h1"), "")
    markdown = _markdown()
    return Guide(escape(title), markdown.renderer.render(tokens, markdown.options, {}))


@once
def _markdown() -> MarkdownIt:
    """What renders. It is loaded when somebody reads a guide."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


def _text(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


def slug(heading: str) -> str:
    """The anchor of a heading, the same as on the documentation site."""
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def _unused(anchor: str, used: set[str]) -> str:
    """The anchor, with a number behind it where an earlier heading of the page has the same."""
    number, found = 0, anchor
    while found in used:
        number += 1
        found = f"{anchor}_{number}"
    used.add(found)
    return found


def _turn(token: Token, name: str) -> None:
    """Point a link or picture at its address here."""
    for attribute in ("href", "src"):
        target = token.attrs.get(attribute)
        if isinstance(target, str) and not re.match(r"[a-z]+:|[/#]", target):
            token.attrSet(attribute, _address(target, name))


def _address(target: str, name: str) -> str:
    path, mark, anchor = target.partition("#")
    found = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)).removeprefix("../docs/")
    if found == "index.md":
        found = FIRST
    return (
        BASE + str(PurePosixPath(found).with_suffix("") if found.endswith(".md") else found) + mark + anchor
    )
