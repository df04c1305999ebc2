"""Games in frames of other sites: what everybody may see, played back, without tokens and without anything kept."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, Request, expect
from werkzeug.serving import make_server

from tests.browsing import await_events
from tests.soaking import soaked
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table

KEEPING = """
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      Object.defineProperty(window, name, {get() { throw new Error("the player asked for " + name); }});
"""
WITHOUT_DRAWINGS = """it => {
    const copy = it.cloneNode(true);
    for (const one of copy.querySelectorAll("svg")) one.remove();
    return copy.outerHTML;
}"""
"""Of a page: places and sizes in a drawing are numbers like any version's."""
Framed = Callable[[str], FrameLocator]


@pytest.fixture(scope="module")
def finished(host: Host) -> Table:
    return host.over("age-of-war")


@pytest.fixture
def heard() -> list[str]:
    """Errors of the page that frames, and of the player."""
    return []


@pytest.fixture
def sent() -> list[Request]:
    return []


@pytest.fixture
def framed(browser: Browser, host: Host, heard: list[str], sent: list[Request]) -> Iterator[Framed]:
    """Shows a path of the service in a frame of another site, in a browser that refuses to keep anything for it."""
    page = browser.new_page(reduced_motion="reduce", locale="en-GB")
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: sent.append(request))
    page.add_init_script(KEEPING)

    bodies: list[str] = []

    def blog(environ: object, start_response: Any) -> list[bytes]:
        start_response("200 OK", [("Content-Type", "text/html")])
        return [bodies[-1].encode()]

    def show(path: str) -> FrameLocator:
        bodies.append(
            f"<!doctype html><link rel=icon href=data:,>"
            f'<iframe src="{host.url}{path}" width="800" height="600"></iframe>'
        )
        page.goto(f"http://localhost:{server.port}/")  # another site than 127.0.0.1
        return page.frame_locator("iframe")

    server = make_server("127.0.0.1", 0, blog)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield show
    page.close()
    server.shutdown()


@pytest.mark.soak
def test_a_player_works_in_a_frame_of_another_site(
    framed: Framed, finished: Table, heard: list[str], sent: list[Request]
) -> None:
    frames = finished.get("/replay")["frames"]
    player = framed(f"/embed{finished.page}/v/20")
    expect(player.locator("#told")).to_have_text(frames[19]["text"])
    expect(player.locator(".kb-age-of-war [data-thing^=castle]").first).to_be_visible()
    player.get_by_label("One step on").click()
    expect(player.locator("#told")).to_have_text(frames[20]["text"])
    expect(player.locator("#where")).to_have_text(f"21 / {len(frames)}")
    expect(player.get_by_role("link", name="Kronika")).to_have_attribute("href", f"{finished.page}/v/21")
    assert [one.url for one in sent if one.all_headers().get("authorization")] == []
    assert {one.method for one in sent} == {"GET"}
    assert heard == []


@pytest.mark.soak
def test_no_other_page_shows_in_a_frame(framed: Framed, finished: Table, heard: list[str]) -> None:
    shown = framed(finished.page)
    expect(shown.locator("#page, .kb")).to_have_count(0)
    await_events(
        shown.owner.page, lambda: any("frame-ancestors" in complaint for complaint in heard), "why not"
    )


def test_a_player_never_sends_a_token_that_the_browser_holds(visit: Visit, host: Host) -> None:
    table = host.table("romans", ["person", "person"])
    page = visit(BLANK)
    table.give(page, "seat:1", "organiser")
    table.act(seat=1)
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request))
    page.goto(f"/embed{table.page}")
    expect(page.locator("#told")).to_have_text(table.get("/replay")["frames"][-1]["text"])
    assert [one.url for one in sent if one.all_headers().get("authorization")] == []
    table.act(seat=1)
    expect(page.locator("#told")).to_have_text(table.get("/replay")["frames"][-1]["text"])


def test_without_spoilers_nothing_tells_the_end_or_how_far_it_is(visit: Visit, finished: Table) -> None:
    frames, last = finished.get("/replay")["frames"], finished.get()["version"]
    page = visit(f"/embed{finished.page}?spoilers=hide")
    onwards = re.compile(f"^/embed{finished.page}/v/.*spoilers=hide$")
    expect(page.locator(".embed-open")).to_have_attribute("href", onwards)
    expect(page.locator("#where")).to_have_text(re.compile(r"^\d{1,2}$"))
    expect(page.locator("[data-thing^=castle]").first).to_be_visible()
    seen = int(page.locator("#where").inner_text())
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        seen += 1
        expect(page.locator("#where")).to_have_text(str(seen))
    page.keyboard.press("End")
    expect(page.locator("#where")).to_have_text(str(seen))
    shown = page.locator("html").evaluate("it => it.outerHTML")
    assert str(last) not in page.locator("body").inner_text()
    assert f'"{last}"' not in page.locator("html").evaluate(WITHOUT_DRAWINGS)
    assert frames[-1]["text"] not in shown
    page.locator("#reveal").click()
    page.keyboard.press("End")
    expect(page.locator("#told")).to_have_text(frames[-1]["text"])
    assert f'"{last}"' in page.locator("html").evaluate(WITHOUT_DRAWINGS)


@pytest.mark.soak
def test_space_plays_and_stops_as_fast_as_was_chosen(visit: Visit, finished: Table) -> None:
    page = visit(f"/embed{finished.page}/v/10?speed=4")
    expect(page.get_by_label("Speed")).to_have_value("4")
    expect(page.locator("#where")).to_have_text(re.compile("^10 /"))
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Stop here")
    expect(page.locator("#where")).not_to_have_text(re.compile("^10 /"))
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play from here")


@pytest.mark.soak
def test_keys_are_told(visit: Visit, finished: Table) -> None:
    page: Page = visit(f"/embed{finished.page}?lang=pl")
    expect(page.locator("#told")).not_to_be_empty()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Odtwarzanie i zatrzymanie")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_private_game_is_not_shown(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"], visibility="private")
    page = visit(BLANK, strict=False)
    table.give(page, "seat:1")
    page.goto(f"/embed{table.page}")
    expect(page.get_by_role("alert")).to_have_text("This game cannot be shown here.")


@pytest.mark.parametrize("size", soaked([(800, 600), (390, 500)], [(800, 600)]))
def test_the_board_and_the_means_to_play_it_are_in_the_frame(
    visit: Visit, finished: Table, size: tuple[int, int]
) -> None:
    page = visit(f"/embed{finished.page}/v/60", viewport={"width": size[0], "height": size[1]})
    expect(page.locator("[data-thing^=castle]").first).to_be_in_viewport(ratio=1)
    expect(page.locator("#play")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
