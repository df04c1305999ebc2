"""What a case leads to: a live game goes back past a revealed card, a finished one gets another result, a bundle is checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Visit
from tests.web.desk import CLAIM, Court, cite, dispute_last_move, expect_state, rule, write
from tests.web.table import Host


@pytest.mark.soak
def test_a_live_game_goes_back_past_a_revealed_card(visit: Visit, host: Host) -> None:
    """A head referee asks for two seats' eyes, sees them side by side, reads what would be taken back, and rules."""
    court = Court.at(visit, host, "touche", steps=8)
    court.table.tokens["referee:3"] = court.another_head(3)
    frames = court.table.get("/replay")["frames"]
    shown = next(it["version"] for it in frames if it["type"] == "card-laid")
    last = court.table.get()["version"]
    about = {"from": shown, "to": last}
    court.table.post("/disputes", {"about": about, "claim": CLAIM, "wants": "back-up"}, "seat:1")
    court.table.post("/disputes/1/statements", {"text": "No."}, "seat:2")
    judge = court.case("referee:2")
    judge.locator("[data-do=take]").click()
    judge.locator("[data-do=open-release]").click()
    release = judge.locator("form#release")
    expect(release).to_contain_text("Everybody will see that you asked, and for which seats and versions")
    expect(release).to_contain_text("You will see what these seats still hold")
    for seat in (1, 2):
        release.get_by_label(f"{seat}: Player {seat}").check()
    release.locator("[name=reason]").fill("What did they hold?")
    release.locator("[data-do=release]").click()
    for seat in (1, 2):
        judge.locator(f"[data-do=read-{seat}]").click()
        expect(judge.locator(f"#releases [data-reading='{seat}']")).to_be_visible()
    expect(judge.locator("#case-stretch .eyes:visible")).to_have_count(2)
    expect(judge.locator("#case-stretch figcaption").first).to_have_text("The board as Player 1 sees it")
    watcher = visit(f"{court.table.page}/cases/1")
    expect(watcher.locator("#releases")).to_contain_text("from the viewpoint of Player 1, Player 2")
    expect(watcher.locator("#case-stretch .eyes")).to_have_count(1)
    form = judge.locator("form#rule")
    form.locator("[name=kind]").select_option("backed-up")
    form.locator("[name=to_version]").fill(str(shown - 1))
    form.locator("[name=to_version]").blur()
    expect(judge.locator("#preview [data-class]")).to_contain_text("shuffled among what nobody knows")
    expect(judge.locator("#preview li").first).to_contain_text("Player")
    form.locator("summary", has_text="past a draw").click()
    form.locator("[name=why_not_stand]").fill("It was seen too early.")
    cite(judge, "touche.turn.1")
    rule(judge, "The card was shown too early.")
    expect(judge.locator("#case-stretch .eyes")).to_have_count(1)
    player = court.case("seat:2", locale="pl-PL")
    write(player, "appeal", "Nie.")
    court.table.post("/disputes/1/waivers", {}, "seat:1")
    court.nothing_to_say(1, 2)
    decision = {"decision": "upheld", "findings": "So it is."}
    court.decide("referee:3", decision)
    expect_state(player, "final")
    after = court.table.get()
    assert after["status"] == "playing"
    frames = court.table.get("/replay")["frames"]
    assert "rewound" in [it["type"] for it in frames]
    assert [it["type"] for it in frames if it["version"] == shown and "taken-back" in it["marks"]]


def ruled_by_a_head(court: Court, kind: str, fill: Callable[[Locator], object]) -> list[dict[str, Any]]:
    """A head referee takes the case and fills in a remedy past the dice; there is nobody to appeal to. The frames after it."""
    judge = court.case("referee:2")
    judge.locator("[data-do=take]").click()
    form = judge.locator("form#rule")
    form.locator("[name=kind]").select_option(kind)
    fill(form)
    expect(judge.locator("#preview li").first).to_be_visible()
    form.locator("summary", has_text="past a draw").click()
    cite(judge, "war.turn.1")
    form.locator("[name=why_not_stand]").fill("It was not rolled as it should be.")
    rule(judge)
    expect_state(judge, "final")
    frames: list[dict[str, Any]] = court.table.get("/replay")["frames"]
    return frames


@pytest.mark.soak
def test_one_action_is_corrected_by_clicks(visit: Visit, host: Host) -> None:
    """What the form offers are the legal actions of that moment; the one chosen is made in place of the other."""
    court = Court.at(visit, host, "age-of-war")
    last = court.table.get()["version"]
    court.disputed(taken=False)
    filled = last - 1
    frame = court.table.get("/replay")["frames"][filled - 1]
    assert frame["type"] == "line-filled"
    seat = frame["actor"].removeprefix("seat:")
    offered: list[str] = []

    def fill(form: Locator) -> None:
        form.locator("[name=seat]").select_option(seat)
        expect(form.locator("[name=action] option")).to_have_text(["Throw the dice"])
        form.locator("[name=to_version]").fill(str(filled - 1))
        form.locator("[name=to_version]").blur()
        expect(form.locator("[name=action] option").nth(1)).to_be_attached()
        offered.extend(form.locator("[name=action] option").all_inner_texts())
        form.locator("[name=action]").select_option(offered[-1])

    frames = ruled_by_a_head(court, "corrected", fill)
    after = [frame["type"] for frame in frames if frame["version"] > last]
    assert after.index("rewound") < after.index("action-corrected") < len(after) - 1
    assert all("taken-back" in frame["marks"] for frame in frames[filled - 1 : last])
    assert "line-filled" not in after


