"""The language of problems: titles are in the reader's language, and so are details that only repeat the kind's meaning."""

from __future__ import annotations

from collections.abc import Mapping

from api.http.exchange import exchange
from projections.sentences import LANGUAGES

DETAIL_LANGUAGE = LANGUAGES[0]
"""Specific details are written in English only: there are as many as there are ways to be wrong."""
POLISH_TITLES: Mapping[str, str] = {
    "malformed": "Błędne żądanie",
    "illegal-action": "Ruch niezgodny z zasadami",
    "not-your-turn": "Nie twój ruch",
    "time-ran-out": "Czas się skończył",
    "stale": "Gra poszła dalej",
    "split-view": "Inny zapis gry",
    "unauthenticated": "Potrzebny jest ważny token",
    "forbidden": "Brak uprawnień",
    "not-found": "Nie znaleziono",
    "gone-elsewhere": "Już zajęte",
    "idempotency-conflict": "Klucz idempotencji już użyty",
    "idempotency-expired": "Klucz idempotencji wygasł",
    "bad-import": "Nie można przyjąć tej gry",
    "bad-submission": "To nie jest stan zapisu gry dla świadka",
    "bad-proof": "To nie jest dalszy ciąg",
    "bad-request": "To nie jest żądanie HTTP",
    "request-timeout": "Żądanie nadeszło za późno",
    "uri-too-long": "Za długi adres",
    "headers-too-large": "Za duże nagłówki",
    "too-large": "Za duża treść żądania",
    "unsupported-media-type": "Nieobsługiwany typ treści",
    "range-not-satisfiable": "Nie ma takiego zakresu",
    "not-acceptable": "Nie ma odpowiedzi w żądanym formacie",
    "method-not-allowed": "Niedozwolona metoda",
    "newer-log": "Zapis gry jest z nowszej wersji usługi",
    "unreadable-log": "Zapis gry jest we wcześniejszym formacie",
    "ruleset-missing": "Gra nie jest zainstalowana",
    "ruleset-changed": "Zasady gry się zmieniły",
    "ruleset-failed": "Błąd w pakiecie gry",
    "not-verified": "Nie potwierdzono tożsamości",
    "assertion-needed": "Potrzebny klucz dostępu",
    "other-site": "Żądanie z innej witryny",
    "account-needed": "Potrzebne konto",
    "too-early": "Za wcześnie",
    "log-incomplete": "Zapis gry jest niepełny",
    "log-missing": "Nie ma zapisu gry",
    "beyond-the-log": "Zapis gry kończy się wcześniej",
    "too-many-requests": "Za dużo żądań",
    "blocked": "Dostęp zablokowany",
    "game-closed": "Gra zamknięta",
    "games-paused": "Nowe gry wstrzymane",
    "not-provided": "Ta usługa tego nie ma",
    "busy": "Zbyt duże obciążenie",
    "queue-full": "Kolejka jest pełna",
    "unavailable": "Serwis niedostępny",
    "disk-full": "Brak miejsca na dysku",
    "database-locked": "Baza danych jest zajęta",
    "database-damaged": "Baza danych jest uszkodzona",
    "read-only": "Baza danych jest tylko do odczytu",
    "clock-wrong": "Zegar serwisu nie jest pewny",
    "internal-error": "Błąd serwisu",
}
"""Titles by kind."""
AGAIN = "Powtórzenie żądania z tym samym Idempotency-Key jest bezpieczne."
POLISH_MEANINGS: Mapping[str, str] = {
    "not-found": "Nie ma takiej ścieżki, gry, wersji ani innej nazwanej rzeczy.",
    "log-missing": "Serwis podpisał wpisy tej gry, a teraz nie ma żadnego z nich; tak bywa po przywróceniu starszej kopii bazy "
    "danych. Gra wróci, gdy tylko operator odtworzy jej wpisy.",
    "not-verified": "Kod, cyfry lub klucz dostępu są niewłaściwe albo minął ich czas. Zacznij od nowa.",
    "assertion-needed": "Najpierw potwierdź tożsamość kluczem dostępu; wystarcza to na pięć minut.",
    "other-site": "Sesji konta mogą używać tylko strony tej usługi.",
    "account-needed": "Przy tym stole każdy gra z kontem. Zaloguj się i jeszcze raz zajmij miejsce.",
    "too-large": "Treść żądania ma najwyżej 65 536 bajtów; plik gry 16 777 216.",
    "unsupported-media-type": "Treść żądania to `application/json` w UTF-8.",
    "range-not-satisfiable": "Plik nie ma bajtów w zakresie, o który prosi `Range`.",
    "not-acceptable": "Nagłówek Accept nie dopuszcza żadnego z formatów, które dokument OpenAPI podaje dla tej operacji.",
    "method-not-allowed": "Nagłówek Allow odpowiedzi wymienia dozwolone metody.",
    "unavailable": f"Baza danych jest nieosiągalna. {AGAIN}",
    "disk-full": f"Nie ma miejsca na zapis. Wszystko, co nie wymaga nowego podpisu, można czytać. {AGAIN}",
    "database-locked": f"Bazę danych trzymają inni, a kolej na zapis nie nadeszła przez kilka sekund. {AGAIN}",
    "database-damaged": "Część bazy danych jest uszkodzona. Do jej odtworzenia nic się nie zapisuje; to, co całe, można czytać.",
    "read-only": f"Bazę danych można czytać, a nie można do niej pisać. {AGAIN}",
    "internal-error": f"Zapisano go pod `request_id`. {AGAIN}",
}
"""Of kinds whose problems often say no more than the kind's meaning."""


def reader_language() -> str:
    """The first of our languages that Accept-Language names, whatever the country; English if it names none."""
    wanted = (
        tag.partition("-")[0].lower() for tag, weight in exchange().request.accept_languages if weight > 0
    )
    return next((lang for lang in wanted if lang in LANGUAGES), DETAIL_LANGUAGE)
