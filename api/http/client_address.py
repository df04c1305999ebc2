"""Who is at the other end: the address that a request counts for, also behind proxies.

What a header says of an address is believed only of a proxy that the settings name, and only what that proxy itself
has added: the last part. Whoever is named there is asked the same question, until somebody is no such proxy.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any

Networks = Sequence[IPv4Network | IPv6Network]
Address = IPv4Address | IPv6Address
FOR = re.compile(r'(?:^|;)\s*for\s*=\s*(?:"([^"\\]*)"|([^\s",;\\]+))\s*(?=;|$)', re.IGNORECASE)
PORT = re.compile(r"(\[[^\]]*\]|[^:\[\]]+)(?::[0-9]{1,5})?")
FARTHEST = 8
"""More proxies than that are not followed."""


def client_of(peer: str, forwarded: str, x_forwarded_for: str, proxies: Networks) -> str:
    """The address that whoever connects as `peer` counts for; of IPv6 the part that one customer of a provider has (/64).

    `forwarded` and `x_forwarded_for` are those headers, "" without one. Where they tell of different clients, one of
    them is not the proxy's, so neither is believed.
    """
    if not proxies or not is_proxy(peer, proxies):
        return grouped(peer)
    chains = filter(None, (_forwarded(forwarded), _x_forwarded_for(x_forwarded_for)))
    found = {_farthest(peer, chain, proxies) for chain in chains}
    return grouped(found.pop() if len(found) == 1 else peer)


def client_in(environ: Mapping[str, Any], proxies: Networks) -> str:
    """The same of a request, by its WSGI environment."""
    forwarded, x_forwarded_for = environ.get("HTTP_FORWARDED", ""), environ.get("HTTP_X_FORWARDED_FOR", "")
    return client_of(environ.get("REMOTE_ADDR", ""), forwarded, x_forwarded_for, proxies)


def is_proxy(address: str, proxies: Networks) -> bool:
    known = _parsed(address)
    return known is not None and any(known in network for network in proxies)


@lru_cache(maxsize=4096)
def grouped(address: str) -> str:
    known = _parsed(address)
    if not isinstance(known, IPv6Address):
        return address if known is None else str(known)
    return ":".join(known.exploded.split(":")[:4])


def _parsed(address: str) -> Address | None:
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return getattr(known, "ipv4_mapped", None) or known


def _farthest(peer: str, chain: Sequence[str], proxies: Networks) -> str:
    """From the end of the chain to the first that is no proxy of ours; what is no address ends it before."""
    for name in chain[: -FARTHEST - 1 : -1]:
        known = _parsed(name)
        if known is None:
            break
        peer = str(known)
        if not is_proxy(peer, proxies):
            break
    return peer


def _x_forwarded_for(header: str) -> list[str]:
    return [_bare(part) for part in header.split(",") if part.strip()]


def _forwarded(header: str) -> list[str]:
    """RFC 7239; an element that does not say `for` stands as an empty name."""
    found = [FOR.search(element.strip()) for element in header.split(",") if element.strip()]
    return ["" if one is None else _bare(one[1] or one[2] or "") for one in found]


def _bare(node: str) -> str:
    """A node without its port and brackets."""
    node = node.strip().strip('"')
    if node.count(":") > 1 and not node.startswith("["):
        return node  # IPv6 in X-Forwarded-For has neither
    found = PORT.fullmatch(node)
    return "" if found is None else found[1].strip("[]")
