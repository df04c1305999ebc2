"""The Flask application: resources, refusals, what happens around every request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import BoundedSemaphore
from typing import Any

import orjson
from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import BaseConverter, IntegerConverter

from api import compression, observing, problems, tracing
from api.about import front
from api.acting import acting
from api.analyses import analyses
from api.counts import Counts
from api.disputes import disputes
from api.embedding import embedding
from api.explaining import explanations
from api.forks import forks
from api.games import games
from api.history import history
from api.invitations import invitations
from api.kept import KeptAnswers
from api.ledger import ledger
from api.links import linked
from api.metrics import Read
from api.notes import notes
from api.once import once
from api.openapi import document
from api.pictures.painter import Painter
from api.portable import portable
from api.positions import positions
from api.rate_limits import RateLimits
from api.referees import referees
from api.rematches import rematches
from api.rulesets import rulesets
from api.served_document import made_ahead
from api.sharing import sharing
from api.streaming.handing import Handing
from api.streams import streams
from api.tokens import tokens
from api.tournaments import tournaments
from api.witness import witness
from service.app import Kronika

RESOURCES = (
    front,
    embedding,
    rulesets,
    games,
    acting,
    history,
    positions,
    explanations,
    analyses,
    streams,
    tokens,
    invitations,
    rematches,
    forks,
    notes,
    sharing,
    portable,
    ledger,
    tournaments,
    referees,
    disputes,
    witness,
)


class GameId(BaseConverter):
    """A path that holds anything else names no game."""

    regex = "[0-9a-f]{32}"


class Number(IntegerConverter):
    """A path with a number that JSON and databases do not hold names nothing."""

    regex = r"\d{1,16}"


class NoSessions(SessionInterface):
    """Who asks is known by his token; Flask's sessions would be looked for in every request."""

    none = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return self.none


class Application(Flask):
    """Flask without what nothing here uses and every request pays for."""

    session_interface = NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """It is: there are no coroutines here."""
        return func


def openapi_document() -> bytes:
    """Make the OpenAPI document, which takes seconds (`api.served_document`)."""
    whole = document(RESOURCES)
    linked(whole["paths"])
    return orjson.dumps(whole)


@once
def openapi() -> bytes:
    """The OpenAPI document: the one that the master has made, if there is a master."""
    return made_ahead() or openapi_document()


def create_app(kronika: Kronika, counts: Counts | None = None, streamers: Sequence[str] = ()) -> Flask:
    """The web application over a composed service; `counts` are shared with the service's other processes.

    `streamers`: the paths where the processes listen that hold streams.
    """
    app = Application(__package__)
    app.url_map.merge_slashes = False
    app.url_map.converters |= {"game": GameId, "int": Number}
    app.extensions["kronika"] = kronika
    app.extensions["waiting"] = BoundedSemaphore(max(1, kronika.settings.threads // 2))
    app.extensions["openapi"] = openapi
    app.extensions["streamers"] = Handing(streamers) if streamers else None
    app.extensions["figures"] = Read(kronika)
    app.extensions["imports"] = BoundedSemaphore(1)
    app.extensions["plans"] = BoundedSemaphore(1)
    app.extensions["kept"] = KeptAnswers(len)
    app.extensions["painter"] = Painter()
    compression.install(app)
    observing.install(app)
    if kronika.settings.traces:
        tracing.install(app)
    kronika.store.after_write = observing.committed
    problems.install(app)
    if kronika.settings.limits is not None:
        RateLimits(kronika.settings.limits, kronika.settings.proxies, counts or Counts()).install(
            app, RESOURCES
        )
    for resource in RESOURCES:
        app.register_blueprint(resource)
    return app
