"""A dishonest operator, who has changed the service: what his files hold is judged as a stranger judges it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import orjson
import pytest

from domain.draws import Words
from domain.ruleset import Event
from domain.table.events import Disputes, RulesChanged
from domain.table.fold import Fold
from domain.table.referee.events import GameVoided, ResultSet
from engine.logs import BadFile, read
from service.log import mapper
from service.log.verifying import rules_level
from service.tables import seating
from tests.service.chairs import Chair
from tests.service.conftest import House, said
from tests.service.playing import auditor
from tests.service.test_auditing import audit
from tests.service.test_portable import forged
from tests.service.test_seating import ctx_of, reveal
from tests.service.test_signing import act, signed
from verifier import FAILED, NOT_AVAILABLE, PASSED, verify

Tamper = Callable[[dict[str, Any]], None]
RESULT = ResultSet(1, (1,), ((1,), (2,)), {"1": 1, "2": 0})
PLANS = {"age-of-war": 30, "touche": 30}


def seated(house: House, ruleset: str) -> tuple[str, list[Chair], list[str]]:
    """A game that has begun, whose two seats have seeds and keys."""
    game, _ = house.create(ruleset=ruleset)
    chairs = [Chair(ctx_of(house, game), n, bytes([n]) * 32, bytes([64 + n]) * 32) for n in (1, 2)]
    tokens = [
        str(said(seating.join(seating.Join(game, None, it.taking()), house.context))["token"])
        for it in chairs
    ]
    for chair, token in zip(chairs, tokens, strict=True):
        reveal(house, game, token, *chair.opening(chairs))
    return game, chairs, tokens


def play_signed(house: House, game: str, chairs: list[Chair], tokens: list[str], actions: int) -> None:
    rng = random.Random(1)
    for _ in range(actions):
        to_act = house.document(game)["to_act"]
        if not to_act:
            return
        seat = rng.choice(to_act) - 1
        action = rng.choice(house.legal(game, tokens[seat]))
        act(house, game, chairs[seat], tokens[seat], signed(house, game, chairs[seat], action))


def nodes(tree: Any) -> list[dict[str, Any]]:
    """All objects of some data."""
    inner = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list | tuple) else ()
    return [*([tree] if isinstance(tree, dict) else []), *(it for item in inner for it in nodes(item))]


def more_in_draws(data: dict[str, Any]) -> None:
    for node in nodes(data):
        if {"epoch", "slot"} <= node.keys():
            node["x"] = 0


def more_in_openings(data: dict[str, Any]) -> None:
    for node in nodes(data):
        if {"of", "to"} <= node.keys() and "slot" not in node:
            node["x"] = 0


def more_at_the_top(data: dict[str, Any]) -> None:
    if "nonce" not in data:
        data["x"] = 0


def written_with(monkeypatch: pytest.MonkeyPatch, tamper: Tamper) -> None:
    """From now on the service writes events so; it reads them as ever."""
    honest = mapper.seal_event

    def seal_event(*args: Any) -> Any:
        data, secrets = honest(*args)
        tamper(data)
        return data, secrets

    monkeypatch.setattr(mapper, "seal_event", seal_event)


def all_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every die a 1 but where two dice say who begins, and decks that stay sorted."""
    monkeypatch.setattr(Words, "roll", lambda self, sides: (1, 2) if len(sides) == 2 else (1,) * len(sides))
    monkeypatch.setattr(Words, "shuffle", lambda self, items: list(items))


CASES = [
    ("age-of-war", more_in_draws),
    ("touche", more_in_draws),
    ("touche", more_in_openings),
    ("romans", more_at_the_top),
]


@pytest.mark.parametrize(("ruleset", "tamper"), CASES)
def test_no_event_with_a_member_more_follows_from_the_rules(
    house: House, monkeypatch: pytest.MonkeyPatch, ruleset: str, tamper: Tamper
) -> None:
    written_with(monkeypatch, tamper)
    if tamper is more_in_draws:
        all_ones(monkeypatch)
    game, chairs, tokens = seated(house, ruleset)
    play_signed(house, game, chairs, tokens, PLANS.get(ruleset, 12))
    file = audit(house, game, auditor(house, game))
    level = rules_level(file)
    assert level.status == FAILED
    assert level.entry is not None
    assert '"x":0' in file["entries"][level.entry]


