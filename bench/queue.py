"""The queue of a meeting with 50 tables and 200 cases, in one request, and what a stream reads when a row has changed.

In the process of the service, without a connection. `python -m bench queue` writes bench/queue.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from api.app import create_app
from bench.games import service
from bench.size import size
from bench.timing import percentile
from service.queries import meetings

TABLES, CASES = size(50, 2), size(4, 2)
RUNS = size(200, 2)
PAGE = Path(__file__).parent / "queue.md"
CLAIM = {
    "about": {"from": 3, "to": 4},
    "claim": "He threw twice.",
    "wants": "back-up",
    "clauses": ["war.turn.1"],
}


class Meeting:
    """A meeting with a referee, and the referee's token."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        made = self.post("/v1/meetings", {"name": "A meeting"})
        self.id, self.organiser = made["id"], made["organiser_token"]
        code = self.post(f"/v1/meetings/{self.id}/referees", {"head": True}, self.organiser)["code"]
        acceptance = {"code": code, "name": "Hela"}
        self.judge = self.post(f"/v1/meetings/{self.id}/referees/acceptances", acceptance)["token"]
        for _ in range(TABLES):
            self._table()

    def post(self, path: str, body: Any, token: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.client.post(path, json=body, headers=headers)
        assert answer.status_code == 201, answer.json
        return answer.json

    def _table(self) -> None:
        """A table with its cases, of which all but the last were withdrawn."""
        terms = {"ruleset": "age-of-war", "seats": 2, "meeting": self.id}
        game = self.post("/v1/games", terms, self.organiser)["id"]
        path = f"/v1/games/{game}"
        tokens = [self.post(f"{path}/seats", {"name": name})["token"] for name in ("Ala", "Ola")]
        for number in range(1, CASES + 1):
            if number > 1:
                self.post(f"{path}/disputes/{number - 1}/withdrawals", {}, tokens[number % 2])
            self.post(f"{path}/disputes", CLAIM, tokens[(number + 1) % 2])

    def queue(self) -> Any:
        headers = {"Authorization": f"Bearer {self.judge}"}
        answer = self.client.get(f"/v1/meetings/{self.id}/queue", headers=headers)
        page: Any = answer.json
        assert len(page["rows"]) == TABLES * CASES
        return page


def milliseconds(work: Callable[[], object]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - began))
    return percentile(times, 0.5), percentile(times, 0.99)


def main() -> list[str]:
    with service() as kronika:
        meeting = Meeting(create_app(kronika).test_client())
        store, last = kronika.store, meeting.queue()["position"]
        measured = {
            "the queue of a referee, in one request": meeting.queue,
            "one changed row, as a stream reads it": lambda: meetings.queue_changes(
                store, meeting.id, "referee:21", last - 1, last
            ),
            "the meeting with its tables": lambda: meetings.document(store, meeting.id, meeting.judge),
        }
        lines = [f"{TABLES} tables, {TABLES * CASES} cases, SQLite with FULL durability.", ""]
        lines += ["| measure | median ms | p99 ms |", "|---|---|---|"]
        for what, work in measured.items():
            median, slow = milliseconds(work)
            lines.append(f"| {what} | {median:.1f} | {slow:.1f} |")
        return lines


def write(page: Path = PAGE) -> list[str]:
    """Measure, and write the page."""
    lines = main()
    page.write_text("\n".join(["# A meeting's queue", "", "`python -m bench queue`", "", *lines, ""]))
    return lines
