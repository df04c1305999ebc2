"""Who may know what: the one function that decides which disclosures a viewer gets."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from domain.hidden import AUDITOR, Hidden, Viewer, secrets_in
from domain.ledger.seal import ROOT
from domain.ledger.signed_actions import PATH

Place = tuple[int, str]
"""An entry number and a path in it: (4, "/d/order/7")."""
Numbered = tuple[int, Any]
"""An entry number and its event."""


class SignedAction(NamedTuple):
    """What a seat signed: all entries of the action, of which the first has the signature."""

    seat: int
    entries: Sequence[Numbered]


def disclosures_for(
    viewer: Viewer, log: Sequence[Numbered], signed: Iterable[SignedAction] = ()
) -> list[Place]:
    """The places whose committed value this viewer may know, in log order.

    `log` begins with entry 0 and ends at the requested version; events taken back count too, because they were seen.
    Viewers know commitments that name them as knowers, and those opened to them later. A seat also knows what it signed;
    others know that once no secret is left in the action's events (an action may name a card that its events hide).
    Nested: a seat may know whatever a spectator may, and the auditor whatever any seat may.
    """
    known, public = _known(viewer, log), _known(None, log) if signed else {}
    places = [(n, path) for n, path, ref, it in _secrets(log) if isinstance(it, Hidden) and known[ref]]
    acted = [
        (action.entries[0][0], PATH)
        for action in signed
        if viewer in (AUDITOR, action.seat) or all(public[ref] for _, _, ref, _ in _secrets(action.entries))
    ]
    return sorted([*places, *acted], key=lambda place: place[0])


def _known(viewer: Viewer, log: Iterable[Numbered]) -> dict[str, bool]:
    """Whether this viewer knows each committed value, by its place."""
    known: dict[str, bool] = {}
    for _, _, ref, it in _secrets(log):
        known[ref] = known.get(ref, False) or it.known_to(viewer)
    return known


def _secrets(log: Iterable[Numbered]) -> Iterator[tuple[int, str, str, Any]]:
    """Everything committed or opened: entry number, path, and where it was committed."""
    for index, event in log:
        for path, it in secrets_in(event, ROOT):
            yield index, path, f"{index}{path}" if isinstance(it, Hidden) else it.ref, it
