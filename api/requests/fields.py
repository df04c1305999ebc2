"""Fields that take JSON literally: 3 and 3.0 are the integer 3, while "3", true and 3.7 are not integers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError, fields, pre_load, validate

from service.system.texts import NAME, InvisibleCharacter, is_blank, normalized

MAX_SAFE_INTEGER = 2**53 - 1
"""The largest integer that every JSON reader takes exactly; ledger entries hold no larger one."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Closed(Schema):
    """Base of all request schemas: an undeclared field is an error.

    `removed` says what to use instead of fields of earlier releases; `constraints` holds JSON Schema keywords that relate
    several fields.
    """

    removed: ClassVar[Mapping[str, str]] = {}
    constraints: ClassVar[Mapping[str, Any]] = {}

    class Meta:
        unknown = RAISE

    @pre_load
    def refuse_removed(self, data: Any, **_: Any) -> Any:
        errors = {
            name: [why] for name, why in self.removed.items() if isinstance(data, dict) and name in data
        }
        if errors:
            raise ValidationError(errors)
        return data


def described(text: str, **more: Any) -> dict[str, Any]:
    """The metadata of a field: its description in the OpenAPI document, and more."""
    return {"description": text, **more}


class JsonInteger(fields.Integer):
    """A JSON integer within `min`..`max` (both included, at most the safe integers)."""

    def __init__(self, *, min: int = -MAX_SAFE_INTEGER, max: int = MAX_SAFE_INTEGER, **options: Any) -> None:
        options.setdefault("validate", validate.Range(min=min, max=max))
        super().__init__(**options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class QueryInteger(fields.Integer):
    """A number in a query string: decimal digits only."""

    def __init__(self, *, min: int = 0, max: int = MAX_SAFE_INTEGER, **options: Any) -> None:
        super().__init__(validate=validate.Range(min=min, max=max), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if not re.fullmatch(r"[0-9]{1,16}", str(value)):
            raise self.make_error("invalid", input=value)
        return int(value)


class QueryBoolean(fields.Boolean):
    """true or false in a query string."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if value not in ("true", "false"):
            raise self.make_error("invalid", input=value)
        return bool(value == "true")


class QuerySeconds(fields.Float):
    """A number of seconds in a query string, in the syntax of JSON numbers; at most an hour."""

    def __init__(self, **options: Any) -> None:
        super().__init__(validate=validate.Range(min=0, max=3600), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> float:
        if not re.fullmatch(r"[0-9]{1,20}(\.[0-9]{1,400})?([eE][+-]?[0-9]{1,3})?", str(value)):
            raise self.make_error("invalid", input=value)
        return float(value)


class QueryTime(fields.Field[int]):
    """A time in a query string: RFC 3339 with an offset (`Z` or `+01:00`, with the plus sign encoded). Loads as
    milliseconds since 1970.
    """

    default_error_messages = {"invalid": "Not a time such as 2026-11-22T08:00:00Z."}

    def __init__(self, **options: Any) -> None:
        super().__init__(
            metadata={"type": "string", "format": "date-time", **options.pop("metadata", {})}, **options
        )

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        try:
            time = datetime.fromisoformat(str(value).upper())
        except ValueError as error:
            raise self.make_error("invalid") from error
        if time.tzinfo is None:
            raise self.make_error("invalid")
        return (time - EPOCH) // timedelta(milliseconds=1)


class JsonBoolean(fields.Boolean):
    """true or false; not 1, not "true"."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class JsonNull(fields.Field[None]):
    """null only."""

    default_error_messages = {"invalid": "Not null."}

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_none=True, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> None:
        raise self.make_error("invalid")


class FixedTuple(fields.Field[list[Any]]):
    """An array with one field for each position."""

    default_error_messages = {"invalid": "Not an array of {length} elements."}

    def __init__(self, places: Sequence[fields.Field[Any]], **options: Any) -> None:
        super().__init__(**options)
        self.places = places

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) != len(self.places):
            raise self.make_error("invalid", length=len(self.places))
        return [
            place.deserialize(item, f"{attr}[{n}]")
            for n, (place, item) in enumerate(zip(self.places, value, strict=True))
        ]


def one_of(values: Sequence[Any], **options: Any) -> fields.Field[Any]:
    """One of these strings, or one of these integers."""
    if all(type(value) is str for value in values):
        return fields.String(validate=validate.OneOf(values), **options)
    if all(type(value) is int for value in values):
        return JsonInteger(validate=validate.OneOf(values), **options)
    raise TypeError(f"values of one JSON type are needed, not {values}")


class Prose(fields.String):
    """Base of texts that people write. Invisible characters are refused."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        try:
            return self.normalized(super()._deserialize(value, attr, data, **kwargs))
        except InvisibleCharacter as unseen:
            raise ValidationError(str(unseen)) from unseen

    def normalized(self, text: str) -> str:
        """The text as it is stored; raises `InvisibleCharacter`."""
        return normalized(text)


class Name(Prose):
    """A person's name, in Unicode's form NFC, without invisible characters. Something of it can be seen."""

    def __init__(self, about: str = "", **options: Any) -> None:
        checks = [validate.Length(min=1, max=60), validate.Regexp(rf"(?:{NAME})\Z")]
        about += (
            " "
            * bool(about)
            + "In letters of any script; stored in Unicode's form NFC. No categories Cc, Cf, Zl, Zp, Cs, Cn, and at most "
            "30 combining marks in a row."
        )
        super().__init__(
            validate=checks, metadata={"pattern": f"^(?:{NAME})$", "description": about}, **options
        )

    def normalized(self, text: str) -> str:
        name = super().normalized(text)
        if is_blank(name):
            raise ValidationError("Nothing of this name can be seen.")
        return name


def text(pattern: str, max_length: int, **options: Any) -> fields.String:
    """A string that matches `pattern` completely."""
    checks = [validate.Length(min=1, max=max_length), validate.Regexp(rf"(?:{pattern})\Z")]
    documented = {"pattern": f"^(?:{pattern})$"} | options.pop("metadata", {})
    return fields.String(validate=checks, metadata=documented, **options)
