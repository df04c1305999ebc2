"""Sealing: an event as everybody may see it, and the secrets left out of it (RFC 9901, unchanged).

    d, secrets = seal_event(event, index, k_salt)      # d goes into the entry, secrets beside it
    event = read_event(EventType, index, d_bytes, secrets)

In `d` a `Hidden` object member is absent and its digest is in that object's sorted "_sd"; a `Hidden`
array element is {"...": digest}; an `Opened` is {"of": place, "to": seats}, with "value" when everybody is
among them. `secrets` maps a path ("/d/order/7") to [value, knowers] for an element, [value, knowers, name]
for a member and [value] for something opened to a few seats. It is JSON-able; salts come from K_salt.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
import orjson
from msgspec.structs import fields

from domain.hidden import EVERYBODY, Hidden, Opened, may_hide
from domain.ledger.canonical import RESERVED, check, dumps, spelled
from domain.ledger.text import b64u, from_b64u

Event = TypeVar("Event", bound=msgspec.Struct)
Tree = dict[str, Any]
Secrets = dict[str, list[Any]]
SaltOf = Callable[[str], bytes]
"""The salt of the value at a path."""

SALT_LABEL = b"gamelog/v1/salt\n"
ROOT = "/d"


class Undisclosed(LookupError):
    """A sealed value is needed but not disclosed; the argument is its place ("4/d/order/7")."""


def salt(k_salt: bytes, index: int, path: str) -> bytes:
    return hmac.digest(k_salt, SALT_LABEL + index.to_bytes(8, "big") + path.encode(), "sha256")[:16]


def disclosure(salt: bytes, *content: Any) -> str:
    """`content` is (name, value) for an object member and (value,) for an array element."""
    return b64u(dumps([b64u(salt), *content]))


def digest(disclosure: str) -> str:
    return b64u(sha256(disclosure.encode("ascii")).digest())


def seal_event(event: msgspec.Struct, index: int, k_salt: bytes) -> tuple[Tree, Secrets]:
    """The event as data of entry number `index`, without its type tag, and the secrets it does not show.

    Raises ValueError for a secret without a value, or one that was committed elsewhere before: a secret that
    moves is opened or shuffled, never committed twice.
    """
    return _sealed(event, index, lambda path: salt(k_salt, index, path))


def reseal(event: msgspec.Struct, index: int, disclosures: Mapping[str, str]) -> bytes:
    """The JSON of `d` of entry `index` for this event, with the salts of its disclosures by path.

    ValueError for an event that cannot be written. Anything that reading ignores (a member unknown to the event's type,
    another spelling) is missing from it, so comparing the two finds it.
    """
    salts = {path: from_b64u(orjson.loads(from_b64u(text))[0]) for path, text in disclosures.items()}
    try:
        return dumps(_sealed(event, index, salts.__getitem__)[0])
    except KeyError as missing:
        raise ValueError(f"nothing is disclosed at {missing}") from missing


def _sealed(event: msgspec.Struct, index: int, salt_of: SaltOf) -> tuple[Tree, Secrets]:
    if may_hide(type(event)):
        return _Sealing(index, salt_of, spell=_is_wide(type(event))).seal(event)
    data = msgspec.to_builtins(event, str_keys=True)
    if tag_field := event.__struct_config__.tag_field:
        del data[tag_field]
    check(data, depth=2)
    return data, {}


class _Sealing:
    """One event being sealed: collects the secrets while walking it."""

    def __init__(self, index: int, salt_of: SaltOf, spell: bool) -> None:
        self._index = index
        self._salt_of = salt_of
        self._spell = spell
        self.secrets: Secrets = {}

    def seal(self, event: msgspec.Struct) -> tuple[Tree, Secrets]:
        data = self._members(members_of(event), ROOT)
        check(data, depth=2, sealed=True)
        return data, self.secrets

    def _members(self, members: Iterable[tuple[str, Any]], path: str) -> Tree:
        data: Tree = {}
        digests = []
        for name, value in members:
            here = f"{path}/{name}"
            if isinstance(value, Hidden):
                digests.append(self._commit(value, here, name))
            else:
                data[name] = self._tree(value, here)
        return data | {"_sd": sorted(digests)} if digests else data

    def _element(self, value: Any, path: str) -> Any:
        return {"...": self._commit(value, path)} if isinstance(value, Hidden) else self._tree(value, path)

    def _tree(self, thing: Any, path: str) -> Any:
        if isinstance(thing, Opened):
            return self._opened(thing, path)
        if isinstance(thing, tuple | list):
            return [self._element(item, f"{path}/{n}") for n, item in enumerate(thing)]
        if isinstance(thing, dict):
            return self._members(_checked_keys(thing).items(), path)
        if isinstance(thing, msgspec.Struct) and may_hide(type(thing)):
            return _tag(type(thing)) | self._members(members_of(thing), path)
        return self._plain(thing)

    def _commit(self, hidden: Hidden[Any], path: str, *name: str) -> str:
        place = f"{self._index}{path}"
        if hidden.value is None or hidden.ref not in ("", place):
            raise ValueError(f"{place} cannot commit {hidden}")
        value = self._plain(hidden.value)
        self.secrets[path] = [value, list(hidden.knowers), *name]
        return digest(disclosure(self._salt_of(path), *name, value))

    def _opened(self, opened: Opened[Any], path: str) -> Tree:
        if opened.value is None or not opened.ref or not opened.to:
            raise ValueError(f"{self._index}{path} cannot open {opened}")
        data = {"of": opened.ref, "to": list(opened.to)}
        value = self._plain(opened.value)
        if EVERYBODY in opened.to:
            return data | {"value": value}
        self.secrets[path] = [value]
        return data

    def _plain(self, thing: Any) -> Any:
        tree = msgspec.to_builtins(thing, str_keys=True)
        tree = spelled(tree) if self._spell else tree
        check(tree)
        return tree


def _is_wide(cls: Any) -> bool:
    return getattr(cls, "wide", False)


def members_of(thing: msgspec.Struct) -> list[tuple[str, Any]]:
    """The fields of a struct as they are written; defaults are left out if its type says so."""
    cls = type(thing)
    members = [(name, getattr(thing, name)) for name in _field_names(cls)]
    if not cls.__struct_config__.omit_defaults:
        return members
    return [
        (name, value)
        for name, value in members
        if name not in _defaults(cls) or value != _defaults(cls)[name]
    ]


@cache
def _defaults(cls: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.name: field.default for field in fields(cls) if field.default is not msgspec.NODEFAULT}


@cache
def _field_names(cls: type[msgspec.Struct]) -> tuple[str, ...]:
    names = cls.__struct_fields__
    if cls.__struct_config__.array_like or names != cls.__struct_encode_fields__ or {"of", "to"} <= {*names}:
        raise TypeError(f"{cls.__name__}: sealed structs are objects with their fields' own names")
    return names


@cache
def _tag(cls: type[msgspec.Struct]) -> Tree:
    config = cls.__struct_config__
    return {config.tag_field: config.tag} if config.tag_field else {}


def _checked_keys(thing: dict[Any, Any]) -> dict[str, Any]:
    """A plain dict with its keys as text; keys become parts of paths, so they hold no slash."""
    data = {str(key): value for key, value in thing.items()}
    if any("/" in key for key in data) or RESERVED & data.keys() or {"of", "to"} <= data.keys():
        raise ValueError(f"the keys {sorted(data)} cannot be sealed")
    return data


def disclosures(index: int, secrets: Secrets, k_salt: bytes) -> dict[str, str]:
    """The disclosure of every value that entry `index` commits, by path; made on demand, never stored."""
    return {
        path: disclosure(salt(k_salt, index, path), *secret[2:], secret[0])
        for path, secret in secrets.items()
        if len(secret) > 1
    }


def read_event(cls: type[Event], index: int, data: bytes | msgspec.Raw, secrets: Secrets) -> Event:
    """The event of entry `index` again, exactly, from the JSON of its `d` and its secrets."""
    if may_hide(cls):
        tree = unseal(index, orjson.loads(memoryview(data)), secrets)
        return msgspec.convert(tree, cls, str_keys=True, strict=not _is_wide(cls))
    return _decoder(cls).decode(data)  # type: ignore[no-any-return]


@cache
def _decoder(cls: type) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(cls)


def unseal(index: int, d: Tree, secrets: Secrets) -> Tree:
    """`d` with its secrets put back as {"value", "knowers", "ref"}, ready for `msgspec.convert`.

    Raises Undisclosed when a committed value is not among the secrets.
    """
    members = {path: secret for path, secret in secrets.items() if len(secret) == 3}
    restoring = _Restoring(index, secrets)
    tree = restoring.tree(d, ROOT)
    if restoring.left_out != len(members):
        raise Undisclosed(f"{index}{ROOT}")
    for path, secret in members.items():
        _object_at(tree, path)[secret[2]] = restoring.hidden(path, secret)
    return tree  # type: ignore[no-any-return]


class _Restoring:
    def __init__(self, index: int, secrets: Secrets) -> None:
        self._index = index
        self._secrets = secrets
        self.left_out = 0

    def tree(self, node: Any, path: str) -> Any:
        if isinstance(node, list):
            return [self.tree(item, f"{path}/{n}") for n, item in enumerate(node)]
        if not isinstance(node, dict):
            return node
        if "..." in node:
            return self.hidden(path, self._secrets.get(path))
        if "of" in node and "to" in node:
            return {"value": self._opened_value(node, path), "to": node["to"], "ref": node["of"]}
        self.left_out += len(node.get("_sd", ()))
        return {name: self.tree(item, f"{path}/{name}") for name, item in node.items() if name != "_sd"}

    def hidden(self, path: str, secret: list[Any] | None) -> Tree:
        place = f"{self._index}{path}"
        if secret is None:
            raise Undisclosed(place)
        return {"value": secret[0], "knowers": secret[1], "ref": place}

    def _opened_value(self, node: Tree, path: str) -> Any:
        return node["value"] if "value" in node else self._secrets.get(path, (None,))[0]


def _object_at(tree: Any, path: str) -> Any:
    """The object that holds the member at `path`."""
    for step in path.split("/")[2:-1]:
        tree = tree[int(step)] if isinstance(tree, list) else tree[step]
    return tree


def secrets_from(disclosures: Mapping[str, str]) -> Secrets:
    """One entry's secrets from its disclosures by path, as an export holds them: no knowers are named."""
    secrets: Secrets = {}
    for path, text in disclosures.items():
        _, *name, value = orjson.loads(from_b64u(text))
        secrets[path] = [value, [], *name]
    return secrets
