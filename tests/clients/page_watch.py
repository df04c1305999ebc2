"""The page's watch over a game, run by Node.js against a service of a test's making."""

from __future__ import annotations

import json
import re
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.verifier.logbook import Logbook
from tests.verifier.page_verifier import NODE
from tests.verifier.players import Player
from tests.verifier.primitives import b64, b64u, jcs, path
from tests.verifier.synthetic import Log

SCRIPT = Path(__file__).with_name("page.mjs")
Json = dict[str, Any]


class Answer(NamedTuple):
    body: bytes
    status: int = 200
    retry_after: int | None = None


ABSENT = Answer(b"{}", 404)
LAGGING = Answer(b'{"type": "/problems/not-found"}', 404)


class Service:
    """What a service answers about one game and its log of logs; a dishonest one is given other parts."""

    def __init__(self, log: Log, book: Logbook, listed: Json | None) -> None:
        self.log, self.book, self.listed = log, book, listed
        self.tiles: Callable[[int, int, int], bytes | None] = self.book.tile
        self.asked: list[str] = []
        self.seeds: list[Json] = []
        self.behind = 0
        """How many more questions go to a standby that does not have the newest entries yet."""

    def answer(self, method: str, address: str, body: str | None) -> Answer:
        where = address.removeprefix(f"/v1/games/{self.log.game.hex}")
        self.asked.append(where)
        if method == "POST" and where == "/seeds":
            self.seeds.append(json.loads(body or ""))
            return Answer(json.dumps({"checkpoint": self.log.checkpoint()}).encode())
        if where.startswith("/v1/log"):
            return self._tile(where)
        if self.behind and where.startswith("/ledger/entries"):
            self.behind -= 1
            return LAGGING
        return self._read(where)

    def _read(self, where: str) -> Answer:
        if where == "/checkpoint":
            return Answer(self.log.checkpoint().encode())
        if entries := re.fullmatch(r"/ledger/entries\?from=(\d+)(?:&to=(\d+))?", where):
            trees = self.log.trees[int(entries[1]) : int(entries[2]) if entries[2] else None]
            return Answer("".join(f"{jcs(tree)}\n" for tree in trees).encode())
        if proof := re.fullmatch(r"/ledger/proof\?index=0&size=(\d+)", where):
            nodes = path(0, self.log.leaves[: int(proof[1])])
            return Answer(json.dumps({"path": [b64(node) for node in nodes]}).encode())
        assert where == "/ledger/log", where
        if self.listed is None:
            return Answer(b"{}", 404, retry_after=3)
        return Answer(jcs(self.listed).encode())

    def _tile(self, where: str) -> Answer:
        named = re.fullmatch(r"/v1/log/tile/(\d+)((?:/x?\d{3})+)(?:\.p/(\d+))?", where)
        assert named, where
        index = int(named[2].replace("/", "").replace("x", ""))
        found = self.tiles(int(named[1]), index, int(named[3] or 256))
        return ABSENT if found is None else Answer(found)


class Browser:
    """The page in one browser: what it remembers stays from question to question."""

    def __init__(self, node: subprocess.Popen[str]) -> None:
        self._node = node
        self.memory: Json = {}

    def sits(self, log: Log, player: Player) -> None:
        """It has taken this seat, and read the first entry before."""
        claim = {"ctx": b64u(log.ctx), "seed": b64u(player.seed), "taken": True}
        self._remember("claims", log, {str(player.seat): claim})
        self._remember("tokens", log, {player.by: "token"})

    def _remember(self, name: str, log: Log, value: Any) -> None:
        self.memory[name] = self.memory.get(name, {}) | {log.game.hex: value}

    def reveal(self, service: Service, seat: int = 1) -> Any:
        """Why the seed waits, None once it is opened or an inconsistency has been stored."""
        found = self._ask(service, {"seat": seat})["found"]
        return found and found["why"]

    def compare(self, service: Service, file: Json) -> Any:
        """How the service's log in an audit file compares with what this browser has kept."""
        return self._ask(service, {"file": file})["found"]

    def breach(self, log: Log) -> Any:
        return self.memory.get("breaches", {}).get(log.game.hex)

    def _ask(self, service: Service, question: Json) -> Json:
        self._say({"game": service.log.game.hex, "memory": self.memory, **question})
        while "path" in (heard := json.loads(self._hear())):
            answer = service.answer(heard["method"], heard["path"], heard["body"])
            headers = {"Retry-After": str(answer.retry_after)} if answer.retry_after else {}
            self._say({"status": answer.status, "body": b64encode(answer.body).decode(), "headers": headers})
        assert "problem" not in heard, heard["problem"]
        self.memory = heard["memory"]
        return dict(heard)

    def _say(self, what: Json) -> None:
        assert self._node.stdin
        self._node.stdin.write(json.dumps(what) + "\n")
        self._node.stdin.flush()

    def _hear(self) -> str:
        assert self._node.stdout
        return self._node.stdout.readline()


@contextmanager
def browsers() -> Iterator[Callable[[], Browser]]:
    """Makes browsers that have seen nothing yet."""
    with subprocess.Popen(
        [NODE, "--no-warnings", SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as node:
        try:
            yield lambda: Browser(node)
        finally:
            assert node.stdin
            node.stdin.close()
