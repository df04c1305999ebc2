"""Which addresses the service sends requests to when somebody else names them, and how URLs of such requests are spelled."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
LONGEST_URL = 2048
URL = re.compile(
    r"(https?)://(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9.-]{1,253})(?::([0-9]{1,5}))?((?:[/?][!\"$-~]*)?)"
)
"""No user info and no fragment."""
LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
"""The last label of a host that browsers and resolvers take for an address."""
DEFAULT_PORTS = {"http": 80, "https": 443}
OPEN_PORTS = (443, 8443)
GLOBAL_UNICAST = ip_network("2000::/3")
"""All of IPv6 that is assigned to hosts on the Internet. Mapped and translated (NAT64) IPv4 addresses are outside of it."""
EXCLUDED = tuple(
    map(
        ip_network,
        ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "100.64.0.0/10", "192.88.99.0/24"),
    )
)
"""Teredo and other special purposes, documentation, 6to4 and its relays, CGNAT: `is_global` knows some of them, in some releases
of Python.
"""


class BadUrl(Exception):
    """A URL to which nothing is sent; the message is a sentence for its sender."""


class Target(NamedTuple):
    """Where a URL leads. `address` is set if its host is an address and not a name; `path` includes the query."""

    scheme: str
    host: str
    port: int
    path: str
    address: Address | None

    @property
    def authority(self) -> str:
        """The Host header."""
        return self.host if self.port == DEFAULT_PORTS[self.scheme] else f"{self.host}:{self.port}"


def parse_target(url: str, networks: Sequence[Network] = ()) -> Target:
    """Read a URL; `BadUrl` if its form alone says that nothing may be sent there.

    `networks`: those that are allowed beside public addresses, with any port, and with http.
    """
    found = URL.fullmatch(url) if len(url) <= LONGEST_URL else None
    if found is None:
        raise BadUrl(
            "This is not a URL of the form https://HOST/PATH, in at most 2048 characters of ASCII, without user and fragment."
        )
    scheme, host = found[1], found[2].lower()
    port, address = int(found[3] or DEFAULT_PORTS[scheme]), _address(host)
    if not networks and (scheme != "https" or port not in OPEN_PORTS):
        raise BadUrl("The scheme is https, and the port 443 or 8443.")
    target = Target(scheme, host, port, found[4] if found[4].startswith("/") else f"/{found[4]}", address)
    if not 1 <= port <= 65535 or (address is not None and not may_reach(target, address, networks)):
        raise BadUrl("Nothing is sent to this address.")
    return target


def _address(host: str) -> Address | None:
    """The host as an address; None for a name."""
    labels = host.split(".")
    try:
        if host.startswith("[") or NUMBER.fullmatch(labels[-1]):
            return ip_address(host.strip("[]"))
    except ValueError:
        raise BadUrl("An address is written as in 192.0.2.1 or [2001:db8::1].") from None
    if not all(map(LABEL.fullmatch, labels)):
        raise BadUrl(
            "The host is not a name: letters, digits and hyphens, with dots between; others as `xn--...`."
        )
    return None


def may_reach(target: Target, address: Address, networks: Sequence[Network] = ()) -> bool:
    """Whether a request to this target may go to this address."""
    if any(address in network for network in networks):
        return True
    return (
        target.scheme == "https" and target.port in OPEN_PORTS and is_public(address) and not is_own(address)
    )


def is_public(address: Address) -> bool:
    """Whether this is a unicast address of a host on the Internet."""
    if address.version == 6 and address not in GLOBAL_UNICAST:
        return False
    return address.is_global and not address.is_multicast and not any(address in one for one in EXCLUDED)


def is_own(address: Address) -> bool:
    """Whether an interface of this machine has the address: only then can a socket be bound to it."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True


def network_of(address: Address) -> str:
    """The neighbourhood that shares slots: a /24 or a /48."""
    return str(ip_network((address, 24 if address.version == 4 else 48), strict=False))
