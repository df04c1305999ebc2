"""Work that waits until the page rests: done once for many calls, and at the latest a second after the first of them."""

from __future__ import annotations

import orjson
import pytest
from py_mini_racer import MiniRacer

from api.pages.modules import STATIC

SET_UP = """
    let [now, due] = [0, null];
    const done = [];
    globalThis.performance = { now: () => now };
    globalThis.setTimeout = (work, wait) => (due = { work, at: now + wait });
    globalThis.clearTimeout = () => (due = null);
    const soon = whenAtRest(() => done.push(now));
    const pass = (until) => {
        if (due !== null && due.at <= until) {
            const { work, at } = due;
            [now, due] = [at, null];
            work();
        }
        now = until;
    };
    for (const at of CALLS) {
        pass(at);
        soon();
    }
    pass(5000);
"""


@pytest.mark.parametrize(
    ("calls", "done"),
    [
        ([0], [150]),
        ([0, 100, 200], [350]),
        ([0, 200], [150, 350]),
        (list(range(0, 1300, 100)), [1000, 1350]),
    ],
    ids=["one call", "some at once", "one after a rest", "no rest for a second"],
)
def test_it_is_done_when_the_calls_rest_and_never_later_than_a_second(
    calls: list[int], done: list[int]
) -> None:
    """All in milliseconds."""
    module = (STATIC / "web" / "ui.js").read_text()
    begin = module.index("const REST =")
    code = module[begin : module.index("export const pause")].replace("export ", "")
    engine = MiniRacer()
    engine.eval(code + SET_UP.replace("CALLS", str(calls)))
    assert orjson.loads(str(engine.eval("JSON.stringify(done)"))) == done
