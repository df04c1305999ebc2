// Polish words of a game's table: the screen, what moves, how it ends.
export const table = {
  "History": "Historia",
  "Sounds": "Dźwięki",
  "How it ended": "Jak się skończyło",
  "Nobody wins": "Nikt nie wygrywa",
  "Winner: {names}": "Wygrywa: {names}",
  "Winners: {names}": "Wygrywają: {names}",
  "Watch from the start": "Obejrzyj od początku",
  "Chances and turning points": "Szanse i punkty zwrotne",
  "Chances to win. {told}": "Szanse na wygraną. {told}",
  "Turning points:": "Punkty zwrotne:",
  "Share": "Udostępnij",
  "Tell me when it is my turn": "Powiadom, gdy będzie mój ruch",
  "To the present": "Do teraźniejszości",
};
