"""Settings, from the environment."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import NamedTuple

import msgspec

from domain.ledger import cosignature, note
from service.system.limits import Limits, limits_of
from service.system.origin_url import has_host_name, is_loopback, is_origin_url, listening_url
from service.system.variables import DEFAULTS
from service.system.variables import BadSetting as BadSetting

FRAME_SOURCE = re.compile(r"https?://(\*\.)?[A-Za-z0-9.-]+(:[0-9]{1,5})?")
ADMIN = re.compile(r"(\[[0-9a-f:.]+\]|[A-Za-z0-9.-]+):([0-9]{1,5})")
BUCKET = re.compile(r"s3://[a-z0-9][a-z0-9.-]{2,62}(/[!-~]*)?")
LEVELS = ("debug", "info", "warning", "error")


class WitnessEndpoint(NamedTuple):
    """A witness to request cosignatures from: its verifier key, and the URL that heads are posted to."""

    vkey: str
    url: str


class WitnessedService(NamedTuple):
    """A service whose logs this service witnesses: the host in their origins, and its raw key."""

    host: str
    key: bytes


class AdminEndpoint(NamedTuple):
    """Where the operator's page is served."""

    host: str
    port: int


CONTACT = re.compile(r"https://[!-~]+|[\w.+-]+@[\w.-]+", re.ASCII)
ANALYSIS_DAYS = 90
"""Days after which an analysis that is not read is deleted."""


BOT_TIME = 1_000
"""Milliseconds that a thinking bot takes for a move."""


MAX_STREAMS = 1_000_000
"""More than a process has file descriptors for: no limit."""


class Settings(msgspec.Struct, frozen=True):
    """All settings of a process. `secret_key` (32 bytes) encrypts secrets at rest; None: the one in `data`.

    Without `limits` no request is rate-limited. `proxies` are trusted when they forward the client's address.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "sqlite:///.kronika/kronika.db"
    data: Path = Path(".kronika")
    origin: str = "kronika"
    origin_url: str = "http://localhost:8000"
    """The origin of links that leave the service: scheme, host and port."""
    contact: str = ""
    """Whom developers write to: an e-mail or web address, or nothing."""
    secret_key: bytes | None = None
    workers: int = 2
    streams: int = MAX_STREAMS
    """The most open streams of this machine."""
    streams_each: int = MAX_STREAMS
    """The most open streams of one address."""
    threads: int = 32
    database_direct: str | None = None
    database_read: tuple[str, ...] = ()
    """The addresses of standbys."""
    limits: Limits | None = Limits()
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    witnesses: tuple[WitnessEndpoint, ...] = ()
    quorum: int | None = None
    """How many of the witnesses new games promise; None: none."""
    witnessed: tuple[WitnessedService, ...] = ()
    trust_clock: bool = False
    log: str = "info"
    log_addresses: str = "network"
    """What operators read of an address: "network" or "whole"."""
    log_reads: int = 1
    """One in so many successful reads gets a line."""
    admin: AdminEndpoint | None = None
    """Where the operator's page is served; None: nowhere."""
    traces: bool = False
    analysis_days: int = ANALYSIS_DAYS
    bot_time: int = BOT_TIME
    backup: str | None = None
    """Where the log is shipped: a folder, or `s3://BUCKET/PREFIX`; None: nowhere."""
    accounts: bool = True
    """Whether there are accounts. `origin_url` has to be an address that passkeys accept."""
    hooks: tuple[IPv4Network | IPv6Network, ...] = ()
    """Networks that webhooks of the operator may reach."""
    embed: str = "*"
    """Sites whose pages may show games in a frame: the sources of `frame-ancestors` in the Content-Security-Policy."""

    @classmethod
    def from_env(cls, env: Mapping[str, str]) -> Settings:
        """Read `service.system.variables.VARIABLES`."""
        given = {**DEFAULTS, **env}
        data = Path(given["KRONIKA_DATA"])
        witnesses = _witnesses(given["KRONIKA_WITNESSES"])
        return cls(
            host=given["KRONIKA_HOST"],
            port=_number(given, "KRONIKA_PORT", 65535),
            database=given["KRONIKA_DATABASE"] or f"sqlite:///{data / 'kronika.db'}",
            database_direct=given["KRONIKA_DATABASE_DIRECT"] or None,
            database_read=tuple(given["KRONIKA_DATABASE_READ"].split()),
            data=data,
            origin=_origin(given["KRONIKA_ORIGIN"]),
            origin_url=_origin_url(given),
            contact=_contact(given["KRONIKA_CONTACT"].strip()),
            secret_key=_secret_key(given["KRONIKA_SECRET_KEY"]),
            workers=_number(given, "KRONIKA_WORKERS", 64),
            streams=_number(given, "KRONIKA_STREAMS", MAX_STREAMS),
            streams_each=_number(given, "KRONIKA_STREAMS_EACH", MAX_STREAMS),
            threads=_number(given, "KRONIKA_THREADS", 256),
            limits=limits_of(given["KRONIKA_LIMITS"].strip()),
            proxies=_networks(given, "KRONIKA_PROXIES"),
            hooks=_networks(given, "KRONIKA_HOOKS"),
            witnesses=witnesses,
            quorum=_quorum(given["KRONIKA_QUORUM"], witnesses),
            witnessed=_witnessed(given["KRONIKA_WITNESSED"]),
            trust_clock=_trust(given["KRONIKA_CLOCK"]),
            analysis_days=_number(given, "KRONIKA_ANALYSIS_DAYS", 36_500),
            bot_time=_number(given, "KRONIKA_BOT_TIME", 60_000),
            backup=_backup(given["KRONIKA_BACKUP"]),
            embed=_embed(given["KRONIKA_EMBED"]),
            accounts=_accounts(given),
            log=_level(given["KRONIKA_LOG"]),
            log_addresses=_addresses(given["KRONIKA_LOG_ADDRESSES"]),
            admin=_admin(given["KRONIKA_ADMIN"]),
            log_reads=_number(given, "KRONIKA_LOG_READS", 1_000_000),
            traces=bool(given["OTEL_EXPORTER_OTLP_ENDPOINT"]),
        )