@pytest.mark.soak
def test_a_chapter_is_played_again_by_clicks(visit: Visit, host: Host) -> None:
    court = Court.at(visit, host, "age-of-war")
    last = court.table.get()["version"]
    court.disputed(taken=False)
    chapter = court.table.get("/replay")["chapters"][0]["version"]
    again = str(chapter)
    frames = ruled_by_a_head(
        court, "replayed", lambda form: form.locator("[name=chapter]").select_option(again)
    )
    assert all("taken-back" in frame["marks"] for frame in frames[chapter - 1 : last])


@pytest.mark.soak
def test_a_referee_gives_time_by_clicks(visit: Visit, host: Host) -> None:
    """Only a head referee takes time; a ruling that changes nothing else has a remedy only where it sets a clock."""
    court = Court.at(visit, host, "age-of-war", clock={"bank": 600})
    court.disputed(taken=False)
    judge = court.case("referee:2")
    judge.locator("[data-do=take]").click()
    form = judge.locator("form#rule")
    form.locator(".banks summary").click()
    form.locator("[name=bank-1]").fill("60")
    form.locator("[name=bank-1]").blur()
    expect(judge.locator("#preview .needs-head")).to_contain_text("take time from a seat")
    form.locator("[name=bank-1]").fill("900")
    form.locator("[name=bank-1]").blur()
    expect(judge.locator("#preview .needs-head")).to_have_count(0)
    expect(judge.locator("#preview li").first).to_contain_text("Player 1: 15 min")
    rule(judge)
    expect_state(judge, "final")
    expect(judge.locator("#rulings .remedy-words")).to_contain_text("Clocks are set to: Player 1: 15 min")
    clocks = {it["seat"]: it["left"] for it in court.table.get()["clock"]["seats"]}
    assert clocks[1] == 900_000


@pytest.mark.soak
def test_a_preview_says_which_later_actions_it_takes_along(visit: Visit, host: Host) -> None:
    """Of a dispute about an early action: what came after it, and was not disputed, is listed by itself."""
    court = Court.at(visit, host, "age-of-war", steps=6)
    court.table.tokens["referee:3"] = court.another_head(3)
    frames = court.table.get("/replay")["frames"]
    first = next(it["version"] for it in frames if it["actor"].startswith("seat:") and it["rules"])
    court.disputed(about={"from": first, "to": first})
    judge = court.case("referee:1")
    expect(judge.locator("#no-appeal")).to_have_count(0)
    judge.locator("form#rule [name=kind]").select_option("backed-up")
    along = judge.locator("#preview .taken-along")
    expect(along).to_contain_text("later actions that nobody disputed")
    listed = [int(line.get_attribute("value") or 0) for line in along.locator("li").all()]
    assert listed
    assert min(listed) > first


@pytest.mark.soak
def test_a_result_is_changed_after_the_end_by_clicks(visit: Visit, host: Host) -> None:
    court = Court(visit, host.table("age-of-war", ["person", "greedy"], undo="none")).with_referees()
    court.play_out(1)
    player = court.person("seat:1")
    court.go_to_a_move(player)
    dispute_last_move(player, wants="result")
    judge = court.case("referee:2")
    judge.locator("[data-do=take]").click()
    form = judge.locator("form#rule")
    form.locator("[name=kind]").select_option("result")
    expect(form.locator("[data-final]")).to_contain_text("a ruling is final at once")
    expect(judge.locator("#no-appeal")).to_be_visible()
    for seat in (1, 2):
        form.locator(f"[name=rank-{seat}]").fill(str(seat))
        form.locator(f"[name=score-{seat}]").fill(str(9 - seat))
    form.locator(f"[name=score-{2}]").blur()
    expect(judge.locator("#preview")).to_contain_text("Won by: Player 1")
    rule(judge)
    expect_state(player, "final")
    expect(player.locator("#rulings")).to_contain_text("Nobody could appeal against this ruling")
    outcome = court.table.get()["outcome"]
    assert (outcome["winners"], outcome["scores"]) == ([1], {"1": 8, "2": 7})
    expect(player.locator("#rulings .remedy-words")).to_contain_text("1. Player 1 (8)")


@pytest.mark.soak
def test_the_bundle_of_a_case_is_checked_in_the_browser(visit: Visit, host: Host) -> None:
    """Whoever it is, the bundle is found good; with one bit changed on the way it is not."""
    court = Court.at(visit, host, "romans")
    court.disputed()
    rule(court.case("referee:1"), kind="stands")
    page = court.case("seat:1", locale="pl-PL", viewport={"width": 390, "height": 800})
    page.locator("[data-do=check-bundle]").click()
    expect(page.locator("#bundle-result")).to_have_attribute("data-ok", "true")
    expect(page.locator("[data-check=manifest]")).to_have_attribute("data-status", "passed")
    expect(page.locator("[data-check=texts]")).to_have_attribute("data-status", "not available")
    expect(page.locator("#bundle-result")).to_contain_text("Teczka się zgadza.")
    expect(page.locator("#bundle-result")).to_contain_text("; z tego cofnięte: 0.")
    with page.expect_download() as saved:
        page.locator("[data-do=save-bundle]").click()
    whole = saved.value.path().read_bytes()
    spoilt = bytearray(whole)
    spoilt[len(whole) // 2] ^= 1
    page.route("**/bundle", lambda route: route.fulfill(body=bytes(spoilt), content_type="application/zip"))
    page.locator("[data-do=check-bundle]").click()
    expect(page.locator("#bundle-result")).to_have_attribute("data-ok", "false")
