"""A game's audit file and its game file, made from the log for one viewer. The same log gives the same bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import orjson
from msgspec import UNSET, UnsetType

from domain.hidden import AUDITOR, Viewer
from domain.ledger import audit
from domain.ledger.knowledge import Place, SignedAction, disclosures_for
from domain.ledger.text import from_b64u
from domain.table.actors import seat_of
from domain.table.state import Logged
from projections.documents.ledger import GameFile, Person
from projections.documents.notes import Note
from projections.people import nameless
from service.log.cosignatures import cosignatures_of
from service.log.disclosed_keys import disclosed_slots, fully_disclosed
from service.log.loaded import LoadedGame
from service.log.mapper import from_rows
from service.log.notes import notes_of
from service.log.repository import Repository
from service.log.transparency.leaf_lists import leaf_list_of
from service.store import Row

FORMAT = "kronika-game/2"
UNSIGNED = ("players", "notes")


def game_file(repository: Repository, loaded: LoadedGame, viewer: Viewer) -> bytes:
    """The game file (docs/portable.md): complete once the game is over and nothing in it is secret any more."""
    return _file(repository, loaded, viewer, notes_of(repository.store, loaded))


def impersonal_file(repository: Repository, loaded: LoadedGame) -> bytes:
    """The game file for everybody, without anything that persons chose or wrote: names are `#1`, `#2`, and there are no notes."""
    return _file(repository, loaded._replace(players=nameless(loaded.players)), None, ())


def _file(repository: Repository, loaded: LoadedGame, viewer: Viewer, notes: tuple[Note, ...]) -> bytes:
    seated = sorted(loaded.players.items())
    people = tuple(Person(seat=seat, name=player.name, bot=player.bot) for seat, player in seated)
    whole = audit_of(repository, loaded, viewer)
    file = GameFile(
        format=FORMAT,
        audit=whole,
        players=people,
        notes=notes,
        unsigned=UNSIGNED,
        incomplete=_lacks(loaded),
    )
    return audit.audit_bytes(file)


def _lacks(loaded: LoadedGame) -> str | UnsetType:
    """Why no service imports a file of this game; UNSET when it is over, and so open to everybody."""
    if loaded.table.forked is not None:
        return "This is an analysis, which exists only on the service that made it."
    if not fully_disclosed(loaded):
        return "The game was not over when this file was saved, so its secrets are missing."
    if loaded.table.desk.case is not None:
        return "A case of this game was open when this file was saved."
    return UNSET


def audit_of(repository: Repository, loaded: LoadedGame, viewer: Viewer, held: int = 0) -> audit.AuditFile:
    """The audit file (docs/ledger.md): everything that this viewer needs to check the game without the service.

    A client that holds the file of the version `held` gets only what is new, or the whole file if the two do not match
    or the log cannot be replayed.
    """
    rows = repository.store.rows(loaded.id, 0, loaded.version)
    log = from_rows(rows, loaded.types)
    now, after = _open_to(viewer, loaded, log), 0
    if 0 < held <= loaded.version and loaded.unreadable is None:
        then = _open_to(viewer, repository.versions.at(loaded, held), log[:held])
        if now.extends(then):
            now, after = now.since(then), held
    setup = loaded.table.setup
    return audit.audit_file(
        game=setup.game,
        origin=setup.origin,
        entries=[row.entry for row in rows[after:]],
        disclosed=_opened(loaded, now.places, rows),
        seeds=seeds_of(loaded),
        draws=[loaded.keys.opened(*slot) for slot in now.slots],
        checkpoint=repository.heads.checkpoint(loaded),
        cosignatures=cosignatures_of(repository, loaded),
        service_log=leaf_list_of(repository.store, loaded) or UNSET,
        vkey=setup.vkey,
        ruleset=setup.ruleset,
        edition=setup.edition,
        after=after,
    )


class Openings(NamedTuple):
    """What is disclosed to a viewer at a version: hidden values, and the keys of draws."""

    places: Sequence[Place]
    slots: Sequence[tuple[int, int]]

    def extends(self, then: Openings) -> bool:
        """Whether everything that was disclosed then still is, and new draws come after the earlier ones."""
        return set(then.places) <= set(self.places) and self.slots[: len(then.slots)] == then.slots

    def since(self, then: Openings) -> Openings:
        """What is new: all places of each entry of which more is disclosed."""
        touched = {index for index, path in set(self.places) - set(then.places)}
        places = [place for place in self.places if place[0] in touched]
        return Openings(places, self.slots[len(then.slots) :])


def _open_to(viewer: Viewer, loaded: LoadedGame, log: Sequence[Logged]) -> Openings:
    return Openings(_places(loaded, viewer, log), disclosed_slots(loaded, log, viewer))


def disclosed(
    loaded: LoadedGame, viewer: Viewer, rows: Sequence[Row], log: Sequence[Logged]
) -> list[audit.Disclosure]:
    """The disclosures that this viewer may have. `log` is what `rows` decode to."""
    return _opened(loaded, _places(loaded, viewer, log), rows)


def _opened(loaded: LoadedGame, places: Sequence[Place], rows: Sequence[Row]) -> list[audit.Disclosure]:
    def disclosures_of(index: int) -> Mapping[str, str]:
        return loaded.keys.disclosures(index, orjson.loads(rows[index].secrets or b"{}"))

    return audit.opened_places(places, disclosures_of)


def _places(loaded: LoadedGame, viewer: Viewer, log: Sequence[Logged]) -> list[Place]:
    """The hidden values that are disclosed to this viewer, at the version loaded."""
    knower = AUDITOR if fully_disclosed(loaded) else viewer
    numbered = [(logged.version - 1, logged.event) for logged in log]
    return disclosures_for(knower, numbered, _signed_actions(log))


def _signed_actions(log: Sequence[Logged]) -> list[SignedAction]:
    if not any(logged.sig and logged.sig.h for logged in log):
        return []
    actions = [list(action) for _, action in groupby(log, key=lambda logged: logged.action)]
    return [
        SignedAction(seat_of(action[0].actor), [(logged.version - 1, logged.event) for logged in action])
        for action in actions
        if action[0].sig is not None and action[0].sig.h is not None
    ]


def seeds_of(loaded: LoadedGame) -> list[audit.Seed]:
    return [audit.Seed(s.seat, from_b64u(s.seed)) for s in loaded.table.seats.seeds]
