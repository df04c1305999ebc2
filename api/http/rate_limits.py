"""Rate limits per client (`Settings.limits`), and the response to requests beyond them.

The library `limits` counts in windows; all workers share the counters (`api.http.shared_counters`). Each operation declares
what it counts as (`Operation.counts`); pages and files have no limit.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import NamedTuple

from flask import Flask, Response
from limits import RateLimitItemPerSecond
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from api.http import headers, problems
from api.http.client_address import Networks, client_in
from api.http.continuation import resumed
from api.http.exchange import exchange
from api.http.operations import Quota, Resource, kronika
from api.http.problem_kinds import Fault
from api.http.sessions import credential_in
from api.http.shared_counters import SharedCounters
from service.identity.access import is_valid
from service.identity.credentials import holder_of, opens_account
from service.identity.tokens import digest
from service.store import StoreUnusable
from service.system.limits import Limits, Rate

BYTES_PER_COUNT = 2**20
"""A response with a whole log counts once more for each so many bytes. (What is counted before it is made must not depend
on the game: it would reveal to those who may not see the game that it exists.)
"""


class SharedStorage(Storage):
    """The library's interface to the shared counters."""

    STORAGE_SCHEME = None
    base_exceptions = ()

    def __init__(self, counts: SharedCounters) -> None:
        super().__init__()
        self._counts = counts

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        return self._counts.add(key, amount, expiry)

    def get(self, key: str) -> int:
        return self._counts.get(key).so_far

    def get_expiry(self, key: str) -> float:
        return self._counts.get(key).end

    def check(self) -> bool:
        return True

    def reset(self) -> None:
        raise NotImplementedError("counts expire by themselves")

    def clear(self, key: str) -> None:
        raise NotImplementedError("counts expire by themselves")


class CountedLimit(NamedTuple):
    """A limit that a request counts towards, and the client whose limit it is."""

    quota: Quota
    client: str


def _token_name(token: str | None) -> str:
    """The name under which a token's requests count; "" for none."""
    return f"token {digest(token)}" if token is not None else ""


class KnownTokens:
    """Recently used valid tokens, for all workers. A client can invent any token, so an unknown one gets no counter of its
    own.
    """

    def __init__(self, counts: SharedCounters) -> None:
        self._counts = counts
        self._accounts: dict[str, tuple[str, float]] = {}

    def known(self, token: str | None) -> str | None:
        """The name under which a valid token's requests count; None for any other token. An account's all count as one."""
        if opens_account(token):
            account, until = self._accounts.get(_token_name(token), ("", 0.0))
            return f"account {account}" if until > time.monotonic() else None
        name = _token_name(token)
        return name if name and self._counts.get(name).so_far else None

    def learn(self, token: str | None) -> None:
        """Remember an unknown token if it is in the store. Its first request has counted for its address."""
        with suppress(StoreUnusable):
            if (holder := holder_of(kronika().store, token)) is not None:
                self._remember(_token_name(token), holder.account)
            elif token is not None and is_valid(kronika().store, token):
                self._counts.add(_token_name(token), 1, KNOWN_TOKEN_SECONDS)

    def _remember(self, credential: str, account: str) -> None:
        if len(self._accounts) >= MOST_ACCOUNTS:
            self._accounts.clear()
        self._accounts[credential] = account, time.monotonic() + KNOWN_TOKEN_SECONDS


class Limit(NamedTuple):
    """One limit: the library's item, its text for a header, and a sentence."""

    item: RateLimitItemPerSecond
    policy: str
    sentence: str


SENTENCES = {
    Quota.REQUESTS: "One address may send {0} requests in {1} s.",
    Quota.ACTIONS: "One token, or an address without a valid one, may send {0} requests that write in {1} s.",
    Quota.GAMES: "One address may start {0} games in {1} s.",
    Quota.COSTLY: "One address may read {0} documents of whole logs in {1} s; a long one counts more than once.",
    Quota.NEWS: "One address may read news {0} times in {1} s; a long response counts more than once.",
    Quota.PICTURES: "One address may read {0} pictures in {1} s.",
    Quota.ACCOUNTS: "From one address {0} accounts may be opened in {1} s, besides those of people who were invited.",
    Quota.SIGNINS: "From one address one may try to sign in {0} times in {1} s.",
}
KNOWN_TOKEN_SECONDS = 300.0
"""Seconds for which a token is remembered as valid."""
MOST_ACCOUNTS = 10_000
"""The most sessions and tokens of accounts that a process remembers."""
WHOLE_LOGS = (Quota.COSTLY, Quota.NEWS)


