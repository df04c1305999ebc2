"""A whole case and its bundle, written by hand from docs/ledger.md, section 13."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.verifier.bundles import SALT, Files, hash_of, manifested, text, zipped
from tests.verifier.games import begun
from tests.verifier.primitives import b64u, jcs
from tests.verifier.synthetic import PROMISED, Log, file_bytes

Json = dict[str, Any]
START = 1_700_000_000
"""When the game begins, in seconds since 1970: 2023-11-14T22:13:20Z."""
TERMS = {"open_within": 600, "answer_within": 60, "rule_within": 600, "appeal_within": 120, "pause": True}
STRETCH = {"from": 13, "to": 13}
PENALTY = {"seat": 1, "kind": "caution", "code": "referee.conduct.slow", "nth": 1}
SECOND = 29
"""The entry of the ruling that a head referee puts in place of the first one."""


def opened(seconds: int = 20, **d: Any) -> tuple[int, str, str, Json]:
    said = STRETCH | {"dispute": 1, "seat": 1, "clauses": ["toy.1"], "wants": "back-up"}
    said |= {"claim_hash": hash_of("Źle!")} | d
    return seconds, f"seat:{said['seat']}", "dispute-opened", said


def ruled(seconds: int, referee: int, number: int, judged: int, **d: Any) -> tuple[int, str, str, Json]:
    said: Json = {"dispute": 1, "referee": referee, "ruling": number, "judged": judged, "clauses": ["toy.1"]}
    said |= {"kind": "stands", "findings_hash": hash_of(f"Findings {number}")}
    return seconds, f"referee:{referee}", "ruled", said | d


def _of(referee: int, seconds: int, t: str, **d: Any) -> tuple[int, str, str, Json]:
    return seconds, f"referee:{referee}", t, {"dispute": 1, "referee": referee} | d


def _by(seat: int, seconds: int, t: str, **d: Any) -> tuple[int, str, str, Json]:
    return seconds, f"seat:{seat}", t, {"dispute": 1, "seat": seat} | d


STEPS: Sequence[tuple[int, str, str, Json]] = (
    *(
        step
        for number, head in ((1, False), (2, True), (3, True))
        for step in (
            (1, "organiser", "referee-appointed", {"referee": number, "head": head}),
            (1, f"referee:{number}", "referee-accepted", {"referee": number}),
        )
    ),
    (10, "seat:1", "card-named", {"card": 1}),
    (11, "seat:2", "card-named", {"card": 2}),
    opened(),
    _by(2, 30, "statement-given", statement_hash=hash_of("Nie.")),
    _of(1, 31, "case-taken"),
    _by(2, 32, "referee-refused", referee=1),
    _of(2, 40, "case-taken"),
    _by(1, 41, "referee-kept", referee=2),
    _of(2, 42, "evidence-released", release=1, seats=[1, 2], **{"from": 12, "to": 13}, reason_hash=hash_of("Why")),
    _of(2, 43, "evidence-read", release=1, seat=1),
    ruled(
        50, 2, 1, 22, kind="backed-up", remedy={"to_version": 12}, penalties=[PENALTY], why_hash=hash_of("Bo tak.")
    ),
    _by(1, 60, "appealed", grounds_hash=hash_of("Grounds")),
    _by(2, 61, "appeal-waived"),
    _by(1, 62, "appeal-answered"),
    _by(2, 63, "appeal-answered", answer_hash=hash_of("Answer")),
    _of(3, 70, "case-taken"),
    _of(3, 80, "appeal-decided", decision="changed", findings_hash=hash_of("Decided"), judged=28),
    ruled(80, 3, 2, 28),
    (80, "table", "ruling-final", {"dispute": 1, "ruling": 2}),
)  # fmt: skip
"""Seconds after the start, actor, type and data of the entries from 6 on, each an action but those after a decision."""
FIRST = 6
FOLLOWING = {
    "appeal-decided": ("ruled", "ruling-final"),
    "ruled": ("ruling-final",),
    "appeal-waived": ("ruling-final",),
    "referee-resigned": ("ruling-final",),
}
"""What goes on with the action of an entry of the same time."""
TEXTS = [
    text(14, "claim_hash", "Źle!"),
    text(15, "statement_hash", "Nie."),
    text(20, "reason_hash", "Why"),
    text(22, "findings_hash", "Findings 1"),
    text(22, "why_hash", "Bo tak."),
    text(23, "grounds_hash", "Grounds"),
    text(26, "answer_hash", "Answer"),
    text(28, "findings_hash", "Decided"),
    text(29, "findings_hash", "Findings 2"),
]


def time(seconds: int) -> str:
    """So many seconds after the start of the game, in a document."""
    return f"2023-11-14T22:{13 + (20 + seconds) // 60}:{(20 + seconds) % 60:02d}.000Z"


def court(steps: Sequence[tuple[int, str, str, Json]] = STEPS, **created: Any) -> Log:
    """A log with these steps; the game begins at `START`."""
    log = begun(created=PROMISED | {"disputes": TERMS} | created)
    for tree in log.trees:
        assert tree["at"] < 1000 * START + 1000
    for seconds, by, t, d in steps:
        goes_on = t in FOLLOWING.get(log.trees[-1]["t"], ()) and log.trees[-1]["at"] == 1000 * (
            START + seconds
        )
        log.add(t, d, by, at=1000 * (START + seconds), a=log.trees[-1]["a"] if goes_on else None)
    return log


def shown(words: str) -> Json:
    """A text in `case`."""
    return {"hash": hash_of(words), "status": "shown", "text": words, "lang": "pl", "salt": b64u(SALT)}


def _said(seat: int, version: int, seconds: int, **text: Any) -> Json:
    return {"seat": seat, "version": version, "at": time(seconds)} | text


def _referee(number: int, head: bool, appointed: int, **of_case: Any) -> Json:
    its = {"referee": number, "head": head, "appointed": appointed, "accepted": appointed + 1, "left": None}
    return its | {"marked": True, "refused_by": [], "kept_by": []} | of_case


def _ruling(number: int, referee: int, judged: int, version: int, seconds: int, **its: Any) -> Json:
    said = {"ruling": number, "referee": referee, "kind": "stands", "clauses": ["toy.1"], "judged": judged}
    said |= {"findings": shown(f"Findings {number}"), "why_not_stand": None, "remedy": None, "penalties": []}
    return said | {"version": version, "at": time(seconds), "final": None} | its


def case() -> Json:
    """`case` of the whole log."""
    return {
        "game": begun().game.hex,
        "ruleset": "toy",
        "dispute": 1,
        "viewer": "spectator",
        "game_version": 31,
        "opener": "seat:1",
        "about": STRETCH,
        "clauses": ["toy.1"],
        "wants": "back-up",
        "parties": [1, 2],
        "version": 15,
        "opened_at": time(20),
        "closed": 31,
        "closed_at": time(80),
        "state": "final",
        "claim": shown("Źle!"),
        "statements": [_said(2, 16, 30, statement=shown("Nie."))],
        "statements_in": True,
        "referee": None,
        "referees": [
            _referee(1, False, 7, refused_by=[2]),
            _referee(2, True, 9, kept_by=[1]),
            _referee(3, True, 11),
        ],
        "releases": [
            {
                "release": 1,
                "referee": 2,
                "seats": [1, 2],
                "about": {"from": 12, "to": 13},
                "reason": shown("Why"),
                "version": 21,
                "at": time(42),
                "ended": 23,
                "readings": [_said(1, 22, 43)],
            }
        ],
        "rulings": [
            _ruling(
                *(1, 2, 22, 23, 50),
                kind="backed-up",
                remedy={"to_version": 12},
                penalties=[PENALTY],
                why_not_stand=shown("Bo tak."),
            ),
            _ruling(2, 3, 28, 30, 80, final=31),
        ],
        "appeals": [_said(1, 24, 60, grounds=shown("Grounds"))],
        "answers": [_said(1, 26, 62, answer=None), _said(2, 27, 63, answer=shown("Answer"))],
        "decision": {
            "decision": "changed",
            "referee": 3,
            "version": 29,
            "at": time(80),
            "judged": 28,
            "findings": shown("Decided"),
        },
        "waived": [2],
        "due": [],
    }


def timeline(log: Log) -> Json:
    """timeline.json of the whole log; its sentences are for nobody here."""
    beside = {"text": {"en": "", "pl": ""}, "known": []}
    moments = [
        {
            "version": tree["i"] + 1,
            "at": time(seconds),
            "type": t,
            "actor": by,
            "action": tree["a"],
            "think_ms": _thought(n, by),
            "rules": [],
            "disputed": tree["i"] == 12,
            "taken_back": False,
            **beside,
        }
        for n, ((seconds, by, t, _), tree) in enumerate(zip(STEPS, log.trees[FIRST:], strict=True))
        if n >= 6
    ]
    its = case()
    return {name: its[name] for name in ("game", "ruleset", "dispute", "about", "viewer")} | {
        "version": 31,
        "moments": moments,
    }


def _thought(n: int, by: str) -> int | None:
    return 1000 * (STEPS[n][0] - STEPS[n - 1][0]) if by.startswith("seat:") else None


NAMES: Json = {"seats": {"1": "Ala", "2": None}, "referees": {"1": "Ewa", "2": "Jan", "3": None}}


def files() -> Files:
    """The files of the bundle of the whole log but its manifest."""
    log = court()
    beside: Json = {"assessment": {}, "explanations": []}
    return {
        "README.txt": b"",
        "audit.json": file_bytes(log.audit(over=False)),
        "case.json": written({"format": "kronika-case/2", "case": case(), "texts": TEXTS} | beside),
        "clauses.json": b"{}",
        "names.json": written(NAMES),
        "timeline.html": b"",
        "timeline.json": written(timeline(log)),
    }


def written(tree: Any) -> bytes:
    return jcs(tree).encode()


def bundled(changed: Files | None = None, log: Log | None = None, **manifest: Any) -> bytes:
    """The bundle, with other files where some are named, signed by the game's key."""
    return zipped(manifested(log or court(), files() | (changed or {}), **manifest))
