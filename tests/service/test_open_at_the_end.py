"""What is over is open to everybody, at every version; what goes on tells nobody more for being asked so."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import orjson
import pytest

from domain.rulesets import registry
from service.identity.viewpoint import RequestedViewpoint
from service.queries import history, states
from service.queries.responses import QueryResponse
from service.queries.states import MAX_STATES
from tests.service.conftest import House
from tests.service.playing import auditor, fewest_seats, play
from tests.service.test_games import refused
from tests.soaking import soaked

HIDING = [id for id, ruleset in registry().items() if ruleset.traits.hidden_information]
hiding = pytest.mark.parametrize("ruleset", soaked(HIDING, rare=("nagaraja", "touche")))
Tokens = dict[int, str]


def played(house: House, ruleset: str, actions: int | None, **new: Any) -> tuple[str, Tokens]:
    game, tokens = house.seated(seats=fewest_seats(ruleset), ruleset=ruleset, draws="", **new)
    play(house, game, tokens, random.Random(4), actions)
    return game, tokens


def asked(house: House, game: str, token: str | None, reveal: bool) -> list[Callable[[], QueryResponse]]:
    """Everything about the past that can be asked with and without `reveal`."""
    repository = house.repository
    return [
        lambda: states.document_at(repository, game, token, 5, RequestedViewpoint(reveal)),
        lambda: states.documents_between(repository, game, token, 4, 7, RequestedViewpoint(reveal)),
        lambda: history.events(repository, game, token, 0, 1000, RequestedViewpoint(reveal)),
        lambda: history.event_lines(repository, game, token, 0, RequestedViewpoint(reveal)),
        lambda: history.replay(repository, game, token, "pl", RequestedViewpoint(reveal)),
    ]


def text(shown: QueryResponse) -> bytes:
    return shown.body if isinstance(shown.body, bytes) else b"".join(shown.body)


@hiding
def test_before_the_end_nobody_is_told_anything(house: House, ruleset: str) -> None:
    game, tokens = played(house, ruleset, 6)
    for token in (None, *tokens.values()):
        for ask in asked(house, game, token, True):
            with refused("forbidden"):
                ask()


@hiding
def test_at_the_end_everybody_is_told_what_an_auditor_is(house: House, ruleset: str) -> None:
    game, tokens = played(house, ruleset, None)
    whole = [text(ask()) for ask in asked(house, game, auditor(house, game), False)]
    for token in (None, *tokens.values()):
        before = [text(ask()) for ask in asked(house, game, token, False)]
        shown = [ask() for ask in asked(house, game, token, True)]
        for one, of_auditor in zip(shown, whole, strict=True):
            told = text(one).replace(f'"viewer":"{one.viewer}"'.encode(), b'"viewer":"auditor"')
            assert told == of_auditor
        assert before[2:4] != whole[2:4], "events hide what this viewer could not know"


@hiding
def test_the_board_is_open_at_every_version(house: House, ruleset: str) -> None:
    game, _ = played(house, ruleset, None)
    watching = auditor(house, game)
    for version in random.Random(2).sample(range(1, house.document(game)["version"] + 1), 12):
        open_to_all = orjson.loads(
            states.document_at(house.repository, game, None, version, RequestedViewpoint(True)).body
        )
        seen = orjson.loads(states.document_at(house.repository, game, watching, version).body)
        assert open_to_all["view"] == seen["view"]


def test_a_private_game_stays_private_when_it_is_over(house: House) -> None:
    game, tokens = played(house, "nagaraja", None, visibility="private")
    for token in (None, "made-up"):
        for ask in asked(house, game, token, True):
            with refused("not-found"):
                ask()
    for ask in asked(house, game, tokens[1], True):
        text(ask())


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("age-of-war", "nagaraja", "romans")))
def test_a_range_of_states_is_each_of_them(house: House, ruleset: str) -> None:
    game, tokens = played(house, ruleset, None)
    version, repository = house.document(game)["version"], house.repository
    for token in (None, tokens[1]):
        for first in (1, version - 29):
            shown = states.documents_between(repository, game, token, first, first + 29)
            one_by_one = [
                text(states.document_at(repository, game, token, v)) for v in range(first, first + 30)
            ]
            assert shown.body == b'{"states":[' + b",".join(one_by_one) + b"]}"


def test_a_range_goes_over_what_was_taken_back_and_who_left(house: House) -> None:
    from service.play import acting

    game, tokens = house.seated(ruleset="romans")
    for seat in (1, 1):
        house.act(game, tokens[seat], house.legal(game, tokens[seat])[0])
        acting.request_undo(acting.RequestUndo(game, tokens[seat]), house.context)
    version = house.document(game)["version"]
    shown = states.documents_between(house.repository, game, tokens[1], 1)
    found = orjson.loads(shown.body)["states"]
    assert [state["version"] for state in found] == list(range(1, version + 1))
    for state in found:
        alone = states.document_at(house.repository, game, tokens[1], state["version"]).body
        assert orjson.loads(alone) == state


def test_a_range_has_its_bounds(house: House) -> None:
    game, _tokens = played(house, "age-of-war", None)
    version = house.document(game)["version"]
    assert version > MAX_STATES
    repository = house.repository
    without_end = orjson.loads(states.documents_between(repository, game, None, 3).body)["states"]
    assert [state["version"] for state in without_end] == list(range(3, 3 + MAX_STATES))
    to_the_end = orjson.loads(states.documents_between(repository, game, None, version).body)["states"]
    assert [state["version"] for state in to_the_end] == [version]
    for first, last in ((5, 4), (1, MAX_STATES + 1), (version + 1, None), (version, version + 1)):
        with refused("malformed"):
            states.documents_between(repository, game, None, first, last)
