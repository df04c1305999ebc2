"""gunicorn's own log, without a line for each request."""

from __future__ import annotations

from gunicorn.glogging import Logger


class Log(Logger):  # type: ignore[misc]  # gunicorn has no types
    """The service logs its requests itself (`api.telemetry.requests`)."""

    access_log_enabled = False
    """gunicorn takes any configuration of logging for a wish to have them, and puts together what nobody reads."""
