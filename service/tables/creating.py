"""Creating a table."""

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
from domain.table.clock.terms import check_clock, written_out
from domain.table.events import CLOSED_TABLES, Disputes, GameCreated, SeatTaken
from domain.table.referee.terms import check_terms
from domain.table.seating import create_seated
from domain.table.terms import chosen
from projections.documents import commands as documents
from projections.people import Players
from service.log.key_pool import PooledKeys
from service.log.keys import GameKeys
from service.log.loaded import LoadedGame
from service.log.promised_log import PromisedLog
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import Request, WriteRecord, run_once
from service.play.runner import Reply
from service.store import Conflict, Statement
from service.tables.meetings import check_room
from service.tables.organisers import Creator, creator

KEY_ATTEMPTS = 3
"""The maximum number of attempts with keys from the pool."""
ExtraRows = Callable[[str], Sequence[Statement]]
"""Extra rows for the transaction of a new game, by its id."""


class Create(NamedTuple):
    """A new game with the terms `{"ruleset","seats","options"?,"visibility"?,"undo"?,"disputes"?,"clock"?,"meeting"?}`.

    `token` is a credential of the account that organises the game, or the token of the meeting's organiser, if the terms name
    a meeting.
    """

    terms: dict[str, Any]
    key: str | None = None
    token: str | None = None


def create(command: Create, context: Context) -> Reply:
    """Returns the game's id and the organiser's token."""
    repository = context.repository
    own = creator(repository.store, command.terms, command.token)
    request = Request.of("games", own.actor, command.key, ["create", command.terms], mints=True)
    token = request.token(repository.signer)
    written = run_once(
        repository.store, request, partial(_begin, command.terms, context, request, own, token)
    )
    checkpoint = repository.heads.checkpoint(repository.versions.load(written.game, 1))
    organiser_token = own.token_to_send(token)
    created = documents.GameCreated(
        id=written.game, organiser_token=organiser_token, version=1, checkpoint=checkpoint
    )
    return Reply(201, msgspec.json.encode(created), 1, f"/v1/games/{written.game}", written.replayed)


def _begin(
    terms: dict[str, Any], context: Context, request: Request, own: Creator, token: str
) -> WriteRecord:
    context.repository.restrictions.check_may_begin()
    check_room(context.repository.store, terms, "tables")

    def statements(game: str) -> list[Statement]:
        return [own.row(game, token), *request.remember(WriteRecord(game, 1, 1))]

    return WriteRecord(start_table(terms, context, statements).id, 1, 1)


def start_table(
    terms: dict[str, Any], context: Context, extra_rows: ExtraRows, bots: Players | None = None
) -> LoadedGame:
    """A new game with `bots` seated from the start. Keys from the pool are retried if another process takes the same ones."""
    ruleset, options = chosen(terms)
    agreed = {
        **agreed_on(ruleset, terms, context.repository.promise()),
        **clock_of(ruleset, terms, options),
        "options": options,
    }
    start = partial(_start, ruleset, agreed, context.repository, extra_rows, bots or {})
    for _ in range(KEY_ATTEMPTS):
        drawn = context.key_pool.take(ruleset.traits.draws)
        if drawn is None:
            break
        with suppress(Conflict):
            return start(drawn)
    return start(PooledKeys(GameKeys.fresh(uuid.uuid4().hex, ruleset.traits.draws), []))


def _start(
    ruleset: Ruleset[Any],
    agreed: dict[str, Any],
    repository: Repository,
    extra_rows: ExtraRows,
    bots: Players,
    drawn: PooledKeys,
) -> LoadedGame:
    keys, taken = drawn
    game = uuid.UUID(bytes=keys.game)
    setup = setup_of(identity(repository, game, keys.roots), agreed, ruleset.rules)
    seats = [(SeatTaken(seat, player.bot), None) for seat, player in bots.items()]
    fold = create_seated(ruleset, setup, seats, keys.draws)
    return repository.begin(fold, keys, [*taken, *extra_rows(game.hex)], bots)


def agreed_on(ruleset: Ruleset[Any], terms: dict[str, Any], promised: PromisedLog) -> dict[str, Any]:
    """The terms that all games under an agreement share, as stored in entry 0."""
    edition = ruleset.newest
    return {
        "ruleset": ruleset.id,
        "edition": edition.id,
        "edition_hash": edition_hash(edition),
        "seats": terms["seats"],
        "visibility": terms.get("visibility", "public"),
        "undo": undo_of(terms),
        "disputes": _dispute_terms(terms.get("disputes", {})),
        **{name: terms[name] for name in ("meeting", "accounts") if name in terms},
        "draw_count": ruleset.traits.draws,
        "table": CLOSED_TABLES,
        **({"package": msgspec.to_builtins(ruleset.package)} if ruleset.package else {}),
        "log": promised.log,
        "witnessed": msgspec.to_builtins(promised.witnessed),
    }


def undo_of(terms: dict[str, Any]) -> str:
    """The undo policy; by default `free`, and `none` with a clock."""
    return str(terms.get("undo", "none" if terms.get("clock") else "free"))


def clock_of(
    ruleset: Ruleset[Any], terms: dict[str, Any], options: Any, tournament: bool = False
) -> dict[str, Any]:
    """The member `clock` of entry 0, complete and checked; {} for a game without a clock."""
    if not terms.get("clock"):
        return {}
    clock = written_out(terms["clock"], ruleset.sides(terms["seats"], options), tournament)
    check_clock(clock)
    return {"clock": msgspec.to_builtins(clock)}


def _dispute_terms(given: dict[str, Any] | None) -> dict[str, Any] | None:
    if given is None:
        return None
    terms = Disputes(**given)
    check_terms(terms)
    return dict(msgspec.to_builtins(terms))


def setup_of(identity: dict[str, Any], agreed: dict[str, Any], rules: int) -> GameCreated:
    """The first event of a game: `agreed` is the result of `agreed_on` plus the options."""
    return msgspec.convert(msgspec.to_builtins({**identity, **agreed, "rules": rules}), GameCreated)


def identity(repository: Repository, game: uuid.UUID, roots: Sequence[str]) -> dict[str, Any]:
    """The fields of `GameCreated` that make a log unique; `roots` are those of its draw keys (base64)."""
    origin = f"{repository.host}/g/{game}"
    return {
        "game": game.hex,
        "origin": origin,
        "nonce": b64u(secrets.token_bytes(16)),
        "draw_roots": tuple(roots),
        "vkey": repository.signer.vkey(origin),
    }
