"""Reads the tables that `copy_out` of PostgreSQL wrote (COPY's binary format) into a database of another engine."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from .changes_tables import EVENTS, NOT_FOLLOWED
from .postgres_copy import TABLES
from .store import Store

HEADER = 19
"""Bytes before the first row: signature, flags, and the length of an extension, which is 0."""
END = -1
COUNT, LENGTH = struct.Struct("!h"), struct.Struct("!i")
KINDS = "SELECT name, type FROM pragma_table_info(?)"

Decode = Callable[[bytes], Any]


def load_rows(store: Store, folder: Path, *omitted: str) -> None:
    """Fill an empty SQLite store of the same layout in one transaction, without the tables that are omitted."""
    into = store.relocation()
    with into.loading() as load:
        for name, columns in json.loads((folder / TABLES).read_text()).items():
            table = name.removeprefix("notification_")
            if table in (*NOT_FOLLOWED, *omitted):
                continue
            load.delete_all(table)
            here = [
                "rowid" if table == EVENTS and column == "notification_id" else column for column in columns
            ]
            with (folder / f"{name}.rows").open("rb") as file:
                load.insert(table, here, _rows(file, [_decoder(store, table, column) for column in here]))


def _decoder(store: Store, table: str, column: str) -> Decode:
    """By the declared type; SQLite declares neither an implicit key nor the words of a full-text table."""
    kind = dict(store.query(KINDS, (table,))).get(column, "BIGINT")
    return DECODERS[kind or "TEXT"]


def _integer(value: bytes) -> int:
    return int.from_bytes(value, signed=True)


def _double(value: bytes) -> float:
    return float(struct.unpack("!d", value)[0])


DECODERS: dict[str, Decode] = {
    "TEXT": bytes.decode,
    "BIGINT": _integer,
    "INTEGER": _integer,
    "BYTEA": bytes,
    "BLOB": bytes,
    "DOUBLE PRECISION": _double,
}


def _rows(file: BinaryIO, decoders: Sequence[Decode]) -> Iterator[list[Any]]:
    file.seek(HEADER)
    while COUNT.unpack(file.read(COUNT.size))[0] != END:
        yield [_value(file, decode) for decode in decoders]


def _value(file: BinaryIO, decode: Decode) -> Any:
    (length,) = LENGTH.unpack(file.read(LENGTH.size))
    return None if length == END else decode(file.read(length))
