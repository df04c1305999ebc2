"""Level B3 of a bundle: its documents follow from the log, the texts, the rules and the names (docs/ledger.md, section 13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
import orjson

from domain.rulesets import registry
from domain.table.logged_draws import LoggedDraws
from domain.table.referee.hearing import Hearing
from domain.table.state import Logged
from projections.case_documents import Reader, Texts, missing_text
from projections.case_files import DOCUMENTS, Names, case_content
from projections.documents.disputes import DISCLOSED, TextShown
from service.identity.access import Caller
from service.log.verifying import RulesVerdict
from verifier import FAILED, NOT_AVAILABLE, PASSED, Level
from verifier.bundle import read_bundle

NAME = "B3"


class _Differs(Exception):
    """A bundle says something that does not follow."""


class _Row(msgspec.Struct, frozen=True):
    """A row of `texts`; `text` is {"text", "lang", "salt"} or null."""

    entry: int
    member: str
    text: dict[str, str] | None


class _NamesFile(msgspec.Struct, frozen=True):
    seats: dict[int, str | None]
    referees: dict[int, str | None]


class _Given(NamedTuple):
    """The contents of a bundle that cannot be derived."""

    files: Mapping[str, bytes]
    manifest: Mapping[str, Any]

    @property
    def texts(self) -> Mapping[tuple[int, str], _Row]:
        rows = msgspec.convert(orjson.loads(self.files["case.json"])["texts"], list[_Row])
        return {(row.entry, row.member): row for row in rows}

    @property
    def names(self) -> Names:
        file = msgspec.json.decode(self.files["names.json"], type=_NamesFile, strict=False)
        return Names(file.seats, file.referees)


def case_level(data: bytes, verdict: RulesVerdict) -> Level:
    """B3 of a bundle in which no level failed, from the log as L4 decided it again."""
    bundle = read_bundle(data)
    revision = bundle.manifest["documents"]
    if revision != DOCUMENTS:
        why = f"needs revision {revision} of the documents; this Kronika has revision {DOCUMENTS}"
        return Level(NAME, NOT_AVAILABLE, why)
    if verdict.table is None or verdict.level.status != PASSED:
        return Level(NAME, NOT_AVAILABLE, "L4 has not passed")
    try:
        count = _compare(_Given(bundle.files, bundle.manifest), verdict)
    except (_Differs, msgspec.ValidationError) as error:
        return Level(NAME, FAILED, str(error))
    return Level(NAME, PASSED, f"{count} files are those that follow from log, texts, names and rules")


def _compare(given: _Given, verdict: RulesVerdict) -> int:
    made = _made(given, verdict)
    for name, content in made.items():
        if given.files[name] != content:
            raise _Differs(f"{name}: {_difference(orjson.loads(given.files[name]), orjson.loads(content))}")
    return len(made)


def _made(given: _Given, verdict: RulesVerdict) -> Mapping[str, bytes]:
    assert verdict.table is not None
    table, log = verdict.table, verdict.log
    dispute, role = given.manifest["dispute"], given.manifest["viewer"]
    if not 1 <= dispute <= len(table.desk.cases):
        raise _Differs(f"the log has no case {dispute}")
    draws = LoggedDraws(log, table.setup.draw_count)
    hearing = Hearing(registry()[table.setup.ruleset], table, log, draws, log[-1].at)
    reader = Reader(role, Caller(role).viewer, _texts(given))
    return case_content(hearing, table.desk.cases[dispute - 1], reader, given.names).files()


def _texts(given: _Given) -> Texts:
    rows, statuses = given.texts, _statuses(orjson.loads(given.files["case.json"])["case"])

    def text(logged: Logged, member: str) -> TextShown:
        hash: str = getattr(logged.event, member)
        row = rows.get((logged.version - 1, member))
        if row is None or row.text is None:
            return missing_text(hash, statuses.get(hash, "withheld"))
        return TextShown(hash=hash, status=DISCLOSED, **row.text)

    return text


def _statuses(said: Any) -> dict[str, str]:
    """What the bundle says of the texts that are not there, by hash: withheld or erased."""
    found = dict[str, str]()
    for text in _texts_in(said):
        if text["status"] in ("withheld", "erased"):
            found[text["hash"]] = text["status"]
    return found


def _texts_in(said: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(said, dict):
        if said.keys() >= {"hash", "status"}:
            yield said
        for value in said.values():
            yield from _texts_in(value)
    elif isinstance(said, list):
        for value in said:
            yield from _texts_in(value)


def _difference(given: Any, made: Any, path: str = "") -> str:
    """Where two JSON values differ first."""
    if isinstance(given, dict) and isinstance(made, dict) and given.keys() == made.keys():
        pairs = [(f"{path}.{name}" if path else name, given[name], made[name]) for name in made]
    elif isinstance(given, list) and isinstance(made, list) and len(given) == len(made):
        pairs = [(f"{path}[{n}]", *pair) for n, pair in enumerate(zip(given, made, strict=True))]
    else:
        return f"{path or 'all of it'} is {_short(given)}; {_short(made)} follows"
    differing = next((it for it in pairs if it[1] != it[2]), None)
    return (
        "it is written otherwise"
        if differing is None
        else _difference(differing[1], differing[2], differing[0])
    )


def _short(value: Any) -> str:
    text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    return text if len(text) <= 80 else f"{text[:77]}..."