class RateLimits:
    """The limits of a service, applied to every request."""

    def __init__(self, limits: Limits, proxies: Networks, counts: SharedCounters) -> None:
        self._proxies = proxies
        self._counts = counts
        self._windows = FixedWindowRateLimiter(SharedStorage(counts))
        self._tokens = KnownTokens(counts)
        self._limits = {quota: _limit(quota, getattr(limits, quota)) for quota in Quota}
        self._operations: dict[str, Sequence[Quota] | None] = {}

    def install(self, app: Flask, resources: Iterable[Resource]) -> None:
        for resource in resources:
            for operation in resource.operations:
                self._operations[f"{resource.name}.{operation.handler.__name__}"] = operation.counts
        app.extensions["limits"] = self
        app.before_request(self.count)
        app.after_request(self.add_headers)

    def count(self) -> Response | None:
        """Count the request; return the 429 response if it exceeds a limit. A resumed long poll was counted before."""
        if resumed():
            return None
        request = exchange().request
        exchange().counted = counted = self._counted(request.endpoint, request.environ)
        for number, (quota, client) in enumerate(counted, 1):
            limit = self._limits[quota]
            if not self._windows.hit(limit.item, client):
                del counted[number:]
                return self._refusal(limit, client)
        by_address = CountedLimit(Quota.ACTIONS, self._client(request.environ))
        if by_address in counted:  # the request has no token, or an unknown one
            self._tokens.learn(credential_in(request.environ, kronika().settings))
        return None

    def count_more(self, quota: Quota, more: int) -> Response | None:
        """Count a request `more` times once its size is known.

        It may exceed the remaining quota, or large requests would never be possible; the client then has none left until
        the window ends. A request that arrives when none is left, even at the same moment, is refused.
        """
        limit, client = self._limits[quota], self._client(exchange().request.environ)
        counted = self._counts.add(limit.item.key_for(client), more, limit.item.get_expiry())
        return self._refusal(limit, client) if counted - more > limit.item.amount else None

    def count_also(self, quota: Quota) -> Response | None:
        """Count a request towards another limit once its kind is known; return the 429 response if it exceeds that limit."""
        limit, client = self._limits[quota], self._client(exchange().request.environ)
        exchange().counted.append(CountedLimit(quota, client))
        return None if self._windows.hit(limit.item, client) else self._refusal(limit, client)

    def _counted(self, endpoint: str | None, environ: Mapping[str, str]) -> list[CountedLimit]:
        """The limits that a request counts towards, the most general one first. A path without a route counts as a request."""
        quotas = self._operations.get(endpoint) if endpoint else ()
        if quotas is None:
            return []
        client, method = self._client(environ), environ["REQUEST_METHOD"]
        counted = [CountedLimit(Quota.REQUESTS, client)]
        if method != "OPTIONS":
            counted += [CountedLimit(quota, client) for quota in quotas]
        if not quotas and method not in headers.SAFE_METHODS:
            counted.append(
                CountedLimit(
                    Quota.ACTIONS, self._tokens.known(credential_in(environ, kronika().settings)) or client
                )
            )
        return counted

    def _client(self, environ: Mapping[str, str]) -> str:
        return client_in(environ, self._proxies)

    def add_headers(self, response: Response) -> Response:
        """Report what is left. The limit of all requests is reported only when a limit is exceeded."""
        refused = response.status_code == HTTPStatus.TOO_MANY_REQUESTS
        reported = [one for one in exchange().counted if refused or one.quota is not Quota.REQUESTS]
        for quota, client in reported:
            if quota in WHOLE_LOGS and (more := (response.content_length or 0) // BYTES_PER_COUNT):
                self._windows.hit(self._limits[quota].item, client, cost=more)
        if reported:
            response.headers["RateLimit-Policy"] = ", ".join(
                self._limits[limit.quota].policy for limit in reported
            )
            response.headers["RateLimit"] = ", ".join([self._remaining(*limit) for limit in reported])
        return response

    def _remaining(self, quota: Quota, client: str) -> str:
        item = self._limits[quota].item
        so_far, end = self._counts.get(item.key_for(client))
        return f'"{quota}";r={max(0, item.amount - so_far)};t={_seconds_until(end)}'

    def _refusal(self, limit: Limit, client: str) -> Response:
        seconds = max(1, _seconds_until(self._windows.get_window_stats(limit.item, client).reset_time))
        detail = f"{limit.sentence} Try again in {seconds} s."
        response = problems.problem(Fault.TOO_MANY_REQUESTS, detail)
        response.headers["Retry-After"] = str(seconds)
        return response


def _limit(quota: Quota, rate: Rate) -> Limit:
    item = RateLimitItemPerSecond(rate.amount, rate.seconds, quota)
    policy = f'"{quota}";q={rate.amount};w={rate.seconds}'
    return Limit(item, policy, SENTENCES[quota].format(f"{rate.amount:,}", rate.seconds))


def _seconds_until(end: float) -> int:
    return max(0, math.ceil(end - time.monotonic()))
