"""What a referee sees beyond a spectator: exactly what was released to him, and nothing later."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.hidden import redact
from domain.table.fold import fold
from domain.table.referee import appealing, appointing, handling, opening, sight
from domain.table.referee.state import Desk, Release
from tests.table.referee.kit import Court, court, won_by

SEATS, VERSIONS = range(1, 5), range(1, 13)
RELEASES = st.builds(
    lambda referee, seats, stretch, ended: Release(
        1, referee, tuple(sorted(seats)), min(stretch), max(stretch), 12, 13 if ended else None
    ),
    st.integers(1, 3),
    st.frozensets(st.sampled_from(SEATS), min_size=1),
    st.tuples(st.sampled_from(VERSIONS), st.sampled_from(VERSIONS)),
    st.booleans(),
)


@given(st.lists(RELEASES, max_size=4))
def test_a_referee_has_exactly_the_eyes_that_were_released_to_him(releases: list[Release]) -> None:
    desk = Desk(releases=tuple(releases))
    for referee in (1, 2, 3):
        theirs = [it for it in releases if it.referee == referee and not it.ended]
        seen = {(s, v) for it in theirs for s in it.seats for v in range(it.first, it.last + 1)}
        visible = {(s, v) for s in SEATS for v in VERSIONS if sight.may_see(desk, referee, s, v)}
        assert visible == seen


def released(room: Court) -> tuple[int, int]:
    room.taken()
    first, last = room.case.first, room.case.last
    room.tell(handling.release, 1, 1, (1,), first, last, "why")
    return first, last


def eyes(room: Court, referee: int = 1) -> set[tuple[int, int]]:
    versions = range(1, room.table.version + 1)
    return {(s, v) for s in (1, 2) for v in versions if sight.may_see(room.desk, referee, s, v)}


@pytest.mark.parametrize("end", ["ruling", "resignation", "expiry"])
def test_a_release_ends_with_the_case_or_its_referee(end: str) -> None:
    room = court(False, True)
    first, last = released(room)
    assert eyes(room) == {(1, v) for v in range(first, last + 1)}
    assert eyes(room, 2) == set()
    if end == "ruling":
        room.rule()
    elif end == "resignation":
        room.tell(appointing.resign, 1)
    else:
        room.wait(3600)
        room.keep()
    assert eyes(room) == set()


def test_a_head_referee_asks_anew_and_sees_until_he_has_decided() -> None:
    room = court(False, True)
    first, last = released(room)
    room.rule("result", won_by(1))
    room.tell(appealing.appeal, 2, 1, "grounds")
    assert eyes(room, 2) == set()
    room.tell(handling.release, 2, 1, (2,), first, last, "why")
    assert eyes(room, 2) == {(2, v) for v in range(first, last + 1)}
    room.tell(appealing.decide, 2, 1, "found")
    assert eyes(room, 2) == set()


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 1000))
def test_eyes_at_a_version_know_what_the_seat_knew_then_and_nothing_later(seed: int) -> None:
    """Games go on to different ends from one position; through the eyes of that version nothing of them is seen."""
    one, other = (court(False, seed="same") for _ in range(2))
    released(one)
    version = one.case.last
    for room, luck in ((one, seed), (other, seed + 1)):
        room.rng = random.Random(luck)
    one.rule()
    one.play(6)
    other.play(6)
    redacted = [redact(fold(r.sitting.ruleset, r.log[:version]).game, 1) for r in (one, other)]
    assert redacted[0] == redacted[1]


def readers(room: Court, author: str) -> set[str | None]:
    asking: list[str | None] = ["seat:1", "seat:2", "referee:1", "referee:2", "organiser", None]
    return {who for who in asking if sight.may_read(room.hearing, room.case, author, who)}


def test_while_the_game_runs_texts_are_read_by_their_authors_and_the_referees() -> None:
    room = court(False).open()
    for author in ("seat:1", "seat:2"):
        assert readers(room, author) == {author, "referee:1"}
    room.tell(opening.state, 2, 1, "said")
    room.tell(handling.take, 1, 1)
    room.rule("stands")
    assert readers(room, "seat:1") == {"seat:1", "referee:1"}
    room.tell(appointing.dismiss, 1)
    assert readers(room, "seat:1") == {"seat:1"}


def test_once_the_game_is_over_and_statements_are_in_everybody_reads() -> None:
    everybody: set[Any] = {"seat:1", "seat:2", "referee:1", "referee:2", "organiser", None}
    room = court(False).play().open()
    assert readers(room, "seat:1") == {"seat:1", "referee:1"}
    room.wait(600)
    assert readers(room, "seat:1") == everybody
    room = court(False).play().taken()
    assert readers(room, "seat:2") == everybody
