"""The origin under which clients reach the service: scheme, host and port. Links that leave the service begin with it."""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

_HOST = r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\]"
_ORIGIN = re.compile(rf"(https://({_HOST})|http://localhost)(:(?P<port>[1-9][0-9]{{0,4}}))?")
_LAST_PORT = 65535
_OWN_PORTS = (("https", "443"), ("http", "80"))
_NUMBER = re.compile("[0-9]+|0x[0-9a-f]*")


def is_origin_url(text: str) -> bool:
    """Whether this is one origin as browsers write it: with TLS, or on this machine, and without the scheme's own port."""
    found = _ORIGIN.fullmatch(text)
    if found is None or (text.partition(":")[0], found["port"]) in _OWN_PORTS:
        return False
    return int(found["port"] or 1) <= _LAST_PORT


def has_host_name(url: str) -> bool:
    """Whether the host of an origin is a name and no IP address: browsers take a last part that is a number for one."""
    host = urlsplit(url).hostname or ""
    return ":" not in host and not _NUMBER.fullmatch(host.rpartition(".")[2])


def is_loopback(host: str) -> bool:
    """Whether a service that listens on this address is reached from this machine only."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def listening_url(host: str, port: int) -> str:
    """The origin of a service that listens on this address; `localhost` replaces loopback addresses and the wildcard address."""
    at = "" if port == 80 else f":{port}"
    try:
        address = ip_address(host)
    except ValueError:
        return f"http://{host}{at}"
    if address.is_loopback or address.is_unspecified:
        return f"http://localhost{at}"
    return f"http://[{host}]{at}" if address.version == 6 else f"http://{host}{at}"
