"""Audit files of every ruleset: what the verifier and the rules say of them, for every viewer."""

from __future__ import annotations

import random
from typing import Any

import orjson
import pytest

from domain.rulesets import registry
from service.identity.tokens import grant
from service.log.verifying import rules_level
from service.queries import auditing
from tests.service.conftest import House
from tests.service.leaves import sequence
from tests.soaking import soaked
from verifier import FAILED, PASSED, Known, verify, verify_all

every_ruleset = pytest.mark.parametrize("ruleset", list(registry()))


def played(
    house: House, ruleset: str, actions: int | None = None
) -> tuple[str, dict[str | None, str | None]]:
    """A game played at random, and a token for every kind of viewer."""
    seats = registry()[ruleset].traits.seats
    count = 2 if 2 in seats else seats[0]
    game, tokens = house.seated(seats=count, ruleset=ruleset)
    rng = random.Random(1)
    repository = house.kronika.repository
    done = 0
    while house.document(game)["status"] == "playing" and (actions is None or done < actions):
        token = tokens[rng.choice(repository.get(game).table.to_act)]
        house.act(game, token, rng.choice(house.legal(game, token)))
        done += 1
    house.kronika.store.append("", [], [grant(f"auditor-{game}", game, "auditor")])
    seen: dict[str | None, str | None] = {f"seat:{n}": token for n, token in tokens.items()}
    return game, {"spectator": None, **seen, "auditor": f"auditor-{game}"}


def audit(house: House, game: str, token: str | None) -> dict[str, Any]:
    return dict(orjson.loads(auditing.audit(house.repository, game, token)))


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("romans", "age-of-war", "touche")))
def test_finished_games_verify_for_every_viewer(house: House, ruleset: str) -> None:
    game, viewers = played(house, ruleset)
    for role, token in viewers.items():
        file = audit(house, game, token)
        report = verify(file)
        assert report.ok, report.table()
        assert report["L0"].status == report["L2"].status == PASSED
        assert (report["L3"].status, rules_level(file).status) == (PASSED, PASSED), (
            f"{role}: {report.table()}"
        )


@every_ruleset
def test_what_viewers_may_open_is_nested(house: House, ruleset: str) -> None:
    game, viewers = played(house, ruleset, actions=25)
    opened = {
        role: {d["disclosure"] for d in audit(house, game, token)["disclosures"]}
        for role, token in viewers.items()
    }
    for role in viewers:
        assert opened["spectator"] <= opened[role] <= opened["auditor"]


def test_an_audit_is_consistent_with_an_older_checkpoint(house: House) -> None:
    game, tokens = house.seated()
    older = auditing.checkpoint(house.repository, game, None)
    house.act(game, house.turn(game, tokens), {"type": "roll"})
    assert "the log was promised" in verify(audit(house, game, None), older=older)["L1"].detail
    sequence(house.kronika)
    head = house.repository.logs.current().head().note
    known = Known(older=older, heads=[head])
    assert verify_all({"": audit(house, game, None)}, known)[""]["L1"].status == PASSED
    other, _ = house.seated()
    assert verify(audit(house, other, None), older=older)["L1"].status == FAILED


def test_an_event_against_the_rules_is_found(house: House) -> None:
    game, _ = played(house, "age-of-war", actions=30)
    file = audit(house, game, None)
    place = next(i for i, entry in enumerate(file["entries"]) if '"t":"turn-ended"' in entry)
    swap = {'"next_seat":1': '"next_seat":2', '"next_seat":2': '"next_seat":1'}
    for right in [right for right in swap if right in file["entries"][place]]:
        file["entries"][place] = file["entries"][place].replace(right, swap[right], 1)
        break
    level = rules_level(file)
    assert level.status == FAILED
    assert level.entry is not None
    assert level.entry <= place
