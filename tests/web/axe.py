"""What axe finds on a page: rules of WCAG 2.2 up to AA, its best practices, and that names contain the visible text."""

from __future__ import annotations

from functools import cache

from playwright.sync_api import Page

from tests.node_packages import packages

OPTIONS = {"rules": {"label-content-name-mismatch": {"enabled": True}, "target-size": {"enabled": True}}}
"""Rules that axe runs only if it is told to: the first is still called experimental."""
RUN = """async ([within, options]) => {
    const { violations } = await axe.run(within, { ...options, resultTypes: ["violations"] });
    return violations.flatMap((rule) => rule.nodes.map((node) => [rule.id, node.failureSummary, node.html]));
}"""


SCHEMES = ("dark", "light")
GROUND = "() => getComputedStyle(document.body).backgroundColor"
COLOURED = """() => {
    const changing = document.getAnimations().filter((it) => it instanceof CSSTransition);
    return Promise.allSettled(changing.map((it) => it.finished));
}"""
"""Once all have the colours of the scheme, also what takes them bit by bit; what leaves the page meanwhile takes none."""


@cache
def _script() -> str:
    return (packages("axe-core") / "axe-core" / "axe.min.js").read_text()


def findings(page: Page, within: str = "html") -> list[str]:
    """Each in one line: the rule, what is wrong, and where. `within`: a selector of the part that is judged."""
    page.evaluate(_script())
    return [f"{rule}: {wrong} {html}" for rule, wrong, html in page.evaluate(RUN, [within, OPTIONS])]


def in_both_schemes(page: Page) -> list[str]:
    """What it finds dark and light: the page stays, and its colours change."""
    grounds, found = set(), []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(COLOURED)
        grounds.add(page.evaluate(GROUND))
        found += [f"{scheme}: {one}" for one in findings(page)]
    assert len(grounds) == len(SCHEMES), "the page did not change its colours"
    return found
