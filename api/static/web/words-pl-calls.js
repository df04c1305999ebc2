// Polish text of judge calls and precedents.
export const calls = {
  "Judge calls": "Wezwania sędziego",
  "Call a judge": "Wezwij sędziego",
  "Call {n}, of {who}": "Wezwanie nr {n}: {who}",
  "about events {from} to {to}": "zdarzenia od {from} do {to}",
  "This call is closed.": "To wezwanie jest zamknięte.",
  "No more answers needed": "Więcej odpowiedzi nie trzeba",
  "Answer call {n}": "Odpowiedz na wezwanie nr {n}",
  "Answer": "Odpowiedz",
  "Your answer": "Twoja odpowiedź",
  "Everybody who may see the game reads it at once. It is given once and cannot be changed.":
    "Każdy, kto może oglądać grę, przeczyta ją od razu. Odpowiada się raz i nie można tego zmienić.",
  "Your question": "Twoje pytanie",
  "The game goes on meanwhile. While it runs only you and the referees read the question, and everybody reads the answer.":
    "Gra toczy się dalej. Dopóki trwa, pytanie czytasz tylko ty i sędziowie, a odpowiedź – wszyscy.",
  "About certain events": "O określonych zdarzeniach",
  "Calls left: {left} of 6, at most one a minute": "Pozostało wezwań: {left} z 6, najwyżej jedno na minutę",
  // precedents
  "No earlier ruling cites {clause}": "{clause}: jeszcze nie ma orzeczeń, które to przywołują",
  "overturned on appeal": "uchylone w odwołaniu",
  "Your seat has called six times, which is all.": "Z twojego miejsca wezwano sędziego już sześć razy, więcej nie można.",
};
