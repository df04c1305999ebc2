"""Who holds a replay asks for what is new, and has then exactly the whole, whatever was taken back meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest

from service.identity import hiding
from service.queries import history
from service.tables import seating
from tests.service.conftest import House
from tests.service.courses import COURSES, Course, an_analysis, every_course, with_rulings
from tests.service.playing import auditor
from tests.soaking import soaked

Replay = dict[str, Any]
TOLD = ("frames", "chapters")


def replay(house: House, game: str, token: str | None, after: int = 0, **asked: Any) -> Replay:
    return dict(orjson.loads(history.replay(house.repository, game, token, "en", after=after, **asked).body))


def joined(held: Replay, part: Replay) -> Replay:
    """As the documentation of the operation says."""
    kept = {of: [it for it in held[of] if it["version"] <= part["from"] and "game" not in it] for of in TOLD}
    past = {of: [it for it in part[of] if "game" in it] for of in TOLD}
    new = {of: [it for it in part[of] if "game" not in it] for of in TOLD}
    return {**part, "from": 0, **{of: [*past[of], *kept[of], *new[of]] for of in TOLD}}


@every_course((with_rulings, "romans"), (an_analysis, "age-of-war"))
@pytest.mark.parametrize("labels", soaked([False, True], rare=[False]))
def test_the_old_part_and_the_new_are_the_whole(
    house: House, ruleset: str, course: Callable[[House, str], Iterator[Course]], labels: bool
) -> None:
    """For every viewer, from every earlier look on; also where some of the old is left out because it was taken back."""
    held: dict[str | None, list[Replay]] = {}
    shorter = 0
    for game, tokens in course(house, ruleset):
        viewers = list(held) or [*tokens, auditor(house, game)]
        for token in viewers:
            whole = replay(house, game, token, labels=labels)
            assert whole["from"] == 0
            for earlier in held.setdefault(token, []):
                part = replay(house, game, token, earlier["version"], labels=labels)
                assert joined(earlier, part) == whole
                shorter += 0 < part["from"] < earlier["version"]
            held[token].append(whole)
    assert shorter


def test_frames_say_whose_turn_begins_and_what_tells_it(house: House) -> None:
    *_, (game, _) = COURSES[0](house, "age-of-war")
    whole = replay(house, game, None)
    begun = {frame["version"]: frame for frame in whole["frames"] if "turn" in frame}
    chapters = {chapter["version"] for chapter in whole["chapters"]}
    assert chapters
    assert chapters <= set(begun)
    assert all(begun[version]["actor"] == f"seat:{begun[version]['turn']}" for version in chapters)
    told = {frame["type"] for frame in whole["frames"] if "headline" in frame}
    assert told <= {"castle-conquered", "clan-completed", "game-ended"}
    assert all(("headline" in frame) == (frame["type"] in told) for frame in whole["frames"])


def test_whoever_sits_down_in_place_of_another_changes_what_was_told(house: House) -> None:
    game, organiser = house.create(seats=2)
    house.sit(game, organiser, {"name": "Ala", "seat": 1})
    held = replay(house, game, None)
    assert "Ala" in held["frames"][-1]["text"]
    seating.free(seating.Free(game, organiser, 1), house.context)
    house.sit(game, organiser, {"name": "Ola", "seat": 1})
    whole = replay(house, game, None)
    assert joined(held, replay(house, game, None, held["version"])) == whole
    assert "Ala" not in str(whole)


def test_what_the_log_does_not_have_is_told_whole(house: House) -> None:
    game, _ = house.seated()
    whole = replay(house, game, None)
    for after in (0, whole["version"] + 1):
        assert replay(house, game, None, after) == whole
    part = replay(house, game, None, whole["version"])
    assert (part["frames"], part["chapters"], part["from"]) == ([], [], whole["version"])


def test_other_names_show_in_the_revision(house: House) -> None:
    game, _ = house.seated()
    held = replay(house, game, None)
    hiding.hide_names(house.kronika.store, hiding.names_at_seat(game, 1))
    part = replay(house, game, None, held["version"])
    assert part["document_revision"] != held["document_revision"]
    assert part["document_revision"] == house.document(game)["document_revision"]
