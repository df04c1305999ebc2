"""Changed clocks: what an undo and a case cost those who ask for them."""

from __future__ import annotations

from typing import Any

from domain.table.clock import settling, undoing
from service.log.case_texts import CaseText
from tests.clients.trusting import Player
from tests.operator.attack import Evidence, attack, file_of
from tests.operator.clocks import CLOCK, ago, play_a_turn
from tests.operator.service import Operator, take_back, turn

CLAIM, SALT = "Look at this.", "AAAAAAAAAAAAAAAAAAAAAA"


@attack("L3", "a wrong grace", "`undoing.stood`")
def an_undo_that_costs_nothing(service: Operator) -> Evidence:
    """A friend takes an action back after 20 seconds, and loses none of them"""
    with ago(service, 20):
        players = service.begun("romans", clock=CLOCK, undo="free")
        player = play_a_turn(players)
    with service.changed(undoing, "stood", lambda table, start, end: end - start):
        take_back(player)
    return file_of(service.audit(player.game))


def signed(player: Player, **action: Any) -> dict[str, Any]:
    return {"signed": player.signed(action, player.follow())}


@attack("L3", "a wrong grace", "`settling.payment`")
def a_case_that_costs_nothing(service: Operator) -> Evidence:
    """A friend opens a case to think for 20 seconds, withdraws it, and pays nothing"""
    with ago(service, 20):
        player = turn(service.begun(clock=CLOCK, disputes={"pause": True}))
        service.referee(player.game)
        at = len(player.entries)
        said = {"from": at - 1, "to": at, "wants": "explanation", "clauses": []}
        claim = {"claim_hash": CaseText(CLAIM, "en", SALT).hash}
        body = signed(player, type="table.dispute", **said, **claim)
        about = {"from": at - 1, "to": at}
        player.post(
            "/disputes",
            {"about": about, "claim": CLAIM, "lang": "en", "wants": "explanation", "salt": SALT, **body},
        )
    with service.changed(settling, "payment", lambda fold, before: None):
        player.post("/disputes/1/withdrawals", signed(player, type="table.withdrawal", dispute=1))
    return file_of(service.audit(player.game))
