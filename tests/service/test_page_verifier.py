"""Files of the service as the page's verifier judges them: as the independent one does, also with a member more or less."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from domain.ledger.merkle import Frontier, leaf_hash
from domain.rulesets import registry
from tests.service.conftest import House
from tests.service.test_auditing import audit, every_ruleset, played
from tests.soaking import soaked
from tests.verifier.mutations import assert_judged_alike
from tests.verifier.page_verifier import Both, both_verifiers

Json = dict[str, Any]


@pytest.fixture(scope="module")
def both() -> Iterator[Both]:
    with both_verifiers() as verifiers:
        yield verifiers


def honest_files(both: Both, house: House, ruleset: str, actions: int | None) -> list[Json]:
    """The files of a game for every kind of viewer; nothing fails in them."""
    game, viewers = played(house, ruleset, actions)
    files = [audit(house, game, token) for token in viewers.values()]
    for file in files:
        page, other = both.judge(file)
        assert page.agrees(other), (page, other)
        assert page.failed is None, page
    return files


def check(both: Both, house: House, file: Json, seeds: range) -> None:
    def sign(changed: Json) -> Json:
        head = Frontier().extend(leaf_hash(text.encode()) for text in changed["entries"])
        note = house.kronika.signer.checkpoint(changed["origin"], head.size, head.root())
        return changed | {"checkpoint": note}

    for seed in seeds:
        assert_judged_alike(both, file, seed, sign)


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("age-of-war", "romans", "touche")))
def test_files_of_the_service_are_judged_alike(both: Both, house: House, ruleset: str) -> None:
    check(both, house, honest_files(both, house, ruleset, 12)[-1], range(25))


@pytest.mark.soak
@every_ruleset
def test_files_of_finished_games_are_judged_alike(both: Both, house: House, ruleset: str) -> None:
    honest_files(both, house, ruleset, None)
    for actions in (12, 80):
        for file in honest_files(both, house, ruleset, actions):
            check(both, house, file, range(300))
