"""Learning: rules with pictures of real positions, and first games whose lessons come when their moment has come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from domain.rulesets import registry
from tests.soaking import soaked
from tests.web.boards_site import captured
from tests.web.clicking import await_turn, play_a_bot, see_first_done, where
from tests.web.conftest import Visit

PAPER = {"width": 718, "height": 1040}
"""What of a sheet of A4 is printed on, in pixels of style sheets."""
TALLEST = "Math.max(...[...document.querySelectorAll('.rules-section')].map(it => it.getBoundingClientRect().height))"
SCENES = Path(__file__).parents[2] / "api" / "static" / "web" / "learn" / "scenes"
GAMES = ("age-of-war", "nagaraja", "romans", "touche")
NAMED = """async () => {
    const [{ MOMENTS }, { SCENES }] = await Promise.all(
        ["learn/lessons", "learn/scenes"].map((name) => import(`/static/web/${name}.js`)));
    return {
        moments: Object.fromEntries([...MOMENTS].map(([game, of]) => [game, Object.keys(of)])),
        scenes: Object.fromEntries(SCENES),
    };
}"""


@pytest.fixture
def named(visit: Visit) -> dict[str, Any]:
    """What the page calls its moments and pictures."""
    found: dict[str, Any] = visit("/rules").evaluate(NAMED)
    return found


def test_every_lesson_of_the_service_has_its_moment_and_every_picture_its_section(
    named: dict[str, Any],
) -> None:
    for game in GAMES:
        primer = registry()[game].primer
        assert set(named["moments"][game]) == {lesson.name for lesson in primer.lessons}
        assert set(named["scenes"][game]) <= {section.name for section in primer.sections}
    assert set(named["moments"]) == set(named["scenes"]) == set(GAMES)


def test_pictures_are_of_the_captured_states(named: dict[str, Any]) -> None:
    scenes = {name for of in named["scenes"].values() for name in of.values()}
    assert {file.stem for file in SCENES.glob("*.json")} == scenes
    for name in sorted(scenes):
        scene, state = json.loads((SCENES / f"{name}.json").read_text()), dict(captured(name))
        state["legal"] = [action for action in state["legal"] if action["type"] == "choose-set"]
        assert scene == state, name


@pytest.mark.parametrize("game", soaked(GAMES, ["age-of-war", "touche", "nagaraja"]))
def test_rules_have_pictures_and_every_clause_and_can_be_printed(visit: Visit, game: str) -> None:
    page = visit(f"/rules/{game}", locale="pl-PL")
    expect(page.locator(".scene .kb").first).to_be_visible()
    expect(page.locator(".scene")).to_have_count(len(list(SCENES.glob(f"{game}-*.json"))))
    expect(page.locator(".scene button:visible").and_(page.locator(":not([inert] *)"))).to_have_count(0)
    written = " ".join((page.locator(".rules-clauses").text_content() or "").split())
    parts = [part.pl for clause in registry()[game].clauses.values() for part in clause.parts]
    assert [text for text in parts if " ".join(text.split()) not in written] == []
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    expect(page.locator("#top")).to_be_hidden()
    expect(page.locator(".scene .kb").first).to_be_visible()
    assert page.evaluate(TALLEST) < PAPER["height"]  # a text and its picture stay together


def test_there_are_no_rules_of_other_games(visit: Visit) -> None:
    page = visit("/rules/chess", strict=False)
    expect(page.locator("#not-found")).to_be_visible()


def begin(visit: Visit, game: str) -> Page:
    page = visit("/rules")
    page.locator(f"[data-first={game}]").click()
    expect(page.locator("#coach")).to_contain_text("What it is about")
    return page


def title(page: Page) -> Locator:
    return page.locator("#coach strong")


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_points_at_what_can_be_done(visit: Visit, game: str) -> None:
    """Lessons come one after the other; what they point at is there; acting on one is enough."""
    page = begin(visit, game)
    page.locator("[data-do=understood]").click()
    page.locator("#turn[data-state=mine]").wait_for()
    expect(page.locator("#coach [data-clause]")).to_be_visible()
    expect(page.locator(".kb-pointing .head.line")).to_have_count(1)
    lesson = title(page).inner_text()
    see_first_done(page)
    expect(page.locator("#coach strong", has_text=lesson)).to_have_count(0)


def test_a_lesson_is_said_once_moves_nothing_and_is_closed_by_escape(visit: Visit) -> None:
    """The board keeps its place and the focus is left where it was."""
    page = begin(visit, "touche")
    page.locator("#turn[data-state=mine]").wait_for()
    said = page.locator("#said p", has_text="What it is about")
    place = page.locator("#board > .kb").bounding_box()
    page.locator("#board [data-pick^=hand-].can").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board [data-pick^=hand-].picked")).to_be_focused()
    expect(title(page)).to_have_text("What it is about")
    expect(said).to_have_count(1)
    page.keyboard.press("Escape")
    expect(title(page)).to_have_text("Choose a card")
    expect(page.locator("#board [data-pick^=hand-].picked")).to_be_focused()
    page.keyboard.press("Escape")
    expect(title(page).filter(has_text="Choose a card")).to_have_count(0)
    third = title(page).inner_text()  # which one depends on the cards
    page.locator("[data-do=understood]").press("Enter")  # the keyboard reaches the buttons, too
    expect(title(page).filter(has_text=third)).to_have_count(0)
    assert page.locator("#board > .kb").bounding_box() == place


@pytest.mark.soak
def test_who_plays_without_lessons_asks_for_none(visit: Visit) -> None:
    page = visit("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    play_a_bot(page, "romans")
    page.locator("#turn[data-state=mine]").wait_for()
    assert any("/v1/rulesets/romans" in url for url in asked)
    assert [url for url in asked if "primer" in url or "coach" in url] == []


@pytest.mark.soak
def test_between_two_lessons_there_is_no_bubble(visit: Visit) -> None:
    page = begin(visit, "romans")
    for following in ("The wall", "Give orders"):
        page.locator("[data-do=understood]").click()
        expect(title(page)).to_have_text(following)
    page.locator("[data-do=understood]").click()
    expect(page.locator(".kb-pointing")).to_have_count(0)
    expect(page.locator(".kb-question")).to_contain_text("Lay one warrior at each fort")


@pytest.mark.soak
def test_lessons_go_on_where_one_left_them_and_end_when_one_likes(visit: Visit) -> None:
    page = begin(visit, "age-of-war")
    page.locator("[data-do=understood]").click()
    expect(title(page)).to_have_text("Throw")
    page.goto("/rules")
    page.get_by_role("button", name="Continue the first game").click()
    expect(page.get_by_role("img", name="Lesson 2 of 8")).to_be_visible()
    page.locator("[data-do=leave-lessons]").click()
    expect(page.locator(".kb-pointing")).to_have_count(0)
    page.reload()
    expect(page.locator("#board .kb")).to_be_visible()
    expect(page.locator("#coach")).to_have_count(0)


@pytest.mark.soak
def test_a_first_game_of_touche_is_won_by_one_square(visit: Visit) -> None:
    page = begin(visit, "touche")
    expect(page.locator("#board [data-thing='goal:yellow']")).to_have_attribute(
        "aria-label", "square: 0 of 1"
    )


def why_not(page: Page) -> str:
    """The clause of the argument that is shown."""
    expect(page.locator(".why-steps li").first).to_be_visible()
    clause: str = page.locator(".why-steps [data-clause]").first.get_attribute("data-clause") or ""
    page.keyboard.press("Escape")
    return clause


@pytest.mark.soak
def test_what_cannot_be_chosen_says_why_with_the_clause(visit: Visit) -> None:
    page = visit("/")
    play_a_bot(page, "age-of-war")
    page.locator("#turn[data-state=mine]").wait_for()
    before = where(page)
    page.locator("#board [data-action*='roll']").click()
    await_turn(page, before)
    page.locator("#board .why").first.click()
    assert why_not(page).startswith("war.")
    page.locator("#all-moves summary").click()
    page.locator("#why-not").focus()
    page.keyboard.press("Enter")
    page.locator("dialog .choices .btn").first.press("Enter")
    assert why_not(page).startswith("war.")


@pytest.mark.soak
def test_a_field_that_does_not_fit_the_card_says_so(visit: Visit) -> None:
    page = begin(visit, "touche")
    page.locator("#turn[data-state=mine]").wait_for()
    page.locator("#board [data-pick^=hand-].can").first.click()
    page.locator("#board [data-thing^=field].why").first.click()
    assert why_not(page).startswith("touche.")
