"""The page on a game of 5,000 events, in a real Chromium: how long it takes to open, and each step of somebody who scrubs."""

from __future__ import annotations

from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from bench.games import service_in
from bench.reading import dawdled
from bench.size import size
from tests.browsing import chromium
from tests.running import serving

STEPS = size(100, 3)
OPENINGS = size(5, 1)
OPENED = """last => {
    const [where, board] = ["#where", "#board"].map((it) => document.querySelector(it));
    return where?.textContent === `${last} / ${last}` && !board.hidden;
}"""
SCRUB = """async ([key, steps]) => {
    const where = document.querySelector("#where");
    const took = [];
    for (let i = 0; i < steps; i += 1) {
        const [before, begun] = [where.textContent, performance.now()];
        document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        while (where.textContent === before) await new Promise((go) => setTimeout(go));
        document.body.offsetHeight;
        took.push(performance.now() - begun);
        await new Promise((go) => requestAnimationFrame(go));
    }
    return took;
}"""
"""Until the page is laid out anew; what is painted comes after."""


def main(ruleset: str = "age-of-war") -> list[str]:
    with TemporaryDirectory() as folder:
        game, last = written(Path(folder), ruleset)
        with serving(Path(folder)) as server, chromium() as browser:
            return [
                f"{ruleset}, {last} events, nothing in the browser's cache:",
                "",
                "| what | median ms | 95th percentile | worst |",
                "|---|---|---|---|",
                *rows(browser, f"{server.url}/games/{game}", last),
            ]


def written(folder: Path, ruleset: str) -> tuple[str, int]:
    """A long game in the database of a service that is not running yet."""
    with service_in(folder) as kronika:
        game = dawdled(kronika, ruleset)
        return game, kronika.store.version(game)


def rows(browser: Browser, address: str, last: int) -> list[str]:
    opened, page = [], browser.new_page()
    for _ in range(OPENINGS):
        page.close()
        page = browser.new_context(reduced_motion="reduce").new_page()
        opened.append(opening(page, address, last))
    found = {"opened, with its board": opened} | scrubbed(page, "")
    page.emulate_media(reduced_motion="no-preference")
    return [row(what, took) for what, took in (found | scrubbed(page, ", pieces travelling")).items()]


def scrubbed(page: Page, how: str) -> dict[str, list[float]]:
    page.wait_for_selector("#badge[data-state=good]", timeout=600_000)
    back = page.evaluate(SCRUB, ["ArrowLeft", STEPS])
    return {f"a step back{how}": back, f"a step on{how}": page.evaluate(SCRUB, ["ArrowRight", STEPS - 1])}


def row(what: str, took: list[float]) -> str:
    slow = quantiles(took, n=20, method="inclusive")[-1] if len(took) > 1 else took[0]
    return f"| {what} | {median(took):.1f} | {slow:.1f} | {max(took):.1f} |"


def opening(page: Page, address: str, last: int) -> float:
    page.goto(address, wait_until="commit")
    page.wait_for_function(OPENED, arg=last, polling="raf", timeout=600_000)
    return float(page.evaluate("performance.now()"))
