"""A correction in each game, on a desktop and on a phone: begun with "Dispute this", ended with the corrected action played."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visit
from tests.web.desk import CLAIM, Court, dispute_last_move, expect_state, rule
from tests.web.table import Host

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
RULESETS = {"romans": 3, "age-of-war": 4, "touche": 6, "nagaraja": 6}
"""Actions that are played first."""
CASES = [(ruleset, size) for ruleset in RULESETS for size in ("desktop", "phone")]
COVERED = """() => [...document.querySelectorAll(".case .kb-prompt")].some((it) => getComputedStyle(it).position === "sticky")"""
ABOVE = "(one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)"


class Disputed(NamedTuple):
    """An action of a seat that could have been another one: its first event, and the seat."""

    version: int
    seat: int


def last_choice(court: Court) -> Disputed:
    """The last action whose seat had a choice."""
    frames = court.table.get("/replay")["frames"]
    begins = [it for i, it in enumerate(frames) if i and frames[i - 1]["action"] != it["action"]]
    for frame in reversed(begins):
        role = frame["actor"]
        if not role.startswith("seat:"):
            continue
        path = f"/legal-actions?version={frame['version'] - 1}"
        if len(court.table.get(path, role)["actions"]) > 1:
            return Disputed(frame["version"], int(role.removeprefix("seat:")))
    raise AssertionError("nobody had a choice")


def opened(court: Court, disputed: Disputed, **settings: Any) -> Page:
    """The seat asks for a correction of one event; the other party answers."""
    page = court.person(f"seat:{disputed.seat}", f"/v/{disputed.version}", **settings)
    if settings["viewport"] == PHONE:
        page.locator("#drawer").click()
    dispute_last_move(page, wants="correction", one=True)
    court.table.post("/disputes/1/statements", {"text": "No."}, f"seat:{3 - disputed.seat}")
    return page


def released(judge: Page, seat: int) -> None:
    """Three clicks make one release, which is read at once."""
    judge.locator("[data-do=open-release]").click()
    form = judge.locator("form#release")
    form.get_by_label(f"{seat}: Player {seat}").check()
    form.locator("[name=reason]").fill("What could they do?")
    form.locator("[data-do=release]").click()
    expect(judge.locator(f"#releases [data-reading='{seat}']")).to_have_count(1)
    expect(judge.locator("#releases [data-release]")).to_have_count(1)
    expect(judge.locator(".case figcaption", has_text=f"The board as Player {seat} sees it")).to_be_visible()


def asked_why_not(judge: Page) -> None:
    """Of what the seat could not do at the version before the action, its referee reads why."""
    judge.locator("#scrub").focus()
    judge.keyboard.press("Home")
    judge.locator("[data-do=why-not]:visible").click()
    judge.locator("dialog .choices button").first.click()
    expect(judge.locator("dialog .why-steps li").first).to_be_visible()
    judge.locator("dialog .modal-close").click()


def corrected(judge: Page, disputed: Disputed) -> None:
    """The form's defaults are the version and the seat; of the other actions the last one is taken."""
    form = judge.locator("form#rule")
    form.locator("[name=kind]").select_option("corrected")
    expect(form.locator("[name=to_version]")).to_have_value(str(disputed.version - 1))
    expect(form.locator("[name=seat]")).to_have_value(str(disputed.seat))
    choice = form.locator("[name=action]")
    expect(choice.locator("option").nth(1)).to_be_attached()
    choice.select_option(index=choice.locator("option").count() - 1)
    expect(judge.locator("#preview .eyes .board > *").first).to_be_visible()
    expect(judge.locator("#preview figcaption")).to_contain_text(f"version {disputed.version - 1}")
    expect(judge.locator("#preview .preview-list li").first).to_be_visible()
    form.locator("[data-do=penalty]").click()
    assert judge.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the penalty is cut off"
    form.locator(".penalties button").click()
    form.locator("summary", has_text="past a draw").click()
    form.locator("[name=why_not_stand]").fill("It was not theirs to see.")
    rule(judge, "Another action was meant.")


def is_above(one: Locator, other: Locator) -> bool:
    handle = other.element_handle()
    above: bool = one.evaluate(ABOVE, handle)
    return above


@pytest.mark.soak
@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_a_correction(visit: Visit, host: Host, case: tuple[str, str]) -> None:
    ruleset, size = case
    settings = {"viewport": PHONE if size == "phone" else DESKTOP}
    court = Court.at(visit, host, ruleset, steps=RULESETS[ruleset])
    disputed = last_choice(court)
    player = opened(court, disputed, **settings)
    judge = court.case("referee:2", **settings)
    expect(judge.locator("[data-text=claim]")).to_have_text(CLAIM, use_inner_text=True)
    about = court.table.get("/disputes/1")["about"]
    assert about["from"] == about["to"] >= disputed.version
    judge.locator("[data-do=take]").click()
    assert is_above(judge.locator("[data-text=claim]"), judge.locator("form#rule"))
    assert not judge.evaluate(COVERED)
    released(judge, disputed.seat)
    expect(judge.locator("#case-steps > *").last).to_have_class("resigning")
    asked_why_not(judge)
    last = court.table.get()["version"]
    corrected(judge, disputed)
    expect_state(judge, "final")
    expect_state(player, "final")
    frames = court.table.get("/replay")["frames"]
    after = [it["type"] for it in frames if it["version"] > last]
    assert after.index("rewound") < after.index("action-corrected") < len(after) - 1
    done = [it["text"] for it in frames if it["version"] > last]
    said = judge.locator("#rulings .acts-instead li")
    expect(said).to_have_text(done[after.index("action-corrected") + 1 :])
    assert court.table.get()["status"] == "playing"
    assert judge.evaluate("document.documentElement.scrollWidth <= innerWidth")