def _level(text: str) -> str:
    if text not in LEVELS:
        raise BadSetting(f"KRONIKA_LOG is one of {', '.join(LEVELS)}, not {text!r}.")
    return text


def _addresses(text: str) -> str:
    if text not in ("network", "whole"):
        raise BadSetting(f"KRONIKA_LOG_ADDRESSES is network or whole, not {text!r}.")
    return text


def _admin(text: str) -> AdminEndpoint | None:
    found = ADMIN.fullmatch(text)
    if text and (found is None or not 1 <= int(found[2]) <= 65535):
        raise BadSetting(f"KRONIKA_ADMIN is an address and a port, such as 127.0.0.1:8001, not {text!r}.")
    return AdminEndpoint(found[1].strip("[]"), int(found[2])) if found else None


def _accounts(given: Mapping[str, str]) -> bool:
    """Passkeys belong to one host that has a name: without `KRONIKA_ORIGIN_URL` they exist on this machine only."""
    text = given["KRONIKA_ACCOUNTS"]
    if text not in ("on", "off"):
        raise BadSetting(f"KRONIKA_ACCOUNTS is on or off, not {text!r}.")
    url = given["KRONIKA_ORIGIN_URL"]
    return text == "on" and (has_host_name(url) if url else is_loopback(given["KRONIKA_HOST"]))


def _embed(text: str) -> str:
    sites = text.split()
    if sites in (["*"], ["none"]):
        return {"*": "*", "none": "'none'"}[sites[0]]
    if not sites or not all(map(FRAME_SOURCE.fullmatch, sites)):
        raise BadSetting(
            "KRONIKA_EMBED is * (all sites), none, or the sites that may embed games in their pages, separated by spaces, "
            f"such as https://blog.example https://*.club.example, not {text!r}."
        )
    return " ".join(sites)


