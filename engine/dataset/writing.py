"""Writes rows as JSON lines, CSV or Parquet: a few thousand at a time, so memory does not grow with the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import UnionType
from typing import IO, Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec.json import encode

from projections.documents import Document, Time

ROWS = 4096
"""Rows of a batch: a row group of Parquet."""
Batches = Iterator[list[Any]]
Write = Callable[[type[Document], Batches, IO[bytes]], int]
"""Writes rows of a type; returns how many."""


class NoArrow(Exception):
    """CSV and Parquet are written by pyarrow, which is not installed."""


def write_jsonl(row: type[Document], batches: Batches, file: IO[bytes]) -> int:
    """A JSON object a line."""
    encoder = msgspec.json.Encoder()
    return sum(len(batch) for batch in batches if file.write(encoder.encode_lines(batch)))


def write_csv(row: type[Document], batches: Batches, file: IO[bytes]) -> int:
    """Lists are JSON text, for CSV has none; times are RFC 3339."""
    arrow = _arrow()
    from pyarrow.csv import CSVWriter

    schema, count = _schema(row, flat=True), 0
    with CSVWriter(file, schema) as writer:
        for batch in batches:
            writer.write(arrow.table(_columns(schema, batch, flat=True), schema=schema))
            count += len(batch)
    return count


def write_parquet(row: type[Document], batches: Batches, file: IO[bytes]) -> int:
    """Lists are lists, times are timestamps in UTC."""
    arrow = _arrow()
    from pyarrow.parquet import ParquetWriter

    schema, count = _schema(row, flat=False), 0
    with ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in batches:
            writer.write_table(arrow.table(_columns(schema, batch, flat=False), schema=schema))
            count += len(batch)
    return count


FORMATS: dict[str, Write] = {"jsonl": write_jsonl, "csv": write_csv, "parquet": write_parquet}


def batched(rows: Iterable[Any]) -> Batches:
    """The rows in lists of at most `ROWS`."""
    rows = iter(rows)
    while batch := list(islice(rows, ROWS)):
        yield batch


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes its name only when it is complete; a failure leaves what was there before."""
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _arrow() -> Any:
    try:
        import pyarrow
    except ModuleNotFoundError as error:
        raise NoArrow("CSV and Parquet need pyarrow: pip install 'kronika[data]'") from error
    return pyarrow


def _schema(row: type[Document], flat: bool) -> Any:
    hints = get_type_hints(row, include_extras=True)
    return _arrow().schema([_field(name, hints[name], flat) for name in row.__struct_fields__])


def _field(name: str, hint: Any, flat: bool) -> Any:
    nullable = type(None) in get_args(_bare(hint))
    return _arrow().field(name, _type(hint, flat), nullable=nullable)


def _type(hint: Any, flat: bool) -> Any:
    arrow, bare = _arrow(), _bare(hint)
    if get_origin(bare) in (Union, UnionType):
        return _type(next(it for it in get_args(bare) if it is not type(None)), flat)
    if get_origin(bare) is tuple:
        return arrow.string() if flat else arrow.list_(_type(get_args(bare)[0], flat))
    if hint == Time:
        return arrow.string() if flat else arrow.timestamp("ms", tz="UTC")
    return {str: arrow.string(), int: arrow.int64()}[bare]


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _columns(schema: Any, batch: list[Any], flat: bool) -> dict[str, Any]:
    return {field.name: _column(field, [getattr(row, field.name) for row in batch], flat) for field in schema}


def _column(field: Any, values: list[Any], flat: bool) -> Any:
    arrow = _arrow()
    if flat and any(isinstance(value, tuple) for value in values):
        values = [encode(value).decode() for value in values]
    if arrow.types.is_timestamp(field.type):
        return arrow.array(values, arrow.string()).cast(field.type)
    return arrow.array(values, field.type)
