"""Setting a new table."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import msgspec

from domain.ledger.editions import edition_hash
from domain.ledger.text import b64u
from domain.ruleset import Ruleset
from domain.table import decisions
from domain.table.events import Disputes, GameCreated
from domain.table.referee.terms import check_terms
from domain.table.terms import chosen
from projections.documents import commands as documents
from service.access import ORGANISER
from service.commands.context import Context
from service.commands.idempotency import Request, Written, once
from service.commands.runner import Reply
from service.log.keys import GameKeys
from service.log.keys_ahead import Drawn
from service.log.repository import Repository
from service.store import Conflict
from service.tokens import grant

TRIES = 3
"""How often keys made ahead are tried."""


class Create(NamedTuple):
    """A new game with the terms `{"ruleset","seats","options"?,"visibility"?,"undo"?,"disputes"?}`."""

    terms: dict[str, Any]
    key: str | None = None


def create(command: Create, context: Context) -> Reply:
    """Answers with the game's id and the organiser's token."""
    repository = context.repository
    request = Request.of("games", "anyone", command.key, ["create", command.terms], mints=True)
    token = request.token(repository.signer)
    written = once(repository.store, request, partial(_begin, command.terms, context, request, token))
    checkpoint = repository.checkpoint(repository.get_at(written.game, 1))
    made = documents.GameCreated(id=written.game, organiser_token=token, version=1, checkpoint=checkpoint)
    return Reply(201, msgspec.json.encode(made), 1, f"/v1/games/{written.game}", written.again)


def _begin(terms: dict[str, Any], context: Context, request: Request, token: str) -> Written:
    """Somebody else may be quicker to take the same keys that were made ahead."""
    ruleset, options = chosen(terms)
    agreed = {**agreed_on(ruleset, terms), "options": options}
    for _ in range(TRIES):
        drawn = context.keys_ahead.take(ruleset.traits.draws)
        if drawn is None:
            break
        with suppress(Conflict):
            return _place(ruleset, agreed, drawn, context.repository, request, token)
    fresh = Drawn(GameKeys.fresh(uuid.uuid4().hex, ruleset.traits.draws), [])
    return _place(ruleset, agreed, fresh, context.repository, request, token)


def _place(
    ruleset: Ruleset[Any],
    agreed: dict[str, Any],
    drawn: Drawn,
    repository: Repository,
    request: Request,
    token: str,
) -> Written:
    keys, taken = drawn
    game = uuid.UUID(bytes=keys.game)
    setup = setup_of(ruleset, identity(repository, game, keys.roots, keys.slots), agreed)
    written = Written(game.hex, 1, 1)
    beside = [*taken, grant(token, game.hex, ORGANISER), *request.remember(written)]
    repository.begin(decisions.create(ruleset, setup), keys, beside)
    return written


def agreed_on(ruleset: Ruleset[Any], terms: dict[str, Any]) -> dict[str, Any]:
    """What all games under these terms have in common, as entry 0 holds it."""
    edition = ruleset.newest
    return {
        "ruleset": ruleset.id,
        "edition": edition.id,
        "edition_hash": edition_hash(edition),
        "seats": terms["seats"],
        "visibility": terms.get("visibility", "public"),
        "undo": terms.get("undo", "free"),
        "disputes": _dispute_terms(terms.get("disputes", {})),
    }


def _dispute_terms(given: dict[str, Any] | None) -> dict[str, Any] | None:
    if given is None:
        return None
    terms = Disputes(**given)
    check_terms(terms)
    return dict(msgspec.to_builtins(terms))


def setup_of(ruleset: Ruleset[Any], identity: dict[str, Any], agreed: dict[str, Any]) -> GameCreated:
    """The first event of a game: `agreed` is what `agreed_on` gives and the options."""
    data = {**identity, **agreed, "rules": ruleset.rules}
    return msgspec.convert(msgspec.to_builtins(data), GameCreated)


def identity(repository: Repository, game: uuid.UUID, roots: Sequence[str], slots: int) -> dict[str, Any]:
    """The fields of `GameCreated` that make a log this one and no other; `roots` of its draw keys (base64)."""
    origin = f"{repository.host}/g/{game}"
    return {
        "game": game.hex,
        "origin": origin,
        "nonce": b64u(secrets.token_bytes(16)),
        "draw_roots": tuple(roots),
        "draw_count": slots,
        "vkey": repository.signer.vkey(origin),
    }
