"""What clocks of the page say and count, without a browser."""

from __future__ import annotations

import json
from typing import Any

import pytest
from py_mini_racer import MiniRacer

from api.pages.bundling import LOADER, dependencies, modules
from api.pictures.scripts import NO_BROWSER

MODULES = (
    "clock/time.js",
    "clock/terms.js",
    "clock/servicetime.js",
    "clock/agreed.js",
    "clock/unsaid.js",
    "clock/countdowns.js",
)
STUBS = "globalThis.performance = { now: () => 0 }; globalThis.addEventListener = () => {}; globalThis.navigator = {};"
SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000
Json = dict[str, Any]


@pytest.fixture(scope="module")
def page() -> MiniRacer:
    engine = MiniRacer()
    engine.eval(STUBS + modules(dependencies("i18n.js", "polish.js", *MODULES)) + LOADER + NO_BROWSER)
    engine.eval('void load("i18n.js").speakable("pl")')
    return engine


def told(page: MiniRacer, module: str, call: str, *given: Any, lang: str = "en") -> Any:
    """The result of a module's function; `t` is the page's translator."""
    values = ", ".join(json.dumps(one) for one in given)
    script = f'const t = load("i18n.js").translator({json.dumps(lang)}); return load("{module}").{call.format(values)};'
    return json.loads(str(page.eval(f"JSON.stringify((() => {{ {script} }})() ?? null)")))


@pytest.mark.parametrize(
    ("ms", "english", "polish"),
    [
        (0, "0.0", "0,0"),
        (99, "0.0", "0,0"),
        (9_399, "9.3", "9,3"),
        (9_999, "9.9", "9,9"),
        (10_000, "0:10", "0:10"),
        (4 * MINUTE + 5_999, "4:05", "4:05"),
        (HOUR, "1:00:00", "1:00:00"),
        (DAY - 1, "23:59:59", "23:59:59"),
        (DAY, "1 day", "1 dzień"),
        (DAY + 3 * HOUR, "1 day 3 h", "1 dzień 3 h"),
        (2 * DAY + 3 * HOUR + MINUTE, "2 days 3 h", "2 dni 3 h"),
        (22 * DAY + HOUR, "22 days 1 h", "22 dni 1 h"),
    ],
)
def test_time_is_written_as_one_reads_it(page: MiniRacer, ms: int, english: str, polish: str) -> None:
    for lang, figures in (("en", english), ("pl", polish)):
        assert told(page, "clock/time.js", "figures(t, {})", ms, lang=lang) == figures


@pytest.mark.parametrize(
    ("ms", "english", "polish"),
    [
        (0, "0 seconds", "0 sekund"),
        (SECOND, "1 second", "1 sekunda"),
        (30 * SECOND, "30 seconds", "30 sekund"),
        (MINUTE, "1 minute", "1 minuta"),
        (22 * MINUTE + 3_900, "22 minutes 3 seconds", "22 minuty 3 sekundy"),
        (DAY + HOUR, "1 day 1 hour", "1 dzień 1 godzina"),
        (5 * DAY + 5 * HOUR + MINUTE, "5 days 5 hours", "5 dni 5 godzin"),
        (DAY + 5 * SECOND, "1 day 5 seconds", "1 dzień 5 sekund"),
    ],
)
def test_time_is_said_in_its_two_largest_units(page: MiniRacer, ms: int, english: str, polish: str) -> None:
    for lang, words in (("en", english), ("pl", polish)):
        assert told(page, "clock/time.js", "inWords(t, {})", ms, lang=lang) == words


@pytest.mark.parametrize(
    ("terms", "english", "polish"),
    [
        ({"bank": 900, "increment": 10}, "15 min + 10 s", "15 min + 10 s"),
        ({"bank": 180, "increment": 2, "grace": 0}, "3 min + 2 s", "3 min + 2 s"),
        ({"bank": 90}, "90 s", "90 s"),
        ({"bank": 0, "grace": 259_200}, "3 days a turn", "3 dni na turę"),
        ({"bank": 604_800, "grace": 86_400}, "7 days, 1 day a turn", "7 dni, 1 dzień na turę"),
    ],
)
def test_terms_have_a_mark(page: MiniRacer, terms: Json, english: str, polish: str) -> None:
    for lang, mark in (("en", english), ("pl", polish)):
        assert told(page, "clock/time.js", "mark(t, {})", terms, lang=lang) == mark


