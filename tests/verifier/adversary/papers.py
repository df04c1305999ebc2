"""case.json, timeline.json and names.json of a case, as docs/ledger.md has them, section 13."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from tests.verifier.adversary.clerk import Clerk, Entry

Json = dict[str, Any]
Texts = Mapping[tuple[int, str], Json | None]
LASTING = {
    "agreed", "appeal-answered", "appeal-decided", "appeal-waived", "appealed", "call-answered", "call-closed",
    "case-taken", "clock-set", "dispute-expired", "dispute-opened", "dispute-withdrawn", "evidence-read",
    "evidence-released", "game-resumed", "game-suspended", "game-voided", "judge-called", "referee-accepted",
    "referee-appointed", "referee-dismissed", "referee-kept", "referee-refused", "referee-resigned", "resigned",
    "result-set", "ruled", "rules-changed", "ruling-final", "seat-claimed", "seat-excluded", "seat-left", "seat-reassigned",
    "seat-returned", "statement-given", "time-held", "time-ran-out",
}  # fmt: skip


def said_at(ms: int) -> str:
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S") + f".{ms % 1000:03d}Z"


def version(entry: Entry | None) -> int | None:
    return None if entry is None else int(entry["i"]) + 1


class Writer:
    """`texts` by entry and member, null for what is not there, which was `absent`; `actions` are disclosed, by place."""

    def __init__(
        self, clerk: Clerk, n: int, viewer: str, texts: Texts, absent: str, actions: Mapping[int, Any]
    ) -> None:
        self.clerk, self.n, self.viewer, self.absent = clerk, n, viewer, absent
        self.texts, self.actions = texts, actions

    def case(self) -> Json:
        clerk, n, created = self.clerk, self.n, self.clerk.entries[0]["d"]
        opened, closed = clerk.opened(n), clerk.closed(n)
        return {
            "game": created["game"],
            "ruleset": created["ruleset"],
            "dispute": n,
            "viewer": self.viewer,
            "game_version": len(clerk.entries),
            "opener": opened["by"],
            "about": _stretch(opened),
            "clauses": opened["d"]["clauses"],
            "wants": opened["d"]["wants"],
            "parties": clerk.parties,
            "version": version(opened),
            "opened_at": said_at(opened["at"]),
            "closed": version(closed),
            "closed_at": None if closed is None else said_at(closed["at"]),
            "state": clerk.state(n),
            "claim": self._text(opened, "claim_hash"),
            "statements": self._said("statement-given", "statement"),
            "statements_in": clerk.statements_in(n),
            "referee": clerk.held(n).referee,
            "referees": [self._referee(it) for it in clerk.all("referee-appointed")],
            "releases": [self._release(it) for it in clerk.all("evidence-released", dispute=n)],
            "rulings": [self._ruling(it) for it in clerk.rulings(n)],
            "appeals": self._said("appealed", "grounds"),
            "answers": self._said("appeal-answered", "answer"),
            "decision": self._decision(),
            "waived": [it["d"]["seat"] for it in clerk.all("appeal-waived", dispute=n)],
            "due": [
                {"what": what, "seats": seats, "referee": referee, "at": said_at(at)}
                for what, seats, referee, at in clerk.due(n)
            ],
        }

    def _text(self, entry: Entry, member: str) -> Json | None:
        if member not in entry["d"]:
            return None
        shown = self.texts[entry["i"], member]
        hashed = {"hash": entry["d"][member]}
        if shown is None:
            return hashed | {"status": self.absent, "text": None, "lang": None, "salt": None}
        return hashed | {"status": "shown"} | shown

    def _said(self, t: str, member: str) -> list[Json]:
        its = self.clerk.all(t, dispute=self.n)
        return [{"seat": it["d"]["seat"], member: self._text(it, f"{member}_hash")} | _when(it) for it in its]

    def _referee(self, appointed: Entry) -> Json:
        clerk, n, referee = self.clerk, self.n, appointed["d"]["referee"]
        return {
            "referee": referee,
            "head": appointed["d"]["head"],
            "appointed": version(appointed),
            "accepted": version(clerk.accepted(referee)),
            "left": version(clerk.left(referee)),
            "marked": referee in clerk.marked(n),
            **{
                name: [it["d"]["seat"] for it in clerk.all(t, dispute=n, referee=referee)]
                for name, t in (("refused_by", "referee-refused"), ("kept_by", "referee-kept"))
            },
        }

    def _release(self, released: Entry) -> Json:
        d, clerk = released["d"], self.clerk
        ends = [
            *clerk.all("ruled", "appeal-decided", dispute=self.n),
            *filter(None, [clerk.closed(self.n), clerk.left(d["referee"])]),
        ]
        ended = min((it for it in ends if it["i"] > released["i"]), key=lambda it: int(it["i"]), default=None)
        read = clerk.all("evidence-read", dispute=self.n, release=d["release"])
        return {
            **{name: d[name] for name in ("release", "referee", "seats")},
            "about": _stretch(released),
            "reason": self._text(released, "reason_hash"),
            "ended": version(ended),
            "readings": [{"seat": it["d"]["seat"]} | _when(it) for it in read],
        } | _when(released)

    def _ruling(self, ruled: Entry) -> Json:
        d = ruled["d"]
        remedy = d.get("remedy")
        if remedy is not None:
            remedy = {name: value for name, value in remedy.items() if name != "_sd"}
            if ruled["i"] in self.actions:
                remedy["action"] = self.actions[ruled["i"]]
        return {
            **{name: d[name] for name in ("ruling", "referee", "kind", "clauses", "judged")},
            "findings": self._text(ruled, "findings_hash"),
            "why_not_stand": self._text(ruled, "why_hash"),
            "remedy": remedy,
            "penalties": d.get("penalties", []),
            "final": version(self.clerk.first("ruling-final", ruling=d["ruling"])),
        } | _when(ruled)

    def _decision(self) -> Json | None:
        decided = self.clerk.first("appeal-decided", dispute=self.n)
        if decided is None:
            return None
        d = decided["d"]
        return {
            **{name: d[name] for name in ("decision", "referee", "judged")},
            "findings": self._text(decided, "findings_hash"),
        } | _when(decided)

    # The timeline.

    def timeline(self, counting: set[int]) -> Json:
        """`counting`: the numbers of the entries that count at the end of the log."""
        opened, created = self.clerk.opened(self.n), self.clerk.entries[0]["d"]
        last = version(self.clerk.closed(self.n)) or len(self.clerk.entries)
        return {
            "game": created["game"],
            "ruleset": created["ruleset"],
            "dispute": self.n,
            "about": _stretch(opened),
            "viewer": self.viewer,
            "version": last,
            "moments": [self._moment(v, counting) for v in range(opened["d"]["from"], last + 1)],
        }

    def _moment(self, v: int, counting: set[int]) -> Json:
        entry, before = self.clerk.entries[v - 1], self.clerk.entries[v - 2] if v > 1 else None
        thinks = before is not None and before["a"] != entry["a"] and entry["by"].startswith("seat:")
        return {
            "type": entry["t"],
            "actor": entry["by"],
            "action": entry["a"],
            "rules": entry["r"],
            "think_ms": entry["at"] - before["at"] if before is not None and thinks else None,
            "disputed": v <= self.clerk.opened(self.n)["d"]["to"],
            "taken_back": entry["i"] not in counting and entry["t"] not in LASTING,
            "text": {"en": "x", "pl": "x"},
            "known": [],
        } | _when(entry)

    def names(self) -> Json:
        seats = range(1, self.clerk.entries[0]["d"]["seats"] + 1)
        return {
            "seats": {str(seat): "Ala" if seat in self.clerk.parties else None for seat in seats},
            "referees": {str(it["d"]["referee"]): None for it in self.clerk.all("referee-appointed")},
        }


def _when(entry: Entry) -> Json:
    return {"version": version(entry), "at": said_at(entry["at"])}


def _stretch(entry: Entry) -> Json:
    return {name: entry["d"][name] for name in ("from", "to")}
