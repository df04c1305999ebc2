"""Who holds an audit file asks for what is new, and has then the whole file again, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest

from domain.rulesets import registry
from service.queries import auditing
from tests.service.conftest import House
from tests.service.courses import Course, an_analysis, every_course, with_rulings
from tests.service.playing import auditor, fewest_seats, play
from tests.soaking import soaked
from verifier import verify

File = dict[str, Any]


def audit(house: House, game: str, token: str | None, after: int = 0) -> File:
    return dict(orjson.loads(auditing.audit(house.repository, game, token, after)))


def joined(held: File, part: File) -> File:
    """As docs/ledger.md says, section 9."""
    if "from" not in part:
        return part
    assert part["format"] == "kronika-audit-part/1"
    touched = {it["index"] for it in part["disclosures"]}
    kept = [it for it in held["disclosures"] if it["index"] not in touched]
    whole = {
        **part,
        "format": held["format"],
        "entries": [*held["entries"][: part["from"]], *part["entries"]],
        "disclosures": sorted([*kept, *part["disclosures"]], key=lambda it: it["index"]),
        "draws": [*held["draws"], *part["draws"]],
    }
    del whole["from"]
    return whole


@every_course((with_rulings, "romans"), (an_analysis, "touche"))
def test_the_old_part_and_the_new_are_the_whole(
    house: House, ruleset: str, course: Callable[[House, str], Iterator[Course]]
) -> None:
    """For every viewer, from every earlier look on."""
    parts = 0
    held: dict[str | None, list[File]] = {}
    for game, tokens in course(house, ruleset):
        for token in list(held) or [*tokens, auditor(house, game)]:
            whole = audit(house, game, token)
            for earlier in held.setdefault(token, []):
                part = audit(house, game, token, len(earlier["entries"]))
                assert joined(earlier, part) == whole
                parts += part.get("from") == len(earlier["entries"])
            held[token].append(whole)
    assert parts


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("age-of-war", "touche")))
def test_also_when_the_game_ends_and_all_of_it_opens(house: House, ruleset: str) -> None:
    game, tokens = house.seated(seats=fewest_seats(ruleset), ruleset=ruleset)
    viewers = [None, *tokens.values(), auditor(house, game)]
    play(house, game, tokens, random.Random(3), 10)
    held = [audit(house, game, token) for token in viewers]
    play(house, game, tokens, random.Random(4))
    for token, earlier in zip(viewers, held, strict=True):
        file = joined(earlier, audit(house, game, token, len(earlier["entries"])))
        assert file == audit(house, game, token)
        assert verify(file).ok


def test_a_part_is_taken_for_no_file_and_who_holds_too_much_gets_the_whole(house: House) -> None:
    game, _ = house.seated()
    whole = audit(house, game, None)
    part = audit(house, game, None, 3)
    assert (part["from"], part["entries"]) == (3, whole["entries"][3:])
    assert not verify(part).ok
    assert audit(house, game, None, len(whole["entries"]) + 1) == whole
