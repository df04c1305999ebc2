"""What the curve of an analysis and the plots of statistics draw, in figures."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.test_chances import analysed

T = """Object.assign((text, fill = {}) => text.replace(/\\{(\\w+)\\}/g, (_, name) => fill[name]), { lang: "en" })"""
PANEL = f"""async ([found, at, names]) => {{
    const {{ chancesPanel }} = await import("/game/chances.js");
    const {{ chanceShapes, WIDE }} = await import("/theatre/curve.js");
    const {{ drawing }} = await import("/boards/parts/dom.js");
    const t = {T};
    const seats = names.map((name, i) => ({{ seat: i + 1, name, player: name, bot: null, side: null }}));
    const head = {{ version: at, now: {{ doc: {{ status: "finished", version: found.version, seats }} }} }};
    const source = {{ path: "", post: async () => found }};
    const shell = {{ t, lang: "en", attempt: (work) => work() }};
    const panel = chancesPanel(shell, source, {{ goTo() {{}} }}, () => panel.update(head));
    await panel.ask();
    const all = (what) => [...panel.node.querySelectorAll(what)];
    const art = drawing("0 0 1 1", {{}}, chanceShapes(found, (version) => (version / found.version) * WIDE));
    return {{
        lines: art.querySelectorAll("polyline").length,
        bands: [...art.querySelectorAll(".chance-band")].map((band) => band.getAttribute("points")),
        marks: all("[data-turning]").map((pin) => pin.textContent),
        facts: panel.node.querySelector(".chance-facts").textContent,
    }};
}}"""
HIGH = 90


@pytest.fixture(autouse=True)
def at_the_scripts(page: Page, site: str) -> None:
    page.goto(f"{site}/style.css")


def panel(page: Page, found: dict[str, Any], at: int = 20) -> dict[str, Any]:
    names = ["Ada", "Borys", "Celina"][: len(found["moments"][0]["chances"])]
    shown: dict[str, Any] = page.evaluate(PANEL, [found, at, names])
    return shown


def heights(points: str) -> list[float]:
    """As chances."""
    return [1 - float(point.split(",")[1]) / HIGH for point in points.split()]


def test_the_band_is_two_errors_wide_to_each_side_and_two_players_have_one_line(page: Page) -> None:
    shown = panel(page, analysed(40))
    assert (shown["lines"], len(shown["bands"])) == (1, 1)
    assert heights(shown["bands"][0]) == pytest.approx([0.74, 0.93, 1, 1, 0.77, 0.26], abs=0.002)


def test_three_players_have_a_line_each(page: Page) -> None:
    found = analysed(40)
    for moment in found["moments"]:
        moment["chances"] = {"1": 0.5, "2": 0.3, "3": 0.2}
    assert panel(page, {**found, "result": {"1": 1, "2": 0, "3": 0}})["lines"] == 3


def test_only_what_is_beyond_doubt_is_marked_and_named_each_with_its_error(page: Page) -> None:
    found = analysed(40)
    first = found["moments"][0]
    doubtful = {"by": {"1": -0.5, "2": 0.5}, "error": 0.3, "playouts": 16, "beyond_doubt": False}
    first["decision"] = first["luck"] = doubtful
    shown = panel(page, found, 4)
    assert shown["marks"] == ["20 · Borys"]
    assert shown["facts"].strip() == "Games: 16, ± 12 percentage points."
    assert panel(page, found)["facts"].strip() == (
        "Games: 112, ± 4 percentage points. The decision changed the chances: Ada +40 ± 6 points. "
        "Better: Set a die aside (+31 ± 7 points). Exact: Gifu is conquered: 25%; at best 50%."
    )
    first["luck"] = {**doubtful, "error": 0.1, "beyond_doubt": True}
    shown = panel(page, found, 4)
    assert shown["marks"] == ["4 · by luck", "20 · Borys"]
    assert shown["facts"].strip().endswith("Luck then changed them: Ada −50 ± 10 points.")


PLOTS = f"""async () => {{
    const {{ bars, spread }} = await import("/places/plots.js");
    const t = {T};
    const table = bars(t, "Wins", [["Seat 1", 12], ["Seat 2", 3]], 15, true);
    const lengths = spread(t, "Length", {{ min: 20, median: 50, max: 80 }}, {{ least: "a", middle: "b", most: "c" }}, 15);
    const of = (node, what, name) => [...node.querySelectorAll(what)].map((one) => one.getAttribute(name));
    return {{
        widths: of(table, ".bar-part", "width").map(Number),
        whole: of(table, ".bar-all", "width").map(Number),
        ticks: [...table.querySelectorAll(".plot-axis span")].map((tick) => Number(tick.textContent)),
        grid: of(table, "tr:first-child .plot-grid", "x1").map(Number),
        told: [...table.querySelectorAll(".plot-n")].map((cell) => cell.textContent).slice(0, 2),
        titles: [table.querySelector("caption").textContent, lengths.querySelector("figcaption").textContent],
        at: [of(lengths, ".bar-part", "x"), of(lengths, ".bar-part", "width"), of(lengths, ".whisker", "x1")].flat().map(Number),
        ends: [...lengths.querySelectorAll(".plot-axis span")].map((tick) => Number(tick.textContent)),
    }};
}}"""


def test_bars_have_a_common_scale_from_0_and_say_how_many_games_they_rest_on(page: Page) -> None:
    """The ranges are Wilson's: of 12 in 15 from 55 to 93 percent, of 3 in 15 from 7 to 45."""
    plots = page.evaluate(PLOTS)
    assert plots["widths"] == [80, 20]
    assert plots["whole"] == [100, 100]
    assert plots["ticks"] == [0, *plots["grid"], 100]
    assert plots["told"] == ["12 (80 %) 55 to 93 %", "3 (20 %) 7 to 45 %"]
    assert plots["titles"] == ["Wins Games: 15", "Length Games: 15"]
    assert plots["at"] == [25, 75, 62.5]
    assert plots["ends"] == [0, 80]
