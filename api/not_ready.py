"""The responses of a worker that cannot start its service: the database is unreachable, or a key is missing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import structlog
from flask import Flask, Response

from api.http import problems
from api.http.health import live
from api.http.problem_kinds import Fault
from api.telemetry import requests
from service.store import StoreUnusable, Trouble
from service.system.clock import ClockWrong
from service.system.settings import BadSetting

log = structlog.get_logger("kronika.api")
UNSAID = "The service cannot work at the moment. Its operators find the reason in its log."
"""Most reasons name hosts and paths, which are no business of strangers."""


class NotReadyApp:
    """A WSGI application that is live but not ready; `reason` is a sentence for operators, `said` the one of its responses.

    `to_operators`: only operators can reach it, so it says the reason.
    """

    def __init__(self, to_operators: bool = False) -> None:
        self._to_operators = to_operators
        self.reason = self.said = "The service is starting."
        self._trouble = Trouble.UNAVAILABLE
        self._app = Flask("api")
        requests.install(self._app)
        problems.install(self._app)
        self._app.add_url_rule("/health/live", view_func=live)
        self._app.add_url_rule("/health/ready", view_func=self._ready)
        self._app.register_error_handler(404, lambda _: self._unavailable())

    def record_failure(self, error: Exception) -> None:
        """Record why the last attempt failed. Each reason is logged once, with a traceback if it is a bug of ours."""
        reason = str(error) or type(error).__name__
        if reason != self.reason:
            foreseen = isinstance(error, BadSetting | ClockWrong | StoreUnusable)
            log.error("not-ready", reason=reason, exc_info=None if foreseen else error)
        self.reason = reason
        self.said = reason if self._to_operators or isinstance(error, ClockWrong) else UNSAID
        self._trouble = error.trouble if isinstance(error, StoreUnusable) else Trouble.UNAVAILABLE

    def _ready(self) -> Response:
        return problems.unavailable(self.said, trouble=self._trouble)

    def _unavailable(self) -> Response:
        """The kind's meaning need not be true: a key that cannot be read is no trouble of the database."""
        return problems.problem(Fault(self._trouble.value), self.said)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        return self._app(environ, start_response)
