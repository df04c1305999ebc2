"""Who gets which disclosure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.hidden import AUDITOR, EVERYBODY, Hidden, Opened
from domain.ledger.audit import opened_places
from domain.ledger.knowledge import disclosures_for
from domain.ledger.seal import digest, disclosures, seal_event
from domain.ruleset import Event


class Drawn(Event, frozen=True, tag="drawn"):
    cards: tuple[Hidden[int], ...]


class Shown(Event, frozen=True, tag="shown"):
    cards: tuple[Opened[int], ...]


class Passed(Event, frozen=True, tag="passed"):
    seat: int


LOG = [
    (0, Drawn((Hidden(1, (1,)), Hidden(2, (2,)), Hidden(3, (1, 2)), Hidden(4), Hidden(5, (EVERYBODY,))))),
    (1, Passed(1)),
    (2, Shown((Opened(2, (1,), "0/d/cards/1"),))),
    (3, Shown((Opened(4, (EVERYBODY,), "0/d/cards/3"),))),
]


def known(viewer, upto: int = 4) -> set[int]:
    return {int(path.rpartition("/")[2]) for _, path in disclosures_for(viewer, LOG[:upto])}


@pytest.mark.parametrize(
    ("viewer", "after_1", "after_3", "after_4"),
    [
        (None, {4}, {4}, {3, 4}),
        (1, {0, 2, 4}, {0, 1, 2, 4}, {0, 1, 2, 3, 4}),
        (2, {1, 2, 4}, {1, 2, 4}, {1, 2, 3, 4}),
        (3, {4}, {4}, {3, 4}),
        (AUDITOR, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}),
    ],
)
def test_what_a_viewer_knows_at_a_version(viewer, after_1, after_3, after_4):
    assert (known(viewer, 1), known(viewer, 3), known(viewer, 4)) == (after_1, after_3, after_4)


knowers = st.lists(st.integers(0, 3), unique=True, max_size=3).map(tuple)
drawn = st.lists(st.builds(Hidden, st.integers(0, 9), knowers), max_size=5).map(lambda c: Drawn(tuple(c)))
shown = st.lists(
    st.builds(
        lambda i, n, to: Opened(0, to, f"{i}/d/cards/{n}"), st.integers(0, 5), st.integers(0, 5), knowers
    ),
    max_size=3,
).map(lambda c: Shown(tuple(c)))


@given(st.lists(drawn | shown, max_size=8))
def test_spectator_within_seat_within_auditor_and_growing(events):
    log = list(enumerate(events))
    by_viewer = {viewer: disclosures_for(viewer, log) for viewer in (None, 1, 2, 3, AUDITOR)}
    for seat in (1, 2, 3):
        assert set(by_viewer[None]) <= set(by_viewer[seat]) <= set(by_viewer[AUDITOR])
    assert by_viewer[AUDITOR] == [
        (i, f"/d/cards/{n}") for i, e in log if isinstance(e, Drawn) for n in range(len(e.cards))
    ]
    for size in range(len(log)):
        assert set(disclosures_for(1, log[:size])) <= set(by_viewer[1])


def test_the_disclosures_of_places_are_those_of_the_sealed_entry():
    k_salt = bytes(32)
    d, secrets = seal_event(LOG[0][1], 0, k_salt)
    listed = opened_places(disclosures_for(2, LOG[:1]), lambda index: disclosures(index, secrets, k_salt))
    assert [item.path for item in listed] == ["/d/cards/1", "/d/cards/2", "/d/cards/4"]
    assert [digest(item.disclosure) for item in listed] == [d["cards"][n]["..."] for n in (1, 2, 4)]
