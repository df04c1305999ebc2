"""The sentence with which a game ends, from the viewer's side, in both languages."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

Json = dict[str, Any]
SAY = """async (cases) => {
    const { speakable, translator } = await import("/i18n.js");
    const { sentenceOf } = await import("/game/result.js");
    const both = await Promise.all(["en", "pl"].map(async (lang) => translator(await speakable(lang))));
    return cases.map(([doc, seat, events]) => both.map((t) => sentenceOf(t, doc, seat, events)));
}"""
NAMES = ["Ala", "Ola", "Jan", "Ewa"]
ME, OTHER, WATCHER = 1, 2, None


def ended(
    scores: list[int],
    ranking: list[list[int]],
    winners: list[int],
    reason: str = "points",
    sides: list[str | None] | None = None,
) -> Json:
    """A game that is over; the parts of its scores are one."""
    points = {str(seat): score for seat, score in enumerate(scores, 1)}
    seats = [
        {"seat": seat, "name": NAMES[seat - 1], "side": sides and sides[seat - 1]}
        for seat in range(1, len(scores) + 1)
    ]
    parts = [{"part": "all", "points": points}] if reason == "points" else []
    outcome = {"scores": points, "ranking": ranking, "winners": winners, "reason": reason, "parts": parts}
    return {"seats": seats, "outcome": outcome}


def resigned(seat: int) -> list[Json]:
    return [{"type": "resigned", "data": {"seat": seat, "outcome": {}}}]


def ran_out(seat: int) -> list[Json]:
    return [{"type": "time-ran-out", "data": {"seats": [seat], "outcome": {}}}]


WON, LOST = ended([28, 6], [[1], [2]], [1]), ended([6, 28], [[2], [1]], [2])
THIRD = ended([-1, 24, 28], [[3], [2], [1]], [3])
FOUR = ended([1, 2, 3, 4], [[4], [3], [2], [1]], [4])
CURSED = ended([24, 6], [[2], [1]], [2])
SHARED = ended([9, 9, 4], [[1, 2], [3]], [1, 2])
TEAMS = ended([20, 40, 20, 40], [[2, 4], [1, 3]], [2, 4], sides=["yellow", "red", "yellow", "red"])
DRAWN = ended([3, 3], [[1, 2]], [])
SOLO = ended([22], [[1]], [1])
FORFEIT = ended([0, 0], [[1], [2]], [1], "resigned")
TIMED = ended([0, 0], [[1], [2]], [1], "time")
RULED = ended([9, 4], [[1], [2]], [1], "ruling")
VOID = ended([], [[1, 2]], [], "void")
STOPPED = {**WON, "outcome": None, "view": {"turn": 1}}
SENTENCES: list[tuple[Json, int | None, list[Json], str, str]] = [
    (WON, ME, [], "You won, 28 to 6.", "Wygrywasz 28:6."),
    (LOST, ME, [], "You lost 28 to 6.", "Przegrywasz 6:28."),
    (WON, WATCHER, [], "Ala wins, 28 to 6.", "Wygrywa Ala, 28:6."),
    (THIRD, ME, [], "You came third, 28 to 24 to −1.", "Masz trzecie miejsce, 28:24:−1."),
    (FOUR, WATCHER, [], "Ewa wins.", "Wygrywa Ewa."),
    (FOUR, ME, [], "You came fourth.", "Masz czwarte miejsce."),
    (CURSED, ME, [], "You lost.", "Przegrywasz."),
    (CURSED, OTHER, [], "You won.", "Wygrywasz."),
    (SHARED, ME, [], "You share the win with Ola, 9 to 9 to 4.", "Wspólna wygrana: ty i Ola, 9:9:4."),
    (SHARED, 3, [], "You came third, 9 to 9 to 4.", "Masz trzecie miejsce, 9:9:4."),
    (SHARED, WATCHER, [], "Ala and Ola share the win, 9 to 9 to 4.", "Wspólna wygrana: Ala i Ola, 9:9:4."),
    (TEAMS, ME, [], "You lost 40 to 20.", "Przegrywasz 20:40."),
    (TEAMS, WATCHER, [], "Ola and Ewa win, 40 to 20.", "Wygrywają Ola i Ewa, 40:20."),
    (DRAWN, ME, [], "Nobody wins, 3 to 3.", "Nikt nie wygrywa, 3:3."),
    (SOLO, ME, [], "You scored 22 points.", "Twój wynik: 22 punkty."),
    (SOLO, WATCHER, [], "Ala scored 22 points.", "Ala: 22 punkty."),
    (FORFEIT, ME, resigned(2), "Ola resigned: you win.", "Ola poddaje grę: wygrywasz."),
    (FORFEIT, OTHER, resigned(2), "You resigned: Ala wins.", "Poddajesz grę: wygrywa Ala."),
    (FORFEIT, WATCHER, resigned(2), "Ola resigned: Ala wins.", "Ola poddaje grę: wygrywa Ala."),
    (TIMED, ME, ran_out(2), "Time ran out for Ola: you win.", "Koniec czasu (Ola): wygrywasz."),
    (TIMED, OTHER, ran_out(2), "Your time ran out: Ala wins.", "Koniec twojego czasu: wygrywa Ala."),
    (RULED, OTHER, [], "A referee has ruled: Ala wins.", "Orzeczenie sędziego: wygrywa Ala."),
    (VOID, ME, [], "A referee has made this game void.", "Orzeczenie sędziego unieważnia tę grę."),
    (STOPPED, ME, [], "The game was abandoned.", "Gra została przerwana na dobre."),
    (
        {**STOPPED, "view": {}},
        ME,
        [],
        "The table was ended before the game began.",
        "Stół zamknięto, zanim gra się zaczęła.",
    ),
]


def test_the_sentence_is_the_viewers_own(page: Page, site: str) -> None:
    page.goto(f"{site}/game/result.js")  # a place to import from
    cases = [[doc, seat, events] for doc, seat, events, _, _ in SENTENCES]
    said = page.evaluate(SAY, cases)
    assert said == [[english, polish] for _, _, _, english, polish in SENTENCES]
