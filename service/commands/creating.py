"""Setting a new table."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from typing import Any

import msgspec
import orjson

from domain.ledger import canonical
from domain.ledger.text import b64, b64u
from domain.ruleset import BadSetup, Edition, Ruleset
from domain.rulesets import registry
from domain.table import decisions
from domain.table.decisions import Refused
from domain.table.events import GameCreated
from service.access import grant
from service.commands.idempotency import KeyedRequest, Written
from service.commands.runner import CommandRunner, Reply
from service.log.keys import GameKeys
from service.log.repository import Repository


def malformed(field: str, detail: str) -> Refused:
    """A request that is well-formed JSON and still cannot be meant, with the place that is wrong."""
    return Refused("malformed", detail, errors={field: [detail]})


def edition_hash(edition: Edition) -> str:
    """SHA-256 of the edition's canonical JSON, in hex."""
    return hashlib.sha256(canonical.dumps(edition.components)).hexdigest()


class Creating(CommandRunner):
    def create(self, new: dict[str, Any], key: str | None) -> Reply:
        """A new game from `{"ruleset","seats","options"?,"visibility"?,"undo"?,"entropy"?}`."""
        keyed = KeyedRequest.of("games", "anyone", key, ["create", new])
        token = keyed.token(self.repository.signer)
        written = self.once(keyed, lambda: self._begin(new, keyed, token))
        return self._created(written.game, token)

    def _begin(self, new: dict[str, Any], keyed: KeyedRequest, token: str) -> Written:
        ruleset, options = chosen(new)
        game = uuid.uuid4()
        keys = GameKeys.fresh(game.hex, ruleset.traits.draws)
        setup = setup_of(self.repository, game, ruleset, options, keys, new)
        written = Written(game.hex, 1, 1)
        beside = [grant(token, game.hex, "organiser"), *keyed.remember(written)]
        self.repository.begin(decisions.create(ruleset, setup), keys, beside)
        return written

    def _created(self, game: str, token: str) -> Reply:
        checkpoint = self.repository.checkpoint(self.repository.get_at(game, 1))
        body = {"id": game, "organiser_token": token, "version": 1, "checkpoint": checkpoint}
        return Reply(201, orjson.dumps(body), 1, f"/v1/games/{game}")


def chosen(new: dict[str, Any]) -> tuple[Ruleset[Any], Any]:
    """The ruleset and its options, checked against each other and the seats."""
    ruleset = registry().get(new["ruleset"])
    if ruleset is None:
        raise malformed("ruleset", f"There is no such ruleset; choose one of {', '.join(registry())}.")
    try:
        options = msgspec.convert(new.get("options", {}), ruleset.options)
    except msgspec.ValidationError as error:
        raise malformed("options", str(error)) from error
    allowed = ruleset.traits.seats
    if new["seats"] not in allowed:
        raise malformed("seats", f"{ruleset.name['en']} is played by {', '.join(map(str, allowed))}.")
    try:
        ruleset.check(new["seats"], options)
    except BadSetup as bad:
        field = bad.field if bad.field == "seats" else f"options.{bad.field}"
        raise malformed(field, f"{bad.detail} ({bad.rule})") from bad
    return ruleset, options


def setup_of(
    repository: Repository,
    game: uuid.UUID,
    ruleset: Ruleset[Any],
    options: Any,
    keys: GameKeys,
    new: dict[str, Any],
) -> GameCreated:
    edition = ruleset.newest
    return GameCreated(
        **identity(repository, game, keys),
        ruleset=ruleset.id,
        edition=edition.id,
        edition_hash=edition_hash(edition),
        rules=ruleset.rules,
        seats=new["seats"],
        options=msgspec.to_builtins(options),
        visibility=new.get("visibility", "public"),
        undo=new.get("undo", "free"),
        entropy=new.get("entropy", "direct"),
    )


def identity(repository: Repository, game: uuid.UUID, keys: GameKeys) -> dict[str, Any]:
    """The fields of `GameCreated` that make a log this one and no other."""
    origin = f"{repository.host}/g/{game}"
    return {
        "game": game.hex,
        "origin": origin,
        "nonce": b64u(secrets.token_bytes(16)),
        "draw_roots": tuple(b64(root) for root in keys.tree.roots()),
        "draw_count": keys.tree.slots,
        "vkey": repository.signer.vkey(origin),
    }
