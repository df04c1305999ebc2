"""Other bytes for what a careless reader takes for the same: of JSON texts and of zip files."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from tests.verifier.bundles import Files, zipped

Respell = Callable[[str, random.Random], str]


def respelt(text: str, rng: random.Random) -> tuple[str, str]:
    """What was done to a JSON text, and the text."""
    way = rng.choice(WAYS)
    return way.__name__.strip("_"), way(text, rng)


def _somewhere(pattern: str, put: Callable[[str], str]) -> Respell:
    """One match of a pattern, by chance, is written otherwise."""

    def write(text: str, rng: random.Random) -> str:
        found = list(re.finditer(pattern, text))
        if not found:
            return text
        match = rng.choice(found)
        return text[: match.start()] + put(match[0]) + text[match.end() :]

    write.__name__ = pattern
    return write


def _around(text: str, rng: random.Random) -> str:
    before, after = rng.choice(
        (("\ufeff", ""), (" ", ""), ("", "\n"), ("", "\n\n"), ("", " "), ("", "\r\n"), ("", "x"))
    )
    return before + text + after


def _cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text))]


def _flipped(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]


def _doubled(text: str, rng: random.Random) -> str:
    """An object has its first member twice."""
    found = list(re.finditer(r'\{("[a-z_]+":(?:\d+|"[^"\\]*")),', text))
    at = rng.choice(found) if found else None
    return text[: at.start()] + "{" + at[1] + "," + text[at.start() + 1 :] if at else text


WAYS: tuple[Respell, ...] = (
    _around, _cut, _flipped, _doubled,
    _somewhere(r":\d+", lambda it: it + ".0"),
    _somewhere(r":\d+", lambda it: it + "e0"),
    _somewhere(r":\d+", lambda it: ":-" + it[1:]),
    _somewhere(r":\d+", lambda it: ":0" + it[1:]),
    _somewhere(r":\d+", lambda it: ":9007199254740993"),
    _somewhere(r":\d+", lambda it: ":1e400"),
    _somewhere(r":\d+", lambda it: ":NaN"),
    _somewhere(r"[a-z]", lambda it: f"\\u{ord(it):04x}"),
    _somewhere(r"[a-z]", lambda it: "\\ud800"),
    _somewhere(r"[a-z]", lambda it: "é"),
    _somewhere(r"[a-z]", lambda it: "\\/"),
    _somewhere(r"[a-z]", lambda it: "\x7f"),
    _somewhere(r"[,:{\[]", lambda it: it + " "),
    _somewhere(r",", lambda it: ",,"),
    _somewhere(r"[\]}]", lambda it: "," + it),
    _somewhere(r'"[a-z]+":', lambda it: '"__proto__":'),
)  # fmt: skip


def zipped_otherwise(files: Files, rng: random.Random) -> tuple[str, bytes]:
    """What was done to a bundle's container, and its bytes."""
    way = rng.choice(ZIP_WAYS)
    return way.__name__.strip("_"), way(files, rng)


def _compressed(files: Files, rng: random.Random) -> bytes:
    return _by_library(files, rng, ZIP_DEFLATED)


def _dated(files: Files, rng: random.Random) -> bytes:
    return _by_library(files, rng, ZIP_STORED, (1990, 1, 1, 0, 0, 0))


def _commented(files: Files, rng: random.Random) -> bytes:
    return _by_library(files, rng, ZIP_STORED, comment=b"PK")


def _by_library(
    files: Files,
    rng: random.Random,
    how: int,
    date: tuple[int, ...] = (1980, 1, 1, 0, 0, 0),
    comment: bytes = b"",
) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", how) as container:
        for name in sorted(files):
            entry = ZipInfo(name, date)  # type: ignore[arg-type]
            entry.create_system, entry.external_attr, entry.compress_type = 3, 0o644 << 16, how
            container.writestr(entry, files[name])
        container.comment = comment
    return out.getvalue()


def _reordered(files: Files, rng: random.Random) -> bytes:
    return zipped(files, rng.sample(sorted(files), len(files)))


def _listed_twice(files: Files, rng: random.Random) -> bytes:
    return zipped(files, sorted([*files, rng.choice([*files])]))


def _without_one(files: Files, rng: random.Random) -> bytes:
    gone = rng.choice([*files])
    return zipped({name: data for name, data in files.items() if name != gone})


def _with_one_more(files: Files, rng: random.Random) -> bytes:
    return zipped(files | {rng.choice(("x", "", "../x", "AUDIT.JSON", "__proto__")): b"{}"})


def _one_bit(files: Files, rng: random.Random) -> bytes:
    data = bytearray(zipped(files))
    at = rng.choice((rng.randrange(4, 30), rng.randrange(4, len(data)), len(data) - 1 - rng.randrange(500)))
    data[at] ^= 1 << rng.randrange(8)
    return bytes(data)


def _longer(files: Files, rng: random.Random) -> bytes:
    return zipped(files) + rng.choice((b"x", b"\0", zipped(files)))


def _shorter(files: Files, rng: random.Random) -> bytes:
    return zipped(files)[: -rng.randint(1, 300)]


ZIP_WAYS = (
    _compressed, _dated, _commented, _reordered, _listed_twice, _without_one, _with_one_more,
    _one_bit, _one_bit, _longer, _shorter,
)  # fmt: skip
