"""Bundles in which one thing is false, signed with the game's key, and what finds each."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.verifier.bundles import hash_of
from tests.verifier.cases import FIRST, PENALTY, STEPS, bundled, court, files, written
from tests.verifier.synthetic import Log, file_bytes
from verifier.desk.document import Known, case_of
from verifier.desk.folding import desk_of
from verifier.desk.timeline import timeline_of

B2, PROCEDURE = "B2", "procedure"
"""All readers find it, or all but the page."""


class Forged(NamedTuple):
    make: Callable[[], bytes]
    found: str
    why: str


FORGED: dict[str, Forged] = {}


def said(name: str, way: str, value: Any, why: str, file: str = "case.json") -> None:
    """One value of a document is another one."""

    def make() -> bytes:
        tree = json.loads(files()[file])
        *steps, last = way.split("/")
        at = tree
        for step in steps:
            at = at[int(step)] if type(at) is list else at[step]
        at[last] = value
        return bundled({file: written(tree)})

    FORGED[name] = Forged(make, B2, why)


def done(name: str, entry: int, why: str, by: str | None = None, **d: Any) -> None:
    """One entry of the log is another one, and the documents say what this log says."""

    def make() -> bytes:
        steps = list(STEPS)
        seconds, actor, t, old = steps[entry - FIRST]
        steps[entry - FIRST] = (seconds, by or actor, t, old | d)
        return agreeing(court(steps))

    FORGED[name] = Forged(make, PROCEDURE, why)


def seen(name: str, viewer: str, why: str) -> None:
    """The bundle is that of somebody whom the game does not have, wherever it names its viewer."""

    def make() -> bytes:
        case, line = (json.loads(files()[file]) for file in ("case.json", "timeline.json"))
        case["case"]["viewer"] = line["viewer"] = viewer
        return bundled({"case.json": written(case), "timeline.json": written(line)}, viewer=viewer)

    FORGED[name] = Forged(make, B2, why)


def agreeing(log: Log) -> bytes:
    """A bundle whose documents say what the log says, allowed or not; its texts are those of the written case."""
    tree, desk = json.loads(files()["case.json"]), desk_of(log.trees)
    written_texts = {hash_of(row["text"]["text"]): row["text"] for row in tree["texts"]}
    hashes = [
        (it["i"], name, it["d"][name])
        for it in log.trees
        if it["d"].get("dispute") == 1
        for name in sorted(it["d"])
        if name.endswith("_hash")
    ]
    tree["texts"] = [
        {"entry": i, "member": name, "text": written_texts[hashed]} for i, name, hashed in hashes
    ]
    texts = {(row["entry"], row["member"]): row["text"] for row in tree["texts"]}
    tree["case"] = case_of(log.trees, desk, desk.cases[1], Known(texts, {}, "spectator"))
    line = timeline_of(log.trees, desk.cases[1], "spectator")
    line["moments"] = [it | {"text": {}, "known": []} for it in line["moments"]]
    changed = {
        "audit.json": file_bytes(log.audit(over=False)),
        "case.json": written(tree),
        "timeline.json": written(line),
    }
    return bundled(changed, log)


said("Another kind of ruling", "case/rulings/0/kind", "stands", "case/rulings/0/kind is 'stands'")
said("Another remedy", "case/rulings/0/remedy/to_version", 5, "case/rulings/0/remedy/to_version is 5")
said("A penalty of another seat", "case/rulings/0/penalties/0/seat", 2, "penalties/0/seat is 2")
said("A penalty is left out", "case/rulings/0/penalties", [], "case/rulings/0/penalties")
said("Findings that nobody wrote", "case/rulings/0/findings/text", "Guilty.", "findings/text is 'Guilty.'")
said("Another version was judged", "case/rulings/0/judged", 9, "case/rulings/0/judged is 9")
said("A release is left out", "case/releases", [], "case/releases does not have the 1 items")
said("A release of other seats", "case/releases/0/seats", [2], "case/releases/0/seats")
said("A reading is left out", "case/releases/0/readings", [], "case/releases/0/readings")
said("A referee was not refused", "case/referees/0/refused_by", [], "case/referees/0/refused_by")
said("A referee was there from the start", "case/referees/1/marked", False, "case/referees/1/marked is False")
said("An appeal is left out", "case/appeals", [], "case/appeals")
said(
    "Another decision of the appeal", "case/decision/decision", "upheld", "case/decision/decision is 'upheld'"
)
said("The case is still open", "case/state", "appealed", "case/state is 'appealed'")
said("A text that nobody wrote", "texts/0/text/text", "Nothing.", "not the one whose hash the log has")
said(
    "An action has another time",
    *("moments/0/at", "2023-11-14T22:13:30.001Z", "timeline.json/moments/0/at"),
    file="timeline.json",
)
said(
    "An action was taken back",
    *("moments/0/taken_back", True, "timeline.json/moments/0/taken_back is True"),
    file="timeline.json",
)
said(
    "Somebody else acted",
    *("moments/3/actor", "referee:3", "timeline.json/moments/3/actor is 'referee:3'"),
    file="timeline.json",
)
said(
    "The sentence about an action is no sentence",
    "moments/0/text",
    "Ala cheats.",
    "moments/0/text",
    file="timeline.json",
)
said("Nobody can tell who learnt what", "moments/0/known", None, "moments/0/known", file="timeline.json")
said(
    "A text's place is no name", "texts/0/member", ["claim_hash"], "the member 'member' is", file="case.json"
)
seen("A seat that the game does not have sees it", "seat:3", "'seat:3' is no viewer of this game")
seen("A referee whom the log does not have sees it", "referee:4", "'referee:4' is no viewer of this game")
done("A refused referee takes the case again", 18, "referee 1 may not act", "referee:1", referee=1)
done("A referee rules in another's case", 22, "referee 2 has case 1", "referee:3", referee=3)
done("The release is of a stretch that is not disputed", 20, "versions 12 to 13", **{"from": 5})
done("A referee sees with a seat that was not released", 21, "not of seat 3", seat=3)
done("A ruling judges a version before a statement", 22, "before the statement-given", judged=15)
done("A penalty is counted twice", 22, "penalty 1 of seat 1", penalties=[PENALTY | {"nth": 2}])
done("The referee who ruled hears the appeal", 27, "referee 2 may not act", "referee:2", referee=2)
