"""The application: JSON for `kronika admin` and scripts, pages for browsers, and metrics that count private games, too."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Request, Response, g, redirect, request
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue

from api.admin import pages
from api.admin.acts import Fields, document_of, perform
from api.admin.guard import Guard
from api.admin.metrics import AdminMetrics
from api.http import problems
from api.http.exchange import Exchange, begin_exchange, end_exchange
from api.pages.assets import asset
from api.telemetry.load import Load, Read, read_load
from domain.table.refusals import Refusal, Refused
from service.operation.app import Kronika
from service.operation.games_overview import MOST_GAMES, game_row, games_overview
from service.operation.status import operator_log_of, status_of
from service.system import strict_json

MOST_BYTES = 65_536
LISTED = 50
"""Rows of a list by default."""
OPEN_WITHOUT_TOKEN = ("login", "asset")
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",  # without a referrer, browsers would send our own forms with the origin "null"
    "X-Content-Type-Options": "nosniff",
}


@dataclass(frozen=True)
class Place:
    """What the operator's place serves: a service, and the folder in which its workers share their metrics, if there is one.

    Without a `guard` everybody may use it who can connect.
    """

    kronika: Kronika
    figures: Path | None
    guard: Guard | None = None

    def load(self) -> Read:
        """`Refused` not-found in a process that knows no workers."""
        if self.figures is None:
            raise Refused(
                Refusal.NOT_FOUND, "This process knows no workers: kronika serve starts one that does."
            )
        return read_load(self.figures)


def create_admin(place: Place) -> Flask:
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.before_request(lambda: _begin(request_ctx.request))
    if place.guard is not None:
        _add_guard(app, place.guard)
    app.after_request(_with_headers)
    app.teardown_request(end_exchange)
    problems.install(app)
    app.register_error_handler(Refused, _refused)
    _add_reads(app, place)
    _add_acts(app, place)
    app.add_url_rule("/static/<string(length=16):mark>/<path:name>", "asset", asset)
    return app


def _begin(request: Request) -> None:
    begin_exchange(Exchange(request, os.urandom(16).hex(), time.perf_counter(), None))


def _with_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def _add_guard(app: Flask, guard: Guard) -> None:
    def check() -> ResponseReturnValue | None:
        guard.check_source(request.environ)
        if request.endpoint in OPEN_WITHOUT_TOKEN or guard.lets_in(request.environ, request.cookies):
            g.guarded = True
            return None
        if pages.wanted():
            return redirect("/login", 303)
        raise Refused(Refusal.UNAUTHENTICATED, "This needs the token in the data folder, as a bearer token.")

    def login() -> ResponseReturnValue:
        if request.method == "GET":
            return pages.page("login")
        if not guard.is_token(request.form.get("token", "").strip()):
            return pages.page("login", 403, wrong=True)
        response = redirect("/", 303)
        guard.begin_session(response)
        return response

    def logout() -> ResponseReturnValue:
        response = redirect("/login", 303)
        guard.end_session(response)
        return response

    app.before_request(check)
    app.add_url_rule("/login", "login", login, methods=["GET", "POST"])
    app.add_url_rule("/logout", "logout", logout, methods=["POST"])


def _refused(error: Refused) -> Response:
    """A browser gets a page; its form is one step back."""
    response = problems.refused(error)
    if not pages.wanted():
        return response
    return pages.page("refused", response.status_code, detail=error.detail)


def _add_reads(app: Flask, place: Place) -> None:
    kronika, all_metrics = place.kronika, AdminMetrics(place.kronika, place.figures)

    def status() -> Response:
        return pages.respond("status", status_of(kronika))

    def games() -> Response:
        wanted = request.args.get("status") or None
        return pages.respond("games", games_overview(kronika.store, _limit(), wanted))

    def game(id: str) -> Response:
        row = game_row(kronika.store, id)
        if row is None:
            raise Refused(Refusal.NOT_FOUND, "There is no such game.")
        return pages.respond("game", row)

    def load() -> Response:
        most, found = _limit(), place.load().load
        return pages.respond("load", Load(found.all, found.addresses[:most], found.tokens[:most]))

    def log() -> Response:
        acts = list(map(document_of, operator_log_of(kronika).acts()))
        return pages.respond("log", acts[: -_limit() - 1 : -1])

    def export() -> Response:
        response = Response(operator_log_of(kronika).export(), mimetype="application/json")
        response.headers["Content-Disposition"] = "attachment; filename=operator-log.json"
        return response

    def metrics() -> Response:
        text, media_type = all_metrics.exposition()
        return Response(text, content_type=media_type)

    app.add_url_rule("/", "home", status)
    for view in (status, games, load, log, metrics):
        app.add_url_rule(f"/{view.__name__}", view_func=view)
    app.add_url_rule("/games/<string(length=32):id>", view_func=game)
    app.add_url_rule("/log/export", view_func=export)


def _add_acts(app: Flask, place: Place) -> None:
    def ask() -> Response:
        """A form for a block."""
        return pages.page("block", subject=request.args.get("subject", ""))

    def act() -> Response:
        subjects = {} if place.figures is None else place.load().subjects
        done = perform(place.kronika, subjects, _fields())
        return pages.respond("done", {"act": document_of(done.act), "unsigned": done.unsigned})

    app.add_url_rule("/block", "ask", ask)
    app.add_url_rule("/acts", "act", act, methods=["POST"])


def _fields() -> Fields:
    if not request.is_json:
        return request.form
    found = strict_json.parse(request.get_data())
    if not isinstance(found, Mapping) or not all(isinstance(value, str) for value in found.values()):
        raise Refused(Refusal.MALFORMED, "An act is a JSON object of texts.")
    return found


def _limit() -> int:
    text = request.args.get("limit", str(LISTED))
    if not text.isdecimal() or not 1 <= int(text) <= MOST_GAMES:
        raise Refused(Refusal.MALFORMED, f"The limit is a number from 1 to {MOST_GAMES}.")
    return int(text)
