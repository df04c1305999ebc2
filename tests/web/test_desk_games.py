"""A dispute in each game and in a tournament, from a click to what is final; and one with the keyboard only."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.clicking import ready
from tests.web.conftest import Visit
from tests.web.desk import STANDS, Court, dispute_last_move, expect_state, rule, write
from tests.web.table import Host, Table
from tests.web.test_keyboard import tab_to


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", ["romans", "touche", "nagaraja"])
def test_a_dispute_in_each_game_is_final_after_an_appeal(visit: Visit, host: Host, ruleset: str) -> None:
    court = Court.at(visit, host, ruleset, steps=6)
    player = court.person("seat:1")
    court.go_to_a_move(player)
    dispute_last_move(player, wants="conduct")
    court.table.post("/disputes/1/statements", {"text": "No."}, "seat:2")
    judge = court.case("referee:1", locale="pl-PL")
    judge.locator("[data-do=take]").click()
    judge.locator("[data-do=penalty]").click()
    rule(judge, kind="no-jurisdiction")
    expect(player.locator("#rulings .penalties")).to_contain_text("Caution for Player 1")
    write(player, "appeal", "I did nothing.")
    court.nothing_to_say(1, 2)
    head = court.case("referee:2")
    head.locator("[data-do=take]").click()
    decision = head.locator("form#rule")
    decision.locator("[name=decision]").select_option("changed")
    decision.locator("[name=kind]").select_option("void")
    expect(decision.locator("#preview")).to_contain_text("counts nowhere")
    decision.locator("[name=findings]").fill("He is right.")
    decision.locator("[name=new-findings]").fill("It cannot be played on.")
    decision.locator("[data-do=rule]").click()
    for page in (player, judge):
        expect_state(page, "final")
    expect(judge.locator("[data-ruling='1'] .pill")).to_have_text("zastąpione")
    assert court.table.get()["status"] == "abandoned"


@pytest.mark.soak
def test_a_result_is_changed_in_a_tournament(visit: Visit, host: Host) -> None:
    """Its referee accepts by a link, finds the case at the desk, and the standings follow his ruling."""
    terms = {"ruleset": "age-of-war", "seats": 2, "games": 1, "undo": "none"}
    made = host.call("POST", "/v1/tournaments", terms)
    path = f"/v1/tournaments/{made['id']}"
    code = host.call("POST", f"{path}/referees", {"head": True}, made["organiser_token"])["code"]
    seat = host.call("POST", f"{path}/seats", {"name": "Player 1"})["token"]
    host.call("POST", f"{path}/seats", {"name": "Bo", "bot": "greedy"}, made["organiser_token"])
    game = host.call("GET", path)["games"][0]["id"]
    court = Court(visit, Table(host, game, {"seat:1": seat}))
    judge = visit(f"/tournaments/{made['id']}/referee#{code}")
    judge.get_by_label("Your name").fill("Judge")
    judge.locator("[data-do=accept]").click()
    expect(judge.get_by_role("heading", name="Your cases")).to_be_visible()
    court.play_out(1)
    player = court.person("seat:1")
    court.go_to_a_move(player)
    dispute_last_move(player, wants="result")
    judge.reload()
    judge.locator(f"#own-cases [data-case='{game}/1'] a").click()
    judge.locator("[data-do=take]").click()
    form = judge.locator("form#rule")
    form.locator("[name=kind]").select_option("result")
    for number in (1, 2):
        form.locator(f"[name=rank-{number}]").fill(str(number))
        form.locator(f"[name=score-{number}]").fill(str(30 - number))
    rule(judge)
    expect_state(player, "final")
    assert host.call("GET", f"/v1/games/{game}")["outcome"]["winners"] == [1]
    line = player.locator("#rulings .remedy-words")
    expect(line).to_contain_text("1. Player 1 (29); 2. Bo (28)")
    winners = "async path => { for (;;) { const it = await (await fetch(path)).json(); if (it.winners) return it.winners; } }"
    assert player.evaluate(winners, path) == [1]


def test_a_dispute_with_the_keyboard_only(visit: Visit, host: Host) -> None:
    court = Court.at(visit, host, "age-of-war")
    page = court.person("seat:1")
    expect(page.locator("[data-do=dispute-this]")).to_be_visible()
    ready(page)
    tab_to(page, "[data-do=dispute-this]")
    page.keyboard.press("Enter")
    expect(page.locator("[name=claim]")).to_be_visible()  # its code is loaded only now
    tab_to(page, "[name=claim]", most=10)
    page.keyboard.type(STANDS)
    tab_to(page, "[data-do=dispute]", most=20)
    page.keyboard.press("Enter")
    expect_state(page, "open")
    tab_to(page, "#scrub")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#case-event")).to_contain_text("Before the stretch")
    tab_to(page, "[data-do=withdraw]")
    page.keyboard.press("Enter")
    expect_state(page, "withdrawn")
