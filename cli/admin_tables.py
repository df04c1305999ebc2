"""How `kronika admin` prints what it reads: columns for people, of plain text that can be copied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Row = Sequence[object]
HIDDEN = "hidden"


def columns(heads: Sequence[str], rows: Iterable[Row]) -> str:
    """Lines with columns as wide as their widest cell; nothing is cut short."""
    lines = [tuple(heads), *(tuple(map(str, row)) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def _time(at: str | None) -> str:
    return "never" if at is None else at[:19].replace("T", " ")


def games(found: Any) -> str:
    heads = ("game", "ruleset", "status", "seen by", "events", "last activity (UTC)", "players")
    rows = [
        (
            game["id"],
            game["ruleset"],
            game["status"],
            HIDDEN if game["hidden"] else game["visibility"],
            game["version"],
            _time(game["last_activity"]),
            ", ".join(game["players"].values()),
        )
        for game in found["games"]
    ]
    return f"{columns(heads, rows)}\n\n{_counts(found['counts'])}"


def _counts(counts: Any) -> str:
    return "\n".join(
        f"{which}: {', '.join(f'{n} {status}' for status, n in counts[which].items()) or 'none'}"
        for which in ("public", "private")
    )


def load(found: Any) -> str:
    heads = ("", "requests/min", "4xx", "429", "streams", "requests/hour", "4xx", "429", "streams")
    parts = []
    for title, clients in (("addresses", found["addresses"]), ("tokens", found["tokens"])):
        rows = [_client("all", found["all"])] if title == "addresses" else []
        rows += [_client(client["name"], client) for client in clients]
        parts.append(columns((title, *heads[1:]), rows))
    return "\n\n".join(parts)


def _client(name: str, client: Any) -> Row:
    return (name, *client["minute"].values(), *client["hour"].values())


def log(found: Any) -> str:
    rows = [
        (act["number"], _time(act["at"]), act["act"], act["subject"] or "-", act["reason"]) for act in found
    ]
    return columns(("act", "at (UTC)", "what", "subject", "reason"), rows)


def done(found: Any) -> str:
    act = found["act"]
    unsigned = f"\nnot signed: {found['unsigned']}" if found["unsigned"] else ""
    return f"act {act['number']}: {act['act']} {act['subject']}".rstrip() + unsigned


def status(found: Any) -> str:
    facts = [
        ("service", "ready" if found["ready"] else "; ".join(found["reasons"])),
        ("new games", "paused: " + found["pause"]["reason"] if found["pause"] else "may begin"),
        ("back-up", _time(found["back_up"]) if found["back_up"] else "none known"),
        ("heads recorded", found["heads"]),
        ("log of logs", found["log_of_logs"]["problem"] or f"{found['log_of_logs']['size']} leaves"),
        ("operator's log", found["operator_log"]["problem"] or f"{found['operator_log']['size']} acts"),
        *(
            (f"witness {it['name']}", f"{it['size']} leaves, {_time(it['last'])}")
            for it in found["witnesses"]
        ),
        *((f"disk {it['folder']}", _disk(it)) for it in found["disks"]),
        ("blocked", len(found["blocks"])),
        ("games lacking entries", found["closed_games"]),
    ]
    return "\n".join([columns(("state", ""), facts), _counts(found["games"]), *_closed(found)])


def _disk(disk: Any) -> str:
    return f"{disk['free'] / 10**9:,.1f} GB free of {disk['total'] / 10**9:,.1f}"


def _closed(found: Any) -> list[str]:
    if not found["closed_games"]:
        return []
    rows = [
        (it["id"], it["here"], "lost" if it["signed"] is None else it["signed"]) for it in found["closed"]
    ]
    ways = "\n".join(f"- {way}" for way in found["ways_back"])
    return [
        "",
        columns(("game that lacks entries", "entries here", "signed"), rows),
        "",
        f"What would bring them back:\n{ways}",
    ]


TABLES: Mapping[str, Callable[[Any], str]] = {
    "games": games,
    "load": load,
    "log": log,
    "done": done,
    "status": status,
}
