"""How much one client may request (`Settings.limits`), and the response beyond that.

The library `limits` counts in windows; all workers share the counts (`api.http.shared_counters`). Each operation declares what it
counts as (`Operation.counts`); pages and files count as nothing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import NamedTuple

from flask import Flask, Response, g, request
from limits import RateLimitItemPerSecond
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from api.http import headers, problems
from api.http.client_address import Networks, client_in
from api.http.long_poll import resumed
from api.http.operations import Quota, Resource, kronika
from api.http.problems import Fault
from api.http.shared_counters import Counts
from service.identity.access import is_valid
from service.identity.tokens import digest
from service.store import StoreUnusable
from service.system.settings import Limits, Rate

READING = ("GET", "HEAD", "OPTIONS")
BYTES_EACH = 2**20
"""A document of a log counts once more for so many bytes of it. (What is counted before it is made must not depend on the
game: whoever may not see it would learn from it that there is one.)"""


class Shared(Storage):
    """The library's door to the counts."""

    STORAGE_SCHEME = None
    base_exceptions = ()

    def __init__(self, counts: Counts) -> None:
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
        raise NotImplementedError("counts end by themselves")

    def clear(self, key: str) -> None:
        raise NotImplementedError("counts end by themselves")


class Counted(NamedTuple):
    """One limit that a request counts for, and for whom."""

    quota: Quota
    whom: str


def _name(token: str | None) -> str:
    """What a token's requests count under; "" for none."""
    return f"token {digest(token)}" if token is not None else ""


class KnownTokens:
    """The tokens that were good lately, for all workers. A client may spell any token, so an unknown one is nobody's name."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts

    def known(self, token: str | None) -> str | None:
        """The name that a good token's requests count under; None for any other token."""
        name = _name(token)
        return name if name and self._counts.get(name).so_far else None

    def learn(self, token: str | None) -> None:
        """Remember a token that is not known, if the store has it. Its first request has counted for its address."""
        with suppress(StoreUnusable):
            if token is not None and is_valid(kronika().store, token):
                self._counts.add(_name(token), 1, REMEMBERED)


class Limit(NamedTuple):
    """One limit: the library's item, and it in the words of a header and of a sentence."""

    item: RateLimitItemPerSecond
    policy: str
    sentence: str


SENTENCES = {
    Quota.REQUESTS: "One address may send {0} requests in {1} s.",
    Quota.ACTIONS: "One token, or an address without a good one, may send {0} requests that write in {1} s.",
    Quota.GAMES: "One address may begin {0} games in {1} s.",
    Quota.COSTLY: "One address may read {0} documents of whole logs in {1} s; a long one counts more than once.",
    Quota.NEWS: "One address may ask for what is new {0} times in {1} s; a long answer counts more than once.",
    Quota.PICTURES: "One address may ask for {0} pictures in {1} s.",
}
REMEMBERED = 300.0
"""Seconds for which a token is known to be good."""
OF_WHOLE_LOGS = (Quota.COSTLY, Quota.NEWS)


