"""Polish texts of the operator's pages, by the English ones in the templates. Sentences about what is refused come from the
service, in English.
"""

from __future__ import annotations

from collections.abc import Mapping

POLISH: Mapping[str, str] = {
    "en": "pl",
    "Operator's pages": "Strony operatora",
    "Status": "Stan",
    "Games": "Gry",
    "Load": "Obciążenie",
    "Acts": "Czynności",
    "Log out": "Wyloguj",
    "Reason": "Powód",
    "This cannot be undone. I am sure.": "Tego nie da się cofnąć. Na pewno.",
    # status
    "The service is ready.": "Serwis działa.",
    "The service is not ready:": "Serwis nie jest gotowy:",
    "Games that lack entries: {n}": "Gry z brakującymi wpisami: {n}",
    "Games that lack entries": "Gry z brakującymi wpisami",
    "Entries of these games were signed and are missing, so nothing is added to them. What would bring them back:": (
        "Brakuje podpisanych wpisów tych gier, więc nic się do nich nie dopisuje. Co by je przywróciło:"
    ),
    "Game": "Gra",
    "Entries here": "Wpisy tutaj",
    "Entries signed": "Wpisy podpisane",
    "given up as lost": "uznane za utracone",
    "Public": "Publiczne",
    "Private": "Prywatne",
    "waiting": "czeka na graczy",
    "playing": "w toku",
    "suspended": "wstrzymana",
    "finished": "zakończona",
    "abandoned": "porzucona",
    "analysis": "analiza",
    "public": "publiczna",
    "private": "prywatna",
    "hidden": "ukryta",
    "Back-up, heads, disks": "Kopia zapasowa, głowy, dyski",
    "Last back-up": "Ostatnia kopia zapasowa",
    "none known": "nieznana",
    "Signed heads recorded": "Zapisane podpisane głowy",
    "Log of logs": "Rejestr rejestrów",
    "{n} leaves, {queued} to come": "liście: {n}, w kolejce: {queued}",
    "Operator's log": "Rejestr operatora",
    "{n} acts": "czynności: {n}",
    "Disks": "Dyski",
    "Folder": "Katalog",
    "Used": "Zajęte",
    "Free": "Wolne",
    "Witnesses": "Świadkowie",
    "Witness": "Świadek",
    "Leaves cosigned": "Podpisane liście",
    "Last": "Ostatnio",
    "never": "nigdy",
    "Blocked": "Zablokowani",
    "Who": "Kto",
    "until {time}": "do {time}",
    "Reason to unblock {subject}": "Powód odblokowania {subject}",
    "Unblock": "Odblokuj",
    "Nobody is blocked.": "Nikt nie jest zablokowany.",
    "Block an address or a token": "Zablokuj adres lub token",
    "Let new games begin": "Pozwól na nowe gry",
    "New games are paused: “{reason}”": "Nowe gry są wstrzymane: „{reason}”",
    "Pause new games": "Wstrzymaj nowe gry",
    "Games under way continue. Anyone who wants a new one reads the reason.": (
        "Gry w toku trwają. Kto chce zacząć nową, czyta powód."
    ),
    # games
    "all": "wszystkie",
    "Rows": "Wiersze",
    "Show": "Pokaż",
    "Public and private games, by their last activity. Times are UTC.": (
        "Gry publiczne i prywatne, od ostatnio czynnych. Czas UTC."
    ),
    "Ruleset": "Zasady",
    "Players": "Gracze",
    "Events": "Zdarzenia",
    "Last activity": "Ostatnia czynność",
    "There are none.": "Nie ma żadnych.",
    "Game {id}": "Gra {id}",
    "Id": "Identyfikator",
    "Visibility": "Widoczność",
    "To act": "Czyj ruch",
    "Created": "Utworzona",
    "Close this game": "Zamknij tę grę",
    "Nobody acts until it is reopened, and its clocks stop. Its players read the reason.": (
        "Do ponownego otwarcia nikt nie wykonuje ruchów, a zegary stoją. Gracze czytają powód."
    ),
    "Reopen this game": "Otwórz tę grę ponownie",
    "A game that an operator closed continues.": "Gra zamknięta przez operatora toczy się dalej.",
    "Abandon this game": "Przerwij tę grę na dobre",
    "It ends without a result. Its players read the reason.": "Kończy się bez wyniku. Gracze czytają powód.",
    # load
    "Requests, those refused (4xx, of these 429 for a limit) and streams begun, in the last minute and the last hour.": (
        "Żądania, w tym odrzucone (4xx) i te ponad limit (429), oraz rozpoczęte strumienie: w ostatniej minucie i godzinie."
    ),
    "Addresses": "Adresy",
    "Tokens": "Tokeny",
    "Requests, minute": "Żądania, minuta",
    "Requests, hour": "Żądania, godzina",
    "Streams": "Strumienie",
    "Block": "Zablokuj",
    "Block {subject}": "Zablokuj {subject}",
    "All": "Wszyscy",
    # acts
    "The operator's log, the newest act first. Its head is signed: no act can be changed or dropped unnoticed.": (
        "Rejestr operatora od najnowszej czynności. Każda jest wpisem pod podpisaną głową i żadnej nie można niepostrzeżenie "
        "zmienić ani usunąć."
    ),
    "Export the log": "Pobierz rejestr",
    "When": "Kiedy",
    "Act": "Czynność",
    "Subject": "Dotyczy",
    "block": "blokada",
    "unblock": "odblokowanie",
    "close-game": "zamknięcie gry",
    "reopen-game": "ponowne otwarcie gry",
    "abandon-game": "przerwanie gry",
    "suspend-account": "zawieszenie konta",
    "resume-account": "odwieszenie konta",
    "pause-games": "wstrzymanie nowych gier",
    "resume-games": "wznowienie nowych gier",
    "An address, a network (/24, or of IPv6 /48 or /64), a token, or the eight digits of one that was used in the last hour.": (
        "Adres, sieć (/24, a w IPv6 /48 lub /64), token albo osiem cyfr tokenu użytego w ostatniej godzinie."
    ),
    "For": "Na",
    "an hour": "godzinę",
    "a day": "dobę",
    "a week": "tydzień",
    "30 days": "30 dni",
    "Done": "Gotowe",
    "Act {n} is in the operator's log: {act}.": "Czynność nr {n} jest w rejestrze operatora: {act}.",
    "Not done": "Nie wykonano",
    "Go back to correct it.": "Wróć, aby to poprawić.",
    # login
    "The operator's page": "Strona operatora",
    "The token is in the file admin.token of the data folder.": "Token jest w pliku admin.token w katalogu danych.",
    "This is not the token.": "To nie jest ten token.",
    "Token": "Token",
    "Log in": "Zaloguj",
}