def _backup(text: str) -> str | None:
    if "://" in text and not BUCKET.fullmatch(text):
        raise BadSetting(f"KRONIKA_BACKUP is a folder or s3://BUCKET/PREFIX, not {text!r}.")
    return text or None


def _trust(text: str) -> bool:
    if text not in ("", "trust"):
        raise BadSetting(f"KRONIKA_CLOCK is either unset or trust, not {text!r}.")
    return text == "trust"


def _number(given: Mapping[str, str], name: str, most: int) -> int:
    text = given[name]
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise BadSetting(f"{name} is a number from 1 to {most}, not {text!r}.")
    return int(text)


def _origin(text: str) -> str:
    """The host part of every game's origin. Signed notes contain it, so it is printable ASCII without spaces and plus signs."""
    if not text or any(not "!" <= c <= "~" or c == "+" for c in text):
        raise BadSetting("KRONIKA_ORIGIN is a host name in ASCII, without spaces and plus signs.")
    return text


def _origin_url(given: Mapping[str, str]) -> str:
    url = given["KRONIKA_ORIGIN_URL"]
    if url and not is_origin_url(url):
        raise BadSetting(
            "KRONIKA_ORIGIN_URL is one origin in lower case, without a path: https://HOST or https://HOST:PORT, or "
            f"http://localhost:PORT, not {url!r}."
        )
    return url or listening_url(given["KRONIKA_HOST"], _number(given, "KRONIKA_PORT", 65535))


def _contact(text: str) -> str:
    if text and not CONTACT.fullmatch(text):
        raise BadSetting(
            f"KRONIKA_CONTACT is an e-mail address, or a web address that begins with https://, not {text!r}."
        )
    return text


def _witnesses(text: str) -> tuple[WitnessEndpoint, ...]:
    try:
        witnesses = tuple(WitnessEndpoint(*pair.split()) for pair in text.split(",") if pair.strip())
        for witness in witnesses:
            cosignature.parse_vkey(witness.vkey)
    except (TypeError, note.BadNote) as error:
        raise BadSetting(
            f"KRONIKA_WITNESSES is a comma-separated list of pairs `VKEY URL`: {error}."
        ) from error
    if any(not witness.url.startswith(("http://", "https://")) for witness in witnesses):
        raise BadSetting("KRONIKA_WITNESSES: the URL of a witness begins with http:// or https://.")
    return witnesses


def _quorum(text: str, witnesses: Sequence[WitnessEndpoint]) -> int | None:
    if not text:
        return None
    keys = [cosignature.parse_vkey(witness.vkey)[1] for witness in witnesses]
    if len(set(keys)) < len(keys):
        raise BadSetting("KRONIKA_QUORUM counts keys, and KRONIKA_WITNESSES names one key twice.")
    if not text.isdecimal() or not 1 <= int(text) <= len(keys):
        raise BadSetting(
            f"KRONIKA_QUORUM is a number from 1 to that of KRONIKA_WITNESSES, of which there are {len(keys)}, not {text!r}."
        )
    return int(text)


def _witnessed(text: str) -> tuple[WitnessedService, ...]:
    try:
        return tuple(WitnessedService(*note.parse_vkey(vkey)) for vkey in text.replace(",", " ").split())
    except note.BadNote as error:
        raise BadSetting(f"KRONIKA_WITNESSED is a list of verifier keys of services: {error}.") from error


def _secret_key(text: str) -> bytes | None:
    if not text:
        return None
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(key) != 32:
        raise BadSetting("KRONIKA_SECRET_KEY is 32 random bytes in base64.")
    return key


def _networks(given: Mapping[str, str], name: str) -> tuple[IPv4Network | IPv6Network, ...]:
    try:
        return tuple(ip_network(one.strip()) for one in given[name].split(",") if one.strip())
    except ValueError as error:
        raise BadSetting(f"{name} is a comma-separated list of addresses or networks: {error}.") from error
