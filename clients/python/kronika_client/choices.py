"""Answers as types: choices between structs, and what a service of a later version sends that this client does not know."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from threading import Lock
from typing import Any, ClassVar

import msgspec

from kronika_client.errors import KronikaError

PLAIN: dict[str, Any] = {"None": None, "dict[str, Any]": dict[str, Any]}
FIRST_USE = Lock()
"""msgspec works a struct out when a decoder of it is first made, and crashes the process if two threads do that at once."""


class Record(dict[str, Any]):
    """A JSON object of a kind that this client does not know, such as a game's of a later version: read by members, too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return _record(self[name])
        except KeyError:
            raise AttributeError(name) from None


class Union(type):
    """Its classes have as instances what the hook of msgspec gives for them."""

    def __instancecheck__(cls, value: Any) -> bool:
        names = cls.types.values()  # type: ignore[attr-defined]
        nested = (it for it in map(_type, names) if isinstance(it, Union))
        return type(value).__name__ in {*names, Record.__name__} or any(
            isinstance(value, it) for it in nested
        )


class Choice(metaclass=Union):
    """One of several structs: which one, the member `by` says; without it the first that fits.

    Type checkers see the union of the structs.
    """

    by: ClassVar[str | None]
    types: ClassVar[Mapping[str, Any]]


def decode(name: str, data: bytes) -> Any:
    """JSON as the type of this name; as `Record` where this client does not know what it holds."""
    try:
        return _decoder(name).decode(data)
    except msgspec.ValidationError:
        return _record(msgspec.json.decode(data))
    except msgspec.DecodeError as error:
        raise KronikaError(f"The answer is no JSON: {error}") from error


def _decoder(name: str) -> msgspec.json.Decoder[Any]:
    with FIRST_USE:
        return _made(name)


@cache
def _made(name: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(_type(name), dec_hook=_choose)


def _type(name: str) -> Any:
    from kronika_client import models  # it takes a while, so it waits for the first answer

    return PLAIN[name] if name in PLAIN else getattr(models, name)


def _choose(choice: type[Choice], value: Any) -> Any:
    """The hook of msgspec: it gives what JSON held, and gets the struct."""
    for name in _candidates(choice, value):
        _decoder(name)  # so that `convert` meets nothing for the first time
        try:
            return msgspec.convert(value, _type(name), dec_hook=_choose)
        except msgspec.ValidationError:
            continue
    return _record(value)


def _candidates(choice: type[Choice], value: Any) -> list[str]:
    if choice.by is None:
        return list(choice.types.values())
    tag = str(value.get(choice.by)) if isinstance(value, dict) else ""
    return [choice.types[tag]] if tag in choice.types else []


def _record(value: Any) -> Any:
    if isinstance(value, dict):
        return value if isinstance(value, Record) else Record(value)
    return [_record(each) for each in value] if isinstance(value, list) else value
