"""A client of an account's stream over HTTP that goes on where it was whenever its stream ends."""

from __future__ import annotations

import json
import threading
from typing import Any

import httpx

from tests.load import Address


class Listener(threading.Thread):
    """`notices` are those that were sent, by their numbers. `ends` counts the streams that ended."""

    def __init__(self, at: Address, token: str, after: int = 0) -> None:
        super().__init__(daemon=True)
        self.notices: dict[int, dict[str, Any]] = {}
        self.left, self.ends, self.status = threading.Event(), 0, 0
        self._at, self._token, self._after = at, token, after

    def run(self) -> None:
        while not self.left.is_set():
            try:
                self._read()
            except httpx.HTTPError:
                self.left.wait(0.1)
            self.ends += 1

    def _read(self) -> None:
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Last-Event-ID": str(max(self.notices, default=self._after)),
        }
        with httpx.stream("GET", f"{self._at.url}/v1/me/stream", headers=headers, timeout=60) as answer:
            self.status = answer.status_code
            if self.status != 200:
                self.left.set()
            for line in answer.iter_lines():
                if line.startswith("data:"):
                    notice = json.loads(line.removeprefix("data:"))
                    self.notices[notice["n"]] = notice
                if self.left.is_set():
                    return

    @property
    def turns(self) -> list[tuple[str, int, int]]:
        """Game, version and seat of the turns, in their order."""
        told = (self.notices[n] for n in sorted(self.notices))
        return [(it["game"], it["version"], it["seat"]) for it in told if it["kind"] == "your-turn"]
