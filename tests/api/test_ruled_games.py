"""Whole games with rulings in them, over HTTP with real keys: every level of verification passes, at the end and before."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import orjson
import pytest
from flask.testing import FlaskClient

from domain.rulesets import registry
from domain.table.fold import fold
from domain.table.referee.assessment import Assessment
from domain.table.state import Logged
from service.log.verifying import rules_level
from service.operation.app import Kronika
from service.queries.auditing import audit
from tests.api.courts import judged as judge
from tests.api.desk import Desk
from tests.api.kit import bearer
from tests.service.conftest import House
from tests.service.playing import play
from tests.soaking import soaked
from tests.verifier.page_verifier import both_verifiers
from verifier import verify
from verifier.report import NOT_AVAILABLE, PASSED, Level

TERMS = {"answer_within": 0}
"""The seats say nothing to these cases."""


def judged(client: FlaskClient, kronika: Kronika, ruleset: str) -> tuple[Desk, House]:
    """A game in which referee 1, the only one, rules three times, with some moves of the seats in between.

    By other draws it might be over before.
    """
    desk = Desk.at(client, (True,), ruleset=ruleset, disputes=TERMS, draws="")
    house, rng = House(kronika), random.Random(3)
    for kind, after in (("replayed", 24), ("backed-up", 10), ("corrected", 10)):
        play(house, desk.id, desk.tokens, rng, after)
        ruled(desk, kronika, kind, rng)
        play(house, desk.id, desk.tokens, rng, 2)
    return desk, house


def ruled(desk: Desk, kronika: Kronika, kind: str, rng: random.Random) -> None:
    """A case about the whole game."""
    remedy = remedy_for(desk, kronika, kind, rng)
    case = desk.opened(about={"from": 1, "to": desk.version})
    assert desk.referee(1, f"/{case}/taking").status_code == 201
    if kind == "corrected":
        version = remedy["to_version"]
        desk.released(case, version, version, remedy["seat"])
    because = {"clauses": ["table.legal"], "why_not_stand": "It was not as it is played."}
    answer = desk.rule(case, kind=kind, remedy=remedy, **because)
    assert (answer.status_code, answer.json["state"]) == (201, "final"), answer.json


def log_of(desk: Desk, kronika: Kronika) -> list[Logged]:
    return kronika.repository.versions.log(kronika.repository.get(desk.id))


def remedy_for(desk: Desk, kronika: Kronika, kind: str, rng: random.Random) -> dict[str, Any]:
    log, ruleset = log_of(desk, kronika), kronika.repository.get(desk.id).ruleset
    assessment = Assessment(ruleset, log)
    if kind == "replayed":
        begins = [it.version for it in log if type(it.event) in ruleset.events and ruleset.chapter(it.event)]
        return {"chapter": [it for it in begins if assessment.action_at(it) is not None][-1]}
    version = rng.choice(assessment.reachable).version
    if kind == "backed-up":
        return {"to_version": version}
    game = fold(ruleset, log[:version]).game
    seat = ruleset.to_act(game)[0]
    action = rng.choice(ruleset.legal_actions(game, seat))
    return {"to_version": version, "seat": seat, "action": msgspec.to_builtins(action)}


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("age-of-war", "nagaraja", "touche")))
def test_a_game_with_rulings_verifies_while_it_runs_and_at_its_end(
    client: FlaskClient, kronika: Kronika, ruleset: str
) -> None:
    desk, house = judged(client, kronika, ruleset)
    running = verify(audit(kronika.repository, desk.id, None))
    assert running.ok, running.table()
    check_bundles(desk, None, *desk.tokens.values(), desk.referees[1])
    play(house, desk.id, desk.tokens, random.Random(4))
    over = audit(kronika.repository, desk.id, None)
    report = verify(over)
    assert [report[level].status for level in ("L0", "L2", "L3")] == [PASSED] * 3, report.table()
    assert report.entropy is not None
    assert report.entropy["fresh"] == desk.get().json["entropy"]["fresh"]
    assert accounted(desk, over)["draws"]["taken_back"] > 0
    assert rules_level(orjson.loads(over)).status == PASSED, rules_level(orjson.loads(over))
    assert _as_of_table_3(orjson.loads(over)).status == NOT_AVAILABLE
    check_bundles(desk, None)


def check_bundles(desk: Desk, *tokens: str | None) -> None:
    """A case about everything from entry 0: its bundle has the corrected action exactly as far as its log discloses it."""
    with both_verifiers() as both:
        for token in tokens:
            opened = bearer(token) if token else {}
            data = desk.client.get(f"{desk.url}/disputes/3/bundle", headers=opened).data
            page, other = both.judge_bundle(data)
            assert page.levels == other.levels, (page, other)
            assert (report := judge(data)).ok, report.table()


def test_a_deck_that_a_head_referee_has_shuffled_until_it_suits_is_counted(
    client: FlaskClient, kronika: Kronika
) -> None:
    """Six rulings go back past a card that was shown; nothing was drawn since, so no draw is made anew but the shuffles."""
    desk = Desk.at(client, (True,), ruleset="touche", disputes=TERMS, draws="")
    house, rng = House(kronika), random.Random(5)
    for _ in range(6):
        way = None
        while way is None:
            play(house, desk.id, desk.tokens, rng, 1)
            assessment = Assessment(kronika.repository.get(desk.id).ruleset, log_of(desk, kronika))
            ways = [it.version for it in assessment.reachable if it.kind == "needs-random"]
            way = next((it for it in ways if not assessment.drawn(it)), None)
        back_to(desk, way)
    assert desk.get().json["entropy"]["fresh"] == 6
    said = client.get(f"{desk.url}/replay").json["verdict"]
    assert "A referee had cards shuffled anew 6 times." in said
    assert not any("draws made anew" in sentence for sentence in said)
    file = audit(kronika.repository, desk.id, None)
    report = verify(file)
    assert report.entropy is not None
    assert (report.entropy["fresh"], report.words()[1]) == (6, "A referee had cards shuffled anew 6 times.")

    kinds = [decision["kind"] for decision in accounted(desk, file)["decisions"]]
    assert (kinds.count("went-back"), kinds.count("reshuffled")) == (6, 6)


def accounted(desk: Desk, file: bytes) -> dict[str, Any]:
    """The account in the game's document, which both verifiers make of its file, too."""
    with both_verifiers() as both:
        page, other = both.judge(orjson.loads(file))
    account: dict[str, Any] = desk.get().json["account"]
    assert account == page.account == other.account
    return account


def back_to(desk: Desk, version: int) -> None:
    case = desk.opened(about={"from": 1, "to": desk.version})
    assert desk.referee(1, f"/{case}/taking").status_code == 201
    because = {"clauses": ["table.legal"], "why_not_stand": "It does not suit."}
    answer = desk.rule(case, kind="backed-up", remedy={"to_version": version}, **because)
    assert (answer.status_code, answer.json["state"]) == (201, "final"), answer.json


def _as_of_table_3(audit: Any) -> Level:
    """L4 of a file whose game says that it is of a table with the desk of old form."""
    report = verify(audit)
    first = orjson.loads(audit["entries"][0])
    first["d"]["table"] = 3
    return rules_level({**audit, "entries": [orjson.dumps(first).decode(), *audit["entries"][1:]]}, report)
