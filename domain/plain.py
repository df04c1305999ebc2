"""Plain defaults: the view and the sentences of a game that does not define better ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.draws import Roll, Shuffle
from domain.hidden import Hidden, Opened
from domain.sentence import Sentence, Term, say


def plain_data(thing: Any) -> Any:
    """State, or a part of it, as JSON-able data: structs by their fields, secrets by their values (null if unknown)."""
    if isinstance(thing, Hidden | Opened):
        return plain_data(thing.value)
    if isinstance(thing, msgspec.Struct):
        return {name: plain_data(getattr(thing, name)) for name in thing.__struct_fields__}
    if isinstance(thing, dict):
        return {str(key): plain_data(value) for key, value in thing.items()}
    if isinstance(thing, tuple | list):
        return [plain_data(item) for item in thing]
    return msgspec.to_builtins(thing)


def plainly(thing: msgspec.Struct) -> Sentence:
    """An action or event in the words of its type and fields: "place bid: 2, 7"."""
    kind = Term(str(thing.__struct_config__.tag).replace("-", " "))
    parts = tuple(str(part) for name in thing.__struct_fields__ for part in _parts(getattr(thing, name)))
    return say("{kind}: {parts}", kind=kind, parts=parts) if parts else say("{kind}", kind=kind)


def _parts(value: Any) -> Iterator[Any]:
    """Numbers and words, also those in tuples and known secrets; without draws, whose results are in other fields."""
    if isinstance(value, Hidden | Opened):
        yield from _parts(value.value)
    elif isinstance(value, tuple):
        for item in value:
            yield from _parts(item)
    elif value is not None and not isinstance(value, Roll | Shuffle):
        yield value
