"""A service under load, one fault, and what each kind of client saw of it."""

from __future__ import annotations

import time
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from tests.load import NEW, Actor, Asker, Follower, Sight, ask, go_on, send_home, tally
from tests.running import SERVE, Server, free_port, start, stop
from tests.whole.command import kronika

ACTORS = 3
READERS = 2
CALM = 1.0  # seconds without anything bad, after which a fault is over for a kind of client
PATIENCE = 90
HOLD = 10  # seconds that a fault lasts which somebody ends

JUDGED = ("players", "readers", "stream", "ready", "live")


class Scene:
    """Players with keys, readers, a stream and two probes on a service; `server` may end and come back meanwhile."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.data = Path(settings.get("KRONIKA_DATA", folder))
        self.settings = settings
        self.server: Server = start(folder, free_port(), None, SERVE, **settings)
        self.crew = [Actor(self, pause=0.05) for _ in range(ACTORS)]
        self.began = self.ended = 0.0
        self._beside: dict[str, list[Asker | Follower]] = {}

    @property
    def url(self) -> str:
        return self.server.url

    def __enter__(self) -> Self:
        for actor in self.crew:
            actor.start()
        go_on(self.crew)
        game = next(played.game for actor in self.crew for played in actor.games)
        self._beside = {
            "readers": [Asker(self, f"/v1/games/{game}", keep=True) for _ in range(READERS)],
            "stream": [Follower(self, game)],
            "ready": [Asker(self, "/health/ready", keep=False)],
            "live": [Asker(self, "/health/live", keep=False)],
        }
        for client in self._clients():
            client.start()
        go_on(self.crew)
        return self

    def begin_games(self, many: int) -> list[str]:
        """Games that nobody plays; their ids."""
        made = [ask(self, "/v1/games", NEW, key=uuid.uuid4().hex) for _ in range(many)]
        return [str(game["id"]) for game in made]

    def has_seen(self, saw: str) -> bool:
        return any(sight.saw == saw for sight in self._sights("players"))

    def _clients(self) -> Iterator[Asker | Follower]:
        return (client for kind in self._beside.values() for client in kind)

    @contextmanager
    def fault(self) -> Iterator[None]:
        """What is done within is the fault; afterwards all has to become well by itself."""
        self.began = time.monotonic()
        yield
        self.ended = time.monotonic()

    def run(self) -> None:
        self.server = start(self.folder, self.server.port, None, SERVE, **self.settings)

    def stop(self) -> None:
        stop(self.server)

    def kill(self) -> None:
        """The first process, and with it all others."""
        assert self.server.process is not None
        self.server.process.kill()
        self.server.process.wait()

    def settle(self, *kinds: str) -> None:
        """Wait until all is well again for these kinds of clients, or for all."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and not all(map(self._calm, kinds or JUDGED)):
            time.sleep(0.1)

    def _calm(self, kind: str) -> bool:
        sights = [sight for sight in self._sights(kind) if sight.at > self.began]
        bad = max((sight.at for sight in sights if not sight.good), default=self.ended)
        return any(sight.good and sight.at > max(bad, self.ended) + CALM for sight in sights)

    def _sights(self, kind: str) -> list[Sight]:
        of_all = self.crew if kind == "players" else self._beside[kind]
        return sorted(sight for client in of_all for sight in client.client.sights.copy())

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        send_home(self.crew, patience=0 if failed else 20)
        for client in self._clients():
            client.ended.set()
        if failed:
            self.kill()

    def result(self) -> dict[str, Any]:
        """What each kind saw, seconds, and what was lost, by the logs as they are read now and by `kronika fsck`."""
        told = {kind: seen(self._sights(kind), self.began, self.ended) for kind in JUDGED}
        found = tally(self, self.crew, patience=20)
        self.stop()
        own = {name: value for name, value in self.settings.items() if name.startswith("KRONIKA_")}
        checked = kronika(self.folder, "fsck", **own).returncode == 0  # by a clock that is right
        return {
            "lasted": round(self.ended - self.began, 2),
            "saw": told,
            **found._asdict(),
            "fsck": "whole" if checked else "damaged",
        }


def seen(sights: Sequence[Sight], began: float, ended: float) -> dict[str, Any]:
    """Refusals and breaks by kind; seconds from the first to the first success after the last, and from the fault's end."""
    window = [sight for sight in sights if sight.at >= began]
    bad = [sight for sight in window if not sight.good]
    told: dict[str, Any] = {"asked": len(window), "bad": dict(Counter(sight.saw for sight in bad))}
    if not bad:
        return {**told, "slowest": max((round(sight.took, 2) for sight in window), default=0.0)}
    first = max(began, bad[0].at - bad[0].took)
    again = next((sight.at for sight in window if sight.good and sight.at > bad[-1].at), None)
    if again is not None:
        told |= {"for": round(again - first, 2), "after": round(max(0.0, again - ended), 2)}
    return {**told, "slowest": max(round(sight.took, 2) for sight in window)}
