"""The folder of the nightly data sets: one folder for each day, which takes its name when it is complete."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from engine.dataset.signed import DataSet, read_note
from engine.logs import BadFile
from service.system.clock import now

FOLDER = "datasets"
NOTE = "note"
FILES = ("games.jsonl.gz", "whole-games.jsonl.gz", "tournaments.jsonl.gz", "refusals.jsonl.gz")
DAYS = 2
"""Days that a data set is served: a game that an operator removes is gone from all files after that."""
LATEST = "latest"
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class Published(NamedTuple):
    """A data set in its folder, with its signed note."""

    said: DataSet
    note: str
    folder: Path


def today() -> date:
    return datetime.fromtimestamp(now() / 1000, UTC).date()


def is_served(day: str) -> bool:
    """Whether a data set of this day is one of the last days; one of a day to come is of a clock that was wrong."""
    last = today()
    return str(last - timedelta(days=DAYS - 1)) <= day <= str(last)


def published(data: Path, vkeys: dict[str, str]) -> list[Published]:
    """The data sets of the last days, newest first. `vkeys`: the keys of this service's logs by their origins."""
    days = sorted((it.name for it in days_in(data) if is_served(it.name)), reverse=True)
    found = (_read(data / FOLDER / day, vkeys) for day in days)
    return [it for it in found if it is not None]


def days_in(data: Path) -> list[Path]:
    """The folders of complete data sets, old ones too."""
    folder = data / FOLDER
    return [it for it in folder.iterdir() if _DAY.fullmatch(it.name)] if folder.is_dir() else []


def _read(folder: Path, vkeys: dict[str, str]) -> Published | None:
    try:
        note = (folder / NOTE).read_text()
        said = read_note(note, vkeys[note.split("\n", 2)[1]])
    except (OSError, LookupError, BadFile):  # removed meanwhile, or of another service
        return None
    return Published(said, note, folder)
