"""Films: a stretch of a public game as a GIF, made in the browser of pictures that everybody may see."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table

END = 2000
NEAR = 2.0
"""A GIF has 256 colours: how far its shades may be from those of the picture, of 255, on the mean."""


@pytest.fixture(scope="module")
def game(host: Host) -> Table:
    """Long enough to be too long for a slow film."""
    table = host.table("age-of-war", ["person", "person"])
    table.act(20)
    return table


def stops(table: Table, first: int, last: int) -> list[int]:
    """The versions at which an action is complete."""
    frames = table.get("/replay")["frames"]
    ends = {frame["action"]: frame["version"] for frame in frames}.values()
    return [version for version in ends if first <= version <= last]


def film(page: Page) -> Locator:
    page.locator("#link").click()
    return page.locator(".film")


def choose(page: Page, first: int, last: int, speed: str) -> None:
    page.get_by_label("From version").fill(str(first))
    page.get_by_label("To version").fill(str(last))
    page.locator(".film").get_by_label("Speed").select_option(speed)


def saved(page: Page, path: Path) -> Image.Image:
    with page.expect_download() as download:
        page.locator("[data-do=save-film]").click()
    download.value.save_as(path)
    return Image.open(path)


def picture(table: Table, version: int) -> Image.Image:
    """The one of the film, which the service has kept."""
    asked = "width=600&lang=en&theme=light"
    address = f"{table.host.url}/v1/games/{table.id}/states/{version}.png?{asked}"
    return Image.open(io.BytesIO(httpx.get(address, timeout=60).content)).convert("RGB")


def apart(frame: Image.Image, wanted: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(wanted, frame.crop((0, 0, *wanted.size)))).mean)


@pytest.mark.soak
def test_a_film_shows_each_action_and_stays_at_the_last(visit: Visit, game: Table, tmp_path: Path) -> None:
    last = game.get()["version"]
    first = stops(game, 1, last)[-4]
    page = visit(game.page, color_scheme="light")
    panel = film(page)
    choose(page, first, last, "2")
    expect(panel.get_by_role("status")).to_have_text("4 pictures, 3.4 seconds")
    panel.locator("[data-do=film]").click()
    expect(panel.get_by_role("status")).to_contain_text(" kB")
    expect(panel.get_by_role("img", name=f"Film of the versions {first} to {last}")).to_be_visible()
    made = saved(page, tmp_path / "film.gif")
    assert (made.format, getattr(made, "n_frames", 0), made.info["loop"]) == ("GIF", 4, 0)
    shown = []
    pictures = [picture(game, version) for version in stops(game, first, last)]
    for at, wanted in enumerate(pictures):
        made.seek(at)
        shown.append(made.info["duration"])
        assert made.width == wanted.width
        assert made.height >= wanted.height
        far = [apart(made.convert("RGB"), other) for other in pictures]
        assert far[at] == min(far) < NEAR
    assert shown == [450, 450, 450, END]


@pytest.mark.soak
def test_what_is_too_long_is_told_and_not_made(visit: Visit, game: Table) -> None:
    last = game.get()["version"]
    page = visit(game.page)
    panel = film(page)
    make, told = panel.locator("[data-do=film]"), panel.get_by_role("status")
    expect(make).to_be_enabled()
    first = int(page.get_by_label("From version").get_attribute("min") or 0)
    choose(page, first, last, "0.5")
    expect(told).to_have_text(
        f"That would take {told_seconds(game, first, last)} seconds, and a film is at "
        "most 30 seconds long: choose a shorter stretch or a higher speed."
    )
    expect(make).to_be_disabled()
    choose(page, first, last, "4")
    expect(make).to_be_enabled()
    choose(page, last, first, "4")
    expect(told).to_contain_text(f"from {first} to {last}")
    expect(make).to_be_disabled()


def told_seconds(game: Table, first: int, last: int) -> str:
    return f"{(len(stops(game, first, last)) - 1) * 1.8 + END / 1000:.1f}".removesuffix(".0")


@pytest.mark.soak
def test_who_breaks_off_goes_on_with_what_is_drawn(visit: Visit, game: Table) -> None:
    last = game.get()["version"]
    first = stops(game, 1, last)[-2]
    page = visit(game.page, strict=False)
    held: list[Route] = []
    page.route(f"**/states/{last}.png?*", lambda route: held.append(route))
    panel = film(page)
    choose(page, first, last, "4")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.split("?")[0]))
    panel.locator("[data-do=film]").click()
    expect(panel.get_by_role("status")).to_have_text("Drawing picture 2 of 2")
    panel.locator("[data-do=cancel-film]").click()
    expect(panel.get_by_role("status")).to_have_text("The film was not made.")
    expect(panel.get_by_role("progressbar")).to_be_hidden()
    page.unroute(f"**/states/{last}.png?*")
    panel.locator("[data-do=film]").click()
    expect(panel.locator("[data-do=save-film]")).to_be_visible()
    pictures = [url.rsplit("/", 1)[1] for url in asked if url.endswith(".png")]
    assert pictures == [f"{first}.png", f"{last}.png", f"{last}.png"]


@pytest.mark.soak
def test_who_has_asked_for_too_much_waits_and_the_focus_stays_in_the_panel(visit: Visit, game: Table) -> None:
    """Pictures that are kept come faster than one may ask for them."""
    last = game.get()["version"]
    page = visit(game.page, strict=False)
    refused: list[Route] = []

    def at_first_refused(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route)
            route.fulfill(status=429)

    page.route(f"**/states/{last}.png?*", at_first_refused)
    panel = film(page)
    choose(page, last, last, "1")
    panel.locator("[data-do=film]").press("Enter")
    expect(panel.locator("[data-do=cancel-film]")).to_be_focused()
    expect(panel.locator("[data-do=save-film]")).to_be_visible()
    expect(panel.locator("[data-do=film]")).to_be_focused()
    assert len(refused) == 1


@pytest.mark.soak
def test_a_film_is_made_of_what_everybody_may_see(visit: Visit, host: Host) -> None:
    """Whoever makes it: a seat's token opens no picture of it, and of a private game there is none."""
    table = host.table("romans", ["person", "person"])
    table.act(2)
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto(f"{table.page}?seat=1")
    pictures: list[Request] = []
    page.on("request", lambda request: pictures.extend([request] if ".png" in request.url else []))
    panel = film(page)
    last = table.get()["version"]
    choose(page, last, last, "1")
    panel.locator("[data-do=film]").click()
    expect(panel.locator("[data-do=save-film]")).to_be_visible()
    headers: list[dict[str, Any]] = [one.all_headers() for one in pictures]
    assert len(headers) == 1
    assert not [one for one in headers if "authorization" in one]
    private = host.table("romans", ["person", "person"], visibility="private")
    private.give(page, "seat:1")
    page.goto(f"{private.page}?seat=1")
    page.locator("#link").click()
    expect(page.get_by_role("dialog")).to_contain_text("This version")
    expect(page.locator(".film")).to_have_count(0)
