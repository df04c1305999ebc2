"""The client address that a request counts for, also behind proxies.

`Forwarded` and `X-Forwarded-For` are trusted only from a proxy that the settings name, and only the part that this proxy
itself added: the last one. If that part names another such proxy, the search continues with the part before it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from service.system.settings import Settings

Networks = Sequence[IPv4Network | IPv6Network]
Address = IPv4Address | IPv6Address
FORWARDED_FOR = re.compile(r'(?:^|;)\s*for\s*=\s*(?:"([^"\\]*)"|([^\s",;\\]+))\s*(?=;|$)', re.IGNORECASE)
PORT = re.compile(r"(\[[^\]]*\]|[^:\[\]]+)(?::[0-9]{1,5})?")
LOGGED_BITS = {4: 24, 6: 48}
"""Of an address, where operators read it: it tells networks apart, and no persons."""
MAX_PROXIES = 8
"""The longest chain of proxies that is followed."""


def client_of(peer: str, forwarded: str, x_forwarded_for: str, proxies: Networks) -> str:
    """What a connection from `peer` counts for: the address of `address_of`, of IPv6 the /64, the network that a provider
    gives to one customer.
    """
    return address_group(address_of(peer, forwarded, x_forwarded_for, proxies))


def address_of(peer: str, forwarded: str, x_forwarded_for: str, proxies: Networks) -> str:
    """The address of the client of a connection from `peer`.

    `forwarded` and `x_forwarded_for` are the values of those headers, "" without one. If they name different clients, one
    of them was not set by the proxy, so neither is trusted.
    """
    if not proxies or not is_proxy(peer, proxies):
        return peer
    chains = filter(None, (_forwarded(forwarded), _x_forwarded_for(x_forwarded_for)))
    found = {_first_untrusted(peer, chain, proxies) for chain in chains}
    return found.pop() if len(found) == 1 else peer


def client_in(environ: Mapping[str, Any], proxies: Networks) -> str:
    """The same for a request, from its WSGI environment."""
    return address_group(address_in(environ, proxies))


def address_in(environ: Mapping[str, Any], proxies: Networks) -> str:
    """The address of a request's client, from its WSGI environment."""
    forwarded, x_forwarded_for = environ.get("HTTP_FORWARDED", ""), environ.get("HTTP_X_FORWARDED_FOR", "")
    return address_of(environ.get("REMOTE_ADDR", ""), forwarded, x_forwarded_for, proxies)


def shown_address(environ: Mapping[str, Any], settings: Settings) -> str:
    """The same as operators read it: its network, unless the settings show whole addresses."""
    address = address_in(environ, settings.proxies)
    return address if settings.log_addresses == "whole" else network_of(address)


def is_proxy(address: str, proxies: Networks) -> bool:
    known = _parse(address)
    return known is not None and any(known in network for network in proxies)


@lru_cache(maxsize=4096)
def address_group(address: str) -> str:
    known = _parse(address)
    if not isinstance(known, IPv6Address):
        return address if known is None else str(known)
    return ":".join(known.exploded.split(":")[:4])


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """The network that an address belongs to: its /24, of IPv6 its /48. A text that is no address stays as it is."""
    known = _parse(address)
    if known is None:
        return address
    return str(ip_network((known, LOGGED_BITS[known.version]), strict=False))


def _parse(address: str) -> Address | None:
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return getattr(known, "ipv4_mapped", None) or known


def _first_untrusted(peer: str, chain: Sequence[str], proxies: Networks) -> str:
    """The last address in the chain that is not one of our proxies. A part that is not an address ends the search."""
    for name in chain[: -MAX_PROXIES - 1 : -1]:
        known = _parse(name)
        if known is None:
            break
        peer = str(known)
        if not is_proxy(peer, proxies):
            break
    return peer


def _x_forwarded_for(header: str) -> list[str]:
    return [_host(part) for part in header.split(",") if part.strip()]


def _forwarded(header: str) -> list[str]:
    """RFC 7239; an element without `for` gives an empty name."""
    found = [FORWARDED_FOR.search(element.strip()) for element in header.split(",") if element.strip()]
    return ["" if one is None else _host(one[1] or one[2] or "") for one in found]


def _host(node: str) -> str:
    """A node without its port and brackets."""
    node = node.strip().strip('"')
    if node.count(":") > 1 and not node.startswith("["):
        return node  # IPv6 in X-Forwarded-For has neither
    found = PORT.fullmatch(node)
    return "" if found is None else found[1].strip("[]")
