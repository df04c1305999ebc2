"""The frame round the board: its sizes depend on the window alone; nothing that comes moves the board or covers the timeline."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.soaking import soaked
from tests.web.axe import findings
from tests.web.clicking import menu
from tests.web.conftest import Visit
from tests.web.scene import Scene
from tests.web.table import Host

SIZES = {"desk": (1280, 800), "tablet": (768, 1024), "phone": (390, 844)}
HEADS = {"desk": 56, "tablet": 56, "phone": 92}
THEATRE = 172
"""On a phone the timeline has room of its own only while one watches: who plays has the whole stage."""
STATES = ["romans-orders-half", "age-of-war-siege", "touche-six"]
STAGE = """() => {
    const { x, y, width, height } = document.querySelector(".game-stage").getBoundingClientRect();
    return [x, y, width, height];
}"""
PARTS = "html, body, #page, .page, .game, .game-head, .game-stage, .game-steps, .game-side"
SCROLLS = """parts => [...document.querySelectorAll(parts)]
    .filter((it) => getComputedStyle(it).overflow !== "clip")
    .filter((it) => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1)
    .map((it) => it.className || it.tagName)"""
LOUD = """() => {
    const notice = document.querySelector("#case-notice");
    notice.hidden = false;
    notice.textContent = "Something has to be said here, and it takes many words to say it. ".repeat(12);
}"""
SEEN = """selector => {
    const node = document.querySelector(selector);
    const { x, y, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def _daily(*sizes: str) -> pytest.MarkDecorator:
    """Every day in these sizes, in the soak in all of them."""
    shown = soaked(SIZES, [size for size in SIZES if size not in sizes])
    return pytest.mark.parametrize("size", shown, indirect=True)


@pytest.fixture(scope="module")
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def scene(size: str, browser: Browser, host: Host) -> Iterator[Scene]:
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=host.url,
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        locale="en-GB",
    )
    yield Scene(context.new_page())
    context.close()


def stage(page: Page) -> list[float]:
    found: list[float] = page.evaluate(STAGE)
    return found


@_daily("desk", "phone")
def test_the_stage_is_where_it_is_whatever_is_shown(scene: Scene, size: str) -> None:
    found = []
    for name in STATES:
        scene.show(name)
        found.append(stage(scene.page))
        assert scene.page.evaluate(SCROLLS, PARTS) == [], name
    assert found == found[:1] * len(found)
    assert found[0][1] == HEADS[size]


BOTH = """() => {
    const places = [".kb-frame", "#ending", ".game-stage"].map((it) => document.querySelector(it).getBoundingClientRect());
    const [board, end, stage] = places;
    const seen = board.top >= stage.top && board.height > 100 && end.height > 200 && end.bottom <= innerHeight;
    return { seen, beneath: board.bottom <= end.top + 12 };
}"""


@_daily("phone")
def test_the_end_is_upon_the_board_and_on_a_phone_beneath_it(scene: Scene, size: str) -> None:
    scene.show("romans-ended", seat=2)
    assert scene.page.evaluate(BOTH) == {"seen": True, "beneath": size == "phone"}
    assert scene.page.evaluate(SCROLLS, f"{PARTS}, .ending") == []
    scene.page.locator("[data-do=close-ending]").click()
    closed = stage(scene.page)
    expect(scene.page.locator(".ending-back:visible")).to_be_focused()
    assert scene.page.evaluate(SEEN, ":focus")
    scene.show(STATES[0])
    *place, high = stage(scene.page)
    assert closed == [*place, high - (THEATRE if size == "phone" else 0)]


@_daily("phone")
def test_a_notice_moves_nothing(scene: Scene, size: str) -> None:
    scene.show(STATES[0])
    before = stage(scene.page)
    scene.page.evaluate(LOUD)
    expect(scene.page.locator("#case-notice")).to_be_in_viewport()
    assert stage(scene.page) == before
    assert scene.page.evaluate(SCROLLS, PARTS) == []
    if size != "desk":
        scene.page.locator("#notices").click()
        expect(scene.page.locator("#case-notice")).to_be_hidden()
        scene.page.evaluate(LOUD)
        expect(scene.page.locator("#case-notice")).to_be_visible()  # there is something new


@_daily("phone")
def test_the_panel_never_covers_the_timeline(scene: Scene, size: str) -> None:
    scene.show(STATES[0])
    before = stage(scene.page)
    if size != "desk":
        scene.page.locator("#drawer").click()
    expect(scene.page.locator("#moves")).to_be_in_viewport()
    assert scene.page.evaluate(SEEN, "#scrub")
    assert stage(scene.page) == before
    assert findings(scene.page, ".game-side") == []


@_daily("phone")
def test_the_menu_has_what_was_seven_buttons_and_closes_by_escape(scene: Scene) -> None:
    scene.show(STATES[0])
    menu(scene.page)
    for tool in ("#fork", "#save", "#table-menu", "#eyes", "#sounds", "[name=lang]", ".looks:not(#results)"):
        expect(scene.page.locator(f"#game-menu {tool}")).to_be_in_viewport()
    assert findings(scene.page, ".game-head") == []
    scene.page.keyboard.press("Escape")
    expect(scene.page.locator("#game-menu")).to_be_hidden()
    expect(scene.page.locator("#menu")).to_be_focused()


@_daily("phone")
def test_the_head_says_who_plays_with_what_score_and_who_is_to_act(scene: Scene) -> None:
    scene.show("age-of-war-siege")
    players = scene.page.locator(".seats > .seat")
    expect(players.locator(".seat-score")).to_have_text(["0", "0", "3"])
    expect(scene.page.locator(".seat.acts")).to_have_attribute("data-seat", "1")
    expect(scene.page.locator(".seat.acts")).to_contain_text("to act")
    forms = players.locator(".seat-number").evaluate_all(
        "them => them.map((it) => getComputedStyle(it).clipPath)"
    )
    assert len(set(forms)) == len(forms) == 3


BOXES = """() => [".front-head h1", ".front-head .lead", ".game-card h2", ".game-card .blurb"].map((selector) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(selector));
    const { width, height } = range.getBoundingClientRect();
    return [width, height];
})"""
NEAR = 0.08
"""A single word may be wider in one font and narrower in another; whole sentences are closer."""


@pytest.mark.soak
def test_while_the_fonts_are_on_their_way_text_is_as_wide_and_as_high(visit: Visit) -> None:
    page = visit("/", strict=False)
    expect(page.locator(".game-card .blurb").first).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => null)")
    assert page.evaluate("document.fonts.check('600 20px Fraunces')")
    drawn = page.evaluate(BOXES)
    page.route("**/*.woff2", lambda route: route.abort())
    page.reload()
    expect(page.locator(".game-card .blurb").first).to_be_visible()
    assert (
        page.evaluate(
            "[...document.fonts].filter((it) => it.status === 'loaded' && !it.family.includes('Like')).length"
        )
        == 0
    )
    for (width, height), (meanwhile, high) in zip(drawn, page.evaluate(BOXES), strict=True):
        assert meanwhile == pytest.approx(width, rel=NEAR)
        assert high == pytest.approx(height, abs=1)