@pytest.mark.parametrize(
    ("row", "now", "grace", "left"),
    [
        ({"left": 60_000, "grace": 0}, 10**6, 0, 60_000),
        ({"left": 60_000, "grace": 0, "since": 1000}, 1000, 0, 60_000),
        ({"left": 60_000, "grace": 5_000, "since": 1000}, 4000, 2_000, 60_000),
        ({"left": 60_000, "grace": 5_000, "since": 1000}, 7000, 0, 59_000),
        ({"left": 60_000, "grace": 5_000, "since": 1000}, 66_000, 0, 0),
        ({"left": 60_000, "grace": 5_000, "since": 1000}, 10**9, 0, 0),
        ({"left": 60_000, "grace": 5_000, "since": 9000}, 1000, 5_000, 60_000),
    ],
)
def test_grace_is_spent_before_the_bank_and_neither_before_it_runs(
    page: MiniRacer, row: Json, now: int, grace: int, left: int
) -> None:
    found = told(page, "clock/time.js", "leftOf({})", row, now)
    assert (found["grace"], found["left"], found["all"]) == (grace, left, grace + left)
    assert found["runs"] is ("since" in row)
    assert found["rests"] == max(0, row.get("since", 0) - now)


def test_a_reader_hears_three_times_and_no_others(page: MiniRacer) -> None:
    said = [told(page, "clock/time.js", "passed({})", at + 100, at) for at in range(120_000, -1, -100)]
    assert [limit for limit in said if limit is not None] == [60_000, 30_000, 10_000]


