"""Refuses clients whom the operator has blocked. Pages with their files, and monitoring, are for everybody."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Flask, Response

from api.http import problems
from api.http.client_address import client_in
from api.http.exchange import exchange
from api.http.operations import Resource, kronika
from api.http.problem_kinds import Fault
from api.http.sessions import credential_in
from projections.people import rfc3339
from service.identity.tokens import digest


def install(app: Flask, resources: Iterable[Resource]) -> None:
    """Refuse the requests of all operations of these resources, also of long polls that have waited."""
    refused_at = frozenset(
        f"{resource.name}.{operation.handler.__name__}"
        for resource in resources
        for operation in resource.operations
        if operation.counts is not None
    )

    def refuse() -> Response | None:
        request = exchange().request
        if request.endpoint not in refused_at or request.method == "OPTIONS":
            return None
        until = _blocked_until(request.environ)
        return None if until is None else _refusal(until)

    app.before_request(refuse)


def _blocked_until(environ: dict[str, str]) -> int | None:
    service = kronika()
    restrictions = service.repository.restrictions
    if not restrictions.blocks_any:
        return None
    client, token = client_in(environ, service.settings.proxies), credential_in(environ, service.settings)
    return restrictions.blocked_until(client, None if token is None else digest(token))


def _refusal(until: int) -> Response:
    ends = rfc3339(until)
    return problems.problem(Fault.BLOCKED, f"Access is blocked until {ends}.", until=ends)
