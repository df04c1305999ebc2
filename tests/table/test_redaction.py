"""What `redact` takes from a secret, and what it leaves."""

from __future__ import annotations

import msgspec
import pytest

from domain.hidden import AUDITOR, EVERYBODY, Hidden, Opened, Viewer, redact


class Card(msgspec.Struct, frozen=True):
    face: Hidden[str]
    shown: Opened[str]


class Hand(msgspec.Struct, frozen=True):
    cards: tuple[Card, ...]
    size: int = 1


FACE, SHOWN = Hidden("7H", (1, 3), "4/d/order/7"), Opened("AS", (2,), "4/d/order/8")
HAND = Hand((Card(FACE, SHOWN),))


@pytest.mark.parametrize(
    ("viewer", "face", "shown"),
    [
        (1, "7H", None),
        (2, None, "AS"),
        (3, "7H", None),
        (4, None, None),
        (None, None, None),
        (AUDITOR, "7H", "AS"),
    ],
)
def test_an_unknown_secret_loses_its_value_alone(viewer: Viewer, face: str | None, shown: str | None) -> None:
    expected = Card(Hidden(face, (1, 3), "4/d/order/7"), Opened(shown, (2,), "4/d/order/8"))
    assert redact(HAND, viewer) == Hand((expected,))


@pytest.mark.parametrize("viewer", [1, 2, None, AUDITOR])
def test_what_everybody_knows_is_left_as_it_is(viewer: Viewer) -> None:
    hand = Hand((Card(Hidden("7H", (EVERYBODY,)), Opened("AS", (EVERYBODY,), "4/d/order/8")),))
    assert redact(hand, viewer) is hand