def test_red_is_below_ten_seconds_or_a_tenth_of_a_day(page: MiniRacer) -> None:
    for terms, kind, alarm in (
        ({"bank": 180, "grace": 0}, "live", 10 * SECOND),
        ({"bank": 3600, "grace": 0}, "live", 10 * SECOND),
        ({"bank": 3600, "grace": 1}, "daily", DAY // 10),
        ({"bank": 0, "grace": 259_200}, "daily", DAY // 10),
    ):
        assert told(page, "clock/time.js", "kindOfClock({})", terms) == kind
        assert told(page, "clock/time.js", "alarmAt({})", terms) == alarm
    assert told(page, "clock/time.js", "kindOfClock({})", None) == "none"


def test_the_figures_change_when_they_have_to(page: MiniRacer) -> None:
    for ms in (9_950, 10_001, 61_500, DAY + 250):
        wait = told(page, "clock/time.js", "untilNextFigure({})", ms)
        before = told(page, "clock/time.js", "figures(t, {})", ms)
        if ms < DAY:
            assert told(page, "clock/time.js", "figures(t, {})", ms - wait) != before
        assert 0 < wait <= SECOND + 1


ROUGH = {"least": 1000.0, "most": 1400.0, "at": 0.0}


@pytest.mark.parametrize(
    ("heard", "least", "most"),
    [
        ({"least": 1100, "most": 1200, "at": 0}, 1100, 1200),
        ({"least": 900, "most": 1300, "at": 0}, 1000, 1300),
        ({"least": 1350, "most": None, "at": 0}, 1350, 1400),
        ({"least": 61_000, "most": 61_200, "at": 0}, 61_000, 61_200),
        ({"least": -9000, "most": -8800, "at": 0}, 1000, 1400),
        ({"least": 900, "most": 2000, "at": 10_000}, 999, 1401),
    ],
    ids=["closer", "half", "a comment", "after sleep", "from a cache", "drift"],
)
def test_the_services_time_is_narrowed_by_whatever_it_says(
    page: MiniRacer, heard: Json, least: float, most: float
) -> None:
    """A comment of a stream bounds it from below only. What a cache kept is too old to be true."""
    script = json.dumps(heard).replace("null", "Infinity")
    now = json.loads(
        str(
            page.eval(f'JSON.stringify(load("clock/servicetime.js").narrowed({json.dumps(ROUGH)}, {script}))')
        )
    )
    assert (now["least"], now["most"]) == pytest.approx((least, most))


def event(type: str, actor: str = "table", **data: Any) -> Json:
    return {"type": type, "actor": actor, "at": "2026-01-02T03:04:05.678Z", "data": data}


CLOSED = event("game-suspended", why="operator", reason_hash="h")


def agreed(page: MiniRacer, events: list[Json]) -> Json:
    script = f'load("clock/agreed.js").agreements({json.dumps(events)})'
    found = page.eval(f"JSON.stringify([...{script}].map(([to, seats]) => [to, [...seats]]))")
    return dict(json.loads(str(found)))


def test_agreement_lasts_until_it_is_used_or_the_game_goes_on(page: MiniRacer) -> None:
    both = [event("agreed", f"seat:{n}", seat=n, to=to) for to in ("suspend", "reassign:2") for n in (1, 2)]
    assert agreed(page, both) == {"suspend": [1, 2], "reassign:2": [1, 2]}
    for type in ("clock-set", "undo-requested", "seat-returned"):
        assert agreed(page, [*both, event(type, seat=1)]) == agreed(page, both)
    assert agreed(page, [*both, event("game-suspended")]) == {"reassign:2": [1, 2]}
    assert agreed(page, [*both, CLOSED]) == agreed(page, both), "the operator needs no agreement"
    given = event("seat-reassigned", "organiser", seat=2)
    assert agreed(page, [*both, given]) == {"suspend": [1, 2]}
    assert agreed(page, [*both, given | {"data": {"seat": 1}}]) == agreed(page, both)
    assert agreed(page, [*both, given | {"actor": "seat:2"}]) == agreed(page, both), "the person stays"
    for type in ("dispute-opened", "dice-rolled"):
        assert agreed(page, [*both, event(type, seat=1)]) == {}
    assert agreed(page, [*both, event("dice-rolled", seat=1), both[0]]) == {"suspend": [1]}


def away(page: MiniRacer, events: list[Json]) -> Any:
    script = f'load("clock/agreed.js").absences({json.dumps(events)}).get(1) ?? null'
    return json.loads(str(page.eval(f"JSON.stringify({script})")))


def test_a_seat_comes_back_three_times_and_never_after_it_resigned(page: MiniRacer) -> None:
    left, back = event("seat-left", seat=1, bot="greedy"), event("seat-returned", "seat:1", seat=1)
    assert away(page, []) is None
    assert away(page, [left]) == {"bot": "greedy", "left": 3, "never": None}
    assert away(page, [left, back]) == {"bot": None, "left": 2, "never": None}
    assert away(page, [left, back] * 3 + [left])["left"] == 0
    resigned = [event("resigned", "seat:1", seat=1), left]
    assert away(page, resigned) == {"bot": "greedy", "left": 3, "never": "resigned"}
    given = event("seat-reassigned", "organiser", seat=1)
    assert away(page, [*resigned, given]) == {"bot": None, "left": 2, "never": None}
    assert away(page, [event("seat-reassigned", "seat:1", seat=1)]) is None
    assert away(page, [event("seat-excluded", seat=1, bot="greedy")])["never"] == "excluded"


def test_those_who_must_agree_are_the_people_who_are_there(page: MiniRacer) -> None:
    seats = [{"seat": n, "name": "A", "bot": "greedy" if n == 3 else None} for n in (1, 2, 3)]
    left = [event("seat-left", seat=2, bot="greedy")]
    assert told(page, "clock/agreed.js", "present({})", {"seats": seats}, []) == [1, 2]
    assert told(page, "clock/agreed.js", "present({})", {"seats": seats}, left) == [1]


def test_a_suspension_may_be_ended_after_a_day(page: MiniRacer) -> None:
    halted = [event("game-suspended")]
    assert told(page, "clock/agreed.js", "endableFrom({})", halted) == 1767409445678
    assert told(page, "clock/agreed.js", "endableFrom({})", [*halted, event("game-resumed")]) is None
    reopened = event("game-resumed", why="operator")
    for beside in ([CLOSED], [CLOSED, reopened]):
        assert told(page, "clock/agreed.js", "endableFrom({})", [*halted, *beside]) == 1767409445678
    assert told(page, "clock/agreed.js", "endableFrom({})", [CLOSED]) is None


def test_what_is_told_of_an_action_comes_before_its_clocks(page: MiniRacer) -> None:
    frames = [{"type": "dice-rolled"}, {"type": "turn-ended"}, {"type": "clock-set"}]
    for version, kind in ((1, "dice-rolled"), (2, "turn-ended"), (3, "turn-ended")):
        assert told(page, "clock/unsaid.js", "saidAt({})", frames, version)["type"] == kind


WORDS = {
    "bank": 900,
    "increment": 10,
    "grace": 30,
    "most": 1800,
    "on_time_out": "bot",
    "start_within": 120,
    "organiser_stops": False,
}


def test_terms_are_told_in_words(page: MiniRacer) -> None:
    english = [how for _, how in told(page, "clock/terms.js", "termLines(t, {})", WORDS)]
    assert english[:4] == ["15 minutes", "10 seconds", "30 minutes", "30 seconds"]
    assert english[4].startswith("A bot plays on")
    assert english[6] == "The organiser may do so only if everybody at the table agrees."
    polish = told(page, "clock/terms.js", "termLines(t, {})", {"bank": 0, "grace": 259_200}, lang="pl")
    assert polish == [["Czas na każdą turę", "3 dni"]]


def game(name: str, *deadlines: int | None) -> Json:
    """A game of the viewer at seat 1, with the deadlines of seats 1, 2..."""
    rows = [{"seat": n, **({"deadline": at} if at else {})} for n, at in enumerate(deadlines, 1)]
    return {"name": name, "role": "seat:1", "doc": {"clock": {"seats": rows}} if rows else {}}


def test_what_runs_out_first_comes_first_and_the_own_clock_counts_more_than_others(page: MiniRacer) -> None:
    games = [
        game("none"),
        game("still", None, None),
        game("own late", 9000, 1000),
        game("others", None, 7000, 5000),
        game("own soon", 2000, 9000),
        {"name": "unread", "role": "seat:1"},
    ]
    script = f'{json.dumps(games)}.sort(load("clock/countdowns.js").byDeadline).map(({{ name }}) => name)'
    found = json.loads(str(page.eval(f"JSON.stringify({script})")))
    assert found == ["own soon", "others", "own late", "none", "still", "unread"]
