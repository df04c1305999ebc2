"""The nightly data sets: what there is, and its files."""

from __future__ import annotations

from typing import Annotated

from flask import Response, request, send_file

from api.http.long_responses import take_place
from api.http.operations import Call, Resource, Returns, kronika, respond
from api.http.problem_kinds import Fault
from domain.meaning import meaning
from domain.table.refusals import Refusal, Refused
from projections.documents import Document
from service.operation.dataset_files import FILES, LATEST, Published, published

datasets = Resource("datasets", "Nightly data sets of all finished public games, for researchers.")
GZIP = "application/gzip"
NONE_YET = (
    "There is no data set here. The background worker makes one each day (UTC), and only the machine on which it works has the "
    "files, unless the machines share the folder."
)


class DatasetFile(Document, frozen=True):
    """A file of a data set."""

    name: Annotated[str, meaning("The name of the file.")]
    path: Annotated[str, meaning("Where it is; /v1/datasets/latest/NAME is that of the newest data set.")]
    size: Annotated[int, meaning("In bytes.")]
    rows: Annotated[int, meaning("The number of lines.")]
    sha256: Annotated[str, meaning("The SHA-256 of its bytes, in hexadecimal; also its ETag.")]


class Dataset(Document, frozen=True):
    """All files of a day."""

    day: Annotated[str, meaning("The day (UTC) on which it was made, such as 2026-11-27.")]
    note: Annotated[str, meaning("The path of the signed note that names the files.")]
    vkey: Annotated[str, meaning("The verifier key of the note: that of the service's log of logs.")]
    files: Annotated[tuple[DatasetFile, ...], meaning("Its files.")]


class DatasetList(Document, frozen=True):
    """The data sets that can be downloaded."""

    datasets: Annotated[tuple[Dataset, ...], meaning("The newest first; those of two days at most.")]


@datasets.on("GET", "/v1/datasets", returns={200: Returns("The data sets.", DatasetList)})
def list_datasets(call: Call) -> Response:
    """List the nightly data sets. A game that was removed since is missing from the next one."""
    listed = DatasetList(datasets=tuple(map(_document, _published())))
    return respond(listed, Cache_Control="no-cache")


@datasets.on(
    "GET",
    "/v1/datasets/<day>/note",
    returns={200: Returns("A C2SP signed note.", media_types=["text/plain"])},
    problems=[Refusal.NOT_FOUND],
)
def get_dataset_note(call: Call, day: str) -> Response:
    """Read the signed note of a data set: its day, and the size, number of rows and SHA-256 of each file."""
    note = _of(day).note.encode()
    return respond(note, media_type="text/plain; charset=utf-8", Cache_Control="no-cache")


@datasets.on(
    "GET",
    "/v1/datasets/<day>/<file>",
    headers=["If-None-Match"],
    returns={
        200: Returns("The file.", media_types=[GZIP], headers=["ETag"]),
        206: Returns("The requested range of the file.", media_types=[GZIP], headers=["ETag"]),
    },
    problems=[Refusal.NOT_FOUND, Refusal.BUSY, Fault.RANGE_NOT_SATISFIABLE],
)
def get_dataset_file(call: Call, day: str, file: str) -> Response:
    """Download a file of a data set, or with `Range` a part of it. With several ranges the whole file is sent.

    Files are JSON lines, compressed by gzip: `games.jsonl.gz` has a row for
    each game, `whole-games.jsonl.gz` the games themselves, `tournaments.jsonl.gz` the standings of finished tournaments,
    `refusals.jsonl.gz` how often each clause refused an action on each day, without counts under 10.
    """
    found = _of(day)
    signed = next((it for it in found.said.files if it.name == file), None)
    if signed is None:
        raise Refused(Refusal.NOT_FOUND, f"A data set has the files {', '.join(FILES)}, and note.")
    return _sent(found, file, signed.sha256)


def _published() -> list[Published]:
    service = kronika()
    origins = service.repository.logs.origins()
    return published(service.settings.data, {it: service.signer.vkey(it) for it in origins})


def _of(day: str) -> Published:
    found = _published()
    if not found:
        raise Refused(Refusal.NOT_FOUND, NONE_YET)
    for it in found:
        if day in (LATEST, it.said.day):
            return it
    days = ", ".join(it.said.day for it in found)
    raise Refused(Refusal.NOT_FOUND, f"There is no data set of this day; there are those of {days}.")


def _sent(found: Published, name: str, sha256: str) -> Response:
    """The file, held open while it is sent: one that is deleted meanwhile arrives whole."""
    give_back = take_place()
    _ignore_other_ranges()
    try:
        path = (found.folder / name).resolve()
        response = send_file(path, GZIP, conditional=True, etag=sha256, download_name=name)
    except BaseException as error:
        give_back()
        if isinstance(error, OSError):
            raise Refused(Refusal.NOT_FOUND, NONE_YET) from error
        raise
    response.direct_passthrough = False  # otherwise nothing is called when it closes
    response.headers["Cache-Control"] = "no-cache"
    response.call_on_close(give_back)
    return response


def _ignore_other_ranges() -> None:
    """The whole file is sent unless `Range` is one range of bytes (RFC 9110, section 14.2); Werkzeug would answer 416."""
    wanted = request.range
    if wanted is None or wanted.units != "bytes" or len(wanted.ranges) > 1:
        request.environ.pop("HTTP_RANGE", None)


def _document(it: Published) -> Dataset:
    path = f"/v1/datasets/{it.said.day}"
    return Dataset(
        day=it.said.day,
        note=f"{path}/note",
        vkey=kronika().signer.vkey(it.said.origin),
        files=tuple(
            DatasetFile(
                name=file.name, path=f"{path}/{file.name}", size=file.size, rows=file.rows, sha256=file.sha256
            )
            for file in it.said.files
        ),
    )
