"""The client in TypeScript plays at a real service, over connections that are cut."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.clients.typescript_client import PROGRAMS, from_sources, played, run_well
from tests.node_packages import NODE
from tests.running import Server


def test_nothing_is_missed_and_nothing_done_twice(server: Server, tmp_path: Path) -> None:
    game = played(from_sources(tmp_path), server.url, "touche", most=10)
    assert game["status"] == "abandoned"
    assert game["acted"] in (10, 11)  # the other seat may act before an answer that was cut off has come


def test_it_repeats_what_it_may_and_nothing_else(tmp_path: Path) -> None:
    shutil.copy(PROGRAMS / "wire.mjs", from_sources(tmp_path))
    told = json.loads(run_well(tmp_path, NODE, "wire.mjs"))
    keys = {request["key"] for request in told["cut"]["requests"]}
    assert (told["cut"]["result"], len(told["cut"]["requests"]), len(keys)) == ({"id": "x"}, 4, 1)
    assert (told["uncertain"]["result"], len(told["uncertain"]["requests"])) == ({"thrown": "Unreachable"}, 1)
    assert (told["postponed"]["result"], len(told["postponed"]["requests"])) == ({"id": "x"}, 2)
    assert told["refused"]["result"] == {
        "thrown": "Problem",
        "kind": "illegal-action",
        "rule": "romans.12",
        "detail": "The fort is taken.",
    }
    assert [message["data"] for message in told["events"]["result"]] == [1, 2, 3]
    assert [request["last"] for request in told["events"]["requests"]] == ["0", "2", "3"]
    assert told["pieces"] == [
        {"id": 1, "type": "rewound", "data": 1},
        {"type": "analysis", "data": {}},
        {"id": 2, "type": "message", "data": 2},
    ]
    assert (told["closed"]["result"]["kind"], len(told["closed"]["requests"])) == ("not-found", 1)
    assert told["webhooks"] == ["ż", "ż", None, None, None]
    assert told["addresses"] == ["https://x.example/base", "TypeError"]
