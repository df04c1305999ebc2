"""Games played at random on the stage: everything legal is in sight at every decision, and nothing moves by content."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from conformance.kit import Sitting, mixed
from domain.rulesets import registry
from tests.soaking import SOAKING, longer, soaked
from tests.web.boards_site import captured
from tests.web.capture import seen

SIZES = {
    "phone": ((390, 844), (390, 752)),
    "tablet": ((768, 1024), (768, 932)),
    "desk": ((1280, 800), (960, 648)),
    "large": ((1920, 1080), (1600, 928)),
    "zoomed": ((640, 400), (640, 344)),
}
"""Windows, and what the page leaves of them to a board with its bar, in CSS pixels; the last one is 1280x800 at 200 %."""
SEATS = {"romans": (2, 3, 4), "age-of-war": (2, 3, 4, 5, 6), "touche": (2, 3, 4, 6), "nagaraja": (2,)}
TABLES = [(id, seats) for id, numbers in SEATS.items() for seats in numbers]
FULL = [(id, numbers[-1]) for id, numbers in SEATS.items()]
DAILY = {(table, "phone") for table in FULL}
"""Every day each ruleset is played on a phone, where there is least room."""
SHOWN = [(table, size) for table in TABLES for size in SIZES]
GAMES, STATES = (range(1, 6), 96) if SOAKING else (range(1, 2), 24)
"""Games of each table in each window, and how many states of each, at most, are shown between its beginning and its end."""
LEAST = 23.5
"""CSS pixels across which a target is at least; at 200 % each of them is two on the screen."""
PLAY = (Path(__file__).parent / "stage.js").read_text()


@cache
def played(id: str, seats: int, seed: int) -> list[dict[str, Any]]:
    """A game at random with random options, before every action as its seat sees it."""
    ruleset, rng = registry()[id], random.Random(seed)
    sitting = Sitting(ruleset, seats, msgspec.convert({}, ruleset.options), f"stage-{seed}", "free")
    return [
        seen(ruleset, table, sitting.log[-1], rng.choice(table.to_act))
        for table in sitting.play(mixed, rng)
        if table.to_act
    ]


@pytest.fixture(scope="module")
def stage(browser: Browser, site: str) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    page.goto(f"{site}/boards/harness.html")
    yield page
    context.close()


@longer
@pytest.mark.parametrize("shown", soaked(SHOWN, [one for one in SHOWN if one not in DAILY]))
@pytest.mark.parametrize("seed", soaked(GAMES, GAMES[1:]))
def test_all_that_is_legal_is_in_sight_and_nothing_moves(
    stage: Page, shown: tuple[tuple[str, int], str], seed: int
) -> None:
    (id, seats), size = shown
    states = played(id, seats, seed)
    (width, height), board = SIZES[size]
    stage.set_viewport_size({"width": width, "height": height})
    given = {
        "board": f"/boards/{id}.js",
        "ruleset": captured("rulesets")[id],
        "states": states[:: 1 + len(states) // STATES],
        "size": board,
        "least": LEAST / 2 if size == "zoomed" else LEAST,
    }
    found = stage.evaluate(PLAY, given)
    assert found["decisions"] == len(given["states"])
    assert found["wrong"] == [], f"{id} with {seats} seats, seed {seed}: {found['wrong']}"
