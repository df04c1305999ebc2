"""Setting a new table."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import msgspec

from domain.ledger.editions import edition_hash
from domain.ledger.text import b64u
from domain.ruleset import Ruleset
from domain.table.events import CLOSED_TABLES, Disputes, GameCreated, SeatTaken
from domain.table.referee.terms import check_terms
from domain.table.seating import create_seated
from domain.table.terms import chosen
from projections.documents import commands as documents
from projections.people import Players
from service.identity.access import ORGANISER
from service.identity.tokens import grant
from service.log.key_pool import PooledKeys
from service.log.keys import GameKeys
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import Request, Written, once
from service.play.runner import Reply
from service.store import Conflict, Statement

TRIES = 3
"""How often keys made ahead are tried."""
Beside = Callable[[str], Sequence[Statement]]
"""Rows that go into the transaction of a new game, by its id."""


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
    checkpoint = repository.heads.checkpoint(repository.versions.load(written.game, 1))
    made = documents.GameCreated(id=written.game, organiser_token=token, version=1, checkpoint=checkpoint)
    return Reply(201, msgspec.json.encode(made), 1, f"/v1/games/{written.game}", written.again)


def _begin(terms: dict[str, Any], context: Context, request: Request, token: str) -> Written:
    def beside(game: str) -> list[Statement]:
        return [grant(token, game, ORGANISER), *request.remember(Written(game, 1, 1))]

    return Written(begin_table(terms, context, beside).id, 1, 1)


def begin_table(
    terms: dict[str, Any], context: Context, beside: Beside, bots: Players | None = None
) -> LoadedGame:
    """A new game, at which `bots` sit from the start. Somebody else may be quicker to take the same keys that were made ahead."""
    ruleset, options = chosen(terms)
    agreed = {**agreed_on(ruleset, terms), "options": options}
    place = partial(_place, ruleset, agreed, context.repository, beside, bots or {})
    for _ in range(TRIES):
        drawn = context.key_pool.take(ruleset.traits.draws)
        if drawn is None:
            break
        with suppress(Conflict):
            return place(drawn)
    return place(PooledKeys(GameKeys.fresh(uuid.uuid4().hex, ruleset.traits.draws), []))


def _place(
    ruleset: Ruleset[Any],
    agreed: dict[str, Any],
    repository: Repository,
    beside: Beside,
    bots: Players,
    drawn: PooledKeys,
) -> LoadedGame:
    keys, taken = drawn
    game = uuid.UUID(bytes=keys.game)
    setup = setup_of(ruleset, identity(repository, game, keys.roots, keys.slots), agreed, CLOSED_TABLES)
    seats = [(SeatTaken(seat, player.bot), None) for seat, player in bots.items()]
    fold = create_seated(ruleset, setup, seats, keys.draws)
    return repository.begin(fold, keys, [*taken, *beside(game.hex)], bots)


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


def setup_of(
    ruleset: Ruleset[Any], identity: dict[str, Any], agreed: dict[str, Any], table: int | None
) -> GameCreated:
    """The first event of a game: `agreed` is what `agreed_on` gives and the options; `table` as `GameCreated` has it."""
    data = {**identity, **agreed, "rules": ruleset.rules, "table": table}
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
