"""The measured cells of the table in docs/reference/faults.md, from bench/faults.json, kills.json and failover.json."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RESULTS = HERE / "faults.json"
PAGE = HERE.parent / "docs" / "reference" / "faults.md"
KILLS = "200 processes are killed one after the other: workers, keepers, the first process, PostgreSQL's own"
FAILOVER = "The primary of a cluster is killed and a standby promoted, again and again"
KINDS = ("players", "readers", "stream")
NOTHING = "-"

Cells = tuple[str, str, str]  # what clients saw; when all was good again; acknowledged, lost, doubled


def read(name: str) -> Any:
    file = HERE / name
    return json.loads(file.read_text()) if file.exists() else {}


def keep(result: Mapping[str, Any]) -> None:
    """In the place of an earlier run of the same fault on the same engine. `machine` is written there by hand."""
    known = read(RESULTS.name)
    faults = [one for one in known.get("faults", []) if _key(one) != _key(result)]
    RESULTS.write_text(json.dumps({**known, "faults": [*faults, result]}, indent=1) + "\n")


def _key(result: Mapping[str, Any]) -> tuple[str, str]:
    return result["fault"], result["engine"]


def cells() -> dict[str, Cells]:
    """Of each fault that was measured, by its row's first cell."""
    known = sorted(read(RESULTS.name).get("faults", []), key=_title)
    made = {title: _joined(results) for title, results in groupby(known, key=_title)}
    return made | _of_kills(read("kills.json")) | _of_failover(read("failover.json"))


def _title(result: Mapping[str, Any]) -> str:
    return str(result["fault"])


def _joined(results: Iterable[Mapping[str, Any]]) -> Cells:
    by_engine = sorted(((one["engine"], one) for one in results), key=lambda pair: pair[0] != "SQLite")
    each = [(engine, (_saw(one["saw"]), _good(one["saw"]), _counts(one))) for engine, one in by_engine]
    if len(each) == 1:
        return each[0][1]
    saw, good, counts = ("<br>".join(f"{engine}: {told[n]}" for engine, told in each) for n in range(3))
    return saw, good, counts


def _saw(saw: Mapping[str, Any]) -> str:
    told = [f"{kind} {_bad(saw[kind]['bad'])}" for kind in KINDS if saw[kind]["bad"]]
    return "; ".join(told) or "nothing"


def _bad(bad: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} × {_code(saw)}" for saw, count in sorted(bad.items()))


def _code(saw: str) -> str:
    status, _, kind = saw.partition(" ")
    return f"{status} `{kind}`" if status.isdecimal() and kind else saw


def _good(saw: Mapping[str, Any]) -> str:
    """Seconds; who waited for an answer for more than one is told of too."""
    told = [f"{kind} bad {_for(saw[kind])}" for kind in KINDS if saw[kind]["bad"]]
    slow = [(kind, saw[kind]["slowest"]) for kind in ("players", "readers", "ready")]
    told += [f"{kind} waited {seconds} s at most" for kind, seconds in slow if seconds > 1]
    if saw["ready"]["bad"]:
        told.append(_ready(saw["ready"]))
    told.append(
        f"live {_bad(saw['live']['bad'])}" if saw["live"]["bad"] else f"live in {saw['live']['slowest']} s"
    )
    return "; ".join(told)


def _for(of: Mapping[str, Any]) -> str:
    return f"for {of['for']} s" if "for" in of else "to the end of the run"


def _ready(of: Mapping[str, Any]) -> str:
    return (
        f"ready {of['after']} s after the fault's end" if "after" in of else "not ready to the end of the run"
    )


def _counts(result: Mapping[str, Any]) -> str:
    return f"{result['acknowledged']:,} / {result['lost']} / {result['doubled']}"


def _of_kills(kills: Mapping[str, Any]) -> dict[str, Cells]:
    engines = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
    each = [(engines[name], kills[name]) for name in engines if name in kills]
    if not each:
        return {}
    saw = "<br>".join(f"{name}: players {_bad(one['saw'])}" for name, one in each)
    good = "<br>".join(f"{name}: nobody waited longer than {one['longest wait']} s" for name, one in each)
    return {KILLS: (saw, good, "<br>".join(f"{name}: {_counts(one)}" for name, one in each))}


def _of_failover(ways: Mapping[str, Any]) -> dict[str, Cells]:
    each = [(way, one) for way, one in ways.items() if isinstance(one, dict)]
    if not each:
        return {}
    good = "<br>".join(f"{way}: {_after(one['kills'])}" for way, one in each)
    kills = "<br>".join(f"{way}: {len(one['kills'])} kills" for way, one in each)
    return {FAILOVER: (kills, good, "<br>".join(f"{way}: {_counts(one)}" for way, one in each))}


def _after(kills: Iterable[Mapping[str, Any]]) -> str:
    """The cluster's commit, and how much later the last service was ready."""
    firsts = sorted(kill["cluster"] for kill in kills)
    later = sorted(max(kill["service 1"], kill["service 2"]) - kill["cluster"] for kill in kills)
    middle = len(firsts) // 2
    return (
        f"first commit after {firsts[middle]:.1f} s (at most {firsts[-1]:.1f}), "
        f"both services ready {max(0.0, later[middle]):.1f} s later (at most {max(0.0, later[-1]):.1f})"
    )


def with_cells(page: str, made: Mapping[str, Cells]) -> str:
    """The page with these cells in the rows of these faults."""
    return "\n".join(_line(line, made) for line in page.split("\n"))


def _line(line: str, made: Mapping[str, Cells]) -> str:
    parts = line.strip("|").split(" | ")
    new = made.get(parts[0].strip())
    return "| " + " | ".join([*(part.strip() for part in parts[:4]), *new]) + " |" if new else line


def write() -> None:
    PAGE.write_text(with_cells(PAGE.read_text(), cells()))


def lines() -> list[str]:
    """For whoever runs it."""
    return [f"{title}: {' | '.join(told)}" for title, told in cells().items()]
