// Texts that depend on the number {n} in them, by the category of Intl.PluralRules.
/** @type {Record<string, Record<string, Record<string, string>>>} */
export const plurals = {
  "{n} watching": {
    en: { one: "{n} watching", other: "{n} watching" },
    pl: { one: "{n} osoba ogląda", few: "{n} osoby oglądają", other: "{n} osób ogląda" },
  },
  "{n} players": {
    en: { one: "{n} player", other: "{n} players" },
    pl: { one: "{n} gracz", other: "{n} graczy" },
  },
  "About {n} minutes": {
    en: { one: "About {n} minute", other: "About {n} minutes" },
    pl: { one: "Około {n} minuty", other: "Około {n} minut" },
  },
  "{names} win": {
    en: { one: "{names} wins", other: "{names} win" },
    pl: { one: "wygrywa {names}", other: "wygrywają {names}" },
  },
  "{names} win.": {
    en: { one: "{names} wins.", other: "{names} win." },
    pl: { one: "Wygrywa {names}.", other: "Wygrywają {names}." },
  },
  "{names} win, {points}.": {
    en: { one: "{names} wins, {points}.", other: "{names} win, {points}." },
    pl: { one: "Wygrywa {names}, {points}.", other: "Wygrywają {names}, {points}." },
  },
  "You scored {n} points.": {
    en: { one: "You scored {n} point.", other: "You scored {n} points." },
    pl: { one: "Twój wynik: {n} punkt.", few: "Twój wynik: {n} punkty.", other: "Twój wynik: {n} punktów." },
  },
  "{name} scored {n} points.": {
    en: { one: "{name} scored {n} point.", other: "{name} scored {n} points." },
    pl: { one: "{name}: {n} punkt.", few: "{name}: {n} punkty.", other: "{name}: {n} punktów." },
  },
  "{n} earlier rulings cite {clause}": {
    en: { one: "{n} earlier ruling cites {clause}", other: "{n} earlier rulings cite {clause}" },
    pl: { one: "{n} wcześniejsze orzeczenie przywołuje {clause}", few: "{n} wcześniejsze orzeczenia przywołują {clause}", other: "{n} wcześniejszych orzeczeń przywołuje {clause}" },
  },
  "{n} places to {who}": {
    en: { one: "{n} place to {who}", other: "{n} places to {who}" },
    pl: { one: "{n} miejsce (kto wie: {who})", few: "{n} miejsca (kto wie: {who})", other: "{n} miejsc (kto wie: {who})" },
  },
  "{n} stood": {
    en: { one: "{n} stood", other: "{n} stood" },
    pl: { one: "{n} utrzymane", few: "{n} utrzymane", other: "{n} utrzymanych" },
  },
  "{n} were overturned": {
    en: { one: "{n} was overturned", other: "{n} were overturned" },
    pl: { one: "{n} uchylone", few: "{n} uchylone", other: "{n} uchylonych" },
  },
  "{n} pictures": {
    en: { one: "{n} picture", other: "{n} pictures" },
    pl: { one: "{n} obraz", few: "{n} obrazy", other: "{n} obrazów" },
  },
  "{n} events taken back": {
    en: { one: "{n} event taken back", other: "{n} events taken back" },
    pl: { one: "{n} zdarzenie cofnięte", few: "{n} zdarzenia cofnięte", other: "{n} zdarzeń cofniętych" },
  },
  "{n} events found": {
    en: { one: "{n} event found", other: "{n} events found" },
    pl: { one: "Znaleziono {n} zdarzenie", few: "Znaleziono {n} zdarzenia", other: "Znaleziono {n} zdarzeń" },
  },
  "{n} events at once; in short:": {
    en: { one: "{n} event at once; in short:", other: "{n} events at once; in short:" },
    pl: { one: "{n} zdarzenie naraz, w skrócie:", few: "{n} zdarzenia naraz, w skrócie:", other: "{n} zdarzeń naraz, w skrócie:" },
  },
  "{n} notes": {
    en: { one: "{n} note", other: "{n} notes" },
    pl: { one: "{n} notatka", few: "{n} notatki", other: "{n} notatek" },
  },
  "{n} minutes": {
    en: { one: "{n} minute", other: "{n} minutes" },
    pl: { one: "{n} minuta", few: "{n} minuty", other: "{n} minut" },
  },
  "{n} days": {
    en: { one: "{n} day", other: "{n} days" },
    pl: { one: "{n} dzień", other: "{n} dni" },
  },
  "{n} days {hours} h": {
    en: { one: "{n} day {hours} h", other: "{n} days {hours} h" },
    pl: { one: "{n} dzień {hours} h", other: "{n} dni {hours} h" },
  },
  "{n} hours": {
    en: { one: "{n} hour", other: "{n} hours" },
    pl: { one: "{n} godzina", few: "{n} godziny", other: "{n} godzin" },
  },
  "{n} seconds": {
    en: { one: "{n} second", other: "{n} seconds" },
    pl: { one: "{n} sekunda", few: "{n} sekundy", other: "{n} sekund" },
  },
  "You may come back: {n} times.": {
    en: { one: "You may come back once more.", other: "You may come back {n} times." },
    pl: { one: "Możesz wrócić jeszcze raz.", other: "Możesz wrócić jeszcze {n} razy." },
  },
  "(after {n} seconds)": {
    en: { one: "(after {n} second)", other: "(after {n} seconds)" },
    pl: { one: "(po {n} sekundzie)", other: "(po {n} sekundach)" },
  },
  "{game}, {n} seats": {
    en: { one: "{game}, {n} seat", other: "{game}, {n} seats" },
    pl: { one: "{game}, {n} miejsce", few: "{game}, {n} miejsca", other: "{game}, {n} miejsc" },
  },
  "Waiting for {n} players": {
    en: { one: "Waiting for one more player", other: "Waiting for {n} more players" },
    pl: { one: "Czekamy jeszcze na jedną osobę", few: "Czekamy jeszcze na {n} osoby", other: "Czekamy jeszcze na {n} osób" },
  },
  "For {n} players.": {
    en: { one: "For one player.", other: "For {n} players." },
    pl: { one: "Dla jednej osoby.", other: "Dla {n} osób." },
  },
  "{n} seats are free.": {
    en: { one: "One seat is free.", other: "{n} seats are free." },
    pl: { one: "Jedno miejsce jest wolne.", few: "{n} miejsca są wolne.", other: "{n} miejsc jest wolnych." },
  },
  "{names} offer to stop without a result.": {
    en: { one: "{names} offers to stop without a result.", other: "{names} offer to stop without a result." },
    pl: { one: "{names} proponuje przerwać grę bez wyniku.", other: "{names} proponują przerwać grę bez wyniku." },
  },
  "{n} entries checked in this browser": {
    en: { one: "{n} entry checked in this browser", other: "{n} entries checked in this browser" },
    pl: { one: "{n} wpis sprawdzony w tej przeglądarce", few: "{n} wpisy sprawdzone w tej przeglądarce", other: "{n} wpisów sprawdzonych w tej przeglądarce" },
  },
  "{n} entries read": {
    en: { one: "{n} entry read", other: "{n} entries read" },
    pl: { one: "{n} wpis odczytany", few: "{n} wpisy odczytane", other: "{n} wpisów odczytanych" },
  },
  "continues the {n} entries checked before": {
    en: { one: "continues the {n} entry checked before", other: "continues the {n} entries checked before" },
    pl: { one: "ciąg dalszy {n} wpisu sprawdzonego wcześniej", other: "ciąg dalszy {n} wpisów sprawdzonych wcześniej" },
  },
  "the first {n} entries were rewritten": {
    en: { one: "the first entry was rewritten", other: "the first {n} entries were rewritten" },
    pl: { one: "zmieniono pierwszy wpis", few: "zmieniono pierwsze {n} wpisy", other: "zmieniono pierwszych {n} wpisów" },
  },
  "the checkpoint is over {n} entries": {
    en: { one: "the checkpoint is over {n} entry", other: "the checkpoint is over {n} entries" },
    pl: { one: "punkt kontrolny obejmuje {n} wpis", few: "punkt kontrolny obejmuje {n} wpisy", other: "punkt kontrolny obejmuje {n} wpisów" },
  },
  "the log is shorter than it was: {n} entries": {
    en: { one: "the log is shorter than it was: {n} entry", other: "the log is shorter than it was: {n} entries" },
    pl: { one: "zapis jest krótszy, niż był: {n} wpis", few: "zapis jest krótszy, niż był: {n} wpisy", other: "zapis jest krótszy, niż był: {n} wpisów" },
  },
  "{n} draws checked; opened keys: {keys}": {
    en: { one: "{n} draw checked; opened keys: {keys}", other: "{n} draws checked; opened keys: {keys}" },
    pl: { one: "{n} losowanie sprawdzone; odkryte klucze: {keys}", few: "{n} losowania sprawdzone; odkryte klucze: {keys}", other: "{n} losowań sprawdzonych; odkryte klucze: {keys}" },
  },
  "{n} events shown here are in the log": {
    en: { one: "{n} event shown here is in the log", other: "{n} events shown here are in the log" },
    pl: { one: "{n} zdarzenie pokazane tutaj jest w zapisie", few: "{n} zdarzenia pokazane tutaj są w zapisie", other: "{n} zdarzeń pokazanych tutaj jest w zapisie" },
  },
  "{n} signed actions; seats with a key: {keyed}": {
    en: { one: "{n} signed action; seats with a key: {keyed}", other: "{n} signed actions; seats with a key: {keyed}" },
    pl: { one: "{n} podpisany ruch; miejsca z kluczem: {keyed}", few: "{n} podpisane ruchy; miejsca z kluczem: {keyed}", other: "{n} podpisanych ruchów; miejsca z kluczem: {keyed}" },
  },
  "signed by {origin}, cosigned by {n} witnesses": {
    en: { one: "signed by {origin}, cosigned by {n} witness", other: "signed by {origin}, cosigned by {n} witnesses" },
    pl: { one: "podpisał: {origin}; potwierdził to {n} świadek", other: "podpisał: {origin}; potwierdziło to {n} świadków" },
  },
  "A referee had draws made anew {n} times.": {
    en: { one: "A referee had draws made anew once.", other: "A referee had draws made anew {n} times." },
    pl: { one: "Sędzia raz zarządził nowe losowania.", other: "Sędzia zarządzał nowe losowania {n} razy." },
  },
  "A referee had cards shuffled anew {n} times.": {
    en: { one: "A referee had cards shuffled anew once.", other: "A referee had cards shuffled anew {n} times." },
    pl: { one: "Sędzia raz zarządził nowe tasowanie kart.", other: "Sędzia zarządzał nowe tasowanie kart {n} razy." },
  },
  "entries {list}": {
    en: { one: "entry {list}", other: "entries {list}" },
    pl: { one: "wpis {list}", other: "wpisy {list}" },
  },
  "{n} files, in their one valid encoding": {
    en: { one: "{n} file, in its one valid encoding", other: "{n} files, in their one valid encoding" },
    pl: { one: "{n} plik, zapisany w jedyny dopuszczalny sposób", few: "{n} pliki, zapisane w jedyny dopuszczalny sposób", other: "{n} plików, zapisanych w jedyny dopuszczalny sposób" },
  },
  "{n} files are those that the game's key signed": {
    en: { one: "{n} file is the one that the game's key signed", other: "{n} files are those that the game's key signed" },
    pl: { one: "{n} plik podpisany kluczem gry", few: "{n} pliki podpisane kluczem gry", other: "{n} plików podpisanych kluczem gry" },
  },
  "{n} texts are not there: deleted, or not for this viewer": {
    en: { one: "{n} text is not there: deleted, or not for this viewer", other: "{n} texts are not there: deleted, or not for this viewer" },
    pl: { one: "brakuje {n} tekstu (usunięty albo nie dla tej osoby)", other: "brakuje {n} tekstów (usunięte albo nie dla tej osoby)" },
  },
  "{n} moments are as the log has them; their sentences are not checked here": {
    en: { one: "{n} moment is as the log has it; its sentence is not checked here", other: "{n} moments are as the log has them; their sentences are not checked here" },
    pl: {
      one: "{n} chwila zgadza się z zapisem; jej opisu tutaj się nie sprawdza",
      few: "{n} chwile zgadzają się z zapisem; ich opisów tutaj się nie sprawdza",
      other: "{n} chwil zgadza się z zapisem; ich opisów tutaj się nie sprawdza",
    },
  },
  "{n} texts match their hashes in the log": {
    en: { one: "{n} text matches its hash in the log", other: "{n} texts match their hashes in the log" },
    pl: { one: "{n} tekst zgodny ze skrótem w zapisie gry", few: "{n} teksty zgodne ze skrótami w zapisie gry", other: "{n} tekstów zgodnych ze skrótami w zapisie gry" },
  },
};
