"""The Flask application: resources, errors, and what happens around every request."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import BoundedSemaphore
from typing import Any

import orjson
from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import BaseConverter, IntegerConverter

from api.http import blocks, compression, long_responses, problems, sessions
from api.http.long_responses import LongResponses
from api.http.once import once
from api.http.rate_limits import RateLimits
from api.http.response_cache import ResponseCache
from api.http.shared_counters import SharedCounters
from api.openapi.document import document
from api.openapi.links import add_links
from api.openapi.prebuilt import prebuilt
from api.pictures.painter import Painter
from api.resources.accounts import accounts
from api.resources.acting import acting
from api.resources.analyses import analyses
from api.resources.audience import audience
from api.resources.calls import calls
from api.resources.changelog import changelog
from api.resources.clocks import clocks
from api.resources.credentials import credentials
from api.resources.datasets import datasets
from api.resources.devices import devices
from api.resources.disputes import disputes
from api.resources.embedding import embedding
from api.resources.explanations import explanations
from api.resources.forks import forks
from api.resources.front import front
from api.resources.games import games
from api.resources.history import history
from api.resources.hooks import hooks
from api.resources.invitations import invitations
from api.resources.leaving import leaving
from api.resources.ledger import ledger
from api.resources.log_of_logs import log_of_logs
from api.resources.meetings import meetings
from api.resources.my_account import my_account
from api.resources.my_games import own_games
from api.resources.my_notices import my_notices
from api.resources.notes import notes
from api.resources.own_seats import own_seats
from api.resources.own_settings import own_settings
from api.resources.persons import persons
from api.resources.portable import portable
from api.resources.positions import positions
from api.resources.profiles import profiles
from api.resources.push import push
from api.resources.referees import referees
from api.resources.rematches import rematches
from api.resources.rulesets import rulesets
from api.resources.rulings import rulings
from api.resources.sharing import sharing
from api.resources.streams import streams
from api.resources.tokens import tokens
from api.resources.tournaments import tournaments
from api.resources.witness import witness
from api.streaming.attendance import Attendances
from api.telemetry import load, requests, tracing
from api.telemetry.machine_metrics import MachineCollector
from api.telemetry.metrics import DatabaseCollector
from api.telemetry.shared_metrics import shared_folder
from service.operation.app import Kronika

RESOURCES = (
    front,
    changelog,
    embedding,
    rulesets,
    clocks,
    datasets,
    games,
    own_seats,
    acting,
    persons,
    history,
    positions,
    explanations,
    analyses,
    streams,
    my_notices,
    push,
    audience,
    tokens,
    credentials,
    devices,
    invitations,
    rematches,
    forks,
    notes,
    sharing,
    portable,
    ledger,
    log_of_logs,
    tournaments,
    meetings,
    referees,
    disputes,
    calls,
    rulings,
    accounts,
    my_account,
    hooks,
    profiles,
    own_games,
    own_settings,
    leaving,
    witness,
)


class GameId(BaseConverter):
    """A path with anything else names no game."""

    regex = "[0-9a-f]{32}"


class Number(IntegerConverter):
    """Larger numbers, which JSON and databases cannot hold, name nothing."""

    regex = r"\d{1,16}"


class NoSessions(SessionInterface):
    """Tokens authenticate requests; Flask would look for a session in each."""

    none = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return self.none


class Application(Flask):
    """Flask without features that are not used here and would cost every request."""

    session_interface = NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Handlers are never coroutines here."""
        return func


def openapi_document(contact: str = "") -> bytes:
    """Build the OpenAPI document, which takes seconds (`api.openapi.prebuilt`). `contact` is that of the settings."""
    whole = document(RESOURCES)
    if contact:
        whole["info"]["contact"] = {"url" if "://" in contact else "email": contact}
    add_links(whole["paths"])
    return orjson.dumps(whole)


@once
def openapi(contact: str = "") -> bytes:
    """The OpenAPI document: the one that the master has built, if there is a master."""
    return prebuilt() or openapi_document(contact)


def create_app(kronika: Kronika, counts: SharedCounters | None = None) -> Flask:
    """The web application over a composed service; `counts` are shared with the service's other processes."""
    app = Application(__package__)
    app.url_map.merge_slashes = False
    app.url_map.converters |= {"game": GameId, "int": Number}
    _add_extensions(app, kronika)
    compression.install(app)
    sessions.install(app, kronika.settings)
    requests.install(app, kronika)
    load.install(app, kronika)
    if kronika.settings.traces:
        tracing.install(app)
    kronika.store.hooks.after_write = requests.committed
    kronika.store.hooks.after_read = requests.read_served
    problems.install(app)
    blocks.install(app, RESOURCES)
    if kronika.settings.limits is not None:
        RateLimits(kronika.settings.limits, kronika.settings.proxies, counts or SharedCounters()).install(
            app, RESOURCES
        )
    for resource in RESOURCES:
        if kronika.settings.accounts or not resource.accounts:
            app.register_blueprint(resource)
    return app


def _add_extensions(app: Flask, kronika: Kronika) -> None:
    """What handlers share."""
    app.extensions["kronika"] = kronika
    app.extensions[long_responses.NAME] = LongResponses(max(1, kronika.settings.threads // 2))
    contact = kronika.settings.contact
    app.extensions["openapi"] = partial(openapi, contact) if contact else openapi
    app.extensions["metrics"] = (
        DatabaseCollector(kronika),
        MachineCollector(kronika, shared_folder() is not None),
    )
    app.extensions["imports"] = BoundedSemaphore(1)
    app.extensions["plans"] = BoundedSemaphore(1)
    app.extensions["response_cache"] = ResponseCache(len)
    app.extensions["painter"] = Painter()
    app.extensions["attendances"] = Attendances(shared_folder())
