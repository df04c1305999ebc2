"""Clients that note all they see: what each was refused and for how long, and afterwards what was lost or done twice."""

from __future__ import annotations

import http.client
import json
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from verifier import PASSED, verify

GAMES = 4
PATIENCE = 240
NO_ANSWER = 30  # seconds after which a client gives a request up
PAUSE = 0.05
MORE = 20  # events that show that the load goes on
MOVES = 400  # of a game; then its players begin another one
NEW = {"ruleset": "age-of-war", "seats": 2}
ACTIONS = ({"type": "roll"}, {"type": "set-aside"})  # legal in turn, however the dice fall


class Address(Protocol):
    @property
    def url(self) -> str:
        """Where to ask, whether anybody answers there or not."""


class Sight(NamedTuple):
    """What became of one request: "201", "503 disk-full", "connection broken", or "event" on a stream."""

    at: float  # time.monotonic() when it was known
    took: float
    saw: str

    @property
    def good(self) -> bool:
        return self.saw[0] == "2" or self.saw == "event"


def named(trouble: Exception) -> str:
    if isinstance(trouble, ConnectionRefusedError):
        return "connection refused"
    return f"no answer in {NO_ANSWER} s" if isinstance(trouble, TimeoutError) else "connection broken"


class Client:
    """One kept connection, made anew when it breaks; it notes what becomes of each request."""

    def __init__(self, at: Address, keep: bool = True) -> None:
        self.sights: list[Sight] = []
        self._at, self._keep = at, keep
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, path: str, body: Any = None, **headers: str) -> Any:
        """What was answered, if that was a success; otherwise None."""
        began, answer = time.monotonic(), None
        try:
            saw, answer = self._exchange(path, body, headers)
        except (OSError, http.client.HTTPException) as trouble:
            saw = named(trouble)
        if answer is None or not self._keep:
            self.close()
        self.note(began, saw)
        return answer

    def note(self, began: float, saw: str) -> None:
        now = time.monotonic()
        self.sights.append(Sight(now, now - began, saw))

    def open(self, path: str, headers: dict[str, str], body: Any = None) -> http.client.HTTPResponse:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(urlsplit(self._at.url).netloc, timeout=NO_ANSWER)
        data = None if body is None else json.dumps(body)
        named_headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self._connection.request("GET" if data is None else "POST", path, data, named_headers)
        return self._connection.getresponse()

    def _exchange(self, path: str, body: Any, headers: dict[str, str]) -> tuple[str, Any]:
        answer = self.open(path, {"Content_Type": "application/json", **headers}, body)
        said = json.loads(answer.read() or b"{}")
        return (str(answer.status), said) if answer.status < 300 else (refusal(answer.status, said), None)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def refusal(status: int, problem: Any) -> str:
    return f"{status} {str(problem.get('type', '')).removeprefix('/problems/')}"


@dataclass
class Played:
    """A game as its players were told of it."""

    game: str
    events: list[tuple[int, str, str]] = field(default_factory=list)  # version, type, time
    checkpoint: str = ""  # the last signed head that they were given
    waiting: bool = False  # for the answer to an action that was never answered


class Actor(threading.Thread):
    """Both players of game after game, who repeat each request with its key until it is answered."""

    def __init__(self, at: Address, pause: float) -> None:
        super().__init__(daemon=True)
        self.client = Client(at)
        self.games: list[Played] = []
        self.enough, self.given_up = threading.Event(), threading.Event()
        self._pause = pause

    def run(self) -> None:
        while not self.enough.is_set():
            self._play()

    def _play(self) -> None:
        game = self._told("/v1/games", NEW, uuid.uuid4().hex)
        if game is None:
            return
        path = f"/v1/games/{game['id']}"
        seats = [self._told(f"{path}/seats", {"name": f"P{n}"}, uuid.uuid4().hex) for n in (1, 2)]
        begun = self._told(path)
        if begun is None or None in seats:
            return
        tokens = {seat["seat"]: seat["token"] for seat in seats}
        self.games.append(Played(game["id"]))
        self._act(self.games[-1], tokens, begun["to_act"][0])

    def _act(self, played: Played, tokens: dict[int, str], seat: int) -> None:
        for n in range(MOVES):
            if self.enough.wait(self._pause):
                return
            played.waiting = True
            path, token = f"/v1/games/{played.game}/actions", f"Bearer {tokens[seat]}"
            answer = self._told(path, ACTIONS[n % 2], f"a{n}", Authorization=token)
            if answer is None:
                return
            played.events += [(e["version"], e["type"], e["at"]) for e in answer["events"]]
            played.checkpoint, played.waiting = answer["checkpoint"], False
            seat = answer["to_act"][0]

    def _told(self, path: str, body: Any = None, key: str = "", **headers: str) -> Any:
        while not self.given_up.is_set():
            answer = self.client.ask(path, body, **headers, **({"Idempotency_Key": key} if key else {}))
            if answer is not None:
                return answer
            time.sleep(PAUSE)
        return None


class Asker(threading.Thread):
    """Asks for one thing again and again, on one kept connection or each time on a new one."""

    def __init__(self, at: Address, path: str, keep: bool) -> None:
        super().__init__(daemon=True)
        self.client, self.ended = Client(at, keep), threading.Event()
        self._path = path

    def run(self) -> None:
        while not self.ended.wait(PAUSE):
            self.client.ask(self._path)