def test_both_levels_name_the_same_draws(house: House) -> None:
    game, chairs, tokens = seated(house, "age-of-war")
    play_signed(house, game, chairs, tokens, 6)
    file = audit(house, game, auditor(house, game))
    report, n = verify(file), len(verify(file).draws)
    assert n > 2
    passed = rules_level(file, report)
    assert (passed.status, f"{n} draws by the rules, the same {n} checked" in passed.detail) == (PASSED, True)
    first, second, *rest = report.draws
    less = [first, *rest]
    more = [*report.draws, second._replace(path="/d/other")]
    other = [first, second._replace(slot=second.slot + 1), *rest]
    for found in (less, more, other):
        level = rules_level(file, replace(report, draws=tuple(found)))
        assert (level.status, level.entry) == (FAILED, second.entry)


def through_a_window(house: House, game: str, forged: Event) -> int:
    """Have an event written under rules that nobody has; the version before them."""
    loaded = house.repository.get(game)
    fold, before = Fold(loaded.ruleset, loaded.table), loaded.version
    for event in (RulesChanged(999), forged, RulesChanged(loaded.ruleset.rules)):
        fold.begin_action("table")
        fold.record(event)
    house.repository.commit(loaded, fold)
    return before


@pytest.mark.parametrize(("forged", "status"), [(RESULT, NOT_AVAILABLE), (GameVoided(1), FAILED)])
def test_no_game_is_decided_in_a_window_under_rules_that_nobody_has(
    house: House, forged: Event, status: str
) -> None:
    game, chairs, tokens = seated(house, "age-of-war")
    play_signed(house, game, chairs, tokens, 4)
    before = through_a_window(house, game, forged)
    level = rules_level(audit(house, game, auditor(house, game)))
    assert level.status == status, level
    told = f"entries {before + 1} to {before + 1} are decided by revision 999"
    assert (told in level.detail) == (status == NOT_AVAILABLE)


def test_a_game_that_cannot_be_folded_through_a_window_is_no_game_to_read(house: House) -> None:
    game, chairs, tokens = seated(house, "age-of-war")
    play_signed(house, game, chairs, tokens, 4)
    through_a_window(house, game, GameVoided(1))

    def completing_nothing(n: int, text: str) -> str:
        body = orjson.loads(text)
        if body["t"] == "game-voided":
            body |= {"t": "clan-completed", "d": {"clan": "nowhere", "points": 1, "seat": 7}}
        return orjson.dumps(body, option=orjson.OPT_SORT_KEYS).decode()

    file = forged({"audit": audit(house, game, auditor(house, game))}, house, completing_nothing)["audit"]
    assert rules_level(file).status == NOT_AVAILABLE
    with pytest.raises(BadFile, match="is not known"):
        read(file)


TERMS: list[tuple[str, dict[str, Any]]] = [
    ("age-of-war", {"seats": 7}),
    ("age-of-war", {"undo": "whenever"}),
    ("age-of-war", {"visibility": "dim"}),
    ("age-of-war", {"disputes": {**msgspec.to_builtins(Disputes()), "answer_within": -1}}),
    ("romans", {"options": {"neutral_clans": 7}}),
    ("romans", {"options": {"neutral_clans": "1"}}),
    ("romans", {"options": {"legions": 2}}),
]


@pytest.mark.parametrize(("ruleset", "terms"), TERMS, ids=str)
def test_no_table_is_opened_on_terms_that_the_rules_do_not_have(
    house: House, ruleset: str, terms: dict[str, Any]
) -> None:
    game, _ = house.create(ruleset=ruleset)

    def with_terms(more: dict[str, Any]) -> Callable[[int, str], str]:
        def changed(n: int, text: str) -> str:
            body = orjson.loads(text)
            body["d"] |= more
            return orjson.dumps(body, option=orjson.OPT_SORT_KEYS).decode()

        return changed

    honest = {"audit": audit(house, game, None)}
    assert rules_level(honest["audit"]).status == PASSED
    level = rules_level(forged(honest, house, with_terms(terms))["audit"])
    assert (level.status, level.entry) == (FAILED, 0), level
    assert "there is no such table" in level.detail
    with pytest.raises(BadFile, match="there is no such table"):
        read(forged(honest, house, with_terms(terms))["audit"])
    elsewhere = rules_level(forged(honest, house, with_terms({**terms, "rules": 999}))["audit"])
    assert (elsewhere.status, "needs revision 999" in elsewhere.detail) == (NOT_AVAILABLE, True)


def test_what_fails_any_level_is_no_game_to_read(house: House) -> None:
    """Not an error of a later step, either: what is disclosed there is no JSON."""
    game, chairs, tokens = seated(house, "touche")
    play_signed(house, game, chairs, tokens, 4)
    file = audit(house, game, auditor(house, game))
    read(file)
    file["disclosures"][0]["disclosure"] = "AAAA"
    with pytest.raises(BadFile, match="L2: a disclosure does not read"):
        read(file)
