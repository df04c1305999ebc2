"""What is said of clocks, of resignations and of seats that bots play, in both languages: Ala sits at 1, Ola at 2."""

from __future__ import annotations

from typing import Any

from domain.table import events as t
from domain.table.absence import events as a
from domain.table.clock import events as c
from domain.table.clock.explaining import CHANGES

WON = c.Forfeit((1,), ((1,), (2,)), {"1": 0, "2": 0}, "time")
LOST = c.Forfeit((), ((1, 2),), {"1": 0, "2": 0}, "time")
RUNNING = c.ClockRow(1, 3, 895_400, 10_000, since=1_700_000_000_000)
STOPPED = c.ClockRow(2, 2, 900_000, 0)
SAID_OF_CLOCKS: list[tuple[Any, tuple[str, str]]] = [
    (
        c.ClockSet((RUNNING, STOPPED)),
        (
            "Clocks: Ala 15:05 (running) and Ola 15:00 (stopped).",
            "Zegary: Ala 15:05 (chodzi) i Ola 15:00 (stoi).",
        ),
    ),
    (c.ClockSet((STOPPED,)), ("Clocks: Ola 15:00 (stopped).", "Zegary: Ola 15:00 (stoi).")),
    (
        c.TimeHeld(1, 1700000000000, 1700000095000),
        (
            "The service was away: no clock runs for 1:35.",
            "Serwis był niedostępny: przez 1:35 żaden zegar nie chodzi.",
        ),
    ),
    (c.TimeRanOut((2,), 1700000000000), ("The time of Ola has run out.", "Ola: czas minął.")),
    (c.TimeRanOut((1, 2), 1700000000000), ("The time of Ala and Ola has run out.", "Ala i Ola: czas minął.")),
    (
        c.TimeRanOut((2,), 1700000000000, WON),
        (
            "The time of Ola has run out. The game is over, and the win goes to Ala.",
            "Ola: czas minął. Gra jest skończona. Zwycięstwo: Ala.",
        ),
    ),
    (
        c.TimeRanOut((1, 2), 1700000000000, LOST),
        (
            "The time of Ala and Ola has run out. The game is over, and nobody has won.",
            "Ala i Ola: czas minął. Gra jest skończona i nikt w niej nie wygrywa.",
        ),
    ),
    (a.SeatLeft(2, "greedy"), ("From here on a bot plays for Ola.", "Ola: odtąd gra bot.")),
    (a.SeatReturned(2), ("Ola is back and plays on.", "Ola wraca i gra dalej.")),
    (a.Resigned(2), ("Ola resigns.", "Ola poddaje grę.")),
    (
        a.Resigned(2, WON),
        (
            "Ola resigns. The game is over, and the win goes to Ala.",
            "Ola poddaje grę. Gra jest skończona. Zwycięstwo: Ala.",
        ),
    ),
    (
        a.Resigned(1, LOST),
        (
            "Ala resigns. The game is over, and nobody has won.",
            "Ala poddaje grę. Gra jest skończona i nikt w niej nie wygrywa.",
        ),
    ),
    (
        a.Agreed(1, "suspend"),
        (
            "Ala agrees that the organiser may suspend the game.",
            "Ala zgadza się, żeby organizator zawiesił grę.",
        ),
    ),
    (a.Agreed(1, "abandon"), ("Ala agrees to abandon the game.", "Ala zgadza się przerwać grę na dobre.")),
    (
        a.Agreed(1, "reassign:2"),
        (
            "Ala agrees that the organiser may give seat 2 to a substitute.",
            "Ala zgadza się, żeby organizator oddał miejsce 2 zastępcy.",
        ),
    ),
    (
        t.GameSuspended("operator", "hash"),
        (
            "The operator of the service suspends the game: nobody may act until it is resumed.",
            "Operator serwisu zawiesza grę: do jej wznowienia nikt nie może grać.",
        ),
    ),
    (
        t.GameResumed("operator"),
        ("The operator of the service resumes the game.", "Operator serwisu wznawia grę."),
    ),
    (
        t.GameAbandoned("not-started"),
        (
            "What the players add to the draws was not opened in time: the game ends without a result.",
            "Nie wszyscy gracze ujawnili na czas swój udział w losowaniach: gra kończy się bez wyniku.",
        ),
    ),
    (
        t.GameAbandoned("agreed"),
        (
            "All players have agreed to abandon the game: it ends without a result.",
            "Wszyscy gracze zgodzili się przerwać grę na dobre: kończy się ona bez wyniku.",
        ),
    ),
    (
        t.GameAbandoned("operator", "hash"),
        (
            "The operator of the service abandons the game: it ends without a result.",
            "Operator serwisu przerywa grę na dobre: kończy się ona bez wyniku.",
        ),
    ),
]
EXPLAINED_AS_SUMS = {
    *CHANGES.values(),
    "The bank of {seat} began with {left} ms.",
    "It ran with {grace} ms of grace before these {left} ms, and nothing was left {used} ms later.",
    "It stands still with {left} ms.",
    "It runs with {grace} ms of grace before these {left} ms.",
}
"""The steps behind rows and flags."""