class Follower(threading.Thread):
    """Reads the stream of a game, and goes on where it was whenever it ends."""

    def __init__(self, at: Address, game: str) -> None:
        super().__init__(daemon=True)
        self.client, self.ended = Client(at, keep=False), threading.Event()
        self.versions: list[int] = []
        self._path = f"/v1/games/{game}/stream"

    def run(self) -> None:
        while not self.ended.is_set():
            began = time.monotonic()
            try:
                saw = self._read(began)
            except (OSError, http.client.HTTPException) as trouble:
                saw = named(trouble)
            self.client.close()
            if not self.ended.is_set():
                self.client.note(began, saw)
            time.sleep(0.1)

    def _read(self, since: float) -> str:
        last = {"Last_Event_ID": str(self.versions[-1])} if self.versions else {}
        answer = self.client.open(self._path, last)
        if answer.status != 200:
            return refusal(answer.status, json.loads(answer.read() or b"{}"))
        for line in answer:
            if line.startswith(b"id:"):
                self.versions.append(int(line.removeprefix(b"id:")))
                self.client.note(since, "event")
                since = time.monotonic()
            if self.ended.is_set():
                break
        return "stream ended"


@contextmanager
def playing(at: Address, actors: int = GAMES, pause: float = 0.0) -> Iterator[list[Actor]]:
    """Players at work meanwhile; at the end each waits for the answer that it is waiting for."""
    crew = [Actor(at, pause) for _ in range(actors)]
    for actor in crew:
        actor.start()
    try:
        yield crew
    finally:
        send_home(crew)


def acknowledged(crew: Sequence[Actor]) -> int:
    """Events so far."""
    return sum(len(played.events) for actor in crew for played in actor.games)


def go_on(crew: Sequence[Actor], events: int = MORE) -> None:
    """Wait until so many more were acknowledged: whatever is done next is done under load."""
    enough, deadline = acknowledged(crew) + events, time.monotonic() + PATIENCE
    while acknowledged(crew) < enough:
        assert time.monotonic() < deadline, "nothing is acknowledged any more"
        time.sleep(PAUSE)


def send_home(crew: Sequence[Actor], patience: float = PATIENCE) -> None:
    for actor in crew:
        actor.enough.set()
    deadline = time.monotonic() + patience
    for actor in crew:
        actor.join(max(0.0, deadline - time.monotonic()))
        actor.given_up.set()
    for actor in crew:
        actor.join()


class Tally(NamedTuple):
    acknowledged: int = 0  # events
    lost: int = 0  # of these
    doubled: int = 0  # events that nobody was told of, though everybody was answered
    broken: int = 0  # logs that do not verify, or do not go on from a head that was given away

    def __add__(self, other: Tally) -> Tally:  # type: ignore[override]
        return Tally(*(mine + its for mine, its in zip(self, other, strict=True)))


def tally(at: Address, crew: Sequence[Actor], patience: float = PATIENCE) -> Tally:
    """What was acknowledged to these players against the logs as they are read now; what cannot be read is lost."""
    games = [played for actor in crew for played in actor.games if played.events]
    return sum((_tally(played, _audit(at, played.game, patience)) for played in games), Tally())


def _audit(at: Address, game: str, patience: float) -> Any:
    client, deadline = Client(at, keep=False), time.monotonic() + patience
    while (audit := client.ask(f"/v1/games/{game}/audit")) is None and time.monotonic() < deadline:
        time.sleep(PAUSE)
    return audit


def _tally(played: Played, audit: Any) -> Tally:
    if audit is None:
        return Tally(len(played.events), lost=len(played.events))
    entries = [json.loads(entry) for entry in audit["entries"]]
    there = {(n, entry["t"], entry["at"]) for n, entry in enumerate(entries, 1)}
    told = [(version, type, milliseconds(at)) for version, type, at in played.events]
    last = told[-1][0]
    upto = last if played.waiting else len(entries)
    untold = set(range(told[0][0], upto + 1)) - {version for version, _, _ in told}
    report = verify(audit, older=played.checkpoint)
    broken = not report.ok or report["L0"].status != PASSED
    return Tally(len(told), len(set(told) - there), len(untold) + len(told) - len(set(told)), int(broken))


def milliseconds(at: str) -> int:
    return round(datetime.fromisoformat(at).timestamp() * 1000)


def check(at: Address, crew: Sequence[Actor], least: int = 100) -> Tally:
    """Nothing acknowledged is lost, nothing was done twice, all logs verify, and no request was told that it is wrong."""
    found = tally(at, crew)
    assert found.acknowledged > least, found
    assert found == Tally(found.acknowledged)
    assert not {sight.saw for actor in crew for sight in actor.client.sights if sight.saw[0] == "4"}
    return found


def ask(at: Address, path: str, body: Any = None, token: str | None = None, key: str | None = None) -> Any:
    """A request that is repeated with its key until it is answered: what a careful client does."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Idempotency_Key": key} if key else {}
    client, deadline = Client(at, keep=False), time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        answer = client.ask(path, body, **headers)
        if answer is not None:
            return answer
        assert client.sights[-1].saw[0] != "4", f"{path}: {client.sights[-1].saw}"
        time.sleep(PAUSE)
    raise AssertionError(f"{path} was never answered: {client.sights[-1].saw}")
