"""The ledger as people read it: checkpoints, entries, proofs, disclosures, opened draws, the audit file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from domain.hidden import REFEREE
from domain.ledger import audit as audit_file
from domain.ledger.knowledge import disclosures_for
from domain.ledger.merkle import consistency_path, inclusion_path, leaf_hash
from domain.ledger.text import b64, from_b64u
from domain.table.decisions import Refused
from service.access import Caller
from service.log.loaded import LoadedGame
from service.log.mapper import from_rows
from service.queries.opened_keys import all_open, opened_draws, opened_keys
from service.queries.reading import Reading
from service.store import Row


class Auditing(Reading):
    def checkpoint(self, game: str, token: str | None) -> str:
        """The signed head of the log, as a note."""
        return self.repository.checkpoint(self.seen(game, token)[0])

    def entries(self, game: str, token: str | None, from_: int, to: int | None) -> bytes:
        """The bytes of entries `from_`..`to`-1, one a line; to the end without `to`."""
        loaded, _ = self.seen(game, token)
        end = loaded.version if to is None else to
        _check_range(from_, end, loaded.version)
        return b"".join(entry + b"\n" for entry in self.repository.store.entries(game, from_, end))

    def proof(self, game: str, token: str | None, index: int, size: int | None) -> dict[str, Any]:
        """That entry `index` stands in the log of `size` entries."""
        loaded, _ = self.seen(game, token)
        size = loaded.version if size is None else size
        _check_range(index + 1, size, loaded.version)
        path = inclusion_path(self._leaves(game, size), index)
        return {"index": index, "size": size, "path": [b64(node) for node in path]}

    def consistency(self, game: str, token: str | None, from_: int, to: int | None) -> dict[str, Any]:
        """That the log of `to` entries begins with the log of `from_` entries."""
        loaded, _ = self.seen(game, token)
        size = loaded.version if to is None else to
        _check_range(from_, size, loaded.version)
        path = consistency_path(self._leaves(game, size), from_)
        return {"from": from_, "to": size, "path": [b64(node) for node in path]}

    def _leaves(self, game: str, size: int) -> list[bytes]:
        return [leaf_hash(entry) for entry in self.repository.store.entries(game, 0, size)]

    def disclosures(self, game: str, token: str | None) -> dict[str, Any]:
        """What this viewer may open."""
        loaded, caller = self.seen(game, token)
        rows = self.repository.store.rows(game, 0, loaded.version)
        return {"version": loaded.version, "disclosures": _disclosed(loaded, caller, rows)}

    def draws(self, game: str, token: str | None) -> dict[str, Any]:
        """The keys of every draw that everybody may check now, and the seeds mixed into them."""
        loaded, caller = self.seen(game, token)
        seeds = [audit_file.seed_json(seed) for seed in _seeds(loaded)]
        return {
            "version": loaded.version,
            "seeds": seeds,
            "draws": opened_draws(loaded, self.log(loaded), caller.viewer),
        }

    def audit(self, game: str, token: str | None) -> bytes:
        """One file with everything that this viewer needs to check the game without the service."""
        return audit_file.audit_bytes(self.audit_of(*self.seen(game, token)))

    def audit_of(self, loaded: LoadedGame, caller: Caller) -> dict[str, Any]:
        rows = self.repository.store.rows(loaded.id, 0, loaded.version)
        log = from_rows(rows, loaded.types)
        setup = loaded.table.setup
        return audit_file.audit_file(
            game=setup.game,
            origin=setup.origin,
            entries=[row.entry for row in rows],
            disclosed=_disclosed(loaded, caller, rows),
            seeds=_seeds(loaded),
            draws=opened_keys(loaded, log, caller.viewer),
            checkpoint=self.repository.checkpoint(loaded),
            vkey=setup.vkey,
            ruleset=setup.ruleset,
            edition=setup.edition,
        )


def _disclosed(loaded: LoadedGame, caller: Caller, rows: list[Row]) -> list[dict[str, Any]]:
    log = [(logged.version - 1, logged.event) for logged in from_rows(rows, loaded.types)]

    def disclosures_of(index: int) -> Mapping[str, str]:
        return loaded.keys.disclosures(index, orjson.loads(rows[index].secrets))

    places = disclosures_for(REFEREE if all_open(loaded) else caller.viewer, log)
    return audit_file.opened_places(places, disclosures_of)


def _seeds(loaded: LoadedGame) -> list[audit_file.Seed]:
    return [audit_file.Seed(s.epoch, s.seat, from_b64u(s.seed), s.by) for s in loaded.table.seeds]


def _check_range(from_: int, to: int, size: int) -> None:
    if not 0 <= from_ <= to <= size:
        raise Refused("not-found", f"This log has {size} entries.", version=size)
