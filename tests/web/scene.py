"""The real page of a game, at a captured state: its API is played by the test, so that every decision can be looked at."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

from tests.web.boards_site import captured

GAME = "5c" * 16
VERSION = 40
LISTS = {"/disputes": ["disputes"], "/lines": ["lines"], "/notes": ["notes"]}
Json = dict[str, Any]
UNDO: Json = {"policy": "free", "free": [], "with_consent": [], "barrier": "drawn", "pending": None}
Answers = dict[str, Json]
AGAIN = """address => {
    document.querySelector(".page").remove();
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
}"""


class Scene:
    """The page of a game that is not there, on a real service; `show` opens it at one captured state after the other."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._answers: Answers = {}
        self.audience: Json = {"watching": 0, "present": []}
        page.goto("/health/ready")
        for asked in (f"**/v1/games/{GAME}*", f"**/v1/games/{GAME}/**"):
            page.route(asked, lambda route: _answer(route, {**self._answers, "/audience": self.audience}))

    def show(self, name: str, **changes: Any) -> None:
        """As the seat that it was captured for. The modules of the page are read once: it opens itself anew."""
        state = captured(name) | changes
        self._answers = _answers(state)
        held = {} if state["seat"] is None else {GAME: {f"seat:{state['seat']}": "kr_" + "a" * 43}}
        self.page.evaluate("held => localStorage.setItem('kronika.tokens', held)", json.dumps(held))
        if GAME in self.page.url:
            self.page.evaluate(AGAIN, f"/games/{GAME}")
        else:
            self.page.goto(f"/games/{GAME}")
        self.page.wait_for_selector(".game:not([inert]) #board > .kb")
        self.page.evaluate("document.querySelector('#alerts').hidden = true")  # nothing here can be proved


def _answer(route: Route, answers: Answers) -> None:
    path = urlsplit(route.request.url).path.removeprefix(f"/v1/games/{GAME}")
    if path in answers:
        return route.fulfill(json=answers[path])
    if path == "/stream":
        return None  # it stays open, and nothing happens
    if path in LISTS:
        return route.fulfill(json={name: [] for name in LISTS[path]})
    return route.fulfill(
        status=404, json={"type": "/problems/not-found", "status": 404, "detail": "Not here."}
    )


def _answers(state: Json) -> Answers:
    document = _document(state)
    frames = [_frame(n) for n in range(1, VERSION + 1)]
    replay = {"from": 0, "version": VERSION, "document_revision": 1, "frames": frames, "chapters": []}
    events = [state["event"] | {"version": n, "action": n} for n in range(1, VERSION + 1)]
    legal = {"version": VERSION, "seat": state["seat"], "actions": state["legal"], "prompt": state["prompt"]}
    news = {"document": document, "legal": legal, "replay": replay, "events": events, "audit": None}
    return {"": document, f"/states/{VERSION}": document, "/news": news}


def _document(state: Json) -> Json:
    over = state["status"] == "finished"
    return {
        "id": GAME,
        **{key: state[key] for key in ("ruleset", "view", "status")},
        "seats": [{**seat, "side": seat["side"] or None, "key": None} for seat in state["seats"]],
        "to_act": state["toAct"],
        "viewer": "spectator" if state["seat"] is None else f"seat:{state['seat']}",
        "outcome": _outcome(state) if over else None,
        "version": VERSION,
        "edition": "1",
        "options": {},
        "visibility": "public",
        "entropy": {"seats": 0, "bots": [], "operator_with": [], "signed": [], "fresh": 0, "provided": []},
        "account": {"draws": {"throws": 0, "shuffles": 0, "taken_back": 0}, "decisions": []},
        "to_reveal": [],
        "referees": [],
        "dispute": None,
        "undo": state.get("undo", UNDO),
        "forked": None,
        **({"clock": state["clock"]} if "clock" in state else {}),
        "imported": False,
        "expires_at": None,
        "document_revision": 1,
    }


def _outcome(state: Json) -> Json:
    seats = [seat["seat"] for seat in state["seats"]]
    scores = {str(seat): 20 - seat for seat in seats}
    return {
        "winners": seats[:1],
        "ranking": [[seat] for seat in seats],
        "scores": scores,
        "reason": "end",
        "details": {},
        "parts": [
            {"part": "wall-1", "points": {seat: score - 5 for seat, score in scores.items()}},
            {"part": "of-our-own", "points": dict.fromkeys(scores, 5)},
        ],
    }


def _frame(version: int) -> Json:
    text = f"Somebody does what is done at version {version}, and it is told in a sentence."
    return {
        "version": version,
        "action": version,
        "actor": "seat:1",
        "type": "x",
        "text": text,
        "rules": [],
        "marks": [],
    }