class RateLimits:
    """The limits of a service, applied around every request."""

    def __init__(self, limits: Limits, proxies: Networks, counts: Counts) -> None:
        self._proxies = proxies
        self._counts = counts
        self._windows = FixedWindowRateLimiter(Shared(counts))
        self._tokens = KnownTokens(counts)
        self._limits = {quota: _limit(quota, getattr(limits, quota)) for quota in Quota}
        self._operations: dict[str, Sequence[Quota] | None] = {}

    def install(self, app: Flask, resources: Iterable[Resource]) -> None:
        for resource in resources:
            for operation in resource.operations:
                self._operations[f"{resource.name}.{operation.handler.__name__}"] = operation.counts
        app.extensions["limits"] = self
        app.before_request(self.count)
        app.after_request(self.tell)

    def count(self) -> Response | None:
        """Count the request; the answer that refuses it if it is one too many. What has waited was counted before."""
        if resumed():
            return None
        g.counted = counted = self._counted(request.endpoint, request.environ)
        for place, (quota, whom) in enumerate(counted, 1):
            limit = self._limits[quota]
            if not self._windows.hit(limit.item, whom):
                del counted[place:]
                return self._refusal(limit, whom)
        by_address = Counted(Quota.ACTIONS, self._client(request.environ))
        if by_address in counted:  # the request has no token, or one that is not known
            self._tokens.learn(_token(request.environ))
        return None

    def count_more(self, quota: Quota, more: int) -> Response | None:
        """Count a request so much more, once it is known what it asks for.

        It may be more than is left, so that it is possible at all: then nothing else is for the rest of the window. Whoever
        comes when there is nothing left, be it at the same moment, is refused.
        """
        limit, whom = self._limits[quota], self._client(request.environ)
        counted = self._counts.add(limit.item.key_for(whom), more, limit.item.get_expiry())
        return self._refusal(limit, whom) if counted - more > limit.item.amount else None

    def count_also(self, quota: Quota) -> Response | None:
        """Count a request for another limit, once it is known what it asks for; the answer that refuses one too many."""
        limit, whom = self._limits[quota], self._client(request.environ)
        g.counted.append(Counted(quota, whom))
        return None if self._windows.hit(limit.item, whom) else self._refusal(limit, whom)

    def _counted(self, endpoint: str | None, environ: Mapping[str, str]) -> list[Counted]:
        """What it counts for, and for whom; the widest limit first. What has no route counts as a request."""
        quotas = self._operations.get(endpoint) if endpoint else ()
        if quotas is None:
            return []
        client, method = self._client(environ), environ["REQUEST_METHOD"]
        counted = [Counted(Quota.REQUESTS, client)]
        if method != "OPTIONS":
            counted += [Counted(quota, client) for quota in quotas]
        if not quotas and method not in READING:
            counted.append(Counted(Quota.ACTIONS, self._tokens.known(_token(environ)) or client))
        return counted

    def _client(self, environ: Mapping[str, str]) -> str:
        return client_in(environ, self._proxies)

    def tell(self, response: Response) -> Response:
        """Say what is left; of the limit over all requests nothing is said until one is reached."""
        refused = response.status_code == HTTPStatus.TOO_MANY_REQUESTS
        told = [one for one in g.get("counted", ()) if refused or one.quota is not Quota.REQUESTS]
        for quota, whom in told:
            if quota in OF_WHOLE_LOGS and (more := (response.content_length or 0) // BYTES_EACH):
                self._windows.hit(self._limits[quota].item, whom, cost=more)
        if told:
            response.headers["RateLimit-Policy"] = ", ".join(self._limits[one.quota].policy for one in told)
            response.headers["RateLimit"] = ", ".join([self._left(*one) for one in told])
        return response

    def _left(self, quota: Quota, whom: str) -> str:
        item = self._limits[quota].item
        so_far, end = self._counts.get(item.key_for(whom))
        return f'"{quota}";r={max(0, item.amount - so_far)};t={_seconds_to(end)}'

    def _refusal(self, limit: Limit, whom: str) -> Response:
        seconds = max(1, _seconds_to(self._windows.get_window_stats(limit.item, whom).reset_time))
        detail = f"{limit.sentence} Try again in {seconds} s."
        response = problems.problem(Fault.TOO_MANY_REQUESTS, detail)
        response.headers["Retry-After"] = str(seconds)
        return response


def _limit(quota: Quota, rate: Rate) -> Limit:
    item = RateLimitItemPerSecond(rate.amount, rate.seconds, quota)
    policy = f'"{quota}";q={rate.amount};w={rate.seconds}'
    return Limit(item, policy, SENTENCES[quota].format(f"{rate.amount:,}", rate.seconds))


def _seconds_to(end: float) -> int:
    return max(0, math.ceil(end - time.monotonic()))


def _token(environ: Mapping[str, str]) -> str | None:
    """The bearer token in one spelling, whether it is good or not."""
    found = headers.TOKEN.fullmatch(environ.get("HTTP_AUTHORIZATION", "").strip())
    return None if found is None else found[1]
