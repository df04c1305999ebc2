"""In which language problems are told: their titles in the reader's, their details in English."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request

from projections.sentences import LANGUAGES

DETAILS = LANGUAGES[0]
"""Details are as many as there are ways to be wrong; they are written in English only."""
POLISH: Mapping[str, str] = {
    "malformed": "Błędne żądanie",
    "illegal-action": "Ruch niezgodny z zasadami",
    "not-your-turn": "Nie twój ruch",
    "stale": "Gra poszła dalej",
    "split-view": "Inny dziennik",
    "unauthenticated": "Potrzebny jest ważny token",
    "forbidden": "Brak uprawnień",
    "not-found": "Nie znaleziono",
    "gone-elsewhere": "Już zajęte",
    "idempotency-conflict": "Klucz idempotencji już użyty",
    "idempotency-expired": "Klucz idempotencji wygasł",
    "bad-import": "Nie można przyjąć tej gry",
    "bad-submission": "To nie jest stan dziennika dla świadka",
    "bad-proof": "To nie jest dalszy ciąg",
    "bad-request": "To nie jest żądanie HTTP",
    "request-timeout": "Żądanie nadeszło za późno",
    "uri-too-long": "Za długi adres",
    "headers-too-large": "Za duże nagłówki",
    "too-large": "Za duża treść żądania",
    "unsupported-media-type": "Nieobsługiwany typ treści",
    "not-acceptable": "Nie ma odpowiedzi w żądanym formacie",
    "method-not-allowed": "Niedozwolona metoda",
    "log-incomplete": "Dziennik gry jest niepełny",
    "beyond-the-log": "Dziennik kończy się wcześniej",
    "too-many-requests": "Za dużo żądań",
    "busy": "Zbyt duże obciążenie",
    "queue-full": "Kolejka jest pełna",
    "unavailable": "Serwis niedostępny",
    "disk-full": "Brak miejsca na dysku",
    "database-locked": "Baza danych jest zajęta",
    "database-damaged": "Baza danych jest uszkodzona",
    "read-only": "Baza danych jest tylko do odczytu",
    "clock-wrong": "Zegar serwisu się spóźnia",
    "internal-error": "Błąd serwisu",
}
"""The titles by kind."""


def reader_language() -> str:
    """The first language of ours that Accept-Language wants, of whichever country; English for who wants neither."""
    wanted = (tag.partition("-")[0].lower() for tag, weight in request.accept_languages if weight > 0)
    return next((lang for lang in wanted if lang in LANGUAGES), DETAILS)
