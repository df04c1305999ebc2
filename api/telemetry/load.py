"""Who asks for how much: the requests of each address and token in the last hour, counted by all workers.

A worker counts in memory, by the minute, and writes the present minute to a file of its own in the folder that the workers
share for their metrics: once a second at most, however many requests there are. The background worker adds the files up when an
operator asks. So nothing is locked, a request costs a dictionary, and the counts of a worker that dies stay.
"""

from __future__ import annotations

import math
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from time import monotonic, time
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from api.http.client_address import shown_address
from api.http.continuation import waits
from api.http.exchange import Exchange, exchange
from api.http.headers import token_in
from api.telemetry.shared_metrics import shared_folder
from service.identity.tokens import digest
from service.log.restrictions import account_subject, token_subject

if TYPE_CHECKING:
    from flask import Flask, Response

    from service.operation.app import Kronika

PUBLISH_SECONDS = 1.0
MINUTES = 60
"""How long counts last."""
MOST_NAMES = 5_000
"""Addresses, or tokens, that a worker counts in one minute; further ones count together under `OTHERS`."""
OTHERS = "others"
SUFFIX = ".load"
STREAM = "text/event-stream"


class Usage(msgspec.Struct):
    """Requests; those refused with any status of 4xx, and with 429; and streams that began."""

    requests: int = 0
    refused: int = 0
    limited: int = 0
    streams: int = 0

    def count(self, status: int, stream: bool) -> None:
        self.requests += 1
        self.refused += 400 <= status < 500
        self.limited += status == 429
        self.streams += stream

    def add(self, other: Usage, weight: float = 1.0) -> None:
        """Add a share of another one; a part of a request counts as one."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + math.ceil(getattr(other, name) * weight))


class TokenName(NamedTuple):
    """How operators call a token or an account, and the subject by which they block it (`service.log.restrictions`)."""

    name: str
    subject: str


class Client(msgspec.Struct, frozen=True):
    """The usage of an address or a token in the last minute, and in the last hour."""

    name: str
    minute: Usage
    hour: Usage


class Load(msgspec.Struct, frozen=True):
    """All requests, and the clients with the most requests of the last hour first."""

    all: Client
    addresses: list[Client]
    tokens: list[Client]


class Read(NamedTuple):
    """The load, and the subjects of tokens and accounts by their names."""

    load: Load
    subjects: dict[str, str]


Counts = dict[str, Usage]


class Minute(msgspec.Struct, array_like=True):
    """The counts of one process in one minute, and the subjects of tokens and accounts by their names."""

    addresses: Counts
    tokens: Counts
    subjects: dict[str, str]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Minute).decode


class LoadCounter:
    """The counts of this process. Any thread counts; one publishes."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = Lock()
        self._number, self._minute = 0, Minute({}, {}, {})
        self._changed, self._due = False, 0.0

    def count(self, address: str, token: TokenName | None, status: int, stream: bool) -> None:
        """Count one request."""
        with self._lock:
            self._turn_the_minute()
            _of(self._minute.addresses, address).count(status, stream)
            if token is not None:
                _of(self._minute.tokens, token.name).count(status, stream)
                if token.name in self._minute.tokens:
                    self._minute.subjects[token.name] = token.subject
            self._changed = True

    def publish(self) -> None:
        """May be called more often than the counts are published."""
        if self._folder is None or not self._changed or monotonic() < self._due:
            return
        self._due = monotonic() + PUBLISH_SECONDS
        with self._lock:
            self._write()

    def _turn_the_minute(self) -> None:
        number = int(time() // 60)
        if number != self._number:
            if self._changed and self._folder is not None:
                self._write()
                _remove_older(self._folder, number - MINUTES)
            self._number, self._minute = number, Minute({}, {}, {})

    def _write(self) -> None:
        assert self._folder is not None
        self._changed = False
        file = self._folder / f"{self._number}-{os.getpid()}{SUFFIX}"
        with suppress(OSError):  # no space: the next attempt is a second later
            new = file.with_suffix(".new")
            new.write_bytes(_encode(self._minute))
            new.replace(file)


def install(app: Flask, kronika: Kronika) -> None:
    """Count every request. A token that nothing looks at may be the client's invention, and counts for the address alone."""
    counter, settings = LoadCounter(shared_folder()), kronika.settings
    app.extensions["load"] = counter

    @lru_cache(maxsize=4096)
    def name_of(token: str) -> TokenName:
        return TokenName(kronika.store.pseudonym(token), token_subject(digest(token)))

    def named(own: Exchange) -> TokenName | None:
        """An account counts as one, with all its sessions and tokens."""
        if own.account is not None:
            return TokenName(kronika.store.pseudonym(own.account), account_subject(own.account))
        token = token_in(own.request.environ)
        return None if token is None else name_of(token)

    def count(response: Response) -> Response:
        if not waits():  # it gets its response later
            request, status = exchange().request, response.status_code
            address = shown_address(request.environ, settings)
            looked_at = request.url_rule is not None and status != HTTPStatus.UNAUTHORIZED
            name = named(exchange()) if looked_at else None
            stream = status == HTTPStatus.OK and (response.content_type or "").startswith(STREAM)
            counter.count(address, name, status, stream)
        return response

    app.after_request(count)


def _of(counts: Counts, name: str) -> Usage:
    found = counts.get(name)
    if found is None:
        found = counts.setdefault(name if len(counts) < MOST_NAMES else OTHERS, Usage())
    return found


def _remove_older(folder: Path, number: int) -> None:
    for file in folder.glob(f"*{SUFFIX}"):
        if int(file.name.partition("-")[0]) <= number:
            file.unlink(missing_ok=True)


def read_load(folder: Path, at: float | None = None) -> Read:
    """The load of all workers that share this folder, in the hour before `at` (seconds since 1970; None: now).

    Minutes are those of the clock, so the last one is the present one and, of the one before, the share that is not a minute ago.
    """
    at = time() if at is None else at
    now, begun = int(at // 60), at % 60 / 60
    found, subjects = (_Sums(), _Sums(), _Sums()), dict[str, str]()
    for number, minute in _minutes(folder, now):
        weight = {now: 1.0, now - 1: 1 - begun}.get(number, 0.0)
        subjects |= minute.subjects
        every = Usage()
        for sums, counts in zip(found[1:], (minute.addresses, minute.tokens), strict=True):
            sums.add(counts, weight)
        for usage in minute.addresses.values():
            every.add(usage)
        found[0].add({"": every}, weight)
    everyone, addresses, tokens = (sums.clients() for sums in found)
    every_client = everyone[0] if everyone else Client("", Usage(), Usage())
    return Read(Load(every_client, addresses, tokens), subjects)


class _Sums:
    def __init__(self) -> None:
        self._minute, self._hour = defaultdict[str, Usage](Usage), defaultdict[str, Usage](Usage)

    def add(self, counts: Mapping[str, Usage], weight: float) -> None:
        for name, usage in counts.items():
            self._hour[name].add(usage)
            if weight:
                self._minute[name].add(usage, weight)

    def clients(self) -> list[Client]:
        clients = [Client(name, self._minute[name], hour) for name, hour in self._hour.items()]
        return sorted(clients, key=lambda one: (-one.hour.requests, one.name))


def _minutes(folder: Path, now: int) -> Iterator[tuple[int, Minute]]:
    for file in folder.glob(f"*{SUFFIX}"):
        number = int(file.name.partition("-")[0])
        if number > now - MINUTES:
            with suppress(OSError, msgspec.DecodeError):  # removed just now
                yield number, _decode(file.read_bytes())
