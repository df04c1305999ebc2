// Polish words of replays: playing them, sharing them, what was written and reckoned about them.
export const replay = {
  "Speed": "Prędkość",
  "Show the end": "Pokaż koniec",
  "To the end (End)": "Na koniec (End)",
  "Replay": "Powtórka",
  "This game is not to be seen here.": "Tej gry nie można tu obejrzeć.",
  "Keys": "Klawisze",
  "Space": "spacja",
  "One step back, one step on": "Krok wstecz, krok naprzód",
  "To the beginning, to the end": "Na początek, na koniec",
  "Play and stop": "Odtwarzanie i zatrzymanie",
  "To what can be chosen on the board, and choose it": "Do tego, co można wybrać na planszy, i wybór",
  "Show these keys": "Pokaż te klawisze",
};
