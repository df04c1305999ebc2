"""Who may know what: the one function that decides which disclosures a viewer gets."""

from collections.abc import Iterable
from typing import Any

from domain.hidden import Hidden, Viewer, secrets_in
from domain.ledger.seal import ROOT

Place = tuple[int, str]
"""An entry number and a path in it: (4, "/d/order/7")."""


def disclosures_for(viewer: Viewer, log: Iterable[tuple[int, Any]]) -> list[Place]:
    """The places whose committed value this viewer may know, in log order.

    `log` holds (entry number, event) from the beginning up to the version asked for; what was taken back
    counts too, for it was seen. A viewer knows what was committed with him among the knowers, and what was
    opened to him later. Nested: a seat may know what a spectator may, and the auditor what any seat may.
    """
    known: dict[str, bool] = {}
    places: dict[str, Place] = {}
    for index, event in log:
        for path, it in secrets_in(event, ROOT):
            if isinstance(it, Hidden):
                place = f"{index}{path}"
                places[place], known[place] = (index, path), it.known_to(viewer)
            elif it.known_to(viewer):
                known[it.ref] = True
    return [place for ref, place in places.items() if known[ref]]
